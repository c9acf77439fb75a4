"""What the schemas of the OpenAPI description are made of."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
TEXT_OR_NONE: Schema = {"type": ["string", "null"]}
NUMBER: Schema = {"type": "number"}
WHOLE: Schema = {"type": "integer"}
COUNT_OR_NONE: Schema = {"type": ["integer", "null"], "minimum": 0}
TRUTH: Schema = {"type": "boolean"}
TRUTH_OR_NONE: Schema = {"type": ["boolean", "null"]}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}


def listed(items: Schema, description: str = "", **more: int) -> Schema:
    """A list of such items, ``maxItems`` perhaps."""
    return {"type": "array", "items": items, **more, **({"description": description} if description else {})}


def pair(items: Schema, description: str = "") -> Schema:
    """A list of two such items."""
    return listed(items, description, minItems=2, maxItems=2)


def told(schema: Schema, description: str) -> Schema:
    """The schema with what it is about."""
    return {**schema, "description": description}


def item(perhaps: Schema | None = None, /, **members: Schema) -> Schema:
    """An object that always has these members, and ``perhaps`` others."""
    return {"type": "object", "required": [*members], "properties": {**members, **(perhaps or {})}}


def or_none(schema: Schema) -> Schema:
    """The same, or null."""
    return {**schema, "type": [schema["type"], "null"]}


def reference(name: str) -> Schema:
    """To a schema of the description."""
    return {"$ref": f"#/components/schemas/{name}"}
