"""The two ways that everything at the console must go: with a keyboard alone, and without any script."""

from collections.abc import Iterator
from contextlib import contextmanager

from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.browser.browser import Browser
from tests.browser.hand import Hand, print_dialogs_noted, without_script


class Keyboard:
    """Somebody who has no mouse: the tabulator leads everywhere, and its focus can be seen."""

    has_script = True

    def __init__(self, browser: Browser):
        self.browser, self.hand = browser, Hand(browser)

    def reach(self, selector: str) -> None:
        # Where a page begins in its first field, that is where the hands are already.
        if self.browser.driver.switch_to.active_element != self.browser.one(selector):
            self.hand.reach(selector)

    def enter(self, selector: str, text: str) -> None:
        self.reach(selector)
        whole = ActionChains(self.browser.driver).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL)
        whole.send_keys(text).perform()

    def tick(self, selector: str) -> None:
        self.reach(selector)
        self.hand.press(Keys.SPACE)

    def choose_next(self, selector: str) -> None:
        self.reach(selector)
        self.hand.press(Keys.ARROW_DOWN)

    def press(self, selector: str) -> None:
        """What leads to a tab of its own."""
        self.reach(selector)
        self.hand.press(Keys.ENTER)

    def go(self, selector: str) -> None:
        self.reach(selector)
        self.hand.press_and_leave(Keys.ENTER)


class Scriptless:
    """Somebody whose browser runs no script."""

    has_script = False

    def __init__(self, browser: Browser):
        self.browser, self.hand = browser, Hand(browser)

    def enter(self, selector: str, text: str) -> None:
        field = self.browser.one(selector)
        field.clear()
        field.send_keys(text)

    def tick(self, selector: str) -> None:
        self.hand.click(selector)

    def choose_next(self, selector: str) -> None:
        self.browser.one(selector).send_keys(Keys.ARROW_DOWN)

    def press(self, selector: str) -> None:
        self.hand.click(selector)

    def go(self, selector: str) -> None:
        self.hand.follow(selector)


Way = Keyboard | Scriptless
WAYS = (Keyboard, Scriptless)
WAY_NAMES = ("keyboard", "no script")


@contextmanager
def going(kind: type[Way], browser: Browser) -> Iterator[Way]:
    """Somebody who goes this way; print dialogs of whoever has script are noted and not shown."""
    with (print_dialogs_noted if kind is Keyboard else without_script)(browser):
        yield kind(browser)
