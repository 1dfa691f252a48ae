"""The API's description, made from the operations' own types: what is printed is what is read and
written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import Parameter, signature
from sys import modules
from threading import Lock
from typing import Any, ClassVar, Final, Literal

import msgspec
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from . import headers as answered
from .choices import with_named_choices
from .headers import REPLAYED, TAGGED, told
from .operations import JSON, RESOURCES, Operation, Query, Record, Resource, every_operation

REF: Final = "#/components/schemas/{name}"
PAGE_OF: Final = re.compile(r"Page_(.+)_")
PATH_ARGUMENT: Final = re.compile(r"{(\w+)}")
VALUES: Final = frozenset({"const", "default", "enum", "examples"})
"""Where a schema holds values, and no schemas."""


class Fault(Record):
    """One thing that is wrong: a code for programs, a sentence for people, and the field it is
    about, if it is about one.
    """

    code: str
    detail: str
    attr: str | None


class Faults(Record):
    """What every error looks like."""

    type: Literal["validation_error", "client_error", "server_error"]
    errors: tuple[Fault, ...]


ALWAYS: Final = {
    400: "The request is not valid. Each error names its field.",
    404: "Not found, or not visible to you.",
    406: "Responses are available only as JSON.",
    429: "Too many requests. Retry-After says when to try again.",
}
SIGNED_IN: Final = {
    401: "Not signed in, or the token is not valid.",
    403: "The token is missing a scope. The message names it.",
}
WRITING: Final = {
    409: "Not possible in the current state.",
    411: "The Content-Length header is missing.",
    413: "The request is larger than 1 MiB.",
    415: "The request body must be JSON.",
    503: "The service is temporarily read-only. Nothing was saved. Retry-After says when to try "
    "again.",
    422: "The request is valid but cannot be carried out. Each error names its field.",
}
MATCHING: Final = {
    412: "The resource has changed since you read it. Read it again.",
    428: "The If-Match header is missing.",
}

IDEMPOTENCY_KEY: Final = {
    "in": "header",
    "name": "Idempotency-Key",
    "description": (
        "Makes it safe to repeat the request: for one day, the same key returns the same "
        "response and nothing is done twice."
    ),
    "schema": {"type": "string", "minLength": 8, "maxLength": 200, "pattern": "^[!-~]+$"},
}
IF_MATCH: Final = {
    "in": "header",
    "name": "If-Match",
    "required": True,
    "description": "ETag of the version that you read.",
    "schema": {"type": "string", "maxLength": 200},
}
IF_NONE_MATCH: Final = {
    "in": "header",
    "name": "If-None-Match",
    "description": "ETag from an earlier response. If it is still current, the body is empty.",
    "schema": {"type": "string", "maxLength": 200, "pattern": '^W?/?"[!-~]*"$'},
}


class Described(AutoSchema):
    """Describes an operation by its signature; a view of another kind as DRF does."""

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: Any
    ) -> dict[str, Any] | None:
        """One operation of an address."""
        if not isinstance(self.view, Resource):
            return super().get_operation(path, path_regex, path_prefix, method, registry)
        self.registry, self.path, self.path_regex, self.path_prefix, self.method = (
            registry,
            path,
            path_regex,
            path_prefix,
            method.upper(),
        )
        operation = self.view.operations[self.method]
        arguments = self._resolve_path_parameters(PATH_ARGUMENT.findall(path))  # type: ignore[no-untyped-call]
        described = {
            "operationId": operation_id(operation, path),
            **words(operation),
            "tags": [operation.subject],
            **scope_of(operation, self.method),
            "x-stability": operation.stability,
            "parameters": [
                *arguments,
                *query_parameters(operation.query),
                *headers(operation, self.method),
            ],
            "security": [*self._signing_in(), *([{}] if operation.anonymous else [])],
            "responses": responses(operation, self.method),
        }
        if operation.body is not None:
            described["requestBody"] = {
                "required": True,
                "content": {JSON: {"schema": schema_of(operation.body)}},
            }
        return described

    def _signing_in(self) -> list[dict[str, Any]]:
        return [one for one in self.get_auth() if one]


def operation_id(operation: Operation, path: str) -> str:
    """By what clients call an operation. Where it has more than one address, the one with an
    argument that may be left out is told apart by it.
    """
    known = signature(operation.function).parameters
    more = [
        name
        for name in PATH_ARGUMENT.findall(path)
        if name in known and known[name].default is not Parameter.empty
    ]
    return "_".join((operation.subject, operation.name, *more)).replace(" ", "_")


def words(operation: Operation) -> dict[str, str]:
    """The function's own words: the first line, and the rest with what is answered and for whom it
    is.
    """
    first, _, rest = (operation.function.__doc__ or operation.name).strip().partition("\n")
    parts = [" ".join(rest.split()), said_of_answer(operation), operation.audience]
    return {"summary": first.rstrip("."), "description": "\n\n".join(filter(None, parts))}


def said_of_answer(operation: Operation) -> str:
    """What comes back, in the words of its record."""
    if operation.answer is None:
        return "Done. The response has no body."
    said = (getattr(operation.answer, "__doc__", None) or "").strip().partition("\n\n")[0]
    return " ".join(said.split()) or "The response has the fields below."


def scope_of(operation: Operation, method: str) -> dict[str, str]:
    """The scope that a token needs, for programs; nothing where none is needed."""
    scope = None if operation.anonymous else operation.needs(method)
    return {"x-scope": str(scope)} if scope else {}


def query_parameters(query: type[Query] | None) -> list[dict[str, Any]]:
    """A record's fields as parameters of an address."""
    if query is None:
        return []
    schema = msgspec.json.schema(query)
    fields = schema["$defs"][query.__name__]
    found = []
    for name, schema_of_field in fields["properties"].items():
        plain = {
            key: value
            for key, value in schema_of_field.items()
            if key != "description" and not (key == "default" and value is None)
        }
        found.append(
            {
                "in": "query",
                "name": name,
                "required": name in fields.get("required", ()),
                "schema": _not_null(plain),
            }
        )
        if "description" in schema_of_field:
            found[-1]["description"] = schema_of_field["description"]
    return found


def _not_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter that may be left out, without the null that stands for it."""
    if "anyOf" not in schema:
        return schema
    kinds = [kind for kind in schema["anyOf"] if kind != {"type": "null"}]
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**rest, **kinds[0]} if len(kinds) == 1 else {**rest, "anyOf": kinds}


def headers(operation: Operation, method: str) -> list[dict[str, Any]]:
    """What can be said in headers."""
    if method == "GET":
        return [IF_NONE_MATCH]
    return [
        *([IF_MATCH] if operation.if_match else []),
        *([IDEMPOTENCY_KEY] if method == "POST" and not operation.anonymous else []),
    ]


def responses(operation: Operation, method: str) -> dict[str, Any]:
    """Every answer there can be."""
    errors = {
        **ALWAYS,
        **({} if operation.anonymous else SIGNED_IN),
        **({} if method == "GET" else WRITING),
    }
    errors |= MATCHING if operation.if_match else {}
    found: dict[str, dict[str, Any]] = {
        str(code): {"$ref": f"#/components/responses/{_error(code, operation.tells.get(code, ()))}"}
        for code in errors
    }
    if method == "GET":
        found["304"] = {
            "description": "Not modified.",
            "headers": told(TAGGED, answered.ALWAYS),
        }
    done = "204" if operation.answer is None else str(operation.status)
    tagged = method == "GET" or operation.if_match
    replayed = method == "POST" and not operation.anonymous
    said = told(TAGGED if tagged else (), REPLAYED if replayed else (), answered.ALWAYS)
    found[done] = {"description": said_of_answer(operation), "headers": said}
    if operation.answer is not None:
        found[done] |= _json(schema_of(operation.answer))
    return dict(sorted(found.items()))


def _error(code: int, more: tuple[str, ...] = ()) -> str:
    """What the answers of a code are called that have these headers besides."""
    return f"Error{code}{''.join(more)}".replace("-", "")


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {JSON: {"schema": schema}}}


# --- components -----------------------------------------------------------------------------------


@dataclass
class _Gathered:
    """The types of all operations, described together, so that two records of the same name get two
    names.
    """

    resources: int = 0
    known: dict[Any, dict[str, Any]] = field(default_factory=dict)
    components: dict[str, Any] = field(default_factory=dict)


_gathered = _Gathered()


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of a type, its records by reference."""
    return _gather().known[kind]


def _gather() -> _Gathered:
    """Describe all types, anew when more addresses have come since."""
    if _gathered.resources == len(RESOURCES):
        return _gathered
    every = [
        kind
        for operation in every_operation()
        for kind in (operation.body, operation.answer)
        if kind is not None
    ]
    kinds = list(dict.fromkeys([Faults, *every]))
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF)
    names = {name: called(name) for name in components}
    if len(set(names.values())) < len(names):
        raise ValueError(f"Two records would be published under one name: {sorted(names.items())}")
    _gathered.known = dict(
        zip(kinds, (_published(schema, names) for schema in schemas), strict=True)
    )
    _gathered.components = with_named_choices(
        {
            names[name]: _titled(_published(schema, names), names[name])
            for name, schema in sorted(components.items())
        }
    )
    _gathered.resources = len(RESOURCES)
    return _gathered


def called(name: str) -> str:
    """What a record is called in public: "Page_News_" is a NewsPage,
    "campaign.duels.rules.duel.Award" a DuelAward.
    """
    if page := PAGE_OF.fullmatch(name):
        return f"{called(page[1])}Page"
    module, _, kind = name.rpartition(".")
    return "".join(word.capitalize() for word in module.rpartition(".")[2].split("_")) + kind


def _published(schema: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The schema as it is published: with references under their public names, and in words that
    programs writing clients know.

    A tuple says by its lengths that nothing follows, and in `items` what there is in it; a list of
    anything says so.
    """
    found = {
        key: value if key in VALUES else _published_in(value, names)
        for key, value in schema.items()
    }
    if isinstance(target := schema.get("$ref"), str):
        found["$ref"] = _public(target, names)
    if isinstance(kinds := schema.get("discriminator"), dict) and "mapping" in kinds:
        found["discriminator"] = {
            **kinds,
            "mapping": {kind: _public(target, names) for kind, target in kinds["mapping"].items()},
        }
    if found.get("type") == "array":
        if found.get("items", True) is False:
            kinds = [
                one
                for nth, one in enumerate(found["prefixItems"])
                if one not in found["prefixItems"][:nth]
            ]
            found["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
        if "prefixItems" not in found:
            found.setdefault("items", {})
    return found


def _published_in(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return _published(value, names)
    return [_published_in(one, names) for one in value] if isinstance(value, list) else value


def _public(target: str, names: Mapping[str, str]) -> str:
    return REF.format(name=names[target.rpartition("/")[2]])


def _titled(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """The record under the one name it has in public."""
    return {**schema, "title": name} if "title" in schema else schema


def add_components(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Publish the records that the operations refer to."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {}).update(_gather().components)
    every = {**ALWAYS, **SIGNED_IN, **WRITING, **MATCHING}
    kinds = {(code, ()) for code in every} | {
        pair for operation in every_operation() for pair in operation.tells.items()
    }
    components["responses"] = {
        _error(code, more): {
            "description": every[code],
            "headers": told(answered.of_error(code), more),
            **_json(schema_of(Faults)),
        }
        for code, more in sorted(kinds)
    }
    components["headers"] = answered.components()
    return result


def add_tags(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Name every subject once, with the first words of the modules that are about it."""
    said: dict[str, str] = {}
    for operation in every_operation():
        text = modules[operation.function.__module__].__doc__ or operation.subject
        said.setdefault(operation.subject, " ".join(text.strip().partition("\n\n")[0].split()))
    result["tags"] = [{"name": name, "description": said[name]} for name in sorted(said)]
    return result


class KeptGenerator(SchemaGenerator):
    """Describes the API once a process: the description is the same for everybody. Whoever asks
    meanwhile waits, for what it is made with loads itself as it goes and stands no company.
    """

    kept: ClassVar[dict[str, Any]] = {}
    making: ClassVar[Lock] = Lock()

    def get_schema(self, request: Any = None, public: bool = False) -> dict[str, Any]:
        """The whole description."""
        with self.making:
            if "schema" not in self.kept:
                self.kept["schema"] = super().get_schema(request=request, public=True)  # type: ignore[no-untyped-call]
        return dict(self.kept["schema"])
