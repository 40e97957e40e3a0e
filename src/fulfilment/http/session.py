"""Stand-in while sign-in is being built."""

import datetime

import msgspec

from fulfilment.http.caller import Caller
from fulfilment.http.errors import NotFound


class ConsoleSession(msgspec.Struct, frozen=True):
    subject: str
    email: str | None
    name: str
    roles: tuple[str, ...]
    account_id: str | None
    account_ids: tuple[str, ...]
    signed_in_at: datetime.datetime
    is_fresh: bool = True

    @property
    def usual_workspace(self):
        return self.account_id or self.account_ids[0]


class ConsoleSessions:
    def __init__(self, db, settings):
        self._s = settings

    async def find(self, request):
        cookie = request.header("cookie") or ""
        if "who=" not in cookie:
            return None
        role, _, accounts = cookie.partition("who=")[2].partition(";")[0].partition(".")
        accounts = tuple(accounts.split(","))
        return ConsoleSession(
            "usr_" + role,
            role + "@people.example",
            role.title() + " Lestari",
            (role,),
            accounts[0],
            accounts,
            datetime.datetime.now(datetime.UTC),
        )

    async def caller(self, session, workspace, request):
        if workspace not in session.account_ids:
            raise NotFound
        return Caller(
            account_id=workspace,
            actor_id=session.subject,
            actor_email=session.email,
            scopes=("read", "write", "admin"),
            person="stub " + session.subject,
            roles=session.roles,
            ip=request.client_ip,
            user_agent=request.user_agent,
        )
