"""The operations of each resource. Generated: `make clients`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, List, Literal

from .. import operations
from ..omit import OMIT, Omit

if TYPE_CHECKING:
    from datetime import datetime

    from .. import types
    from ..client import Caller
    from ..downloads import Download
    from ..paging import Page, ReportPage


class Health:
    """`client.health`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Health:
        """Show the service's name and version, if its database answers.

        Browsers may call this from pages of any origin.
        """
        return self._caller.plain(
            operations.GET_HEALTH,
            timeout=timeout,
        )


class Documentation:
    """`client.documentation`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get_openapi_document(
        self,
        *,
        timeout: float | None = None,
    ) -> dict[str, Any]:
        """This API as an OpenAPI 3.1 document.

        Compressed where `Accept-Encoding` takes gzip; 304 where `If-None-Match` has its `ETag`.
        """
        return self._caller.plain(
            operations.GET_OPEN_API_DOCUMENT,
            timeout=timeout,
        )


class Workspace:
    """`client.workspace`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Workspace:
        """Show the workspace of the credential: its name, plan, language, time zone and label size."""
        return self._caller.plain(
            operations.GET_OWN_WORKSPACE,
            timeout=timeout,
        )

    def update(
        self,
        *,
        name: str | Omit = OMIT,
        language: Literal["en", "id"] | Omit | None = OMIT,
        time_zone: str | Omit | None = OMIT,
        label_size: Literal["a4", "thermal-100x150", "thermal-80x100"] | Omit | None = OMIT,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Workspace:
        """Change the workspace's name and the preferences of its console.

        - `name`: The new name; it cannot be cleared.
        - `language`: The language of the console, `en` or `id`; null: the language of each browser.
        - `time_zone`: The IANA name of a zone, such as `Asia/Makassar`; null: `Asia/Jakarta`.
        - `label_size`: The label size that the console prints; null: `thermal-100x150`.
        """
        return self._caller.plain(
            operations.UPDATE_OWN_WORKSPACE,
            body={
                "name": name,
                "language": language,
                "timeZone": time_zone,
                "labelSize": label_size,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get_setup(
        self,
        *,
        timeout: float | None = None,
    ) -> types.WorkspaceSetup:
        """Show which steps to its first label the workspace has completed."""
        return self._caller.plain(
            operations.GET_WORKSPACE_SETUP,
            timeout=timeout,
        )


class ApiKeys:
    """`client.api_keys`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.ApiKey]:
        """List the workspace's keys, newest first, active and revoked. A partner sees only the keys that it made.

        - `limit`: The maximum number of rows of the page. At least 1, at most 500; all rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        """
        return self._caller.page(
            operations.LIST_API_KEYS,
            query={
                "limit": limit,
                "cursor": cursor,
            },
            timeout=timeout,
        )

    def create(
        self,
        *,
        name: str,
        scopes: List[Literal["admin", "read", "write"]] | None = None,
        expires_at: str | datetime | None = None,
        networks: List[str] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.ApiKeyWithSecretReply:
        """Create a key; its secret is shown in this answer only.

        - `name`: The display name of the key.
        - `scopes`: The scopes of the key; `read` and `write` by default. Duplicates are ignored.
        - `expires_at`: When the key expires: a timestamp in the future, with its offset. Without it, never.
        - `networks`: Addresses and networks that requests must come from, IPv4 or IPv6, such as `203.0.113.7` and
          `10.1.0.0/16`. Without it, from anywhere.

        Refusals of its own: `PLAN_LIMIT` (403).
        """
        return self._caller.plain(
            operations.CREATE_API_KEY,
            body={
                "name": name,
                "scopes": scopes,
                "expiresAt": expires_at,
                "networks": networks,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def revoke(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.RevokedApiKey:
        """Revoke a key; requests signed with it are refused from now on.

        - `id`: The key's id, as POST /api-keys answers it and GET /api-keys lists it; it is not the `keyId`.

        Refusals of its own: `ALREADY_REVOKED` (409).
        """
        return self._caller.plain(
            operations.REVOKE_API_KEY,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Products:
    """`client.products`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        archived: bool | None = None,
        type: Literal["digital", "license", "physical"] | None = None,
        sku: str | None = None,
        q: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Product]:
        """List products with their variants, newest first; with `q` and no `sku`, in the order of the words found.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `archived`: `true` lists archived products too, `false` only active ones.
        - `type`: Only products of this type.
        - `sku`: Only products that have exactly this `sku`, or a variant that has it.
        - `q`: Words to search for. Each must be the beginning of a word in the product's name, in its `sku` or in a
          variant's. Upper and lower case are equal; only the eight longest words count.
        """
        return self._caller.page(
            operations.LIST_PRODUCTS,
            query={
                "limit": limit,
                "cursor": cursor,
                "archived": archived,
                "type": type,
                "sku": sku,
                "q": q,
            },
            timeout=timeout,
        )

    def create(
        self,
        *,
        name: str,
        sku: str | None = None,
        description: str | None = None,
        type: Literal["digital", "license", "physical"] | None = None,
        weight: int | None = None,
        length: int | None = None,
        width: int | None = None,
        height: int | None = None,
        license_enabled: bool | None = None,
        max_activations: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Product:
        """Create a product; it gets a Default variant.

        - `name`: The product's name.
        - `sku`: Your own number of the product as a whole; it need not be unique.
        - `description`: A free text.
        - `type`: The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download,
          `license` a license key. It cannot be changed later. Default: `physical`.
        - `weight`: The weight of one piece in grams, for variants without a weight of their own.
        - `length`: Length of one piece in centimetres.
        - `width`: Width of one piece in centimetres.
        - `height`: Height of one piece in centimetres.
        - `license_enabled`: True if licenses can be issued for it. The default is true for the type `license`, else
          false.
        - `max_activations`: The maximum number of activations of a license that is issued without one of its own;
          the default is 1.
        """
        return self._caller.plain(
            operations.CREATE_PRODUCT,
            body={
                "name": name,
                "sku": sku,
                "description": description,
                "type": type,
                "weight": weight,
                "length": length,
                "width": width,
                "height": height,
                "licenseEnabled": license_enabled,
                "maxActivations": max_activations,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.Product:
        """Retrieve one product with its variants.

        - `id`: The product's id (`prod_…`), as POST /products answers it and GET /products lists it.
        """
        return self._caller.plain(
            operations.GET_PRODUCT,
            path={"id": id},
            timeout=timeout,
        )

    def update(
        self,
        id: str,
        *,
        name: str | Omit = OMIT,
        sku: str | Omit | None = OMIT,
        description: str | Omit | None = OMIT,
        type: Literal["digital", "license", "physical"] | Omit = OMIT,
        weight: int | Omit | None = OMIT,
        length: int | Omit | None = OMIT,
        width: int | Omit | None = OMIT,
        height: int | Omit | None = OMIT,
        license_enabled: bool | Omit = OMIT,
        max_activations: int | Omit | None = OMIT,
        archived: bool | Omit = OMIT,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Product:
        """Change a product; its type stays.

        - `id`: The product's id (`prod_…`), as POST /products answers it and GET /products lists it.
        - `name`: The new name; it cannot be cleared.
        - `sku`: The new number of the product as a whole.
        - `description`: The new free text.
        - `type`: Accepted only if it is the present type: a product's type cannot change.
        - `weight`: The new weight of one piece in grams, for variants without a weight of their own.
        - `length`: The new length of one piece in centimetres.
        - `width`: The new width of one piece in centimetres.
        - `height`: The new height of one piece in centimetres.
        - `license_enabled`: True if licenses can be issued from now on. Issued licenses stay as they are.
        - `max_activations`: The maximum number of activations of licenses issued from now on without one of their
          own; null: 1.
        - `archived`: False un-archives the product. True is accepted only if it is archived already: archive with
          `DELETE`.
        """
        return self._caller.plain(
            operations.UPDATE_PRODUCT,
            path={"id": id},
            body={
                "name": name,
                "sku": sku,
                "description": description,
                "type": type,
                "weight": weight,
                "length": length,
                "width": width,
                "height": height,
                "licenseEnabled": license_enabled,
                "maxActivations": max_activations,
                "archived": archived,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def archive(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.ArchivedResponse:
        """Archive a product; its data stays.

        - `id`: The product's id (`prod_…`), as POST /products answers it and GET /products lists it.
        """
        return self._caller.plain(
            operations.ARCHIVE_PRODUCT,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def create_bulk(
        self,
        *,
        products: List[types.NewProduct],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> List[types.BulkItemResult]:
        """Create up to 200 products; an outcome per row.

        Cost against the rate limit: 1 for every 20 `products`.

        - `products`: 1 to 200 products; each row is created or refused by itself.
        """
        return self._caller.plain(
            operations.CREATE_PRODUCTS,
            body={
                "products": products,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Variants:
    """`client.variants`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(
        self,
        id: str,
        *,
        name: str,
        sku: str | None = None,
        price_cents: int | None = None,
        cost_cents: int | None = None,
        low_stock_threshold: int | None = None,
        weight: int | None = None,
        is_default: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Variant:
        """Add a variant to a product.

        - `id`: The product's id (`prod_…`), as POST /products answers it and GET /products lists it.
        - `name`: The name that tells it from its siblings, such as a size or a colour.
        - `sku`: Your own number of the variant. If a sibling has it already, the answer is 409 `SKU_TAKEN`.
        - `price_cents`: The selling price of one piece in minor units (whole rupiah for IDR).
        - `cost_cents`: Your cost of one piece, in minor units. It is stored for your own use, and no calculation
          uses it.
        - `low_stock_threshold`: When a level falls below this many pieces in a warehouse, the event `stock.low` is
          sent. The default is never.
        - `weight`: The weight of one piece in grams, where it differs from the product's.
        - `is_default`: True makes it the product's default instead of the present one. If the product has no
          default, the new variant becomes it anyway.

        Refusals of its own: `SKU_TAKEN` (409).
        """
        return self._caller.plain(
            operations.CREATE_VARIANT,
            path={"id": id},
            body={
                "name": name,
                "sku": sku,
                "priceCents": price_cents,
                "costCents": cost_cents,
                "lowStockThreshold": low_stock_threshold,
                "weight": weight,
                "isDefault": is_default,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def update(
        self,
        id: str,
        variant_id: str,
        *,
        name: str | Omit = OMIT,
        sku: str | Omit | None = OMIT,
        price_cents: int | Omit | None = OMIT,
        cost_cents: int | Omit | None = OMIT,
        low_stock_threshold: int | Omit | None = OMIT,
        weight: int | Omit | None = OMIT,
        is_default: bool | Omit = OMIT,
        archived: bool | Omit = OMIT,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Variant:
        """Change a variant; promoting it to the default demotes its sibling.

        - `id`: The product's id (`prod_…`), as POST /products answers it and GET /products lists it.
        - `variant_id`: The id (`var_…`) of a variant of this product, as the product shows it.
        - `name`: The new name; it cannot be cleared.
        - `sku`: The new number of the variant. If a sibling has it already, the answer is 409 `SKU_TAKEN`.
        - `price_cents`: The new selling price of one piece in minor units.
        - `cost_cents`: Your new cost of one piece, in minor units.
        - `low_stock_threshold`: When a level falls below this many pieces in a warehouse, the event `stock.low` is
          sent; null: never.
        - `weight`: The weight of one piece in grams; null: the product's `weight` counts.
        - `is_default`: True makes it the default instead of the present one. False is refused on the default:
          promote a sibling instead.
        - `archived`: False un-archives the variant. True is accepted only if it is archived already: archive with
          `DELETE`.

        Refusals of its own: `SKU_TAKEN` (409).
        """
        return self._caller.plain(
            operations.UPDATE_VARIANT,
            path={"id": id, "variantId": variant_id},
            body={
                "name": name,
                "sku": sku,
                "priceCents": price_cents,
                "costCents": cost_cents,
                "lowStockThreshold": low_stock_threshold,
                "weight": weight,
                "isDefault": is_default,
                "archived": archived,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def archive(
        self,
        id: str,
        variant_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.ArchivedResponse:
        """Archive a variant; if it is the default, the oldest active sibling becomes the default.

        - `id`: The product's id (`prod_…`), as POST /products answers it and GET /products lists it.
        - `variant_id`: The id (`var_…`) of a variant of this product, as the product shows it.
        """
        return self._caller.plain(
            operations.ARCHIVE_VARIANT,
            path={"id": id, "variantId": variant_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def search(
        self,
        *,
        q: str | None = None,
        ids: str | None = None,
        sku: List[str] | None = None,
        type: Literal["digital", "license", "physical"] | None = None,
        timeout: float | None = None,
    ) -> List[types.VariantSearchResult]:
        """Find variants by words of names and skus, by ids or by whole skus, with weight, price and available stock.

        - `q`: Words to search for. Each must be the beginning of a word in the product's name, in its `sku` or in a
          variant's; upper and lower case are equal. A whole sku finds nothing else.
        - `ids`: 1 to 100 ids of variants, separated by commas.
        - `sku`: An exact, whole sku; it may be repeated, up to 20 times. It finds active variants with the sku, or
          without one of their own if their product has it, in the 20 newest products.
        - `type`: Only variants of products of this type, with `q` or `sku`.
        """
        return self._caller.plain(
            operations.SEARCH_VARIANTS,
            query={
                "q": q,
                "ids": ids,
                "sku": sku,
                "type": type,
            },
            timeout=timeout,
        )


class Warehouses:
    """`client.warehouses`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        archived: bool | None = None,
        timeout: float | None = None,
    ) -> Page[types.Warehouse]:
        """List the warehouses, the default first, then by age; with `archived`, archived ones too.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; all rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `archived`: `true` lists archived warehouses too, `false` only active ones.
        """
        return self._caller.page(
            operations.LIST_WAREHOUSES,
            query={
                "limit": limit,
                "cursor": cursor,
                "archived": archived,
            },
            timeout=timeout,
        )

    def create(
        self,
        *,
        name: str,
        address: str | None = None,
        city: str | None = None,
        postal: str | None = None,
        postal_code: str | None = None,
        lat: float | None = None,
        lng: float | None = None,
        phone: str | None = None,
        is_default: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Warehouse:
        """Create a warehouse; the first one is the default.

        - `name`: The warehouse's name.
        - `address`: Street and number, for information: drivers are sent to the shipping origin.
        - `city`: The town or city.
        - `postal`: The postal code, in any form.
        - `postal_code`: Alias of `postal`, as destinations name it. If both are given they must not differ.
        - `lat`: Latitude in decimal degrees; south is negative.
        - `lng`: Longitude in decimal degrees; west is negative.
        - `phone`: The warehouse's phone number.
        - `is_default`: True if shipments take stock from here first. The first warehouse of a workspace is its
          default anyway. A later default does not demote the former, so change that warehouse too.

        Refusals of its own: `IDEMPOTENCY_KEY_REQUIRED` (400), `PLAN_LIMIT` (403).
        """
        return self._caller.plain(
            operations.CREATE_WAREHOUSE,
            body={
                "name": name,
                "address": address,
                "city": city,
                "postal": postal,
                "postalCode": postal_code,
                "lat": lat,
                "lng": lng,
                "phone": phone,
                "isDefault": is_default,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.Warehouse:
        """Retrieve a warehouse, archived or not.

        - `id`: The warehouse's id (`wh_…`), as POST /warehouses answers it and GET /warehouses lists it.
        """
        return self._caller.plain(
            operations.GET_WAREHOUSE,
            path={"id": id},
            timeout=timeout,
        )

    def update(
        self,
        id: str,
        *,
        name: str | Omit = OMIT,
        address: str | Omit | None = OMIT,
        city: str | Omit | None = OMIT,
        postal: str | Omit | None = OMIT,
        postal_code: str | Omit | None = OMIT,
        lat: float | Omit | None = OMIT,
        lng: float | Omit | None = OMIT,
        phone: str | Omit | None = OMIT,
        is_default: bool | Omit = OMIT,
        archived: bool | Omit = OMIT,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Warehouse:
        """Change a warehouse.

        - `id`: The warehouse's id (`wh_…`), as POST /warehouses answers it and GET /warehouses lists it.
        - `name`: The new name; it cannot be cleared.
        - `address`: The new street and number.
        - `city`: The new town or city.
        - `postal`: The new postal code.
        - `postal_code`: Alias of `postal`, as destinations name it. If both are given they must not differ.
        - `lat`: Latitude in decimal degrees; south is negative.
        - `lng`: Longitude in decimal degrees; west is negative.
        - `phone`: The new phone number.
        - `is_default`: True if shipments take stock from here first. Neither value changes any other warehouse.
        - `archived`: False un-archives the warehouse, within the plan's limit. True is accepted only if it is
          archived already: archive with `DELETE`.

        Refusals of its own: `PLAN_LIMIT` (403).
        """
        return self._caller.plain(
            operations.UPDATE_WAREHOUSE,
            path={"id": id},
            body={
                "name": name,
                "address": address,
                "city": city,
                "postal": postal,
                "postalCode": postal_code,
                "lat": lat,
                "lng": lng,
                "phone": phone,
                "isDefault": is_default,
                "archived": archived,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def archive(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.ArchivedResponse:
        """Archive a warehouse; its stock is no longer available to new shipments.

        - `id`: The warehouse's id (`wh_…`), as POST /warehouses answers it and GET /warehouses lists it.
        """
        return self._caller.plain(
            operations.ARCHIVE_WAREHOUSE,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Stock:
    """`client.stock`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list_levels(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        variant_id: str | None = None,
        warehouse_id: str | None = None,
        low: bool | None = None,
        at: str | datetime | None = None,
        q: str | None = None,
        product_id: str | None = None,
        include: Literal["details"] | None = None,
        timeout: float | None = None,
    ) -> Page[types.ListedStockLevel]:
        """List stock levels, newest-updated first; with `at`, as they were at a time; with `q`, of products found.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `variant_id`: Only the levels of this variant; an unknown variant gives an empty list.
        - `warehouse_id`: Only the levels in this warehouse; an unknown warehouse gives an empty list.
        - `low`: `true` lists only levels that are below their variant's `lowStockThreshold`.
        - `at`: The levels as they were at this time, inclusive; a timestamp with an offset. The default is now.
        - `q`: Only the levels of the first 50 products that these words find, as in `GET /variants`, in the order
          of the variants' ids. If the text is the whole sku of variants, only their levels are listed. It cannot be
          combined with `at`, a single variant or `productId`.
        - `product_id`: Only the levels of this product's variants, in the order of their ids; an unknown product
          gives an empty list. It cannot be combined with `at` or a single variant.
        - `include`: `details` adds to each level the names of its variant, and its present reserved and available
          quantities.
        """
        return self._caller.page(
            operations.LIST_STOCK_LEVELS,
            query={
                "limit": limit,
                "cursor": cursor,
                "variant_id": variant_id,
                "warehouseId": warehouse_id,
                "low": low,
                "at": at,
                "q": q,
                "productId": product_id,
                "include": include,
            },
            timeout=timeout,
        )

    def list_movements(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        variant_id: str | None = None,
        warehouse_id: str | None = None,
        reason: Literal[
            "damaged",
            "import",
            "initial_stock",
            "manual_adjust",
            "refund_restock",
            "returned_to_supplier",
            "transfer_in",
            "transfer_out",
        ]
        | None = None,
        from_: str | datetime | None = None,
        to: str | datetime | None = None,
        timeout: float | None = None,
    ) -> Page[types.StockMovement]:
        """List stock movements, newest first.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `variant_id`: Only the movements of this variant; an unknown variant gives an empty list.
        - `warehouse_id`: Only the movements in this warehouse; an unknown warehouse gives an empty list.
        - `reason`: Only the movements with this reason.
        - `from_`: Only movements since this time, inclusive; a timestamp with an offset.
        - `to`: Only movements until this time, inclusive; a timestamp with an offset.
        """
        return self._caller.page(
            operations.LIST_STOCK_MOVEMENTS,
            query={
                "limit": limit,
                "cursor": cursor,
                "variant_id": variant_id,
                "warehouseId": warehouse_id,
                "reason": reason,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )

    def list_reservations(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        state: Literal["active", "consumed", "expired", "released"] | None = None,
        variant_id: str | None = None,
        checkout_session_id: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.StockReservation]:
        """List stock reservations, newest first.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `state`: `active` still holds stock, `consumed` was taken by a shipment, `released` was released,
          `expired` ended by time. The default is all states.
        - `variant_id`: Only the reservations of this variant.
        - `checkout_session_id`: Only the reservations of this checkout, by your own id.
        """
        return self._caller.page(
            operations.LIST_STOCK_RESERVATIONS,
            query={
                "limit": limit,
                "cursor": cursor,
                "state": state,
                "variantId": variant_id,
                "checkoutSessionId": checkout_session_id,
            },
            timeout=timeout,
        )

    def adjust(
        self,
        *,
        variant_id: str,
        warehouse_id: str,
        delta: int,
        reason: Literal[
            "damaged",
            "import",
            "initial_stock",
            "manual_adjust",
            "refund_restock",
            "returned_to_supplier",
            "transfer_in",
            "transfer_out",
        ],
        note: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.StockAdjustmentReply:
        """Change a stock level by a signed delta, with a reason.

        - `variant_id`: The variant to change; an unknown variant gets its own level with its first positive
          `delta`.
        - `warehouse_id`: The warehouse of the level, archived or not; an unknown warehouse is 404 `NOT_FOUND`.
        - `delta`: Pieces to add (above 0) or remove (below 0). 0 is refused; a level below 0 is 500
          `NEGATIVE_STOCK`.
        - `reason`: The reason; it is recorded and has no other effect. The stock movement describes each value.
        - `note`: A note for the movement.

        Refusals of its own: `NEGATIVE_STOCK` (500).
        """
        return self._caller.plain(
            operations.ADJUST_STOCK,
            body={
                "variantId": variant_id,
                "warehouseId": warehouse_id,
                "delta": delta,
                "reason": reason,
                "note": note,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def adjust_bulk(
        self,
        *,
        adjustments: List[types.StockAdjustment],
        atomic: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> List[types.BulkItemResult]:
        """Change up to 1,000 stock levels; an outcome per row.

        Cost against the rate limit: 1 for every 100 `adjustments`.

        - `adjustments`: 1 to 1,000 adjustments; those of one level are made in the given order.
        - `atomic`: True makes all or none: one refused row refuses the request. False makes each by itself.

        Refusals of its own: `NEGATIVE_STOCK` (500).
        """
        return self._caller.plain(
            operations.ADJUST_STOCK_LEVELS,
            body={
                "adjustments": adjustments,
                "atomic": atomic,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def transfer(
        self,
        *,
        variant_id: str,
        from_warehouse_id: str,
        to_warehouse_id: str,
        quantity: int,
        note: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.StockTransferReply:
        """Move stock from one warehouse to another.

        - `variant_id`: The variant to move; an unknown variant is 404 `NOT_FOUND`.
        - `from_warehouse_id`: The source warehouse.
        - `to_warehouse_id`: The target warehouse, which must be another one.
        - `quantity`: Pieces to move. If fewer are available, without reserved ones, the answer is 409
          `STOCK_INSUFFICIENT`.
        - `note`: A note for both movements.

        Refusals of its own: `STOCK_INSUFFICIENT` (409).
        """
        return self._caller.plain(
            operations.TRANSFER_STOCK,
            body={
                "variantId": variant_id,
                "fromWarehouseId": from_warehouse_id,
                "toWarehouseId": to_warehouse_id,
                "quantity": quantity,
                "note": note,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def reconcile(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.StockDifference]:
        """Find the levels that differ from the sum of their movements; none if the ledger is consistent.

        Cost against the rate limit: 10.

        - `limit`: The maximum number of rows of the page. At least 1, at most 1,000; up to 1,000 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        """
        return self._caller.page(
            operations.RECONCILE_STOCK,
            query={
                "limit": limit,
                "cursor": cursor,
            },
            timeout=timeout,
        )


class Addresses:
    """`client.addresses`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        customer_id: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Address]:
        """List saved addresses, defaults first, then the newest-updated.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `customer_id`: Only the addresses of this customer, by your own id.
        """
        return self._caller.page(
            operations.LIST_ADDRESSES,
            query={
                "limit": limit,
                "cursor": cursor,
                "customer_id": customer_id,
            },
            timeout=timeout,
        )

    def create(
        self,
        *,
        customer_id: str,
        label: str,
        contact_name: str,
        contact_phone: str,
        address: str,
        email: str | None = None,
        note: str | None = None,
        postal_code: str | None = None,
        postal: str | None = None,
        area_id: str | None = None,
        lat: float | None = None,
        lng: float | None = None,
        is_default: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Address:
        """Save an address; `isDefault` demotes the customer's former default.

        - `customer_id`: Your own id of the customer. It cannot be changed later.
        - `label`: The customer's name for the address, such as Home or Office.
        - `contact_name`: The receiver's name. A shipment accepts at most 100 characters of it.
        - `contact_phone`: The receiver's phone number. A shipment accepts at most 30 characters of it.
        - `address`: Street and number.
        - `email`: The receiver's e-mail address.
        - `note`: Delivery instructions for the driver. A shipment accepts at most 500 characters of them.
        - `postal_code`: The postal code, as couriers know it: five digits, the first not 0. It is only checked when
          a shipment is made.
        - `postal`: Alias of `postalCode`, as the shipping origin names it. If both are given they must not differ.
        - `area_id`: The courier aggregator's id of the area, from `GET /shipping/areas`.
        - `lat`: Latitude in decimal degrees; south is negative.
        - `lng`: Longitude in decimal degrees; west is negative.
        - `is_default`: True makes it the customer's default instead of the present one. No address becomes the
          default unasked.
        """
        return self._caller.plain(
            operations.CREATE_ADDRESS,
            body={
                "customerId": customer_id,
                "label": label,
                "contactName": contact_name,
                "contactPhone": contact_phone,
                "address": address,
                "email": email,
                "note": note,
                "postalCode": postal_code,
                "postal": postal,
                "areaId": area_id,
                "lat": lat,
                "lng": lng,
                "isDefault": is_default,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.Address:
        """Retrieve a saved address.

        - `id`: The address's id (`addr_…`), as POST /addresses answers it and GET /addresses lists it.
        """
        return self._caller.plain(
            operations.GET_ADDRESS,
            path={"id": id},
            timeout=timeout,
        )

    def update(
        self,
        id: str,
        *,
        customer_id: str | Omit = OMIT,
        label: str | Omit = OMIT,
        contact_name: str | Omit = OMIT,
        contact_phone: str | Omit = OMIT,
        address: str | Omit = OMIT,
        email: str | Omit | None = OMIT,
        note: str | Omit | None = OMIT,
        postal_code: str | Omit | None = OMIT,
        postal: str | Omit | None = OMIT,
        area_id: str | Omit | None = OMIT,
        lat: float | Omit | None = OMIT,
        lng: float | Omit | None = OMIT,
        is_default: bool | Omit = OMIT,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Address:
        """Change an address.

        - `id`: The address's id (`addr_…`), as POST /addresses answers it and GET /addresses lists it.
        - `customer_id`: Accepted only if it is the present customer: an address cannot change its customer.
        - `label`: The customer's new name for the address.
        - `contact_name`: The receiver's new name.
        - `contact_phone`: The receiver's new phone number.
        - `address`: The new street and number.
        - `email`: The receiver's new e-mail address.
        - `note`: The new delivery instructions for the driver.
        - `postal_code`: The new postal code.
        - `postal`: Alias of `postalCode`, as the shipping origin names it. If both are given they must not differ.
        - `area_id`: The courier aggregator's id of the new area, from `GET /shipping/areas`.
        - `lat`: Latitude in decimal degrees; south is negative.
        - `lng`: Longitude in decimal degrees; west is negative.
        - `is_default`: True makes it the customer's default instead of the present one. False on the default leaves
          the customer without one.
        """
        return self._caller.plain(
            operations.UPDATE_ADDRESS,
            path={"id": id},
            body={
                "customerId": customer_id,
                "label": label,
                "contactName": contact_name,
                "contactPhone": contact_phone,
                "address": address,
                "email": email,
                "note": note,
                "postalCode": postal_code,
                "postal": postal,
                "areaId": area_id,
                "lat": lat,
                "lng": lng,
                "isDefault": is_default,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def delete(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.DeletedAddressReply:
        """Delete an address for good.

        - `id`: The address's id (`addr_…`), as POST /addresses answers it and GET /addresses lists it.
        """
        return self._caller.plain(
            operations.DELETE_ADDRESS,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Shipping:
    """`client.shipping`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get_origin(
        self,
        *,
        timeout: float | None = None,
    ) -> types.ShippingOrigin:
        """Show the shipping origin; all fields are null if none is set."""
        return self._caller.plain(
            operations.GET_SHIPPING_ORIGIN,
            timeout=timeout,
        )

    def update_origin(
        self,
        *,
        address: str,
        contact_name: str,
        contact_phone: str,
        province: str | Omit | None = OMIT,
        city: str | Omit | None = OMIT,
        district: str | Omit | None = OMIT,
        village: str | Omit | None = OMIT,
        postal: str | Omit | None = OMIT,
        postal_code: str | Omit | None = OMIT,
        area_id: str | Omit | None = OMIT,
        lat: float | Omit | None = OMIT,
        lng: float | Omit | None = OMIT,
        note: str | Omit | None = OMIT,
        couriers: List[str] | Omit | None = OMIT,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.ShippingOrigin:
        """Set or change the shipping origin.

        - `address`: Street and number where drivers collect parcels.
        - `contact_name`: The contact person for drivers.
        - `contact_phone`: The phone number for drivers.
        - `province`: The province, for labels.
        - `city`: The city or regency, for labels and tracking pages.
        - `district`: The district within the city, for labels.
        - `village`: The village or ward, for labels.
        - `postal`: The postal code, as couriers know it: five digits, the first not 0.
        - `postal_code`: Alias of `postal`, as destinations name it. If both are given they must not differ.
        - `area_id`: The courier aggregator's id of the area, from `GET /shipping/areas`.
        - `lat`: Latitude in decimal degrees; required while an instant courier is enabled.
        - `lng`: Longitude in decimal degrees; required while an instant courier is enabled.
        - `note`: Directions for drivers.
        - `couriers`: The codes of the couriers to enable, from `GET /shipping/couriers`. Null or empty: every
          courier that needs no coordinates.

        Refusals of its own: `VALIDATION_ERROR` (400), `IDEMPOTENCY_IN_PROGRESS` (409), `INTEGRATION_ERROR` (502),
        `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.UPDATE_SHIPPING_ORIGIN,
            body={
                "address": address,
                "contactName": contact_name,
                "contactPhone": contact_phone,
                "province": province,
                "city": city,
                "district": district,
                "village": village,
                "postal": postal,
                "postalCode": postal_code,
                "areaId": area_id,
                "lat": lat,
                "lng": lng,
                "note": note,
                "couriers": couriers,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_couriers(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.CourierService]:
        """List the courier catalogue: one row for each service of a courier.

        - `limit`: The maximum number of rows of the page. At least 1, at most 500; all rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.

        Refusals of its own: `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.page(
            operations.LIST_COURIERS,
            query={
                "limit": limit,
                "cursor": cursor,
            },
            timeout=timeout,
        )

    def search_areas(
        self,
        *,
        q: str,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Area]:
        """Search areas by name or postal code; about ten hits.

        - `limit`: The maximum number of rows of the page. At least 1, at most 500; all rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `q`: A part of a name, or a postal code.

        Refusals of its own: `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.page(
            operations.SEARCH_AREAS,
            query={
                "limit": limit,
                "cursor": cursor,
                "q": q,
            },
            timeout=timeout,
        )

    def quote_rates(
        self,
        *,
        destination: types.Destination,
        items: List[types.ShipmentItem],
        insurance: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.ShippingRates:
        """Quote the rates of the enabled couriers for a parcel, cheapest first.

        Cost against the rate limit: 5.

        - `destination`: The destination of the parcel.
        - `items`: The items of the parcel; a quote takes no stock.
        - `insurance`: True to quote the insurance premium as well, for the sum of the items' values.

        Refusals of its own: `NOT_CONFIGURED` (400), `VALIDATION_ERROR` (400), `IDEMPOTENCY_IN_PROGRESS` (409),
        `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.QUOTE_RATES,
            body={
                "destination": destination,
                "items": items,
                "insurance": insurance,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get_config(
        self,
        *,
        timeout: float | None = None,
    ) -> types.ShippingConfigReply:
        """Show the aggregator config and the catalogue's courier codes.

        Refusals of its own: `NOT_CONFIGURED` (400), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.GET_SHIPPING_CONFIG,
            timeout=timeout,
        )

    def update_config(
        self,
        *,
        api_key: str | Omit | None = OMIT,
        default_origin_id: str | Omit | None = OMIT,
        enabled_couriers: List[str] | Omit = OMIT,
        default_courier: str | Omit | None = OMIT,
        active: bool | Omit = OMIT,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.ShippingConfigReply:
        """Change the aggregator config; omitted fields stay as they are.

        - `api_key`: Your own key at the aggregator, of at least 8 characters; it is stored encrypted and never
          shown again. Null falls back to the platform's key. A partner cannot send it.
        - `default_origin_id`: The aggregator's id of a pick-up place, stored for your own use; null clears it.
        - `enabled_couriers`: The codes of the couriers to enable, from `GET /shipping/couriers`; empty means every
          courier that needs no coordinates. An instant courier needs an origin with coordinates.
        - `default_courier`: The courier to suggest first, for your own use; it must be in the catalogue. Null
          clears it.
        - `active`: The master switch: false stops quotes and bookings.

        Refusals of its own: `NOT_CONFIGURED` (400), `IDEMPOTENCY_IN_PROGRESS` (409), `INTEGRATION_ERROR` (502),
        `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.UPDATE_SHIPPING_CONFIG,
            body={
                "apiKey": api_key,
                "defaultOriginId": default_origin_id,
                "enabledCouriers": enabled_couriers,
                "defaultCourier": default_courier,
                "active": active,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def track_waybill(
        self,
        waybill_id: str,
        *,
        courier: str,
        timeout: float | None = None,
    ) -> types.Tracking:
        """Track a parcel by its courier's waybill.

        - `waybill_id`: The courier's own number of the parcel: a shipment's current or earlier `waybillId`, without
          regard to case, spaces and hyphens.
        - `courier`: The code of the courier that issued the waybill, as in the catalogue.

        Refusals of its own: `NOT_CONFIGURED` (400), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.TRACK_WAYBILL,
            path={"waybillId": waybill_id},
            query={
                "courier": courier,
            },
            timeout=timeout,
        )


class LegacyShipments:
    """`client.legacy_shipments`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal[
            "allocated",
            "cancelled",
            "confirmed",
            "delivered",
            "dropping_off",
            "in_transit",
            "pending",
            "picked_up",
            "picking_up",
            "returned",
        ]
        | None = None,
        timeout: float | None = None,
    ) -> Page[types.Shipment]:
        """List the newest shipments (legacy; prefer /shipping/shipments).

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `status`: Only shipments that have this status now.
        """
        return self._caller.page(
            operations.LIST_LEGACY_SHIPMENTS,
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
            },
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.ShipmentWithEvents:
        """Retrieve a shipment with its courier records (legacy; prefer /shipping/shipments/{id}).

        - `id`: The shipment's id (`ship_…`), as POST /shipments answers it and GET /shipping/shipments lists it.
        """
        return self._caller.plain(
            operations.GET_LEGACY_SHIPMENT,
            path={"id": id},
            timeout=timeout,
        )

    def cancel(
        self,
        id: str,
        *,
        reason: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.LegacyCancelledShipmentReply:
        """Cancel a shipment and return its stock and credit (legacy; prefer /shipping/shipments/{id}/cancel).

        - `id`: The shipment's id (`ship_…`), as POST /shipments answers it and GET /shipping/shipments lists it.
        - `reason`: The reason, for the merchant's records and the courier; buyers do not see it. Left out or blank:
          `Merchant cancelled`.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `NEGATIVE_STOCK` (500),
        `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.CANCEL_LEGACY_SHIPMENT,
            path={"id": id},
            body={
                "reason": reason,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def rebook(
        self,
        id: str,
        *,
        courier_code: str | None = None,
        courier_service_code: str | None = None,
        courier_type: Literal["instant", "same_day", "standard"] | None = None,
        price: int | None = None,
        insured: bool | None = None,
        insurance: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.RebookedShipmentReply:
        """Replace a shipment by a new pending one (legacy; prefer /shipping/shipments/{id}/rebook).

        A booked courier is cancelled first.

        - `id`: The shipment's id (`ship_…`), as POST /shipments answers it and GET /shipping/shipments lists it.
        - `courier_code`: Another courier, from a rate or the catalogue, in either case.
        - `courier_service_code`: Another service of the courier, in either case.
        - `courier_type`: The speed of the other service; left out, it is taken from the catalogue.
        - `price`: The new shipping price without the premium, in minor units; left out with another service, it is
          quoted.
        - `insured`: True if the courier is to insure the parcel. Left out: true where a given `insurance` is above
          0; without `insurance`, as before.
        - `insurance`: The new premium in minor units. Left out: as before, or as quoted with another service. It is
          0 where the parcel is not insured.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `STOCK_INSUFFICIENT` (409),
        `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.REBOOK_LEGACY_SHIPMENT,
            path={"id": id},
            body={
                "courierCode": courier_code,
                "courierServiceCode": courier_service_code,
                "courierType": courier_type,
                "price": price,
                "insured": insured,
                "insurance": insurance,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Shipments:
    """`client.shipments`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(
        self,
        *,
        courier_code: str,
        courier_service_code: str,
        courier_type: Literal["instant", "same_day", "standard"],
        price: int,
        origin: types.Origin,
        destination: types.Destination,
        items: List[types.ShipmentItem],
        insurance: int | None = None,
        insured: bool | None = None,
        product_id: str | None = None,
        checkout_session_id: str | None = None,
        customer_id: str | None = None,
        customer_email: str | None = None,
        external_source: str | None = None,
        external_ref: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Shipment:
        """Create a pending shipment and allocate its stock; no courier is called yet.

        - `courier_code`: The courier, from a rate or the catalogue, in either case; an unknown one is refused.
        - `courier_service_code`: The courier's service, from a rate or the catalogue, in either case; an unknown
          one is refused.
        - `courier_type`: The speed of the service, as in the rate; a contradiction to the catalogue is refused.
        - `price`: The shipping price without the premium, in minor units, as in the rate. A booking with the
          platform's aggregator key charges this and `insurance`, or the courier's actual price where that is
          higher. With a key of your own nothing is charged.
        - `origin`: The pick-up address; `{}` means the configured shipping origin.
        - `destination`: The recipient's address.
        - `items`: The contents; an item with a product or a variant takes stock, from one warehouse.
        - `insurance`: The insurance premium in minor units, as in the rate; 0 where `insured` is false.
        - `insured`: True if the courier is to insure the sum of the items' values; left out: true where `insurance`
          is above 0.
        - `product_id`: A product for the whole shipment (`prod_…`); it takes no stock by itself. An unknown one is
          404 `NOT_FOUND`.
        - `checkout_session_id`: Your own id of the checkout; stock that is reserved for it is used first.
        - `customer_id`: Your own id of the buyer, a filter of the list.
        - `customer_email`: The buyer's e-mail address, for your own use: the service sends no mail.
        - `external_source`: The system that the order comes from, under a name of yours.
        - `external_ref`: The order's number in that system; labels and the tracking page show it.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409), `STOCK_INSUFFICIENT` (409), `NEGATIVE_STOCK` (500),
        `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.CREATE_SHIPMENT,
            body={
                "courierCode": courier_code,
                "courierServiceCode": courier_service_code,
                "courierType": courier_type,
                "price": price,
                "origin": origin,
                "destination": destination,
                "items": items,
                "insurance": insurance,
                "insured": insured,
                "productId": product_id,
                "checkoutSessionId": checkout_session_id,
                "customerId": customer_id,
                "customerEmail": customer_email,
                "externalSource": external_source,
                "externalRef": external_ref,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def create_bulk(
        self,
        *,
        shipments: List[types.NewShipment],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> List[types.BulkItemResult]:
        """Create up to 100 pending shipments, with an outcome for each row.

        Cost against the rate limit: 1 for every 10 `shipments`.

        - `shipments`: 1 to 100 shipments; each row is drafted or refused by itself.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409), `STOCK_INSUFFICIENT` (409), `NEGATIVE_STOCK` (500),
        `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.CREATE_SHIPMENTS,
            body={
                "shipments": shipments,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal[
            "allocated",
            "cancelled",
            "confirmed",
            "delivered",
            "dropping_off",
            "in_transit",
            "pending",
            "picked_up",
            "picking_up",
            "returned",
        ]
        | None = None,
        courier_code: str | None = None,
        waybill_id: str | None = None,
        customer_id: str | None = None,
        checkout_session_id: str | None = None,
        from_: str | datetime | None = None,
        to: str | datetime | None = None,
        q: str | None = None,
        queue: Literal["returned", "silent", "to_book", "to_print", "unclear", "uncollected", "under_way"]
        | None = None,
        printed: bool | None = None,
        timeout: float | None = None,
    ) -> Page[types.Shipment]:
        """List shipments, newest first. The total is null under any filter but the status.

        - `limit`: The maximum number of rows of the page. Less than 1 counts as 1, more than 100 as 100; up to 25
          rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `status`: Only shipments that have this status now.
        - `courier_code`: Only shipments of this courier.
        - `waybill_id`: Only the shipments that have, or had, this waybill of the courier, without regard to case,
          spaces and hyphens.
        - `customer_id`: Only the shipments of this buyer, by your own id.
        - `checkout_session_id`: Only the shipments of this checkout, by your own id.
        - `from_`: Only shipments drafted at this moment or later; a timestamp with an offset.
        - `to`: Only shipments drafted before this moment; a timestamp with an offset.
        - `q`: Search words. Each must begin a word of the recipient's name, the order's number or an item's SKU. It
          may also begin the recipient's telephone number in any spelling, or be its last four digits. Case, accents
          and the kinds of apostrophes and hyphens make no difference. A number is looked for as an order, a SKU, a
          telephone number and a waybill. Another text that is the id or the waybill of a shipment finds only that
          shipment. Results come in the order of the words found, the newest first.
        - `queue`: Only shipments of one work queue. `to_book`: drafted. `to_print`: booked, and not printed since.
          `uncollected`: booked, not collected, and without a report for 24 hours. `silent`: under way, and without
          a report for 48 hours. `unclear`: not known yet whether the courier booked or cancelled it. `returned`:
          returned, and its goods are not accounted for yet. `under_way`: booked, and neither delivered, returned
          nor cancelled yet. `uncollected` and `silent` begin with the longest without a report. It cannot be used
          together with `q`.
        - `printed`: `true`: only shipments whose label was printed; `false`: only the others.
        """
        return self._caller.page(
            operations.LIST_SHIPMENTS,
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
                "courierCode": courier_code,
                "waybillId": waybill_id,
                "customerId": customer_id,
                "checkoutSessionId": checkout_session_id,
                "from": from_,
                "to": to,
                "q": q,
                "queue": queue,
                "printed": printed,
            },
            timeout=timeout,
        )

    def export(
        self,
        *,
        status: Literal[
            "allocated",
            "cancelled",
            "confirmed",
            "delivered",
            "dropping_off",
            "in_transit",
            "pending",
            "picked_up",
            "picking_up",
            "returned",
        ]
        | None = None,
        courier_code: str | None = None,
        waybill_id: str | None = None,
        customer_id: str | None = None,
        checkout_session_id: str | None = None,
        from_: str | datetime | None = None,
        to: str | datetime | None = None,
        q: str | None = None,
        queue: Literal["returned", "silent", "to_book", "to_print", "unclear", "uncollected", "under_way"]
        | None = None,
        printed: bool | None = None,
        separator: Literal["comma", "semicolon"] | None = None,
        timeout: float | None = None,
    ) -> Download:
        """Export the shipments that match the filters as CSV, in the order of the list and without a limit.

        The file is UTF-8 with a byte order mark, so that spreadsheets read it. Text that a spreadsheet would run as
        a
        formula begins with an apostrophe.

        Cost against the rate limit: 10.

        - `status`: Only shipments that have this status now.
        - `courier_code`: Only shipments of this courier.
        - `waybill_id`: Only the shipments that have, or had, this waybill of the courier, without regard to case,
          spaces and hyphens.
        - `customer_id`: Only the shipments of this buyer, by your own id.
        - `checkout_session_id`: Only the shipments of this checkout, by your own id.
        - `from_`: Only shipments drafted at this moment or later; a timestamp with an offset.
        - `to`: Only shipments drafted before this moment; a timestamp with an offset.
        - `q`: Search words. Each must begin a word of the recipient's name, the order's number or an item's SKU. It
          may also begin the recipient's telephone number in any spelling, or be its last four digits. Case, accents
          and the kinds of apostrophes and hyphens make no difference. A number is looked for as an order, a SKU, a
          telephone number and a waybill. Another text that is the id or the waybill of a shipment finds only that
          shipment. Results come in the order of the words found, the newest first.
        - `queue`: Only shipments of one work queue. `to_book`: drafted. `to_print`: booked, and not printed since.
          `uncollected`: booked, not collected, and without a report for 24 hours. `silent`: under way, and without
          a report for 48 hours. `unclear`: not known yet whether the courier booked or cancelled it. `returned`:
          returned, and its goods are not accounted for yet. `under_way`: booked, and neither delivered, returned
          nor cancelled yet. `uncollected` and `silent` begin with the longest without a report. It cannot be used
          together with `q`.
        - `printed`: `true`: only shipments whose label was printed; `false`: only the others.
        - `separator`: The character between the cells: `comma`, or `semicolon` for spreadsheets of languages that
          write a decimal comma.
        """
        return self._caller.download(
            operations.EXPORT_SHIPMENTS,
            query={
                "status": status,
                "courierCode": courier_code,
                "waybillId": waybill_id,
                "customerId": customer_id,
                "checkoutSessionId": checkout_session_id,
                "from": from_,
                "to": to,
                "q": q,
                "queue": queue,
                "printed": printed,
                "separator": separator,
            },
            timeout=timeout,
        )

    def get_queues(
        self,
        *,
        timeout: float | None = None,
    ) -> types.ShipmentQueues:
        """Count the shipments in each work queue, up to 99: to book, to print, uncollected, silent, unclear, returned."""
        return self._caller.plain(
            operations.GET_SHIPMENT_QUEUES,
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.ShipmentWithEvents:
        """Retrieve a shipment with its courier records.

        - `id`: The shipment's id (`ship_…`), as POST /shipments answers it and GET /shipping/shipments lists it.
        """
        return self._caller.plain(
            operations.GET_SHIPMENT,
            path={"id": id},
            timeout=timeout,
        )

    def get_timeline(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.ShipmentTimeline:
        """Show the timeline of a shipment, newest first: courier, money, stock, webhooks and people.

        A user sees only the entries that their roles may read.

        - `id`: The shipment's id (`ship_…`), as POST /shipments answers it and GET /shipping/shipments lists it.
        """
        return self._caller.plain(
            operations.GET_SHIPMENT_TIMELINE,
            path={"id": id},
            timeout=timeout,
        )

    def confirm_pickup(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Shipment:
        """Book the courier: one order and one charge, however often this is requested.

        - `id`: The shipment's id (`ship_…`), as POST /shipments answers it and GET /shipping/shipments lists it.

        Refusals of its own: `INSUFFICIENT_SHIPPING_CREDIT` (402), `PLAN_LIMIT` (403), `ALREADY_CONFIRMED` (409),
        `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `PRICE_CHANGED` (409), `NEGATIVE_STOCK` (500),
        `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.CONFIRM_PICKUP,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def cancel(
        self,
        id: str,
        *,
        reason: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.CancelledShipment:
        """Cancel a shipment and return its stock and credit.

        - `id`: The shipment's id (`ship_…`), as POST /shipments answers it and GET /shipping/shipments lists it.
        - `reason`: The reason, for the merchant's records and the courier; buyers do not see it. Left out or blank:
          `Merchant cancelled`.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `NEGATIVE_STOCK` (500),
        `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.CANCEL_SHIPMENT,
            path={"id": id},
            body={
                "reason": reason,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def rebook(
        self,
        id: str,
        *,
        courier_code: str | None = None,
        courier_service_code: str | None = None,
        courier_type: Literal["instant", "same_day", "standard"] | None = None,
        price: int | None = None,
        insured: bool | None = None,
        insurance: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.RebookedShipmentReply:
        """Replace a shipment by a new pending one; a booked courier is cancelled first.

        - `id`: The shipment's id (`ship_…`), as POST /shipments answers it and GET /shipping/shipments lists it.
        - `courier_code`: Another courier, from a rate or the catalogue, in either case.
        - `courier_service_code`: Another service of the courier, in either case.
        - `courier_type`: The speed of the other service; left out, it is taken from the catalogue.
        - `price`: The new shipping price without the premium, in minor units; left out with another service, it is
          quoted.
        - `insured`: True if the courier is to insure the parcel. Left out: true where a given `insurance` is above
          0; without `insurance`, as before.
        - `insurance`: The new premium in minor units. Left out: as before, or as quoted with another service. It is
          0 where the parcel is not insured.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `STOCK_INSUFFICIENT` (409),
        `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.REBOOK_SHIPMENT,
            path={"id": id},
            body={
                "courierCode": courier_code,
                "courierServiceCode": courier_service_code,
                "courierType": courier_type,
                "price": price,
                "insured": insured,
                "insurance": insurance,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def restock(
        self,
        id: str,
        *,
        items: List[types.ReturnedItem] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.ShipmentRestockReply:
        """Restock the goods of a returned shipment, once; damaged pieces are recorded and not put back.

        - `id`: The shipment's id (`ship_…`), as POST /shipments answers it and GET /shipping/shipments lists it.
        - `items`: The items that came back; left out: everything, undamaged.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `NEGATIVE_STOCK` (500).
        """
        return self._caller.plain(
            operations.RESTOCK_SHIPMENT,
            path={"id": id},
            body={
                "items": items,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def track(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.Tracking:
        """Track a shipment: its current status, its history and its driver, as the courier reports them.

        - `id`: The shipment's id (`ship_…`), as POST /shipments answers it and GET /shipping/shipments lists it.

        Refusals of its own: `NOT_CONFIGURED` (400), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.TRACK_SHIPMENT,
            path={"id": id},
            timeout=timeout,
        )

    def download_label(
        self,
        id: str,
        *,
        size: Literal["a4", "thermal-100x150", "thermal-80x100"] | None = None,
        show_sender_phone: bool | None = None,
        show_recipient_phone: bool | None = None,
        mask_recipient_name: bool | None = None,
        mask_recipient_phone: bool | None = None,
        show_shipping_cost: bool | None = None,
        show_insurance: bool | None = None,
        show_items: bool | None = None,
        show_item_descriptions: bool | None = None,
        show_item_skus: bool | None = None,
        layout: Literal["4up", "single"] | None = None,
        timeout: float | None = None,
    ) -> Download:
        """Print the shipping label as a PDF.

        - `id`: The shipment's id (`ship_…`), as POST /shipments answers it and GET /shipping/shipments lists it.
        - `size`: The paper: a sheet of A4, or a roll for thermal printers in millimetres of width by height.
        - `show_sender_phone`: True prints the sender's phone number.
        - `show_recipient_phone`: True prints the recipient's phone number.
        - `mask_recipient_name`: True prints only some letters of the recipient's name (`S*** R****u`).
        - `mask_recipient_phone`: True hides the middle of the recipient's phone number (`0812****7890`).
        - `show_shipping_cost`: True prints the shipping price.
        - `show_insurance`: True prints whether the parcel is insured, and the premium.
        - `show_items`: True prints a list of the items in the parcel.
        - `show_item_descriptions`: True prints each item's description in the list.
        - `show_item_skus`: True prints each item's `sku` in the list.
        - `layout`: `single`: each label on a page of its own; `4up`: four on a sheet of A4, to be cut along its
          lines.
        """
        return self._caller.download(
            operations.DOWNLOAD_LABEL,
            path={"id": id},
            query={
                "size": size,
                "showSenderPhone": show_sender_phone,
                "showRecipientPhone": show_recipient_phone,
                "maskRecipientName": mask_recipient_name,
                "maskRecipientPhone": mask_recipient_phone,
                "showShippingCost": show_shipping_cost,
                "showInsurance": show_insurance,
                "showItems": show_items,
                "showItemDescriptions": show_item_descriptions,
                "showItemSkus": show_item_skus,
                "layout": layout,
            },
            timeout=timeout,
        )

    def download_labels(
        self,
        *,
        shipment_ids: List[str],
        size: Literal["a4", "thermal-100x150", "thermal-80x100"] | None = None,
        show_sender_phone: bool | None = None,
        show_recipient_phone: bool | None = None,
        mask_recipient_name: bool | None = None,
        mask_recipient_phone: bool | None = None,
        show_shipping_cost: bool | None = None,
        show_insurance: bool | None = None,
        show_items: bool | None = None,
        show_item_descriptions: bool | None = None,
        show_item_skus: bool | None = None,
        layout: Literal["4up", "single"] | None = None,
        mark_printed: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Download:
        """Print the labels of up to 100 shipments as one PDF.

        Cost against the rate limit: 1 for every 10 `shipmentIds`.

        - `shipment_ids`: The shipments (`ship_…`), 1 to 100, in the order of printing; a repeated id is printed
          again.
        - `size`: The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by
          height. Default: `thermal-100x150`.
        - `show_sender_phone`: True prints the sender's phone number.
        - `show_recipient_phone`: True prints the recipient's phone number.
        - `mask_recipient_name`: True prints only some letters of the recipient's name (`S*** R****u`).
        - `mask_recipient_phone`: True hides the middle of the recipient's phone number (`0812****7890`).
        - `show_shipping_cost`: True prints the shipping price.
        - `show_insurance`: True prints whether the parcel is insured, and the premium.
        - `show_items`: True prints a list of the items in the parcel.
        - `show_item_descriptions`: True prints each item's description in the list.
        - `show_item_skus`: True prints each item's `sku` in the list.
        - `layout`: `single` prints one label to a page, `4up` four to a sheet of A4, to be cut along its lines.
          Default: `single`.
        - `mark_printed`: True if the shipments are marked as printed once the document is rendered: `printedAt` and
          `printedBy`.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409).
        """
        return self._caller.download(
            operations.DOWNLOAD_LABELS,
            body={
                "shipmentIds": shipment_ids,
                "size": size,
                "showSenderPhone": show_sender_phone,
                "showRecipientPhone": show_recipient_phone,
                "maskRecipientName": mask_recipient_name,
                "maskRecipientPhone": mask_recipient_phone,
                "showShippingCost": show_shipping_cost,
                "showInsurance": show_insurance,
                "showItems": show_items,
                "showItemDescriptions": show_item_descriptions,
                "showItemSkus": show_item_skus,
                "layout": layout,
                "markPrinted": mark_printed,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get_label_link(
        self,
        id: str,
        *,
        size: Literal["a4", "thermal-100x150", "thermal-80x100"] | None = None,
        show_sender_phone: bool | None = None,
        show_recipient_phone: bool | None = None,
        mask_recipient_name: bool | None = None,
        mask_recipient_phone: bool | None = None,
        show_shipping_cost: bool | None = None,
        show_insurance: bool | None = None,
        show_items: bool | None = None,
        show_item_descriptions: bool | None = None,
        show_item_skus: bool | None = None,
        layout: Literal["4up", "single"] | None = None,
        timeout: float | None = None,
    ) -> types.LabelLink:
        """Create a link to the label that needs no signature and expires. The link fixes the print options.

        - `id`: The shipment's id (`ship_…`), as POST /shipments answers it and GET /shipping/shipments lists it.
        - `size`: The paper: a sheet of A4, or a roll for thermal printers in millimetres of width by height.
        - `show_sender_phone`: True prints the sender's phone number.
        - `show_recipient_phone`: True prints the recipient's phone number.
        - `mask_recipient_name`: True prints only some letters of the recipient's name (`S*** R****u`).
        - `mask_recipient_phone`: True hides the middle of the recipient's phone number (`0812****7890`).
        - `show_shipping_cost`: True prints the shipping price.
        - `show_insurance`: True prints whether the parcel is insured, and the premium.
        - `show_items`: True prints a list of the items in the parcel.
        - `show_item_descriptions`: True prints each item's description in the list.
        - `show_item_skus`: True prints each item's `sku` in the list.
        - `layout`: `single`: each label on a page of its own; `4up`: four on a sheet of A4, to be cut along its
          lines.

        Refusals of its own: `NOT_READY` (409).
        """
        return self._caller.plain(
            operations.GET_LABEL_LINK,
            path={"id": id},
            query={
                "size": size,
                "showSenderPhone": show_sender_phone,
                "showRecipientPhone": show_recipient_phone,
                "maskRecipientName": mask_recipient_name,
                "maskRecipientPhone": mask_recipient_phone,
                "showShippingCost": show_shipping_cost,
                "showInsurance": show_insurance,
                "showItems": show_items,
                "showItemDescriptions": show_item_descriptions,
                "showItemSkus": show_item_skus,
                "layout": layout,
            },
            timeout=timeout,
        )

    def download_linked_label(
        self,
        token: str,
        *,
        size: Literal["a4", "thermal-100x150", "thermal-80x100"] | None = None,
        show_sender_phone: bool | None = None,
        show_recipient_phone: bool | None = None,
        mask_recipient_name: bool | None = None,
        mask_recipient_phone: bool | None = None,
        show_shipping_cost: bool | None = None,
        show_insurance: bool | None = None,
        show_items: bool | None = None,
        show_item_descriptions: bool | None = None,
        show_item_skus: bool | None = None,
        layout: Literal["4up", "single"] | None = None,
        timeout: float | None = None,
    ) -> Download:
        """Open a label by its link: the courier's own label where there is one, else the service's.

        - `token`: The secret part of a link that GET /shipping/shipments/{id}/label has answered.
        - `size`: The paper; left out: the link's.
        - `show_sender_phone`: True prints the sender's phone number.
        - `show_recipient_phone`: True prints the recipient's phone number.
        - `mask_recipient_name`: True prints only some letters of the recipient's name (`S*** R****u`).
        - `mask_recipient_phone`: True hides the middle of the recipient's phone number (`0812****7890`).
        - `show_shipping_cost`: True prints the shipping price.
        - `show_insurance`: True prints whether the parcel is insured, and the premium.
        - `show_items`: True prints a list of the items in the parcel.
        - `show_item_descriptions`: True prints each item's description in the list.
        - `show_item_skus`: True prints each item's `sku` in the list.
        - `layout`: `single` or `4up`; left out: the link's.
        """
        return self._caller.download(
            operations.DOWNLOAD_LINKED_LABEL,
            path={"token": token},
            query={
                "size": size,
                "showSenderPhone": show_sender_phone,
                "showRecipientPhone": show_recipient_phone,
                "maskRecipientName": mask_recipient_name,
                "maskRecipientPhone": mask_recipient_phone,
                "showShippingCost": show_shipping_cost,
                "showInsurance": show_insurance,
                "showItems": show_items,
                "showItemDescriptions": show_item_descriptions,
                "showItemSkus": show_item_skus,
                "layout": layout,
            },
            timeout=timeout,
        )

    def mark_printed(
        self,
        *,
        shipment_ids: List[str],
        printed: bool,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> List[types.PrintMark]:
        """Mark up to 500 shipments as printed without rendering anything, or remove the marks.

        Cost against the rate limit: 1 for every 100 `shipmentIds`.

        - `shipment_ids`: The shipments (`ship_…`), 1 to 500.
        - `printed`: `true` marks shipments that are not marked yet; `false` removes the mark, for example after a
          paper jam.
        """
        return self._caller.plain(
            operations.MARK_SHIPMENTS_PRINTED,
            body={
                "shipmentIds": shipment_ids,
                "printed": printed,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def download_packing_slips(
        self,
        *,
        shipment_ids: List[str],
        size: Literal["a4", "thermal-100x150", "thermal-80x100"] | None = None,
        language: Literal["en", "id"] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Download:
        """Print the packing slips of up to 100 shipments as one PDF.

        Cost against the rate limit: 1 for every 10 `shipmentIds`.

        - `shipment_ids`: The shipments (`ship_…`), 1 to 100, in the order of printing; a repeated id is printed
          again.
        - `size`: The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by
          height. Default: `thermal-100x150`.
        - `language`: The language of the slip's own texts: Indonesian or English. Default: `id`.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409).
        """
        return self._caller.download(
            operations.DOWNLOAD_PACKING_SLIPS,
            body={
                "shipmentIds": shipment_ids,
                "size": size,
                "language": language,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def download_hand_over_list(
        self,
        *,
        shipment_ids: List[str] | None = None,
        courier_code: str | None = None,
        language: Literal["en", "id"] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Download:
        """Print one hand-over list per courier, for both sides to sign, as one PDF.

        Cost against the rate limit: 10.

        - `shipment_ids`: The shipments (`ship_…`), 1 to 500, of any courier, in the order of the list; a repeated
          id is listed once. A shipment that is not booked, or is collected, cancelled or final, is 409
          `INVALID_STATE`, which names all such shipments.
        - `courier_code`: The courier, for its newest 500 parcels that are booked and not collected.
        - `language`: The language of the list's own texts: Indonesian or English. Default: `id`.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409).
        """
        return self._caller.download(
            operations.DOWNLOAD_HAND_OVER_LIST,
            body={
                "shipmentIds": shipment_ids,
                "courierCode": courier_code,
                "language": language,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Inbound:
    """`client.inbound`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def receive_courier_report(
        self,
        token: str,
        content: bytes,
        *,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.CourierReportReply:
        """Receive a courier report from the aggregator.

        - `token`: The secret part of the address for reports, which GET /shipping/config shows to a workspace with
          an aggregator key of its own.

        Refusals of its own: `NOT_CONFIGURED` (400), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502),
        `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.RECEIVE_COURIER_REPORT,
            path={"token": token},
            content=content,
            headers=headers,
            timeout=timeout,
        )

    def receive_payment_event(
        self,
        content: bytes,
        *,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PaymentEventReply:
        """Receive one signed event of the payment provider.

        Refusals of its own: `NOT_CONFIGURED` (400), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.RECEIVE_PAYMENT_EVENT,
            content=content,
            headers=headers,
            timeout=timeout,
        )

    def receive_storefront_event(
        self,
        content: bytes,
        *,
        storefront: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.StorefrontEventReply:
        """Receive an event of a partner's storefront, signed with the storefront's secret like a webhook.

        - `storefront`: The storefront whose secret verifies the signature (`sf_…`), as in the printed address.

        Refusals of its own: `NOT_CONFIGURED` (400), `PLAN_LIMIT` (403), `DUPLICATE` (409), `KEY_TAKEN` (409),
        `SKU_TAKEN` (409), `STOCK_INSUFFICIENT` (409), `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502),
        `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.RECEIVE_STOREFRONT_EVENT,
            query={
                "storefront": storefront,
            },
            content=content,
            headers=headers,
            timeout=timeout,
        )


class Batches:
    """`client.batches`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Batch]:
        """List the workspace's batches, newest first. A batch is deleted 30 days after its end.

        - `limit`: The maximum number of rows of the page. At least 1, at most 100; up to 25 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        """
        return self._caller.page(
            operations.LIST_BATCHES,
            query={
                "limit": limit,
                "cursor": cursor,
            },
            timeout=timeout,
        )

    def create(
        self,
        *,
        kind: Literal["book", "cancel", "print"],
        shipment_ids: List[str] | None = None,
        filter: types.ShipmentFilter | None = None,
        reason: str | None = None,
        printing: types.BatchPrinting | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Batch:
        """Create a batch: the worker books, cancels or prints the shipments after this answer.

        Cost against the rate limit: 10.

        - `kind`: The action on each shipment: `book` its courier, `cancel` it, or check that it can be printed
          (`print`).
        - `shipment_ids`: The shipments (`ship_…`), 1 to 500, in the order of processing and printing. Give either
          these or `filter`. An unknown one is 404 `NOT_FOUND`.
        - `filter`: The filters of the shipment list, in place of `shipmentIds`. The oldest 500 matches are taken;
          `{}` matches all shipments.
        - `reason`: The reason of the cancellation, for the merchant's records and the courier; only for `cancel`.
          Left out or blank: `Merchant cancelled`.
        - `printing`: Print options of the batch's document; left out: labels of 100 by 150 millimetres, as for a
          single label.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409), `TOO_MANY_BATCHES` (409).
        """
        return self._caller.plain(
            operations.CREATE_BATCH,
            body={
                "kind": kind,
                "shipmentIds": shipment_ids,
                "filter": filter,
                "reason": reason,
                "printing": printing,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def preview(
        self,
        *,
        kind: Literal["book", "cancel", "print"],
        shipment_ids: List[str] | None = None,
        filter: types.ShipmentFilter | None = None,
        reason: str | None = None,
        printing: types.BatchPrinting | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.BatchPreview:
        """Preview a batch: the shipments that it would skip and why, and the credit that it needs now.

        Cost against the rate limit: 10.

        - `kind`: The action on each shipment: `book` its courier, `cancel` it, or check that it can be printed
          (`print`).
        - `shipment_ids`: The shipments (`ship_…`), 1 to 500, in the order of processing and printing. Give either
          these or `filter`. An unknown one is 404 `NOT_FOUND`.
        - `filter`: The filters of the shipment list, in place of `shipmentIds`. The oldest 500 matches are taken;
          `{}` matches all shipments.
        - `reason`: The reason of the cancellation, for the merchant's records and the courier; only for `cancel`.
          Left out or blank: `Merchant cancelled`.
        - `printing`: Print options of the batch's document; left out: labels of 100 by 150 millimetres, as for a
          single label.

        Refusals of its own: `NOT_CONFIGURED` (400), `ALREADY_CONFIRMED` (409), `IDEMPOTENCY_IN_PROGRESS` (409),
        `INVALID_STATE` (409), `NOT_READY` (409), `PRICE_CHANGED` (409).
        """
        return self._caller.plain(
            operations.PREVIEW_BATCH,
            body={
                "kind": kind,
                "shipmentIds": shipment_ids,
                "filter": filter,
                "reason": reason,
                "printing": printing,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.Batch:
        """Retrieve a batch with the number of its shipments in each state.

        - `id`: The batch's id (`batch_…`), as POST /batches answers it.
        """
        return self._caller.plain(
            operations.GET_BATCH,
            path={"id": id},
            timeout=timeout,
        )

    def list_rows(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["done", "failed", "running", "skipped", "stopped", "waiting"] | None = None,
        timeout: float | None = None,
    ) -> Page[types.BatchRow]:
        """List the outcome of each shipment of a batch, in its order.

        - `id`: The batch's id (`batch_…`), as POST /batches answers it.
        - `limit`: The maximum number of rows of the page. At least 1, at most 500; up to 100 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `status`: Only shipments in this state.
        """
        return self._caller.page(
            operations.LIST_BATCH_ROWS,
            path={"id": id},
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
            },
            timeout=timeout,
        )

    def stop(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Batch:
        """Stop a batch: shipments that are not begun are left untouched, and the others are completed.

        - `id`: The batch's id (`batch_…`), as POST /batches answers it.
        """
        return self._caller.plain(
            operations.STOP_BATCH,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def retry(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Batch:
        """Retry the failed shipments of a batch, as new attempts.

        Cost against the rate limit: 10.

        - `id`: The batch's id (`batch_…`), as POST /batches answers it.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `TOO_MANY_BATCHES` (409).
        """
        return self._caller.plain(
            operations.RETRY_BATCH,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def download_document(
        self,
        id: str,
        *,
        part: int | None = None,
        timeout: float | None = None,
    ) -> Download:
        """Print the labels of a batch's completed shipments, in its order, as one PDF per hundred shipments.

        Cost against the rate limit: 10.

        - `id`: The batch's id (`batch_…`), as POST /batches answers it.
        - `part`: The part, from 1. Each part has 100 shipments, so there are at most 5.

        Refusals of its own: `NOT_READY` (409).
        """
        return self._caller.download(
            operations.DOWNLOAD_BATCH_DOCUMENT,
            path={"id": id},
            query={
                "part": part,
            },
            timeout=timeout,
        )


class ShippingCredits:
    """`client.shipping_credits`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> types.CreditBalance:
        """Show the workspace's prepaid shipping credit."""
        return self._caller.plain(
            operations.GET_SHIPPING_CREDITS,
            timeout=timeout,
        )

    def create_checkout(
        self,
        *,
        amount: int,
        email: str | None = None,
        name: str | None = None,
        return_to: Literal["console"] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.OpenedCheckout:
        """Open a page on which shipping credit is paid for; the credit is added after the payment.

        Cost against the rate limit: 5.

        - `amount`: The amount to buy, in the currency's minor unit (for IDR whole rupiah).
        - `email`: The address for the receipt. For a signed-in user, the address of their token is used if it has
          one. Without any, the payment provider uses the address that it knows, or asks on its page.
        - `name`: The buyer's name, for the payment provider.
        - `return_to`: `console`: after the payment page the buyer returns to the workspace's page in the console.
          Otherwise the buyer returns to the pages that the operator has set, or to a page that shows the result.

        Refusals of its own: `NOT_CONFIGURED` (400), `IDEMPOTENCY_IN_PROGRESS` (409), `CHECKOUT_FAILED` (500).
        """
        return self._caller.plain(
            operations.CREATE_CREDIT_CHECKOUT,
            body={
                "amount": amount,
                "email": email,
                "name": name,
                "returnTo": return_to,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def top_up(
        self,
        *,
        amount: int,
        external_ref: str | None = None,
        memo: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.CreditTransactionReply:
        """Add prepaid shipping credit; 200 if the externalRef is known.

        - `amount`: The amount to add, in the currency's minor unit (for IDR whole rupiah).
        - `external_ref`: Your own reference of the payment. A repeat with the same reference adds nothing: the
          answer is 200 with the first transaction. With another amount it is 409 `DUPLICATE`.
        - `memo`: A note, shown with the transaction.

        Refusals of its own: `DUPLICATE` (409).
        """
        return self._caller.plain(
            operations.TOP_UP_SHIPPING_CREDITS,
            body={
                "amount": amount,
                "externalRef": external_ref,
                "memo": memo,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def adjust(
        self,
        *,
        amount: int,
        kind: Literal["manual_adjustment", "shipment_refund"],
        shipment_id: str | None = None,
        external_ref: str | None = None,
        memo: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.CreditTransactionReply:
        """Correct the balance by hand, or give back part of a shipment's charge.

        - `amount`: The amount to add, in the currency's minor unit (for IDR whole rupiah); never 0. Only a
          `manual_adjustment` may be negative: it takes credit away, but no more than is available.
        - `kind`: `manual_adjustment` corrects the balance; `shipment_refund` refunds a part of a shipment's charge,
          at most the rest of it.
        - `shipment_id`: The shipment that it concerns (`ship_…`); required for a `shipment_refund`.
        - `external_ref`: Your own reference. A repeat of the same kind with the same reference moves nothing: the
          answer is 200 with the first transaction. With another amount or shipment it is 409 `DUPLICATE`.
        - `memo`: A note, shown with the transaction.

        Refusals of its own: `INSUFFICIENT_SHIPPING_CREDIT` (402), `DUPLICATE` (409).
        """
        return self._caller.plain(
            operations.ADJUST_SHIPPING_CREDITS,
            body={
                "amount": amount,
                "kind": kind,
                "shipmentId": shipment_id,
                "externalRef": external_ref,
                "memo": memo,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_transactions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        kind: Literal["manual_adjustment", "shipment_charge", "shipment_refund", "topup"] | None = None,
        from_: str | datetime | None = None,
        to: str | datetime | None = None,
        shipment_id: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.CreditTransaction]:
        """List the credit transactions, newest first.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; up to 50 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `kind`: Only transactions of this kind. If they are rare, a page may hold few or none and still have a
          next page.
        - `from_`: Only transactions since this time, inclusive: a timestamp with its offset.
        - `to`: Only transactions before this time, exclusive: a timestamp with its offset.
        - `shipment_id`: Only transactions of this shipment; an unknown shipment gives an empty list.
        """
        return self._caller.page(
            operations.LIST_CREDIT_TRANSACTIONS,
            query={
                "limit": limit,
                "cursor": cursor,
                "kind": kind,
                "from": from_,
                "to": to,
                "shipmentId": shipment_id,
            },
            timeout=timeout,
        )

    def get_statement(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        from_: str | datetime | None = None,
        to: str | datetime | None = None,
        separator: Literal["comma", "semicolon"] | None = None,
        kind: Literal["manual_adjustment", "shipment_charge", "shipment_refund", "topup"] | None = None,
        timeout: float | None = None,
    ) -> ReportPage[types.CreditTransaction, types.CreditStatement]:
        """Show the statement of a period: the balances before and after, and every transaction between.

        It is CSV with `format=csv` or `Accept: text/csv`. For JSON, `limit` is at most 1,000. CSV without `limit`
        has every
        transaction, and the period may hold 50,000.

        Cost against the rate limit: 10.

        - `limit`: The maximum number of rows of the page. At least 1, at most 50,000; up to 200 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `from_`: The beginning of the period, inclusive: a timestamp with its offset. The default is the first
          transaction.
        - `to`: The end of the period, exclusive: a timestamp with its offset. The default is now.
        - `separator`: The character between the cells of CSV: `comma`, or `semicolon` for spreadsheets of languages
          that write a decimal comma. With `semicolon` the file begins with a byte order mark.
        - `kind`: Only transactions of this kind, for CSV alone. For JSON, use the list of transactions.
        """
        return self._caller.report(
            operations.GET_CREDIT_STATEMENT,
            query={
                "limit": limit,
                "cursor": cursor,
                "from": from_,
                "to": to,
                "separator": separator,
                "kind": kind,
            },
            timeout=timeout,
        )

    def get_statement_csv(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        from_: str | datetime | None = None,
        to: str | datetime | None = None,
        separator: Literal["comma", "semicolon"] | None = None,
        kind: Literal["manual_adjustment", "shipment_charge", "shipment_refund", "topup"] | None = None,
        timeout: float | None = None,
    ) -> Download:
        """Show the statement of a period: the balances before and after, and every transaction between, as CSV.

        It is CSV with `format=csv` or `Accept: text/csv`. For JSON, `limit` is at most 1,000. CSV without `limit`
        has every
        transaction, and the period may hold 50,000.

        Cost against the rate limit: 10.

        - `limit`: The maximum number of rows of the page. At least 1, at most 50,000; up to 200 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `from_`: The beginning of the period, inclusive: a timestamp with its offset. The default is the first
          transaction.
        - `to`: The end of the period, exclusive: a timestamp with its offset. The default is now.
        - `separator`: The character between the cells of CSV: `comma`, or `semicolon` for spreadsheets of languages
          that write a decimal comma. With `semicolon` the file begins with a byte order mark.
        - `kind`: Only transactions of this kind, for CSV alone. For JSON, use the list of transactions.
        """
        return self._caller.download(
            operations.GET_CREDIT_STATEMENT,
            query={
                "limit": limit,
                "cursor": cursor,
                "from": from_,
                "to": to,
                "separator": separator,
                "kind": kind,
                "format": "csv",
            },
            timeout=timeout,
        )


class Billing:
    """`client.billing`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list_plans(
        self,
        *,
        timeout: float | None = None,
    ) -> List[types.PlanOffer]:
        """List the plans, the smallest first; prices are a month's, in whole rupiah.

        Browsers may call this from pages of any origin.
        """
        return self._caller.plain(
            operations.LIST_PLANS,
            timeout=timeout,
        )

    def get_plan(
        self,
        *,
        timeout: float | None = None,
    ) -> types.CurrentPlan:
        """Show the workspace's plan and its limits."""
        return self._caller.plain(
            operations.GET_PLAN,
            timeout=timeout,
        )

    def get_subscription(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Subscription:
        """Show the workspace's subscription, its status and its period."""
        return self._caller.plain(
            operations.GET_SUBSCRIPTION,
            timeout=timeout,
        )

    def get_usage(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Usage:
        """Show the workspace's usage of this calendar month (UTC)."""
        return self._caller.plain(
            operations.GET_USAGE,
            timeout=timeout,
        )

    def list_invoices(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.Invoice]:
        """List the invoices, newest first.

        - `limit`: The maximum number of rows of the page. At least 1, at most 50; up to 20 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        """
        return self._caller.page(
            operations.LIST_INVOICES,
            query={
                "limit": limit,
                "cursor": cursor,
            },
            timeout=timeout,
        )

    def create_checkout(
        self,
        *,
        plan: Literal["GROWTH", "SCALE", "STARTER"],
        email: str | None = None,
        name: str | None = None,
        currency: Literal["IDR", "USD"] | None = None,
        return_to: Literal["console"] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.OpenedCheckout:
        """Open a page on which a plan is paid for.

        A request with an API key must give an `email`; for a signed-in user, the address of their token is used.
        Without a
        currency, that of the present subscription is used. Without a subscription it is IDR in Indonesia and where
        the
        country is not known, and USD elsewhere.

        Cost against the rate limit: 5.

        - `plan`: The plan to buy. The present plan is refused, unless its subscription is being cancelled or is
          overdue.
        - `email`: The address for receipts. Required with an API key; for a signed-in user, the address of their
          token is used if it has one.
        - `name`: The buyer's name, for the payment provider.
        - `currency`: The currency to pay in. The default is the currency of the present subscription. Without a
          subscription it is IDR in Indonesia and where the country is not known, and USD elsewhere. While a
          subscription is paid for, another currency than its own is refused.
        - `return_to`: `console`: after the payment page the buyer returns to the workspace's page in the console.
          Otherwise the buyer returns to the pages that the operator has set, or to a page that shows the result.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409), `CHECKOUT_FAILED` (500), `PLAN_NOT_CONFIGURED` (503).
        """
        return self._caller.plain(
            operations.CREATE_PLAN_CHECKOUT,
            body={
                "plan": plan,
                "email": email,
                "name": name,
                "currency": currency,
                "returnTo": return_to,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def cancel_subscription(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Subscription:
        """Cancel at the end of the current period; a workspace that pays for nothing is returned as it is.

        Cost against the rate limit: 5.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409), `CANCEL_FAILED` (500).
        """
        return self._caller.plain(
            operations.CANCEL_SUBSCRIPTION,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Deliveries:
    """`client.deliveries`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        customer_id: str | None = None,
        product_id: str | None = None,
        status: Literal["active", "expired", "revoked"] | None = None,
        timeout: float | None = None,
    ) -> Page[types.Delivery]:
        """List digital deliveries, newest first.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `customer_id`: Only deliveries to this customer, by your id as given at the grant; exact.
        - `product_id`: Only deliveries of this product (`prod_…`); an unknown product gives an empty list.
        - `status`: Only deliveries that have this status now.
        """
        return self._caller.page(
            operations.LIST_DELIVERIES,
            query={
                "limit": limit,
                "cursor": cursor,
                "customerId": customer_id,
                "productId": product_id,
                "status": status,
            },
            timeout=timeout,
        )

    def create(
        self,
        *,
        product_id: str,
        customer_id: str,
        checkout_session_id: str,
        max_downloads: int | None = None,
        expires_at: str | datetime | None = None,
        external_source: str | None = None,
        external_ref: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Delivery:
        """Grant a customer downloads of a digital product.

        - `product_id`: The product to deliver (`prod_…`): digital, and not archived.
        - `customer_id`: Your own id of the customer.
        - `checkout_session_id`: Your own id of the checkout. A second delivery of the same product for it is 409
          `DUPLICATE`.
        - `max_downloads`: The maximum number of downloads; the default is 5.
        - `expires_at`: When it expires, a timestamp with its offset; the default is 14 days from now. A time in the
          past, from 1970 on, is accepted too: such a delivery is expired from the start.
        - `external_source`: The source system, for your own use; stored as given.
        - `external_ref`: The source system's id of the delivery, for your own use; stored as given.

        Refusals of its own: `PLAN_LIMIT` (403), `DUPLICATE` (409).
        """
        return self._caller.plain(
            operations.CREATE_DELIVERY,
            body={
                "productId": product_id,
                "customerId": customer_id,
                "checkoutSessionId": checkout_session_id,
                "maxDownloads": max_downloads,
                "expiresAt": expires_at,
                "externalSource": external_source,
                "externalRef": external_ref,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.Delivery:
        """Show a digital delivery.

        - `id`: The delivery's id (`dlv_…`), as POST /deliveries answers it and GET /deliveries lists it.
        """
        return self._caller.plain(
            operations.GET_DELIVERY,
            path={"id": id},
            timeout=timeout,
        )

    def download(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Delivery:
        """Count a download, before the file is served.

        - `id`: The delivery's id (`dlv_…`), as POST /deliveries answers it and GET /deliveries lists it.

        Refusals of its own: `DOWNLOAD_LIMIT` (409), `EXPIRED` (410).
        """
        return self._caller.plain(
            operations.DOWNLOAD_DELIVERY,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def extend(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Delivery:
        """Extend a digital delivery by 30 days.

        - `id`: The delivery's id (`dlv_…`), as POST /deliveries answers it and GET /deliveries lists it.
        """
        return self._caller.plain(
            operations.EXTEND_DELIVERY,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def reset_downloads(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Delivery:
        """Reset the count of downloads to 0.

        - `id`: The delivery's id (`dlv_…`), as POST /deliveries answers it and GET /deliveries lists it.
        """
        return self._caller.plain(
            operations.RESET_DELIVERY_DOWNLOADS,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def revoke(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Delivery:
        """End a digital delivery now.

        - `id`: The delivery's id (`dlv_…`), as POST /deliveries answers it and GET /deliveries lists it.
        """
        return self._caller.plain(
            operations.REVOKE_DELIVERY,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Licenses:
    """`client.licenses`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        product_id: str | None = None,
        customer_id: str | None = None,
        status: Literal["active", "revoked"] | None = None,
        q: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.License]:
        """List licenses, newest first; with `q`, in the order of the matching texts.

        - `limit`: The maximum number of rows of the page. At least 1, at most 100; up to 100 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `product_id`: Only licenses of this product (`prod_…`); an unknown product gives an empty list.
        - `customer_id`: Only licenses of this customer, by your id as given at the issue; exact.
        - `status`: Only licenses with this status; expired and suspended ones count as `active`.
        - `q`: The beginning of a key, a `customerId` or an `externalRef`, in upper or lower case of a to z. The
          licenses then come in the order of these texts. A page may have fewer than `limit` while more follow.
        """
        return self._caller.page(
            operations.LIST_LICENSES,
            query={
                "limit": limit,
                "cursor": cursor,
                "productId": product_id,
                "customerId": customer_id,
                "status": status,
                "q": q,
            },
            timeout=timeout,
        )

    def create(
        self,
        *,
        product_id: str,
        customer_id: str,
        max_activations: int | None = None,
        expires_at: str | datetime | None = None,
        external_source: str | None = None,
        external_ref: str | None = None,
        key: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.License:
        """Issue a license; the service generates the key unless it is given.

        - `product_id`: The product to license (`prod_…`): of type `license`, with `licenseEnabled`, and not
          archived.
        - `customer_id`: Your own id of the customer.
        - `max_activations`: The maximum number of instances active at once; the default is the product's
          `maxActivations`, else 1.
        - `expires_at`: When it expires, a timestamp with its offset; the default is never. A time in the past, from
          1970 on, is accepted too: such a license is expired.
        - `external_source`: The source system, for your own use; stored as given.
        - `external_ref`: The source system's id of the license, for your own use; stored as given.
        - `key`: A custom key, stored as it is; by default the service generates one. For the same product and
          customer, the same key returns the existing license with 200. A key of any other license is 409
          `KEY_TAKEN`.

        Refusals of its own: `PLAN_LIMIT` (403), `KEY_TAKEN` (409).
        """
        return self._caller.plain(
            operations.CREATE_LICENSE,
            body={
                "productId": product_id,
                "customerId": customer_id,
                "maxActivations": max_activations,
                "expiresAt": expires_at,
                "externalSource": external_source,
                "externalRef": external_ref,
                "key": key,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def create_bulk(
        self,
        *,
        licenses: List[types.NewLicense],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> List[types.BulkItemResult]:
        """Issue up to 500 licenses; an outcome per row.

        Cost against the rate limit: 1 for every 100 `licenses`.

        - `licenses`: The licenses to issue. Each row is handled like a request of its own, and has its own outcome.

        Refusals of its own: `PLAN_LIMIT` (403), `KEY_TAKEN` (409).
        """
        return self._caller.plain(
            operations.CREATE_LICENSES,
            body={
                "licenses": licenses,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def look_up(
        self,
        *,
        key: str,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> ReportPage[types.LicenseActivation, types.LicenseWithActivations]:
        """Find a license of the workspace by its key, with its activations.

        - `limit`: The maximum number of rows of the page. At least 1, at most 1,000; up to 1,000 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `key`: The whole license key. A generated key is found in lower case too, a custom key only as it is.
        """
        return self._caller.report(
            operations.LOOK_UP_LICENSE,
            query={
                "limit": limit,
                "cursor": cursor,
                "key": key,
            },
            timeout=timeout,
        )

    def validate(
        self,
        *,
        key: str,
        product_id: str | None = None,
        timeout: float | None = None,
    ) -> types.LicenseValidity:
        """Validate a license key; an invalid key is not an error.

        Browsers may call this from pages of any origin.

        - `key`: The whole license key. A generated key is found in lower case too, a custom key only as it is.
        - `product_id`: The product of the software (`prod_…`). A key of any other product is then answered like an
          unknown one.
        """
        return self._caller.plain(
            operations.VALIDATE_LICENSE,
            query={
                "key": key,
                "productId": product_id,
            },
            timeout=timeout,
        )

    def activate(
        self,
        *,
        key: str,
        instance_id: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.ActivatedLicenseReply:
        """Activate a license on an instance, unless it is active there.

        Browsers may call this from pages of any origin.

        - `key`: The whole license key. A generated key is found in lower case too, a custom key only as it is.
        - `instance_id`: The id of the instance, such as an id of the machine. The software chooses it, and must
          send the same one at every start.

        Refusals of its own: `EXPIRED` (403), `LICENSE_SUSPENDED` (403), `MAX_ACTIVATIONS` (409).
        """
        return self._caller.plain(
            operations.ACTIVATE_LICENSE,
            body={
                "key": key,
                "instanceId": instance_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def deactivate(
        self,
        *,
        key: str,
        instance_id: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.DeactivatedLicenseReply:
        """Deactivate a license on an instance; an invalid key is not an error.

        Browsers may call this from pages of any origin.

        - `key`: The whole license key. A generated key is found in lower case too, a custom key only as it is.
        - `instance_id`: The id of the instance, such as an id of the machine. The software chooses it, and must
          send the same one at every start.
        """
        return self._caller.plain(
            operations.DEACTIVATE_LICENSE,
            body={
                "key": key,
                "instanceId": instance_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get_signing_key(
        self,
        *,
        timeout: float | None = None,
    ) -> types.SigningKey:
        """Show the public key that verifies the workspace's license files."""
        return self._caller.plain(
            operations.GET_LICENSE_SIGNING_KEY,
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.License:
        """Retrieve one license.

        - `id`: The license's id (`lic_…`), as POST /licenses answers it and GET /licenses lists it.
        """
        return self._caller.plain(
            operations.GET_LICENSE,
            path={"id": id},
            timeout=timeout,
        )

    def update(
        self,
        id: str,
        *,
        max_activations: int | Omit = OMIT,
        expires_at: str | datetime | Omit | None = OMIT,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.License:
        """Change the maximum number of activations of a license, or its expiry.

        - `id`: The license's id (`lic_…`), as POST /licenses answers it and GET /licenses lists it.
        - `max_activations`: The new maximum number of instances active at once; not fewer than are active.
        - `expires_at`: When it expires, a timestamp with its offset; null: never.

        Refusals of its own: `LICENSE_REVOKED` (409).
        """
        return self._caller.plain(
            operations.UPDATE_LICENSE,
            path={"id": id},
            body={
                "maxActivations": max_activations,
                "expiresAt": expires_at,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def revoke(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.License:
        """Revoke a license for good.

        - `id`: The license's id (`lic_…`), as POST /licenses answers it and GET /licenses lists it.
        """
        return self._caller.plain(
            operations.REVOKE_LICENSE,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def suspend(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.License:
        """Suspend a license until it is reinstated.

        - `id`: The license's id (`lic_…`), as POST /licenses answers it and GET /licenses lists it.

        Refusals of its own: `LICENSE_REVOKED` (409).
        """
        return self._caller.plain(
            operations.SUSPEND_LICENSE,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def reinstate(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.License:
        """Reinstate a suspended license.

        - `id`: The license's id (`lic_…`), as POST /licenses answers it and GET /licenses lists it.

        Refusals of its own: `LICENSE_REVOKED` (409).
        """
        return self._caller.plain(
            operations.REINSTATE_LICENSE,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def create_file(
        self,
        id: str,
        *,
        instance_id: str,
        expires_at: str | datetime | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.LicenseFile:
        """Issue a signed license file for an active instance, for offline validation.

        - `id`: The license's id (`lic_…`), as POST /licenses answers it and GET /licenses lists it.
        - `instance_id`: The instance that the file is for; the license must be active on it.
        - `expires_at`: When the file expires, a timestamp with its offset, at most 366 days from now; the default
          is 30 days from now.

        Refusals of its own: `EXPIRED` (403), `LICENSE_SUSPENDED` (403), `LICENSE_REVOKED` (409).
        """
        return self._caller.plain(
            operations.CREATE_LICENSE_FILE,
            path={"id": id},
            body={
                "instanceId": instance_id,
                "expiresAt": expires_at,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_activations(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        active: bool | None = None,
        timeout: float | None = None,
    ) -> Page[types.LicenseActivation]:
        """List a license's activations, newest first.

        - `id`: The license's id (`lic_…`), as POST /licenses answers it and GET /licenses lists it.
        - `limit`: The maximum number of rows of the page. At least 1, at most 1,000; up to 100 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `active`: `true` shows only present activations; `false` shows ended ones too.
        """
        return self._caller.page(
            operations.LIST_LICENSE_ACTIVATIONS,
            path={"id": id},
            query={
                "limit": limit,
                "cursor": cursor,
                "active": active,
            },
            timeout=timeout,
        )

    def release_activation(
        self,
        id: str,
        activation_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.LicenseActivation:
        """End an activation of a license as the merchant.

        - `id`: The license's id (`lic_…`), as POST /licenses answers it and GET /licenses lists it.
        - `activation_id`: The id (`act_…`) of an activation of this license, as GET /licenses/{id}/activations
          lists it.
        """
        return self._caller.plain(
            operations.RELEASE_LICENSE_ACTIVATION,
            path={"id": id, "activationId": activation_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class WebhookEndpoints:
    """`client.webhook_endpoints`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.WebhookEndpoint]:
        """List webhook endpoints, newest first.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; all rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        """
        return self._caller.page(
            operations.LIST_WEBHOOK_ENDPOINTS,
            query={
                "limit": limit,
                "cursor": cursor,
            },
            timeout=timeout,
        )

    def create(
        self,
        *,
        url: str,
        events: List[str] | None = None,
        description: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.CreatedWebhookEndpointReply:
        """Register a webhook endpoint; its signing secret is shown in this answer only.

        - `url`: The URL to which events are posted: `https://`, a host that is not local, and public addresses
          only. In development `http://` and private addresses are accepted too.
        - `events`: The subscription: `*` for everything, exact types that exist, or prefixes of types that end with
          `*`. Everything unless given.
        - `description`: A note of your own.

        Refusals of its own: `PLAN_LIMIT` (403), `IDEMPOTENCY_IN_PROGRESS` (409).
        """
        return self._caller.plain(
            operations.CREATE_WEBHOOK_ENDPOINT,
            body={
                "url": url,
                "events": events,
                "description": description,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.WebhookEndpoint:
        """Retrieve a webhook endpoint, with only the end of its secret.

        - `id`: The endpoint's id, as POST /webhooks/endpoints answers it and GET on the same path lists it.
        """
        return self._caller.plain(
            operations.GET_WEBHOOK_ENDPOINT,
            path={"id": id},
            timeout=timeout,
        )

    def update(
        self,
        id: str,
        *,
        url: str | Omit = OMIT,
        events: List[str] | Omit = OMIT,
        description: str | Omit | None = OMIT,
        active: bool | Omit = OMIT,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.WebhookEndpoint:
        """Change, pause or resume a webhook endpoint; its secret stays.

        - `id`: The endpoint's id, as POST /webhooks/endpoints answers it and GET on the same path lists it.
        - `url`: The new URL, under the same rules as at registration.
        - `events`: The new subscription, in place of the old one.
        - `description`: A note of your own; null clears it.
        - `active`: False pauses it, and queued deliveries fail. True resumes an inactive endpoint, with no failures
          counted; an active one stays as it is. Where its partner has ended, that is 409 `INVALID_STATE` until its
          secret is rotated.

        Refusals of its own: `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409).
        """
        return self._caller.plain(
            operations.UPDATE_WEBHOOK_ENDPOINT,
            path={"id": id},
            body={
                "url": url,
                "events": events,
                "description": description,
                "active": active,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def delete(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.DeletedWebhookEndpointReply:
        """Delete a webhook endpoint with its delivery log; deliveries stop at once.

        - `id`: The endpoint's id, as POST /webhooks/endpoints answers it and GET on the same path lists it.
        """
        return self._caller.plain(
            operations.DELETE_WEBHOOK_ENDPOINT,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def rotate_secret(
        self,
        id: str,
        *,
        overlap_seconds: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.RotatedWebhookSecretReply:
        """Rotate the signing secret of a webhook endpoint; the new one is shown in this answer only.

        The old secret also signs for a time.

        - `id`: The endpoint's id, as POST /webhooks/endpoints answers it and GET on the same path lists it.
        - `overlap_seconds`: The number of seconds for which the old secret also signs; 86400, which is 24 hours,
          unless given. With 0 it stops signing at once.
        """
        return self._caller.plain(
            operations.ROTATE_WEBHOOK_ENDPOINT_SECRET,
            path={"id": id},
            body={
                "overlapSeconds": overlap_seconds,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def test(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.WebhookDelivery:
        """Send a test event to this webhook endpoint alone, whatever it is subscribed to.

        - `id`: The endpoint's id, as POST /webhooks/endpoints answers it and GET on the same path lists it.

        Refusals of its own: `ENDPOINT_DISABLED` (409).
        """
        return self._caller.plain(
            operations.TEST_WEBHOOK_ENDPOINT,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_event_types(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.EventType]:
        """List every event type, in alphabetical order, each with the JSON Schema of its deliveries.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; all rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        """
        return self._caller.page(
            operations.LIST_WEBHOOK_EVENT_TYPES,
            query={
                "limit": limit,
                "cursor": cursor,
            },
            timeout=timeout,
        )

    def recover(
        self,
        id: str,
        *,
        since: str | datetime,
        until: str | datetime | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.WebhookRecovery:
        """Recover a webhook endpoint: deliver again the events of a period that it failed to accept or missed.

        Cost against the rate limit: 10.

        - `id`: The endpoint's id, as POST /webhooks/endpoints answers it and GET on the same path lists it.
        - `since`: The inclusive start of the period: a timestamp with its offset. It must lie within the retention
          period of the delivery log, which is 30 days unless the operator has set another.
        - `until`: The exclusive end of the period: a timestamp with its offset. Without it, now.

        Refusals of its own: `ALREADY_QUEUED` (409), `ENDPOINT_DISABLED` (409).
        """
        return self._caller.plain(
            operations.RECOVER_WEBHOOK_ENDPOINT,
            path={"id": id},
            body={
                "since": since,
                "until": until,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get_stats(
        self,
        id: str,
        *,
        window: Literal["24h", "30d", "7d"] | None = None,
        timeout: float | None = None,
    ) -> types.WebhookStats:
        """Show the statistics of a webhook endpoint: attempts, successes, durations and pending deliveries.

        - `id`: The endpoint's id, as POST /webhooks/endpoints answers it and GET on the same path lists it.
        - `window`: The last 24 hours, 7 days or 30 days. A window begins with a full hour.
        """
        return self._caller.plain(
            operations.GET_WEBHOOK_ENDPOINT_STATS,
            path={"id": id},
            query={
                "window": window,
            },
            timeout=timeout,
        )


class WebhookRecoveries:
    """`client.webhook_recoveries`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.WebhookRecovery:
        """Retrieve a recovery and its progress.

        - `id`: The recovery's id, as POST /webhooks/endpoints/{id}/recover answers it.
        """
        return self._caller.plain(
            operations.GET_WEBHOOK_RECOVERY,
            path={"id": id},
            timeout=timeout,
        )


class WebhookDeliveries:
    """`client.webhook_deliveries`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        type: str | None = None,
        status: Literal["failed", "pending", "sent"] | None = None,
        endpoint_id: str | None = None,
        timeout: float | None = None,
    ) -> Page[types.WebhookDelivery]:
        """List the delivery log, newest first, with every attempt.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; up to 50 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `type`: Only deliveries of events of this full type.
        - `status`: Only deliveries that have this status now.
        - `endpoint_id`: Only deliveries to this endpoint; an unknown one gives an empty list.
        """
        return self._caller.page(
            operations.LIST_WEBHOOK_DELIVERIES,
            query={
                "limit": limit,
                "cursor": cursor,
                "type": type,
                "status": status,
                "endpointId": endpoint_id,
            },
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.WebhookDelivery:
        """Retrieve one row of the delivery log.

        - `id`: The id of a row of the delivery log, as GET /webhooks/events lists it. Each delivery has it in the
          header that ends in `Delivery-Id`.
        """
        return self._caller.plain(
            operations.GET_WEBHOOK_DELIVERY,
            path={"id": id},
            timeout=timeout,
        )

    def retry(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.WebhookDelivery:
        """Queue one more attempt of a delivery that was sent or has failed.

        - `id`: The id of a row of the delivery log, as GET /webhooks/events lists it. Each delivery has it in the
          header that ends in `Delivery-Id`.

        Refusals of its own: `ALREADY_QUEUED` (409), `ENDPOINT_DISABLED` (409).
        """
        return self._caller.plain(
            operations.RETRY_WEBHOOK_DELIVERY,
            path={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Events:
    """`client.events`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        type: str | None = None,
        subject: str | None = None,
        from_: str | datetime | None = None,
        to: str | datetime | None = None,
        timeout: float | None = None,
    ) -> Page[types.Envelope]:
        """List the events of the last 30 days, newest first; `subject` is the resource whose events are counted.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; up to 50 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `type`: Only events of exactly this type; with `*` at the end, of all types with that prefix.
        - `subject`: Only events of this resource: an id such as `prod_…` or `ship_…`, for a stock level
          `var_…:wh_…`.
        - `from_`: Only events at or after this timestamp, which has an offset.
        - `to`: Only events before this timestamp, which has an offset.
        """
        return self._caller.page(
            operations.LIST_EVENTS,
            query={
                "limit": limit,
                "cursor": cursor,
                "type": type,
                "subject": subject,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.Envelope:
        """Retrieve an event.

        - `id`: The event's id (`evt_…`), as GET /events lists it and every delivery of it carries it.
        """
        return self._caller.plain(
            operations.GET_EVENT,
            path={"id": id},
            timeout=timeout,
        )


class AuditLog:
    """`client.audit_log`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        action: str | None = None,
        target_type: str | None = None,
        target_id: str | None = None,
        actor_id: str | None = None,
        from_: str | datetime | None = None,
        to: str | datetime | None = None,
        timeout: float | None = None,
    ) -> Page[types.AuditEntry]:
        """List audit entries, newest first; `action` filters by prefix.

        - `limit`: The maximum number of rows of the page. At least 1, at most 500; up to 100 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `action`: Only actions with this prefix: `product` finds `product.created` and `product.updated`.
        - `target_type`: Only entries about this type of resource, such as `Product`; exact.
        - `target_id`: Only entries about the resource with this id; exact.
        - `actor_id`: Only entries of this actor: the identity provider's id of a person, or the workspace's id for
          its API keys; exact.
        - `from_`: Only entries at or after this timestamp, which has an offset.
        - `to`: Only entries before this timestamp, which has an offset.
        """
        return self._caller.page(
            operations.LIST_AUDIT_ENTRIES,
            query={
                "limit": limit,
                "cursor": cursor,
                "action": action,
                "target_type": target_type,
                "targetId": target_id,
                "actorId": actor_id,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )

    def export(
        self,
        *,
        action: str | None = None,
        target_type: str | None = None,
        target_id: str | None = None,
        actor_id: str | None = None,
        from_: str | datetime | None = None,
        to: str | datetime | None = None,
        timeout: float | None = None,
    ) -> Download:
        """Export the whole audit log as JSON lines, newest first.

        Each line is an entry; the last one is `{"end": {"entries": 1234}}`. A stream without it was cut off.

        Cost against the rate limit: 10.

        - `action`: Only actions with this prefix: `product` finds `product.created` and `product.updated`.
        - `target_type`: Only entries about this type of resource, such as `Product`; exact.
        - `target_id`: Only entries about the resource with this id; exact.
        - `actor_id`: Only entries of this actor: the identity provider's id of a person, or the workspace's id for
          its API keys; exact.
        - `from_`: Only entries at or after this timestamp, which has an offset.
        - `to`: Only entries before this timestamp, which has an offset.
        """
        return self._caller.download(
            operations.EXPORT_AUDIT_LOG,
            query={
                "action": action,
                "target_type": target_type,
                "targetId": target_id,
                "actorId": actor_id,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )


class Integrations:
    """`client.integrations`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get_status(
        self,
        *,
        timeout: float | None = None,
    ) -> types.IntegrationStatus:
        """Show the integrations of the workspace, computed on every call."""
        return self._caller.plain(
            operations.GET_INTEGRATION_STATUS,
            timeout=timeout,
        )


class Stats:
    """`client.stats`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get_overview(
        self,
        *,
        timeout: float | None = None,
    ) -> types.StatsOverview:
        """Show counters and recent rows, as for a dashboard."""
        return self._caller.plain(
            operations.GET_STATS_OVERVIEW,
            timeout=timeout,
        )

    def get_days(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
    ) -> types.StatsDays:
        """Show the outcomes of shipments and the changes of the shipping credit, day by day.

        - `from_`: The first day, such as `2026-11-01`. Without it, 29 days before the last one.
        - `to`: The last day, which is included. Without it, today, or the 92nd day where `from` is longer ago.
        """
        return self._caller.plain(
            operations.GET_STATS_DAYS,
            query={
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )


class Workspaces:
    """`client.workspaces`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(
        self,
        *,
        name: str,
        external_ref: str | None = None,
        account_id: str | None = None,
        brand_name: str | None = None,
        business_email: str | None = None,
        discount_rate: float | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.PartnerWorkspace:
        """Provision a workspace that the partner may act for; the same `externalRef` returns the same workspace.

        - `name`: The display name of the workspace, such as the shop's name.
        - `external_ref`: Your own id of the merchant. The same id returns the same workspace, with 200. Without it
          and without `accountId`, each request creates another workspace.
        - `account_id`: The workspace's id at the identity provider (`acc_…`). It is only for partners that the
          operator has marked as sharing the identity provider, else the answer is 403 `FORBIDDEN`.
        - `brand_name`: The merchant's brand; stored and shown with the workspace.
        - `business_email`: The merchant's e-mail address; stored and shown with the workspace.
        - `discount_rate`: A discount as a share of the price, 0.1 for 10 %; stored and shown with the workspace.

        Refusals of its own: `CROSS_PARTNER` (409), `DUPLICATE` (409).
        """
        return self._caller.plain(
            operations.CREATE_WORKSPACE,
            body={
                "name": name,
                "externalRef": external_ref,
                "accountId": account_id,
                "brandName": brand_name,
                "businessEmail": business_email,
                "discountRate": discount_rate,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        account_id: str,
        *,
        timeout: float | None = None,
    ) -> types.PartnerWorkspace:
        """Show a workspace that the partner provisioned.

        - `account_id`: The id (`acc_…`) of a workspace that the partner provisioned.
        """
        return self._caller.plain(
            operations.GET_WORKSPACE,
            path={"accountId": account_id},
            timeout=timeout,
        )


class Partner:
    """`client.partner`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get_usage(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
    ) -> ReportPage[types.WorkspaceUsage, types.PartnerUsage]:
        """Show the usage of each workspace of the partner, and their total, by calendar months.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; up to 50 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `from_`: The beginning of the period: a date, which means its midnight in UTC, or a timestamp with its
          offset. The default is the last month of the period.
        - `to`: The end of the period, exclusive: a date, or a timestamp with its offset. The default is the end of
          the present month.
        """
        return self._caller.report(
            operations.GET_PARTNER_USAGE,
            query={
                "limit": limit,
                "cursor": cursor,
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )


class StorefrontOrders:
    """`client.storefront_orders`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["expired", "failed", "fulfilled", "open", "partly_fulfilled"] | None = None,
        timeout: float | None = None,
    ) -> Page[types.StorefrontOrder]:
        """List the orders of a partner's storefront, newest first.

        - `limit`: The maximum number of rows of the page. At least 1, at most 200; up to 50 rows without it.
        - `cursor`: The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for
          the same list.
        - `status`: Only orders that have this status now.
        """
        return self._caller.page(
            operations.LIST_STOREFRONT_ORDERS,
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
            },
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> types.StorefrontOrder:
        """Show an order of a partner's storefront, with the outcome of each line.

        - `id`: The order's id (`ord_…`), as GET /storefront/orders lists it.
        """
        return self._caller.plain(
            operations.GET_STOREFRONT_ORDER,
            path={"id": id},
            timeout=timeout,
        )

    def retry(
        self,
        id: str,
        *,
        shipping: types.StorefrontShipping | None = None,
        destination: types.Destination | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.StorefrontOrder:
        """Retry the failed lines of a paid order.

        - `id`: The order's id (`ord_…`), as GET /storefront/orders lists it.
        - `shipping`: Replaces the shipping service that the storefront sent.
        - `destination`: Replaces the destination that the storefront sent, as a whole.

        Refusals of its own: `NOT_CONFIGURED` (400), `PLAN_LIMIT` (403), `DUPLICATE` (409),
        `IDEMPOTENCY_IN_PROGRESS` (409), `INVALID_STATE` (409), `KEY_TAKEN` (409), `STOCK_INSUFFICIENT` (409),
        `NEGATIVE_STOCK` (500), `INTEGRATION_ERROR` (502), `INTEGRATION_ERROR` (504).
        """
        return self._caller.plain(
            operations.RETRY_STOREFRONT_ORDER,
            path={"id": id},
            body={
                "shipping": shipping,
                "destination": destination,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Resources:
    """Every resource as an attribute, made when it is first used."""

    _caller: Caller

    @cached_property
    def health(self) -> Health:
        return Health(self._caller)

    @cached_property
    def documentation(self) -> Documentation:
        return Documentation(self._caller)

    @cached_property
    def workspace(self) -> Workspace:
        return Workspace(self._caller)

    @cached_property
    def api_keys(self) -> ApiKeys:
        return ApiKeys(self._caller)

    @cached_property
    def products(self) -> Products:
        return Products(self._caller)

    @cached_property
    def variants(self) -> Variants:
        return Variants(self._caller)

    @cached_property
    def warehouses(self) -> Warehouses:
        return Warehouses(self._caller)

    @cached_property
    def stock(self) -> Stock:
        return Stock(self._caller)

    @cached_property
    def addresses(self) -> Addresses:
        return Addresses(self._caller)

    @cached_property
    def shipping(self) -> Shipping:
        return Shipping(self._caller)

    @cached_property
    def legacy_shipments(self) -> LegacyShipments:
        return LegacyShipments(self._caller)

    @cached_property
    def shipments(self) -> Shipments:
        return Shipments(self._caller)

    @cached_property
    def inbound(self) -> Inbound:
        return Inbound(self._caller)

    @cached_property
    def batches(self) -> Batches:
        return Batches(self._caller)

    @cached_property
    def shipping_credits(self) -> ShippingCredits:
        return ShippingCredits(self._caller)

    @cached_property
    def billing(self) -> Billing:
        return Billing(self._caller)

    @cached_property
    def deliveries(self) -> Deliveries:
        return Deliveries(self._caller)

    @cached_property
    def licenses(self) -> Licenses:
        return Licenses(self._caller)

    @cached_property
    def webhook_endpoints(self) -> WebhookEndpoints:
        return WebhookEndpoints(self._caller)

    @cached_property
    def webhook_recoveries(self) -> WebhookRecoveries:
        return WebhookRecoveries(self._caller)

    @cached_property
    def webhook_deliveries(self) -> WebhookDeliveries:
        return WebhookDeliveries(self._caller)

    @cached_property
    def events(self) -> Events:
        return Events(self._caller)

    @cached_property
    def audit_log(self) -> AuditLog:
        return AuditLog(self._caller)

    @cached_property
    def integrations(self) -> Integrations:
        return Integrations(self._caller)

    @cached_property
    def stats(self) -> Stats:
        return Stats(self._caller)

    @cached_property
    def workspaces(self) -> Workspaces:
        return Workspaces(self._caller)

    @cached_property
    def partner(self) -> Partner:
        return Partner(self._caller)

    @cached_property
    def storefront_orders(self) -> StorefrontOrders:
        return StorefrontOrders(self._caller)
