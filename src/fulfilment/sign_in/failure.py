"""A sign-in that cannot go on, in words for whoever wanted to sign in."""

from fulfilment.infra.i18n import N_


class SignInError(Exception):
    """What is shown in place of the console: what happened, and what to do next.

    `code` is for the log and the security log; `title` and `texts`, which are sentences, are translated where they are
    shown. Who `may_retry` is offered a new sign-in; where that is known, in so many seconds.
    """

    def __init__(
        self,
        code: str,
        status: int,
        title: str,
        *texts: str,
        may_retry: bool = True,
        retry_after_seconds: int | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.title = title
        self.texts = texts
        self.may_retry = may_retry
        self.retry_after_seconds = retry_after_seconds


# Who is refused with one of these, or sent a token that nobody has given them, is counted for the operator and against
# their address.
COUNTED_CODES = frozenset({"SIGN_IN_REFUSED", "SIGN_IN_NO_WORKSPACE", "LOGOUT_TOKEN_REFUSED"})


def invalid_answer(text: str) -> SignInError:
    """What came back is not what was asked for, or not from whom it was asked."""
    return SignInError("SIGN_IN_REFUSED", 400, N_("This sign-in cannot go on"), text, N_("Sign in again."))


def expired() -> SignInError:
    """Ten minutes are over."""
    return SignInError(
        "SIGN_IN_LATE", 400, N_("This sign-in took too long"), N_("This sign-in took too long."), N_("Sign in again.")
    )


def denied() -> SignInError:
    """The provider says that nobody signed in."""
    return SignInError(
        "SIGN_IN_GIVEN_UP", 403, N_("You are not signed in"), N_("The sign-in was given up. Sign in again to go on.")
    )


def without_workspace() -> SignInError:
    """The provider names no workspace for this person."""
    text = N_(
        "You are known, and belong to no workspace yet. Ask whoever runs this installation to add you to one, and sign "
        "in again."
    )
    return SignInError("SIGN_IN_NO_WORKSPACE", 403, N_("You belong to no workspace"), text)


def provider_unavailable() -> SignInError:
    """The provider does not answer, or not as it should."""
    text = N_("The identity provider did not answer as it should. Wait a moment, and sign in again.")
    return SignInError("SIGN_IN_PROVIDER", 502, N_("The identity provider did not answer"), text)


def unavailable() -> SignInError:
    """Too many sign-ins at once, or the provider or the database is away."""
    text = N_("Nobody can sign in at the moment. Wait some seconds, and sign in again.")
    return SignInError("SIGN_IN_BUSY", 503, N_("Nobody can sign in right now"), text, retry_after_seconds=5)


def rate_limited(seconds: int) -> SignInError:
    """The address has failed so often in this minute that it waits."""
    text = N_("Too many sign-ins from your network failed. Wait a minute, and sign in again.")
    return SignInError("SIGN_IN_TOO_MANY", 429, N_("Too many sign-ins failed"), text, retry_after_seconds=seconds)


def not_configured() -> SignInError:
    """There is no provider."""
    text = N_("No identity provider is configured. Whoever runs this installation sets FULFILMENT_OIDC_ISSUER.")
    return SignInError("SIGN_IN_NOT_CONFIGURED", 503, N_("Nobody can sign in here"), text, may_retry=False)
