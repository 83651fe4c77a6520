"""
The settings of the documentation site. `tox run -e site` builds it.

The source folder is the checkout, so links between pages are the same here and on a code host.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

project = "kafka-assay"
author = "the kafka-assay authors"
project_copyright = "the kafka-assay authors"
extensions = ["myst_parser", "studies.site.navigation"]

root_doc = "docs/README"
include_patterns = ["*.md", "benchmarks/**.md", "captures/**.md", "docs/**.md", "studies/**.md", "vectors/**.md"]
# Sphinx walks through every folder that is not excluded.
exclude_patterns = [".*", "**/.*", "build", "dist", "kafka_assay", "out", "tests", "**/__pycache__"]

myst_heading_anchors = 6
nitpicky = True
highlight_language = "none"  # most blocks show commands and their output

html_theme = "furo"
html_title = "kafka-assay"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
templates_path = ["templates"]
html_additional_pages = {"index": "start.html"}
html_use_index = False
