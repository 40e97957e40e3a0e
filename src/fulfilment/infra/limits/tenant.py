"""On whose behalf the running task works: what connections, places and turns are shared by (decisions, section 12).

A party is a workspace, or, before a credential has proven one, the address that a request came from. Tasks that a
request begins inherit its party. Work that serves several parties at once, or the service itself, is the house's.
"""

from contextvars import ContextVar

SYSTEM = ""

current: ContextVar[str] = ContextVar("fulfilment_tenant", default=SYSTEM)
