"""The results of a survey as a Parquet file, for DuckDB, pandas and others; this needs pyarrow."""

from pathlib import Path

from freecell_tui.surveys.folder import Survey


def write_parquet(survey: Survey, path: Path) -> None:
    """Write the rows to a Parquet file; raise ImportError without pyarrow, SurveyError or OSError.

    The columns are `deal`, `result`, `states` and `reason`, which is null unless the result is open.
    """
    import pyarrow as pa  # noqa: PLC0415 - an extra
    from pyarrow import parquet  # noqa: PLC0415 - likewise

    columns = {
        "deal": pa.int64(),
        "result": pa.string(),
        "states": pa.int64(),
        "reason": pa.string(),
    }
    schema = pa.schema(list(columns.items()))
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for number in sorted(survey.done()):
            rows, _ = survey.rows(number)
            if rows:
                writer.write_table(pa.Table.from_pylist(rows, schema=schema))
