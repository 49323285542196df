"""The sections `oracle` and `gate` of policies.yaml: how a decision service is asked, and which answers count."""

from __future__ import annotations

from collections.abc import Mapping

from sts2fsm.policy import flag, group, nested, number, section, share, table, variants, word

NEVER = 1.01  # a probability no answer has
FORMS = "none, typesafe, a URL, recorded:JOURNAL or random:SEED"
URLS = ("http", "https")
_WITH_REST = (*URLS, "recorded", "random")


def is_spec(text: str) -> bool:
    """Whether a text is of a form that `--oracle` takes; whether it can be used shows when it is opened.

    A URL may hold no query: those are secrets, and the spec is shown in many places.
    """
    form, _, rest = text.partition(":")
    if form in URLS and ("?" in rest or "#" in rest):
        return False
    return text in ("none", "typesafe") or (form in _WITH_REST and bool(rest))


@group
class Breaker:
    """When to stop asking a server that does not answer."""

    failures: int = number(int, "failed calls in a row after which nobody is asked for a while", low=1, high=100)
    open_s: float = number(
        float, "how long nobody is asked; doubled by each further failure", unit="s", low=0, high=3600
    )
    open_max_s: float = number(float, "longest such time", unit="s", low=0, high=86400)


@group
class Rates:
    """How fast a server may be asked."""

    requests_per_min: int = number(int, "calls in any 60 s", low=1, high=100000)
    tokens_per_s: int = number(int, "input tokens in any second, as estimated", low=100, high=10000000)
    wait_ms: int = number(int, "longest wait for a free slot; beyond it code decides", unit="ms", low=0, high=60000)
    pause_s: float = number(
        float, "no call for so long after a 429 or 529 without Retry-After", unit="s", low=0, high=3600
    )
    pause_max_s: float = number(float, "a longer Retry-After is taken for this", unit="s", low=0, high=86400)


@group
class Size:
    """How large a call may be, in tokens as estimated before sending."""

    chars_per_token: float = number(
        float, "characters of plain text a token; fewer estimates more tokens", low=1, high=10
    )
    one: int = number(int, "tokens for the state and the longest question", low=100, high=1000000)
    all: int = number(int, "tokens for the state and all questions", low=100, high=1000000)
    per_question: int = number(int, "tokens a question costs beside its words", low=0, high=1000)


@section("oracle")
class OraclePolicy:
    """Asking a decision service; docs/oracle.md."""

    use: str = word(f"who is asked: {FORMS}; `--oracle` goes before it", choices=is_spec)
    url: str = word("where `--oracle typesafe` asks")
    model: str = word("version that is asked for")
    refuse_other_models: bool = flag("true: an answer of another version than asked for is not used")
    key_file: str = word("file with the key, read when the environment holds none; empty: none")
    connect_s: float = number(float, "time to connect", unit="s", low=0.05, high=60)
    read_s: float = number(float, "time for the whole answer after that", unit="s", low=0.05, high=60)
    connect_tries: int = number(int, "how often a connection is tried; nothing else is tried again", low=1, high=5)
    body_kb: int = number(int, "largest answer that is read", unit="kB", low=16, high=65536)
    rates: Rates = nested("how fast", Rates)
    breaker: Breaker = nested("when to stop asking", Breaker)
    size: Size = nested("how much", Size)
    usd_per_mtok_in: float = number(float, "price of a million input tokens", unit="$", low=0, high=1000)
    usd_per_mtok_out: float = number(float, "price of a million output tokens", unit="$", low=0, high=1000)


@group
class ChoiceGate:
    """What a Choice needs to count."""

    top: float = number(float, f"least probability of the top option; {NEVER}: never counts", low=0, high=NEVER)
    lead: float = share("least lead over the runner-up")


@group
class NoulGate:
    """What a yes or no needs to count."""

    margin: float = number(float, "least distance from 0.5; 0.51: never counts", low=0, high=0.51)


@section("gate")
class GatePolicy:
    """Which answers count, by question name; the others fall to the code's best line. `calibrate` fits these."""

    choice: Mapping[str, ChoiceGate] = variants("a Choice", ChoiceGate, default="required")
    choice_one_hot: Mapping[str, ChoiceGate] = variants(
        "a Choice with all mass on one option", ChoiceGate, default="required"
    )
    choice_verbalised: Mapping[str, ChoiceGate] = variants(
        "a Choice whose probabilities are round figures", ChoiceGate, default="required"
    )
    noul: Mapping[str, NoulGate] = variants("a Noul", NoulGate, default="required")
    noul_one_hot: Mapping[str, NoulGate] = variants("a Noul of 0 or 1", NoulGate, default="required")
    score: Mapping[str, float] = table("least confidence of a Score", low=0, high=NEVER, default="required")
