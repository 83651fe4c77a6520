"""
The broker: an event loop on a thread of its own.

Each consumer program has a group of its own, and ports of its own on loopback. The port tells whose requests arrive,
because most requests do not name a group.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import threading
from collections import deque
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from kafka_assay.assignors.hosted.wire.coordinator import Coordinator, Respond
from kafka_assay.assignors.hosted.wire.messages import (
    ANNOUNCED,
    Api,
    Request,
    UnsupportedRequest,
    Versions,
    data_response,
    parse_request,
    response_frame,
    unsupported_frame,
)
from kafka_assay.assignors.hosted.wire.topics import Address, Addresses, TopicPool

T = TypeVar("T")

HOST = "127.0.0.1"
_SIZE = 4
_MOST_FETCH_SECONDS = 0.05
"""A longer wait for records would delay the next request of the same connection."""

_GROUP_REQUESTS = frozenset(
    {Api.JOIN_GROUP, Api.SYNC_GROUP, Api.HEARTBEAT, Api.LEAVE_GROUP, Api.CONSUMER_GROUP_HEARTBEAT}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedGroup:
    """The group of one consumer program, its topics, where the program finds the broker, and what the broker speaks."""

    coordinator: Coordinator
    pool: TopicPool
    addresses: Addresses
    announced: Versions

    @property
    def bootstrap(self) -> str:
        """The address that the program starts from."""
        return "{}:{}".format(*self.addresses.first)


class WireBroker:
    """The only broker of a cluster. Each group has topics of its own. It runs until its process ends."""

    def __init__(self) -> None:
        """Start without a group."""
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(_end_process)
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run `work` on the broker's thread, and wait for its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def open_group(self, strategy: str | None) -> ServedGroup:
        """A new group, on free ports of loopback. `strategy` is the one to choose; None: the member's first one."""
        served, _ = self.run(serve(Coordinator(strategy), TopicPool()))
        return served


async def serve(
    coordinator: Coordinator, pool: TopicPool, announced: Versions = ANNOUNCED
) -> tuple[ServedGroup, list[asyncio.Server]]:
    """Serve a group on free ports of loopback. Returns its servers, too."""
    ports = [_free_port() for _ in Addresses._fields]
    addresses = Addresses(*(Address(*port.getsockname()) for port in ports))
    served = ServedGroup(coordinator=coordinator, pool=pool, addresses=addresses, announced=announced)
    loop = asyncio.get_running_loop()
    return served, [await loop.create_server(partial(_Connection, served), sock=port) for port in ports]


def _free_port() -> socket.socket:
    """
    A free port of loopback.

    The protocol is named, because asyncio sends small responses at once only then. Otherwise they may wait 40 ms.
    """
    port = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    port.bind((HOST, 0))
    return port


def _end_process(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """End after an exception in the broker, which would leave the client and the question without an answer."""
    loop.default_exception_handler(context)
    os._exit(70)


class _Connection(asyncio.Protocol):
    """One connection of the client. Responses leave in the order of the requests, as Kafka demands."""

    def __init__(self, served: ServedGroup) -> None:
        self._served = served
        self._coordinator = served.coordinator
        self._received = bytearray()
        self._slots: deque[list[bytes]] = deque()
        self._joins: list[Respond] = []

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def connection_lost(self, _: Exception | None) -> None:
        for respond in self._joins:
            self._coordinator.lose(respond)

    def data_received(self, data: bytes) -> None:
        self._received += data
        while len(self._received) >= _SIZE:
            end = _SIZE + int.from_bytes(self._received[:_SIZE], "big")
            if len(self._received) < end:
                return
            frame = bytes(self._received[_SIZE:end])
            del self._received[:end]
            self._answer(frame)

    def _answer(self, frame: bytes) -> None:
        slot: list[bytes] = []
        self._slots.append(slot)
        try:
            request = parse_request(frame, self._served.announced)
        except UnsupportedRequest as unsupported:
            refusal = unsupported_frame(unsupported, self._served.announced)
            if refusal is None:
                self._transport.close()
            else:
                self._fill(slot, refusal)
            return
        respond = partial(self._respond, slot, request)
        if request.key in _GROUP_REQUESTS:
            if request.key == Api.JOIN_GROUP:
                self._joins = [respond]
            self._coordinator.answer(request, respond)
        elif request.key == Api.FETCH:
            wait = min(request.body.max_wait.total_seconds(), _MOST_FETCH_SECONDS)
            asyncio.get_running_loop().call_later(wait, respond, self._data_response(request))
        else:
            respond(values := self._data_response(request))
            if request.key == Api.API_VERSIONS and hasattr(request.body, "client_software_name"):
                self._coordinator.note_software(request.body.client_software_name, request.body.client_software_version)
            elif request.key == Api.OFFSET_FETCH:
                self._coordinator.note_offsets()
            elif request.key == Api.METADATA:
                seen = frozenset(one["name"] for one in values["topics"] if one["partitions"])
                self._coordinator.note_metadata(seen)

    def _data_response(self, request: Request) -> Mapping[str, Any]:
        served = self._served
        return data_response(request, served.pool, served.addresses, served.announced)

    def _respond(self, slot: list[bytes], request: Request, values: Mapping[str, Any] | None) -> None:
        if values is None:
            self._transport.close()
        else:
            self._fill(slot, response_frame(request, values))

    def _fill(self, slot: list[bytes], frame: bytes) -> None:
        slot.append(frame)
        while self._slots and self._slots[0]:
            (ready,) = self._slots.popleft()
            self._transport.write(struct.pack(">i", len(ready)) + ready)
