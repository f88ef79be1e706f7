#!/usr/bin/env python3
"""Runs or reads every file of a folder as a user of its kind would; the kind is the file's ending.

Names in these files try to act: each would make a file whose name holds RAN, or be a line, an element or a formula of
what it stands in. One line on standard output tells what went wrong with a file; nothing told: all is well.
"""
import ast
import csv
import html.parser
import importlib.abc
import importlib.util
import io
import json
import os
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree
from unittest import mock

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e]")


class AnyModule(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Whatever library a script imports is there, and does nothing."""

    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_loader(name, self)

    def create_module(self, spec):
        module = mock.MagicMock(spec_set=None)
        module.__spec__ = spec
        module.__path__ = []
        return module

    def exec_module(self, module):
        pass


def python(path, data):
    # As the interpreter reads it: a comment of the first lines may name another encoding.
    tree = ast.parse(data, path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("system", "popen"), "a name became code"
    finder = AnyModule()
    sys.meta_path.append(finder)
    try:
        scope = {"__name__": "exported"}
        exec(compile(data, path, "exec"), scope)
        if "apply" in scope:
            scope["apply"](mock.MagicMock())
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name, module in sys.modules.items() if isinstance(module, mock.MagicMock)]:
            del sys.modules[name]


def arguments(path, data):
    # The lines that are no comment are the arguments of a program; the file as a script runs none of its names.
    words = subprocess.run(["bash", "-c", 'set -f; printf "%s\\n" $(grep -v "^#" "$0")', path], check=True,
                           capture_output=True, text=True).stdout.split("\n")
    for word in words:
        assert "RAN" not in word and "evil" not in word, f"argument {word!r}"
    subprocess.run(["bash", "-n", path], check=True, capture_output=True)
    subprocess.run(["bash", path], env={"PATH": "/usr/bin:/bin"}, capture_output=True, check=False)


def strings_of(value):
    if isinstance(value, dict):
        for key, member in value.items():
            yield key
            yield from strings_of(member)
    elif isinstance(value, list):
        for member in value:
            yield from strings_of(member)
    elif isinstance(value, str):
        yield value


def toml(path, data):
    for text in strings_of(tomllib.loads(data.decode())):
        assert "RAN" not in text and "evil" not in text, f"value {text!r}"


def json_text(path, data):
    text = data.decode()
    assert not CONTROL.search(text), "a control character stands in it as it is"
    json.loads(text)


def table(path, data, separator):
    text = data.decode()
    assert not CONTROL.search(text.replace("\r\n", "\n")), "a control character"
    rows = list(csv.reader(io.StringIO(text), delimiter=separator, strict=True))
    assert rows, "no rows"
    for number, row in enumerate(rows, 1):
        assert len(row) == len(rows[0]), f"row {number} has {len(row)} cells, not {len(rows[0])}"
        for cell in row:
            if cell.strip()[:1] in ("=", "@") and len(cell.strip()) > 1:
                raise AssertionError(f"row {number}: formula {cell!r}")
            if cell[:1] in ("+", "-") and len(cell) > 1:
                assert not re.search(r"[(|!=&:*\"']", cell), f"row {number}: formula {cell!r}"


class Page(html.parser.HTMLParser):
    """Elements and attributes as a browser sees them."""

    def handle_starttag(self, tag, attributes):
        assert tag not in ("script", "iframe", "object", "base", "link"), f"<{tag}>"
        for name, value in attributes:
            assert not name.startswith("on"), f"{tag} {name}"
            assert "RAN" not in (value or "") or name in ("content", "alt", "aria-label"), f"{tag} {name}={value}"
            if name in ("href", "src"):
                assert value.startswith(("#", "data:")), f"{tag} {name}={value}"


def page(path, data):
    text = data.decode()
    assert not CONTROL.search(text), "a control character"
    Page().feed(text)
    if text.startswith("<!DOCTYPE"):
        xml.etree.ElementTree.fromstring(text)


def drawing(path, data):
    root = xml.etree.ElementTree.fromstring(data)
    for element in root.iter():
        assert not element.tag.endswith("script"), element.tag
        for name in element.attrib:
            assert not name.startswith("on"), name


def markdown(path, data):
    text = data.decode()
    assert not CONTROL.search(text), "a control character"
    bare = re.sub(r"\\[\\`*_{}\[\]<>#|~$&+=.)-]", "", text)
    for number, line in enumerate(bare.splitlines(), 1):
        assert not re.search(r"<\w|</|\]\(javascript|`", line), f"line {number}: {line[:80]!r}"
        if "RAN" in line:
            assert not re.match(r"\s*(-{3}|={3}|import |--load)", line), f"line {number}: {line[:80]!r}"
    titles = [line for line in text.splitlines() if re.match(r"\s*# ", line)]
    assert len(titles) == 1, f"{len(titles)} titles"
    rows = 0
    for line in bare.splitlines():
        cells = line.count("|") if line.startswith("|") else 0
        assert not (rows and cells and cells != rows), f"a row of {cells - 1} cells: {line[:80]!r}"
        rows = cells


def plain(path, data):
    assert not CONTROL.search(data.decode()), "a control character"


def pdf(path, data):
    # Nothing acts when it is opened, and the words can be read.
    assert not re.search(rb"/(JavaScript|JS|OpenAction|Launch|URI)\b", data), "an action"
    subprocess.run(["pdftotext", path, "-"], check=True, capture_output=True)


KINDS = {
    "py": python, "args": arguments, "toml": toml, "json": json_text, "html": page, "svg": drawing, "md": markdown,
    "txt": plain, "yaml": plain, "pdf": pdf,
    "csv": lambda path, data: table(path, data, ","), "tsv": lambda path, data: table(path, data, "\t"),
}


def main(folder):
    os.chdir(folder)
    for name in sorted(os.listdir(".")):
        if not os.path.isfile(name):
            continue
        with open(name, "rb") as file:
            data = file.read()
        try:
            KINDS[name.rsplit(".", 1)[-1]](name, data)
        except Exception as fault:  # whatever it is, it is told with its file
            print(f"{name}: {type(fault).__name__}: {fault}")
        for made in os.listdir("."):
            if "RAN" in made:
                print(f"{name}: a name of it was run")
                os.remove(made)


if __name__ == "__main__":
    main(sys.argv[1])
