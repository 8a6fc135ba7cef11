"""What docs/games.md shows works as shown."""

import re
from pathlib import Path

from games.rules import GAMES, parameters

GUIDE = (Path(__file__).parents[2] / "docs" / "games.md").read_text()


def test_the_game_of_the_guide_is_written_in_thirty_lines_and_keeps_to_the_contract(tmp_path):
    blocks = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert len(blocks) == 3
    lines = [line for line in blocks[0].splitlines() if line.strip()]
    assert len(lines) <= 30
    source = tmp_path / "kayles.py"
    source.write_text("\n".join(blocks))
    exec(compile(source.read_text(), str(source), "exec"), {"__name__": "kayles"})


def test_every_game_its_parameters_and_its_evaluations_are_in_the_tables():
    for name, factory in GAMES.items():
        row = next(line for line in GUIDE.splitlines() if line.startswith(f"| `{name}` |"))
        assert [word for word in parameters(name) if f"`{word}`" not in row] == []
        for evaluation in factory().evaluations:
            assert re.search(rf"^\| `{evaluation}` \| `{name}`", GUIDE, re.MULTILINE)


def test_the_positions_in_the_table_are_read():
    table = {row.split("|")[1].strip(" `"): row.split("|")[3] for row in GUIDE.splitlines() if row.startswith("| `")}
    for name in ("tictactoe", "connect-four", "othello", "nim"):
        for text in re.findall("`(.+?)`", table[name]):
            sizes = {"othello": {"width": 4, "height": 4}, "nim": {"heaps": (3, 5, 7)}}
            assert GAMES[name](**sizes.get(name, {})).read(text)
