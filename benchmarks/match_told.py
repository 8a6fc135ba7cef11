"""What came of a match: as text, as JSON, and as a page."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

from benchmarks import words
from benchmarks.match_command import Match, Result, match_of, play
from benchmarks.publish import check_writable
from games.match import Work
from games.quality import MOST_POSITIONS, Quality
from games.strength import PAIR_SCORES, Interval, elo_difference, wilson


def as_json(match: Match, result: Result) -> str:
    """Everything that is known of the match, as one JSON object."""
    asked = asdict(match)
    asked["games_asked"] = asked.pop("games")
    del asked["sprt"]
    elo, judged = elo_difference(result.points, result.games), result.quality
    said: dict[str, Any] = {
        **asked,
        "games": result.games,
        "different_games": result.different,
        "wins": result.wins,
        "draws": result.draws,
        "losses": result.losses,
        "score": result.points / result.games,
        "score_interval": wilson(result.points, result.games),
        "elo": elo.value,
        "elo_interval": elo.interval,
        "pairs": result.pairs,
        "work": [{**asdict(work), **_per_move(work)} for work in result.work],
        "quality": judged and [{**asdict(each), **_each_move(each)} for each in judged],
        "sprt": None,
    }
    if (test := match.sprt) is not None:
        llr = test.llr(result.pairs)
        said["sprt"] = {**asdict(test), "bounds": test.bounds, "llr": llr, "accepted": test.verdict(llr)}
    return json.dumps(said)


def as_text(match: Match, result: Result) -> str:
    """The same for people."""
    rows = _table(match, result)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(wide) for cell, wide in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]
    remarks = list(_remarks(result))
    lines = [_title(match), _games(match, result), "", *_findings(match, result), "", *table, *([""] * bool(remarks))]
    lines += remarks
    return "\n".join(words.visible(line) for line in lines)


def _title(match: Match) -> str:
    return f"{match.game}: {match.first} against {match.second}"


def _games(match: Match, result: Result) -> str:
    opened = (
        f"each opening of {words.number_of(match.opening_plies, 'random ply', 'random plies')} played from both sides"
    )
    return f"{result.games:,} games, {opened}, seed {match.seed}"


def _findings(match: Match, result: Result) -> list[str]:
    score, elo = wilson(result.points, result.games), elo_difference(result.points, result.games)
    counts = ", ".join(f"{count} x {2 * points:g}" for count, points in zip(result.pairs, PAIR_SCORES, strict=True))
    return [
        f"wins {result.wins:,}, draws {result.draws:,}, losses {result.losses:,} of {match.first}",
        f"score {_percent(result.points / result.games)}, 95 % interval {_range(score, _percent)}",
        f"Elo difference {_signed(elo.value)}, 95 % interval {_range(elo.interval, _signed)}",
        f"points in pairs of games: {counts}",
        *_sprt_lines(match, result),
    ]


def _remarks(result: Result) -> Iterator[str]:
    if result.quality is None:
        most = MOST_POSITIONS["compiled"]
        yield f"How good the moves were is not known: only games of at most {most:,} positions are solved for that."
    if result.different < result.games:
        yield f"Only {result.different:,} of the games differ; the intervals take all of them for independent."


def _sprt_lines(match: Match, result: Result) -> list[str]:
    if (test := match.sprt) is None:
        return []
    llr = test.llr(result.pairs)
    verdict = test.verdict(llr)
    said = {
        "H0": f"H0 accepted, {_signed(test.elo0)} Elo rather than {_signed(test.elo1)}",
        "H1": f"H1 accepted, {_signed(test.elo1)} Elo rather than {_signed(test.elo0)}",
        None: f"undecided between {_signed(test.elo0)} and {_signed(test.elo1)} Elo",
    }[verdict]
    bounds = _range(test.bounds, "{:.2f}".format)
    return [f"SPRT: {said}; LLR {llr:.2f}, bounds {bounds} (alpha {test.alpha:g}, beta {test.beta:g})"]


def _table(match: Match, result: Result) -> list[tuple[str, ...]]:
    """A heading, and a line for each player."""
    solved = result.quality is not None
    rows = [("", "moves", "nodes/move", "CPU/move", *(("optimal", "regret/move") if solved else ()))]
    judged = result.quality or (Quality(), Quality())
    for name, work, quality in zip((match.first, match.second), result.work, judged, strict=True):
        each, moves = _per_move(work), _each_move(quality)
        share, regret = moves["optimal_share"], moves["regret_per_move"]
        exact = ("–" if share is None else _percent(share), "–" if regret is None else f"{regret:.3f}")
        cost = words.count(each["nodes_per_move"]), words.seconds(each["cpu_s_per_move"])
        rows.append((name, f"{work.moves:,}", *cost, *(exact if solved else ())))
    return rows


def _each_move(quality: Quality) -> dict[str, float | None]:
    """Means; None where the player had no move to make."""
    return {
        "optimal_share": quality.optimal / quality.moves if quality.moves else None,
        "regret_per_move": quality.regret / quality.moves if quality.moves else None,
    }


def _per_move(work: Work) -> dict[str, float | None]:
    """Means; None where the player had no move to make."""
    return {
        "nodes_per_move": work.nodes / work.moves if work.moves else None,
        "cpu_s_per_move": work.cpu_s / work.moves if work.moves else None,
    }


def _percent(score: float) -> str:
    return f"{100 * score:.1f} %"


def _signed(elo: float) -> str:
    return "0" if round(elo, 1) == 0 else f"{elo:+.1f}"


def _range(interval: Interval, write: Callable[[float], str]) -> str:
    return f"{write(interval.low)} to {write(interval.high)}"


# --- the page --------------------------------------------------------------------------------------------------------

STYLE = """
:root { color-scheme: light dark; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
td, th { padding: .2rem 1rem .2rem 0; text-align: right; }
td:first-child, th:first-child { text-align: left; }
.bar { display: flex; height: 1.6rem; max-width: 40rem; }
.wins { background: #1a7f37; } .draws { background: #9aa5b1; } .losses { background: #b3261e; }
"""


def as_page(match: Match, result: Result) -> str:
    """The same as one HTML file that works offline."""
    counts = {"wins": result.wins, "draws": result.draws, "losses": result.losses}
    bar = "".join(f'<div class="{name}" style="flex:{count}"></div>' for name, count in counts.items() if count)
    heading, *rows = _table(match, result)
    body = "".join(f"<tr>{''.join(f'<td>{_safe(cell)}</td>' for cell in row)}</tr>" for row in rows)
    said = "".join(f"<p>{_safe(line)}</p>" for line in (*_findings(match, result), *_remarks(result)))
    exact = "Optimal: the share of moves that give nothing away; regret: how much of the outcome a move gave away."
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{_safe(_title(match))}</title>'
        f"<style>{STYLE}</style></head><body><h1>{_safe(_title(match))}</h1><p>{_safe(_games(match, result))}</p>"
        f'<div class="bar" role="img" aria-label="{_safe(_findings(match, result)[0])}">{bar}</div>{said}'
        f"<table><thead><tr>{''.join(f'<th>{cell}</th>' for cell in heading)}</tr></thead><tbody>{body}</tbody></table>"
        f"{f'<p>{exact}</p>' if result.quality else ''}</body></html>\n"
    )


def _safe(text: str) -> str:
    return escape(words.visible(text))


def run(typed: Mapping[str, Any], in_json: bool, html: str | None = None) -> None:
    """Play what was typed and print what came of it, or write it as a page. Raises as `match_of` and `play` do.

    html: where the page goes

    Raises:
        OSError: the page cannot be written.
    """
    match = match_of(typed)
    if html is not None:
        check_writable(html)
    result = play(match)
    if html is not None:
        Path(html).write_text(as_page(match, result), encoding="utf-8")
    sys.stdout.write((as_json if in_json else as_text)(match, result) + "\n")
