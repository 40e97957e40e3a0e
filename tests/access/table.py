"""Access table: every route of the service and its answer to each kind of caller (decisions, sections 3, 13 and 14).

The table is written by hand and not made from the routes, so that a change of either shows. After a route stands the
scope that a key needs where scopes are enforced. `public` stands there for a public route, and `proof` for a route that
takes only a proof of its own. Then come the roles that a person needs: p(acker), s(upport), d(eveloper), or - for none.
The owner may do everything. `partners` marks requests that a platform key makes as itself. `merchants` marks requests
that a partner may not make in a merchant's workspace. The request of that kind in the test sends the aggregator's key.
"""

from collections.abc import Callable

import msgspec

_ROUTES = """
GET    /api/v1/health                                                public
GET    /livez                                                        public
GET    /readyz                                                       public
GET    /                                                             public
GET    /api/v1/openapi.json                                          public
GET    /docs                                                         public
GET    /docs/{page}                                                  public
GET    /docs/{folder}/{page}                                         public
GET    /docs/assets/{edition}/{name}                                 public
GET    /llms.txt                                                     public
GET    /api/v1/workspace                                             read    psd
GET    /api/v1/workspace/setup                                       read    psd
PATCH  /api/v1/workspace                                             write   -
GET    /api/v1/api-keys                                              admin   d
POST   /api/v1/api-keys                                              admin   d
POST   /api/v1/api-keys/{id}/revoke                                  admin   d
GET    /api/v1/products                                              read    psd
GET    /api/v1/products/{id}                                         read    psd
POST   /api/v1/products                                              write   -
POST   /api/v1/products/bulk                                         write   -
PATCH  /api/v1/products/{id}                                         write   -
DELETE /api/v1/products/{id}                                         write   -
POST   /api/v1/products/{id}/variants                                write   -
PATCH  /api/v1/products/{id}/variants/{variant_id}                   write   -
DELETE /api/v1/products/{id}/variants/{variant_id}                   write   -
GET    /api/v1/warehouses                                            read    psd
POST   /api/v1/warehouses                                            write   -
GET    /api/v1/warehouses/{id}                                       read    psd
PATCH  /api/v1/warehouses/{id}                                       write   -
DELETE /api/v1/warehouses/{id}                                       write   -
GET    /api/v1/variants                                              read    psd
GET    /api/v1/stock/levels                                          read    psd
GET    /api/v1/stock/movements                                       read    psd
GET    /api/v1/stock/reservations                                    read    psd
POST   /api/v1/stock/adjust                                          write   p
POST   /api/v1/stock/adjust/bulk                                     write   p
POST   /api/v1/stock/transfer                                        write   p
GET    /api/v1/stock/reconcile                                       read    psd
GET    /api/v1/addresses                                             read    psd
POST   /api/v1/addresses                                             write   s
GET    /api/v1/addresses/{id}                                        read    psd
PATCH  /api/v1/addresses/{id}                                        write   s
DELETE /api/v1/addresses/{id}                                        write   s
GET    /api/v1/shipping/origin                                       read    psd
PATCH  /api/v1/shipping/origin                                       write   -
GET    /api/v1/shipping/couriers                                     read    psd
GET    /api/v1/shipping/areas                                        read    psd
POST   /api/v1/shipping/rates                                        write   psd
GET    /api/v1/shipping/config                                       read    d
PUT    /api/v1/shipping/config                                       admin   -       merchants
GET    /api/v1/shipments                                             read    psd
GET    /api/v1/shipments/{id}                                        read    psd
POST   /api/v1/shipments                                             write   p
POST   /api/v1/shipments/bulk                                        write   p
GET    /api/v1/shipping/shipments                                    read    psd
GET    /api/v1/shipments/queues                                      read    psd
GET    /api/v1/shipping/shipments/export                             read    psd
GET    /api/v1/shipping/shipments/{id}                               read    psd
GET    /api/v1/shipping/shipments/{id}/timeline                      read    psd
POST   /api/v1/shipments/{id}/confirm-pickup                         write   p
POST   /api/v1/shipments/{id}/cancel                                 write   ps
POST   /api/v1/shipping/shipments/{id}/cancel                        write   ps
POST   /api/v1/shipments/{id}/rebook                                 write   ps
POST   /api/v1/shipping/shipments/{id}/rebook                        write   ps
POST   /api/v1/shipments/{id}/restock                                write   p
GET    /api/v1/shipments/{id}/tracking                               read    psd
GET    /api/v1/shipping/track/{waybill_id}                           read    psd
GET    /api/v1/shipments/{id}/label                                  read    psd
POST   /api/v1/shipments/labels                                      write   ps
POST   /api/v1/shipments/printed                                     write   ps
POST   /api/v1/shipments/packing-slips                               write   ps
POST   /api/v1/shipments/hand-over-list                              write   ps
GET    /api/v1/shipping/shipments/{id}/label                         read    psd
POST   /api/v1/batches                                               write   ps
POST   /api/v1/batches/preview                                       write   ps
GET    /api/v1/batches                                               read    psd
GET    /api/v1/batches/{id}                                          read    psd
GET    /api/v1/batches/{id}/rows                                     read    psd
POST   /api/v1/batches/{id}/stop                                     write   ps
POST   /api/v1/batches/{id}/retry                                    write   ps
GET    /api/v1/batches/{id}/document                                 read    psd
GET    /api/v1/label-links/{token}                                   public
POST   /api/v1/inbound/aggregator/{token}                            public
POST   /api/v1/inbound/storefront                                    proof
POST   /api/v1/inbound/payments                                      proof
GET    /t/{token}                                                    public
GET    /console/sign-in                                              public
GET    /console/signed-in                                            public
GET    /console/sign-out                                             public
POST   /console/sign-out                                             public
GET    /console/signed-out                                           public
POST   /console/back-channel-logout                                  public
GET    /api/v1/shipping-credits                                      read    sd
POST   /api/v1/shipping-credits/checkout                             write   -
POST   /api/v1/shipping-credits/topup                                write   -
POST   /api/v1/shipping-credits/adjust                               write   -
GET    /api/v1/shipping-credits/transactions                         read    sd
GET    /api/v1/shipping-credits/statement                            read    sd
GET    /api/v1/billing/plans                                         public
GET    /api/v1/billing/plan                                          read    sd
GET    /api/v1/billing/subscription                                  read    sd
GET    /api/v1/billing/usage                                         read    sd
GET    /api/v1/billing/invoices                                      read    sd
POST   /api/v1/billing/checkout                                      write   -
POST   /api/v1/billing/cancel                                        write   -
GET    /checkout/paid                                                public
GET    /checkout/not-paid                                            public
GET    /api/v1/deliveries                                            read    sd
POST   /api/v1/deliveries                                            write   s
GET    /api/v1/deliveries/{id}                                       read    sd
POST   /api/v1/deliveries/{id}/download                              write   s
POST   /api/v1/deliveries/{id}/extend                                write   s
POST   /api/v1/deliveries/{id}/reset-downloads                       write   s
POST   /api/v1/deliveries/{id}/revoke                                write   s
GET    /api/v1/licenses                                              read    sd
POST   /api/v1/licenses                                              write   s
POST   /api/v1/licenses/bulk                                         write   s
GET    /api/v1/licenses/lookup                                       read    sd
GET    /api/v1/licenses/validate                                     public
POST   /api/v1/licenses/activate                                     public
POST   /api/v1/licenses/deactivate                                   public
GET    /api/v1/licenses/signing-key                                  read    sd
GET    /api/v1/licenses/{id}                                         read    sd
PATCH  /api/v1/licenses/{id}                                         write   s
POST   /api/v1/licenses/{id}/revoke                                  write   s
POST   /api/v1/licenses/{id}/suspend                                 write   s
POST   /api/v1/licenses/{id}/reinstate                               write   s
POST   /api/v1/licenses/{id}/file                                    write   s
GET    /api/v1/licenses/{id}/activations                             read    sd
POST   /api/v1/licenses/{id}/activations/{activation_id}/release     write   s
GET    /api/v1/storefront/orders                                     read    psd
GET    /api/v1/storefront/orders/{id}                                read    psd
POST   /api/v1/storefront/orders/{id}/retry                          write   s
GET    /api/v1/webhooks/endpoints                                    admin   sd
POST   /api/v1/webhooks/endpoints                                    admin   d
GET    /api/v1/webhooks/endpoints/{id}                               admin   sd
PATCH  /api/v1/webhooks/endpoints/{id}                               admin   d
DELETE /api/v1/webhooks/endpoints/{id}                               admin   d
POST   /api/v1/webhooks/endpoints/{id}/rotate-secret                 admin   d
POST   /api/v1/webhooks/endpoints/{id}/test                          admin   d
GET    /api/v1/webhooks/event-types                                  admin   sd
POST   /api/v1/webhooks/endpoints/{id}/recover                       admin   d
GET    /api/v1/webhooks/recoveries/{id}                              admin   sd
GET    /api/v1/webhooks/endpoints/{id}/stats                         admin   sd
GET    /api/v1/webhooks/events                                       admin   sd
GET    /api/v1/webhooks/events/{id}                                  admin   sd
POST   /api/v1/webhooks/events/{id}/retry                            admin   d
GET    /api/v1/events                                                read    sd
GET    /api/v1/events/{id}                                           read    sd
GET    /api/v1/audit-log                                             read    sd
GET    /api/v1/audit-log/export                                      read    sd
GET    /api/v1/integrations/status                                   read    sd
GET    /api/v1/stats/overview                                        read    sd
GET    /api/v1/stats/days                                            read    sd
POST   /api/v1/admin/workspaces                                      admin   -       partners
GET    /api/v1/admin/workspaces/{account_id}                         admin   -       partners
GET    /api/v1/admin/partner/usage                                   admin   -       partners
"""


# Where the handler itself decides who may call it, by what it is sent.
BODIES: dict[tuple[str, str], bytes] = {
    ("POST", "/api/v1/shipping-credits/topup"): b'{"amount": 1}',
    ("POST", "/api/v1/shipping-credits/adjust"): b'{"amount": 1, "kind": "manual_adjustment"}',
    ("PUT", "/api/v1/shipping/config"): b'{"apiKey": null}',
    ("POST", "/api/v1/admin/workspaces"): b'{"name": "Provisioned"}',
}


class Row(msgspec.Struct, frozen=True):
    """One route, and what it takes."""

    method: str
    path: str
    scope: str
    roles: str
    is_of_partners: bool
    is_of_merchants: bool

    @property
    def is_public(self) -> bool:
        return self.scope == "public"

    @property
    def is_sealed(self) -> bool:
        """True for a route that takes a proof of its own, which none of these callers has."""
        return self.scope == "proof"


def rows() -> list[Row]:
    """The table, line by line."""
    found = []
    for line in _ROUTES.strip().splitlines():
        method, path, scope, roles, *more = [*line.split(), "-"]
        found.append(Row(method, path, scope, roles, "partners" in more, "merchants" in more))
    return found


# A refusal by its status and code; None: the caller comes through to what the route does.
Outcome = tuple[int, str] | None

THROUGH: Outcome = None
FORBIDDEN: Outcome = (403, "FORBIDDEN")
NO_PARTNER: Outcome = (403, "FORBIDDEN_ONBEHALF")

# Whatever else is answered comes from the route itself.
OF_ACCESS = {
    "AUTH_REQUIRED",
    "INVALID_TIMESTAMP",
    "CLOCK_SKEW",
    "INVALID_KEY",
    "BAD_SIGNATURE",
    "REVOKED_KEY",
    "EXPIRED_KEY",
    "NONCE_REUSED",
    "INVALID_TOKEN",
    "NO_ACCOUNT",
    "FORBIDDEN",
    "FORBIDDEN_NETWORK",
    "FORBIDDEN_ONBEHALF",
    "WORKSPACE_SUSPENDED",
    "RATE_LIMITED",
}

Column = Callable[[Row], Outcome]


def _always(status: int, code: str) -> Column:
    return lambda row: (status, code)


def _key(*scopes: str) -> Column:
    """A workspace's key where scopes are enforced; it is no platform key."""
    return lambda row: FORBIDDEN if row.scope not in scopes or row.is_of_partners else THROUGH


def _person(role: str) -> Column:
    return lambda row: FORBIDDEN if role not in row.roles or row.is_of_partners else THROUGH


def _merchant(row: Row) -> Outcome:
    return FORBIDDEN if row.is_of_partners else THROUGH


def _partner_at_work(row: Row) -> Outcome:
    """In a merchant's workspace, where a partner cannot do what it does as itself, nor what is the merchant's alone."""
    return NO_PARTNER if row.is_of_partners or row.is_of_merchants else THROUGH


def _reader(row: Row) -> Outcome:
    """In a workspace that is suspended."""
    return (403, "WORKSPACE_SUSPENDED") if row.method != "GET" else _merchant(row)


def _partner_at_rest(row: Row) -> Outcome:
    """In a merchant's workspace that is suspended."""
    return NO_PARTNER if row.is_of_partners else _reader(row)


# Answer to each caller on a route that is not public; a public route lets every caller through.
COLUMNS: dict[str, Column] = {
    "nobody": _always(401, "AUTH_REQUIRED"),
    "unknown key": _always(401, "INVALID_KEY"),
    "wrong secret": _always(401, "BAD_SIGNATURE"),
    "plain key": _merchant,
    "plain key by the second scheme": _merchant,
    "request of the second scheme, sent again": _always(401, "NONCE_REUSED"),
    "revoked key": _always(401, "REVOKED_KEY"),
    "expired key": _always(401, "EXPIRED_KEY"),
    "key from another network": _always(403, "FORBIDDEN_NETWORK"),
    "key of a suspended workspace": _reader,
    "read key, enforced": _key("read"),
    "write key, enforced": _key("write"),
    "read and write key, enforced": _key("read", "write"),
    "admin key, enforced": _key("admin"),
    "key with every scope, enforced": _key("read", "write", "admin"),
    "key with the platform scope alone, enforced": _key(),
    "plain key on behalf of another": _always(*NO_PARTNER),
    "platform key": lambda row: THROUGH,
    "partner on behalf of its merchant": _partner_at_work,
    "partner on behalf of another's merchant": _always(404, "NOT_FOUND"),
    "partner on behalf of a suspended merchant": _partner_at_rest,
    "suspended partner on behalf of its merchant": _partner_at_rest,
    "key that a partner made": _partner_at_work,
    "session of the owner": _merchant,
    "session without roles": _merchant,
    "session with an empty list of roles": _always(*FORBIDDEN),
    "session with a role that nobody knows": _always(*FORBIDDEN),
    "session of a packer": _person("p"),
    "session of a support agent": _person("s"),
    "session of a developer": _person("d"),
    "session of a packer and support agent": lambda row: _person("p")(row) and _person("s")(row),
    "session in another workspace of its person's": _merchant,
    "session without a workspace": _always(403, "NO_ACCOUNT"),
    "session in a workspace that is not its person's": _always(404, "NOT_FOUND"),
    "session in a suspended workspace": _reader,
    "session that has expired": _always(401, "INVALID_TOKEN"),
    "session on behalf of another": _always(*NO_PARTNER),
}

# Callers without a maker in callers.py yet; a caller leaves this set with its maker.
AWAITED: set[str] = set()


def expected(row: Row, principal: str) -> Outcome:
    """The answer that the caller gets on the route."""
    if row.is_sealed:
        return (401, "AUTH_REQUIRED")
    return THROUGH if row.is_public else COLUMNS[principal](row)
