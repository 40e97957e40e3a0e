"""Every screen of the console, as a person comes to it: in a full shop, an empty one, and with errors."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from fulfilment.bulk_jobs.runner import BulkJobRunner
from tests.bulk_jobs.batch_requests import PATH, create_batch, make_due
from tests.console import shop
from tests.contract.world import fan_out
from tests.harness.database import execute
from tests.harness.goods import fresh_key
from tests.harness.service import Client
from tests.harness.signed_in import signed_in
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_client
from tests.shipments.worker_context import run_in_worker, settings_for
from tests.system.browser import acts
from tests.system.browser.acts import COOKIE, UNBROKEN
from tests.system.browser.browser import Browser

# Hourly statistics of parcels and of the credit on the days before the shop was filled; Sundays are calm.
EARLIER_DAYS = """
    WITH days AS (
        SELECT date_trunc('hour', now(), 'UTC') - nth * interval '1 day' AS hour, nth,
               CASE WHEN nth % 7 = 3 THEN 2 ELSE 11 + nth * 7 % 9 END AS parcels
          FROM generate_series(1, 29) AS nth
    ), parcels AS (
        INSERT INTO shipment_hourly_stats (account_id, hour, booked, delivered, returned, cancelled)
        SELECT $1, hour, parcels, greatest(parcels - 1 - nth % 3, 0), (nth % 4 = 0)::integer, nth % 2 FROM days
    )
    INSERT INTO credit_hourly_stats (account_id, hour, spent, added)
    SELECT $1, hour, parcels * 16000, CASE WHEN nth % 9 = 4 THEN 1500000 ELSE 0 END FROM days
"""


class SeedData(msgspec.Struct):
    """A full shop and an empty one, the sessions of people who work there, and what the full one has of each kind."""

    full: Client
    empty: Client
    owner: str
    packer: str
    parcels: dict[str, str]
    batches: dict[str, str]
    warehouse: str = ""
    goods: dict[str, str] = {}

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.full.service.port}"


class Scene(msgspec.Struct, frozen=True):
    """A screen: its address in a workspace, what is done there before it is looked at, and the status it answers."""

    name: str
    path: str
    action: Callable[[Browser], None] | None = None
    status: int = 200
    is_empty: bool = False
    is_packer: bool = False

    def address(self, shops: SeedData) -> str:
        account = (shops.empty if self.is_empty else shops.full).account_id
        path = self.path
        for kind, ids in (("parcel", shops.parcels), ("batch", shops.batches), ("goods", shops.goods)):
            for name, id in ids.items():
                path = path.replace(f"<{kind} {name}>", id)
        path = path.replace("<warehouse>", shops.warehouse)
        outside = {"choose": "", "again": "/signed-in-again"}
        return f"{shops.base}/console{outside.get(path, f'/{account}{path}')}"


SCENES = (
    Scene("home", ""),
    Scene("home-empty", "", is_empty=True),
    Scene("home-packer", "", is_packer=True),
    Scene("choose", "choose"),
    Scene("keys", "", acts.open_shortcuts_dialog),
    Scene("menu", "", acts.open_menu),
    Scene("shipments", "/shipments"),
    Scene("shipments-empty", "/shipments", is_empty=True),
    Scene("shipments-to-book", "/shipments?status=pending"),
    Scene("shipments-under-way", "/shipments?queue=under_way"),
    Scene("shipments-found", "/search?q=siti"),
    Scene("shipments-nothing-found", "/shipments?q=nobody&courierCode=jne"),
    Scene("shipments-bad-filter", "/shipments?from=yesterday", status=400),
    Scene("parcel-pending", "/shipments/<parcel pending>"),
    Scene("parcel-confirmed", "/shipments/<parcel confirmed>?done=booked"),
    Scene("parcel-delivered", "/shipments/<parcel delivered>"),
    Scene("parcel-returned", "/shipments/<parcel returned>"),
    Scene("parcel-cancelled", "/shipments/<parcel cancelled>"),
    Scene("parcel-odd", "/shipments/<parcel odd>"),
    Scene("cancel", "/shipments/<parcel confirmed>/cancel"),
    Scene("cancel-too-late", "/shipments/<parcel delivered>/cancel"),
    Scene("cancel-problem", "/shipments/<parcel confirmed>/cancel", acts.cancel_with_long_reason, status=400),
    Scene("rebook", "/shipments/<parcel confirmed>/rebook"),
    Scene("rebook-problem", "/shipments/<parcel delivered>/rebook", acts.rebook_delivered, status=409),
    Scene("restock", "/shipments/<parcel returned>/restock"),
    Scene("restock-problem", "/shipments/<parcel returned>/restock", acts.restock_with_bad_quantity, status=400),
    Scene("new", "/shipments/new"),
    Scene("new-no-origin", "/shipments/new", is_empty=True),
    Scene("new-prices", "/shipments/new", acts.request_rates),
    Scene("new-problem", "/shipments/new", acts.request_rates_with_bad_quantity, status=400),
    Scene("new-choices", "/shipments/new", acts.request_ambiguous_rates),
    Scene("batches", "/batches"),
    Scene("batches-empty", "/batches", is_empty=True),
    Scene("batch-finished", "/batches/<batch finished>"),
    Scene("batch-failed", "/batches/<batch failed>"),
    Scene("batch-running", "/batches/<batch running>"),
    Scene("batch-problem", "/batches/<batch running>", acts.retry_without_failures, status=409),
    Scene("ask-book", "/shipments?status=pending", acts.select_affordable),
    Scene("ask-book-lacks", "/shipments?status=pending", acts.select_all("book")),
    Scene("ask-cancel", "/shipments", acts.select_all("cancel")),
    Scene("papers", "/shipments", acts.select_labels),
    Scene("products", "/products"),
    Scene("products-empty", "/products", is_empty=True),
    Scene("products-nothing-found", "/products?q=nobody"),
    Scene("products-bad-filter", "/products?cursor=nonsense", status=400),
    Scene("product", "/products/<goods product>?done=saved"),
    Scene("product-packer", "/products/<goods product>", is_packer=True),
    Scene("product-odd", "/products/<goods odd>"),
    Scene("product-new", "/products/new"),
    Scene("product-problem", "/products/new", acts.create_product_with_bad_weight, status=400),
    Scene("product-change-problem", "/products/<goods product>", acts.update_with_bad_weight, status=400),
    Scene("variant-problem", "/products/<goods odd>/variants/new", acts.create_duplicate_sku, status=409),
    Scene("product-archive", "/products/<goods product>/archive"),
    Scene("variant", "/products/<goods product>/variants/<goods variant>"),
    Scene("stock", "/stock"),
    Scene("stock-empty", "/stock", is_empty=True),
    Scene("stock-found", "/stock?q=arabica"),
    Scene("stock-low", "/stock?low=true"),
    Scene("stock-bad-filter", "/stock?cursor=nonsense", status=400),
    Scene("level", "/stock/<goods variant>/<warehouse>?done=adjusted"),
    Scene("level-moved", "/stock/<goods variant>/<warehouse>", acts.count_after_a_movement),
    Scene("level-problem", "/stock/<goods variant>/<warehouse>", acts.adjust_below_zero),
    Scene("level-not-counted", "/stock/<goods odd variant>/<warehouse>?product=<goods odd>"),
    Scene("first-count", "/stock/first?product=<goods product>"),
    Scene("credit", "/credit"),
    Scene("credit-empty", "/credit", is_empty=True),
    Scene("credit-bad-filter", "/credit?from=2026-11-23&to=2026-11-20", status=400),
    Scene("credit-top-up", "/credit/top-up"),
    Scene("credit-top-up-amount", "/credit/top-up?amount=500000"),
    Scene("credit-top-up-problem", "/credit/top-up?amount=much", status=400),
    Scene("billing", "/billing"),
    Scene("billing-plans", "/billing", is_empty=True),
    Scene("billing-choose", "/billing/choose?plan=starter", is_empty=True),
    Scene("billing-cancel", "/billing/cancel"),
    *(
        Scene(f"settings-{page}", f"/settings/{page}")
        for page in ("workspace", "origin", "couriers", "warehouses", "workstation", "you")
    ),
    Scene("settings-origin-problem", "/settings/origin", acts.search_unknown_area, status=400),
    Scene("settings-couriers-problem", "/settings/couriers", acts.select_no_courier, status=400),
    Scene("settings-couriers-no-place", "/settings/couriers", acts.select_instant_courier, status=400),
    Scene("settings-origin-empty", "/settings/origin", is_empty=True),
    Scene("settings-couriers-empty", "/settings/couriers", is_empty=True),
    Scene("settings-warehouses-empty", "/settings/warehouses", is_empty=True),
    Scene("settings-warehouse", "/settings/warehouses/<warehouse>"),
    Scene("settings-warehouse-archive", "/settings/warehouses/<warehouse>/archive"),
    Scene("settings-warehouse-new", "/settings/warehouses/new"),
    Scene("settings-warehouse-problem", "/settings/warehouses/new", acts.create_nameless_warehouse, status=400),
    Scene("settings-key-remove", "/settings/couriers/key/remove"),
    Scene("settings-workspace-problem", "/settings/workspace", acts.set_unknown_time_zone, status=400),
    Scene("refused-403", "/credit", status=403, is_packer=True),
    Scene("refused-404", "/shipments/shp_000000000000000000000000", status=404),
    Scene("signed-in-again", "again"),
    Scene("send-again", "/settings/workspace", acts.submit_without_session, status=401),
)


def create_seed_data(
    merchant: Client, courier: Courier, url: str, parcels: int = 34, *, has_extremes: bool = True
) -> SeedData:
    """Fill the merchant's workspace, and open an empty one. `url` is where a worker reaches the courier.

    With `has_extremes` the shop has parcels with the longest texts and numbers.
    """
    # The free plan, so that screens offer what costs something.
    empty = open_client(merchant.service, "Empty", plan="free")

    def call(method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        answer = merchant(method, f"/api/v1{path}", body, None if method == "GET" else key or fresh_key())
        assert answer.status < 300, (method, path, answer.raw)
        return answer.data

    call("PATCH", "/workspace", {"name": shop.NAME})
    shipments = shop.seed_workspace(call, courier.report, parcels)
    if has_extremes:
        long_id = call("POST", "/shipments", _long_shipment_body())["shipment"]["id"]
        call("POST", "/shipments", _wide_shipment_body())
    else:
        long_id = shipments[0]["id"]
    states = _read_states(call)
    pending_ids = [each["id"] for each in shipments if states[each["id"]] == "pending"]
    batches = {"failed": create_batch(merchant, "book", pending_ids[:2])["id"]}
    with courier.in_mood(fail="refuse"):
        run_worker_once(merchant, url)
    batches["finished"] = create_batch(merchant, "book", pending_ids[2:4])["id"]
    run_worker_once(merchant, url)
    batches["running"] = create_batch(merchant, "book", pending_ids[4:6])["id"]
    products = _create_products(call)
    parcels_of = {state: id for id, state in _read_states(call).items() if id not in (long_id, *pending_ids)}
    parcels_of |= {"pending": pending_ids[6], "odd": long_id}
    accounts = (merchant.account_id, empty.account_id)
    database = merchant.service.database_url
    fan_out(database)
    execute(merchant, EARLIER_DAYS, merchant.account_id)
    return SeedData(
        full=merchant,
        empty=empty,
        owner=signed_in(database, "owner", *accounts, name="Ayu Lestari", user_agent="Mozilla/5.0 (X11) Chrome/142"),
        packer=signed_in(database, "packer", *accounts, name="Dedi Kurniawan"),
        parcels=parcels_of,
        batches=batches,
        warehouse=call("GET", "/warehouses")["warehouses"][0]["id"],
        goods=products,
    )


def open_scene(browser: Browser, shops: SeedData, scene: Scene, language: str = "en") -> None:
    """Open a screen as a person with that language."""
    set_cookie(browser, shops, COOKIE, shops.packer if scene.is_packer else shops.owner)
    set_cookie(browser, shops, "console-language", language)
    browser.open(scene.address(shops))
    if scene.action is not None:
        scene.action(browser)


def set_cookie(browser: Browser, shops: SeedData, name: str, value: str) -> None:
    set_cookie_at(browser, shops.base, name, value)


def set_cookie_at(browser: Browser, address: str, name: str, value: str) -> None:
    cookie = {"name": name, "value": value, "url": address, "path": "/"}
    assert browser.driver.execute_cdp_cmd("Network.setCookie", cookie)["success"], name


def clear_cookies(browser: Browser) -> None:
    """Sign every person out of the browser."""
    browser.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})


def run_worker_once(merchant: Client, url: str) -> None:
    """A worker does once what is due of batches."""
    run_in_worker(
        settings_for(merchant.service.database_url, url, database_lock_timeout_seconds="1"),
        lambda inside: BulkJobRunner(inside.db, inside.notifier, inside.aggregators, inside.settings).run_due(),
    )


def finish_batches(merchant: Client, url: str) -> None:
    """A worker does all of the merchant's batches, though the database has some of their rows wait."""

    def is_done() -> bool:
        make_due(merchant)
        run_worker_once(merchant, url)
        return all(batch["status"] == "finished" for batch in merchant("GET", PATH).data["batches"])

    eventually(is_done)


def current_path(browser: Browser) -> str:
    """Where the browser is, without the workspace and what was just done."""
    return "/" + "/".join(urlsplit(browser.driver.current_url).path.split("/")[3:])


def _read_states(call: Callable[..., Any]) -> dict[str, str]:
    listed = call("GET", "/shipments?limit=100")["shipments"]
    return {each["id"]: each["status"] for each in listed}


def _create_products(call: Callable[..., Any]) -> dict[str, str]:
    """A product that is low, and one whose names have no place to break."""
    product = call("GET", "/products?q=gayo")["products"][0]
    variant = product["variants"][0]["id"]
    call("PATCH", f"/products/{product['id']}/variants/{variant}", {"lowStockThreshold": 450, "priceCents": 85_000})
    odd = call("POST", "/products", {"name": UNBROKEN, "sku": UNBROKEN, "description": UNBROKEN * 4, "weight": 10**9})
    second = call("POST", f"/products/{odd['product']['id']}/variants", {"name": UNBROKEN, "sku": UNBROKEN})
    return {
        "product": product["id"],
        "variant": variant,
        "odd": odd["product"]["id"],
        "odd variant": second["variant"]["id"],
    }


def _wide_shipment_body() -> dict[str, Any]:
    """A parcel whose order, price and pieces are as long as those of a large shop."""
    place = {"contactName": "PT Sinar Mas 21", "contactPhone": "+62 812-3456-7890", "address": "Jl. Raya 21/A-12"}
    item = {"name": "Gayo arabica 250 g", "sku": "KOPI-GAYO-250", "value": 1_354_000, "weight": 25_000, "quantity": 12}
    return {
        "courierCode": "jnt",
        "courierServiceCode": "ez",
        "courierType": "standard",
        "price": 1_354_000,
        "origin": {},
        "destination": place | {"city": "Bandung", "postalCode": "40132"},
        "items": [item],
        "externalSource": "tokopedia",
        "externalRef": "INV/20261126/MPL/3633527891",
    }


def _long_shipment_body() -> dict[str, Any]:
    """A shipment with the longest texts, without a place to break; it costs more than the credit."""
    return {
        "courierCode": "jne",
        "courierServiceCode": "reg",
        "courierType": "standard",
        "price": 50_000_000,
        "origin": {},
        "destination": {
            "contactName": UNBROKEN,
            "contactPhone": "0811000002",
            "address": f"<b>{UNBROKEN}</b>{UNBROKEN}",
            "postalCode": "40132",
            "note": UNBROKEN,
        },
        "items": [{"name": f"<img src=x onerror=alert(1)>{UNBROKEN}", "value": 150_000, "weight": 800, "quantity": 99}],
        "externalSource": "toko",
        "externalRef": UNBROKEN,
    }
