"""OpenID Connect discovery document and JSON Web Key Set."""

from aiohttp import web

from fulfilment_simulators.identity.state import state_of
from fulfilment_simulators.identity.tokens import ALGORITHM

AUTHORIZE = "/authorize"
TOKEN = "/token"  # noqa: S105 - a path
USERINFO = "/userinfo"
KEYS = "/keys"
END_SESSION = "/end-session"

routes = web.RouteTableDef()


@routes.get("/.well-known/openid-configuration")
async def discover(request: web.Request) -> web.Response:
    issuer = state_of(request).issuer
    return web.json_response(
        {
            "issuer": issuer,
            "authorization_endpoint": issuer + AUTHORIZE,
            "token_endpoint": issuer + TOKEN,
            "userinfo_endpoint": issuer + USERINFO,
            "jwks_uri": issuer + KEYS,
            "end_session_endpoint": issuer + END_SESSION,
            "scopes_supported": ["openid", "profile", "email"],
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": [ALGORITHM],
            "token_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "claims_supported": [
                *("iss", "aud", "sub", "exp", "iat", "auth_time", "nonce", "sid", "name", "email", "email_verified"),
                *("accountId", "accountIds", "roles"),
            ],
            "prompt_values_supported": ["none", "login", "select_account"],
            "authorization_response_iss_parameter_supported": True,
            "backchannel_logout_supported": True,
            "backchannel_logout_session_supported": True,
        }
    )


@routes.get(KEYS)
async def show_keys(request: web.Request) -> web.Response:
    return web.json_response(state_of(request).keys.public_set.as_dict(private=False))
