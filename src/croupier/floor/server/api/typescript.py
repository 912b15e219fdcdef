"""The messages as TypeScript, for the pages: `python -m croupier.floor.server.api.typescript`."""

from croupier.base.json_answers import JsonObject
from croupier.floor.server.api.openapi import components

MOST_ON_A_LINE = 40


def text() -> str:
    lines = ["// Made by `python -m croupier.floor.server.api.typescript`; a test compares.", ""]
    for name, schema in components().items():
        lines += [f"export type {name} = {_type(schema, 0)};", ""]
    return "\n".join(lines)


def _type(schema: JsonObject, depth: int) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(_type(option, depth) for option in schema[key]))
    if "const" in schema or "enum" in schema:
        values = schema["enum"] if "enum" in schema else [schema["const"]]
        literals = [_literal(value) for value in values]
        # long lists get a line each, so that two branches that add one seldom conflict
        return (
            " | ".join(literals) if len(literals) <= MOST_ON_A_LINE else "".join(f"\n  | {each}" for each in literals)
        )
    match schema.get("type"):
        case "object":
            return _object(schema, depth)
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_type(each, depth) for each in schema['prefixItems'])}]"
        case "array":
            inner = _type(schema.get("items", {}), depth)
            return f"({inner})[]" if " " in inner and not inner.startswith("{") else f"{inner}[]"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null":
            return str(schema["type"])
        case _:
            return "unknown"


def _object(schema: JsonObject, depth: int) -> str:
    if "properties" not in schema:
        values = schema.get("additionalProperties", {})
        return f"Record<string, {_type(values, depth) if isinstance(values, dict) else 'unknown'}>"
    indent, required = "  " * (depth + 1), set(schema.get("required", ()))
    lines = [
        f"{indent}{_key(name)}{'' if name in required else '?'}: {_type(value, depth + 1)};"
        for name, value in schema["properties"].items()
    ]
    return "{\n" + "\n".join(lines) + "\n" + "  " * depth + "}"


def _key(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


if __name__ == "__main__":
    print(text(), end="")
