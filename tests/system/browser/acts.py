"""Actions on a screen before it is looked at: valid and invalid input that is typed, chosen and sent."""

from collections.abc import Callable

from tests.system.browser.browser import Browser

COOKIE = "svc-session"
# A word without a place to break.
UNBROKEN = "W" * 60


def fill(browser: Browser, **values: str) -> None:
    """Type into fields by their names; `_` stands for `-`."""
    for name, value in values.items():
        field = browser.find_one(f"main [name='{name.replace('_', '-')}']")
        field.clear()
        field.send_keys(value)


def request_rates(browser: Browser) -> None:
    """A parcel to Bandung of goods that are in the catalogue."""
    fill(browser, name="Siti Rahayu", phone="081398765432", address="Jl. Braga 55", area="40111", city="Bandung")
    fill(browser, what_0="KOPI-GAYO-250", quantity_0="2", weight_0="270", value_0="85000")
    browser.click_and_wait("p.acts button.main")


def request_rates_with_bad_quantity(browser: Browser) -> None:
    """A parcel that cannot be."""
    fill(browser, name="Siti Rahayu", phone="081398765432", address="Jl. Braga 55", area="40111")
    fill(browser, what_0="KOPI-GAYO-250", quantity_0="none at all")
    browser.click_and_wait("p.acts button.main")


def request_ambiguous_rates(browser: Browser) -> None:
    """A place and goods of which there are several."""
    fill(browser, name="Siti Rahayu", phone="081398765432", address="Jl. Braga 55", area="Bandung", what_0="arabica")
    browser.click_and_wait("p.acts button.main")


def create_product_with_bad_weight(browser: Browser) -> None:
    """A product whose weight and price are no numbers."""
    fill(browser, name="Gayo arabica", weight="heavy", price="cheap")
    browser.click_and_wait("form.card button.main")


def count_after_a_movement(browser: Browser) -> None:
    """A stock count, sent from an outdated page."""
    browser.run_script("document.querySelector('[name=was]').value = 1")
    fill(browser, counted="38")
    browser.click_and_wait("form[action*='/count'] button")


def adjust_below_zero(browser: Browser) -> None:
    """More than there are."""
    fill(browser, delta="-999999")
    browser.click_and_wait("form[action*='/adjust'] button.main")


def select_all(act: str) -> Callable[[Browser], None]:
    """All parcels of the page, for this act."""

    def select(browser: Browser) -> None:
        browser.find_one("[data-all]").click()
        browser.click_and_wait(f"button[name=act][value={act}]")

    return select


def select_affordable(browser: Browser) -> None:
    """All parcels of the page but the newest, which costs more than there is."""
    browser.find_one("[data-all]").click()
    browser.find_one("tbody input[name=id]").click()
    browser.click_and_wait("button[name=act][value=book]")


def select_labels(browser: Browser) -> None:
    """The labels of all parcels of the page, of which some have none yet; in this tab."""
    browser.run_script("document.querySelector('button[name=what]').removeAttribute('formtarget')")
    browser.find_one("[data-all]").click()
    browser.click_and_wait("button[name=what][value=labels]")


def set_unknown_time_zone(browser: Browser) -> None:
    """A workspace in a zone that is none."""
    fill(browser, time_zone="Atlantis")
    browser.click_and_wait("form.card button.main")


def search_unknown_area(browser: Browser) -> None:
    """An origin in an unknown place."""
    fill(browser, area="Atlantis")
    browser.click_and_wait("main form p button.main")


def select_no_courier(browser: Browser) -> None:
    """Only those couriers that are ticked, of whom there are none."""
    browser.find_one("input[name=which][value=some]").click()
    browser.click_and_wait("form.couriers button.main")


def select_instant_courier(browser: Browser) -> None:
    """A courier who needs to know where the origin is on the map."""
    browser.find_one("input[name=which][value=some]").click()
    browser.find_one("input[name=courier][value=gojek]").click()
    browser.click_and_wait("form.couriers button.main")


def create_nameless_warehouse(browser: Browser) -> None:
    """A warehouse whose name is blank."""
    fill(browser, name="   ", city="Bandung")
    browser.click_and_wait("form.card button.main")


def rebook_delivered(browser: Browser) -> None:
    """Another courier for a parcel that its recipient has."""
    browser.click_and_wait("main form p.acts button:not([name])")


def restock_with_bad_quantity(browser: Browser) -> None:
    """A returned quantity in words."""
    fill(browser, good_0="most of them")
    browser.click_and_wait("form.came-back button.main")


def retry_without_failures(browser: Browser) -> None:
    """A retry from a page of before, where nothing has failed."""
    browser.run_script(
        "const it = document.querySelector('form[action$=\"/stop\"]'); it.action = it.action.replace('/stop', '/retry')"
    )
    browser.click_and_wait("form[action$='/retry'] button")


def cancel_with_long_reason(browser: Browser) -> None:
    """A reason that is longer than it may be."""
    browser.run_script(
        "const it = document.getElementById('reason'); it.removeAttribute('maxlength'); it.value = 'W'.repeat(1001)"
    )
    browser.click_and_wait("form.card button.main")


def create_duplicate_sku(browser: Browser) -> None:
    """A variant with the SKU of another."""
    fill(browser, name="Another", sku=UNBROKEN)
    browser.click_and_wait("form.goods-form button.main")


def update_with_bad_weight(browser: Browser) -> None:
    """A change of a product that says no weight."""
    fill(browser, weight="heavy")
    browser.click_and_wait("form.form[action*='/products/'] p button")


def submit_without_session(browser: Browser) -> None:
    """The session ended while a person typed."""
    browser.driver.execute_cdp_cmd("Network.deleteCookies", {"name": COOKIE, "url": browser.driver.current_url})
    browser.click_and_wait("form.card button.main")


def open_shortcuts_dialog(browser: Browser) -> None:
    browser.run_script("document.getElementById('keys').showModal()")


def open_menu(browser: Browser) -> None:
    """Where the way around is not always there."""
    browser.run_script("document.getElementById('menu').showPopover()")
