"""The formats of a campaign: its plan and its status."""

from __future__ import annotations

from kafka_assay.assignors.formats.codec import field_meanings
from kafka_assay.pipeline.campaign.plan import CampaignPlan, PlannedTarget
from kafka_assay.pipeline.campaign.status import CampaignStatus
from kafka_assay.pipeline.campaign.unexercised import Unexercised
from studies.formats.shapes import (
    BOOLEAN,
    COUNT,
    NUMBER,
    TEXT,
    Format,
    Part,
    format_key,
    key,
    keys_of,
    listed,
    nullable,
    part,
    words,
)

_PLAN = Format(
    name="campaign",
    says="The plan of a campaign, `plan.json` in its folder. With the code that it names it decides every row of "
    "`results.parquet`, except the columns of times.",
    parts=(
        Part(
            name="campaign",
            keys=(
                format_key("campaign"),
                *keys_of(
                    CampaignPlan,
                    shapes={
                        **dict.fromkeys(("seed", "cases", "stretch"), COUNT),
                        "targets": listed(part("target")),
                        "laws": words("default", "all"),
                    },
                    left_out=("given_like", "settings"),
                ),
                key("like", nullable(TEXT), field_meanings(CampaignPlan)["given_like"]),
            ),
        ),
        Part(name="target", keys=keys_of(PlannedTarget)),
    ),
)

_STATUS = Format(
    name="campaign-status",
    says="The status of a campaign, finished or running: `assay campaign show DIR --json`.",
    parts=(
        Part(
            name="campaign-status",
            keys=(
                format_key("campaign-status"),
                *keys_of(
                    CampaignStatus,
                    shapes={
                        **dict.fromkeys(("done", "cases"), COUNT),
                        "kinds": listed(part("kind")),
                        "unexercised": listed(part("unexercised")),
                    },
                    left_out=("is_current",),
                    may_miss=("unexercised",),
                ),
            ),
        ),
        Part(
            name="unexercised",
            says="[What was never exercised](../understand/campaigns.md#what-was-never-exercised).",
            keys=keys_of(Unexercised),
        ),
        Part(
            name="kind",
            keys=(
                key("target", TEXT, "The target."),
                key("law", TEXT, "The broken law."),
                key("family", TEXT, "The input family."),
                key("cause", TEXT, "The cause as far as it can be told apart; often empty."),
                key("declared", BOOLEAN, "Whether the failure was declared, so that it is no news."),
                key("count", COUNT, "Pairs with this alarm."),
                key("of", COUNT, "Pairs of this target and family in which the law was decided."),
                key(
                    "interval",
                    {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2},
                    "Wilson's 95 % interval of the share.",
                ),
                key("number", COUNT, "A case with this alarm: the smallest once the campaign is summarised."),
                key("case", nullable(TEXT), "The file with its shrunk case, within the folder; null without one."),
            ),
        ),
    ),
)

FORMATS = (_PLAN, _STATUS)
