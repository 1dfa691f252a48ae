"""Count names, docstrings and phrases in product code that are not plain English.

``python -m tests.plain_english [folder]`` lists every finding of a folder with its file and line,
then the figures of each package. ``docs/how-to/contributing/blind-reading.md`` describes the second
measure: readers who judge shuffled sentences.
"""

from __future__ import annotations

import ast
import html
import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT: Final = Path(__file__).parents[1]
TEMPLATES: Final = "templates"
CONTAINERS: Final = ("campaign", "core", "minigames")
"""Packages whose subpackages are measured one by one."""

Kind: TypeAlias = Literal["name", "docstring", "phrase"]

# Determiners, pronouns and question words
_DETERMINERS: Final = """
    each every everything everybody everyone anybody somebody one ones some such both several
    many much more most few fewer fewest less least enough whole rest
    me mine my own ours theirs yours it them they these those
    what which who whom whose why how
"""
# Prepositions and adverbs
_PARTICLES: Final = """
    about against ahead along alone among anew apart around aside at away beside besides
    by elsewhere ever even here hence into of off on once otherwise over so soon still
    then there thereby together under where within without again
"""
# Participles and other forms of verbs
_VERBS: Final = """
    asked begun brought called came carried chosen come coming counted dealt done drawn found given
    going gone got had heard held kept known led left lasting listed looked made meant met
    named picked put said says seen shown spoken stood taken thought thrown told
    took tried wanted was went wished worn
"""
# Nouns that fit anything, and metaphors
_NOUNS: Final = """
    door doorbell doors errand errands fate grace house latest longest manner matter mind
    minds newest patience shortest stuff sums thing things way ways wish wishes
    word words
"""
# Adjectives that fit anything
_ADJECTIVES: Final = """
    bare big dear fresh good keen long odd plain strange
"""
VAGUE_NAMES: Final = frozenset(
    f"{_DETERMINERS} {_PARTICLES} {_VERBS} {_NOUNS} {_ADJECTIVES}".split()
)
"""Words that say nothing about a value when they are its whole name."""

# `found_at` and `made_by` are the usual names of a time and of a person.
USUAL_LAST_WORDS: Final = frozenset({"at", "by"})
SIDES_OF_A_BOX: Final = frozenset({"right", "top"})
"""Names beside which `left` is a coordinate."""

_FIRST_WORDS: Final = """
    so as what whatever who whoever whom whose whether where wherever which why when how of from if
    in on at by to for with without until unless because nobody nothing not neither nor only had has
    have is are was were does do it they there here that those these than since till after before
"""
NO_VERB_OR_NOUN: Final = frozenset(_FIRST_WORDS.split())
"""First words of docstrings that begin with neither a verb nor a noun."""
# "Do not …" and "Have …" can be imperatives.
IMPERATIVE: Final = re.compile(r"(?:Do|Have)\s(?:not|the|a|an|all|each|every|it|its)\b")


class Phrase(NamedTuple):
    """A phrase that is not used on pages, and the standard wording."""

    pattern: re.Pattern[str]
    instead: str


def _phrase(pattern: str, instead: str) -> Phrase:
    return Phrase(re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE), instead)


PHRASES: Final = (
    _phrase(r"\bwho(?:m|se)?ever\b", "anyone who, the person who"),
    _phrase(r"\b(?:for|to|by|of|from) who\b", "for anyone who"),
    _phrase(r"\bonly who\b", "only people who"),
    _phrase(r"\bnobody (?:has|needs) to\b", "you don’t have to"),
    _phrase(r"\bnobody but\b", "only"),
    _phrase(r"\b(?:some|any|every)body\b", "someone, anyone, everyone"),
    _phrase(r"\bin (?:its |their |your )?place of\b", "instead of"),
    _phrase(r"\bhangs? on\b", "depends on"),
    _phrase(r"\bbut for\b", "except for"),
    _phrase(r"\bat once\b", "immediately; at the same time"),
    _phrase(r"\bstands? in\b", "acts for (a bot or deputy); appears in (a page)"),
    _phrase(
        r"\bstands? (?:here|there|below|above|beside|nowhere|elsewhere|first|last|as|so)\b",
        "is, appears, is listed",
    ),
    _phrase(r"\bas (?:it|they) stands?\b", "in its current state, now"),
    _phrase(r"\bis none of\b", "is not one of"),
    _phrase(r"\bwhat (?:you|they) want to\b", "the thing itself: your settings, the page"),
    _phrase(r"\bmay not be\b", "cannot be; must not be"),
    _phrase(r"\bno more and no fewer\b", "exactly"),
    _phrase(r"\bno (?:\w+ ){1,2}any more\b", "no longer"),
    _phrase(r"\b(?:is|are|was|were) (?:still )?to be\b", "can be; must be"),
    _phrase(r"\b(?:be|been|being) had\b", "is available"),
    _phrase(r"\bput (?:\w+ ){1,3}right\b", "correct, fix"),
    _phrase(r"\bput(?:s|ting)? off\b", "postpone"),
    _phrase(r"\b(?:strike|struck|strikes|striking) out\b", "delete, remove"),
    _phrase(r"\bkept (?:of|about) (?:you|them)\b", "data we store about you"),
    _phrase(r"\bhears? of\b", "get notified about"),
    _phrase(r"\bas the (?:\w+ )?rules have it\b", "according to the rules"),
    _phrase(r"\banew\b", "again"),
    _phrase(r"\b\w+ of (?:yours|theirs|ours|mine|hers)\b", "your team, their team"),
    _phrase(r"\b(?:writes?|written|wrote) (?:it |them )?down\b", "record"),
    _phrase(r"\b(?:grown|too) old\b", "expired"),
    _phrase(r"\bbefore everybody\b", "in public"),
    _phrase(r"\bwhat (?:\w+ ){1,3}c[ao]mes? (?:to|of)\b", "the result"),
    _phrase(r"\bbecomes of\b", "happens to"),
    _phrase(r"\bpassed over\b", "skipped"),
    _phrase(r"\bworked off\b", "processed"),
    _phrase(r"\bdearest\b", "most important; most expensive"),
    _phrase(r"\b(?:is|are) wanting\b", "is missing"),
    _phrase(r"\bhave (?:it|them) go on\b", "resume"),
    _phrase(r"\bcall(?:s|ed)? (?:\w+ )?off of\b", "remove from"),
    _phrase(r"\bbring(?:s)? (?:\w+ )?along\b", "include"),
    _phrase(r"\bis another(?: one)?\b", "is different; has changed"),
    _phrase(r"\bthere is (?:one|none)\b", "name the thing: there is a backup"),
    _phrase(r"\bfor all (?:that|who)\b", "for everything that, for everyone who"),
    _phrase(r"\ball (?:that|who) (?:is|are|was|were)\b", "everything that, everyone who"),
    _phrase(
        r"(?:^|[.:;!]\s)\s*of (?:a|an|the|your|our|their|its|other|teams|people)\b"
        r"[^.]*\b(?:you|they|it|nobody)\b",
        "put the subject first: You see … of a rival’s roster",
    ),
    _phrase(
        r"(?:^|[.:;!]\s)\s*(?-i:What|Who|Whom|Whose|Whether) "
        r"(?!(?:to|can|could|changed|changes)\b|(?:\w+ )?happen)(?![^.]*\?)",
        "a noun: Pending tasks. Only questions begin with what or who",
    ),
)
"""Phrases refused in templates and in strings shown to users."""


class Text(NamedTuple):
    """A piece of text with the line where it begins."""

    line: int
    text: str


@dataclass(frozen=True)
class Finding:
    """A name, docstring or phrase to reword."""

    kind: Kind
    package: str
    file: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}: {self.kind}: {self.text}"


class Figures(NamedTuple):
    """The figures of a package."""

    names: float
    """Vague names per 1,000 lines."""
    docstrings: float
    """Percentage of docstrings that begin with neither a verb nor a noun."""
    phrases: int
    """Number of refused phrases in templates and strings."""


@dataclass
class Code:
    """The parts of a Python file that are measured."""

    names: list[Text]
    docstrings: list[Text]
    strings: list[Text]
    lines: int


def product_packages() -> list[str]:
    """Return the names of the top-level packages except the tests."""
    return sorted(
        file.parent.name for file in ROOT.glob("*/__init__.py") if file.parent.name != "tests"
    )


def code_files() -> list[Path]:
    """Return the Python files of the product, without migrations."""
    return [
        file
        for package in product_packages()
        for file in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in file.parts
    ]


def template_files() -> list[Path]:
    """Return the templates of pages and mails."""
    return sorted(
        file for file in (ROOT / TEMPLATES).rglob("*") if file.suffix in {".html", ".txt", ".md"}
    )


def package_of(file: Path) -> str:
    """Return the package that a file or a template belongs to."""
    folders = file.relative_to(ROOT).parent.parts
    if folders[0] == TEMPLATES:
        folders = folders[1:]
        for container in CONTAINERS:
            if folders and (ROOT / container / folders[0] / "__init__.py").exists():
                return f"{container}.{folders[0]}"
        if not folders or not (ROOT / folders[0] / "__init__.py").exists():
            return TEMPLATES
    if folders[0] in CONTAINERS and len(folders) > 1:
        return ".".join(folders[:2])
    return folders[0]


def is_vague(name: str) -> bool:
    """Return whether a name says nothing to someone who has read nothing else."""
    words = name.strip("_").lower().split("_")
    if words == [""] or (len(words) > 1 and words[-1] in USUAL_LAST_WORDS):
        return False
    return all(word in VAGUE_NAMES for word in words)


def begins_without_verb_or_noun(docstring: str) -> bool:
    """Return whether a docstring begins with a clause: “What …”, “So many …”, “Of a …”."""
    match = re.match(r"\W*(\w+)", docstring)
    if match is None or IMPERATIVE.match(docstring):
        return False
    return match[1].lower() in NO_VERB_OR_NOUN


def refused_phrases(text: str) -> Iterator[tuple[int, str]]:
    """Yield the offset of each refused phrase, with the phrase and its standard wording."""
    for pattern, instead in PHRASES:
        for match in pattern.finditer(text):
            excerpt = " ".join(text[match.start() : match.end() + 30].split())
            yield match.start(), f"“{excerpt}”: {instead}"


@cache
def read_code(file: Path) -> Code:
    """Return the names, docstrings and other strings of a Python file."""
    source = file.read_text(encoding="utf-8")
    tree = ast.parse(source)
    module = file.parent.name if file.stem == "__init__" else file.stem
    code = Code([Text(1, module)], [], [], source.count("\n"))
    skipped: set[int] = set()
    for node in ast.walk(tree):
        code.names += _names_bound_by(node)
        match node:
            case ast.Expr(value=ast.Constant(value=str(text)) as string):
                code.docstrings.append(Text(node.lineno, text.strip()))
                skipped.add(id(string))
            case ast.JoinedStr():
                code.strings.append(Text(node.lineno, _fill_in(node)))
                skipped.update(id(part) for part in node.values)
            case ast.Constant(value=str(text)) if id(node) not in skipped:
                code.strings.append(Text(node.lineno, text))
    bound = {name for _, name in code.names}
    if bound & SIDES_OF_A_BOX:
        code.names = [name for name in code.names if name.text != "left"]
    code.strings = [string for string in code.strings if is_prose(string.text)]
    return code


def is_prose(text: str) -> bool:
    """Return whether a string is made of words, and not of SQL, HTML or a drawing's path."""
    words = text.split()
    lettered = sum(word.strip(".,:;!?“”’'\"()").isalpha() for word in words)
    return (
        len(words) > 1
        and lettered * 2 > len(words)
        and not re.search(
            r"\b(?:SELECT|FROM|WHERE|UPDATE|ORDER BY|SET)\b|</?\w+[ >]|[{}]\s*\w+:", text
        )
    )


@cache
def read_template(file: Path, tag: str = "") -> tuple[Text, ...]:
    """Return the texts of a template that users read, without scripts and comments. Each template
    tag is replaced by `tag`.
    """
    source = file.read_text(encoding="utf-8")
    texts = [
        Text(source.count("\n", 0, match.start()) + 1, html.unescape(match[2]))
        for match in re.finditer(
            r"""\b(?:aria-label|title|placeholder|alt|content|text|label)=(["'])([^"'{}<>]*)\1""",
            source,
        )
    ]
    for pattern, replacement in (
        (r"(?s)\{% comment.*?endcomment %\}|\{#.*?#\}|<!--.*?-->", ""),
        (r"(?s)<(script|style|svg|pre)\b.*?</\1>", "\0"),
        (r"(?s)\{%.*?%\}", tag),
        (r"(?s)\{\{.*?\}\}", "N"),
        (r"(?s)</?(?:a|abbr|b|bdi|code|em|i|kbd|small|span|strong|time)\b[^<>]*>", ""),
        (r"(?s)<[^<>]*>", "\0"),
    ):
        source = re.sub(pattern, partial(_replace_and_keep_lines, replacement), source)
    line = 1
    for part in re.split(r"(\0|\n\s*\n)", source):
        lead = len(part) - len(part.lstrip("\0\n\t "))
        if text := part.strip("\0\n\t "):
            texts.append(Text(line + part.count("\n", 0, lead), html.unescape(text)))
        line += part.count("\n")
    return tuple(text for text in texts if len(text.text.split()) > 1)


def _replace_and_keep_lines(replacement: str, match: re.Match[str]) -> str:
    return replacement + "\n" * match[0].count("\n")


def _names_bound_by(node: ast.AST) -> Iterator[Text]:
    match node:
        case ast.arg(arg=name, lineno=line):
            yield Text(line, name)
        case ast.Name(id=name, ctx=ast.Store(), lineno=line):
            yield Text(line, name)
        case (
            ast.FunctionDef(name=name, lineno=line)
            | ast.AsyncFunctionDef(name=name, lineno=line)
            | ast.ClassDef(name=name, lineno=line)
        ):
            yield Text(line, name)
        case (
            ast.ExceptHandler(name=str(name), lineno=line)
            | ast.MatchAs(name=str(name), lineno=line)
            | ast.MatchStar(name=str(name), lineno=line)
            | ast.alias(asname=str(name), lineno=line)
        ):
            yield Text(line, name)


def _fill_in(string: ast.JoinedStr) -> str:
    """Return an f-string with `N` for each of its values."""
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else "N" for part in string.values
    )


@cache
def all_findings() -> tuple[Finding, ...]:
    """Return everything in the product that is to be reworded."""
    return tuple(chain(_code_findings(), _template_findings()))


def _code_findings() -> Iterator[Finding]:
    for file in code_files():
        package, code = package_of(file), read_code(file)
        for line, name in code.names:
            if is_vague(name):
                yield Finding("name", package, file, line, name)
        for line, docstring in code.docstrings:
            if begins_without_verb_or_noun(docstring):
                first_line = docstring.splitlines()[0]
                yield Finding("docstring", package, file, line, first_line)
        yield from _phrase_findings(package, file, code.strings)


def _template_findings() -> Iterator[Finding]:
    for file in template_files():
        yield from _phrase_findings(package_of(file), file, read_template(file))


def _phrase_findings(package: str, file: Path, texts: Iterable[Text]) -> Iterator[Finding]:
    for line, text in texts:
        for offset, phrase in refused_phrases(text):
            yield Finding("phrase", package, file, line + text.count("\n", 0, offset), phrase)


@cache
def figures_by_package() -> dict[str, Figures]:
    """Return the figures of each package of the product."""
    lines: Counter[str] = Counter({TEMPLATES: 0})
    docstrings: Counter[str] = Counter()
    for file in code_files():
        lines[package_of(file)] += read_code(file).lines
        docstrings[package_of(file)] += len(read_code(file).docstrings)
    numbers: defaultdict[str, Counter[Kind]] = defaultdict(Counter)
    for finding in all_findings():
        numbers[finding.package][finding.kind] += 1
    return {
        package: Figures(
            1000 * numbers[package]["name"] / max(lines[package], 1),
            100 * numbers[package]["docstring"] / max(docstrings[package], 1),
            numbers[package]["phrase"],
        )
        for package in sorted(lines)
    }


def main(folder: str = "") -> None:
    """Print the findings of a folder and its templates, and the figures of each package."""
    place = (ROOT / folder).resolve()
    for finding in all_findings():
        package = ROOT / finding.package.replace(".", "/")
        if finding.file.is_relative_to(place) or package.is_relative_to(place):
            print(finding)
    print(f"\n{'package':24}{'names':>10}{'docstrings':>12}{'phrases':>10}")
    for package, figures in figures_by_package().items():
        print(f"{package:24}{figures.names:10.1f}{figures.docstrings:10.1f} %{figures.phrases:10}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
