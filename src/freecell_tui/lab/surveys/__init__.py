"""Surveys: one question about thousands or billions of deals, on one machine or many.

The results are in a folder, see `folder`, and the work is done by any executor of `concurrent.futures`:

    from concurrent.futures import ProcessPoolExecutor
    from freecell_tui.lab.surveys import DealSet, Question, Survey, Workers, run_survey

    survey = Survey.create(Path("folder"), Question(), DealSet([(1, 1000)]))
    run_survey(survey, Workers(lambda: ProcessPoolExecutor(4), lambda _: 8))
"""

from freecell_tui.lab.surveys.folder import Survey, SurveyError
from freecell_tui.lab.surveys.leader import Workers, run_survey
from freecell_tui.lab.surveys.survey import DEFAULT_BUDGET, LOST, OPEN, WON, DealSet, Find, Question

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
