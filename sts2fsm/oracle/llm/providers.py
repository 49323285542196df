"""How pydantic-ai is called: a provider's model, one request for a `StrategyForm`, and its errors by our names.

All of the optional extra is imported here and in `form.py`; `door.py` imports this module when a door is opened. A
provider's own package takes a second to import, so only the one that is asked is.
One call is one HTTP request: neither the provider's client nor the library tries again, nor follows a redirect.

The clients would read another address, an organisation, a project and headers of any name from the environment
(OPENAI_BASE_URL, OPENAI_CUSTOM_HEADERS, ANTHROPIC_BASE_URL, ...). A key goes only where it was meant to, and no server
at a URL learns what is meant for a provider: addresses are told here, and every header that is sent is set here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from pydantic_ai import Agent, ModelSettings, PromptedOutput, ToolOutput
from pydantic_ai import exceptions as theirs
from pydantic_ai.models import Model
from pydantic_ai.usage import RunUsage, UsageLimits

from sts2fsm import __version__
from sts2fsm.oracle.llm.door import Call, Drafted, NotDrafted
from sts2fsm.oracle.llm.form import StrategyForm
from sts2fsm.strategy_policy import ModelSpec

Connect = Callable[[], AbstractAsyncContextManager[Model]]

BASES = {"anthropic": "https://api.anthropic.com", "openai": "https://api.openai.com/v1"}
_BETA = "Anthropic-Beta"
_CLAUDE_WIRE = "2023-06-01"  # the version of Anthropic's wire, the only one there is

# First fit counts. Their texts are never told: they may quote a key.
_REASONS: tuple[tuple[type[BaseException], str], ...] = (
    (TimeoutError, "timeout"),
    (theirs.ModelTimeoutError, "timeout"),
    (theirs.ModelRequestTimeout, "timeout"),
    (theirs.ModelAuthenticationError, "unauthorised"),
    (theirs.ModelRateLimitError, "rate_limited"),
    (theirs.ModelQuotaExceededError, "rate_limited"),
    (theirs.ModelServerError, "server_error"),
    (theirs.ModelUnavailableError, "server_error"),
    (theirs.ModelRequestRejectedError, "refused"),
    (theirs.ModelConnectionError, "unreachable"),
    (theirs.UnexpectedModelBehavior, "bad_answer"),
    (theirs.UsageLimitExceeded, "bad_answer"),
)
_STATUSES = {401: "unauthorised", 403: "unauthorised", 408: "timeout", 429: "rate_limited"}


def caller(spec: ModelSpec, key: str) -> Call:
    """Ready to ask this model. Nothing is sent yet. Raises ImportError without the provider's package."""
    connect = _claude(spec, key) if spec.provider == "anthropic" else _openai(spec, key)
    return asking(connect, by_tool=spec.url is None)


def _claude(spec: ModelSpec, key: str) -> Connect:
    from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    @asynccontextmanager
    async def connect() -> AsyncIterator[Model]:
        base, own = BASES["anthropic"], {"X-Api-Key": key, "Anthropic-Version": _CLAUDE_WIRE}
        wire = DefaultAsyncHttpxClient(**_straight(base, own))
        async with AsyncAnthropic(api_key=key, base_url=base, max_retries=0, http_client=wire) as client:
            yield AnthropicModel(spec.name, provider=AnthropicProvider(anthropic_client=client))

    return connect


def _openai(spec: ModelSpec, key: str) -> Connect:
    """GPT, or any server on the same wire at `spec.url`."""
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    @asynccontextmanager
    async def connect() -> AsyncIterator[Model]:
        base = spec.url or BASES["openai"]
        wire = DefaultAsyncHttpxClient(**_straight(base, {"Authorization": f"Bearer {key}"}))
        async with AsyncOpenAI(api_key=key, base_url=base, max_retries=0, http_client=wire) as client:
            yield OpenAIChatModel(spec.name, provider=OpenAIProvider(openai_client=client))

    return connect


def _straight(base: str, own: dict[str, str]) -> dict[str, Any]:
    """Options of an HTTP client that sends these headers and no other of substance, to no other place. Over plain http,
    which is for servers nearby, no proxy of the environment sees the call."""

    async def only_ours(request: Any) -> None:
        headers = {
            "Host": request.url.netloc.decode("ascii"),
            "Accept": "application/json",
            "Content-Type": "application/json",
            "Content-Length": str(len(request.content)),
            "User-Agent": f"sts2fsm/{__version__}",
            **own,
        }
        if base == BASES["anthropic"] and (beta := request.headers.get(_BETA)):
            headers[_BETA] = beta  # what the library needs for its request, to nobody else
        request.headers.clear()
        request.headers.update(headers)

    return {
        "base_url": base,
        "event_hooks": {"request": [only_ours]},
        "follow_redirects": False,
        "trust_env": base.startswith("https:"),
    }


def asking(connect: Connect, *, by_tool: bool) -> Call:
    """`by_tool`: the plan is a tool's arguments; else JSON in the answer's text, which any server can write."""
    wanted = ToolOutput(StrategyForm, name="plan") if by_tool else PromptedOutput(StrategyForm)

    async def call(instructions: str, prompt: str, deadline_s: float, answer_tokens: int) -> Drafted | NotDrafted:
        usage = RunUsage()
        try:
            async with connect() as model:
                agent = Agent(model, output_type=wanted, instructions=instructions, retries=0)
                result = await agent.run(
                    prompt,
                    model_settings=ModelSettings(max_tokens=answer_tokens, timeout=deadline_s),
                    usage_limits=UsageLimits(request_limit=1),
                    usage=usage,
                )
        except Exception as error:  # a library's fault must not end the play; its name is in the journal
            reason, detail = _why(error)
            return NotDrafted(
                reason=reason, detail=detail, input_tokens=usage.input_tokens, output_tokens=usage.output_tokens
            )
        return Drafted(
            raw=result.output.model_dump(exclude_none=True),
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
        )

    return call


def _why(error: Exception) -> tuple[str, str]:
    name = type(error).__name__
    cause = error.__cause__ if type(error) is theirs.ModelAPIError else error  # a redirect's status is in the cause
    status = getattr(cause, "status_code", None)
    if isinstance(status, int):
        reason = _STATUSES.get(status) or ("server_error" if status >= 500 else "refused")
        return reason, f"HTTP {status}"
    reason = next((reason for kind, reason in _REASONS if isinstance(error, kind)), "fault")
    return reason, name
