"""The API description, generated from the types of the operations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from sys import modules
from threading import Lock
from typing import Any, ClassVar, Final, Literal, get_args, get_origin

import msgspec
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import resolve_django_path_parameter

from . import headers as answered
from .choices import with_named_choices
from .headers import REPLAYED, TAGGED, header_references
from .operations import JSON, RESOURCES, Operation, Query, Record, Resource, every_operation
from .paging import Page

REF: Final = "#/components/schemas/{name}"
PAGE_OF: Final = re.compile(r"Page_(.+)_")
PATH_ARGUMENT: Final = re.compile(r"{(\w+)}")
VALUES: Final = frozenset({"const", "default", "enum", "examples"})
"""Keys of a schema that contain values instead of schemas."""


class Fault(Record):
    """An error, with a code for programs, a sentence for people, and the field that it concerns, if
    any.
    """

    code: str
    detail: str
    attr: str | None


class Faults(Record):
    """The format of all errors."""

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


class OperationSchema(AutoSchema):
    """Schema of an operation, generated from its signature. For other views, DRF generates the
    schema.
    """

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: Any
    ) -> dict[str, Any] | None:
        """Return the description of an operation."""
        if not isinstance(self.view, Resource):
            return super().get_operation(path, path_regex, path_prefix, method, registry)
        self.registry = registry
        self.path = path
        self.path_regex = path_regex
        self.path_prefix = path_prefix
        self.method = method.upper()
        operation = self.view.operations[self.method]
        arguments = [
            resolve_django_path_parameter(path_regex, name, [])  # type: ignore[no-untyped-call]
            for name in PATH_ARGUMENT.findall(path)
        ]
        described = {
            "operationId": f"{operation.subject}_{operation.name}".replace(" ", "_"),
            **texts_of(operation),
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
        return [scheme for scheme in self.get_auth() if scheme]


def texts_of(operation: Operation) -> dict[str, str]:
    """Return the summary and description, made from the docstring, response and audience."""
    docstring = " ".join((operation.function.__doc__ or operation.name).split())
    summary, _, details = docstring.partition(". ")
    parts = [details, answer_description(operation), operation.audience]
    return {"summary": summary.rstrip("."), "description": "\n\n".join(filter(None, parts))}


def answer_description(operation: Operation) -> str:
    """Return the description of the response from its record."""
    answer = operation.answer
    if answer is None:
        return "Done. The response has no body."
    if get_origin(answer) in {Page, list, tuple}:
        entry = first_paragraph(get_args(answer)[0])
        return f"A list. Each entry: {entry[:1].lower()}{entry[1:]}" if entry else "A list."
    return first_paragraph(answer) or "The response has the fields below."


def first_paragraph(answer: Any) -> str:
    """Return the first paragraph of a record's docstring, or "" for other types."""
    is_record = isinstance(answer, type) and issubclass(answer, msgspec.Struct)
    docstring = (answer.__doc__ or "") if is_record else ""
    return " ".join(docstring.strip().partition("\n\n")[0].split())


def scope_of(operation: Operation, method: str) -> dict[str, str]:
    """Return the scope that a token needs, if any."""
    scope = None if operation.anonymous else operation.needs(method)
    return {"x-scope": str(scope)} if scope else {}


def query_parameters(query: type[Query] | None) -> list[dict[str, Any]]:
    """Return the fields of a query record as parameters."""
    if query is None:
        return []
    schema = msgspec.json.schema(query)
    fields = schema["$defs"][query.__name__]
    parameters = []
    for name, schema_of_field in fields["properties"].items():
        field_schema = {
            key: value
            for key, value in schema_of_field.items()
            if key != "description" and not (key == "default" and value is None)
        }
        parameters.append(
            {
                "in": "query",
                "name": name,
                "required": name in fields.get("required", ()),
                "schema": _not_null(field_schema),
            }
        )
        if "description" in schema_of_field:
            parameters[-1]["description"] = schema_of_field["description"]
    return parameters


def _not_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an optional parameter, without null."""
    if "anyOf" not in schema:
        return schema
    kinds = [kind for kind in schema["anyOf"] if kind != {"type": "null"}]
    other_keys = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**other_keys, **kinds[0]} if len(kinds) == 1 else {**other_keys, "anyOf": kinds}


def headers(operation: Operation, method: str) -> list[dict[str, Any]]:
    """Return the request headers of an operation."""
    if method == "GET":
        return [IF_NONE_MATCH]
    return [
        *([IF_MATCH] if operation.if_match else []),
        *([IDEMPOTENCY_KEY] if method == "POST" and not operation.anonymous else []),
    ]


def responses(operation: Operation, method: str) -> dict[str, Any]:
    """Return all possible responses of an operation."""
    errors = {
        **ALWAYS,
        **({} if operation.anonymous else SIGNED_IN),
        **({} if method == "GET" else WRITING),
    }
    errors |= MATCHING if operation.if_match else {}
    by_status: dict[str, dict[str, Any]] = {
        str(code): {"$ref": f"#/components/responses/{_error(code, operation.tells.get(code, ()))}"}
        for code in errors
    }
    if method == "GET":
        by_status["304"] = {
            "description": "Not modified.",
            "headers": header_references(TAGGED, answered.ALWAYS),
        }
    success_status = "204" if operation.answer is None else str(operation.status)
    tagged = method == "GET" or operation.if_match
    replayed = method == "POST" and not operation.anonymous
    success_headers = header_references(
        TAGGED if tagged else (), REPLAYED if replayed else (), answered.ALWAYS
    )
    by_status[success_status] = {
        "description": answer_description(operation),
        "headers": success_headers,
    }
    if operation.answer is not None:
        by_status[success_status] |= _json(schema_of(operation.answer))
    return dict(sorted(by_status.items()))


def _error(code: int, header_names: tuple[str, ...] = ()) -> str:
    """Return the name of the error response with this status and these additional headers."""
    return f"Error{code}{''.join(header_names)}".replace("-", "")


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {JSON: {"schema": schema}}}


# --- components -----------------------------------------------------------------------------------


@dataclass
class _Gathered:
    """The types of all operations. They are described together, so that types with equal names can
    be distinguished.
    """

    resources: int = 0
    schemas: dict[Any, dict[str, Any]] = field(default_factory=dict)
    components: dict[str, Any] = field(default_factory=dict)


_gathered = _Gathered()


def schema_of(kind: Any) -> dict[str, Any]:
    """Return the schema of a type with references to its records."""
    return _gather().schemas[kind]


def _gather() -> _Gathered:
    """Return the schemas of all types. They are updated if operations were added."""
    if _gathered.resources == len(RESOURCES):
        return _gathered
    all_types = [
        kind
        for operation in every_operation()
        for kind in (operation.body, operation.answer)
        if kind is not None
    ]
    kinds = list(dict.fromkeys([Faults, *all_types]))
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF)
    names = {name: public_name(name) for name in components}
    if len(set(names.values())) < len(names):
        raise ValueError(f"Two records would be published under one name: {sorted(names.items())}")
    _gathered.schemas = dict(
        zip(kinds, (_public_schema(schema, names) for schema in schemas), strict=True)
    )
    _gathered.components = with_named_choices(
        {
            names[name]: _titled(_public_schema(schema, names), names[name])
            for name, schema in sorted(components.items())
        }
    )
    _gathered.resources = len(RESOURCES)
    return _gathered


def public_name(name: str) -> str:
    """Return the public name of a record.

    "Page_News_" becomes NewsPage, and "campaign.duels.rules.duel.Award" becomes DuelAward.
    """
    if page := PAGE_OF.fullmatch(name):
        return f"{public_name(page[1])}Page"
    module, _, kind = name.rpartition(".")
    return "".join(part.capitalize() for part in module.rpartition(".")[2].split("_")) + kind


def _public_schema(schema: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return a schema with public names that uses only keywords that client generators support.

    In the schema of a tuple, `items` has the types of the entries, and the length is fixed. A list
    of arbitrary values also has `items`.
    """
    result = {
        key: value if key in VALUES else _public_value(value, names)
        for key, value in schema.items()
    }
    if isinstance(target := schema.get("$ref"), str):
        result["$ref"] = _public(target, names)
    if isinstance(kinds := schema.get("discriminator"), dict) and "mapping" in kinds:
        result["discriminator"] = {
            **kinds,
            "mapping": {kind: _public(target, names) for kind, target in kinds["mapping"].items()},
        }
    if result.get("type") == "array":
        if result.get("items", True) is False:
            kinds = [
                entry
                for nth, entry in enumerate(result["prefixItems"])
                if entry not in result["prefixItems"][:nth]
            ]
            result["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
        if "prefixItems" not in result:
            result.setdefault("items", {})
    return result


def _public_value(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return _public_schema(value, names)
    return [_public_value(entry, names) for entry in value] if isinstance(value, list) else value


def _public(target: str, names: Mapping[str, str]) -> str:
    return REF.format(name=names[target.rpartition("/")[2]])


def _titled(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a record's schema, titled with its public name."""
    return {**schema, "title": name} if "title" in schema else schema


def add_components(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Add the records that operations refer to."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {}).update(_gather().components)
    descriptions = {**ALWAYS, **SIGNED_IN, **WRITING, **MATCHING}
    kinds = {(code, ()) for code in descriptions} | {
        pair for operation in every_operation() for pair in operation.tells.items()
    }
    components["responses"] = {
        _error(code, header_names): {
            "description": descriptions[code],
            "headers": header_references(answered.of_error(code), header_names),
            **_json(schema_of(Faults)),
        }
        for code, header_names in sorted(kinds)
    }
    components["headers"] = answered.components()
    return result


def add_tags(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add a tag for each subject, described by the first paragraph of its module's docstring."""
    descriptions: dict[str, str] = {}
    for operation in every_operation():
        text = modules[operation.function.__module__].__doc__ or operation.subject
        descriptions.setdefault(
            operation.subject, " ".join(text.strip().partition("\n\n")[0].split())
        )
    result["tags"] = [
        {"name": name, "description": descriptions[name]} for name in sorted(descriptions)
    ]
    return result


class CachedGenerator(SchemaGenerator):
    """A schema generator that runs only once per process, because everyone gets the same
    description.

    Generating the description is not thread-safe, so other threads wait.
    """

    cache: ClassVar[dict[str, Any]] = {}
    lock: ClassVar[Lock] = Lock()

    def get_schema(self, request: Any = None, public: bool = False) -> dict[str, Any]:
        """Return the whole description."""
        with self.lock:
            if "schema" not in self.cache:
                self.cache["schema"] = super().get_schema(request=request, public=True)  # type: ignore[no-untyped-call]
        return dict(self.cache["schema"])
