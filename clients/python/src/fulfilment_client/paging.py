"""Lists: a page, and everything that follows it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from typing import Any, Generic, TypeVar, cast

from .answer import Answer
from .errors import UnexpectedAnswer
from .operation import Operation

T = TypeVar("T")
B = TypeVar("B")


class _Rows(Generic[T]):
    """Common part of a page, however it was fetched.

    `data` is the rows of this page alone. `cursor` leads to the next one and is None on the last. `total` stands where
    the list has a count, and `answer` is the whole answer.
    """

    def __init__(self, answer: Answer, operation: Operation) -> None:
        self.answer = answer
        meta = answer.meta
        self.data: list[T] = cast("list[T]", answer.data[operation.rows] if operation.rows else answer.data)
        self.cursor: str | None = meta.get("cursor")
        self.has_more: bool = bool(meta.get("hasMore")) and self.cursor is not None
        self.total: int | None = meta.get("total")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.data)} rows{', with more' if self.has_more else ''}>"


class Page(_Rows[T]):
    """A page of a list. Iterating over it goes on to the pages that follow: `for product in client.products.list()`."""

    def __init__(self, answer: Answer, operation: Operation, fetch: Callable[[str], Answer]) -> None:
        super().__init__(answer, operation)
        self._operation = operation
        self._fetch = fetch

    def next_page(self) -> Page[T] | None:
        """The page that follows; None after the last."""
        if not self.has_more or self.cursor is None:
            return None
        following: Page[T] = type(self)(self._fetch(self.cursor), self._operation, self._fetch)
        require_progress(following, self.cursor)
        return following

    def pages(self) -> Iterator[Page[T]]:
        """This page and all that follow."""
        page: Page[T] | None = self
        while page is not None:
            yield page
            page = page.next_page()

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data


class ReportPage(Page[T], Generic[T, B]):
    """A page that says more than its rows: `body` is all of it."""

    @property
    def body(self) -> B:
        return cast("B", self.answer.data)


class AsyncPage(_Rows[T]):
    """A page of a list: `async for` over it goes on to the pages that follow."""

    def __init__(self, answer: Answer, operation: Operation, fetch: Callable[[str | None], Awaitable[Answer]]) -> None:
        super().__init__(answer, operation)
        self._operation = operation
        self._fetch = fetch

    async def next_page(self) -> AsyncPage[T] | None:
        """The page that follows; None after the last."""
        if not self.has_more or self.cursor is None:
            return None
        following: AsyncPage[T] = type(self)(await self._fetch(self.cursor), self._operation, self._fetch)
        require_progress(following, self.cursor)
        return following

    async def pages(self) -> AsyncIterator[AsyncPage[T]]:
        """This page and all that follow."""
        page: AsyncPage[T] | None = self
        while page is not None:
            yield page
            page = await page.next_page()

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for row in page.data:
                yield row


class AsyncReportPage(AsyncPage[T], Generic[T, B]):
    """A page that says more than its rows: `body` is all of it."""

    @property
    def body(self) -> B:
        return cast("B", self.answer.data)


class AsyncPager(Generic[T]):
    """A list before its first request: `await` gives its first page, `async for` every row of it."""

    def __init__(self, operation: Operation, fetch: Callable[[str | None], Awaitable[Answer]]) -> None:
        self._operation = operation
        self._fetch = fetch

    def __await__(self) -> Generator[Any, None, AsyncPage[T]]:
        return self._first().__await__()

    async def _first(self) -> AsyncPage[T]:
        return AsyncPage(await self._fetch(None), self._operation, self._fetch)

    async def __aiter__(self) -> AsyncIterator[T]:
        async for row in await self._first():
            yield row


class AsyncReportPager(AsyncPager[T], Generic[T, B]):
    """The same of a list whose pages say more than their rows."""

    def __await__(self) -> Generator[Any, None, AsyncReportPage[T, B]]:
        return self._first().__await__()

    async def _first(self) -> AsyncReportPage[T, B]:
        return AsyncReportPage(await self._fetch(None), self._operation, self._fetch)


def require_progress(following: _Rows[Any], cursor: str) -> None:
    """A page that leads to itself would be read for ever."""
    if following.has_more and following.cursor == cursor:
        raise UnexpectedAnswer("a page of the list leads to itself", status=following.answer.status)
