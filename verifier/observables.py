"""What can be observed of a scenario: ``label.name``, spelled canonically."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from verifier.errors import Fault, InvalidInput, nearest
from verifier.givens import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from verifier.vocabulary import Vocabulary

_TEXT: Final = re.compile(r"[A-Za-z][\w' -]{0,60}")
_ORDINAL: Final = re.compile(r"[1-9][0-9]{0,2}")
_LABELLED: Final = ("player", "object")


def canonical_observable(text: Any, kinds: Mapping[str, str], vocabulary: Vocabulary) -> str:
    """Spell an observable canonically; ``kinds`` maps labels to ``player`` or ``object``.

    Raises InvalidInput with one fault that has no place yet (the caller knows it).
    """
    if not isinstance(text, str):
        raise InvalidInput([Fault("S011", f"expected label.name, found {shown(text)}")])
    label, _, rest = text.partition(".")
    alone = [kind for kind in vocabulary.observables if kind not in _LABELLED]
    kind = kinds.get(label) or (label if label in alone else None)
    if kind is None:
        hint = nearest(label, [*kinds, *alone])
        raise InvalidInput([Fault("S013", f"nothing is labelled {shown(label)}", hint=hint)])
    zero = frozenset[str]() if kind in alone else vocabulary.zero_words
    spelled = vocabulary.spell(rest.strip('"'))
    name, dot, more = spelled.partition(".")
    known = vocabulary.observables[kind]
    if spelled in zero:
        return f"{label}.{spelled}"
    if name not in known:
        hint = nearest(spelled, [*known, *zero])
        message = f"{label} ({kind}) has nothing called {shown(spelled)}"
        raise InvalidInput([Fault("S021", message, hint=f"{label}.{hint}" if hint else None)])
    more = more.strip('"')
    if (more or dot) and not known[name]:
        raise InvalidInput([Fault("S021", f"{label}.{name} has nothing after it, found {shown(text)}")])
    if known[name] and not _fits(more, known[name]):
        wanted = known[name] if isinstance(known[name], str) else "one of " + ", ".join(known[name])
        raise InvalidInput([Fault("S021", f"{label}.{name} needs a dot and {wanted} after it, found {shown(text)}")])
    return f"{label}.{name}.{more}" if more else f"{label}.{name}"


def _fits(more: str, wanted: tuple[str, ...] | str) -> bool:
    if isinstance(wanted, tuple):
        return more in wanted
    return (_ORDINAL if wanted == "index" else _TEXT).fullmatch(more) is not None
