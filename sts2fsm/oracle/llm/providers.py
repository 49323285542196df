"""How pydantic-ai is called: a provider's model, one request for a `StrategyForm`, and its errors by our names.

All of the optional extra is imported here and in `form.py`; `door.py` imports this module when a door is opened. A
provider's own package takes a second to import, so only the one that is asked is.
One call is one HTTP request: neither the provider's client nor the library tries again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from pydantic_ai import Agent, ModelSettings, PromptedOutput, ToolOutput
from pydantic_ai import exceptions as theirs
from pydantic_ai.models import Model
from pydantic_ai.usage import RunUsage, UsageLimits

from sts2fsm.oracle.llm.door import Call, Drafted, NotDrafted
from sts2fsm.oracle.llm.form import StrategyForm
from sts2fsm.strategy_policy import ModelSpec

Connect = Callable[[], AbstractAsyncContextManager[Model]]

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
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    @asynccontextmanager
    async def connect() -> AsyncIterator[Model]:
        async with AsyncAnthropic(api_key=key, max_retries=0) as client:
            yield AnthropicModel(spec.name, provider=AnthropicProvider(anthropic_client=client))

    return connect


def _openai(spec: ModelSpec, key: str) -> Connect:
    """GPT, or any server on the same wire at `spec.url`."""
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    @asynccontextmanager
    async def connect() -> AsyncIterator[Model]:
        async with AsyncOpenAI(api_key=key, base_url=spec.url, max_retries=0) as client:
            yield OpenAIChatModel(spec.name, provider=OpenAIProvider(openai_client=client))

    return connect


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
    if isinstance(error, theirs.ModelHTTPError):
        status = error.status_code
        reason = _STATUSES.get(status) or ("server_error" if status >= 500 else "refused")
        return reason, f"HTTP {status}"
    reason = next((reason for kind, reason in _REASONS if isinstance(error, kind)), "fault")
    return reason, name
