"""The results of a survey as a Parquet file, for DuckDB, pandas and others; this needs pyarrow."""

from contextlib import suppress
from errno import EEXIST
from pathlib import Path

from freecell_tui.storage.files import FileProblem, temporary_path
from freecell_tui.surveys.folder import Survey


def write_parquet(survey: Survey, path: Path) -> None:
    """Write the rows to a Parquet file, all or none; raise ImportError without pyarrow, SurveyError or OSError.

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
    with suppress(RuntimeError):  # a link to itself remains one
        path = path.resolve()
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise FileProblem(EEXIST, "it is not a file", str(path))
    staged = temporary_path(path.parent)
    try:
        with parquet.ParquetWriter(staged, schema, compression="zstd") as writer:
            for number in sorted(survey.done()):
                if rows := survey.rows(number):
                    writer.write_table(pa.Table.from_pylist([row._asdict() for row in rows], schema=schema))
        staged.replace(path)
    finally:
        staged.unlink(missing_ok=True)
