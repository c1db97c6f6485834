"""Many cases in one test: a failure names the case that it had."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path

Test = Callable[..., None]


def with_each(names: str | tuple[str, ...], values: Iterable[object]) -> Callable[[Test], Test]:
    """Run a test with each of some values, as `parametrize` does, but as one test; each has a folder of its own."""
    if isinstance(names, str):
        names, values = (names,), ((value,) for value in values)
    cases = [dict(zip(names, value, strict=True)) for value in values]  # type: ignore[call-overload]

    def decorated(test: Test) -> Test:
        @wraps(test)
        def run(**fixtures: object) -> None:
            assert cases
            for number, case in enumerate(cases):
                folder = fixtures.get("tmp_path")
                if isinstance(folder, Path):
                    case["tmp_path"] = folder / str(number)
                    (folder / str(number)).mkdir()
                try:
                    test(**fixtures | case)
                except BaseException as error:
                    error.add_note(f"The case was {case}.")
                    raise

        own = [each for name, each in inspect.signature(test).parameters.items() if name not in names]
        run.__signature__ = inspect.Signature(own)  # type: ignore[attr-defined]
        return run

    return decorated
