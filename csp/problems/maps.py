"""Maps that are coloured in textbooks: regions, and which of them share a border (a corner is none)."""

from __future__ import annotations

AUSTRALIA = "WA: NT SA; NT: SA Q; SA: Q NSW V; Q: NSW; NSW: V; V:; T:"
"""Tasmania has no neighbour."""

USA = (
    "WA: OR ID; OR: CA NV ID; CA: NV AZ; NV: ID UT AZ; ID: MT WY UT; MT: ND SD WY; WY: SD NE CO UT; UT: CO AZ;"
    "AZ: NM; CO: NE KS OK NM; NM: OK TX; ND: MN SD; SD: MN IA NE; NE: IA MO KS; KS: MO OK; OK: MO AR TX; TX: AR LA;"
    "MN: WI IA; IA: WI IL MO; MO: IL KY TN AR; AR: TN MS LA; LA: MS; WI: MI IL; IL: IN KY; MI: IN OH; IN: OH KY;"
    "OH: PA WV KY; KY: WV VA TN; TN: VA NC GA AL MS; MS: AL; AL: GA FL; GA: NC SC FL; FL:; NC: VA SC; SC:;"
    "VA: WV MD; WV: PA MD; MD: PA DE; DE: PA NJ; PA: NY NJ; NJ: NY; NY: VT MA CT; CT: MA RI; RI: MA; MA: VT NH;"
    "VT: NH; NH: ME; ME:"
)
"""The 48 contiguous states, with 105 borders."""


def borders(text: str) -> tuple[list[str], list[list[int]]]:
    """The names of a map's regions in order, and its borders as pairs of vertices from 1, the smaller first."""
    lines = [line.strip().partition(":") for line in text.split(";")]
    names = [name for name, _, _ in lines]
    number = {name: at for at, name in enumerate(names, 1)}
    pairs = ((number[name], number[other]) for name, _, others in lines for other in others.split())
    return names, sorted(sorted(pair) for pair in pairs)
