"""A message as the payload of a frame, and back."""

import struct

from tablekit.wire.messages import LAYOUTS, Message

IDS = {record: number for number, (record, _) in LAYOUTS.items()}


def encode(message: Message) -> bytes:
    """The payload; struct.error if a field is out of its range, which no sender may let happen."""
    number = IDS[type(message)]
    fixed, _, most = LAYOUTS[number][1].partition("*")
    fields: tuple[int | bytes, ...] = message
    if not most:
        return bytes([number]) + struct.pack(fixed, *fields)
    *others, data = fields
    if not isinstance(data, bytes) or len(data) > int(most):
        raise struct.error(f"up to {most} bytes, not {data!r}")
    return bytes([number]) + struct.pack(fixed, *others) + data


def decode(payload: bytes) -> Message | None:
    """The message; None if its type is unknown or its length is not that of its type."""
    record, layout = LAYOUTS.get(payload[0], (None, "")) if payload else (None, "")
    if record is None:
        return None
    fixed, _, most = layout.partition("*")
    size = 1 + struct.calcsize(fixed)
    if not size <= len(payload) <= size + int(most or 0):
        return None
    fields = struct.unpack(fixed, payload[1:size])
    return record._make((*fields, payload[size:]) if most else fields)
