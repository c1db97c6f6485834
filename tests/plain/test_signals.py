"""Signals end line mode once, however many come."""

import signal

import pytest

from freecell_tui.plain.frontend import Leave, Signals


@pytest.mark.parametrize("another", [signal.SIGALRM, signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_comes_on_the_way_out_does_not_ask_again(another: signal.Signals) -> None:
    signals = Signals()
    with signals.handled(), signals.leaving_at_once():
        with pytest.raises(Leave):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(another)
