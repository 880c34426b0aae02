#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps the code and the output in a Markdown page equal to the sources and to what the programs print.

    <!-- snippet: docs/tutorial/counter.cpp#module -->     a region of a file, between `// [module]` and `// [/module]`
    <!-- output: tutorial_counter -->                      what a program of the build folder prints

Each marker is followed by a fenced block, which this script rewrites; with --check it changes nothing and says
whether the page is up to date.
"""
import argparse
import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"(<!-- (snippet|output): (\S+?)(?: (\d+)-(\d+))? -->\n)```(\w*)\n.*?^```\n", re.S | re.M)


def region(root, name):
    path, _, label = name.partition("#")
    text = (root / path).read_text()
    if label:
        found = re.search(rf"^( *)// \[{label}\]\n(.*?)^ *// \[/{label}\]$", text, re.S | re.M)
        if not found:
            sys.exit(f"{path}: there is no region [{label}]")
        indent, text = len(found.group(1)), found.group(2)
        text = "\n".join(line[indent:] if line[:indent].isspace() else line for line in text.split("\n"))
    return text.strip("\n")


def output(programs, name):
    run = subprocess.run([str(programs / name)], capture_output=True, text=True, timeout=120)
    if run.returncode != 0:
        sys.exit(f"{name} failed: {run.stderr.strip()}")
    return run.stdout.strip("\n")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("page", type=pathlib.Path)
    arguments.add_argument("--programs", type=pathlib.Path, required=True, help="folder of the built programs")
    arguments.add_argument("--check", action="store_true")
    options = arguments.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    page = options.page.read_text()

    def fill(found):
        marker, kind, name, first, last, language = found.groups()
        text = region(root, name) if kind == "snippet" else output(options.programs, name)
        if first:
            text = "\n".join(text.split("\n")[int(first) - 1:int(last)])
        return f"{marker}```{language}\n{text}\n```\n"

    fresh = BLOCK.sub(fill, page)
    if fresh == page:
        return
    if options.check:
        sys.exit(f"{options.page} is stale; run: python3 docs/snippets.py {options.page} --programs {options.programs}")
    options.page.write_text(fresh)


if __name__ == "__main__":
    main()
