"""Makes both sides of messages.toml: the Python records and the C header. `make messages` writes them."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FIRMWARE = Path(__file__).parent
TABLE = FIRMWARE / "messages.toml"
HEADER = FIRMWARE / "common" / "messages.h"
RECORDS = FIRMWARE.parent / "tablekit" / "wire" / "messages.py"
LETTERS = {"u8": "B", "u16": "H", "u32": "I"}
INTEGERS = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t"}
MADE = "Made from firmware/messages.toml by `make messages`."


def size_of(kind: str) -> int:
    """Of a field in bytes, the most that it may have."""
    return int(kind[1:]) // 8 if kind in LETTERS else int(kind[1:].rpartition("-")[2])


def payload_of(message: dict[str, Any]) -> int:
    """The longest payload of a message, its type included."""
    return 1 + sum(size_of(field["type"]) for field in message["fields"])


def snake(name: str) -> str:
    """`AskHello` as C calls it: ask_hello."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def records(table: dict[str, Any]) -> Iterator[str]:
    """The lines of the Python module."""
    messages = table["message"]
    yield f'"""Every message as a record, and its layout. {MADE}"""'
    yield ""
    yield "from typing import NamedTuple, TypeAlias"
    yield ""
    yield f"VERSION = {table['version']}"
    yield f"PAYLOAD_MOST = {max(map(payload_of, messages))}"
    for group in ("lines", "lights"):
        yield ""
        for name, number in table[group].items():
            yield f"{group[:-1].upper()}_{name.upper()} = {number}"
    for message in messages:
        yield from ["", "", f"class {message['name']}(NamedTuple):", f'    """{message["doc"]}"""', ""]
        for field in message["fields"]:
            yield f"    {field['name']}: {'int' if field['type'] in LETTERS else 'bytes'}"
            yield f'    """{field["doc"][0].upper()}{field["doc"][1:]}."""'
    yield from ["", "", "Message: TypeAlias = ("]
    for number, message in enumerate(messages):
        yield f"    {'| ' if number else ''}{message['name']}"
    yield ")"
    yield "LAYOUTS: dict[int, tuple[type[Message], str]] = {"
    for message in messages:
        yield f'    0x{message["id"]:02X}: ({message["name"]}, "{layout(message)}"),'
    yield "}"
    yield '"""By type: the record, and the layout of its fields for `struct`; a last `*N` is up to N bytes more."""'


def layout(message: dict[str, Any]) -> str:
    """Its fields for `struct`."""
    kinds = [field["type"] for field in message["fields"]]
    return "<" + "".join(
        LETTERS.get(kind) or (f"*{size_of(kind)}" if "-" in kind else f"{size_of(kind)}s") for kind in kinds
    )


def header(table: dict[str, Any]) -> Iterator[str]:
    """The lines of the C header."""
    messages = table["message"]
    yield f"/* Every message as a packed struct. {MADE} */"
    yield from ["#ifndef MESSAGES_H", "#define MESSAGES_H", "", "#include <stdint.h>", ""]
    yield f"#define WIRE_VERSION {table['version']}"
    yield f"#define PAYLOAD_MOST {max(map(payload_of, messages))}"
    for group in ("lines", "lights"):
        yield ""
        for name, number in table[group].items():
            yield f"#define {group[:-1].upper()}_{name.upper()} {number}"
    for message in messages:
        name = snake(message["name"])
        yield from ["", f"/* {message['doc']} */", f"#define MSG_{name.upper()} 0x{message['id']:02X}"]
        yield f"struct msg_{name} {{"
        yield "    uint8_t type;"
        for field in message["fields"]:
            kind = field["type"]
            what = INTEGERS.get(kind, "uint8_t")
            many = "" if kind in INTEGERS else f"[{size_of(kind)}]"
            yield f"    {what} {field['name']}{many}; /* {field['doc']} */"
        yield "} __attribute__((packed));"
    yield from ["", "#endif"]


def made() -> dict[Path, str]:
    """What each file should be."""
    table = tomllib.loads(TABLE.read_text())
    return {RECORDS: "\n".join(records(table)) + "\n", HEADER: "\n".join(header(table)) + "\n"}


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text)
        sys.stdout.write(f"{path.relative_to(FIRMWARE.parent)}\n")
