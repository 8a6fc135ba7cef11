"""docs/problems.md names what there is."""

import inspect
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "problems.md"


def test_the_page_has_every_family_with_its_options_their_defaults_and_its_named_instances(family):
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{family.name}` |")]
    _, _, options, named = (cell.strip() for cell in lines[0].strip("|").split(" | "))
    for name, option in inspect.signature(family.generate).parameters.items():
        default = str(option.default).lower().removesuffix(".0")
        assert (f"`{name}`" if name == "seed" else f"`{name}` {default}") in options
    assert [word.strip("` ") for word in named.split(",") if word.strip("` ")] == list(family.named)
