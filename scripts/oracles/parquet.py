#!/usr/bin/env python3
"""Lets DuckDB, pyarrow and Polars read every Parquet file of a directory and compares them.

Needs duckdb 2.0.0, pyarrow 26.0.1 and polars 2.1.0 (pip install "duckdb==2.0.0"
"pyarrow==26.0.1" "polars==2.1.0"). To have something to read:

    SHAKEOUT_DUMP_DIRECTORY=/some/directory swift test --filter ParquetTests
    scripts/oracles/parquet.py /some/directory --sizes

For each column the three readers must agree on type, null count, sum, minimum and maximum, and the
statistics in the file must agree with the values. If a manifest.json next to a file lists it, the
row counts must be equal. With --sizes the file must not be larger than what DuckDB writes for the
same table with zstd. Exit status 0: all agree, 1: they do not.
"""

import argparse
import datetime
import json
import math
import sys
import tempfile
from pathlib import Path

import duckdb
import polars
import pyarrow
import pyarrow.compute
import pyarrow.parquet

# A file with fewer rows is mostly headers, so its size says little about the encoding.
ROWS_TO_COMPARE_SIZES = 10_000


EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def normal(value):
    """A value in a form in which the results of the three readers can be compared."""
    if isinstance(value, datetime.datetime):
        return (value - EPOCH) // datetime.timedelta(milliseconds=1)
    if isinstance(value, float):
        if math.isnan(value):
            return "nan"
        return 0.0 if value == 0 else float(f"{value:.9g}")
    return value


def kind_of(arrow_type):
    types = pyarrow.types
    if types.is_boolean(arrow_type):
        return "boolean"
    if types.is_integer(arrow_type):
        return "integer"
    if types.is_floating(arrow_type):
        return "double"
    if types.is_date(arrow_type):
        return "date"
    if types.is_timestamp(arrow_type):
        return "timestamp"
    return "text"


def by_duckdb(path, kinds):
    connection = duckdb.connect()
    facts = {}
    for name, kind in kinds.items():
        column = f'epoch_ms("{name}")' if kind == "timestamp" else f'"{name}"'
        valid = f"not isnan({column})" if kind == "double" else "true"
        casts = {"boolean": "int", "integer": "hugeint", "timestamp": "hugeint"}
        number = f"{column}::{casts[kind]}" if kind in casts else column
        finite = f"{valid} and isfinite({column})" if kind == "double" else valid
        total = f"sum({number}) filter ({finite})" if kind != "date" else "null"
        if kind == "text":
            total = f"sum(strlen({column}))"
        row = connection.execute(
            f"select count(*), count({column}), {total}, min({column}) filter ({valid}),"
            f" max({column}) filter ({valid}) from read_parquet('{path}')"
        ).fetchone()
        facts[name] = (row[0], row[0] - row[1], row[2], row[3], row[4])
    return facts


def by_pyarrow(path, kinds):
    table = pyarrow.parquet.read_table(path)
    compute = pyarrow.compute
    facts = {}
    for name, kind in kinds.items():
        column = table[name]
        values = column.drop_null()
        if kind == "timestamp":
            values = values.cast(pyarrow.int64())
        if kind == "double":
            values = values.filter(compute.invert(compute.is_nan(values)))
        total = None
        if kind == "double":
            total = compute.sum(values.filter(compute.is_finite(values))).as_py()
        elif kind == "text":
            total = compute.sum(compute.binary_length(values)).as_py()
        elif kind == "boolean":
            total = compute.sum(values).as_py()
        elif kind in ("integer", "timestamp"):
            total = sum(values.to_pylist()) if len(values) else None
        if kind == "text":
            ordered = sorted(values.unique().to_pylist(), key=lambda text: text.encode())
            low, high = (ordered[0], ordered[-1]) if ordered else (None, None)
        else:
            bounds = compute.min_max(values)
            low, high = bounds["min"].as_py(), bounds["max"].as_py()
        facts[name] = (len(column), column.null_count, total, low, high)
    return facts


def by_polars(path, kinds):
    frame = polars.read_parquet(path)
    facts = {}
    for name, kind in kinds.items():
        column = frame[name]
        values = column.drop_nulls()
        if kind == "timestamp":
            values = values.dt.epoch("ms")
        if kind == "double":
            values = values.filter(values.is_not_nan())
        total = None
        if len(values):
            if kind == "double":
                finite = values.filter(values.is_finite())
                total = finite.sum() if len(finite) else None
            elif kind == "text":
                total = values.str.len_bytes().cast(polars.Int64).sum()
            elif kind == "boolean":
                total = values.sum()
            elif kind in ("integer", "timestamp"):
                total = sum(values.to_list())
        facts[name] = (len(column), column.null_count(), total, values.min(), values.max())
    return facts


def check_types(path, arrow_schema):
    """The readers must see the same logical types."""
    problems = []
    families = {
        "bool": ("BOOLEAN", "Boolean"),
        "int16": ("SMALLINT", "Int16"),
        "int32": ("INTEGER", "Int32"),
        "int64": ("BIGINT", "Int64"),
        "date32[day]": ("DATE", "Date"),
        "double": ("DOUBLE", "Float64"),
        "string": ("VARCHAR", "String"),
        "timestamp[ms, tz=UTC]": (
            "TIMESTAMP WITH TIME ZONE",
            "Datetime(time_unit='ms', time_zone='UTC')",
        ),
    }
    described = duckdb.sql(f"describe select * from read_parquet('{path}')").fetchall()
    frame = polars.read_parquet_schema(path)
    for field, row in zip(arrow_schema, described, strict=True):
        expected = families.get(str(field.type))
        found = (row[1], str(frame[field.name]))
        if expected != found:
            problems.append(f"{field.name}: types {field.type}, {found[0]}, {found[1]}")
    return problems


def check_statistics(path, facts):
    """The statistics in the footer must equal those of the values."""
    problems = []
    metadata = pyarrow.parquet.read_metadata(path)
    for index in range(metadata.num_columns):
        name = metadata.schema.column(index).name
        chunks = [metadata.row_group(g).column(index) for g in range(metadata.num_row_groups)]
        if not chunks:
            continue
        _, nulls, _, low, high = facts[name]
        statistics = [chunk.statistics for chunk in chunks]
        if any(s is None for s in statistics):
            problems.append(f"{name}: statistics missing")
            continue
        if sum(s.null_count for s in statistics) != nulls:
            problems.append(f"{name}: null counts in the footer add up to another sum")
        bounded = [s for s in statistics if s.has_min_max]
        if len(bounded) < len(statistics):
            continue
        key = (lambda text: text.encode()) if isinstance(low, str) else (lambda value: value)
        claimed = (min((s.min for s in bounded), key=key), max((s.max for s in bounded), key=key))
        if tuple(map(normal, claimed)) != (normal(low), normal(high)):
            problems.append(f"{name}: the footer says {claimed}, the values say {(low, high)}")
    return problems


def manifest_rows(path):
    """The row count of a file in the manifest next to it, if it is listed."""
    manifest = path.parent / "manifest.json"
    if not manifest.exists():
        return None

    def search(node):
        if isinstance(node, list):
            return next((found for item in node if (found := search(item)) is not None), None)
        if not isinstance(node, dict):
            return None
        if any(isinstance(v, str) and Path(v).name == path.name for v in node.values()):
            return next((node[k] for k in ("rowCount", "rows", "row_count") if k in node), None)
        return search(list(node.values()))

    return search(json.loads(manifest.read_text()))


def check_size(path, row_count):
    """Compares with what DuckDB writes; returns a problem and a remark."""
    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory) / "copy.parquet"
        duckdb.sql(
            f"copy (select * from read_parquet('{path}')) to '{copy}'"
            " (format parquet, compression zstd)"
        )
        ours, theirs = path.stat().st_size, copy.stat().st_size
    remark = f"{ours} bytes, DuckDB {theirs} ({ours / theirs:.3f})"
    if row_count >= ROWS_TO_COMPARE_SIZES:
        remark += f", {ours / row_count:.3f} a row"
        if ours > theirs:
            return [f"{remark}: larger than DuckDB's"], remark
    return [], remark


def check(path, sizes):
    schema = pyarrow.parquet.read_schema(path)
    kinds = {field.name: kind_of(field.type) for field in schema}
    problems = check_types(path, schema)
    answers = [by_duckdb(path, kinds), by_pyarrow(path, kinds), by_polars(path, kinds)]
    for name in kinds:
        seen = [tuple(map(normal, answer[name])) for answer in answers]
        if len({repr(one) for one in seen}) > 1:
            problems.append(f"{name}: DuckDB {seen[0]}, pyarrow {seen[1]}, Polars {seen[2]}")
    problems += check_statistics(path, answers[1])
    row_count = next(iter(answers[1].values()))[0]
    expected = manifest_rows(path)
    if expected is not None and expected != row_count:
        problems.append(f"the manifest says {expected} rows, the file has {row_count}")
    remark = ""
    if sizes:
        larger, remark = check_size(path, row_count)
        problems += larger
    listed = "" if expected is None else ", as in the manifest"
    print(f"{path.name}: {row_count} rows{listed}, {len(kinds)} columns. {remark}")
    for problem in problems:
        print(f"  {problem}")
    return not problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--sizes", action="store_true", help="compare sizes with DuckDB's")
    arguments = parser.parse_args()
    paths = sorted(arguments.directory.rglob("*.parquet"))
    if not paths:
        sys.exit(f"{arguments.directory} holds no Parquet file")
    results = [check(path, arguments.sizes) for path in paths]
    print(f"{sum(results)} of {len(results)} files agree")
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
