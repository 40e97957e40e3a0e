"""What somebody does on a screen before it is looked at: what is typed, chosen and sent, well and badly."""

from collections.abc import Callable

from tests.browser.browser import Browser

COOKIE = "svc-session"
# What has no place to break.
UNBROKEN = "W" * 60


def fill(browser: Browser, **values: str) -> None:
    """Type into fields by their names; `_` stands for `-`."""
    for name, value in values.items():
        field = browser.one(f"main [name='{name.replace('_', '-')}']")
        field.clear()
        field.send_keys(value)


def ask_prices(browser: Browser) -> None:
    """A parcel to Bandung of goods that are in the catalogue."""
    fill(browser, name="Siti Rahayu", phone="081398765432", address="Jl. Braga 55", area="40111", city="Bandung")
    fill(browser, what_0="KOPI-GAYO-250", quantity_0="2", weight_0="270", value_0="85000")
    browser.leave_by("p.acts button.main")


def ask_badly(browser: Browser) -> None:
    """A parcel that cannot be."""
    fill(browser, name="Siti Rahayu", phone="081398765432", address="Jl. Braga 55", area="40111")
    fill(browser, what_0="KOPI-GAYO-250", quantity_0="none at all")
    browser.leave_by("p.acts button.main")


def ask_vaguely(browser: Browser) -> None:
    """A place and goods of which there are several."""
    fill(browser, name="Siti Rahayu", phone="081398765432", address="Jl. Braga 55", area="Bandung", what_0="arabica")
    browser.leave_by("p.acts button.main")


def sell_badly(browser: Browser) -> None:
    """A product of no weight that anybody knows."""
    fill(browser, name="Gayo arabica", weight="heavy", price="cheap")
    browser.leave_by("form.card button.main")


def count_while_it_moves(browser: Browser) -> None:
    """What was counted, sent from a page of yesterday."""
    browser.ask("document.querySelector('[name=was]').value = 1")
    fill(browser, counted="38")
    browser.leave_by("form[action*='/count'] button")


def take_too_many(browser: Browser) -> None:
    """More than there are."""
    fill(browser, delta="-999999")
    browser.leave_by("form[action*='/adjust'] button.main")


def choose_all(act: str) -> Callable[[Browser], None]:
    """All parcels of the page, for this act."""

    def choose(browser: Browser) -> None:
        browser.one("[data-all]").click()
        browser.leave_by(f"button[name=act][value={act}]")

    return choose


def choose_affordable(browser: Browser) -> None:
    """All parcels of the page but the newest, which costs more than there is."""
    browser.one("[data-all]").click()
    browser.one("tbody input[name=id]").click()
    browser.leave_by("button[name=act][value=book]")


def choose_labels(browser: Browser) -> None:
    """The labels of all parcels of the page, of which some have none yet; in this tab."""
    browser.ask("document.querySelector('button[name=what]').removeAttribute('formtarget')")
    browser.one("[data-all]").click()
    browser.leave_by("button[name=what][value=labels]")


def settle_nowhere(browser: Browser) -> None:
    """A workspace in a zone that is none."""
    fill(browser, time_zone="Atlantis")
    browser.leave_by("form.card button.main")


def search_in_vain(browser: Browser) -> None:
    """An origin in a place that nobody knows."""
    fill(browser, area="Atlantis")
    browser.leave_by("main form p button.main")


def tick_nobody(browser: Browser) -> None:
    """Only those couriers that are ticked, of whom there are none."""
    browser.one("input[name=which][value=some]").click()
    browser.leave_by("form.couriers button.main")


def tick_instant(browser: Browser) -> None:
    """A courier who needs to know where the origin is on the map."""
    browser.one("input[name=which][value=some]").click()
    browser.one("input[name=courier][value=gojek]").click()
    browser.leave_by("form.couriers button.main")


def open_nameless(browser: Browser) -> None:
    """A warehouse whose name is blank."""
    fill(browser, name="   ", city="Bandung")
    browser.leave_by("form.card button.main")


def replace_too_late(browser: Browser) -> None:
    """Another courier for a parcel that its recipient has."""
    browser.leave_by("main form p.acts button:not([name])")


def restock_badly(browser: Browser) -> None:
    """What came back in words."""
    fill(browser, good_0="most of them")
    browser.leave_by("form.came-back button.main")


def retry_what_goes_well(browser: Browser) -> None:
    """A retry from a page of before, where nothing has failed."""
    browser.ask(
        "const it = document.querySelector('form[action$=\"/stop\"]'); it.action = it.action.replace('/stop', '/retry')"
    )
    browser.leave_by("form[action$='/retry'] button")


def explain_at_length(browser: Browser) -> None:
    """A reason that is longer than it may be."""
    browser.ask(
        "const it = document.getElementById('reason'); it.removeAttribute('maxlength'); it.value = 'W'.repeat(1001)"
    )
    browser.leave_by("form.card button.main")


def take_a_sku(browser: Browser) -> None:
    """A variant with the SKU of another."""
    fill(browser, name="Another", sku=UNBROKEN)
    browser.leave_by("form.goods-form button.main")


def weigh_badly(browser: Browser) -> None:
    """A change of a product that says no weight."""
    fill(browser, weight="heavy")
    browser.leave_by("form.form[action*='/products/'] p button")


def send_without_session(browser: Browser) -> None:
    """The sign-in ended while somebody typed."""
    browser.driver.execute_cdp_cmd("Network.deleteCookies", {"name": COOKIE, "url": browser.driver.current_url})
    browser.leave_by("form.card button.main")


def open_keys(browser: Browser) -> None:
    browser.ask("document.getElementById('keys').showModal()")


def open_menu(browser: Browser) -> None:
    """Where the way around is not always there."""
    browser.ask("document.getElementById('menu').showPopover()")
