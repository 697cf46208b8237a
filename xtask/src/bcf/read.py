"""Reads BCF files as a program of somebody else does, and compares them with the groups of a report.

`read.py report.json 2.1=clashes.bcf 3.0=clashes3.bcf`. bcf-client's classes were made from the published schemas: read strictly, an element or attribute that they do
not have, or a value of another type, is an error.
"""

import json
import sys
import zipfile

import bcf.v2.model
import bcf.v3.model
from bcf.bcfxml import load
from xsdata.formats.dataclass.parsers import XmlParser
from xsdata.formats.dataclass.parsers.config import ParserConfig

STRICT = XmlParser(
    config=ParserConfig(
        fail_on_unknown_properties=True, fail_on_unknown_attributes=True, fail_on_converter_warnings=True
    )
)


def strictly(file, model):
    """Every document in the file, by its ending."""
    kinds = {"markup.bcf": "Markup", ".bcfv": "VisualizationInfo", "bcf.version": "Version"}
    kinds |= {"extensions.xml": "Extensions", "project.bcfp": "ProjectExtension"}
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None, f"{file} is damaged"
        for name in archive.namelist():
            data = archive.read(name)
            if name.endswith(".png"):
                assert data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) > 1000, f"{name} is no picture"
                continue
            kind = next((kind for ending, kind in kinds.items() if name.endswith(ending)), None)
            assert kind and hasattr(model, kind), f"{name} does not belong into such a file"
            STRICT.from_bytes(data, getattr(model, kind))


def main():
    report, *files = sys.argv[1:]
    with open(report, encoding="utf-8") as text:
        report = json.load(text)
    groups = len(report["groups"])
    for version, file in (word.split("=", 1) for word in files):
        strictly(file, bcf.v2.model if version == "2.1" else bcf.v3.model)
        with load(file) as opened:
            assert opened.version.version_id == version, (version, opened.version.version_id)
            assert len(opened.topics) == groups, f"{len(opened.topics)} topics of {groups} groups"
            for topic in opened.topics.values():
                assert topic.topic.title, "a topic has no title"
                assert topic.viewpoints, f"{topic.topic.title} has no viewpoint"
        print(f"BCF {version}: {groups} topics, as the report has groups")


main()
