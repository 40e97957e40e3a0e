"""One request's frame: the workspace, its language and zone, and how a screen is put on the page."""

import gzip
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

import jinja2
import msgspec

from fulfilment import brand, translations
from fulfilment.console.frame import navigation, station
from fulfilment.console.frame.headers import headers
from fulfilment.console.wording import codes, details, refusals
from fulfilment.console.wording.refusals import Told
from fulfilment.console.wording.show import Show
from fulfilment.http import form, languages
from fulfilment.http.bearer import Sessions
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.kept import takes_gzip
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.http.request import Request
from fulfilment.look import files
from fulfilment.sign_in.provider import Provider
from fulfilment.translations import CONSOLE
from fulfilment.workspace import routes as workspace_routes

HTML = "text/html; charset=utf-8"
_COMPRESSED_FROM_BYTES = 1_024
# Beyond this level a page gets hardly smaller, and takes twice the time.
_COMPRESSION = 5
_MOST_STATUSES = 64


class Workspace(msgspec.Struct, frozen=True, rename="camel"):
    """The workspace as GET /workspace shows it."""

    account_id: str
    name: str
    currency: str
    time_zone: str
    label_size: str
    plan: str | None
    is_suspended: bool
    language: str | None


class Frame:
    """What a screen is shown in."""

    def __init__(self, page: Page, workspace: Workspace, leads: tuple[str, ...]):
        self.page = page
        self.workspace = workspace
        # Where signing out may lead, which is a form of every page.
        self._leads = leads
        self.station = station.of(page.request)
        self.language = languages.of(page.request, workspace.language)
        self.show = Show(self.language, workspace.time_zone, workspace.currency)
        self._environment = environment(self.language)

    @property
    def address(self) -> str:
        """Where the workspace's pages begin."""
        return self.page.address

    @property
    def label_size(self) -> str:
        """The paper of this workstation, else the workspace's."""
        return self.station.label_size or self.workspace.label_size

    def say(self, text: str, **values: Any) -> str:
        """A text of the code in the reader's language."""
        said = translations.of(self.language).gettext(text)
        return said % values if values else said

    def told(self, refusal: ApiError) -> Told:
        """A refusal in the reader's language, with what to do next."""
        return refusals.tell(refusal, self.say, sees_credit=self._sees_credit)

    def reason(self, said: str) -> str:
        """What the API says of one parcel, in the reader's language."""
        return details.tell(said, self.say, sees_credit=self._sees_credit)

    @property
    def _sees_credit(self) -> bool:
        return self.page.may("shipping_credits.read")

    def put(
        self,
        template: str,
        *,
        place: str,
        title: str,
        told: Told | None = None,
        fields: Mapping[str, str] = MappingProxyType({}),
        **values: Any,
    ) -> Document:
        """A whole page: `place` is the screen in the navigation, `title` is translated already.

        `told` is a refusal of the form that is shown again; `fields` has the name of the page's field for each of the
        API's (`destination.postalCode`), so that what is wrong stands beside it.
        """
        wrong = {} if told is None or told.field not in fields else {fields[told.field]: told.detail or told.words}
        html = self._environment.get_template(template).render(
            frame=self,
            page=self.page,
            show=self.show,
            place=place,
            title=title,
            places=navigation.of(self.page),
            new_key=form.new_key,
            told=told,
            wrong=wrong,
            **values,
        )
        status = 200 if told is None else told.status
        return sent(html, self.page.request, self.language, status, *self._leads)

    def piece(self, template: str, **values: Any) -> Document:
        """A piece of a page, for a script that puts it in place."""
        html = self._environment.get_template(template).render(
            frame=self, page=self.page, show=self.show, new_key=form.new_key, **values
        )
        return sent(html, self.page.request, self.language, 200)

    def go(self, path: str) -> Answered:
        """Lead the browser to another page of the workspace, after a form has been heeded."""
        return Answered(303, b"", {"Location": self.address + path})


async def of(page: Page) -> Frame:
    """The frame of a request: one statement, for the workspace."""
    answer = await page.ask(workspace_routes.get_own_workspace)
    about = await page.resource(Sessions).about_provider_soon()
    leads = page.resource(Provider).form_targets(about)
    return Frame(page, msgspec.convert(answer.data, Workspace), leads)


def sent(html: str, request: Request, language: str, status: int, *leads: str) -> Document:
    """A page as it goes out; its forms may lead to the origins of `leads`.

    It holds no secret that a stranger's guesses could be mixed with, so it is compressed.
    """
    content, said = html.encode(), headers(*leads) | {"Content-Language": language}
    if len(content) >= _COMPRESSED_FROM_BYTES and takes_gzip(request):
        content = gzip.compress(content, _COMPRESSION, mtime=0)
        said["Content-Encoding"] = "gzip"
    return Document(content, HTML, headers=said, status=status)


@cache
def environment(language: str) -> jinja2.Environment:
    """The templates in one language."""
    made = translations.templates(CONSOLE, language)
    made.globals |= {
        "asset": files.address_of,
        "brand": brand.current().title,
        "role_names": codes.ROLES,
        "languages": translations.LANGUAGES,
        "statuses": codes.STATUSES,
    }
    # There are few, and a list shows one in each of its rows.
    drawn = made.get_template("frame/status.html").module.status
    made.globals["status"] = lru_cache(_MOST_STATUSES)(drawn)
    return made
