"""Surveys: one question about thousands or milliards of deals, on whatever machines there are.

The results are in a folder, see `folder`, and the work is done by any executor of `concurrent.futures`:

    from concurrent.futures import ProcessPoolExecutor
    from freecell_tui.surveys import DealSet, Question, Survey, Workers, run_survey

    survey = Survey.create(Path("folder"), Question(), DealSet([(1, 1000)]))
    run_survey(survey, Workers(lambda: ProcessPoolExecutor(4), lambda _: 8))
"""

from freecell_tui.surveys.deal_set import DealSet
from freecell_tui.surveys.folder import Survey, SurveyError
from freecell_tui.surveys.leader import Workers, run_survey
from freecell_tui.surveys.question import DEFAULT_BUDGET, LOST, OPEN, WON, Find, Question

__all__ = [
    "DEFAULT_BUDGET",
    "LOST",
    "OPEN",
    "WON",
    "DealSet",
    "Find",
    "Question",
    "Survey",
    "SurveyError",
    "Workers",
    "run_survey",
]
