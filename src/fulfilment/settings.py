"""Settings of the service: `config.default.toml`, overridden by FULFILMENT_* environment variables."""

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from ipaddress import ip_network
from pathlib import Path
from typing import Literal

import msgspec

from fulfilment.infra.database.database_url import completed

PREFIX = "FULFILMENT_"
SIMULATED_AUDIENCE = "fulfilment"
# Settings that may be read from a file named by FULFILMENT_<NAME>_FILE, since environments are easier to leak.
SECRETS = (
    "database_url",
    "database_direct_url",
    "oidc_client_secret",
    "aggregator_key",
    "aggregator_report_token",
    "aggregator_report_secret",
    "payments_key",
    "payments_webhook_secrets",
)
# Variables that are not settings: the supervisor passes them to its processes, or commands that call the API read them.
_NO_SETTINGS = ("SUPERVISOR_PID", "METRICS_FOLDER", "URL", "KEY_ID", "SECRET")
# Variables that Kubernetes sets in every container for a Service with the name `fulfilment`.
_KUBERNETES_VARIABLES = re.compile(r"SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_[0-9]+_[A-Z0-9_]+")
_HOST = re.compile(r"([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
# RFC 6749, section 3.3.
_SCOPE = re.compile(r"[!#-\[\]-~]{1,100}")
_PRICE = re.compile(r"((IDR|USD)=)?[A-Za-z0-9_-]{1,255}")
_POSITIVE = (
    "api_connections",
    "webhook_timeout_seconds",
    "webhook_concurrency",
    "aggregator_timeout_seconds",
    "payments_timeout_seconds",
    "worker_idle_poll_seconds",
    "tracking_poll_seconds",
    "pdf_workers",
    "pdf_timeout_seconds",
    "pdf_queue_size",
    "pdf_memory_megabytes",
)

# Long enough for a load balancer that probes readiness every second or two to stop sending requests.
_PRODUCTION_DRAIN_SECONDS = 5.0
# Longer than the idle timeout of 60 s of AWS, nginx and others: the proxy must close the connection first.
_PROXY_KEEP_ALIVE_SECONDS = 75.0
_DIRECT_KEEP_ALIVE_SECONDS = 10.0
# A day.
_MOST_KEEP_ALIVE_SECONDS = 86_400
# A rebooking asks for a price, cancels one order and places another.
_CALLS_OF_ONE = 3

# A hundred years.
_MOST_DAYS = 36_500


class SettingsError(Exception):
    """A setting is invalid; the message names it and says which values are valid."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings with their types. `config.default.toml` documents each of them."""

    mode: Literal["production", "development"]
    outbound: Literal["on", "off"]
    host: str
    port: int
    trusted_proxies: list[str]
    data_dir: str
    database_url: str
    database_direct_url: str
    brand: str
    api_processes: int
    api_connections: int
    keep_alive_seconds: float
    shutdown_drain_seconds: float
    shutdown_timeout_seconds: float
    probe_port: int
    probe_host: str
    metrics_port: int
    metrics_host: str
    public_url: str
    master_keys: str
    master_keys_file: str
    log_format: Literal["auto", "json", "text"]
    log_level: Literal["debug", "info", "warning", "error"]
    trace_propagate_to_aggregator: bool
    trace_propagate_to_webhooks: bool
    database_pool_size: int
    database_pool_timeout_seconds: float
    database_statement_timeout_seconds: float
    database_lock_timeout_seconds: float
    oidc_issuer: str
    oidc_audience: str
    oidc_claim_prefix: str
    oidc_client_id: str
    oidc_client_secret: str
    oidc_scopes: list[str]
    identity_simulator_port: int
    aggregator_url: str
    aggregator_key: str
    aggregator_report_token: str
    aggregator_report_header: str
    aggregator_report_secret: str
    aggregator_timeout_seconds: float
    aggregator_simulator_port: int
    payments_key: str
    payments_url: str
    payments_webhook_secrets: list[str]
    payments_prices_starter: list[str]
    payments_prices_growth: list[str]
    payments_prices_scale: list[str]
    payments_timeout_seconds: float
    payments_success_url: str
    payments_cancel_url: str
    payments_country_header: str
    payment_simulator_port: int
    currency: str
    price_change_policy: Literal["charge", "refuse"]
    reweigh_policy: Literal["record", "charge"]
    tracking_poll_seconds: float
    credit_topup_allowed_for: Literal["", "any", "platform"]
    webhook_retry_delays_seconds: list[float]
    webhook_timeout_seconds: float
    webhook_allowed_networks: list[str]
    webhook_concurrency: int
    webhook_log_days: int
    worker_idle_poll_seconds: float
    audit_retention_days: int
    pdf_workers: int
    pdf_timeout_seconds: float
    pdf_queue_size: int
    pdf_memory_megabytes: int
    scopes_enforced: bool
    signature_skew_seconds: int
    signing_v2_required: bool
    signing_hosts: list[str]
    failed_auth_requests_per_minute: int
    license_requests_per_minute: int
    license_key_requests_per_minute: int
    license_unknown_keys_per_minute: int
    label_link_requests_per_minute: int

    @property
    def direct_url(self) -> str:
        """The address of the database without a pooler, for connections that need a session of their own."""
        return self.database_direct_url or self.database_url

    @property
    def is_development(self) -> bool:
        return self.mode == "development"

    @property
    def data_path(self) -> Path:
        """The data folder, absolute."""
        return Path(self.data_dir).expanduser().resolve()

    @property
    def base_url(self) -> str:
        """The public base address, without a trailing slash."""
        return (self.public_url or self.bound_url).rstrip("/")

    @property
    def bound_url(self) -> str:
        """The address that the API listens on."""
        return f"http://{_bracketed(self.host)}:{self.port}"

    @property
    def aggregator_simulator_url(self) -> str:
        return f"http://127.0.0.1:{self.aggregator_simulator_port}"

    @property
    def simulates_identity(self) -> bool:
        """True in development, unless an issuer is configured."""
        return self.is_development and not self.oidc_issuer

    @property
    def identity_simulator_url(self) -> str:
        return f"http://127.0.0.1:{self.identity_simulator_port}"

    @property
    def simulates_payments(self) -> bool:
        """True in development, unless a provider's key is configured."""
        return self.is_development and not self.payments_key

    @property
    def payment_simulator_url(self) -> str:
        return f"http://127.0.0.1:{self.payment_simulator_port}"

    @property
    def issuer(self) -> str:
        """The issuer of accepted OIDC tokens; empty: no tokens are accepted."""
        return self.identity_simulator_url if self.simulates_identity else self.oidc_issuer

    @property
    def audience(self) -> str:
        """The required audience of OIDC tokens."""
        return self.oidc_audience or (SIMULATED_AUDIENCE if self.simulates_identity else "")

    @property
    def client_id(self) -> str:
        """The console's OAuth client id at the identity provider."""
        return self.oidc_client_id or self.audience

    @property
    def keeps_alive_seconds(self) -> float:
        """The idle timeout of a connection, and the timeout of a request's headers."""
        if self.keep_alive_seconds >= 0:
            return self.keep_alive_seconds
        return _PROXY_KEEP_ALIVE_SECONDS if self.trusted_proxies else _DIRECT_KEEP_ALIVE_SECONDS

    @property
    def drains_seconds(self) -> float:
        """How long the API keeps serving after the signal to stop."""
        if self.shutdown_drain_seconds >= 0:
            return self.shutdown_drain_seconds
        return 0.0 if self.is_development else _PRODUCTION_DRAIN_SECONDS

    @property
    def stops_within_seconds(self) -> float:
        """The timeout of a shutdown: three outbound calls, and a statement before and after them."""
        call = max(
            self.aggregator_timeout_seconds,
            self.payments_timeout_seconds,
            self.pdf_timeout_seconds,
            self.webhook_timeout_seconds,
        )
        return self.shutdown_timeout_seconds or _CALLS_OF_ONE * call + 2 * self.database_statement_timeout_seconds

    @property
    def probe_address(self) -> tuple[str, int]:
        """The address on which the worker serves its probes."""
        return self.probe_host or self.host, self.probe_port

    @property
    def processes(self) -> int:
        """The number of API processes."""
        return self.api_processes or os.cpu_count() or 1


def load(environ: Mapping[str, str] | None = None) -> Settings:
    """Read the defaults and the environment. Raises SettingsError with one clear line."""
    environ = os.environ if environ is None else environ
    values = tomllib.loads(_defaults_path().read_text(encoding="utf-8"))
    for field in msgspec.structs.fields(Settings):
        given = _read_variable(environ, field.name)
        if given is not None:
            values[field.name] = _parts(given) if isinstance(values[field.name], list) else given
    known = [field.name.upper() for field in msgspec.structs.fields(Settings)]
    _require_known(environ, known + [f"{name.upper()}_FILE" for name in SECRETS])
    for name in ("database_url", "database_direct_url"):
        values[name] = completed(values[name])
    try:
        return _validated(msgspec.convert(values, Settings, strict=False))
    except msgspec.ValidationError as problem:
        raise SettingsError(_explain(problem)) from None


def _read_variable(environ: Mapping[str, str], name: str) -> str | None:
    """The value of a setting from its variable or, for a secret, from the file that `_FILE` names; None if unset."""
    variable = PREFIX + name.upper()
    file = environ.get(f"{variable}_FILE", "") if name in SECRETS else ""
    if not file:
        return environ.get(variable)
    if environ.get(variable):
        raise SettingsError(f"Set {variable} or {variable}_FILE, not both.")
    try:
        text = Path(file).read_text(encoding="utf-8").strip()
    except OSError as problem:
        raise SettingsError(f"{variable}_FILE: {file} cannot be read: {problem.strerror}.") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{variable}_FILE: {file} holds something else than text.") from None
    if not text:
        raise SettingsError(f"{variable}_FILE: {file} is empty; write the value into it, or unset the variable.")
    return text


def _require_known(environ: Iterable[str], settings: list[str]) -> None:
    """Raise SettingsError for an unknown variable, since a misspelt setting would have no effect."""
    for variable in sorted(environ):
        name = variable.removeprefix(PREFIX)
        if name == variable or name in settings or name in _NO_SETTINGS or _KUBERNETES_VARIABLES.fullmatch(name):
            continue
        # Only needed for this error.
        from difflib import get_close_matches

        near = get_close_matches(name, settings, n=1)
        hint = f"did you mean {PREFIX}{near[0]}?" if near else "config.default.toml has all that there are."
        raise SettingsError(f"{variable} is no setting; {hint}")


@cache
def current() -> Settings:
    """The settings of this process, read once."""
    return load()


def _validated(settings: Settings) -> Settings:
    for name in ("port", "aggregator_simulator_port", "identity_simulator_port", "payment_simulator_port"):
        if not 0 < getattr(settings, name) < 65_536:
            raise SettingsError(f"{PREFIX}{name.upper()} must be a port between 1 and 65535.")
    if not 0 <= settings.metrics_port < 65_536:
        raise SettingsError(f"{PREFIX}METRICS_PORT must be a port between 1 and 65535, or 0 for none.")
    for name in _POSITIVE:
        if getattr(settings, name) <= 0:
            raise SettingsError(f"{PREFIX}{name.upper()} must be more than 0.")
    if settings.oidc_issuer and not settings.oidc_audience:
        raise SettingsError(f"{PREFIX}OIDC_AUDIENCE must say what the tokens of {PREFIX}OIDC_ISSUER are meant for.")
    if settings.oidc_client_secret and settings.simulates_identity:
        raise SettingsError(f"{PREFIX}OIDC_CLIENT_SECRET belongs to a provider: {PREFIX}OIDC_ISSUER must name it.")
    if any(not _SCOPE.fullmatch(scope) for scope in settings.oidc_scopes):
        raise SettingsError(f"{PREFIX}OIDC_SCOPES must be names such as profile, with commas between them.")
    for network in settings.trusted_proxies:
        _require_network("trusted_proxies", network)
    for host in settings.signing_hosts:
        if not _HOST.fullmatch(host):
            raise SettingsError(f"{PREFIX}SIGNING_HOSTS: '{host}' is no host such as api.example.com or 10.1.2.3:8080.")
    _require_payments(settings)
    if settings.database_direct_url and not settings.database_url:
        raise SettingsError(f"{PREFIX}DATABASE_URL must lead to the pooler that {PREFIX}DATABASE_DIRECT_URL avoids.")
    if settings.keep_alive_seconds != -1 and not 1 <= settings.keep_alive_seconds <= _MOST_KEEP_ALIVE_SECONDS:
        raise SettingsError(f"{PREFIX}KEEP_ALIVE_SECONDS must be between 1 and {_MOST_KEEP_ALIVE_SECONDS}, or -1.")
    if settings.shutdown_drain_seconds < 0 and settings.shutdown_drain_seconds != -1:
        raise SettingsError(f"{PREFIX}SHUTDOWN_DRAIN_SECONDS must be 0 or more, or -1.")
    if settings.shutdown_timeout_seconds < 0:
        raise SettingsError(f"{PREFIX}SHUTDOWN_TIMEOUT_SECONDS must be 0 or more.")
    if not 0 <= settings.probe_port < 65_536:
        raise SettingsError(f"{PREFIX}PROBE_PORT must be a port between 1 and 65535, or 0.")
    if settings.webhook_log_days < 1:
        raise SettingsError(f"{PREFIX}WEBHOOK_LOG_DAYS must be 1 or more.")
    if not 0 <= settings.audit_retention_days <= _MOST_DAYS:
        raise SettingsError(f"{PREFIX}AUDIT_RETENTION_DAYS must be between 0, which is for ever, and {_MOST_DAYS}.")
    if any(delay < 0 for delay in settings.webhook_retry_delays_seconds):
        raise SettingsError(f"{PREFIX}WEBHOOK_RETRY_DELAYS_SECONDS must be seconds, none of them negative.")
    return settings


def _require_payments(settings: Settings) -> None:
    if not all("!" <= character <= "~" for character in settings.payments_key):
        raise SettingsError(f"{PREFIX}PAYMENTS_KEY holds something that no key holds.")
    if settings.payments_url and not settings.payments_url.startswith(("https://", "http://")):
        raise SettingsError(f"{PREFIX}PAYMENTS_URL must begin with https:// or http://.")
    if "" in settings.payments_webhook_secrets:
        raise SettingsError(f"{PREFIX}PAYMENTS_WEBHOOK_SECRETS must not hold an empty secret.")
    taken: dict[str, str] = {}
    for name in ("payments_prices_starter", "payments_prices_growth", "payments_prices_scale"):
        for entry in getattr(settings, name):
            if not _PRICE.fullmatch(entry):
                raise SettingsError(f"{PREFIX}{name.upper()}: '{entry}' is no price such as price_1 or IDR=price_1.")
            if taken.setdefault(entry.rpartition("=")[2], name) != name:
                raise SettingsError(f"{PREFIX}{name.upper()}: '{entry}' is the price of another plan too.")


def _require_network(name: str, text: str) -> None:
    try:
        ip_network(text)
    except ValueError:
        raise SettingsError(f"{PREFIX}{name.upper()}: '{text}' is no network such as 10.1.0.0/16.") from None


def _explain(problem: msgspec.ValidationError) -> str:
    what, _, where = str(problem).partition(" - at `$.")
    return f"{PREFIX}{where.rstrip('`').split('[')[0].upper()}: {what[0].lower()}{what[1:]}."


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.replace("\n", ",").split(",") if part.strip()]


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _defaults_path() -> Path:
    """The path of `config.default.toml`: inside an installed package, or at the root of a checkout."""
    package = Path(__file__).parent
    inside = package / "config.default.toml"
    return inside if inside.exists() else package.parents[1] / "config.default.toml"
