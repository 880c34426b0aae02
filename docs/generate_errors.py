#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/errors.md: every finding of Burin, with a program that gets it and what that program reports.

    docs/errors/template.md      the text of the page
    docs/errors/B0101.cpp        a program: the part between `// [program]` and `// [/program]` is shown
    docs/errors/B0303.ir, .hex   a file that belongs to a program: shown as a whole
    docs/errors/refused.cpp      what does not compile, in regions `// [title]`

A line with the comment `<- B0101` is where the finding must be; nothing else may be reported. A line with `<- refused` is
refused by the compiler with a message without id. All programs are in one executable, `error_gallery`.

With --check nothing is written; the exit status says whether the page is what it would be.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "errors"
PAGE = ROOT / "docs" / "errors.md"
TABLE = ROOT / "dsl" / "include" / "burin" / "base" / "diagnostics.def"
ROW = re.compile(r'^BURIN_DIAGNOSTIC\("(B\d{4})", \w+, "([\w-]+)", (\w+), "(.*)"\)$')
GROUP = re.compile(r"^// (B\d\d): (.*)$")
MARK = re.compile(r"\s*(?://|#) <- (B\d{4}|refused)$")
FINDING = re.compile(r"^(\S+?):(\d+):(\d+): (error|warning|note|ignored)\[(B\d{4}) [\w-]+\]: ")
PLACE = re.compile(r"^(?:In file included )?.*?([^\s/]+\.cpp):(\d+):\d+:")
LANGUAGES = {".cpp": "cpp", ".hex": "text", ".ir": "text"}


def fail(text):
    sys.exit(f"docs/generate_errors.py: {text}")


class Finding:
    """A row of the table of diagnostics."""
    def __init__(self, code, name, severity, summary, group):
        self.code, self.name, self.severity, self.summary, self.group = code, name, severity, summary, group

    @property
    def anchor(self):
        return f"{self.code} {self.name}".lower().replace(" ", "-")


def findings():
    rows, group = [], ""
    for line in TABLE.read_text().splitlines():
        if found := GROUP.match(line):
            group = found.group(2)
        elif found := ROW.match(line):
            rows.append(Finding(*found.groups(), group))
        elif line.startswith("BURIN_DIAGNOSTIC"):
            fail(f"{TABLE.name} has a line that is not understood: {line}")
    return rows


# ------------------------------------------------------------------------------------------------- programs


def marks(path):
    """(line, code) of the marked lines of a file."""
    lines = path.read_text().split("\n")
    return [(number, found.group(1)) for number, line in enumerate(lines, 1) if (found := MARK.search(line))]


def regions(path):
    """Text and first line number of the regions of a C++ file, by title."""
    result, title, first, text = {}, None, 0, []
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if title is None and (found := re.fullmatch(r"// \[([^/].*)\]", line)):
            title, first, text = found.group(1), number + 1, []
        elif title is not None and line == f"// [/{title}]":
            result[title] = (first, "\n".join(text).strip("\n"))
            title = None
        elif title is not None:
            text.append(line)
    if title is not None:
        fail(f"{path.name}: the region [{title}] has no end")
    return result


def block(language, text):
    return f"```{language}\n{text}\n```\n"


def sources(code):
    """The program of a finding as it is shown."""
    shown = []
    for path in sorted(FOLDER.glob(f"{code}.*")):
        if path.suffix == ".cpp":
            region = regions(path).get("program")
            if region:
                shown.append(block("cpp", region[1]))
        elif path.suffix in LANGUAGES:
            name = path.relative_to(ROOT)
            shown.append(f"`{name}`:\n\n" + block(LANGUAGES[path.suffix], path.read_text().strip("\n")))
        else:
            fail(f"{path.name}: files of this kind are not shown")
    return "\n".join(shown)


def reports(gallery):
    """What each program prints, by code. Paths are relative to the root of the repository."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    run = subprocess.run([str(gallery)], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    if run.returncode != 0:
        fail(f"{gallery.name} failed: {run.stderr.strip()}")
    parts = re.split(r"^== (\S+)\n", run.stdout.replace(f"{ROOT}/", ""), flags=re.M)
    result = {}
    for code, text in zip(parts[1::2], parts[2::2]):
        if code in result:
            fail(f"two programs register as {code}")
        result[code] = text.strip("\n")
    return result


def check_report(row, report):
    """The report has the finding at the marked lines, and nothing else."""
    marked = {(f"docs/errors/{path.name}", number): code for path in FOLDER.glob(f"{row.code}.*")
              for number, code in marks(path)}
    if not marked:
        fail(f"{row.code}: the program has no line that is marked with `<- {row.code}`")
    found = {}
    for line in report.split("\n"):
        if one := FINDING.match(line):
            file, number, _, severity, code = one.groups()
            found[(file, int(number))] = code
            if severity != row.severity:
                fail(f"{row.code}: the severity is {severity} in the report, {row.severity} in the table")
        elif re.match(r"^(error|warning)\[", line):
            fail(f"{row.code}: a finding without a place: {line}")
        elif one := re.match(r"^(\S+?):\d+:\d+: note: ", line):
            if not one.group(1).startswith("docs/errors/"):
                fail(f"{row.code}: a place outside the program: {line}")
    if found != marked:
        fail(f"{row.code}: expected findings at {sorted(marked.items())}, reported {sorted(found.items())}")


# ------------------------------------------------------------------------------------------ what is refused


def messages(compiler, path):
    """Burin's messages of a compilation, by line of the file. g++ states the line before the error, clang behind it."""
    command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{ROOT / 'dsl' / 'include'}", "-fdiagnostics-color=never",
               "-fno-diagnostics-show-caret" if "clang" not in version(compiler) else "-fno-caret-diagnostics",
               *(["-ferror-limit=0"] if "clang" in version(compiler) else []), str(path)]
    run = subprocess.run(command, env={**os.environ, "LC_ALL": "C.UTF-8"}, capture_output=True, text=True, timeout=300)
    if run.returncode == 0:
        fail(f"{path.name} compiles")
    result, line, text = {}, None, None

    def note():
        if text is not None and line is not None:
            result.setdefault(line, []).append(text)

    for output in run.stderr.split("\n"):
        here = re.search(rf"{path.name}:(\d+):\d+:", output)
        error = re.search(r"error: (.*)$", output)
        if "clang" in version(compiler):
            if error:
                note()
                line, text = None, None
                burin = re.search(r"(Burin\b.*)$", error.group(1))
                text = burin.group(1) if burin else fail_on(path, error.group(0))
            if here:
                line = int(here.group(1))  # the last one is the outermost
        else:
            if here and "required from here" in output:
                line = int(here.group(1))
            if error:
                burin = re.search(r"static assertion failed: (Burin\b.*)$", error.group(1))
                text = burin.group(1) if burin else fail_on(path, output)
                note()
                text = None
    note()
    return result


def fail_on(path, output):
    fail(f"{path.name}: an error that is no message of Burin: {output}")


VERSIONS = {}


def version(compiler):
    if compiler not in VERSIONS:
        VERSIONS[compiler] = subprocess.run([compiler, "--version"], capture_output=True, text=True, timeout=60).stdout
    return VERSIONS[compiler]


def refused(compiler):
    """The section on what does not compile, and the codes in it."""
    path = FOLDER / "refused.cpp"
    given, marked = messages(compiler, path), dict(marks(path))
    for line, texts in given.items():
        if line not in marked:
            fail(f"refused.cpp:{line} is refused, and is not marked: {texts[0]}")
    out, codes = [], {}
    for title, (first, text) in regions(path).items():
        lines = text.split("\n")
        plain = re.sub(r" *// <- \w+$", "", text, flags=re.M)
        out += [f"### {title}", "", block("cpp", plain)]
        for number, line in enumerate(lines, first):
            if number not in marked:
                continue
            texts = given.get(number, [])
            if len(texts) != 1:
                fail(f"refused.cpp:{number} has {len(texts)} messages of Burin, 1 expected: {texts}")
            code = marked[number]
            has_code = re.match(r"Burin (B\d{4}): ", texts[0])
            if (has_code.group(1) if has_code else "refused") != code:
                fail(f"refused.cpp:{number} is marked {code}; the message is: {texts[0]}")
            written = re.sub(r"^\s*|\s*// <- \w+$", "", line)
            out.append(f"* `{written}`<br>{quoted(texts[0])}")
            if has_code:
                codes.setdefault(code, []).append((written, texts[0]))
        out.append("")
    return "\n".join(out).strip("\n") + "\n", codes


def quoted(text):
    """A message as a code span, which may have code in it."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


# ------------------------------------------------------------------------------------------------- the page


def index(rows):
    out = ["| id | name | severity | what it says |", "|---|---|---|---|"]
    for row in rows:
        summary = row.summary.replace("|", "\\|")
        out.append(f"| [{row.code}](#{row.anchor}) | {row.name} | {row.severity} | {summary} |")
    return "\n".join(out) + "\n"


def page(gallery, compiler):
    rows = findings()
    by_code = {row.code: row for row in rows}
    reported = reports(gallery)
    section, codes = refused(compiler)
    for path in FOLDER.glob("B*.*"):
        if path.stem not in by_code:
            fail(f"{path.name}: the table has no {path.stem}")
    out, group = [], None
    for row in rows:
        if row.group != group:
            group = row.group
            out += [f"## {row.code[:3]}: {group}", ""]
        out += [f"### {row.code} {row.name}", "", f"{row.summary} Severity: {row.severity}.", ""]
        if row.code in reported:
            check_report(row, reported[row.code])
            out += [sources(row.code), block("text", reported[row.code])]
        elif row.code not in codes:
            fail(f"{row.code} {row.name} has no program: write docs/errors/{row.code}.cpp")
        if row.code in codes:
            out += ["The compiler finds it where it knows the types:" if row.code in reported else
                    "Only the compiler finds it:", ""]
            out += [f"* `{written}`<br>{quoted(text)}" for written, text in codes[row.code]] + [""]
    parts = {"index": index(rows), "refused": section, "findings": "\n".join(out).strip("\n") + "\n"}

    def fill(found):
        kind, name = found.group(1), found.group(2)
        if kind == "program":
            return sources(name) + "\n" + block("text", reported[name])
        return block("text", reported[name]) if kind == "report" else parts[kind]

    text = re.sub(r"^<!-- (\w+)(?:: (\w+))? -->\n", fill, (FOLDER / "template.md").read_text(), flags=re.M)
    notice = "<!-- Generated by docs/generate_errors.py from docs/errors/; do not edit. -->\n"
    return notice + text


def without_columns(text):
    text = re.sub(r"(\w\.(?:cpp|ir):\d+):\d+: ", r"\1: ", text)
    return re.sub(r"^(\s+\|)\s+\^\n", r"\1 ^\n", text, flags=re.M)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--programs", type=pathlib.Path, required=True, help="folder with the built error_gallery")
    arguments.add_argument("--compiler", default=os.environ.get("CXX", "g++"), help="C++ compiler for refused.cpp")
    arguments.add_argument("--any-column", action="store_true", help="with --check: columns may differ")
    arguments.add_argument("--check", action="store_true")
    options = arguments.parse_args()
    fresh = page(options.programs / "error_gallery", options.compiler)
    old = PAGE.read_text() if PAGE.exists() else ""
    if fresh == old or (options.check and options.any_column and without_columns(fresh) == without_columns(old)):
        return
    if options.check:
        sys.exit(f"docs/errors.md is stale; run: python3 docs/generate_errors.py --programs {options.programs}")
    temporary = PAGE.with_suffix(".md.new")
    temporary.write_text(fresh)
    temporary.replace(PAGE)


if __name__ == "__main__":
    main()
