"""The two ways that everything at the console must go: with a keyboard alone, and without any script."""

from collections.abc import Iterator
from contextlib import contextmanager

from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.system.browser.browser import Browser
from tests.system.browser.hand import ActionCounter, record_print_dialogs, without_script


class KeyboardUser:
    """A person without a mouse: the tab key reaches everything, and its focus can be seen."""

    has_script = True

    def __init__(self, browser: Browser):
        self.browser, self.hand = browser, ActionCounter(browser)

    def move_focus(self, selector: str) -> None:
        # Where a page begins in its first field, that is where the hands are already.
        if self.browser.driver.switch_to.active_element != self.browser.find_one(selector):
            self.hand.reach(selector)

    def type_into(self, selector: str, text: str) -> None:
        self.move_focus(selector)
        actions = ActionChains(self.browser.driver).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL)
        actions.send_keys(text).perform()

    def tick(self, selector: str) -> None:
        self.move_focus(selector)
        self.hand.press(Keys.SPACE)

    def choose_next(self, selector: str) -> None:
        self.move_focus(selector)
        self.hand.press(Keys.ARROW_DOWN)

    def press(self, selector: str) -> None:
        """Press a control that opens a tab of its own."""
        self.move_focus(selector)
        self.hand.press(Keys.ENTER)

    def click_and_wait(self, selector: str) -> None:
        self.move_focus(selector)
        self.hand.press_and_leave(Keys.ENTER)


class ScriptlessUser:
    """A person whose browser runs no script."""

    has_script = False

    def __init__(self, browser: Browser):
        self.browser, self.hand = browser, ActionCounter(browser)

    def type_into(self, selector: str, text: str) -> None:
        field = self.browser.find_one(selector)
        field.clear()
        field.send_keys(text)

    def tick(self, selector: str) -> None:
        self.hand.click(selector)

    def choose_next(self, selector: str) -> None:
        self.browser.find_one(selector).send_keys(Keys.ARROW_DOWN)

    def press(self, selector: str) -> None:
        self.hand.click(selector)

    def click_and_wait(self, selector: str) -> None:
        self.hand.click_and_wait(selector)


Way = KeyboardUser | ScriptlessUser
WAYS = (KeyboardUser, ScriptlessUser)
WAY_NAMES = ("keyboard", "no script")


@contextmanager
def use_way(way: type[Way], browser: Browser) -> Iterator[Way]:
    """A person who goes this way. With scripts, print dialogs are recorded and not shown."""
    with (record_print_dialogs if way is KeyboardUser else without_script)(browser):
        yield way(browser)
