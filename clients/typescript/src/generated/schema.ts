// Generated from the OpenAPI document by scripts/generate.mjs. Do not change it by hand.

export interface components {
    schemas: {
        /**
         * ActivatedLicenseReply
         * @description Result of an activation: the license is active on the instance.
         */
        ActivatedLicenseReply: {
            /** @description The license with the key. */
            license: components["schemas"]["PublicLicense"];
            /** @description The instance's activation. */
            activation: components["schemas"]["LicenseActivation"];
            /** @description True if the license was active on the instance before, so that nothing has changed. */
            alreadyActive: boolean;
        };
        /**
         * Address
         * @description A saved destination of one customer.
         */
        Address: {
            /** @description The address's id (`addr_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description Your own id of the customer (`cus_…` or any other text). It never changes. */
            customerId: string;
            /** @description The customer's name for the address, such as Home or Office. */
            label: string;
            /** @description The receiver's name. */
            contactName: string;
            /** @description The receiver's phone number, as it was given. */
            contactPhone: string;
            /** @description The receiver's e-mail address; null where there is none. */
            email: string | null;
            /** @description Street and number. */
            address: string;
            /** @description Delivery instructions for the driver; null where there are none. */
            note: string | null;
            /** @description The postal code, as it was given; null where there is none. */
            postalCode: string | null;
            /** @description The courier aggregator's id of the area; null where it is not known. */
            areaId: string | null;
            /** @description Latitude in decimal degrees, south negative; null where it is not known. */
            lat: number | null;
            /** @description Longitude in decimal degrees, west negative; null where it is not known. */
            lng: number | null;
            /** @description True if it is the customer's default address. A customer has at most one. */
            isDefault: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the address last changed. A request that changes nothing leaves it, and so the order of the list.
             */
            updatedAt: string;
        };
        /**
         * AddressChange
         * @description Changes of a saved address. Omitted fields stay as they are; null clears a field. The customer cannot change.
         */
        AddressChange: {
            /** @description Accepted only if it is the present customer: an address cannot change its customer. */
            customerId?: string;
            /** @description The customer's new name for the address. */
            label?: string;
            /** @description The receiver's new name. */
            contactName?: string;
            /** @description The receiver's new phone number. */
            contactPhone?: string;
            /** @description The new street and number. */
            address?: string;
            /** @description The receiver's new e-mail address. */
            email?: string | null;
            /** @description The new delivery instructions for the driver. */
            note?: string | null;
            /** @description The new postal code. */
            postalCode?: string | null;
            /** @description Alias of `postalCode`, as the shipping origin names it. If both are given they must not differ. */
            postal?: string | null;
            /** @description The courier aggregator's id of the new area, from `GET /shipping/areas`. */
            areaId?: string | null;
            /** @description Latitude in decimal degrees; south is negative. */
            lat?: number | null;
            /** @description Longitude in decimal degrees; west is negative. */
            lng?: number | null;
            /**
             * @description True makes it the customer's default instead of the present one.
             *
             *     False on the default leaves the customer without one.
             */
            isDefault?: boolean;
        };
        /**
         * AddressList
         * @description A page of addresses.
         */
        AddressList: {
            /** @description The addresses of the page: defaults first, then the newest-updated. */
            addresses: components["schemas"]["Address"][];
        };
        /**
         * AddressReply
         * @description A saved address.
         */
        AddressReply: {
            /** @description The address as it is now. */
            address: components["schemas"]["Address"];
        };
        /**
         * AggregatorConfig
         * @description A workspace's settings at the aggregator.
         */
        AggregatorConfig: {
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /**
             * @description True if the workspace has its own key at the aggregator. Otherwise the platform's key is used, and shipments are
             *     charged to the shipping credit.
             */
            apiKeyConfigured: boolean;
            /**
             * @description The last four characters of the own key after an ellipsis (`…a1b2`), and never more than half of it. Null without
             *     an own key, and for partners.
             */
            apiKeyPreview: string | null;
            /** @description The aggregator's id of a pick-up place, stored for your own use; null where none is set. */
            defaultOriginId: string | null;
            /**
             * @description The codes of the enabled couriers, the same set as `couriers` of the origin. Empty means every courier that needs
             *     no coordinates.
             */
            enabledCouriers: string[];
            /**
             * @description The courier to suggest first, for your own use: the service never chooses a courier by itself. Null where none is
             *     set.
             */
            defaultCourier: string | null;
            /** @description The master switch: while it is false, quotes and bookings are 400 `NOT_CONFIGURED`. */
            active: boolean;
            /**
             * @description The webhook address for the aggregator's status updates of orders booked with the own key. Enter it there, and
             *     keep it secret. Null without an own key, and for partners.
             */
            reportUrl: string | null;
        };
        /**
         * AggregatorStatus
         * @description Status of the courier aggregator.
         */
        AggregatorStatus: {
            /** @description True if the workspace has stored an aggregator key of its own; without one, the platform's key is used. */
            apiKeyConfigured: boolean;
            /** @description True while shipping is enabled. While it is not, there are no rates and no bookings. */
            active: boolean;
            /** @description The codes of the couriers that the workspace has chosen. Empty means every courier that needs no coordinates. */
            enabledCouriers: string[];
        };
        /**
         * ApiKey
         * @description A key that signs requests. Its secret is never shown again.
         */
        ApiKey: {
            /** @description Identifies the key in paths; opaque. */
            id: string;
            /** @description The display name of the key. */
            name: string;
            /** @description The `keyId` of signed requests: 24 characters, not secret. */
            keyId: string;
            /** @description The first 8 and the last 4 characters of the secret, with an ellipsis between. */
            secretPreview: string;
            /**
             * @description The scopes of the key: `read`, `write`, `admin`; the platform key of a partner has one more. They are always
             *     recorded, but enforced only where the operator's settings say so.
             */
            scopes: string[];
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /** @description When the key last signed a request, updated within seconds; null before the first use. */
            lastUsedAt: string | null;
            /** @description When the key was revoked, which is final; null for an active key. */
            revokedAt: string | null;
            /** @description When the key expires: from then on requests are refused. Null: never. */
            expiresAt: string | null;
            /** @description The networks that requests must come from, in normal form (`203.0.113.7/32`); null: from anywhere. */
            networks: string[] | null;
            /**
             * @description The creator: the identity provider's id of a person, or the workspace (`acc_…`) where an API key created it.
             *     Null where the operator created it.
             */
            createdBy: string | null;
            /** @description The name of the partner that made the key on behalf of the merchant; null for all other keys. */
            madeByPartner: string | null;
        };
        /**
         * ApiKeyList
         * @description A list of the workspace's keys.
         */
        ApiKeyList: {
            /** @description The keys, newest first, including revoked and expired keys. A partner sees only the keys that it made. */
            apiKeys: components["schemas"]["ApiKey"][];
        };
        /**
         * ApiKeyWithSecretReply
         * @description A new key with its secret.
         */
        ApiKeyWithSecretReply: {
            /** @description The key that was created. */
            apiKey: components["schemas"]["CreatedApiKey"];
            /** @description The secret that signs requests. Only this response has it; it cannot be fetched again. */
            secret: string;
        };
        /**
         * ArchivableCounts
         * @description The number of active and of archived resources.
         */
        ArchivableCounts: {
            /** @description The number that is not archived. */
            active: number;
            /** @description The number that is archived. */
            archived: number;
        };
        /**
         * ArchivedResponse
         * @description The response to archiving a record. The record still exists and can be un-archived.
         */
        ArchivedResponse: {
            /** @description Always true: the record is archived, by this request or by an earlier one. */
            archived: boolean;
        };
        /**
         * Area
         * @description One hit of the area search.
         */
        Area: {
            /** @description The aggregator's id of the area, as `areaId` takes it. */
            id: string;
            /** @description The full name, with the regions that contain the area. */
            name: string;
            /** @description The country; null where the aggregator does not say. */
            country_name: string | null;
            /** @description The province; null where the aggregator does not say. */
            administrative_division_level_1_name: string | null;
            /** @description The city or regency; null where the aggregator does not say. */
            administrative_division_level_2_name: string | null;
            /** @description The district; null where the aggregator does not say. */
            administrative_division_level_3_name: string | null;
            /** @description The village or ward; mostly null. */
            administrative_division_level_4_name: string | null;
            /** @description The postal code as a number; null where the area has none of its own. */
            postal_code: number | null;
        };
        /**
         * AuditEntries
         * @description A page of the audit log.
         */
        AuditEntries: {
            /** @description The entries of the page, newest first. */
            entries: components["schemas"]["AuditEntry"][];
        };
        /**
         * AuditEntry
         * @description One change, with its actor, its target and its origin.
         */
        AuditEntry: {
            /** @description Identifies the entry; opaque. */
            id: string;
            /** @description The workspace of the change (`acc_…`). */
            accountId: string;
            /**
             * @description The kind of actor. `user`: a person, or an API key. `api_key`: the platform key of a partner that provisioned the
             *     workspace. `system`: the service itself, or its operator.
             * @enum {string}
             */
            actorType: "api_key" | "system" | "user";
            /**
             * @description The actor: the identity provider's id of a person, or the workspace (`acc_…`) for an API key; null for
             *     `system`.
             */
            actorId: string | null;
            /** @description The person's e-mail address from their token; null where there is none. */
            actorEmail: string | null;
            /** @description The action, in lower case with dots, such as `product.updated`. */
            action: string;
            /** @description The type of the changed resource, such as `Product`; null where the action has no target. */
            targetType: string | null;
            /**
             * @description The id of the changed resource; null where the action has no target. For a partner, `targetId`, `before` and
             *     `after` are null where the target is one of the merchant's own keys.
             */
            targetId: string | null;
            /**
             * @description The name and the changed fields, before the change; null for a new resource. Texts longer than 500 characters
             *     are cut and end with an ellipsis.
             */
            before: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The name and the changed fields, after the change; all fields for a new resource, null for a deleted one. Texts
             *     are cut as in `before`.
             */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description The client's IP address; null where no request made the change. */
            ip: string | null;
            /** @description The client's `User-Agent`; null where it sent none. */
            userAgent: string | null;
            /** @description Further details; often an empty object. Where a partner acted, `partner` is its name and `keyId` its key. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the change was made.
             */
            createdAt: string;
        };
        /**
         * Batch
         * @description An action that the worker performs on many shipments, four at a time.
         */
        Batch: {
            /** @description The batch's id (`batch_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /**
             * @description The action on each shipment.
             * @enum {string}
             */
            kind: "book" | "cancel" | "print";
            /**
             * @description `running` until every shipment has an outcome, then `finished`. A retry of the failed shipments sets it to
             *     `running` again.
             * @enum {string}
             */
            status: "finished" | "running";
            /** @description The number of shipments, 1 to 500. */
            total: number;
            /** @description The number of shipments in each state. */
            counts: components["schemas"]["BatchCounts"];
            /** @description The shipping credit charged by its bookings so far, in minor units. */
            charged: number;
            /** @description The shipping credit refunded by its cancellations so far, in minor units. */
            refunded: number;
            /**
             * @description True where the filter matched more than 500 shipments, so that the batch has 500 of them. These are the oldest;
             *     with `q`, `queue` or `printed`, they are the first of the list.
             */
            truncated: boolean;
            /** @description The filter that selected the shipments; null where they were listed. */
            filter: {
                [key: string]: unknown;
            } | null;
            /** @description The reason of the cancellation; null in a batch of another kind. */
            reason: string | null;
            /** @description Print options as they were given; null where none were given. */
            printing: {
                [key: string]: unknown;
            } | null;
            /** @description The creator of the batch: the identity provider's id of a user, or the workspace's id for an API key. */
            createdBy: string | null;
            /**
             * Format: date-time
             * @description When the batch was created.
             */
            createdAt: string;
            /** @description When the batch was stopped; null where it was not. */
            stoppedAt: string | null;
            /** @description When the last shipment had its outcome; null before that. */
            finishedAt: string | null;
        };
        /**
         * BatchCounts
         * @description The number of a batch's shipments in each state; the sum is `total`.
         */
        BatchCounts: {
            /** @description Shipments not begun yet. */
            waiting: number;
            /** @description Shipments begun: the courier is being asked, or the outcome is not known yet. */
            running: number;
            /** @description Shipments completed without an error. */
            done: number;
            /** @description Shipments refused by the courier or by the service. The row says why, and a retry is possible. */
            failed: number;
            /** @description Shipments that needed nothing, for example since they were booked already. The row says why. */
            skipped: number;
            /** @description Shipments left untouched, since the batch was stopped before their turn. */
            stopped: number;
        };
        /**
         * BatchExcluded
         * @description A shipment that would be skipped.
         */
        BatchExcluded: {
            /** @description The shipment (`ship_…`). */
            id: string;
            /** @description The merchant's order number of the shipment; null without one. */
            externalRef: string | null;
        };
        /**
         * BatchExclusion
         * @description Shipments that would be skipped for one reason.
         */
        BatchExclusion: {
            /** @description The error code of the reason. */
            code: string;
            /** @description The reason in words. */
            message: string;
            /** @description The number of shipments excluded for this reason. */
            count: number;
            /** @description The excluded shipments, in the batch's order. */
            shipments: components["schemas"]["BatchExcluded"][];
        };
        /**
         * BatchFinished
         * @description A batch finished: every shipment has its outcome, or was left untouched since the batch was stopped.
         *
         *     It fires again after a retry of the failed shipments.
         */
        BatchFinished: {
            /** @description The batch's id (`batch_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /**
             * @description The action on each shipment.
             * @enum {string}
             */
            kind: "book" | "cancel" | "print";
            /**
             * @description `running` until every shipment has an outcome, then `finished`. A retry of the failed shipments sets it to
             *     `running` again.
             * @enum {string}
             */
            status: "finished" | "running";
            /** @description The number of shipments, 1 to 500. */
            total: number;
            /** @description The number of shipments in each state. */
            counts: components["schemas"]["BatchCounts"];
            /** @description The shipping credit charged by its bookings so far, in minor units. */
            charged: number;
            /** @description The shipping credit refunded by its cancellations so far, in minor units. */
            refunded: number;
            /**
             * @description True where the filter matched more than 500 shipments, so that the batch has 500 of them. These are the oldest;
             *     with `q`, `queue` or `printed`, they are the first of the list.
             */
            truncated: boolean;
            /** @description The filter that selected the shipments; null where they were listed. */
            filter: {
                [key: string]: unknown;
            } | null;
            /** @description The reason of the cancellation; null in a batch of another kind. */
            reason: string | null;
            /** @description Print options as they were given; null where none were given. */
            printing: {
                [key: string]: unknown;
            } | null;
            /** @description The creator of the batch: the identity provider's id of a user, or the workspace's id for an API key. */
            createdBy: string | null;
            /**
             * Format: date-time
             * @description When the batch was created.
             */
            createdAt: string;
            /** @description When the batch was stopped; null where it was not. */
            stoppedAt: string | null;
            /** @description When the last shipment had its outcome; null before that. */
            finishedAt: string | null;
            /** @description The batch's id; the same as `id`. */
            batchId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * BatchList
         * @description A page of batches.
         */
        BatchList: {
            /** @description The batches of the page, newest first. */
            batches: components["schemas"]["Batch"][];
        };
        /**
         * BatchPreview
         * @description The effect that a batch would have; nothing was changed.
         */
        BatchPreview: {
            /**
             * @description The action on each shipment.
             * @enum {string}
             */
            kind: "book" | "cancel" | "print";
            /** @description The number of shipments that the batch would have. */
            total: number;
            /**
             * @description The shipments that the batch would have, in its order. A batch of these `shipmentIds` does what the preview says.
             *     A batch of the filter has the shipments that match it at that time.
             */
            shipmentIds: string[];
            /** @description The number of shipments that the action would apply to. */
            qualifying: number;
            /** @description The reasons why the others would be skipped, the most frequent first. */
            excluded: components["schemas"]["BatchExclusion"][];
            /** @description True where the filter matches more than 500 shipments, so that the batch would have 500 of them. */
            truncated: boolean;
            /**
             * @description The shipping credit needed to book the qualifying shipments, in minor units. Each counts with the larger of its
             *     price and a fresh quote. With `unquoted` above 0 it is a minimum. It is 0 for the other kinds, and where the
             *     workspace has an aggregator key of its own.
             */
            creditNeeded: number;
            /**
             * @description The number of qualifying shipments without a quote, which count with the price of their draft. At most 40
             *     distinct parcels are quoted, within 10 seconds.
             */
            unquoted: number;
            /** @description When the oldest of the quotes was requested; null where there is none. */
            quotedAt: string | null;
            /** @description The shipping credit available, without holds, in minor units; null for a user who may not see it. */
            creditAvailable: number | null;
        };
        /**
         * BatchPrinting
         * @description Print options of the batch's document; the flags are those of a single label.
         */
        BatchPrinting: {
            /** @description The documents printed for each shipment: `labels`. */
            documents?: "labels"[] | null;
            /** @description The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height. Default: `thermal-100x150`. */
            size?: ("a4" | "thermal-100x150" | "thermal-80x100") | null;
            /** @description True prints the sender's phone number. */
            showSenderPhone?: boolean | null;
            /** @description True prints the recipient's phone number. */
            showRecipientPhone?: boolean | null;
            /** @description True prints only some letters of the recipient's name (`S*** R****u`). */
            maskRecipientName?: boolean | null;
            /** @description True hides the middle of the recipient's phone number (`0812****7890`). */
            maskRecipientPhone?: boolean | null;
            /** @description True prints the shipping price. */
            showShippingCost?: boolean | null;
            /** @description True prints whether the parcel is insured, and the premium. */
            showInsurance?: boolean | null;
            /** @description True prints a list of the items in the parcel. */
            showItems?: boolean | null;
            /** @description True prints each item's description in the list. */
            showItemDescriptions?: boolean | null;
            /** @description True prints each item's `sku` in the list. */
            showItemSkus?: boolean | null;
            /** @description `single` prints one label to a page, `4up` four to a sheet of A4, to be cut along its lines. Default: `single`. */
            layout?: ("4up" | "single") | null;
        };
        /**
         * BatchReply
         * @description One batch.
         */
        BatchReply: {
            /** @description The batch as it is now. */
            batch: components["schemas"]["Batch"];
        };
        /**
         * BatchRow
         * @description One shipment of a batch, and its outcome.
         */
        BatchRow: {
            /** @description The position in the batch, from 0. */
            position: number;
            /** @description The shipment (`ship_…`). */
            shipmentId: string;
            /** @description The merchant's order number of the shipment; null without one. */
            externalRef: string | null;
            /** @description The recipient's name. */
            recipient: string | null;
            /**
             * @description `waiting` until its turn; `running` while the courier is asked, or while the outcome is not known yet. A shipment
             *     of unknown outcome is not booked twice. Then `done`, `failed`, `skipped` where it needed nothing, or `stopped`
             *     before its turn.
             * @enum {string}
             */
            status: "done" | "failed" | "running" | "skipped" | "stopped" | "waiting";
            /** @description The number of the attempt, from 1; each retry adds 1. */
            attempt: number;
            /**
             * @description The shipping credit charged by its booking, in minor units. Null before it is booked, in a batch of another kind,
             *     and where the batch ended before this was recorded.
             */
            charged: number | null;
            /** @description The shipping credit refunded by its cancellation, in minor units; null in the same cases. */
            refunded: number | null;
            /** @description The reason why the shipment failed, was skipped, or has no known outcome yet; null where there is no problem. */
            error: components["schemas"]["BatchRowError"] | null;
            /** @description The HTTP status that the request for this shipment alone would have had; null before there is an outcome. */
            httpStatus: number | null;
            /** @description When the shipment had its outcome; null before that. */
            finishedAt: string | null;
        };
        /**
         * BatchRowError
         * @description The reason why a shipment failed or was skipped.
         */
        BatchRowError: {
            /** @description The error code that the request for this shipment alone would have had (docs/errors.md). */
            code: string;
            /** @description The reason in words. A courier's own words are introduced as the courier's. */
            message: string;
        };
        /**
         * BatchRows
         * @description A page of a batch's shipments.
         */
        BatchRows: {
            /** @description The shipments in the batch's order. */
            rows: components["schemas"]["BatchRow"][];
        };
        /**
         * BulkItemResult
         * @description Outcome of one row of a bulk request: the HTTP status of the row as its own request, with `data` or `error`.
         */
        BulkItemResult: {
            /** @description Index of the row in the request, counted from 0. */
            index: number;
            /**
             * @description HTTP status that the row would have had as a request of
             *     its own; 424 if another row of an atomic request was refused.
             */
            status: number;
            /** @description The `data` that the row would have had as a request of its own; absent if it was refused. */
            data?: unknown;
            /**
             * @description Reason why the row was refused, with `code`, `message` and, if
             *     one input is at fault, `field`; absent if the row was applied.
             */
            error?: unknown;
        };
        /**
         * BulkLicenses
         * @description Licenses to issue in one request.
         */
        BulkLicenses: {
            /** @description The licenses to issue. Each row is handled like a request of its own, and has its own outcome. */
            licenses: components["schemas"]["NewLicense"][];
        };
        /**
         * BulkProducts
         * @description Products to be created, each as POST /products accepts it.
         */
        BulkProducts: {
            /** @description 1 to 200 products; each row is created or refused by itself. */
            products: components["schemas"]["NewProduct"][];
        };
        /**
         * BulkResult
         * @description Outcomes of a bulk request.
         */
        BulkResult: {
            /** @description One outcome for each row of the request, in the order of the rows. */
            outcomes: components["schemas"]["BulkItemResult"][];
        };
        /**
         * BulkShipments
         * @description Many shipments to be drafted.
         */
        BulkShipments: {
            /** @description 1 to 100 shipments; each row is drafted or refused by itself. */
            shipments: components["schemas"]["NewShipment"][];
        };
        /**
         * BulkStockAdjustment
         * @description Adjustments to make in one request, each as POST /stock/adjust accepts it.
         */
        BulkStockAdjustment: {
            /** @description 1 to 1,000 adjustments; those of one level are made in the given order. */
            adjustments: components["schemas"]["StockAdjustment"][];
            /** @description True makes all or none: one refused row refuses the request. False makes each by itself. */
            atomic?: boolean | null;
        };
        /**
         * CancelledShipment
         * @description A cancelled shipment.
         */
        CancelledShipment: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /**
             * @description The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
             *     `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
             *     `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
             *     final ones are `delivered`, `returned` to the sender, and `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
             *     draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
             *     draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium. */
            insurance: number;
            /** @description True if the courier is to insure the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier issues one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
             *     are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description The recipient's address, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
             *     those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The merchant's own id of the buyer; null where it was not given. */
            customerId: string | null;
            /** @description The merchant's own id of the checkout, whose reservations the shipment used; null without one. */
            checkoutSessionId: string | null;
            /** @description The product of the whole shipment (`prod_…`); null where none was named. */
            productId: string | null;
            /**
             * @description The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
             *     Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /**
             * @description The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
             *     page.
             */
            trackingPageUrl: string;
            /** @description The courier's latest total price, including the premium, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When the shipment was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the shipment last changed, except for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /** @description When its label was last marked as printed; null before that, and after the mark was removed. */
            printedAt: string | null;
            /** @description The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is. */
            printedBy: string | null;
            /** @description The shipping credit refunded, in minor units; 0 where nothing was charged. */
            refunded: number;
        };
        /**
         * CourierReportReply
         * @description The result of a courier's report.
         */
        CourierReportReply: {
            /** @description The number of new reports on the order; 0 for a probe, a repeat, or an unknown order. */
            applied: number;
        };
        /**
         * CourierService
         * @description A service in the courier catalogue, with the aggregator's names.
         */
        CourierService: {
            /** @description The courier's code, for requests. */
            courier_code: string;
            /** @description The courier's display name. */
            courier_name: string;
            /** @description The service's code, for requests; unique within its courier. */
            courier_service_code: string;
            /** @description The service's display name. */
            courier_service_name: string;
            /**
             * @description The speed, in the aggregator's word, such as `standard`, `same_day` or `instant`. A courier with services of only
             *     the last two types needs the coordinates of origin and destination.
             */
            service_type: string;
            /** @description The aggregator's price tier of the service; null where there is none. */
            tier: string | null;
        };
        /**
         * CreatedApiKey
         * @description A key that was just created.
         */
        CreatedApiKey: {
            /** @description Identifies the key in paths; opaque. */
            id: string;
            /** @description The display name of the key. */
            name: string;
            /** @description The `keyId` of signed requests: 24 characters, not secret. */
            keyId: string;
            /**
             * @description The scopes of the key: `read`, `write`, `admin`; the platform key of a partner has one more. They are always
             *     recorded, but enforced only where the operator's settings say so.
             */
            scopes: string[];
            /** @description When the key expires: from then on requests are refused. Null: never. */
            expiresAt: string | null;
            /** @description The networks that requests must come from, in normal form (`203.0.113.7/32`); null: from anywhere. */
            networks: string[] | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
        };
        /**
         * CreatedWebhookEndpointReply
         * @description A new endpoint with its secret.
         */
        CreatedWebhookEndpointReply: {
            /** @description The endpoint that was registered. */
            endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description The secret that signs deliveries (`whsec_…`). It is in this answer only, and cannot be fetched again. */
            secret: string;
        };
        /**
         * CreditAdjustment
         * @description A correction of the balance, or a refund of a shipment's charge.
         */
        CreditAdjustment: {
            /**
             * @description The amount to add, in the currency's minor unit (for IDR whole rupiah); never 0. Only a `manual_adjustment` may
             *     be negative: it takes credit away, but no more than is available.
             */
            amount: number;
            /**
             * @description `manual_adjustment` corrects the balance; `shipment_refund` refunds a part of a shipment's charge, at most the
             *     rest of it.
             * @enum {string}
             */
            kind: "manual_adjustment" | "shipment_refund";
            /** @description The shipment that it concerns (`ship_…`); required for a `shipment_refund`. */
            shipmentId?: string | null;
            /**
             * @description Your own reference. A repeat of the same kind with the same reference moves nothing: the answer is 200 with the
             *     first transaction. With another amount or shipment it is 409 `DUPLICATE`.
             */
            externalRef?: string | null;
            /** @description A note, shown with the transaction. */
            memo?: string | null;
        };
        /**
         * CreditBalance
         * @description A workspace's prepaid shipping credit. Amounts are in the currency's minor unit, for IDR whole rupiah.
         */
        CreditBalance: {
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The credit that was paid in and not spent: the sum of all transactions. It includes `held`; never below 0. */
            balance: number;
            /** @description The amount that bookings in progress hold. It is charged or released when they are settled. */
            held: number;
            /** @description The amount available for the next booking: `balance` less `held`. */
            available: number;
            /**
             * @description The debt from refunds and disputes of purchases whose credit was spent already. The next top-ups pay it first;
             *     mostly 0.
             */
            owed: number;
            /** @description The code of the currency, such as `IDR`. */
            currency: string;
            /**
             * Format: date-time
             * @description When credit was last moved or held; the creation time of the workspace if it never was.
             */
            updatedAt: string;
        };
        /**
         * CreditCheckout
         * @description Credit to buy on a page of the payment provider.
         */
        CreditCheckout: {
            /** @description The amount to buy, in the currency's minor unit (for IDR whole rupiah). */
            amount: number;
            /**
             * @description The address for the receipt. For a signed-in user, the address of their token is used if it has one. Without any,
             *     the payment provider uses the address that it knows, or asks on its page.
             */
            email?: string | null;
            /** @description The buyer's name, for the payment provider. */
            name?: string | null;
            /**
             * @description `console`: after the payment page the buyer returns to the workspace's page in the console. Otherwise the buyer
             *     returns to the pages that the operator has set, or to a page that shows the result.
             */
            returnTo?: "console" | null;
        };
        /**
         * CreditStatement
         * @description Statement of the credit in a period. Amounts are in the currency's minor unit, for IDR whole rupiah.
         */
        CreditStatement: {
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The code of the currency, such as `IDR`. */
            currency: string;
            /** @description The beginning of the period, inclusive; null: the first transaction. */
            from: string | null;
            /** @description The end of the period, exclusive; null: now. */
            to: string | null;
            /** @description The balance before the period. */
            openingBalance: number;
            /** @description The balance after the whole period, on every page. */
            closingBalance: number;
            /** @description The transactions of the period, oldest first. A page has 200 by default; `limit` allows up to 1,000. */
            transactions: components["schemas"]["CreditTransaction"][];
        };
        /**
         * CreditTopUp
         * @description Credit to add.
         */
        CreditTopUp: {
            /** @description The amount to add, in the currency's minor unit (for IDR whole rupiah). */
            amount: number;
            /**
             * @description Your own reference of the payment. A repeat with the same reference adds nothing: the answer is 200 with the
             *     first transaction. With another amount it is 409 `DUPLICATE`.
             */
            externalRef?: string | null;
            /** @description A note, shown with the transaction. */
            memo?: string | null;
        };
        /**
         * CreditTransaction
         * @description An entry of the credit ledger; the balance is the sum of all `amount`s. Amounts are in the currency's minor unit,
         *     for IDR whole rupiah.
         */
        CreditTransaction: {
            /** @description The transaction's id (`ctx_…`). */
            id: string;
            /**
             * @description The kind of transaction. `topup`: credit that was bought or added. `shipment_charge`: the cost of a booking.
             *     `shipment_refund`: a refund of such a charge. `manual_adjustment`: everything else, such as a correction by hand,
             *     another price of the courier, or a refunded payment.
             * @enum {string}
             */
            kind: "manual_adjustment" | "shipment_charge" | "shipment_refund" | "topup";
            /** @description The change of the balance; negative where credit was taken. */
            amount: number;
            /** @description The balance after the transaction. */
            balanceAfter: number;
            /** @description The shipment that it concerns (`ship_…`); null where there is none. */
            shipmentId: string | null;
            /**
             * @description The reference of the transaction, unique per `kind`; `chk_…` for credit that was bought. Null where there is
             *     none.
             */
            externalRef: string | null;
            /** @description The note of the request; null where there is none. */
            memo: string | null;
            /**
             * @description The buyer, or the actor of a top-up or an adjustment by hand. A user has the identity provider's id, an API key
             *     that of the workspace (`acc_…`). Null for shipments, refunds, disputes and the operator.
             */
            createdBy: string | null;
            /**
             * Format: date-time
             * @description When the balance was moved.
             */
            createdAt: string;
        };
        /**
         * CreditTransactionReply
         * @description A transaction of the credit, and the balance.
         */
        CreditTransactionReply: {
            /** @description The transaction; for a known `externalRef`, the earlier one. */
            transaction: components["schemas"]["CreditTransaction"];
            /** @description The balance as it is now. */
            balance: components["schemas"]["CreditBalance"];
        };
        /**
         * CreditTransactions
         * @description A page of the credit ledger.
         */
        CreditTransactions: {
            /** @description The transactions of the page, newest first. */
            transactions: components["schemas"]["CreditTransaction"][];
            /** @description The same as `meta.cursor`: the cursor of the next page, null on the last page. */
            nextCursor: string | null;
        };
        /**
         * CurrentPlan
         * @description The workspace's plan and its limits. Existing records stay when a plan includes fewer.
         */
        CurrentPlan: {
            /**
             * @description The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits.
             * @enum {string}
             */
            plan: "free" | "growth" | "internal" | "scale" | "starter";
            /** @description The plan's display name, such as `Growth`. */
            planName: string;
            /** @description True if `plan` is `internal`. */
            isForjioInternal: boolean;
            /** @description Orders a calendar month (UTC): shipments booked, deliveries and licenses together. -1: no limit. */
            ordersLimit: number;
            /** @description Warehouses that are not archived. -1: no limit. */
            warehousesLimit: number;
            /** @description Licenses that are not revoked, expired and suspended ones included. -1: no limit. */
            licenseKeysLimit: number;
            /** @description API keys that are neither revoked nor expired. -1: no limit. */
            apiKeysLimit: number;
            /** @description Webhook endpoints, paused ones included. -1: no limit. */
            webhookEndpointsLimit: number;
            /** @description Requests a minute, of all API keys of the workspace together. -1: no limit. */
            rateLimit: number;
            /** @description Courier bookings a calendar month (UTC), whichever aggregator key they are made with. -1: no limit. */
            biteshipShipmentsLimit: number;
            /**
             * Format: date-time
             * @description When the next period begins: the subscription's, or the next calendar month (UTC) where there is none.
             */
            billingCycleEnd: string;
        };
        /**
         * DailyStatistics
         * @description One day of the workspace's time zone. Amounts are in the currency's minor unit; for IDR, whole rupiah.
         */
        DailyStatistics: {
            /** @description The day, such as `2026-11-23`. */
            day: string;
            /** @description The number of shipments booked on that day, including those cancelled later. */
            booked: number;
            /** @description The number of shipments delivered on that day, whenever they were booked. */
            delivered: number;
            /** @description The number of shipments returned on that day, whenever they were booked. */
            returned: number;
            /** @description The number of booked shipments cancelled on that day, by the merchant or by the courier. */
            cancelled: number;
            /** @description Charges for shipments on that day, less refunds; negative where refunds were larger. */
            creditSpent: number;
            /** @description All other changes of the shipping credit on that day: top-ups, adjustments, and amounts taken back by disputes. */
            creditAdded: number;
            /** @description The balance of the shipping credit at the end of the day; the current balance for a day that has not ended. */
            creditBalance: number;
        };
        /**
         * DeactivatedLicenseReply
         * @description Result of a deactivation: the license is not active on the instance.
         */
        DeactivatedLicenseReply: {
            /** @description True if this request ended an activation. */
            deactivated: boolean;
            /** @description True if there was no activation to end: the license was not active on the instance, or the key is unknown. */
            alreadyDeactivated: boolean;
            /** @description The number of active instances of the license; 0 for an unknown key. */
            activations: number;
        };
        /**
         * DeletedAddressReply
         * @description Confirmation that an address was deleted for good.
         */
        DeletedAddressReply: {
            /** @description Always true: the address is gone, and no other became the default instead. */
            deleted: boolean;
        };
        /**
         * DeletedWebhookEndpointReply
         * @description Confirmation that an endpoint was deleted.
         */
        DeletedWebhookEndpointReply: {
            /** @description Always true: the endpoint and its delivery log are deleted. */
            deleted: boolean;
        };
        /**
         * Delivery
         * @description A customer's right to a number of downloads of a product until `expiresAt`.
         */
        Delivery: {
            /** @description The delivery's id (`dlv_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The digital product that may be downloaded (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the grant. */
            customerId: string;
            /** @description Your id of the checkout, as given at the grant. A checkout has at most one delivery of a product. */
            checkoutSessionId: string;
            /**
             * @description `active`: it has not ended, even if every download is used. `expired`: `expiresAt` has come. `revoked`: it was
             *     revoked, and not extended since.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`. */
            downloadCount: number;
            /** @description The maximum number of downloads, 1 to 100; set at the grant for good. */
            maxDownloads: number;
            /**
             * Format: date-time
             * @description When it expires. An extension moves this to 30 days after the later of now and the former value. A revocation
             *     sets it to now if it is in the future.
             */
            expiresAt: string;
            /** @description When it was revoked; null if it was not, or was extended since. */
            revokedAt: string | null;
            /** @description When a download was last counted; null before the first. A reset of the count leaves it. */
            lastDownloadedAt: string | null;
            /** @description The source system, as given at the grant; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the delivery, as given at the grant; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
        };
        /**
         * DeliveryCreated
         * @description A digital delivery was granted.
         */
        DeliveryCreated: {
            /** @description The delivery's id (`dlv_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The digital product that may be downloaded (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the grant. */
            customerId: string;
            /** @description Your id of the checkout, as given at the grant. A checkout has at most one delivery of a product. */
            checkoutSessionId: string;
            /**
             * @description `active`: it has not ended, even if every download is used. `expired`: `expiresAt` has come. `revoked`: it was
             *     revoked, and not extended since.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`. */
            downloadCount: number;
            /** @description The maximum number of downloads, 1 to 100; set at the grant for good. */
            maxDownloads: number;
            /**
             * Format: date-time
             * @description When it expires. An extension moves this to 30 days after the later of now and the former value. A revocation
             *     sets it to now if it is in the future.
             */
            expiresAt: string;
            /** @description When it was revoked; null if it was not, or was extended since. */
            revokedAt: string | null;
            /** @description When a download was last counted; null before the first. A reset of the count leaves it. */
            lastDownloadedAt: string | null;
            /** @description The source system, as given at the grant; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the delivery, as given at the grant; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description The delivery's id; the same as `id`. */
            deliveryId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * DeliveryDownloaded
         * @description A download was counted.
         */
        DeliveryDownloaded: {
            /** @description The delivery's id (`dlv_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The digital product that may be downloaded (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the grant. */
            customerId: string;
            /** @description Your id of the checkout, as given at the grant. A checkout has at most one delivery of a product. */
            checkoutSessionId: string;
            /**
             * @description `active`: it has not ended, even if every download is used. `expired`: `expiresAt` has come. `revoked`: it was
             *     revoked, and not extended since.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`. */
            downloadCount: number;
            /** @description The maximum number of downloads, 1 to 100; set at the grant for good. */
            maxDownloads: number;
            /**
             * Format: date-time
             * @description When it expires. An extension moves this to 30 days after the later of now and the former value. A revocation
             *     sets it to now if it is in the future.
             */
            expiresAt: string;
            /** @description When it was revoked; null if it was not, or was extended since. */
            revokedAt: string | null;
            /** @description When a download was last counted; null before the first. A reset of the count leaves it. */
            lastDownloadedAt: string | null;
            /** @description The source system, as given at the grant; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the delivery, as given at the grant; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description The delivery's id; the same as `id`. */
            deliveryId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * DeliveryExpired
         * @description A delivery expired.
         */
        DeliveryExpired: {
            /** @description The delivery's id (`dlv_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The digital product that may be downloaded (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the grant. */
            customerId: string;
            /** @description Your id of the checkout, as given at the grant. A checkout has at most one delivery of a product. */
            checkoutSessionId: string;
            /**
             * @description `active`: it has not ended, even if every download is used. `expired`: `expiresAt` has come. `revoked`: it was
             *     revoked, and not extended since.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`. */
            downloadCount: number;
            /** @description The maximum number of downloads, 1 to 100; set at the grant for good. */
            maxDownloads: number;
            /**
             * Format: date-time
             * @description When it expires. An extension moves this to 30 days after the later of now and the former value. A revocation
             *     sets it to now if it is in the future.
             */
            expiresAt: string;
            /** @description When it was revoked; null if it was not, or was extended since. */
            revokedAt: string | null;
            /** @description When a download was last counted; null before the first. A reset of the count leaves it. */
            lastDownloadedAt: string | null;
            /** @description The source system, as given at the grant; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the delivery, as given at the grant; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description The delivery's id; the same as `id`. */
            deliveryId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * DeliveryExpiring
         * @description A delivery expires within 24 hours; sent once for each time of expiry.
         */
        DeliveryExpiring: {
            /** @description The delivery's id (`dlv_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The digital product that may be downloaded (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the grant. */
            customerId: string;
            /** @description Your id of the checkout, as given at the grant. A checkout has at most one delivery of a product. */
            checkoutSessionId: string;
            /**
             * @description `active`: it has not ended, even if every download is used. `expired`: `expiresAt` has come. `revoked`: it was
             *     revoked, and not extended since.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`. */
            downloadCount: number;
            /** @description The maximum number of downloads, 1 to 100; set at the grant for good. */
            maxDownloads: number;
            /**
             * Format: date-time
             * @description When it expires. An extension moves this to 30 days after the later of now and the former value. A revocation
             *     sets it to now if it is in the future.
             */
            expiresAt: string;
            /** @description When it was revoked; null if it was not, or was extended since. */
            revokedAt: string | null;
            /** @description When a download was last counted; null before the first. A reset of the count leaves it. */
            lastDownloadedAt: string | null;
            /** @description The source system, as given at the grant; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the delivery, as given at the grant; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description The delivery's id; the same as `id`. */
            deliveryId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * DeliveryList
         * @description A page of deliveries.
         */
        DeliveryList: {
            /** @description The deliveries of the page, newest first. */
            deliveries: components["schemas"]["Delivery"][];
        };
        /**
         * DeliveryReply
         * @description A digital delivery.
         */
        DeliveryReply: {
            /** @description The delivery as it is now. */
            delivery: components["schemas"]["Delivery"];
        };
        /**
         * DeliveryUpdated
         * @description A delivery was extended, reset or revoked.
         */
        DeliveryUpdated: {
            /** @description The delivery's id (`dlv_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The digital product that may be downloaded (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the grant. */
            customerId: string;
            /** @description Your id of the checkout, as given at the grant. A checkout has at most one delivery of a product. */
            checkoutSessionId: string;
            /**
             * @description `active`: it has not ended, even if every download is used. `expired`: `expiresAt` has come. `revoked`: it was
             *     revoked, and not extended since.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`. */
            downloadCount: number;
            /** @description The maximum number of downloads, 1 to 100; set at the grant for good. */
            maxDownloads: number;
            /**
             * Format: date-time
             * @description When it expires. An extension moves this to 30 days after the later of now and the former value. A revocation
             *     sets it to now if it is in the future.
             */
            expiresAt: string;
            /** @description When it was revoked; null if it was not, or was extended since. */
            revokedAt: string | null;
            /** @description When a download was last counted; null before the first. A reset of the count leaves it. */
            lastDownloadedAt: string | null;
            /** @description The source system, as given at the grant; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the delivery, as given at the grant; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description The delivery's id; the same as `id`. */
            deliveryId: string;
            /**
             * @description The action: `extend` (30 more days), `reset-downloads` (the count is 0 again) or `revoke` (ended at once).
             * @enum {string}
             */
            action: "extend" | "reset-downloads" | "revoke";
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * Destination
         * @description The destination of a parcel. Labels and pages show `city` and `province`; couriers use the other fields.
         */
        Destination: {
            /** @description The receiver's name. */
            contactName: string;
            /** @description The receiver's phone number, for the driver. */
            contactPhone: string;
            /** @description Street and number. */
            address: string;
            /** @description The receiver's e-mail address. A booking sends it to the aggregator; the service itself sends no e-mail. */
            email?: string | null;
            /** @description Delivery instructions for the driver. */
            note?: string | null;
            /** @description The city or regency, for labels and the tracking page. */
            city?: string | null;
            /** @description The province, for labels and the tracking page. */
            province?: string | null;
            /** @description The postal code: five digits, the first not 0. A booking needs this, `areaId`, or `lat` and `lng`. */
            postalCode?: string | null;
            /** @description Alias of `postalCode`, as the shipping origin names it. If both are given they must not differ. */
            postal?: string | null;
            /** @description The courier aggregator's id of the area, from `GET /shipping/areas`. */
            areaId?: string | null;
            /** @description Latitude in decimal degrees; instant couriers need it with `lng`. */
            lat?: number | null;
            /** @description Longitude in decimal degrees; instant couriers need it with `lat`. */
            lng?: number | null;
        };
        /**
         * Envelope
         * @description An event, as webhook endpoints receive it.
         */
        Envelope: {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /** @description The event type: the brand, the resource, the change and the version, separated by dots. */
            type: string;
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: {
                [key: string]: unknown;
            };
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * ErrorBody
         * @description Error of a request that was refused.
         */
        ErrorBody: {
            /** @description Error code for programs; each operation lists its codes. */
            code: string;
            /** @description Error message for people; its words may change. */
            message: string;
            /** @description Input at fault: a dotted path into the body (`items.0.weight`), or the name of a parameter. */
            field?: string;
        };
        /**
         * ErrorResponse
         * @description Envelope of an error.
         */
        ErrorResponse: {
            /**
             * @description Always null: an error has no data.
             * @constant
             */
            data: unknown;
            /** @description Reason why the request was refused. */
            error: components["schemas"]["ErrorBody"];
            /** @description Metadata of the answer. */
            meta: components["schemas"]["ResponseMeta"];
        };
        /**
         * EventList
         * @description A page of events.
         */
        EventList: {
            /** @description The events of the page, newest first, each as webhook endpoints receive it. */
            events: components["schemas"]["Envelope"][];
        };
        /**
         * EventReply
         * @description One event.
         */
        EventReply: {
            /** @description The event, as webhook endpoints receive it. */
            event: components["schemas"]["Envelope"];
        };
        /**
         * EventType
         * @description One type of event, with its schema.
         */
        EventType: {
            /** @description Full name of the type, as in events and in subscriptions of endpoints. */
            type: string;
            /** @description When such an event fires, in a sentence or two. */
            description: string;
            /** @description JSON Schema (2020-12) of the delivered envelope, self-contained. */
            schema: {
                [key: string]: unknown;
            };
        };
        /**
         * FailedDelivery
         * @description A webhook delivery that has failed. It is retried only on request.
         */
        FailedDelivery: {
            /** @description The delivery's id, also in a header of each attempt; opaque. */
            id: string;
            /** @description The endpoint that receives the event. */
            endpointId: string;
            /** @description The event that is delivered (`evt_…`). */
            eventId: string;
            /** @description The full type of the event. */
            type: string;
            /** @description The number of attempts: at most 6 automatic ones, and more by retries. */
            attempts: number;
            /**
             * @description The error of the last attempt, such as `HTTP 503`, or the reason why none follows, such as `endpoint is
             *     disabled`. Null where there is no failure, or the last attempt succeeded.
             */
            lastError: string | null;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
        };
        /**
         * FailingEndpoint
         * @description A webhook endpoint that has not accepted a delivery since `failingSince`.
         */
        FailingEndpoint: {
            /** @description The endpoint's id; opaque. */
            id: string;
            /** @description The URL to which events are posted. */
            url: string;
            /** @description True if it gets events; false while it is paused or disabled. */
            active: boolean;
            /** @description The number of failed attempts in a row since the last 2xx, over all deliveries. */
            consecutiveFailures: number;
            /**
             * Format: date-time
             * @description When the first of the consecutive failed attempts was made.
             */
            failingSince: string;
            /**
             * @description When the service disabled it: after 20 failed attempts in a row over at least 24 hours, or since its partner
             *     ended. Null unless it is disabled now.
             */
            disabledAt: string | null;
        };
        /**
         * Health
         * @description The health of the service and its database.
         */
        Health: {
            /** @description The name of the service: `fulfilment`, for every brand. */
            service: string;
            /** @description The version of the service. */
            version: string;
            /** @description Always `ok`. While the database is unavailable, the response is 503 instead. */
            status: string;
        };
        /**
         * IdentityStatus
         * @description Status of authentication by the identity provider and by API keys.
         */
        IdentityStatus: {
            /** @description Always true: the request itself was authenticated. */
            connected: boolean;
        };
        /**
         * IntegrationStatus
         * @description The current integrations of the workspace.
         */
        IntegrationStatus: {
            /** @description Authentication of users and API keys. */
            identity: components["schemas"]["IdentityStatus"];
            /** @description The courier aggregator; null until the workspace has set an origin or a configuration. */
            aggregator: components["schemas"]["AggregatorStatus"] | null;
            /** @description The payment provider. Plans and credit are bought through it. */
            payments: components["schemas"]["PaymentsStatus"];
            /** @description The partner's storefront, from which products are mirrored. */
            storefront: components["schemas"]["StorefrontStatus"];
        };
        /**
         * Invoice
         * @description An invoice of the payment provider for the workspace's plan.
         */
        Invoice: {
            /** @description The invoice's id (`inv_…`). The first invoice of a subscription has the `invoiceId` that the checkout answered. */
            id: string;
            /** @description The plan that the invoice is for; null where it is not known. */
            plan: ("free" | "growth" | "scale" | "starter") | null;
            /** @description The amount due, in the currency's minor unit: whole rupiah, or US cents. */
            amount: number;
            /** @description `IDR` or `USD`. */
            currency: string;
            /**
             * @description `open`: to be paid; `paid`: done; `void`: withdrawn; `uncollectible`: given up.
             * @enum {string}
             */
            status: "open" | "paid" | "uncollectible" | "void";
            /** @description When the invoice was paid; null before. */
            paidAt: string | null;
            /** @description The invoice's page at the payment provider; null until there is one. */
            receiptUrl: string | null;
            /**
             * Format: date-time
             * @description When the payment provider made the invoice.
             */
            createdAt: string;
        };
        /**
         * Invoices
         * @description A page of invoices.
         */
        Invoices: {
            /** @description The invoices of the page, newest first. */
            data: components["schemas"]["Invoice"][];
            /** @description The same as `meta.cursor`: the cursor of the next page, null on the last page. */
            cursor: string | null;
            /** @description True if there is a next page. */
            hasMore: boolean;
        };
        /**
         * LabelLink
         * @description A link to a label.
         */
        LabelLink: {
            /**
             * @description The address leads to the courier's own label where there is one, else to the service's. It needs no signature,
             *     cannot be guessed, and is valid for 24 hours.
             */
            url: string;
        };
        /**
         * LabelRequest
         * @description Shipments to print in one document, in this order; the options are those of a single label.
         */
        LabelRequest: {
            /** @description The shipments (`ship_…`), 1 to 100, in the order of printing; a repeated id is printed again. */
            shipmentIds: string[];
            /** @description The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height. Default: `thermal-100x150`. */
            size?: ("a4" | "thermal-100x150" | "thermal-80x100") | null;
            /** @description True prints the sender's phone number. */
            showSenderPhone?: boolean | null;
            /** @description True prints the recipient's phone number. */
            showRecipientPhone?: boolean | null;
            /** @description True prints only some letters of the recipient's name (`S*** R****u`). */
            maskRecipientName?: boolean | null;
            /** @description True hides the middle of the recipient's phone number (`0812****7890`). */
            maskRecipientPhone?: boolean | null;
            /** @description True prints the shipping price. */
            showShippingCost?: boolean | null;
            /** @description True prints whether the parcel is insured, and the premium. */
            showInsurance?: boolean | null;
            /** @description True prints a list of the items in the parcel. */
            showItems?: boolean | null;
            /** @description True prints each item's description in the list. */
            showItemDescriptions?: boolean | null;
            /** @description True prints each item's `sku` in the list. */
            showItemSkus?: boolean | null;
            /** @description `single` prints one label to a page, `4up` four to a sheet of A4, to be cut along its lines. Default: `single`. */
            layout?: ("4up" | "single") | null;
            /** @description True if the shipments are marked as printed once the document is rendered: `printedAt` and `printedBy`. */
            markPrinted?: boolean | null;
        };
        /**
         * LegacyCancelledShipmentReply
         * @description A cancelled shipment, as the legacy routes show it.
         */
        LegacyCancelledShipmentReply: {
            /** @description The shipment, now `cancelled`. */
            shipment: components["schemas"]["Shipment"];
            /** @description The shipping credit refunded, in minor units; 0 where nothing was charged. */
            refunded: number;
        };
        /**
         * LegacyShipmentReply
         * @description One shipment with its history, as the legacy routes show it.
         */
        LegacyShipmentReply: {
            /** @description The shipment as it is now, with its history. */
            shipment: components["schemas"]["ShipmentWithEvents"];
        };
        /**
         * LegacyShipments
         * @description A page of shipments, as the legacy routes show it.
         */
        LegacyShipments: {
            /** @description The shipments of the page, newest first, without their history. */
            shipments: components["schemas"]["Shipment"][];
        };
        /**
         * License
         * @description A customer's right to run a product on a number of instances at once.
         */
        License: {
            /** @description The license's id (`lic_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the issue. */
            customerId: string;
            /**
             * @description The license key: five groups of five characters with hyphens between, or the custom key given at the issue. It
             *     never changes.
             */
            key: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
             *     `expiresAt` and `suspendedAt`.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description The number of active instances; never above `maxActivations`. */
            activations: number;
            /** @description The maximum number of instances that are active at once. */
            maxActivations: number;
            /** @description When it expires: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /** @description The source system, as given at the issue; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the license, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
        };
        /**
         * LicenseActivated
         * @description A license was activated on an instance.
         */
        LicenseActivated: {
            /** @description The license's id (`lic_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the issue. */
            customerId: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
             *     `expiresAt` and `suspendedAt`.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description The number of active instances; never above `maxActivations`. */
            activations: number;
            /** @description The maximum number of instances that are active at once. */
            maxActivations: number;
            /** @description When it expires: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /** @description The source system, as given at the issue; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the license, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id; the same as `id`. */
            licenseId: string;
            /** @description The instance, by the id that its software chose. */
            instanceId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseActivation
         * @description An activation of a license on an instance, from activation to deactivation.
         */
        LicenseActivation: {
            /** @description The activation's id (`act_…`). */
            id: string;
            /** @description The license that is activated (`lic_…`). */
            licenseId: string;
            /** @description The instance, by the id that its software chose. */
            instanceId: string;
            /**
             * Format: date-time
             * @description When the license was activated.
             */
            activatedAt: string;
            /** @description When the license was deactivated, or the merchant released the activation; null while it is active. */
            deactivatedAt: string | null;
        };
        /**
         * LicenseActivationReply
         * @description An activation of a license.
         */
        LicenseActivationReply: {
            /** @description The activation as it is now. */
            activation: components["schemas"]["LicenseActivation"];
        };
        /**
         * LicenseActivationRequest
         * @description Activation or deactivation of a license on an instance; the key may be any text.
         */
        LicenseActivationRequest: {
            /** @description The whole license key. A generated key is found in lower case too, a custom key only as it is. */
            key: string;
            /**
             * @description The id of the instance, such as an id of the machine. The software chooses it, and must send the same one at
             *     every start.
             */
            instanceId: string;
        };
        /**
         * LicenseActivations
         * @description A page of a license's activations.
         */
        LicenseActivations: {
            /** @description The activations of the page, newest first. */
            activations: components["schemas"]["LicenseActivation"][];
        };
        /**
         * LicenseChange
         * @description Changes of a license. Omitted fields stay as they are.
         */
        LicenseChange: {
            /** @description The new maximum number of instances active at once; not fewer than are active. */
            maxActivations?: number;
            /** @description When it expires, a timestamp with its offset; null: never. */
            expiresAt?: string | null;
        };
        /**
         * LicenseCounts
         * @description The number of licenses by status.
         */
        LicenseCounts: {
            /** @description The number of licenses that are not revoked, including expired and suspended licenses. */
            active: number;
            /** @description The number of revoked licenses. */
            revoked: number;
        };
        /**
         * LicenseDeactivated
         * @description A license was deactivated on an instance, by its software or by the merchant.
         */
        LicenseDeactivated: {
            /** @description The license's id (`lic_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the issue. */
            customerId: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
             *     `expiresAt` and `suspendedAt`.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description The number of active instances; never above `maxActivations`. */
            activations: number;
            /** @description The maximum number of instances that are active at once. */
            maxActivations: number;
            /** @description When it expires: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /** @description The source system, as given at the issue; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the license, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id; the same as `id`. */
            licenseId: string;
            /** @description The instance, by the id that its software chose. */
            instanceId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseFile
         * @description A signed license file, for software that validates offline.
         */
        LicenseFile: {
            /** @description The license that it certifies (`lic_…`). */
            licenseId: string;
            /** @description The only instance that it is valid for. */
            instanceId: string;
            /** @description The key that it is signed with: the signing key's `keyId`. */
            keyId: string;
            /**
             * Format: date-time
             * @description When it was issued, in whole seconds.
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When it expires, in whole seconds: as requested, or with the license if that is earlier.
             */
            expiresAt: string;
            /** @description The file itself: a signed JSON Web Token, to be stored with the software. */
            content: string;
        };
        /**
         * LicenseFileReply
         * @description A license file that was issued.
         */
        LicenseFileReply: {
            /** @description The file with its main claims. */
            licenseFile: components["schemas"]["LicenseFile"];
        };
        /**
         * LicenseFileRequest
         * @description A license file to issue.
         */
        LicenseFileRequest: {
            /** @description The instance that the file is for; the license must be active on it. */
            instanceId: string;
            /** @description When the file expires, a timestamp with its offset, at most 366 days from now; the default is 30 days from now. */
            expiresAt?: string | null;
        };
        /**
         * LicenseIssued
         * @description A license was issued. Only this event contains the key.
         */
        LicenseIssued: {
            /** @description The license's id (`lic_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the issue. */
            customerId: string;
            /**
             * @description The license key: five groups of five characters with hyphens between, or the custom key given at the issue. It
             *     never changes.
             */
            key: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
             *     `expiresAt` and `suspendedAt`.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description The number of active instances; never above `maxActivations`. */
            activations: number;
            /** @description The maximum number of instances that are active at once. */
            maxActivations: number;
            /** @description When it expires: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /** @description The source system, as given at the issue; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the license, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id; the same as `id`. */
            licenseId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseList
         * @description A page of licenses.
         */
        LicenseList: {
            /** @description The licenses of the page, newest first; with `q`, in the order of the matching texts. */
            licenses: components["schemas"]["License"][];
        };
        /**
         * LicenseReinstated
         * @description A suspended license is valid again.
         */
        LicenseReinstated: {
            /** @description The license's id (`lic_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the issue. */
            customerId: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
             *     `expiresAt` and `suspendedAt`.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description The number of active instances; never above `maxActivations`. */
            activations: number;
            /** @description The maximum number of instances that are active at once. */
            maxActivations: number;
            /** @description When it expires: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /** @description The source system, as given at the issue; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the license, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id; the same as `id`. */
            licenseId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseReply
         * @description A license.
         */
        LicenseReply: {
            /** @description The license as it is now. */
            license: components["schemas"]["License"];
        };
        /**
         * LicenseRevoked
         * @description A license was revoked, for good.
         */
        LicenseRevoked: {
            /** @description The license's id (`lic_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the issue. */
            customerId: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
             *     `expiresAt` and `suspendedAt`.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description The number of active instances; never above `maxActivations`. */
            activations: number;
            /** @description The maximum number of instances that are active at once. */
            maxActivations: number;
            /** @description When it expires: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /** @description The source system, as given at the issue; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the license, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id; the same as `id`. */
            licenseId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseSuspended
         * @description A license was suspended.
         */
        LicenseSuspended: {
            /** @description The license's id (`lic_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the issue. */
            customerId: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
             *     `expiresAt` and `suspendedAt`.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description The number of active instances; never above `maxActivations`. */
            activations: number;
            /** @description The maximum number of instances that are active at once. */
            maxActivations: number;
            /** @description When it expires: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /** @description The source system, as given at the issue; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the license, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id; the same as `id`. */
            licenseId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseUpdated
         * @description Fields of a license changed.
         */
        LicenseUpdated: {
            /** @description The license's id (`lic_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the issue. */
            customerId: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. An expired or suspended license stays `active`: see
             *     `expiresAt` and `suspendedAt`.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description The number of active instances; never above `maxActivations`. */
            activations: number;
            /** @description The maximum number of instances that are active at once. */
            maxActivations: number;
            /** @description When it expires: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description When it was suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /** @description The source system, as given at the issue; the partner if its storefront sold it. Null where none was given. */
            externalSource: string | null;
            /** @description The source system's id of the license, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id; the same as `id`. */
            licenseId: string;
            /** @description The changed fields: `maxActivations`, `expiresAt` or both. */
            changed: string[];
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseValidity
         * @description Result of the validation of a license key. For an unknown key, or a key of another product, all fields but
         *     `valid` are null.
         */
        LicenseValidity: {
            /** @description True if the software may run: the key is known, and its license neither revoked nor expired nor suspended. */
            valid: boolean;
            /** @description The license key as it is stored. */
            key: string | null;
            /** @description `active`, or the reason why the key is not valid: the first that applies of `revoked`, `expired`, `suspended`. */
            status: ("active" | "expired" | "revoked" | "suspended") | null;
            /** @description The product that is licensed (`prod_…`). */
            productId: string | null;
            /** @description The present name of the product. */
            productName: string | null;
            /** @description The number of active instances; never above `maxActivations`. */
            activations: number | null;
            /** @description The maximum number of instances that are active at once. */
            maxActivations: number | null;
            /** @description When the license expires; null also if it never does. */
            expiresAt: string | null;
        };
        /**
         * LicenseWithActivations
         * @description A license with its activations.
         */
        LicenseWithActivations: {
            /** @description The license with the key. */
            license: components["schemas"]["License"];
            /** @description A page of its activations, newest first, ended ones included; at most 1,000. */
            activations: components["schemas"]["LicenseActivation"][];
        };
        /**
         * ListMeta
         * @description Metadata of a page of a list, with the cursor of the next page.
         */
        ListMeta: {
            /**
             * @description Id of the request in the service's logs, the same as the header `X-Request-Id`. An answer that is replayed for
             *     its idempotency key has the id of the first request.
             */
            requestId: string;
            /**
             * Format: date-time
             * @description Time of the answer by the service's clock; for a replayed answer, the time of the first answer.
             */
            timestamp: string;
            /** @description Cursor of the next page, for its parameter `cursor`; null on the last page. */
            cursor: string | null;
            /** @description True if there are rows beyond this page. */
            hasMore: boolean;
            /** @description Number of rows of the whole list, for lists that are counted; null with a filter that is not counted. */
            total?: number | null;
        };
        /**
         * ListedStockLevel
         * @description A stock level with its warehouse, and its details on request.
         */
        ListedStockLevel: {
            /** @description The variant that is counted (`var_…`). */
            variantId: string;
            /** @description The warehouse of the level (`wh_…`). */
            warehouseId: string;
            /** @description Pieces on hand, reserved ones included; never below 0. Always the sum of the level's movements. */
            quantity: number;
            /**
             * Format: date-time
             * @description The time of its last movement; in a list with `at`, of the last one until then.
             */
            updatedAt: string;
            /** @description The warehouse in short, as it is now. */
            warehouse: components["schemas"]["WarehouseSummary"];
            /** @description With `include=details`: the names of the variant, and the reserved and available quantities. */
            details?: components["schemas"]["StockLevelDetails"];
        };
        /**
         * LowStockLevel
         * @description A stock level below its variant's threshold, with its variant and its warehouse.
         */
        LowStockLevel: {
            /** @description The variant that runs low (`var_…`). */
            variantId: string;
            /** @description The variant's product (`prod_…`); null where the catalog does not have the variant. */
            productId: string | null;
            /** @description The name of the variant; null where the catalog does not have it. */
            name: string | null;
            /** @description The SKU of the variant, or else of its product; null where neither has one. */
            sku: string | null;
            /** @description The warehouse in which it runs low (`wh_…`). */
            warehouseId: string;
            /** @description The name of the warehouse. */
            warehouseName: string;
            /** @description Pieces on the shelf, reserved ones included. */
            quantity: number;
            /** @description The variant's threshold, in pieces; `quantity` is below it. */
            lowStockThreshold: number;
            /**
             * Format: date-time
             * @description When the level was last moved.
             */
            updatedAt: string;
        };
        /**
         * ManifestRequest
         * @description Parcels of a hand-over list: those of `shipmentIds`, or all that wait for the courier of `courierCode`.
         *
         *     Give one of both.
         */
        ManifestRequest: {
            /**
             * @description The shipments (`ship_…`), 1 to 500, of any courier, in the order of the list; a repeated id is listed once. A
             *     shipment that is not booked, or is collected, cancelled or final, is 409 `INVALID_STATE`, which names all such
             *     shipments.
             */
            shipmentIds?: string[] | null;
            /** @description The courier, for its newest 500 parcels that are booked and not collected. */
            courierCode?: string | null;
            /** @description The language of the list's own texts: Indonesian or English. Default: `id`. */
            language?: ("en" | "id") | null;
        };
        /**
         * MonthUsage
         * @description Usage of the current calendar month (UTC).
         */
        MonthUsage: {
            /** @description The month, such as `2026-11`. */
            month: string;
            /** @description Shipments booked, deliveries and licenses together. */
            orders: number;
            /** @description Shipments whose courier was booked, including those cancelled later. */
            shipments: number;
            /** @description Digital deliveries that were granted. */
            deliveries: number;
            /** @description Licenses that were issued, including revoked licenses. */
            licenses: number;
            /**
             * Format: date-time
             * @description When the next month begins and all counts restart from 0.
             */
            resetsAt: string;
        };
        /**
         * NewAddress
         * @description A destination to be saved for a customer.
         */
        NewAddress: {
            /** @description Your own id of the customer. It cannot be changed later. */
            customerId: string;
            /** @description The customer's name for the address, such as Home or Office. */
            label: string;
            /** @description The receiver's name. A shipment accepts at most 100 characters of it. */
            contactName: string;
            /** @description The receiver's phone number. A shipment accepts at most 30 characters of it. */
            contactPhone: string;
            /** @description Street and number. */
            address: string;
            /** @description The receiver's e-mail address. */
            email?: string | null;
            /** @description Delivery instructions for the driver. A shipment accepts at most 500 characters of them. */
            note?: string | null;
            /** @description The postal code, as couriers know it: five digits, the first not 0. It is only checked when a shipment is made. */
            postalCode?: string | null;
            /** @description Alias of `postalCode`, as the shipping origin names it. If both are given they must not differ. */
            postal?: string | null;
            /** @description The courier aggregator's id of the area, from `GET /shipping/areas`. */
            areaId?: string | null;
            /** @description Latitude in decimal degrees; south is negative. */
            lat?: number | null;
            /** @description Longitude in decimal degrees; west is negative. */
            lng?: number | null;
            /** @description True makes it the customer's default instead of the present one. No address becomes the default unasked. */
            isDefault?: boolean | null;
        };
        /**
         * NewApiKey
         * @description A key to create. It may not outlive the key that creates it, nor work from networks outside that key's. Where
         *     scopes are enforced, it may not have a scope that the creating key lacks.
         */
        NewApiKey: {
            /** @description The display name of the key. */
            name: string;
            /** @description The scopes of the key; `read` and `write` by default. Duplicates are ignored. */
            scopes?: ("admin" | "read" | "write")[] | null;
            /** @description When the key expires: a timestamp in the future, with its offset. Without it, never. */
            expiresAt?: string | null;
            /**
             * @description Addresses and networks that requests must come from, IPv4 or IPv6, such as `203.0.113.7` and `10.1.0.0/16`.
             *     Without it, from anywhere.
             */
            networks?: string[] | null;
        };
        /**
         * NewBatch
         * @description An action on many shipments, given as a list or as a filter.
         */
        NewBatch: {
            /**
             * @description The action on each shipment: `book` its courier, `cancel` it, or check that it can be printed (`print`).
             * @enum {string}
             */
            kind: "book" | "cancel" | "print";
            /**
             * @description The shipments (`ship_…`), 1 to 500, in the order of processing and printing. Give either these or `filter`. An
             *     unknown one is 404 `NOT_FOUND`.
             */
            shipmentIds?: string[] | null;
            /**
             * @description The filters of the shipment list, in place of `shipmentIds`. The oldest 500 matches are taken; `{}` matches all
             *     shipments.
             */
            filter?: components["schemas"]["ShipmentFilter"] | null;
            /**
             * @description The reason of the cancellation, for the merchant's records and the courier; only for `cancel`. Left out or blank:
             *     `Merchant cancelled`.
             */
            reason?: string | null;
            /** @description Print options of the batch's document; left out: labels of 100 by 150 millimetres, as for a single label. */
            printing?: components["schemas"]["BatchPrinting"] | null;
        };
        /**
         * NewDelivery
         * @description A digital delivery to grant to a customer.
         */
        NewDelivery: {
            /** @description The product to deliver (`prod_…`): digital, and not archived. */
            productId: string;
            /** @description Your own id of the customer. */
            customerId: string;
            /** @description Your own id of the checkout. A second delivery of the same product for it is 409 `DUPLICATE`. */
            checkoutSessionId: string;
            /** @description The maximum number of downloads; the default is 5. */
            maxDownloads?: number | null;
            /**
             * @description When it expires, a timestamp with its offset; the default is 14 days from now. A time in the past, from 1970 on,
             *     is accepted too: such a delivery is expired from the start.
             */
            expiresAt?: string | null;
            /** @description The source system, for your own use; stored as given. */
            externalSource?: string | null;
            /** @description The source system's id of the delivery, for your own use; stored as given. */
            externalRef?: string | null;
        };
        /**
         * NewLicense
         * @description A license to issue.
         */
        NewLicense: {
            /** @description The product to license (`prod_…`): of type `license`, with `licenseEnabled`, and not archived. */
            productId: string;
            /** @description Your own id of the customer. */
            customerId: string;
            /** @description The maximum number of instances active at once; the default is the product's `maxActivations`, else 1. */
            maxActivations?: number | null;
            /**
             * @description When it expires, a timestamp with its offset; the default is never. A time in the past, from 1970 on, is accepted
             *     too: such a license is expired.
             */
            expiresAt?: string | null;
            /** @description The source system, for your own use; stored as given. */
            externalSource?: string | null;
            /** @description The source system's id of the license, for your own use; stored as given. */
            externalRef?: string | null;
            /**
             * @description A custom key, stored as it is; by default the service generates one. For the same product and customer, the same
             *     key returns the existing license with 200. A key of any other license is 409 `KEY_TAKEN`.
             */
            key?: string | null;
        };
        /**
         * NewProduct
         * @description A product to be created; it gets one variant, called Default.
         */
        NewProduct: {
            /** @description The product's name. */
            name: string;
            /** @description Your own number of the product as a whole; it need not be unique. */
            sku?: string | null;
            /** @description A free text. */
            description?: string | null;
            /**
             * @description The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
             *     key. It cannot be changed later. Default: `physical`.
             */
            type?: ("digital" | "license" | "physical") | null;
            /** @description The weight of one piece in grams, for variants without a weight of their own. */
            weight?: number | null;
            /** @description Length of one piece in centimetres. */
            length?: number | null;
            /** @description Width of one piece in centimetres. */
            width?: number | null;
            /** @description Height of one piece in centimetres. */
            height?: number | null;
            /** @description True if licenses can be issued for it. The default is true for the type `license`, else false. */
            licenseEnabled?: boolean | null;
            /** @description The maximum number of activations of a license that is issued without one of its own; the default is 1. */
            maxActivations?: number | null;
        };
        /**
         * NewShipment
         * @description A shipment to be drafted. It allocates its stock at once, and calls no courier before it is confirmed.
         */
        NewShipment: {
            /** @description The courier, from a rate or the catalogue, in either case; an unknown one is refused. */
            courierCode: string;
            /** @description The courier's service, from a rate or the catalogue, in either case; an unknown one is refused. */
            courierServiceCode: string;
            /**
             * @description The speed of the service, as in the rate; a contradiction to the catalogue is refused.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units, as in the rate. A booking with the platform's aggregator
             *     key charges this and `insurance`, or the courier's actual price where that is higher. With a key of your own nothing
             *     is charged.
             */
            price: number;
            /** @description The pick-up address; `{}` means the configured shipping origin. */
            origin: components["schemas"]["Origin"];
            /** @description The recipient's address. */
            destination: components["schemas"]["Destination"];
            /** @description The contents; an item with a product or a variant takes stock, from one warehouse. */
            items: components["schemas"]["ShipmentItem"][];
            /** @description The insurance premium in minor units, as in the rate; 0 where `insured` is false. */
            insurance?: number | null;
            /** @description True if the courier is to insure the sum of the items' values; left out: true where `insurance` is above 0. */
            insured?: boolean | null;
            /** @description A product for the whole shipment (`prod_…`); it takes no stock by itself. An unknown one is 404 `NOT_FOUND`. */
            productId?: string | null;
            /** @description Your own id of the checkout; stock that is reserved for it is used first. */
            checkoutSessionId?: string | null;
            /** @description Your own id of the buyer, a filter of the list. */
            customerId?: string | null;
            /** @description The buyer's e-mail address, for your own use: the service sends no mail. */
            customerEmail?: string | null;
            /** @description The system that the order comes from, under a name of yours. */
            externalSource?: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. */
            externalRef?: string | null;
        };
        /**
         * NewVariant
         * @description A variant to be added to a product. A product has at most 1,000 variants, archived ones included.
         */
        NewVariant: {
            /** @description The name that tells it from its siblings, such as a size or a colour. */
            name: string;
            /** @description Your own number of the variant. If a sibling has it already, the answer is 409 `SKU_TAKEN`. */
            sku?: string | null;
            /** @description The selling price of one piece in minor units (whole rupiah for IDR). */
            priceCents?: number | null;
            /** @description Your cost of one piece, in minor units. It is stored for your own use, and no calculation uses it. */
            costCents?: number | null;
            /** @description When a level falls below this many pieces in a warehouse, the event `stock.low` is sent. The default is never. */
            lowStockThreshold?: number | null;
            /** @description The weight of one piece in grams, where it differs from the product's. */
            weight?: number | null;
            /**
             * @description True makes it the product's default instead of the present one. If the product has no default, the new variant
             *     becomes it anyway.
             */
            isDefault?: boolean | null;
        };
        /**
         * NewWarehouse
         * @description A warehouse to be created; the plan limits their number.
         */
        NewWarehouse: {
            /** @description The warehouse's name. */
            name: string;
            /** @description Street and number, for information: drivers are sent to the shipping origin. */
            address?: string | null;
            /** @description The town or city. */
            city?: string | null;
            /** @description The postal code, in any form. */
            postal?: string | null;
            /** @description Alias of `postal`, as destinations name it. If both are given they must not differ. */
            postalCode?: string | null;
            /** @description Latitude in decimal degrees; south is negative. */
            lat?: number | null;
            /** @description Longitude in decimal degrees; west is negative. */
            lng?: number | null;
            /** @description The warehouse's phone number. */
            phone?: string | null;
            /**
             * @description True if shipments take stock from here first. The first warehouse of a workspace is its default anyway. A later
             *     default does not demote the former, so change that warehouse too.
             */
            isDefault?: boolean | null;
        };
        /**
         * NewWebhookEndpoint
         * @description A webhook endpoint to register.
         */
        NewWebhookEndpoint: {
            /**
             * @description The URL to which events are posted: `https://`, a host that is not local, and public addresses only. In
             *     development `http://` and private addresses are accepted too.
             */
            url: string;
            /**
             * @description The subscription: `*` for everything, exact types that exist, or prefixes of types that end with `*`. Everything
             *     unless given.
             */
            events?: string[] | null;
            /** @description A note of your own. */
            description?: string | null;
        };
        /**
         * NewWorkspace
         * @description A workspace that a partner provisions for a merchant.
         */
        NewWorkspace: {
            /** @description The display name of the workspace, such as the shop's name. */
            name: string;
            /**
             * @description Your own id of the merchant. The same id returns the same workspace, with 200. Without it and without
             *     `accountId`, each request creates another workspace.
             */
            externalRef?: string | null;
            /**
             * @description The workspace's id at the identity provider (`acc_…`). It is only for partners that the operator has marked as
             *     sharing the identity provider, else the answer is 403 `FORBIDDEN`.
             */
            accountId?: string | null;
            /** @description The merchant's brand; stored and shown with the workspace. */
            brandName?: string | null;
            /** @description The merchant's e-mail address; stored and shown with the workspace. */
            businessEmail?: string | null;
            /** @description A discount as a share of the price, 0.1 for 10 %; stored and shown with the workspace. */
            discountRate?: number | null;
        };
        /**
         * OpenedCheckout
         * @description A page of the payment provider on which the buyer pays.
         */
        OpenedCheckout: {
            /** @description The id that the subscription will have once it is paid (`sub_…`); null for credit. */
            subscriptionId: string | null;
            /** @description The id that the subscription's first invoice will have (`inv_…`); null for credit. */
            invoiceId: string | null;
            /** @description The payment provider's id of the page. */
            checkoutSessionId: string;
            /** @description The address of the page, for a browser; it expires within a day. */
            checkoutUrl: string;
        };
        /**
         * Origin
         * @description The pick-up address. Fields that are left out come from the configured shipping origin.
         */
        Origin: {
            /** @description The contact for the driver. */
            contactName?: string | null;
            /** @description The phone number for the driver. */
            contactPhone?: string | null;
            /** @description Street and number of the pick-up. */
            address?: string | null;
            /** @description The sender's e-mail address. The aggregator gets it with the booking; the service sends no mail to it. */
            email?: string | null;
            /** @description Directions for the driver. */
            note?: string | null;
            /** @description The province, for the label. */
            province?: string | null;
            /** @description The city or regency, for the label and the tracking page. */
            city?: string | null;
            /** @description The district within the city, for the label. */
            district?: string | null;
            /** @description The village or ward, for the label. */
            village?: string | null;
            /** @description The postal code, five digits of which the first is not 0. */
            postalCode?: string | null;
            /** @description The same as `postalCode`, under the name that the shipping origin uses; where both are given, they must be equal. */
            postal?: string | null;
            /** @description The courier aggregator's id of the area, from `GET /shipping/areas`. */
            areaId?: string | null;
            /** @description Latitude in decimal degrees; instant couriers need it with `lng`. */
            lat?: number | null;
            /** @description Longitude in decimal degrees; instant couriers need it with `lat`. */
            lng?: number | null;
        };
        /**
         * OriginChange
         * @description Changes of the shipping origin. Omitted fields stay as they are; null clears a field.
         */
        OriginChange: {
            /** @description Street and number where drivers collect parcels. */
            address: string;
            /** @description The contact person for drivers. */
            contactName: string;
            /** @description The phone number for drivers. */
            contactPhone: string;
            /** @description The province, for labels. */
            province?: string | null;
            /** @description The city or regency, for labels and tracking pages. */
            city?: string | null;
            /** @description The district within the city, for labels. */
            district?: string | null;
            /** @description The village or ward, for labels. */
            village?: string | null;
            /** @description The postal code, as couriers know it: five digits, the first not 0. */
            postal?: string | null;
            /** @description Alias of `postal`, as destinations name it. If both are given they must not differ. */
            postalCode?: string | null;
            /** @description The courier aggregator's id of the area, from `GET /shipping/areas`. */
            areaId?: string | null;
            /** @description Latitude in decimal degrees; required while an instant courier is enabled. */
            lat?: number | null;
            /** @description Longitude in decimal degrees; required while an instant courier is enabled. */
            lng?: number | null;
            /** @description Directions for drivers. */
            note?: string | null;
            /**
             * @description The codes of the couriers to enable, from `GET /shipping/couriers`. Null or empty: every courier that needs no
             *     coordinates.
             */
            couriers?: string[] | null;
        };
        /**
         * PackingSlipRequest
         * @description Shipments whose packing slips are printed in one document, in this order.
         */
        PackingSlipRequest: {
            /** @description The shipments (`ship_…`), 1 to 100, in the order of printing; a repeated id is printed again. */
            shipmentIds: string[];
            /** @description The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height. Default: `thermal-100x150`. */
            size?: ("a4" | "thermal-100x150" | "thermal-80x100") | null;
            /** @description The language of the slip's own texts: Indonesian or English. Default: `id`. */
            language?: ("en" | "id") | null;
        };
        /**
         * PartnerKeyStatus
         * @description Status of the key that a connection needs.
         */
        PartnerKeyStatus: {
            /** @description True if there is such a key now. */
            configured: boolean;
        };
        /**
         * PartnerUsage
         * @description Usage of the partner's workspaces in whole calendar months (UTC).
         */
        PartnerUsage: {
            /** @description The partner, by its name. */
            partner: string;
            /**
             * Format: date-time
             * @description When the first of the months begins.
             */
            from: string;
            /**
             * Format: date-time
             * @description When the last of the months ends, and the next begins.
             */
            to: string;
            /** @description The usage of all workspaces of the partner; only on the first page, null on all others. */
            total: components["schemas"]["UsageCounts"] | null;
            /** @description A page of the workspaces, in the order of their ids, unused ones included. */
            workspaces: components["schemas"]["WorkspaceUsage"][];
        };
        /**
         * PartnerWorkspace
         * @description A workspace that a partner provisioned.
         */
        PartnerWorkspace: {
            /** @description The workspace's id (`acc_…`); requests on its behalf name it. */
            accountId: string;
            /** @description The display name of the workspace, such as the shop's name. */
            name: string;
            /** @description The merchant's brand, as it was given; null where none was. */
            brandName: string | null;
            /** @description The merchant's e-mail address, as it was given; null where none was. */
            businessEmail: string | null;
            /** @description A discount as a share of the price, 0.1 for 10 %, as it was given; null where none was. */
            discountRate: number | null;
            /** @description The partner's own id of the merchant; null where none was given. */
            externalRef: string | null;
            /** @description The workspace's plan, at first `starter`; null: it is internal, without limits. */
            plan: ("free" | "growth" | "scale" | "starter") | null;
            /** @description The partner that provisioned it, by its name. */
            partner: string;
            /**
             * Format: date-time
             * @description When it was provisioned.
             */
            createdAt: string;
        };
        /**
         * PaymentEventReply
         * @description Result of an event of the payment provider.
         */
        PaymentEventReply: {
            /** @description True if the event concerned an object of this installation and had not been applied before. */
            applied: boolean;
        };
        /**
         * PaymentsStatus
         * @description Status of the payment provider, which charges for plans and credit.
         */
        PaymentsStatus: {
            /** @description True if the operator has set the secret that verifies the provider's events. */
            webhookSecretSet: boolean;
            /** @description The platform's own key at the payment provider. */
            partnerKey: components["schemas"]["PartnerKeyStatus"];
            /** @description When the provider last reported something about the workspace; null if it never did. */
            lastEventAt: string | null;
            /** @description Always 0, for now. */
            eventCount30d: number;
        };
        /**
         * PlanCheckout
         * @description A plan to buy on a page of the payment provider.
         */
        PlanCheckout: {
            /**
             * @description The plan to buy. The present plan is refused, unless its subscription is being cancelled or is overdue.
             * @enum {string}
             */
            plan: "GROWTH" | "SCALE" | "STARTER";
            /**
             * @description The address for receipts. Required with an API key; for a signed-in user, the address of their token is used if
             *     it has one.
             */
            email?: string | null;
            /** @description The buyer's name, for the payment provider. */
            name?: string | null;
            /**
             * @description The currency to pay in. The default is the currency of the present subscription. Without a subscription it is
             *     IDR in Indonesia and where the country is not known, and USD elsewhere. While a subscription is paid for, another
             *     currency than its own is refused.
             */
            currency?: ("IDR" | "USD") | null;
            /**
             * @description `console`: after the payment page the buyer returns to the workspace's page in the console. Otherwise the buyer
             *     returns to the pages that the operator has set, or to a page that shows the result.
             */
            returnTo?: "console" | null;
        };
        /**
         * PlanOffer
         * @description A plan of the catalogue.
         */
        PlanOffer: {
            /**
             * @description The plan; a checkout names it in upper case.
             * @enum {string}
             */
            id: "free" | "growth" | "scale" | "starter";
            /** @description The plan's display name, such as `Starter`. */
            name: string;
            /** @description The price of a month, in whole rupiah; 0 for `free`. */
            price: number;
            /**
             * @description The currency of the price. A checkout may ask for another one.
             * @enum {string}
             */
            currency: "IDR";
            /** @description The plan's limits in words, for display, such as `500 orders a month`. */
            features: string[];
        };
        /**
         * PrintMark
         * @description The print mark of a shipment.
         */
        PrintMark: {
            /** @description The shipment (`ship_…`). */
            id: string;
            /** @description When its label was last printed; null where it is not marked. */
            printedAt: string | null;
            /** @description The user or key that had it printed; null where it is not marked. */
            printedBy: string | null;
        };
        /**
         * PrintMarkReply
         * @description The print marks after the change.
         */
        PrintMarkReply: {
            /** @description The requested shipments, each once, in the order of the request. */
            shipments: components["schemas"]["PrintMark"][];
        };
        /**
         * PrintMarking
         * @description Shipments to mark as printed, or whose mark is removed.
         */
        PrintMarking: {
            /** @description The shipments (`ship_…`), 1 to 500. */
            shipmentIds: string[];
            /** @description `true` marks shipments that are not marked yet; `false` removes the mark, for example after a paper jam. */
            printed: boolean;
        };
        /**
         * Product
         * @description A product of the merchant: shipped, downloaded or licensed, by its type.
         */
        Product: {
            /** @description The product's id (`prod_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The product's name, as in lists and on parcels. */
            name: string;
            /** @description The merchant's own number of the product as a whole; not required to be unique; null where there is none. */
            sku: string | null;
            /** @description Free text; null where there is none. */
            description: string | null;
            /**
             * @description The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
             *     key. It never changes, except for a mirrored product whose storefront gives its type later.
             * @enum {string}
             */
            type: "digital" | "license" | "physical";
            /** @description The weight of one piece in grams, for variants without a weight of their own; null where it is not known. */
            weight: number | null;
            /** @description Length of one piece in centimetres; null where it is not known. */
            length: number | null;
            /** @description Width of one piece in centimetres; null where it is not known. */
            width: number | null;
            /** @description Height of one piece in centimetres; null where it is not known. */
            height: number | null;
            /** @description True if licenses can be issued for it. It matters only for products of the type `license`. */
            licenseEnabled: boolean;
            /** @description The maximum number of activations of a license that is issued without one of its own; null: 1. */
            maxActivations: number | null;
            /** @description True if it is out of use: lists omit it by default, its history stays, and it is not shipped any more. */
            archived: boolean;
            /** @description The partner whose storefront the product is mirrored from; null for the merchant's own. */
            externalSource: string | null;
            /** @description The storefront's own id of a mirrored product; null for the merchant's own. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the product itself last changed. Requests that change nothing, or only a variant, leave it.
             */
            updatedAt: string;
            /** @description Its variants, archived ones included, at most 1,000. */
            variants: components["schemas"]["Variant"][];
        };
        /**
         * ProductArchived
         * @description A product was archived.
         */
        ProductArchived: {
            /** @description The product's id (`prod_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The product's name, as in lists and on parcels. */
            name: string;
            /** @description The merchant's own number of the product as a whole; not required to be unique; null where there is none. */
            sku: string | null;
            /** @description Free text; null where there is none. */
            description: string | null;
            /**
             * @description The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
             *     key. It never changes, except for a mirrored product whose storefront gives its type later.
             * @enum {string}
             */
            type: "digital" | "license" | "physical";
            /** @description The weight of one piece in grams, for variants without a weight of their own; null where it is not known. */
            weight: number | null;
            /** @description Length of one piece in centimetres; null where it is not known. */
            length: number | null;
            /** @description Width of one piece in centimetres; null where it is not known. */
            width: number | null;
            /** @description Height of one piece in centimetres; null where it is not known. */
            height: number | null;
            /** @description True if licenses can be issued for it. It matters only for products of the type `license`. */
            licenseEnabled: boolean;
            /** @description The maximum number of activations of a license that is issued without one of its own; null: 1. */
            maxActivations: number | null;
            /** @description True if it is out of use: lists omit it by default, its history stays, and it is not shipped any more. */
            archived: boolean;
            /** @description The partner whose storefront the product is mirrored from; null for the merchant's own. */
            externalSource: string | null;
            /** @description The storefront's own id of a mirrored product; null for the merchant's own. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the product itself last changed. Requests that change nothing, or only a variant, leave it.
             */
            updatedAt: string;
            /** @description Its variants, archived ones included, at most 1,000. */
            variants: components["schemas"]["Variant"][];
            /** @description The product's id; the same as `id`. */
            productId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ProductChange
         * @description Changes of a product. Omitted fields stay as they are; null clears a field. The type cannot change.
         *
         *     `archived` false un-archives the product.
         */
        ProductChange: {
            /** @description The new name; it cannot be cleared. */
            name?: string;
            /** @description The new number of the product as a whole. */
            sku?: string | null;
            /** @description The new free text. */
            description?: string | null;
            /**
             * @description Accepted only if it is the present type: a product's type cannot change.
             * @enum {string}
             */
            type?: "digital" | "license" | "physical";
            /** @description The new weight of one piece in grams, for variants without a weight of their own. */
            weight?: number | null;
            /** @description The new length of one piece in centimetres. */
            length?: number | null;
            /** @description The new width of one piece in centimetres. */
            width?: number | null;
            /** @description The new height of one piece in centimetres. */
            height?: number | null;
            /** @description True if licenses can be issued from now on. Issued licenses stay as they are. */
            licenseEnabled?: boolean;
            /** @description The maximum number of activations of licenses issued from now on without one of their own; null: 1. */
            maxActivations?: number | null;
            /** @description False un-archives the product. True is accepted only if it is archived already: archive with `DELETE`. */
            archived?: boolean;
        };
        /**
         * ProductCreated
         * @description A product was created.
         */
        ProductCreated: {
            /** @description The product's id (`prod_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The product's name, as in lists and on parcels. */
            name: string;
            /** @description The merchant's own number of the product as a whole; not required to be unique; null where there is none. */
            sku: string | null;
            /** @description Free text; null where there is none. */
            description: string | null;
            /**
             * @description The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
             *     key. It never changes, except for a mirrored product whose storefront gives its type later.
             * @enum {string}
             */
            type: "digital" | "license" | "physical";
            /** @description The weight of one piece in grams, for variants without a weight of their own; null where it is not known. */
            weight: number | null;
            /** @description Length of one piece in centimetres; null where it is not known. */
            length: number | null;
            /** @description Width of one piece in centimetres; null where it is not known. */
            width: number | null;
            /** @description Height of one piece in centimetres; null where it is not known. */
            height: number | null;
            /** @description True if licenses can be issued for it. It matters only for products of the type `license`. */
            licenseEnabled: boolean;
            /** @description The maximum number of activations of a license that is issued without one of its own; null: 1. */
            maxActivations: number | null;
            /** @description True if it is out of use: lists omit it by default, its history stays, and it is not shipped any more. */
            archived: boolean;
            /** @description The partner whose storefront the product is mirrored from; null for the merchant's own. */
            externalSource: string | null;
            /** @description The storefront's own id of a mirrored product; null for the merchant's own. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the product itself last changed. Requests that change nothing, or only a variant, leave it.
             */
            updatedAt: string;
            /** @description Its variants, archived ones included, at most 1,000. */
            variants: components["schemas"]["Variant"][];
            /** @description The product's id; the same as `id`. */
            productId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ProductList
         * @description A page of products.
         */
        ProductList: {
            /** @description The products of the page, newest first, with their variants; with `q` and no `sku`, by the words found. */
            products: components["schemas"]["Product"][];
        };
        /**
         * ProductReply
         * @description A product.
         */
        ProductReply: {
            /** @description The product as it is now, with its variants. */
            product: components["schemas"]["Product"];
        };
        /**
         * ProductUpdated
         * @description Fields of a product changed; `changed` lists them.
         */
        ProductUpdated: {
            /** @description The product's id (`prod_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The product's name, as in lists and on parcels. */
            name: string;
            /** @description The merchant's own number of the product as a whole; not required to be unique; null where there is none. */
            sku: string | null;
            /** @description Free text; null where there is none. */
            description: string | null;
            /**
             * @description The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
             *     key. It never changes, except for a mirrored product whose storefront gives its type later.
             * @enum {string}
             */
            type: "digital" | "license" | "physical";
            /** @description The weight of one piece in grams, for variants without a weight of their own; null where it is not known. */
            weight: number | null;
            /** @description Length of one piece in centimetres; null where it is not known. */
            length: number | null;
            /** @description Width of one piece in centimetres; null where it is not known. */
            width: number | null;
            /** @description Height of one piece in centimetres; null where it is not known. */
            height: number | null;
            /** @description True if licenses can be issued for it. It matters only for products of the type `license`. */
            licenseEnabled: boolean;
            /** @description The maximum number of activations of a license that is issued without one of its own; null: 1. */
            maxActivations: number | null;
            /** @description True if it is out of use: lists omit it by default, its history stays, and it is not shipped any more. */
            archived: boolean;
            /** @description The partner whose storefront the product is mirrored from; null for the merchant's own. */
            externalSource: string | null;
            /** @description The storefront's own id of a mirrored product; null for the merchant's own. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the product itself last changed. Requests that change nothing, or only a variant, leave it.
             */
            updatedAt: string;
            /** @description Its variants, archived ones included, at most 1,000. */
            variants: components["schemas"]["Variant"][];
            /** @description The product's id; the same as `id`. */
            productId: string;
            /** @description The changed fields, by their names in the product (`name`, `weight`). */
            changed: string[];
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * PublicJwk
         * @description The public key as a JSON Web Key.
         */
        PublicJwk: {
            /**
             * @description The key type: an octet key pair (RFC 8037).
             * @enum {string}
             */
            kty: "OKP";
            /**
             * @description The curve of the key.
             * @enum {string}
             */
            crv: "Ed25519";
            /** @description The public key itself, 32 bytes in base64url. */
            x: string;
            /** @description The key's id; the same as `keyId`. */
            kid: string;
            /**
             * @description The signature algorithm (RFC 9864). Fix it in the software, rather than take it from a file.
             * @enum {string}
             */
            alg: "Ed25519";
            /**
             * @description The use of the key: signatures.
             * @enum {string}
             */
            use: "sig";
        };
        /**
         * PublicLicense
         * @description The fields of a license that the license key alone gives access to.
         */
        PublicLicense: {
            /** @description The license's id (`lic_…`). */
            id: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Your id of the customer, as given at the issue. */
            customerId: string;
            /**
             * @description The license key: five groups of five characters with hyphens between, or the custom key given at the issue. It
             *     never changes.
             */
            key: string;
            /**
             * @description Always `active`: no other license can be activated.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description The number of active instances; never above `maxActivations`. */
            activations: number;
            /** @description The maximum number of instances that are active at once. */
            maxActivations: number;
            /** @description When it expires: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
        };
        /**
         * QueueCount
         * @description The number of entries in a queue.
         */
        QueueCount: {
            /** @description The number of entries, counted up to 99. */
            count: number;
            /** @description True if there are more entries than were counted. */
            isMore: boolean;
        };
        /**
         * RebookedShipmentReply
         * @description A replacement shipment.
         */
        RebookedShipmentReply: {
            /** @description The new shipment; it is `pending`, so confirm it to book its courier. */
            shipment: components["schemas"]["Shipment"];
            /** @description The replaced shipment (`ship_…`), which cannot be used any more. */
            previousShipmentId: string;
        };
        /**
         * RecentShipment
         * @description A summary of a shipment.
         */
        RecentShipment: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /**
             * @description The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
             *     `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
             *     `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
             *     final ones are `delivered`, `returned` to the sender, and `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /** @description The courier's waybill number. Null until the courier issues one, at the booking or later. */
            waybillId: string | null;
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
             *     draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
             *     draft's.
             */
            price: number;
            /**
             * Format: date-time
             * @description When the shipment was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the shipment last changed, except for `printedAt` and `printedBy`.
             */
            updatedAt: string;
        };
        /**
         * ResponseMeta
         * @description Metadata of an answer.
         */
        ResponseMeta: {
            /**
             * @description Id of the request in the service's logs, the same as the header `X-Request-Id`. An answer that is replayed for
             *     its idempotency key has the id of the first request.
             */
            requestId: string;
            /**
             * Format: date-time
             * @description Time of the answer by the service's clock; for a replayed answer, the time of the first answer.
             */
            timestamp: string;
        };
        /**
         * RestockedItem
         * @description The restocking of one variant in one warehouse: pieces put back, and damaged pieces.
         */
        RestockedItem: {
            /** @description The variant that was restocked (`var_…`). */
            variantId: string;
            /** @description The warehouse that the variant came from and went back to (`wh_…`). */
            warehouseId: string;
            /** @description The number of pieces put back into stock. */
            quantity: number;
            /** @description The number of pieces that came back damaged and were not put back. */
            damaged: number;
        };
        /**
         * ReturnedItem
         * @description The return of one variant: the number of pieces, and how many of them are damaged.
         */
        ReturnedItem: {
            /** @description The variant that came back (`var_…`). The shipment must have taken it from stock. */
            variantId: string;
            /** @description The number of pieces that came back, including damaged ones; at most the number sent. */
            quantity: number;
            /** @description True: all pieces are damaged. A number: that many are damaged. Damaged pieces are recorded and not put back. */
            damaged?: boolean | number | null;
        };
        /**
         * RevokedApiKey
         * @description A key that was just revoked.
         */
        RevokedApiKey: {
            /** @description Identifies the key in paths; opaque. */
            id: string;
            /**
             * Format: date-time
             * @description When the key was revoked; from then on requests are refused.
             */
            revokedAt: string;
        };
        /**
         * RevokedApiKeyReply
         * @description A key that was just revoked.
         */
        RevokedApiKeyReply: {
            /** @description The key that was revoked. */
            apiKey: components["schemas"]["RevokedApiKey"];
        };
        /**
         * RotatedWebhookSecretReply
         * @description An endpoint with its new secret.
         */
        RotatedWebhookSecretReply: {
            /** @description The endpoint, with the preview of its new secret. */
            endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description The secret that signs deliveries from now on (`whsec_…`). It is in this answer only. */
            secret: string;
            /** @description When the old secret stops signing; null where it already has. */
            previousSecretUntil: string | null;
        };
        /**
         * Shipment
         * @description One parcel, from the draft to the recipient.
         */
        Shipment: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /**
             * @description The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
             *     `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
             *     `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
             *     final ones are `delivered`, `returned` to the sender, and `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
             *     draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
             *     draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium. */
            insurance: number;
            /** @description True if the courier is to insure the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier issues one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
             *     are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description The recipient's address, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
             *     those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The merchant's own id of the buyer; null where it was not given. */
            customerId: string | null;
            /** @description The merchant's own id of the checkout, whose reservations the shipment used; null without one. */
            checkoutSessionId: string | null;
            /** @description The product of the whole shipment (`prod_…`); null where none was named. */
            productId: string | null;
            /**
             * @description The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
             *     Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /**
             * @description The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
             *     page.
             */
            trackingPageUrl: string;
            /** @description The courier's latest total price, including the premium, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When the shipment was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the shipment last changed, except for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /** @description When its label was last marked as printed; null before that, and after the mark was removed. */
            printedAt: string | null;
            /** @description The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is. */
            printedBy: string | null;
        };
        /**
         * ShipmentCancellation
         * @description Options of a cancellation. A blank `reason` counts as left out.
         */
        ShipmentCancellation: {
            /**
             * @description The reason, for the merchant's records and the courier; buyers do not see it. Left out or blank: `Merchant
             *     cancelled`.
             */
            reason?: string | null;
        };
        /**
         * ShipmentCancelled
         * @description The merchant cancelled a shipment; `creditRefunded` is the shipping credit refunded.
         */
        ShipmentCancelled: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /**
             * @description The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
             *     `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
             *     `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
             *     final ones are `delivered`, `returned` to the sender, and `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
             *     draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
             *     draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium. */
            insurance: number;
            /** @description True if the courier is to insure the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier issues one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
             *     are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description The recipient's address, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
             *     those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The merchant's own id of the buyer; null where it was not given. */
            customerId: string | null;
            /** @description The merchant's own id of the checkout, whose reservations the shipment used; null without one. */
            checkoutSessionId: string | null;
            /** @description The product of the whole shipment (`prod_…`); null where none was named. */
            productId: string | null;
            /**
             * @description The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
             *     Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /**
             * @description The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
             *     page.
             */
            trackingPageUrl: string;
            /** @description The courier's latest total price, including the premium, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When the shipment was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the shipment last changed, except for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /** @description When its label was last marked as printed; null before that, and after the mark was removed. */
            printedAt: string | null;
            /** @description The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is. */
            printedBy: string | null;
            /** @description The shipment's id; the same as `id`. */
            shipmentId: string;
            /** @description The merchant's reason; `Merchant cancelled` where none was given, `Replaced by` and an id where it was rebooked. */
            reason: string;
            /** @description The shipping credit refunded, in minor units; 0 where nothing was charged. */
            creditRefunded: number;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ShipmentCounts
         * @description The number of shipments by status.
         */
        ShipmentCounts: {
            /** @description The number of all shipments. */
            total: number;
            /** @description The number of shipments of each status; every status is present, unused ones with 0. */
            byStatus: {
                [key: string]: number;
            };
        };
        /**
         * ShipmentCreated
         * @description A shipment was drafted.
         */
        ShipmentCreated: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /**
             * @description The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
             *     `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
             *     `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
             *     final ones are `delivered`, `returned` to the sender, and `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
             *     draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
             *     draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium. */
            insurance: number;
            /** @description True if the courier is to insure the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier issues one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
             *     are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description The recipient's address, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
             *     those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The merchant's own id of the buyer; null where it was not given. */
            customerId: string | null;
            /** @description The merchant's own id of the checkout, whose reservations the shipment used; null without one. */
            checkoutSessionId: string | null;
            /** @description The product of the whole shipment (`prod_…`); null where none was named. */
            productId: string | null;
            /**
             * @description The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
             *     Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /**
             * @description The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
             *     page.
             */
            trackingPageUrl: string;
            /** @description The courier's latest total price, including the premium, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When the shipment was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the shipment last changed, except for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /** @description When its label was last marked as printed; null before that, and after the mark was removed. */
            printedAt: string | null;
            /** @description The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is. */
            printedBy: string | null;
            /** @description The shipment's id; the same as `id`. */
            shipmentId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ShipmentEvent
         * @description One courier record; `status` is the shipment's status after it.
         *
         *     `reportedStatus` is the courier's own status; null where the merchant cancelled.
         */
        ShipmentEvent: {
            /** @description The record's id (`evt_…`). */
            id: string;
            /** @description The shipment of the record (`ship_…`). */
            shipmentId: string;
            /**
             * @description The shipment's status after this record.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier's own status, which may be none of the service's; null where the merchant cancelled. */
            reportedStatus: string | null;
            /** @description The courier's note, or the reason of the merchant's cancellation; null without one. */
            note: string | null;
            /**
             * Format: date-time
             * @description When it happened, as the courier reported; a time in the future is replaced by the time of the report.
             */
            occurredAt: string;
        };
        /**
         * ShipmentFilter
         * @description Filters of shipments, as in GET /shipping/shipments; a shipment must match all of them.
         */
        ShipmentFilter: {
            /** @description Only shipments that have this status now. */
            status?: ("allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned") | null;
            /** @description Only shipments of this courier. */
            courierCode?: string | null;
            /** @description Only the shipments that have, or had, this waybill of the courier, without regard to case, spaces and hyphens. */
            waybillId?: string | null;
            /** @description Only the shipments of this buyer, by your own id. */
            customerId?: string | null;
            /** @description Only the shipments of this checkout, by your own id. */
            checkoutSessionId?: string | null;
            /** @description Only shipments drafted at this moment or later; a timestamp with an offset. */
            from?: string | null;
            /** @description Only shipments drafted before this moment; a timestamp with an offset. */
            to?: string | null;
            /**
             * @description Search words. Each must begin a word of the recipient's name, the order's number or an item's SKU. It may also
             *     begin the recipient's telephone number in any spelling, or be its last four digits. Case, accents and the kinds of
             *     apostrophes and hyphens make no difference. A number is looked for as an order, a SKU, a telephone number and a
             *     waybill. Another text that is the id or the waybill of a shipment finds only that shipment. Results come in the
             *     order of the words found, the newest first.
             */
            q?: string | null;
            /**
             * @description Only shipments of one work queue. `to_book`: drafted. `to_print`: booked, and not printed since. `uncollected`:
             *     booked, not collected, and without a report for 24 hours. `silent`: under way, and without a report for 48 hours.
             *     `unclear`: not known yet whether the courier booked or cancelled it. `returned`: returned, and its goods are not
             *     accounted for yet. `under_way`: booked, and neither delivered, returned nor cancelled yet. `uncollected` and
             *     `silent` begin with the longest without a report. It cannot be used together with `q`.
             */
            queue?: ("returned" | "silent" | "to_book" | "to_print" | "unclear" | "uncollected" | "under_way") | null;
            /** @description `true`: only shipments whose label was printed; `false`: only the others. */
            printed?: ("false" | "true") | null;
        };
        /**
         * ShipmentItem
         * @description An item of a parcel: `value` and `weight` are those of one piece.
         *
         *     Stock is taken from the variant, or from the product's default variant if only the product is given. It is taken
         *     from the warehouse, if one is given. Labels show `sku`, else the variant's, else its product's.
         */
        ShipmentItem: {
            /** @description The item's name, for the label and the courier. */
            name: string;
            /**
             * @description The value of one piece, in minor units (whole rupiah for IDR). The insured value is the sum of these times
             *     `quantity`.
             */
            value: number;
            /** @description The weight of one piece in grams. */
            weight: number;
            /** @description The number of pieces in the parcel, which are taken from stock. */
            quantity: number;
            /** @description A description, for labels and the courier. */
            description?: string | null;
            /** @description The aggregator's category of the item, such as `fashion` or `electronic`. */
            category?: string | null;
            /** @description Length of one piece in centimetres; couriers may charge for volume. */
            length?: number | null;
            /** @description Width of one piece in centimetres. */
            width?: number | null;
            /** @description Height of one piece in centimetres. */
            height?: number | null;
            /** @description The item's product (`prod_…`), a physical one. Without a `variantId`, its default variant is taken from stock. */
            productId?: string | null;
            /** @description The variant to take from stock (`var_…`). An item without this and without `productId` takes no stock. */
            variantId?: string | null;
            /**
             * @description The warehouse to take the stock from (`wh_…`). Items with a warehouse must all have the same one, since a parcel
             *     leaves from one warehouse. The default is the first warehouse that has all items.
             */
            warehouseId?: string | null;
            /** @description The number to print on the label; the default is the variant's `sku`, else its product's. */
            sku?: string | null;
        };
        /**
         * ShipmentPickupConfirmed
         * @description The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged.
         */
        ShipmentPickupConfirmed: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /**
             * @description The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
             *     `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
             *     `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
             *     final ones are `delivered`, `returned` to the sender, and `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
             *     draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
             *     draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium. */
            insurance: number;
            /** @description True if the courier is to insure the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier issues one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
             *     are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description The recipient's address, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
             *     those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The merchant's own id of the buyer; null where it was not given. */
            customerId: string | null;
            /** @description The merchant's own id of the checkout, whose reservations the shipment used; null without one. */
            checkoutSessionId: string | null;
            /** @description The product of the whole shipment (`prod_…`); null where none was named. */
            productId: string | null;
            /**
             * @description The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
             *     Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /**
             * @description The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
             *     page.
             */
            trackingPageUrl: string;
            /** @description The courier's latest total price, including the premium, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When the shipment was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the shipment last changed, except for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /** @description When its label was last marked as printed; null before that, and after the mark was removed. */
            printedAt: string | null;
            /** @description The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is. */
            printedBy: string | null;
            /** @description The shipment's id; the same as `id`. */
            shipmentId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ShipmentQueues
         * @description The work queues of the workspace, with their counts.
         */
        ShipmentQueues: {
            /** @description Drafted shipments: `pending`. */
            toBook: components["schemas"]["QueueCount"];
            /** @description Booked shipments that are not collected, and whose label is not printed. */
            toPrint: components["schemas"]["QueueCount"];
            /** @description Booked shipments that no driver has collected, without a report for 24 hours. */
            uncollected: components["schemas"]["QueueCount"];
            /** @description Shipments under way without a report for 48 hours. */
            silent: components["schemas"]["QueueCount"];
            /** @description Shipments for which it is not known yet whether the courier booked, or cancelled, them. */
            unclear: components["schemas"]["QueueCount"];
            /** @description Returned shipments whose goods are not accounted for, and that are not replaced. */
            returned: components["schemas"]["QueueCount"];
            /** @description Stock levels below their threshold. */
            lowStock: components["schemas"]["QueueCount"];
            /** @description Webhook endpoints whose last attempts have failed. */
            failingEndpoints: components["schemas"]["QueueCount"];
            /**
             * @description The number of shipments by status, from a maintained counter; a status without any is left out. The queue
             *     `under_way` has as many as its six statuses together.
             */
            byStatus: {
                [key: string]: number;
            };
        };
        /**
         * ShipmentRebooked
         * @description A shipment was replaced: `id` is the new shipment, `previousShipmentId` the old one.
         */
        ShipmentRebooked: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /**
             * @description The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
             *     `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
             *     `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
             *     final ones are `delivered`, `returned` to the sender, and `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
             *     draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
             *     draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium. */
            insurance: number;
            /** @description True if the courier is to insure the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier issues one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
             *     are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description The recipient's address, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
             *     those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The merchant's own id of the buyer; null where it was not given. */
            customerId: string | null;
            /** @description The merchant's own id of the checkout, whose reservations the shipment used; null without one. */
            checkoutSessionId: string | null;
            /** @description The product of the whole shipment (`prod_…`); null where none was named. */
            productId: string | null;
            /**
             * @description The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
             *     Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /**
             * @description The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
             *     page.
             */
            trackingPageUrl: string;
            /** @description The courier's latest total price, including the premium, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When the shipment was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the shipment last changed, except for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /** @description When its label was last marked as printed; null before that, and after the mark was removed. */
            printedAt: string | null;
            /** @description The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is. */
            printedBy: string | null;
            /** @description The shipment's id; the same as `id`. */
            shipmentId: string;
            /** @description The shipment that this one replaces (`ship_…`). */
            previousShipmentId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ShipmentRebooking
         * @description Changes of a rebooking. Fields that are left out are carried over; another service without a price is quoted.
         */
        ShipmentRebooking: {
            /** @description Another courier, from a rate or the catalogue, in either case. */
            courierCode?: string | null;
            /** @description Another service of the courier, in either case. */
            courierServiceCode?: string | null;
            /** @description The speed of the other service; left out, it is taken from the catalogue. */
            courierType?: ("instant" | "same_day" | "standard") | null;
            /** @description The new shipping price without the premium, in minor units; left out with another service, it is quoted. */
            price?: number | null;
            /**
             * @description True if the courier is to insure the parcel. Left out: true where a given `insurance` is above 0; without
             *     `insurance`, as before.
             */
            insured?: boolean | null;
            /**
             * @description The new premium in minor units. Left out: as before, or as quoted with another service. It is 0 where the parcel
             *     is not insured.
             */
            insurance?: number | null;
        };
        /**
         * ShipmentReply
         * @description One shipment.
         */
        ShipmentReply: {
            /** @description The shipment as it is now. */
            shipment: components["schemas"]["Shipment"];
        };
        /**
         * ShipmentRestock
         * @description The record of a returned parcel's restocking, which happens once.
         */
        ShipmentRestock: {
            /**
             * Format: date-time
             * @description When the shipment was restocked.
             */
            restockedAt: string;
            /** @description The user's id for a session, or the workspace's id for an API key; null where it is not known. */
            createdBy: string | null;
            /** @description Entries by variant and warehouse; both numbers are 0 where nothing came back. */
            items: components["schemas"]["RestockedItem"][];
        };
        /**
         * ShipmentRestockReply
         * @description The result of a restocking.
         */
        ShipmentRestockReply: {
            /** @description The returned shipment as it is now. */
            shipment: components["schemas"]["Shipment"];
            /** @description The record of the restocking, which the shipment shows from now on. */
            restock: components["schemas"]["ShipmentRestock"];
        };
        /**
         * ShipmentRestockRequest
         * @description The contents of a returned parcel.
         *
         *     Without `items`, all of it came back undamaged; with them, other items did not come back.
         */
        ShipmentRestockRequest: {
            /** @description The items that came back; left out: everything, undamaged. */
            items?: components["schemas"]["ReturnedItem"][] | null;
        };
        /**
         * ShipmentStatusUpdated
         * @description The courier reported something: `status` is the status after it, `reportedStatus` the courier's own status.
         *
         *     `creditRefunded` is present where a courier's cancellation gave credit back.
         */
        ShipmentStatusUpdated: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /**
             * @description The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
             *     `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
             *     `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
             *     final ones are `delivered`, `returned` to the sender, and `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
             *     draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
             *     draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium. */
            insurance: number;
            /** @description True if the courier is to insure the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier issues one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
             *     are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description The recipient's address, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
             *     those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The merchant's own id of the buyer; null where it was not given. */
            customerId: string | null;
            /** @description The merchant's own id of the checkout, whose reservations the shipment used; null without one. */
            checkoutSessionId: string | null;
            /** @description The product of the whole shipment (`prod_…`); null where none was named. */
            productId: string | null;
            /**
             * @description The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
             *     Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /**
             * @description The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
             *     page.
             */
            trackingPageUrl: string;
            /** @description The courier's latest total price, including the premium, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When the shipment was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the shipment last changed, except for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /** @description When its label was last marked as printed; null before that, and after the mark was removed. */
            printedAt: string | null;
            /** @description The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is. */
            printedBy: string | null;
            /** @description The shipment's id; the same as `id`. */
            shipmentId: string;
            /**
             * @description The status before the report; the same as `status` where the report did not change it.
             * @enum {string}
             */
            previousStatus: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier's own status, which may be none of the service's. */
            reportedStatus: string;
            /** @description The courier's note on the report; null without one. */
            note: string | null;
            /**
             * Format: date-time
             * @description When it happened, as the courier reported; never later than when it was reported.
             */
            occurredAt: string;
            /** @description The shipping credit refunded because the courier cancelled, in minor units; absent for every other report. */
            creditRefunded?: number;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ShipmentTimeline
         * @description The timeline of a shipment.
         */
        ShipmentTimeline: {
            /** @description The newest entries first: 200 at most, and 100 of each kind. */
            entries: components["schemas"]["TimelineEntry"][];
            /** @description True if there are more entries than are shown. */
            isMore: boolean;
        };
        /**
         * ShipmentUpdated
         * @description A shipment changed without a new status: `changed` lists the fields, and `note` explains a new price.
         *
         *     The names are fields of the shipment, or `driver`, which the tracking routes show.
         */
        ShipmentUpdated: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /**
             * @description The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
             *     `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
             *     `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
             *     final ones are `delivered`, `returned` to the sender, and `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
             *     draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
             *     draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium. */
            insurance: number;
            /** @description True if the courier is to insure the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier issues one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
             *     are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description The recipient's address, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
             *     those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The merchant's own id of the buyer; null where it was not given. */
            customerId: string | null;
            /** @description The merchant's own id of the checkout, whose reservations the shipment used; null without one. */
            checkoutSessionId: string | null;
            /** @description The product of the whole shipment (`prod_…`); null where none was named. */
            productId: string | null;
            /**
             * @description The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
             *     Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /**
             * @description The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
             *     page.
             */
            trackingPageUrl: string;
            /** @description The courier's latest total price, including the premium, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When the shipment was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the shipment last changed, except for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /** @description When its label was last marked as printed; null before that, and after the mark was removed. */
            printedAt: string | null;
            /** @description The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is. */
            printedBy: string | null;
            /** @description The shipment's id; the same as `id`. */
            shipmentId: string;
            /**
             * @description The changed fields of the shipment (`waybillId`, `labelUrl`, `aggregatorTrackingId`, `courierPrice`, `price`,
             *     `insurance`), or `driver`.
             */
            changed: string[];
            /** @description The courier's new price, and the amount charged or refunded for it; null without a new price. */
            note: string | null;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ShipmentWithEvents
         * @description A shipment with its history.
         */
        ShipmentWithEvents: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /**
             * @description The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
             *     `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
             *     `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
             *     final ones are `delivered`, `returned` to the sender, and `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
             *     draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
             *     draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium. */
            insurance: number;
            /** @description True if the courier is to insure the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier issues one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
             *     are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description The recipient's address, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
             *     those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The merchant's own id of the buyer; null where it was not given. */
            customerId: string | null;
            /** @description The merchant's own id of the checkout, whose reservations the shipment used; null without one. */
            checkoutSessionId: string | null;
            /** @description The product of the whole shipment (`prod_…`); null where none was named. */
            productId: string | null;
            /**
             * @description The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
             *     Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /**
             * @description The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
             *     page.
             */
            trackingPageUrl: string;
            /** @description The courier's latest total price, including the premium, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When the shipment was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the shipment last changed, except for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /** @description When its label was last marked as printed; null before that, and after the mark was removed. */
            printedAt: string | null;
            /** @description The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is. */
            printedBy: string | null;
            /** @description The courier's reports, oldest first, and the merchant's cancellation. */
            events: components["schemas"]["ShipmentEvent"][];
            /** @description The restocking of a returned parcel; null before it was recorded. */
            restock: components["schemas"]["ShipmentRestock"] | null;
        };
        /**
         * ShippingConfigChange
         * @description Changes of the aggregator config. Omitted fields stay as they are.
         */
        ShippingConfigChange: {
            /**
             * @description Your own key at the aggregator, of at least 8 characters; it is stored encrypted and never shown again. Null
             *     falls back to the platform's key. A partner cannot send it.
             */
            apiKey?: string | null;
            /** @description The aggregator's id of a pick-up place, stored for your own use; null clears it. */
            defaultOriginId?: string | null;
            /**
             * @description The codes of the couriers to enable, from `GET /shipping/couriers`; empty means every courier that needs no
             *     coordinates. An instant courier needs an origin with coordinates.
             */
            enabledCouriers?: string[];
            /** @description The courier to suggest first, for your own use; it must be in the catalogue. Null clears it. */
            defaultCourier?: string | null;
            /** @description The master switch: false stops quotes and bookings. */
            active?: boolean;
        };
        /**
         * ShippingConfigReply
         * @description The aggregator config, with the courier codes of the catalogue.
         */
        ShippingConfigReply: {
            /** @description The workspace's settings at the aggregator, or the defaults if it has set none. */
            config: components["schemas"]["AggregatorConfig"];
            /**
             * @description Every courier code of the catalogue, enabled or not, in alphabetical order; empty if the catalogue is
             *     unavailable.
             */
            couriers: string[];
        };
        /**
         * ShippingOrigin
         * @description The shipping origin; all fields but `configured` are null if none is set.
         */
        ShippingOrigin: {
            /** @description Street and number where drivers collect parcels; null if no origin is set. */
            address: string | null;
            /** @description The contact person for drivers; null if no origin is set. */
            contactName: string | null;
            /** @description The phone number for drivers, as it was given; null if no origin is set. */
            contactPhone: string | null;
            /** @description The province, for labels; null where it is not given. */
            province: string | null;
            /** @description The city or regency, for labels and tracking pages; null where it is not given. */
            city: string | null;
            /** @description The district within the city, for labels; null where it is not given. */
            district: string | null;
            /** @description The village or ward, for labels; null where it is not given. */
            village: string | null;
            /** @description The postal code, as it was given; null where it is not given. */
            postal: string | null;
            /** @description The courier aggregator's id of the area; null where it is not known. */
            areaId: string | null;
            /** @description Latitude in decimal degrees, south negative; null where it is not known. */
            lat: number | null;
            /** @description Longitude in decimal degrees, west negative; null where it is not known. */
            lng: number | null;
            /** @description Directions for drivers; null where there are none. */
            note: string | null;
            /**
             * @description The codes of the enabled couriers, the same set as `enabledCouriers` of the config. Empty means every courier
             *     that needs no coordinates; null if no origin is set.
             */
            couriers: string[] | null;
            /** @description True if an origin is set. Without one there are no quotes. */
            configured: boolean;
        };
        /**
         * ShippingRate
         * @description The rate of a courier's service; `price` excludes the premium, which is `insurance`.
         */
        ShippingRate: {
            /** @description The courier's code; use it in the shipment unchanged. */
            courierCode: string;
            /** @description The courier's display name. */
            courierName: string;
            /** @description The service's code; use it in the shipment unchanged. */
            courierServiceCode: string;
            /** @description The service's display name. */
            courierServiceName: string;
            /**
             * @description The speed: `standard` in days, `same_day` on the same day, `instant` at once by a rider. Use it in the shipment
             *     unchanged.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /** @description The courier's price without the premium, in minor units (whole rupiah for IDR). */
            price: number;
            /** @description The minimum delivery time, in `etaUnit`; 0 where the courier gives none. */
            etaMin: number;
            /** @description The maximum delivery time, in `etaUnit`; 0 where the courier gives none. */
            etaMax: number;
            /** @description The unit of both times: `days` or `hours`, or the courier's own word. */
            etaUnit: string;
            /** @description The premium in minor units; 0 if it was not requested or the courier offers no insurance. */
            insurance: number;
        };
        /**
         * ShippingRateRequest
         * @description A parcel to be quoted, from the shipping origin.
         */
        ShippingRateRequest: {
            /** @description The destination of the parcel. */
            destination: components["schemas"]["Destination"];
            /** @description The items of the parcel; a quote takes no stock. */
            items: components["schemas"]["ShipmentItem"][];
            /** @description True to quote the insurance premium as well, for the sum of the items' values. */
            insurance?: boolean | null;
        };
        /**
         * ShippingRates
         * @description The quoted rates of a parcel.
         */
        ShippingRates: {
            /** @description The rates of all services that deliver to the destination, cheapest first; empty if none does. */
            rates: components["schemas"]["ShippingRate"][];
            /** @description The number of rates. */
            count: number;
            /** @description True if the destination has `lat` and `lng`. Without them, instant couriers are not asked. */
            hasCoords: boolean;
        };
        /**
         * SigningKey
         * @description The workspace's signing key of license files; it never changes.
         */
        SigningKey: {
            /** @description The key's id: its thumbprint (RFC 7638). */
            keyId: string;
            /** @description The key that verifies license files; to be built into the software. */
            publicKey: components["schemas"]["PublicJwk"];
            /**
             * Format: date-time
             * @description When the key was created, by the first request that needed it.
             */
            createdAt: string;
        };
        /**
         * SigningKeyReply
         * @description The workspace's signing key.
         */
        SigningKeyReply: {
            /** @description The key, without its private part. */
            signingKey: components["schemas"]["SigningKey"];
        };
        /**
         * StatsDays
         * @description Daily statistics of a period. Changes are counted immediately.
         */
        StatsDays: {
            /** @description The IANA name of the workspace's time zone, in which the days are counted. */
            timeZone: string;
            /** @description The days of the period, oldest first, including days without any activity. */
            days: components["schemas"]["DailyStatistics"][];
            /** @description The shipping credit that is not held now, in minor units. */
            creditAvailable: number;
            /**
             * @description The number of days that `creditAvailable` lasts at the mean spending of the last 14 days. If the first spending
             *     was later, the mean begins there. Null where nothing was spent.
             */
            creditDaysLeft: number | null;
        };
        /**
         * StatsOverview
         * @description The overview of a workspace for a dashboard. Its parts are not one snapshot.
         */
        StatsOverview: {
            /** @description The number of products. */
            products: components["schemas"]["ArchivableCounts"];
            /** @description The number of variants. */
            variants: components["schemas"]["ArchivableCounts"];
            /** @description The number of warehouses. */
            warehouses: components["schemas"]["ArchivableCounts"];
            /** @description The number of licenses. */
            licenses: components["schemas"]["LicenseCounts"];
            /** @description The number of shipments. */
            shipments: components["schemas"]["ShipmentCounts"];
            /** @description The number of digital deliveries that were ever granted. */
            deliveries: number;
            /** @description The usage of this month. */
            month: components["schemas"]["MonthUsage"];
            /** @description The prepaid shipping credit. */
            credit: components["schemas"]["CreditBalance"];
            /** @description The 5 newest shipments, newest first. */
            recentShipments: components["schemas"]["RecentShipment"][];
            /** @description Up to 5 stock levels below their threshold, the most recently moved first. */
            lowStock: components["schemas"]["LowStockLevel"][];
            /** @description Webhooks that are failing. */
            webhookFailures: components["schemas"]["WebhookFailures"];
        };
        /**
         * StockAdjusted
         * @description A stock level was adjusted or transferred, for any reason; `quantityAfter` is the level after it.
         */
        StockAdjusted: {
            /** @description The movement's id (`mv_…`). */
            id: string;
            /** @description The variant that moved (`var_…`). */
            variantId: string;
            /** @description The warehouse whose level changed (`wh_…`). */
            warehouseId: string;
            /** @description Pieces that were added (above 0) or removed (below 0); never 0. */
            delta: number;
            /**
             * @description The reason of the movement. `manual_adjust`: a correction. `initial_stock`: the first count. `transfer_in` and
             *     `transfer_out`: the two movements of a transfer; a shipment is `transfer_out` too. `damaged`.
             *     `returned_to_supplier`. `refund_restock`: returned from a shipment. `import`: from a file.
             * @enum {string}
             */
            reason: "damaged" | "import" | "initial_stock" | "manual_adjust" | "refund_restock" | "returned_to_supplier" | "transfer_in" | "transfer_out";
            /** @description The note of the request, or `Shipment` and its id for stock of a shipment. Null where there is none. */
            note: string | null;
            /** @description The actor: the user's id for a session, the workspace's id for an API key, null for the service itself. */
            createdBy: string | null;
            /** @description The shipment that took or returned the pieces (`ship_…`), else null. */
            shipmentId: string | null;
            /** @description The level's quantity after this movement. */
            quantityAfter: number;
            /** @description The number of the movement within its level, from 1 on, which gives their order. */
            number: number;
            /**
             * Format: date-time
             * @description When the movement was made. Movements are never changed or deleted.
             */
            createdAt: string;
            /** @description The movement's id; the same as `id`. */
            movementId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * StockAdjustment
         * @description A signed change of one level. Ids may have any form; an unknown variant gets its own level.
         */
        StockAdjustment: {
            /** @description The variant to change; an unknown variant gets its own level with its first positive `delta`. */
            variantId: string;
            /** @description The warehouse of the level, archived or not; an unknown warehouse is 404 `NOT_FOUND`. */
            warehouseId: string;
            /** @description Pieces to add (above 0) or remove (below 0). 0 is refused; a level below 0 is 500 `NEGATIVE_STOCK`. */
            delta: number;
            /**
             * @description The reason; it is recorded and has no other effect. The stock movement describes each value.
             * @enum {string}
             */
            reason: "damaged" | "import" | "initial_stock" | "manual_adjust" | "refund_restock" | "returned_to_supplier" | "transfer_in" | "transfer_out";
            /** @description A note for the movement. */
            note?: string | null;
        };
        /**
         * StockAdjustmentReply
         * @description The result of an adjustment.
         */
        StockAdjustmentReply: {
            /** @description The level after the movement. */
            stock: components["schemas"]["StockLevel"];
            /** @description The new entry in the level's ledger. */
            movement: components["schemas"]["StockMovement"];
        };
        /**
         * StockDifference
         * @description A level whose quantity is not the sum of its movements.
         */
        StockDifference: {
            /** @description The variant of the level (`var_…`). */
            variantId: string;
            /** @description The warehouse of the level (`wh_…`). */
            warehouseId: string;
            /** @description The level's quantity on hand, in pieces. */
            quantity: number;
            /** @description The sum of its movements, in pieces. */
            sumOfMovements: number;
        };
        /**
         * StockLevel
         * @description On-hand stock of one variant in one warehouse; reservations are not subtracted.
         */
        StockLevel: {
            /** @description The variant that is counted (`var_…`). */
            variantId: string;
            /** @description The warehouse of the level (`wh_…`). */
            warehouseId: string;
            /** @description Pieces on hand, reserved ones included; never below 0. Always the sum of the level's movements. */
            quantity: number;
            /**
             * Format: date-time
             * @description The time of its last movement; in a list with `at`, of the last one until then.
             */
            updatedAt: string;
        };
        /**
         * StockLevelDetails
         * @description The names of a level's variant, and its reserved and available quantities. All values are the present ones.
         */
        StockLevelDetails: {
            /** @description The variant's product (`prod_…`); null, like the next four fields, if the catalog does not have the variant. */
            productId: string | null;
            /** @description The product's name. */
            productName: string | null;
            /** @description The name that tells the variant from its siblings. A product's first variant is `Default`. */
            variantName: string | null;
            /** @description The merchant's own number of the variant, else of its product; null where neither has one. */
            sku: string | null;
            /** @description True if the variant or its product is out of use. */
            archived: boolean | null;
            /** @description The level is low below this many pieces; null where there is no threshold. */
            lowStockThreshold: number | null;
            /** @description Pieces that are reserved for checkouts, and not taken yet. */
            reserved: number;
            /** @description Pieces that are on hand and not reserved; never below 0. */
            available: number;
        };
        /**
         * StockLevels
         * @description A page of stock levels.
         */
        StockLevels: {
            /** @description The levels, newest-updated first; with `at`, last created first; with `q` or `productId`, by variant. */
            stock: components["schemas"]["ListedStockLevel"][];
        };
        /**
         * StockLow
         * @description A stock level fell from at or above the variant's threshold to below it.
         */
        StockLow: {
            /** @description The variant that is low (`var_…`). */
            variantId: string;
            /** @description Its product (`prod_…`). */
            productId: string;
            /** @description The merchant's own number of the variant, else of its product; null where neither has one. */
            sku: string | null;
            /** @description The variant's name, without its product's. */
            name: string;
            /** @description The warehouse where it is low (`wh_…`). */
            warehouseId: string;
            /** @description Pieces that are left there, reserved ones included. */
            quantity: number;
            /** @description The variant's `lowStockThreshold` that was crossed, in pieces. */
            threshold: number;
            /** @description The movement that crossed it (`mv_…`). */
            movementId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * StockMovement
         * @description An entry of a level's ledger.
         */
        StockMovement: {
            /** @description The movement's id (`mv_…`). */
            id: string;
            /** @description The variant that moved (`var_…`). */
            variantId: string;
            /** @description The warehouse whose level changed (`wh_…`). */
            warehouseId: string;
            /** @description Pieces that were added (above 0) or removed (below 0); never 0. */
            delta: number;
            /**
             * @description The reason of the movement. `manual_adjust`: a correction. `initial_stock`: the first count. `transfer_in` and
             *     `transfer_out`: the two movements of a transfer; a shipment is `transfer_out` too. `damaged`.
             *     `returned_to_supplier`. `refund_restock`: returned from a shipment. `import`: from a file.
             * @enum {string}
             */
            reason: "damaged" | "import" | "initial_stock" | "manual_adjust" | "refund_restock" | "returned_to_supplier" | "transfer_in" | "transfer_out";
            /** @description The note of the request, or `Shipment` and its id for stock of a shipment. Null where there is none. */
            note: string | null;
            /** @description The actor: the user's id for a session, the workspace's id for an API key, null for the service itself. */
            createdBy: string | null;
            /** @description The shipment that took or returned the pieces (`ship_…`), else null. */
            shipmentId: string | null;
            /** @description The level's quantity after this movement. */
            quantityAfter: number;
            /** @description The number of the movement within its level, from 1 on, which gives their order. */
            number: number;
            /**
             * Format: date-time
             * @description When the movement was made. Movements are never changed or deleted.
             */
            createdAt: string;
        };
        /**
         * StockMovements
         * @description A page of the ledger.
         */
        StockMovements: {
            /** @description The entries of all ledgers together, newest first. */
            movements: components["schemas"]["StockMovement"][];
        };
        /**
         * StockReconciliation
         * @description The result of a check of the ledger.
         */
        StockReconciliation: {
            /** @description The levels that differ from the sum of their movements; empty if the ledger is consistent. */
            levels: components["schemas"]["StockDifference"][];
        };
        /**
         * StockReservation
         * @description Stock that is reserved for a checkout, or that a shipment took.
         */
        StockReservation: {
            /** @description The reservation's id (`rsv_…`). */
            id: string;
            /** @description The reserved variant (`var_…`). */
            variantId: string;
            /** @description The warehouse of the reserved stock (`wh_…`). */
            warehouseId: string;
            /** @description The number of reserved pieces, also after the reservation has ended. */
            quantity: number;
            /** @description The shipment that took the pieces (`ship_…`); null while none has. */
            shipmentId: string | null;
            /** @description Your own id of the checkout; null for a shipment without one. */
            checkoutSessionId: string | null;
            /**
             * Format: date-time
             * @description When it expires, unless it is consumed or released before: mostly 60 minutes after it was made.
             */
            expiresAt: string;
            /** @description When a shipment took the pieces; null while none has. It stays when the shipment returns them. */
            consumedAt: string | null;
            /** @description When the pieces were released: the checkout ended, or the shipment returned them. Null until then. */
            releasedAt: string | null;
            /**
             * Format: date-time
             * @description When the pieces were reserved or taken.
             */
            createdAt: string;
        };
        /**
         * StockReservations
         * @description A page of reservations.
         */
        StockReservations: {
            /** @description The reservations, newest first, ended ones included. */
            reservations: components["schemas"]["StockReservation"][];
        };
        /**
         * StockTransfer
         * @description A transfer of a variant's stock from one warehouse to another.
         */
        StockTransfer: {
            /** @description The variant to move; an unknown variant is 404 `NOT_FOUND`. */
            variantId: string;
            /** @description The source warehouse. */
            fromWarehouseId: string;
            /** @description The target warehouse, which must be another one. */
            toWarehouseId: string;
            /** @description Pieces to move. If fewer are available, without reserved ones, the answer is 409 `STOCK_INSUFFICIENT`. */
            quantity: number;
            /** @description A note for both movements. */
            note?: string | null;
        };
        /**
         * StockTransferReply
         * @description The results of both movements of a transfer.
         */
        StockTransferReply: {
            /** @description The source level, and its `transfer_out` movement. */
            from: components["schemas"]["StockAdjustmentReply"];
            /** @description The target level, and its `transfer_in` movement. */
            to: components["schemas"]["StockAdjustmentReply"];
        };
        /**
         * StorefrontEventReply
         * @description The result of an event.
         *
         *     `applied` is false for a repeat, an event older than the known state, and an unknown type.
         */
        StorefrontEventReply: {
            /** @description True if the event changed anything. */
            applied: boolean;
            /** @description The order after the event, also where the event changed nothing. Only checkout events have one. */
            order?: components["schemas"]["StorefrontOrder"];
        };
        /**
         * StorefrontLineError
         * @description The reason why a line is not fulfilled yet, as the error of a request.
         */
        StorefrontLineError: {
            /** @description The machine code that a request would have been refused with, such as `STOCK_INSUFFICIENT`. */
            code: string;
            /** @description The problem in words. */
            message: string;
            /** @description The part of the order at fault (`lines.0.productRef`, `shipping.courierCode`), else null. */
            field: string | null;
        };
        /**
         * StorefrontOrder
         * @description A checkout of a partner's storefront, and its fulfilment once it is paid.
         */
        StorefrontOrder: {
            /** @description The order's id (`ord_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The storefront's own id of the checkout; each checkout is one order. */
            checkoutSessionId: string;
            /**
             * @description `open` until it is paid, or `expired` where it was not paid in time. Once paid, the outcomes of its lines decide:
             *     `fulfilled`, `partly_fulfilled` or `failed`.
             * @enum {string}
             */
            status: "expired" | "failed" | "fulfilled" | "open" | "partly_fulfilled";
            /** @description The partner that runs the storefront. */
            externalSource: string;
            /** @description The storefront's order number; null where it has none, and until the order is paid. */
            externalRef: string | null;
            /** @description The buyer, as sent by the storefront: `id`, `email`, `name`, `phone`. Null until it is paid. */
            customer: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The parcel's destination, from the storefront or the last retry, with the fields of `Destination`; null where
             *     neither has given one.
             */
            destination: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The courier's service that the buyer chose, from the storefront or the last retry. It has the fields of
             *     `StorefrontShipping`; null where neither has given one.
             */
            shipping: {
                [key: string]: unknown;
            } | null;
            /** @description The lines bought, 1 to 200; empty where a checkout ended before any line was sent. */
            lines: components["schemas"]["StorefrontOrderLine"][];
            /**
             * Format: date-time
             * @description When an unpaid order expires and its reserved stock is released: 60 minutes after the storefront's last report.
             */
            expiresAt: string;
            /** @description When the payment was reported; null until then. */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
        };
        /**
         * StorefrontOrderLine
         * @description One line and its outcome: part of a shipment, a delivery, or a license for each piece.
         */
        StorefrontOrderLine: {
            /** @description The storefront's own id of the line, unique in the order. */
            ref: string;
            /**
             * @description `waiting` until the order is paid, then `fulfilled`, or `failed` until a retry succeeds.
             * @enum {string}
             */
            status: "failed" | "fulfilled" | "waiting";
            /** @description The product's type, which decides how the line is fulfilled; null while the product is unknown. */
            type: ("digital" | "license" | "physical") | null;
            /** @description The product of the line (`prod_…`); null while it is unknown. */
            productId: string | null;
            /** @description The variant of the line (`var_…`); null while it is unknown. */
            variantId: string | null;
            /** @description The storefront's own id of the product; null where the line has none. */
            productRef: string | null;
            /** @description The storefront's own id of the variant; null where the line has none. */
            variantRef: string | null;
            /** @description The number of pieces bought. A digital line is one delivery, whatever the quantity. */
            quantity: number;
            /** @description The storefront's name of one piece on the parcel; null: the catalog's name. */
            name: string | null;
            /** @description The storefront's value of one piece, in minor units; null: the variant's price, else 0. */
            value: number | null;
            /** @description The storefront's weight of one piece, in grams; null: the catalog's weight. */
            weight: number | null;
            /** @description The shipment of a physical line (`ship_…`); null until there is one. */
            shipmentId: string | null;
            /** @description The delivery of a digital line (`dlv_…`); null until there is one. */
            deliveryId: string | null;
            /** @description The licenses of a license line (`lic_…`), one for each piece; empty until there are any. */
            licenseIds: string[];
            /** @description The error of the last attempt; null unless the line is `failed`. */
            error: components["schemas"]["StorefrontLineError"] | null;
        };
        /**
         * StorefrontOrderReply
         * @description One order.
         */
        StorefrontOrderReply: {
            /** @description The order as it is now. */
            order: components["schemas"]["StorefrontOrder"];
        };
        /**
         * StorefrontOrderRetry
         * @description Corrections to the storefront's data; a field that is left out keeps its value.
         */
        StorefrontOrderRetry: {
            /** @description Replaces the shipping service that the storefront sent. */
            shipping?: components["schemas"]["StorefrontShipping"] | null;
            /** @description Replaces the destination that the storefront sent, as a whole. */
            destination?: components["schemas"]["Destination"] | null;
        };
        /**
         * StorefrontOrders
         * @description A page of orders.
         */
        StorefrontOrders: {
            /** @description The orders of the page, newest first, with their lines. */
            orders: components["schemas"]["StorefrontOrder"][];
        };
        /**
         * StorefrontShipping
         * @description The shipping service that the buyer chose and paid for.
         *
         *     `insured` defaults to true where there is a premium, and to false otherwise.
         */
        StorefrontShipping: {
            /** @description The courier, from a rate or the catalogue. */
            courierCode: string;
            /** @description The courier's service, from a rate or the catalogue. */
            courierServiceCode: string;
            /**
             * @description How fast the service is, as the rate says.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /** @description The shipping price that the buyer paid, without the premium, in minor units; it becomes the shipment's `price`. */
            price: number;
            /** @description The insurance premium in minor units. */
            insurance?: number | null;
            /** @description True if the courier is to insure the parcel; left out: true where `insurance` is above 0. */
            insured?: boolean | null;
        };
        /**
         * StorefrontStatus
         * @description Status of the workspace's connection to its partner's storefront.
         */
        StorefrontStatus: {
            /** @description True if the storefront has a secret with which it signs its events for the workspace. */
            webhookSecretSet: boolean;
            /** @description The platform key of the partner that provisioned the workspace. */
            partnerKey: components["schemas"]["PartnerKeyStatus"];
            /** @description How many products were mirrored from the storefront, including archived ones. */
            mirroredProductCount: number;
            /** @description When a product was last mirrored; null if none was. */
            lastSyncAt: string | null;
        };
        /**
         * Subscription
         * @description The workspace's subscription.
         */
        Subscription: {
            /**
             * @description The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits.
             * @enum {string}
             */
            plan: "free" | "growth" | "internal" | "scale" | "starter";
            /** @description The plan's display name, such as `Growth`. */
            planName: string;
            /** @description True if `plan` is `internal`. */
            isForjioInternal: boolean;
            /**
             * @description The status of the subscription. `active`: it is paid and goes on, or nothing was bought. `past_due`: a payment
             *     failed, and the provider tries again. `canceling`: it ends at `cancelAt`, even if it is overdue. `canceled`: it has
             *     ended. `incomplete`: the first payment has not come through.
             * @enum {string}
             */
            status: "active" | "canceled" | "canceling" | "incomplete" | "past_due";
            /**
             * Format: date-time
             * @description When the present period began: that of the subscription, or the calendar month (UTC) without one.
             */
            currentPeriodStart: string;
            /**
             * Format: date-time
             * @description When the present period ends.
             */
            currentPeriodEnd: string;
            /** @description When the subscription ends, or ended; null while it goes on. */
            cancelAt: string | null;
        };
        /**
         * TimelineEntry
         * @description One entry of a shipment's timeline. Fields that do not apply to its kind are null.
         */
        TimelineEntry: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description The kind of the entry: a courier's report, a movement of credit or of stock, a webhook, a user's action, or a
             *     replaced waybill.
             * @enum {string}
             */
            kind: "courier" | "money" | "person" | "stock" | "waybill" | "webhook";
            /**
             * @description The event, by its kind. For `courier` it is the shipment's status then; for `money`, the kind of the transaction.
             *     For `stock` it is `taken` or `released`; for `webhook`, the event's type. For `person` it is the audited action; for
             *     `waybill`, `replaced`.
             */
            what: string;
            /**
             * @description The note of the entry: the courier's, the transaction's memo, or the error of the last failed attempt. For
             *     `waybill` it is the former waybill, which still finds the shipment.
             */
            note: string | null;
            /** @description The user or key that acted, as an e-mail address or an id; null where it is not known. */
            by: string | null;
            /** @description The change of the shipping credit, in minor units; below 0 where it was charged. */
            amount: number | null;
            /** @description The change of the stock in pieces; below 0 where it was taken. */
            quantity: number | null;
            /** @description The variant whose stock moved (`var_…`). */
            variantId: string | null;
            /** @description The URL of the webhook's endpoint. */
            url: string | null;
            /** @description The courier's own status for `courier`, or the delivery's status for `webhook`. */
            state: string | null;
            /** @description The number of attempts to deliver the webhook. */
            attempts: number | null;
        };
        /**
         * TrackedShipment
         * @description The workspace's own record of a tracked parcel.
         */
        TrackedShipment: {
            /** @description The id of the shipment (`ship_…`). */
            id: string;
            /**
             * @description The shipment's status in the service, which tracking does not change.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The records of the shipment, oldest first. */
            events: components["schemas"]["ShipmentEvent"][];
        };
        /**
         * Tracking
         * @description The courier's current report; `shipment` is null where the workspace has none for the parcel.
         */
        Tracking: {
            /** @description The courier's waybill number; null while there is none. */
            waybillId: string | null;
            /** @description The code of the courier. */
            courier: string;
            /** @description The current status: a status of shipments where the courier's own maps to one, else the courier's own status. */
            status: string;
            /** @description The steps so far, oldest first. */
            history: components["schemas"]["TrackingStep"][];
            /**
             * @description The driver who has the parcel. Null where none is named, and always where the service answers from its own
             *     record.
             */
            driver: components["schemas"]["TrackingDriver"] | null;
            /**
             * @description The expected arrival: the courier's duration of the service, counted from the collection, or from the booking
             *     before that. Null without the courier's estimate, and where no arrival is expected.
             */
            eta: components["schemas"]["TrackingEta"] | null;
            /** @description The courier's own tracking page; null where there is none. */
            externalLink: string | null;
            /** @description The workspace's own record; null where it has no shipment for the parcel. */
            shipment: components["schemas"]["TrackedShipment"] | null;
        };
        /**
         * TrackingDriver
         * @description The driver who has the parcel.
         */
        TrackingDriver: {
            /** @description The driver's name; null where the courier does not say. */
            name: string | null;
            /** @description The driver's phone number; null where the courier does not say. */
            phone: string | null;
            /** @description The number plate of the vehicle; null where the courier does not say. */
            plate: string | null;
            /** @description A picture of the driver; null where the courier provides none. */
            photoUrl: string | null;
        };
        /**
         * TrackingEta
         * @description The estimated time of arrival, as a range.
         */
        TrackingEta: {
            /**
             * Format: date-time
             * @description The earliest arrival.
             */
            earliest: string;
            /**
             * Format: date-time
             * @description The latest arrival.
             */
            latest: string;
        };
        /**
         * TrackingStep
         * @description One step of a parcel's history.
         */
        TrackingStep: {
            /** @description The event: a status of shipments where the courier's own maps to one, else the courier's own status. */
            status: string;
            /** @description The courier's note; null without one. */
            note: string | null;
            /**
             * Format: date-time
             * @description When it happened, as the courier reported.
             */
            updated_at: string;
        };
        /**
         * Usage
         * @description The workspace's usage of the calendar month (UTC) so far.
         */
        Usage: {
            /**
             * @description The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits.
             * @enum {string}
             */
            plan: "free" | "growth" | "internal" | "scale" | "starter";
            /** @description Orders: shipments booked, deliveries granted and licenses issued, even if cancelled or revoked later. */
            ordersFulfilled: number;
            /** @description Orders a calendar month (UTC): shipments booked, deliveries and licenses together. -1: no limit. */
            ordersLimit: number;
            /** @description Shipments that were made, drafts included; they are orders once they are booked. */
            shipmentsCreated: number;
            /** @description Licenses that were issued, revoked ones included. */
            licensesIssued: number;
            /**
             * Format: date-time
             * @description When the next month begins, and all usage counts from 0 again.
             */
            resetAt: string;
        };
        /**
         * UsageCounts
         * @description Usage counts of a workspace, or of all together.
         */
        UsageCounts: {
            /** @description Shipments whose courier was booked, even if they were cancelled later. */
            shipmentsBooked: number;
            /** @description Digital deliveries that were granted. */
            deliveries: number;
            /** @description Licenses that were issued, revoked ones included. */
            licensesIssued: number;
            /** @description The sum of the three: the orders that a plan counts. */
            ordersFulfilled: number;
        };
        /**
         * Variant
         * @description A variant of a product, such as a size or a colour; the unit for which stock is counted.
         */
        Variant: {
            /** @description The variant's id (`var_…`); stock is counted by it. */
            id: string;
            /** @description The product that it belongs to (`prod_…`). */
            productId: string;
            /** @description The name that tells it from its siblings, such as a size or a colour. A product's first variant is `Default`. */
            name: string;
            /**
             * @description The merchant's own number of the variant; null where there is none. It is unique within the product, but not in
             *     the workspace.
             */
            sku: string | null;
            /** @description The selling price of one piece in minor units (whole rupiah for IDR); null where it is not given. */
            priceCents: number | null;
            /** @description The merchant's cost of one piece, in minor units, for the merchant's own use; null where it is not given. */
            costCents: number | null;
            /**
             * @description When a level of the variant falls below this many pieces, the event `stock.low` is sent. Each warehouse counts
             *     separately; null: never.
             */
            lowStockThreshold: number | null;
            /** @description The weight of one piece in grams, where it differs from the product's; null: the product's `weight` counts. */
            weight: number | null;
            /**
             * @description True for the variant that is used where a request names only the product. A product has exactly one default among
             *     its active variants, and none if all are archived.
             */
            isDefault: boolean;
            /** @description True if it is out of use: it keeps its stock and its history, and no new shipment can contain it. */
            archived: boolean;
        };
        /**
         * VariantArchived
         * @description A variant was archived.
         */
        VariantArchived: {
            /** @description The variant's id (`var_…`); stock is counted by it. */
            id: string;
            /** @description The product that it belongs to (`prod_…`). */
            productId: string;
            /** @description The name that tells it from its siblings, such as a size or a colour. A product's first variant is `Default`. */
            name: string;
            /**
             * @description The merchant's own number of the variant; null where there is none. It is unique within the product, but not in
             *     the workspace.
             */
            sku: string | null;
            /** @description The selling price of one piece in minor units (whole rupiah for IDR); null where it is not given. */
            priceCents: number | null;
            /** @description The merchant's cost of one piece, in minor units, for the merchant's own use; null where it is not given. */
            costCents: number | null;
            /**
             * @description When a level of the variant falls below this many pieces, the event `stock.low` is sent. Each warehouse counts
             *     separately; null: never.
             */
            lowStockThreshold: number | null;
            /** @description The weight of one piece in grams, where it differs from the product's; null: the product's `weight` counts. */
            weight: number | null;
            /**
             * @description True for the variant that is used where a request names only the product. A product has exactly one default among
             *     its active variants, and none if all are archived.
             */
            isDefault: boolean;
            /** @description True if it is out of use: it keeps its stock and its history, and no new shipment can contain it. */
            archived: boolean;
            /** @description The variant's id; the same as `id`. */
            variantId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * VariantChange
         * @description Changes of a variant. Omitted fields stay as they are; null clears a field; `archived` false un-archives it.
         */
        VariantChange: {
            /** @description The new name; it cannot be cleared. */
            name?: string;
            /** @description The new number of the variant. If a sibling has it already, the answer is 409 `SKU_TAKEN`. */
            sku?: string | null;
            /** @description The new selling price of one piece in minor units. */
            priceCents?: number | null;
            /** @description Your new cost of one piece, in minor units. */
            costCents?: number | null;
            /** @description When a level falls below this many pieces in a warehouse, the event `stock.low` is sent; null: never. */
            lowStockThreshold?: number | null;
            /** @description The weight of one piece in grams; null: the product's `weight` counts. */
            weight?: number | null;
            /** @description True makes it the default instead of the present one. False is refused on the default: promote a sibling instead. */
            isDefault?: boolean;
            /** @description False un-archives the variant. True is accepted only if it is archived already: archive with `DELETE`. */
            archived?: boolean;
        };
        /**
         * VariantCreated
         * @description A variant was added to a product. A product's first variant has no event of its own: see `product.created`.
         */
        VariantCreated: {
            /** @description The variant's id (`var_…`); stock is counted by it. */
            id: string;
            /** @description The product that it belongs to (`prod_…`). */
            productId: string;
            /** @description The name that tells it from its siblings, such as a size or a colour. A product's first variant is `Default`. */
            name: string;
            /**
             * @description The merchant's own number of the variant; null where there is none. It is unique within the product, but not in
             *     the workspace.
             */
            sku: string | null;
            /** @description The selling price of one piece in minor units (whole rupiah for IDR); null where it is not given. */
            priceCents: number | null;
            /** @description The merchant's cost of one piece, in minor units, for the merchant's own use; null where it is not given. */
            costCents: number | null;
            /**
             * @description When a level of the variant falls below this many pieces, the event `stock.low` is sent. Each warehouse counts
             *     separately; null: never.
             */
            lowStockThreshold: number | null;
            /** @description The weight of one piece in grams, where it differs from the product's; null: the product's `weight` counts. */
            weight: number | null;
            /**
             * @description True for the variant that is used where a request names only the product. A product has exactly one default among
             *     its active variants, and none if all are archived.
             */
            isDefault: boolean;
            /** @description True if it is out of use: it keeps its stock and its history, and no new shipment can contain it. */
            archived: boolean;
            /** @description The variant's id; the same as `id`. */
            variantId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * VariantReply
         * @description A variant.
         */
        VariantReply: {
            /** @description The variant as it is now. */
            variant: components["schemas"]["Variant"];
        };
        /**
         * VariantSearchResult
         * @description A variant with its names, its weight, its price and its available stock, for a choice among variants.
         */
        VariantSearchResult: {
            /** @description The variant's id (`var_…`). */
            id: string;
            /** @description The product that it belongs to (`prod_…`). */
            productId: string;
            /** @description The product's name. */
            productName: string;
            /** @description The name that tells the variant from its siblings. A product's first variant is `Default`. */
            name: string;
            /** @description The merchant's own number of the variant, else of its product; null where neither has one. */
            sku: string | null;
            /**
             * @description The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
             *     key.
             * @enum {string}
             */
            type: "digital" | "license" | "physical";
            /** @description The selling price of one piece in minor units; null where it is not given. */
            priceCents: number | null;
            /** @description The weight of one piece in grams, the variant's own, else the product's; null where neither is known. */
            weight: number | null;
            /** @description Length of one piece in centimetres, from the product; null where it is not known. */
            length: number | null;
            /** @description Width of one piece in centimetres, from the product; null where it is not known. */
            width: number | null;
            /** @description Height of one piece in centimetres, from the product; null where it is not known. */
            height: number | null;
            /** @description True for the variant that is used where a request names only the product. */
            isDefault: boolean;
            /** @description True if the variant or its product is out of use, which is possible only with `ids`. */
            archived: boolean;
            /** @description Pieces on hand in all active warehouses; null if no stock of it was ever counted. */
            onHand: number | null;
            /** @description Pieces on hand that are not reserved. A new shipment can take them from one warehouse. Null if `onHand` is null. */
            available: number | null;
        };
        /**
         * VariantSearchResults
         * @description The variants that a search finds.
         */
        VariantSearchResults: {
            /**
             * @description The variants; empty without `q`, `ids` and `sku`. With `q` at most 20: a variant with that sku first, then
             *     products in the order of the matching words, the default variant first. With `ids` in their order, without unknown
             *     ones. With `sku` in the order of the skus, at most 20 for each, the newest product first.
             */
            variants: components["schemas"]["VariantSearchResult"][];
        };
        /**
         * Warehouse
         * @description A warehouse of a workspace, which holds stock.
         */
        Warehouse: {
            /** @description The warehouse's id (`wh_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The warehouse's name. */
            name: string;
            /** @description Street and number, for information: drivers are sent to the shipping origin. Null where it is not given. */
            address: string | null;
            /** @description The town or city; null where it is not given. */
            city: string | null;
            /** @description The postal code, as it was given; null where it is not given. */
            postal: string | null;
            /** @description Latitude in decimal degrees, south negative; null where it is not known. */
            lat: number | null;
            /** @description Longitude in decimal degrees, west negative; null where it is not known. */
            lng: number | null;
            /** @description The warehouse's phone number; null where it is not given. */
            phone: string | null;
            /** @description True if shipments take stock from here first. There may be several defaults, the oldest first, or none. */
            isDefault: boolean;
            /** @description True if it is out of use: its stock stays and can be adjusted, and no new shipment takes any of it. */
            archived: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
        };
        /**
         * WarehouseChange
         * @description Changes of a warehouse. Omitted fields stay as they are; null clears a field; `archived` false un-archives it.
         */
        WarehouseChange: {
            /** @description The new name; it cannot be cleared. */
            name?: string;
            /** @description The new street and number. */
            address?: string | null;
            /** @description The new town or city. */
            city?: string | null;
            /** @description The new postal code. */
            postal?: string | null;
            /** @description Alias of `postal`, as destinations name it. If both are given they must not differ. */
            postalCode?: string | null;
            /** @description Latitude in decimal degrees; south is negative. */
            lat?: number | null;
            /** @description Longitude in decimal degrees; west is negative. */
            lng?: number | null;
            /** @description The new phone number. */
            phone?: string | null;
            /** @description True if shipments take stock from here first. Neither value changes any other warehouse. */
            isDefault?: boolean;
            /**
             * @description False un-archives the warehouse, within the plan's limit. True is accepted only if it is archived already:
             *     archive with `DELETE`.
             */
            archived?: boolean;
        };
        /**
         * WarehouseCreated
         * @description A warehouse was created.
         */
        WarehouseCreated: {
            /** @description The warehouse's id (`wh_…`). */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The warehouse's name. */
            name: string;
            /** @description Street and number, for information: drivers are sent to the shipping origin. Null where it is not given. */
            address: string | null;
            /** @description The town or city; null where it is not given. */
            city: string | null;
            /** @description The postal code, as it was given; null where it is not given. */
            postal: string | null;
            /** @description Latitude in decimal degrees, south negative; null where it is not known. */
            lat: number | null;
            /** @description Longitude in decimal degrees, west negative; null where it is not known. */
            lng: number | null;
            /** @description The warehouse's phone number; null where it is not given. */
            phone: string | null;
            /** @description True if shipments take stock from here first. There may be several defaults, the oldest first, or none. */
            isDefault: boolean;
            /** @description True if it is out of use: its stock stays and can be adjusted, and no new shipment takes any of it. */
            archived: boolean;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description The warehouse's id; the same as `id`. */
            warehouseId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * WarehouseList
         * @description A page of warehouses.
         */
        WarehouseList: {
            /** @description The warehouses, the default first, then by age; archived ones only with `archived`. */
            warehouses: components["schemas"]["Warehouse"][];
        };
        /**
         * WarehouseReply
         * @description A warehouse.
         */
        WarehouseReply: {
            /** @description The warehouse as it is now. */
            warehouse: components["schemas"]["Warehouse"];
        };
        /**
         * WarehouseSummary
         * @description The warehouse of a level, in short.
         */
        WarehouseSummary: {
            /** @description The id of the warehouse (`wh_…`). */
            id: string;
            /** @description The warehouse's name. */
            name: string;
            /** @description True if shipments take stock from this warehouse first. */
            isDefault: boolean;
        };
        /**
         * WebhookAttempt
         * @description One attempt to deliver an event.
         */
        WebhookAttempt: {
            /** @description The number of the attempt within the delivery, from 1; retries by hand count too. */
            attemptNumber: number;
            /**
             * @description `succeeded`: a 2xx came in time; `failed`: anything else.
             * @enum {string}
             */
            status: "failed" | "succeeded";
            /** @description The HTTP status of the answer; null where none came. */
            responseCode: number | null;
            /** @description The duration of the attempt in milliseconds. */
            durationMs: number;
            /** @description The error, such as `HTTP 503` or `timed out after 10000ms`; null where it succeeded. */
            error: string | null;
            /** @description When the next attempt was due; null where this one succeeded, and where it was the last. */
            nextRetryAt: string | null;
            /**
             * Format: date-time
             * @description When the attempt began.
             */
            attemptedAt: string;
        };
        /**
         * WebhookDeliveries
         * @description A page of the delivery log.
         */
        WebhookDeliveries: {
            /** @description The rows of the page, newest first. */
            events: components["schemas"]["WebhookDelivery"][];
            /** @description The same as `meta.cursor`: the cursor of the next page, null on the last one. */
            nextCursor: string | null;
        };
        /**
         * WebhookDelivery
         * @description A row of the delivery log: one event to one endpoint.
         */
        WebhookDelivery: {
            /** @description The delivery's id, also in a header of each attempt; opaque. */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The endpoint that receives the event. */
            endpointId: string;
            /** @description The event that is delivered (`evt_…`). */
            eventId: string;
            /** @description The full type of the event. */
            type: string;
            /** @description The body of every attempt: the envelope of the event. */
            payload: {
                [key: string]: unknown;
            };
            /**
             * @description `pending`: an attempt is due; `sent`: a 2xx came; `failed`: no attempt follows unless a retry is requested.
             * @enum {string}
             */
            status: "failed" | "pending" | "sent";
            /** @description The number of attempts: at most 6 automatic ones, and more by retries. */
            attempts: number;
            /** @description When the last attempt began; null before the first one. */
            lastAttemptAt: string | null;
            /** @description When the next attempt is due; null before the first one, and once it is `sent` or `failed`. */
            nextRetryAt: string | null;
            /** @description The HTTP status of the answer to the last attempt; null where no answer came, and before the first attempt. */
            responseCode: number | null;
            /**
             * @description The beginning of the answer to the last attempt, as text of at most 2 KiB. Empty where no answer came; null
             *     before the first attempt.
             */
            responseBody: string | null;
            /**
             * @description The error of the last attempt, such as `HTTP 503`, or the reason why none follows, such as `endpoint is
             *     disabled`. Null where there is no failure, or the last attempt succeeded.
             */
            lastError: string | null;
            /** @description The duration of the last attempt in milliseconds; null before the first one. */
            durationMs: number | null;
            /** @description When a 2xx last came; null where none ever did. */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @description When the delivery was queued.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description Every attempt, oldest first. */
            deliveryAttempts: components["schemas"]["WebhookAttempt"][];
        };
        /**
         * WebhookDeliveryReply
         * @description One row of the delivery log.
         */
        WebhookDeliveryReply: {
            /** @description The row as it is now. */
            event: components["schemas"]["WebhookDelivery"];
        };
        /**
         * WebhookEndpoint
         * @description A webhook endpoint: a URL to which events are posted. Its signing secret is shown once, at registration.
         */
        WebhookEndpoint: {
            /** @description The endpoint's id; opaque. */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The URL to which events are posted. */
            url: string;
            /** @description The subscription: `*` for everything, exact types, and prefixes of types that end with `*`. */
            events: string[];
            /** @description A note of your own; empty where there is none. */
            description: string;
            /** @description True if it gets events; false while it is paused or disabled. */
            active: boolean;
            /** @description The number of failed attempts in a row since the last 2xx, over all deliveries. */
            consecutiveFailures: number;
            /** @description When the first of these attempts failed; null while there is none. */
            failingSince: string | null;
            /**
             * @description When the service disabled it: after 20 failed attempts in a row over at least 24 hours, or since its partner
             *     ended. Null unless it is disabled now.
             */
            disabledAt: string | null;
            /** @description The reason why the service disabled it, in words; null unless it is disabled now. */
            disabledReason: string | null;
            /** @description `whsec_`, an ellipsis, and the last 4 characters of the signing secret, to recognise it. */
            secretPreview: string;
            /**
             * @description The name of the partner that registered the endpoint, chose its URL or rotated its secret on behalf of the
             *     merchant. When the partner ends, the endpoint is disabled, and stays disabled until its secret is rotated. Null
             *     where there is none.
             */
            partner: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
        };
        /**
         * WebhookEndpointChange
         * @description A change of a webhook endpoint; a field that is left out stays as it is.
         */
        WebhookEndpointChange: {
            /** @description The new URL, under the same rules as at registration. */
            url?: string;
            /** @description The new subscription, in place of the old one. */
            events?: string[];
            /** @description A note of your own; null clears it. */
            description?: string | null;
            /**
             * @description False pauses it, and queued deliveries fail. True resumes an inactive endpoint, with no failures counted; an
             *     active one stays as it is. Where its partner has ended, that is 409 `INVALID_STATE` until its secret is rotated.
             */
            active?: boolean;
        };
        /**
         * WebhookEndpointDisabled
         * @description The service disabled a webhook endpoint for its failures; the workspace's other endpoints get the event.
         */
        WebhookEndpointDisabled: {
            /** @description The endpoint's id; opaque. */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The URL to which events are posted. */
            url: string;
            /** @description The subscription: `*` for everything, exact types, and prefixes of types that end with `*`. */
            events: string[];
            /** @description A note of your own; empty where there is none. */
            description: string;
            /** @description True if it gets events; false while it is paused or disabled. */
            active: boolean;
            /** @description The number of failed attempts in a row since the last 2xx, over all deliveries. */
            consecutiveFailures: number;
            /** @description When the first of these attempts failed; null while there is none. */
            failingSince: string | null;
            /**
             * @description When the service disabled it: after 20 failed attempts in a row over at least 24 hours, or since its partner
             *     ended. Null unless it is disabled now.
             */
            disabledAt: string | null;
            /** @description The reason why the service disabled it, in words; null unless it is disabled now. */
            disabledReason: string | null;
            /** @description `whsec_`, an ellipsis, and the last 4 characters of the signing secret, to recognise it. */
            secretPreview: string;
            /**
             * @description The name of the partner that registered the endpoint, chose its URL or rotated its secret on behalf of the
             *     merchant. When the partner ends, the endpoint is disabled, and stays disabled until its secret is rotated. Null
             *     where there is none.
             */
            partner: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description The endpoint's id; the same as `id`. */
            endpointId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * WebhookEndpointReply
         * @description One endpoint.
         */
        WebhookEndpointReply: {
            /** @description The endpoint as it is now. */
            endpoint: components["schemas"]["WebhookEndpoint"];
        };
        /**
         * WebhookEndpointTest
         * @description A test of a webhook endpoint; only that endpoint gets the event.
         */
        WebhookEndpointTest: {
            /** @description The endpoint's id; opaque. */
            id: string;
            /** @description Workspace of the resource (`acc_…`). */
            accountId: string;
            /** @description The URL to which events are posted. */
            url: string;
            /** @description The subscription: `*` for everything, exact types, and prefixes of types that end with `*`. */
            events: string[];
            /** @description A note of your own; empty where there is none. */
            description: string;
            /** @description True if it gets events; false while it is paused or disabled. */
            active: boolean;
            /** @description The number of failed attempts in a row since the last 2xx, over all deliveries. */
            consecutiveFailures: number;
            /** @description When the first of these attempts failed; null while there is none. */
            failingSince: string | null;
            /**
             * @description When the service disabled it: after 20 failed attempts in a row over at least 24 hours, or since its partner
             *     ended. Null unless it is disabled now.
             */
            disabledAt: string | null;
            /** @description The reason why the service disabled it, in words; null unless it is disabled now. */
            disabledReason: string | null;
            /** @description `whsec_`, an ellipsis, and the last 4 characters of the signing secret, to recognise it. */
            secretPreview: string;
            /**
             * @description The name of the partner that registered the endpoint, chose its URL or rotated its secret on behalf of the
             *     merchant. When the partner ends, the endpoint is disabled, and stays disabled until its secret is rotated. Null
             *     where there is none.
             */
            partner: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description The endpoint's id; the same as `id`. */
            endpointId: string;
            /** @description Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * WebhookEndpoints
         * @description A list of the workspace's endpoints.
         */
        WebhookEndpoints: {
            /** @description The endpoints, newest first, active or not. */
            endpoints: components["schemas"]["WebhookEndpoint"][];
        };
        /**
         * WebhookEventTypes
         * @description The event types that an endpoint can subscribe to.
         */
        WebhookEventTypes: {
            /** @description Every event type, in alphabetical order. */
            eventTypes: components["schemas"]["EventType"][];
        };
        /**
         * WebhookFailures
         * @description Failing webhook endpoints and failed deliveries.
         */
        WebhookFailures: {
            /** @description Up to 5 failing endpoints, the longest failing first. */
            endpoints: components["schemas"]["FailingEndpoint"][];
            /** @description Up to 5 failed deliveries, newest first. */
            deliveries: components["schemas"]["FailedDelivery"][];
        };
        /**
         * WebhookRecovery
         * @description A recovery: an endpoint gets the events of a period that it failed to accept or missed.
         */
        WebhookRecovery: {
            /** @description The recovery's id; opaque. */
            id: string;
            /** @description The endpoint that gets the events. */
            endpointId: string;
            /**
             * Format: date-time
             * @description The inclusive start of the period.
             */
            since: string;
            /**
             * Format: date-time
             * @description The exclusive end of the period; where none was given, the start of the recovery. The recovery then also covers
             *     events that a clock ahead dates up to a minute later.
             */
            until: string;
            /**
             * @description `running`: workers go through the period; `done`: the whole period is covered; `stopped`: the endpoint was
             *     paused, disabled or deleted meanwhile.
             * @enum {string}
             */
            status: "done" | "running" | "stopped";
            /** @description The number of deliveries queued so far. */
            queued: number;
            /**
             * Format: date-time
             * @description When the recovery was requested.
             */
            createdAt: string;
            /** @description When it was done or stopped; null while it runs. */
            finishedAt: string | null;
        };
        /**
         * WebhookRecoveryPeriod
         * @description A period of events to deliver again, by their `occurredAt`.
         */
        WebhookRecoveryPeriod: {
            /**
             * Format: date-time
             * @description The inclusive start of the period: a timestamp with its offset. It must lie within the retention period of the
             *     delivery log, which is 30 days unless the operator has set another.
             */
            since: string;
            /** @description The exclusive end of the period: a timestamp with its offset. Without it, now. */
            until?: string | null;
        };
        /**
         * WebhookRecoveryReply
         * @description A recovery and its progress.
         */
        WebhookRecoveryReply: {
            /** @description The recovery as it is now. */
            recovery: components["schemas"]["WebhookRecovery"];
        };
        /**
         * WebhookSecretRotation
         * @description Options of a secret rotation: the overlap with the old secret.
         */
        WebhookSecretRotation: {
            /**
             * @description The number of seconds for which the old secret also signs; 86400, which is 24 hours, unless given. With 0 it
             *     stops signing at once.
             */
            overlapSeconds?: number | null;
        };
        /**
         * WebhookStats
         * @description Statistics of an endpoint's attempts in a window of time.
         */
        WebhookStats: {
            /**
             * @description The window that was requested.
             * @enum {string}
             */
            window: "24h" | "30d" | "7d";
            /**
             * Format: date-time
             * @description The start of the window, at a full hour.
             */
            since: string;
            /** @description The number of attempts. */
            attempts: number;
            /** @description The number of attempts that were answered with 2xx in time. */
            succeeded: number;
            /** @description The number of attempts that failed, for whatever reason. */
            failed: number;
            /** @description The number of failed attempts that were the last of their delivery. */
            givenUp: number;
            /** @description The share of attempts that succeeded, 0 to 1; null where there was no attempt. */
            successRate: number | null;
            /** @description The median duration of the attempts in milliseconds; an estimate, null where there was no attempt. */
            durationP50Ms: number | null;
            /**
             * @description The duration that 95 % of the attempts did not exceed, in milliseconds; an estimate, null where there was no
             *     attempt.
             */
            durationP95Ms: number | null;
            /** @description When the last successful attempt was made; null where none in the window succeeded. */
            lastSuccessAt: string | null;
            /** @description When the last failed attempt was made; null where none in the window failed. */
            lastFailureAt: string | null;
            /** @description The number of deliveries that now wait for an attempt; counted up to 10,000. */
            pending: number;
            /** @description True if more than 10,000 deliveries wait for an attempt. */
            pendingIsMore: boolean;
        };
        /**
         * WebhookStatsReply
         * @description Statistics of one endpoint.
         */
        WebhookStatsReply: {
            /** @description The statistics of the endpoint's attempts. */
            stats: components["schemas"]["WebhookStats"];
        };
        /**
         * Workspace
         * @description The workspace of the credential.
         */
        Workspace: {
            /** @description The workspace's id (`acc_…`). */
            accountId: string;
            /** @description The workspace's display name, as the console shows it. */
            name: string;
            /** @description The plan's name, as in `GET /billing/plans`; null for an internal workspace, which has no limits. */
            plan: string | null;
            /** @description The ISO 4217 code of its money, the same for the whole installation. */
            currency: string;
            /** @description The language of the console, `en` or `id`; null: the language of each browser. */
            language: ("en" | "id") | null;
            /** @description The IANA name of the time zone in which the console shows times and days; `Asia/Jakarta` by default. */
            timeZone: string;
            /**
             * @description The label size that the console prints, unless a workstation has another. The API's routes for labels do not use
             *     it; they have their own default.
             * @enum {string}
             */
            labelSize: "a4" | "thermal-100x150" | "thermal-80x100";
            /** @description True where the operator suspended the workspace. It can then be read, but not changed. */
            isSuspended: boolean;
            /**
             * Format: date-time
             * @description When the workspace was created.
             */
            createdAt: string;
        };
        /**
         * WorkspaceChange
         * @description Changes of the workspace: a field that is left out stays as it is; null restores the default.
         */
        WorkspaceChange: {
            /** @description The new name; it cannot be cleared. */
            name?: string;
            /** @description The language of the console, `en` or `id`; null: the language of each browser. */
            language?: ("en" | "id") | null;
            /** @description The IANA name of a zone, such as `Asia/Makassar`; null: `Asia/Jakarta`. */
            timeZone?: string | null;
            /** @description The label size that the console prints; null: `thermal-100x150`. */
            labelSize?: ("a4" | "thermal-100x150" | "thermal-80x100") | null;
        };
        /**
         * WorkspaceSetup
         * @description The onboarding checklist: the steps that a workspace has completed towards its first label.
         */
        WorkspaceSetup: {
            /** @description True where the shipping origin is set, so that couriers know where to collect. */
            origin: boolean;
            /**
             * @description True where couriers are asked for prices: the origin is set, and shipping is not switched off. Until the
             *     workspace chooses couriers, every courier that needs no coordinates is asked.
             */
            couriers: boolean;
            /** @description True where there is a product that is not archived. */
            products: boolean;
            /** @description True where any variant was ever counted in a warehouse. */
            stock: boolean;
            /**
             * @description True where a booking can be paid for: with shipping credit that is not held, or through the workspace's own key
             *     of the aggregator.
             */
            payment: boolean;
            /** @description True where a shipment was ever drafted. */
            shipments: boolean;
        };
        /**
         * WorkspaceUsage
         * @description Usage of one workspace.
         */
        WorkspaceUsage: {
            /** @description Shipments whose courier was booked, even if they were cancelled later. */
            shipmentsBooked: number;
            /** @description Digital deliveries that were granted. */
            deliveries: number;
            /** @description Licenses that were issued, revoked ones included. */
            licensesIssued: number;
            /** @description The sum of the three: the orders that a plan counts. */
            ordersFulfilled: number;
            /** @description The workspace's id (`acc_…`); requests on its behalf name it. */
            accountId: string;
            /** @description The display name of the workspace, such as the shop's name. */
            name: string;
            /** @description The partner's own id of the merchant; null where none was given. */
            externalRef: string | null;
        };
        /**
         * svc.batch.finished.v1
         * @description A batch finished: every shipment has its outcome, or was left untouched since the batch was stopped.
         *
         *     It fires again after a retry of the failed shipments.
         */
        "svc.batch.finished.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.batch.finished.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["BatchFinished"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.delivery.created.v1
         * @description A digital delivery was granted.
         */
        "svc.delivery.created.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.delivery.created.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["DeliveryCreated"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.delivery.downloaded.v1
         * @description A download was counted.
         */
        "svc.delivery.downloaded.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.delivery.downloaded.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["DeliveryDownloaded"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.delivery.expired.v1
         * @description A delivery expired.
         */
        "svc.delivery.expired.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.delivery.expired.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["DeliveryExpired"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.delivery.expiring.v1
         * @description A delivery expires within 24 hours; sent once for each time of expiry.
         */
        "svc.delivery.expiring.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.delivery.expiring.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["DeliveryExpiring"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.delivery.updated.v1
         * @description A delivery was extended, reset or revoked.
         */
        "svc.delivery.updated.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.delivery.updated.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["DeliveryUpdated"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.activated.v1
         * @description A license was activated on an instance.
         */
        "svc.license.activated.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.license.activated.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["LicenseActivated"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.deactivated.v1
         * @description A license was deactivated on an instance, by its software or by the merchant.
         */
        "svc.license.deactivated.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.license.deactivated.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["LicenseDeactivated"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.issued.v1
         * @description A license was issued. Only this event contains the key.
         */
        "svc.license.issued.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.license.issued.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["LicenseIssued"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.reinstated.v1
         * @description A suspended license is valid again.
         */
        "svc.license.reinstated.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.license.reinstated.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["LicenseReinstated"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.revoked.v1
         * @description A license was revoked, for good.
         */
        "svc.license.revoked.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.license.revoked.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["LicenseRevoked"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.suspended.v1
         * @description A license was suspended.
         */
        "svc.license.suspended.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.license.suspended.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["LicenseSuspended"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.updated.v1
         * @description Fields of a license changed.
         */
        "svc.license.updated.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.license.updated.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["LicenseUpdated"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.product.archived.v1
         * @description A product was archived.
         */
        "svc.product.archived.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.product.archived.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["ProductArchived"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.product.created.v1
         * @description A product was created.
         */
        "svc.product.created.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.product.created.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["ProductCreated"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.product.updated.v1
         * @description Fields of a product changed; `changed` lists them.
         */
        "svc.product.updated.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.product.updated.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["ProductUpdated"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.shipment.cancelled.v1
         * @description The merchant cancelled a shipment; `creditRefunded` is the shipping credit refunded.
         */
        "svc.shipment.cancelled.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.shipment.cancelled.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["ShipmentCancelled"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.shipment.created.v1
         * @description A shipment was drafted.
         */
        "svc.shipment.created.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.shipment.created.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["ShipmentCreated"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.shipment.pickup_confirmed.v1
         * @description The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged.
         */
        "svc.shipment.pickup_confirmed.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.shipment.pickup_confirmed.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["ShipmentPickupConfirmed"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.shipment.rebooked.v1
         * @description A shipment was replaced: `id` is the new shipment, `previousShipmentId` the old one.
         */
        "svc.shipment.rebooked.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.shipment.rebooked.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["ShipmentRebooked"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.shipment.status_updated.v1
         * @description The courier reported something: `status` is the status after it, `reportedStatus` the courier's own status.
         *
         *     `creditRefunded` is present where a courier's cancellation gave credit back.
         */
        "svc.shipment.status_updated.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.shipment.status_updated.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["ShipmentStatusUpdated"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.shipment.updated.v1
         * @description A shipment changed without a new status: `changed` lists the fields, and `note` explains a new price.
         *
         *     The names are fields of the shipment, or `driver`, which the tracking routes show.
         */
        "svc.shipment.updated.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.shipment.updated.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["ShipmentUpdated"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.stock.adjusted.v1
         * @description A stock level was adjusted or transferred, for any reason; `quantityAfter` is the level after it.
         */
        "svc.stock.adjusted.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.stock.adjusted.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["StockAdjusted"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.stock.low.v1
         * @description A stock level fell from at or above the variant's threshold to below it.
         */
        "svc.stock.low.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.stock.low.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["StockLow"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.variant.archived.v1
         * @description A variant was archived.
         */
        "svc.variant.archived.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.variant.archived.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["VariantArchived"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.variant.created.v1
         * @description A variant was added to a product. A product's first variant has no event of its own: see `product.created`.
         */
        "svc.variant.created.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.variant.created.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["VariantCreated"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.warehouse.created.v1
         * @description A warehouse was created.
         */
        "svc.warehouse.created.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.warehouse.created.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["WarehouseCreated"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.webhook_endpoint.disabled.v1
         * @description The service disabled a webhook endpoint for its failures; the workspace's other endpoints get the event.
         */
        "svc.webhook_endpoint.disabled.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.webhook_endpoint.disabled.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["WebhookEndpointDisabled"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.webhook_endpoint.test.v1
         * @description A test of a webhook endpoint; only that endpoint gets the event.
         */
        "svc.webhook_endpoint.test.v1": {
            /** @description The event's id (`evt_…`). It is the same for every attempt and every endpoint: process each id once. */
            id: string;
            /**
             * @description The event type: the brand, the resource, the change and the version, separated by dots.
             * @constant
             */
            type: "svc.webhook_endpoint.test.v1";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /** @description The workspace of the event (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with further fields of the event. A version may get additional fields. */
            data: components["schemas"]["WebhookEndpointTest"];
            /** @description Currently an empty object. */
            metadata: {
                [key: string]: unknown;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ActivatedLicenseReply = components['schemas']['ActivatedLicenseReply'];
export type Address = components['schemas']['Address'];
export type AddressChange = components['schemas']['AddressChange'];
export type AddressList = components['schemas']['AddressList'];
export type AddressReply = components['schemas']['AddressReply'];
export type AggregatorConfig = components['schemas']['AggregatorConfig'];
export type AggregatorStatus = components['schemas']['AggregatorStatus'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKeyWithSecretReply = components['schemas']['ApiKeyWithSecretReply'];
export type ArchivableCounts = components['schemas']['ArchivableCounts'];
export type ArchivedResponse = components['schemas']['ArchivedResponse'];
export type Area = components['schemas']['Area'];
export type AuditEntries = components['schemas']['AuditEntries'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type Batch = components['schemas']['Batch'];
export type BatchCounts = components['schemas']['BatchCounts'];
export type BatchExcluded = components['schemas']['BatchExcluded'];
export type BatchExclusion = components['schemas']['BatchExclusion'];
export type BatchFinished = components['schemas']['BatchFinished'];
export type BatchList = components['schemas']['BatchList'];
export type BatchPreview = components['schemas']['BatchPreview'];
export type BatchPrinting = components['schemas']['BatchPrinting'];
export type BatchReply = components['schemas']['BatchReply'];
export type BatchRow = components['schemas']['BatchRow'];
export type BatchRowError = components['schemas']['BatchRowError'];
export type BatchRows = components['schemas']['BatchRows'];
export type BulkItemResult = components['schemas']['BulkItemResult'];
export type BulkLicenses = components['schemas']['BulkLicenses'];
export type BulkProducts = components['schemas']['BulkProducts'];
export type BulkResult = components['schemas']['BulkResult'];
export type BulkShipments = components['schemas']['BulkShipments'];
export type BulkStockAdjustment = components['schemas']['BulkStockAdjustment'];
export type CancelledShipment = components['schemas']['CancelledShipment'];
export type CourierReportReply = components['schemas']['CourierReportReply'];
export type CourierService = components['schemas']['CourierService'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type CreatedWebhookEndpointReply = components['schemas']['CreatedWebhookEndpointReply'];
export type CreditAdjustment = components['schemas']['CreditAdjustment'];
export type CreditBalance = components['schemas']['CreditBalance'];
export type CreditCheckout = components['schemas']['CreditCheckout'];
export type CreditStatement = components['schemas']['CreditStatement'];
export type CreditTopUp = components['schemas']['CreditTopUp'];
export type CreditTransaction = components['schemas']['CreditTransaction'];
export type CreditTransactionReply = components['schemas']['CreditTransactionReply'];
export type CreditTransactions = components['schemas']['CreditTransactions'];
export type CurrentPlan = components['schemas']['CurrentPlan'];
export type DailyStatistics = components['schemas']['DailyStatistics'];
export type DeactivatedLicenseReply = components['schemas']['DeactivatedLicenseReply'];
export type DeletedAddressReply = components['schemas']['DeletedAddressReply'];
export type DeletedWebhookEndpointReply = components['schemas']['DeletedWebhookEndpointReply'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryCreated = components['schemas']['DeliveryCreated'];
export type DeliveryDownloaded = components['schemas']['DeliveryDownloaded'];
export type DeliveryExpired = components['schemas']['DeliveryExpired'];
export type DeliveryExpiring = components['schemas']['DeliveryExpiring'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type DeliveryReply = components['schemas']['DeliveryReply'];
export type DeliveryUpdated = components['schemas']['DeliveryUpdated'];
export type Destination = components['schemas']['Destination'];
export type Envelope = components['schemas']['Envelope'];
export type ErrorBody = components['schemas']['ErrorBody'];
export type ErrorResponse = components['schemas']['ErrorResponse'];
export type EventList = components['schemas']['EventList'];
export type EventReply = components['schemas']['EventReply'];
export type EventType = components['schemas']['EventType'];
export type FailedDelivery = components['schemas']['FailedDelivery'];
export type FailingEndpoint = components['schemas']['FailingEndpoint'];
export type Health = components['schemas']['Health'];
export type IdentityStatus = components['schemas']['IdentityStatus'];
export type IntegrationStatus = components['schemas']['IntegrationStatus'];
export type Invoice = components['schemas']['Invoice'];
export type Invoices = components['schemas']['Invoices'];
export type LabelLink = components['schemas']['LabelLink'];
export type LabelRequest = components['schemas']['LabelRequest'];
export type LegacyCancelledShipmentReply = components['schemas']['LegacyCancelledShipmentReply'];
export type LegacyShipmentReply = components['schemas']['LegacyShipmentReply'];
export type LegacyShipments = components['schemas']['LegacyShipments'];
export type License = components['schemas']['License'];
export type LicenseActivated = components['schemas']['LicenseActivated'];
export type LicenseActivation = components['schemas']['LicenseActivation'];
export type LicenseActivationReply = components['schemas']['LicenseActivationReply'];
export type LicenseActivationRequest = components['schemas']['LicenseActivationRequest'];
export type LicenseActivations = components['schemas']['LicenseActivations'];
export type LicenseChange = components['schemas']['LicenseChange'];
export type LicenseCounts = components['schemas']['LicenseCounts'];
export type LicenseDeactivated = components['schemas']['LicenseDeactivated'];
export type LicenseFile = components['schemas']['LicenseFile'];
export type LicenseFileReply = components['schemas']['LicenseFileReply'];
export type LicenseFileRequest = components['schemas']['LicenseFileRequest'];
export type LicenseIssued = components['schemas']['LicenseIssued'];
export type LicenseList = components['schemas']['LicenseList'];
export type LicenseReinstated = components['schemas']['LicenseReinstated'];
export type LicenseReply = components['schemas']['LicenseReply'];
export type LicenseRevoked = components['schemas']['LicenseRevoked'];
export type LicenseSuspended = components['schemas']['LicenseSuspended'];
export type LicenseUpdated = components['schemas']['LicenseUpdated'];
export type LicenseValidity = components['schemas']['LicenseValidity'];
export type LicenseWithActivations = components['schemas']['LicenseWithActivations'];
export type ListMeta = components['schemas']['ListMeta'];
export type ListedStockLevel = components['schemas']['ListedStockLevel'];
export type LowStockLevel = components['schemas']['LowStockLevel'];
export type ManifestRequest = components['schemas']['ManifestRequest'];
export type MonthUsage = components['schemas']['MonthUsage'];
export type NewAddress = components['schemas']['NewAddress'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewBatch = components['schemas']['NewBatch'];
export type NewDelivery = components['schemas']['NewDelivery'];
export type NewLicense = components['schemas']['NewLicense'];
export type NewProduct = components['schemas']['NewProduct'];
export type NewShipment = components['schemas']['NewShipment'];
export type NewVariant = components['schemas']['NewVariant'];
export type NewWarehouse = components['schemas']['NewWarehouse'];
export type NewWebhookEndpoint = components['schemas']['NewWebhookEndpoint'];
export type NewWorkspace = components['schemas']['NewWorkspace'];
export type OpenedCheckout = components['schemas']['OpenedCheckout'];
export type Origin = components['schemas']['Origin'];
export type OriginChange = components['schemas']['OriginChange'];
export type PackingSlipRequest = components['schemas']['PackingSlipRequest'];
export type PartnerKeyStatus = components['schemas']['PartnerKeyStatus'];
export type PartnerUsage = components['schemas']['PartnerUsage'];
export type PartnerWorkspace = components['schemas']['PartnerWorkspace'];
export type PaymentEventReply = components['schemas']['PaymentEventReply'];
export type PaymentsStatus = components['schemas']['PaymentsStatus'];
export type PlanCheckout = components['schemas']['PlanCheckout'];
export type PlanOffer = components['schemas']['PlanOffer'];
export type PrintMark = components['schemas']['PrintMark'];
export type PrintMarkReply = components['schemas']['PrintMarkReply'];
export type PrintMarking = components['schemas']['PrintMarking'];
export type Product = components['schemas']['Product'];
export type ProductArchived = components['schemas']['ProductArchived'];
export type ProductChange = components['schemas']['ProductChange'];
export type ProductCreated = components['schemas']['ProductCreated'];
export type ProductList = components['schemas']['ProductList'];
export type ProductReply = components['schemas']['ProductReply'];
export type ProductUpdated = components['schemas']['ProductUpdated'];
export type PublicJwk = components['schemas']['PublicJwk'];
export type PublicLicense = components['schemas']['PublicLicense'];
export type QueueCount = components['schemas']['QueueCount'];
export type RebookedShipmentReply = components['schemas']['RebookedShipmentReply'];
export type RecentShipment = components['schemas']['RecentShipment'];
export type ResponseMeta = components['schemas']['ResponseMeta'];
export type RestockedItem = components['schemas']['RestockedItem'];
export type ReturnedItem = components['schemas']['ReturnedItem'];
export type RevokedApiKey = components['schemas']['RevokedApiKey'];
export type RevokedApiKeyReply = components['schemas']['RevokedApiKeyReply'];
export type RotatedWebhookSecretReply = components['schemas']['RotatedWebhookSecretReply'];
export type Shipment = components['schemas']['Shipment'];
export type ShipmentCancellation = components['schemas']['ShipmentCancellation'];
export type ShipmentCancelled = components['schemas']['ShipmentCancelled'];
export type ShipmentCounts = components['schemas']['ShipmentCounts'];
export type ShipmentCreated = components['schemas']['ShipmentCreated'];
export type ShipmentEvent = components['schemas']['ShipmentEvent'];
export type ShipmentFilter = components['schemas']['ShipmentFilter'];
export type ShipmentItem = components['schemas']['ShipmentItem'];
export type ShipmentPickupConfirmed = components['schemas']['ShipmentPickupConfirmed'];
export type ShipmentQueues = components['schemas']['ShipmentQueues'];
export type ShipmentRebooked = components['schemas']['ShipmentRebooked'];
export type ShipmentRebooking = components['schemas']['ShipmentRebooking'];
export type ShipmentReply = components['schemas']['ShipmentReply'];
export type ShipmentRestock = components['schemas']['ShipmentRestock'];
export type ShipmentRestockReply = components['schemas']['ShipmentRestockReply'];
export type ShipmentRestockRequest = components['schemas']['ShipmentRestockRequest'];
export type ShipmentStatusUpdated = components['schemas']['ShipmentStatusUpdated'];
export type ShipmentTimeline = components['schemas']['ShipmentTimeline'];
export type ShipmentUpdated = components['schemas']['ShipmentUpdated'];
export type ShipmentWithEvents = components['schemas']['ShipmentWithEvents'];
export type ShippingConfigChange = components['schemas']['ShippingConfigChange'];
export type ShippingConfigReply = components['schemas']['ShippingConfigReply'];
export type ShippingOrigin = components['schemas']['ShippingOrigin'];
export type ShippingRate = components['schemas']['ShippingRate'];
export type ShippingRateRequest = components['schemas']['ShippingRateRequest'];
export type ShippingRates = components['schemas']['ShippingRates'];
export type SigningKey = components['schemas']['SigningKey'];
export type SigningKeyReply = components['schemas']['SigningKeyReply'];
export type StatsDays = components['schemas']['StatsDays'];
export type StatsOverview = components['schemas']['StatsOverview'];
export type StockAdjusted = components['schemas']['StockAdjusted'];
export type StockAdjustment = components['schemas']['StockAdjustment'];
export type StockAdjustmentReply = components['schemas']['StockAdjustmentReply'];
export type StockDifference = components['schemas']['StockDifference'];
export type StockLevel = components['schemas']['StockLevel'];
export type StockLevelDetails = components['schemas']['StockLevelDetails'];
export type StockLevels = components['schemas']['StockLevels'];
export type StockLow = components['schemas']['StockLow'];
export type StockMovement = components['schemas']['StockMovement'];
export type StockMovements = components['schemas']['StockMovements'];
export type StockReconciliation = components['schemas']['StockReconciliation'];
export type StockReservation = components['schemas']['StockReservation'];
export type StockReservations = components['schemas']['StockReservations'];
export type StockTransfer = components['schemas']['StockTransfer'];
export type StockTransferReply = components['schemas']['StockTransferReply'];
export type StorefrontEventReply = components['schemas']['StorefrontEventReply'];
export type StorefrontLineError = components['schemas']['StorefrontLineError'];
export type StorefrontOrder = components['schemas']['StorefrontOrder'];
export type StorefrontOrderLine = components['schemas']['StorefrontOrderLine'];
export type StorefrontOrderReply = components['schemas']['StorefrontOrderReply'];
export type StorefrontOrderRetry = components['schemas']['StorefrontOrderRetry'];
export type StorefrontOrders = components['schemas']['StorefrontOrders'];
export type StorefrontShipping = components['schemas']['StorefrontShipping'];
export type StorefrontStatus = components['schemas']['StorefrontStatus'];
export type Subscription = components['schemas']['Subscription'];
export type TimelineEntry = components['schemas']['TimelineEntry'];
export type TrackedShipment = components['schemas']['TrackedShipment'];
export type Tracking = components['schemas']['Tracking'];
export type TrackingDriver = components['schemas']['TrackingDriver'];
export type TrackingEta = components['schemas']['TrackingEta'];
export type TrackingStep = components['schemas']['TrackingStep'];
export type Usage = components['schemas']['Usage'];
export type UsageCounts = components['schemas']['UsageCounts'];
export type Variant = components['schemas']['Variant'];
export type VariantArchived = components['schemas']['VariantArchived'];
export type VariantChange = components['schemas']['VariantChange'];
export type VariantCreated = components['schemas']['VariantCreated'];
export type VariantReply = components['schemas']['VariantReply'];
export type VariantSearchResult = components['schemas']['VariantSearchResult'];
export type VariantSearchResults = components['schemas']['VariantSearchResults'];
export type Warehouse = components['schemas']['Warehouse'];
export type WarehouseChange = components['schemas']['WarehouseChange'];
export type WarehouseCreated = components['schemas']['WarehouseCreated'];
export type WarehouseList = components['schemas']['WarehouseList'];
export type WarehouseReply = components['schemas']['WarehouseReply'];
export type WarehouseSummary = components['schemas']['WarehouseSummary'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDeliveries = components['schemas']['WebhookDeliveries'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryReply = components['schemas']['WebhookDeliveryReply'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointChange = components['schemas']['WebhookEndpointChange'];
export type WebhookEndpointDisabled = components['schemas']['WebhookEndpointDisabled'];
export type WebhookEndpointReply = components['schemas']['WebhookEndpointReply'];
export type WebhookEndpointTest = components['schemas']['WebhookEndpointTest'];
export type WebhookEndpoints = components['schemas']['WebhookEndpoints'];
export type WebhookEventTypes = components['schemas']['WebhookEventTypes'];
export type WebhookFailures = components['schemas']['WebhookFailures'];
export type WebhookRecovery = components['schemas']['WebhookRecovery'];
export type WebhookRecoveryPeriod = components['schemas']['WebhookRecoveryPeriod'];
export type WebhookRecoveryReply = components['schemas']['WebhookRecoveryReply'];
export type WebhookSecretRotation = components['schemas']['WebhookSecretRotation'];
export type WebhookStats = components['schemas']['WebhookStats'];
export type WebhookStatsReply = components['schemas']['WebhookStatsReply'];
export type Workspace = components['schemas']['Workspace'];
export type WorkspaceChange = components['schemas']['WorkspaceChange'];
export type WorkspaceSetup = components['schemas']['WorkspaceSetup'];
export type WorkspaceUsage = components['schemas']['WorkspaceUsage'];
export type SvcBatchFinishedV1 = components['schemas']['svc.batch.finished.v1'];
export type SvcDeliveryCreatedV1 = components['schemas']['svc.delivery.created.v1'];
export type SvcDeliveryDownloadedV1 = components['schemas']['svc.delivery.downloaded.v1'];
export type SvcDeliveryExpiredV1 = components['schemas']['svc.delivery.expired.v1'];
export type SvcDeliveryExpiringV1 = components['schemas']['svc.delivery.expiring.v1'];
export type SvcDeliveryUpdatedV1 = components['schemas']['svc.delivery.updated.v1'];
export type SvcLicenseActivatedV1 = components['schemas']['svc.license.activated.v1'];
export type SvcLicenseDeactivatedV1 = components['schemas']['svc.license.deactivated.v1'];
export type SvcLicenseIssuedV1 = components['schemas']['svc.license.issued.v1'];
export type SvcLicenseReinstatedV1 = components['schemas']['svc.license.reinstated.v1'];
export type SvcLicenseRevokedV1 = components['schemas']['svc.license.revoked.v1'];
export type SvcLicenseSuspendedV1 = components['schemas']['svc.license.suspended.v1'];
export type SvcLicenseUpdatedV1 = components['schemas']['svc.license.updated.v1'];
export type SvcProductArchivedV1 = components['schemas']['svc.product.archived.v1'];
export type SvcProductCreatedV1 = components['schemas']['svc.product.created.v1'];
export type SvcProductUpdatedV1 = components['schemas']['svc.product.updated.v1'];
export type SvcShipmentCancelledV1 = components['schemas']['svc.shipment.cancelled.v1'];
export type SvcShipmentCreatedV1 = components['schemas']['svc.shipment.created.v1'];
export type SvcShipmentPickupConfirmedV1 = components['schemas']['svc.shipment.pickup_confirmed.v1'];
export type SvcShipmentRebookedV1 = components['schemas']['svc.shipment.rebooked.v1'];
export type SvcShipmentStatusUpdatedV1 = components['schemas']['svc.shipment.status_updated.v1'];
export type SvcShipmentUpdatedV1 = components['schemas']['svc.shipment.updated.v1'];
export type SvcStockAdjustedV1 = components['schemas']['svc.stock.adjusted.v1'];
export type SvcStockLowV1 = components['schemas']['svc.stock.low.v1'];
export type SvcVariantArchivedV1 = components['schemas']['svc.variant.archived.v1'];
export type SvcVariantCreatedV1 = components['schemas']['svc.variant.created.v1'];
export type SvcWarehouseCreatedV1 = components['schemas']['svc.warehouse.created.v1'];
export type SvcWebhookEndpointDisabledV1 = components['schemas']['svc.webhook_endpoint.disabled.v1'];
export type SvcWebhookEndpointTestV1 = components['schemas']['svc.webhook_endpoint.test.v1'];
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getOwnWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    updateOwnWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    getWorkspaceSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceSetup"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 500; all rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecretReply"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedApiKeyReply"];
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it.
                 * @example 20
                 */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /** @description `true` lists archived products too, `false` only active ones. */
                archived?: boolean;
                /** @description Only products of this type. */
                type?: "digital" | "license" | "physical";
                /** @description Only products that have exactly this `sku`, or a variant that has it. */
                sku?: string;
                /**
                 * @description Words to search for. Each must be the beginning of a word in the product's name, in its `sku` or in a variant's.
                 *     Upper and lower case are equal; only the eight longest words count.
                 */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductReply"];
                };
            };
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductReply"];
                };
            };
        };
    };
    archiveProduct: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivedResponse"];
                };
            };
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductReply"];
                };
            };
        };
    };
    createProducts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
        };
    };
    createVariant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariantReply"];
                };
            };
        };
    };
    archiveVariant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivedResponse"];
                };
            };
        };
    };
    updateVariant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariantReply"];
                };
            };
        };
    };
    listWarehouses: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 200; all rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /** @description `true` lists archived warehouses too, `false` only active ones. */
                archived?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseList"];
                };
            };
        };
    };
    createWarehouse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseReply"];
                };
            };
        };
    };
    getWarehouse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseReply"];
                };
            };
        };
    };
    archiveWarehouse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivedResponse"];
                };
            };
        };
    };
    updateWarehouse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseReply"];
                };
            };
        };
    };
    listStockLevels: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /**
                 * @description Only the levels of this variant; an unknown variant gives an empty list.
                 * @example var_01M7VCH2D0DT6739D1BR2PCQPQ
                 */
                variant_id?: string;
                /** @description Only the levels in this warehouse; an unknown warehouse gives an empty list. */
                warehouseId?: string;
                /** @description `true` lists only levels that are below their variant's `lowStockThreshold`. */
                low?: boolean;
                /** @description The levels as they were at this time, inclusive; a timestamp with an offset. The default is now. */
                at?: string;
                /**
                 * @description Only the levels of the first 50 products that these words find, as in `GET /variants`, in the order of the
                 *     variants' ids. If the text is the whole sku of variants, only their levels are listed. It cannot be combined with
                 *     `at`, a single variant or `productId`.
                 */
                q?: string;
                /**
                 * @description Only the levels of this product's variants, in the order of their ids; an unknown product gives an empty list. It
                 *     cannot be combined with `at` or a single variant.
                 */
                productId?: string;
                /**
                 * @description `details` adds to each level the names of its variant, and its present reserved and available quantities.
                 * @example details
                 */
                include?: "details";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockLevels"];
                };
            };
        };
    };
    searchVariants: {
        parameters: {
            query?: {
                /**
                 * @description Words to search for. Each must be the beginning of a word in the product's name, in its `sku` or in a variant's;
                 *     upper and lower case are equal. A whole sku finds nothing else.
                 * @example gayo
                 */
                q?: string;
                /** @description 1 to 100 ids of variants, separated by commas. */
                ids?: string;
                /**
                 * @description An exact, whole sku; it may be repeated, up to 20 times. It finds active variants with the sku, or without one of
                 *     their own if their product has it, in the 20 newest products.
                 */
                sku?: string[];
                /** @description Only variants of products of this type, with `q` or `sku`. */
                type?: "digital" | "license" | "physical";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariantSearchResults"];
                };
            };
        };
    };
    listStockMovements: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /**
                 * @description Only the movements of this variant; an unknown variant gives an empty list.
                 * @example var_01M7VCH2D0DT6739D1BR2PCQPQ
                 */
                variant_id?: string;
                /**
                 * @description Only the movements in this warehouse; an unknown warehouse gives an empty list.
                 * @example wh_01M7VD0Y70F282GR4PFKDVYWX1
                 */
                warehouseId?: string;
                /** @description Only the movements with this reason. */
                reason?: "damaged" | "import" | "initial_stock" | "manual_adjust" | "refund_restock" | "returned_to_supplier" | "transfer_in" | "transfer_out";
                /** @description Only movements since this time, inclusive; a timestamp with an offset. */
                from?: string;
                /** @description Only movements until this time, inclusive; a timestamp with an offset. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockMovements"];
                };
            };
        };
    };
    listStockReservations: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it.
                 * @example 1
                 */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /**
                 * @description `active` still holds stock, `consumed` was taken by a shipment, `released` was released, `expired` ended by time.
                 *     The default is all states.
                 */
                state?: "active" | "consumed" | "expired" | "released";
                /** @description Only the reservations of this variant. */
                variantId?: string;
                /** @description Only the reservations of this checkout, by your own id. */
                checkoutSessionId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockReservations"];
                };
            };
        };
    };
    adjustStock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockAdjustmentReply"];
                };
            };
        };
    };
    adjustStockLevels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
        };
    };
    transferStock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockTransferReply"];
                };
            };
        };
    };
    reconcileStock: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 1,000; up to 1,000 rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockReconciliation"];
                };
            };
        };
    };
    listAddresses: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /**
                 * @description Only the addresses of this customer, by your own id.
                 * @example cus_siti
                 */
                customer_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressList"];
                };
            };
        };
    };
    createAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressReply"];
                };
            };
        };
    };
    getAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressReply"];
                };
            };
        };
    };
    deleteAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAddressReply"];
                };
            };
        };
    };
    updateAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressReply"];
                };
            };
        };
    };
    getShippingOrigin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingOrigin"];
                };
            };
        };
    };
    updateShippingOrigin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingOrigin"];
                };
            };
        };
    };
    listCouriers: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of rows of the page. At least 1, at most 500; all rows without it.
                 * @example 3
                 */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourierService"][];
                };
            };
        };
    };
    searchAreas: {
        parameters: {
            query: {
                /**
                 * @description The maximum number of rows of the page. At least 1, at most 500; all rows without it.
                 * @example 2
                 */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /**
                 * @description A part of a name, or a postal code.
                 * @example Kebayoran
                 */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"][];
                };
            };
        };
    };
    quoteRates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingRates"];
                };
            };
        };
    };
    getShippingConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingConfigReply"];
                };
            };
        };
    };
    updateShippingConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingConfigReply"];
                };
            };
        };
    };
    listLegacyShipments: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /**
                 * @description Only shipments that have this status now.
                 * @example picked_up
                 */
                status?: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyShipments"];
                };
            };
        };
    };
    createShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShipmentReply"];
                };
            };
        };
    };
    getLegacyShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyShipmentReply"];
                };
            };
        };
    };
    createShipments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
        };
    };
    listShipments: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of rows of the page. Less than 1 counts as 1, more than 100 as 100; up to 25 rows without it.
                 * @example 10
                 */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /**
                 * @description Only shipments that have this status now.
                 * @example picked_up
                 */
                status?: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
                /** @description Only shipments of this courier. */
                courierCode?: string;
                /** @description Only the shipments that have, or had, this waybill of the courier, without regard to case, spaces and hyphens. */
                waybillId?: string;
                /** @description Only the shipments of this buyer, by your own id. */
                customerId?: string;
                /** @description Only the shipments of this checkout, by your own id. */
                checkoutSessionId?: string;
                /** @description Only shipments drafted at this moment or later; a timestamp with an offset. */
                from?: string;
                /** @description Only shipments drafted before this moment; a timestamp with an offset. */
                to?: string;
                /**
                 * @description Search words. Each must begin a word of the recipient's name, the order's number or an item's SKU. It may also
                 *     begin the recipient's telephone number in any spelling, or be its last four digits. Case, accents and the kinds of
                 *     apostrophes and hyphens make no difference. A number is looked for as an order, a SKU, a telephone number and a
                 *     waybill. Another text that is the id or the waybill of a shipment finds only that shipment. Results come in the
                 *     order of the words found, the newest first.
                 */
                q?: string;
                /**
                 * @description Only shipments of one work queue. `to_book`: drafted. `to_print`: booked, and not printed since. `uncollected`:
                 *     booked, not collected, and without a report for 24 hours. `silent`: under way, and without a report for 48 hours.
                 *     `unclear`: not known yet whether the courier booked or cancelled it. `returned`: returned, and its goods are not
                 *     accounted for yet. `under_way`: booked, and neither delivered, returned nor cancelled yet. `uncollected` and
                 *     `silent` begin with the longest without a report. It cannot be used together with `q`.
                 */
                queue?: "returned" | "silent" | "to_book" | "to_print" | "unclear" | "uncollected" | "under_way";
                /** @description `true`: only shipments whose label was printed; `false`: only the others. */
                printed?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shipment"][];
                };
            };
        };
    };
    exportShipments: {
        parameters: {
            query?: {
                /**
                 * @description Only shipments that have this status now.
                 * @example picked_up
                 */
                status?: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
                /** @description Only shipments of this courier. */
                courierCode?: string;
                /** @description Only the shipments that have, or had, this waybill of the courier, without regard to case, spaces and hyphens. */
                waybillId?: string;
                /** @description Only the shipments of this buyer, by your own id. */
                customerId?: string;
                /** @description Only the shipments of this checkout, by your own id. */
                checkoutSessionId?: string;
                /** @description Only shipments drafted at this moment or later; a timestamp with an offset. */
                from?: string;
                /** @description Only shipments drafted before this moment; a timestamp with an offset. */
                to?: string;
                /**
                 * @description Search words. Each must begin a word of the recipient's name, the order's number or an item's SKU. It may also
                 *     begin the recipient's telephone number in any spelling, or be its last four digits. Case, accents and the kinds of
                 *     apostrophes and hyphens make no difference. A number is looked for as an order, a SKU, a telephone number and a
                 *     waybill. Another text that is the id or the waybill of a shipment finds only that shipment. Results come in the
                 *     order of the words found, the newest first.
                 */
                q?: string;
                /**
                 * @description Only shipments of one work queue. `to_book`: drafted. `to_print`: booked, and not printed since. `uncollected`:
                 *     booked, not collected, and without a report for 24 hours. `silent`: under way, and without a report for 48 hours.
                 *     `unclear`: not known yet whether the courier booked or cancelled it. `returned`: returned, and its goods are not
                 *     accounted for yet. `under_way`: booked, and neither delivered, returned nor cancelled yet. `uncollected` and
                 *     `silent` begin with the longest without a report. It cannot be used together with `q`.
                 */
                queue?: "returned" | "silent" | "to_book" | "to_print" | "unclear" | "uncollected" | "under_way";
                /** @description `true`: only shipments whose label was printed; `false`: only the others. */
                printed?: boolean;
                /**
                 * @description The character between the cells: `comma`, or `semicolon` for spreadsheets of languages that write a decimal
                 *     comma.
                 */
                separator?: "comma" | "semicolon";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getShipmentQueues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShipmentQueues"];
                };
            };
        };
    };
    getShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShipmentWithEvents"];
                };
            };
        };
    };
    getShipmentTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShipmentTimeline"];
                };
            };
        };
    };
    confirmPickup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShipmentReply"];
                };
            };
        };
    };
    cancelLegacyShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyCancelledShipmentReply"];
                };
            };
        };
    };
    cancelShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledShipment"];
                };
            };
        };
    };
    rebookLegacyShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RebookedShipmentReply"];
                };
            };
        };
    };
    rebookShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RebookedShipmentReply"];
                };
            };
        };
    };
    restockShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShipmentRestockReply"];
                };
            };
        };
    };
    trackShipment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tracking"];
                };
            };
        };
    };
    trackWaybill: {
        parameters: {
            query: {
                /**
                 * @description The code of the courier that issued the waybill, as in the catalogue.
                 * @example jne
                 */
                courier: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tracking"];
                };
            };
        };
    };
    downloadLabel: {
        parameters: {
            query?: {
                /**
                 * @description The paper: a sheet of A4, or a roll for thermal printers in millimetres of width by height.
                 * @example a4
                 */
                size?: "a4" | "thermal-100x150" | "thermal-80x100";
                /** @description True prints the sender's phone number. */
                showSenderPhone?: boolean;
                /** @description True prints the recipient's phone number. */
                showRecipientPhone?: boolean;
                /** @description True prints only some letters of the recipient's name (`S*** R****u`). */
                maskRecipientName?: boolean;
                /** @description True hides the middle of the recipient's phone number (`0812****7890`). */
                maskRecipientPhone?: boolean;
                /**
                 * @description True prints the shipping price.
                 * @example false
                 */
                showShippingCost?: boolean;
                /** @description True prints whether the parcel is insured, and the premium. */
                showInsurance?: boolean;
                /** @description True prints a list of the items in the parcel. */
                showItems?: boolean;
                /** @description True prints each item's description in the list. */
                showItemDescriptions?: boolean;
                /** @description True prints each item's `sku` in the list. */
                showItemSkus?: boolean;
                /** @description `single`: each label on a page of its own; `4up`: four on a sheet of A4, to be cut along its lines. */
                layout?: "4up" | "single";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    downloadLabels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getLabelLink: {
        parameters: {
            query?: {
                /** @description The paper: a sheet of A4, or a roll for thermal printers in millimetres of width by height. */
                size?: "a4" | "thermal-100x150" | "thermal-80x100";
                /** @description True prints the sender's phone number. */
                showSenderPhone?: boolean;
                /** @description True prints the recipient's phone number. */
                showRecipientPhone?: boolean;
                /** @description True prints only some letters of the recipient's name (`S*** R****u`). */
                maskRecipientName?: boolean;
                /** @description True hides the middle of the recipient's phone number (`0812****7890`). */
                maskRecipientPhone?: boolean;
                /** @description True prints the shipping price. */
                showShippingCost?: boolean;
                /** @description True prints whether the parcel is insured, and the premium. */
                showInsurance?: boolean;
                /** @description True prints a list of the items in the parcel. */
                showItems?: boolean;
                /** @description True prints each item's description in the list. */
                showItemDescriptions?: boolean;
                /** @description True prints each item's `sku` in the list. */
                showItemSkus?: boolean;
                /** @description `single`: each label on a page of its own; `4up`: four on a sheet of A4, to be cut along its lines. */
                layout?: "4up" | "single";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelLink"];
                };
            };
        };
    };
    downloadLinkedLabel: {
        parameters: {
            query?: {
                /** @description The paper; left out: the link's. */
                size?: "a4" | "thermal-100x150" | "thermal-80x100";
                /** @description True prints the sender's phone number. */
                showSenderPhone?: boolean;
                /** @description True prints the recipient's phone number. */
                showRecipientPhone?: boolean;
                /** @description True prints only some letters of the recipient's name (`S*** R****u`). */
                maskRecipientName?: boolean;
                /** @description True hides the middle of the recipient's phone number (`0812****7890`). */
                maskRecipientPhone?: boolean;
                /** @description True prints the shipping price. */
                showShippingCost?: boolean;
                /** @description True prints whether the parcel is insured, and the premium. */
                showInsurance?: boolean;
                /** @description True prints a list of the items in the parcel. */
                showItems?: boolean;
                /** @description True prints each item's description in the list. */
                showItemDescriptions?: boolean;
                /** @description True prints each item's `sku` in the list. */
                showItemSkus?: boolean;
                /** @description `single` or `4up`; left out: the link's. */
                layout?: "4up" | "single";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    receiveCourierReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourierReportReply"];
                };
            };
        };
    };
    markShipmentsPrinted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintMarkReply"];
                };
            };
        };
    };
    downloadPackingSlips: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    downloadHandOverList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of rows of the page. At least 1, at most 100; up to 25 rows without it.
                 * @example 2
                 */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchList"];
                };
            };
        };
    };
    createBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchReply"];
                };
            };
        };
    };
    previewBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchPreview"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchReply"];
                };
            };
        };
    };
    listBatchRows: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of rows of the page. At least 1, at most 500; up to 100 rows without it.
                 * @example 2
                 */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /** @description Only shipments in this state. */
                status?: "done" | "failed" | "running" | "skipped" | "stopped" | "waiting";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchRows"];
                };
            };
        };
    };
    stopBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchReply"];
                };
            };
        };
    };
    retryBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchReply"];
                };
            };
        };
    };
    downloadBatchDocument: {
        parameters: {
            query?: {
                /** @description The part, from 1. Each part has 100 shipments, so there are at most 5. */
                part?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getShippingCredits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditBalance"];
                };
            };
        };
    };
    createCreditCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedCheckout"];
                };
            };
        };
    };
    topUpShippingCredits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditTransactionReply"];
                };
            };
        };
    };
    adjustShippingCredits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditTransactionReply"];
                };
            };
        };
    };
    listCreditTransactions: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of rows of the page. At least 1, at most 200; up to 50 rows without it.
                 * @example 10
                 */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /** @description Only transactions of this kind. If they are rare, a page may hold few or none and still have a next page. */
                kind?: "manual_adjustment" | "shipment_charge" | "shipment_refund" | "topup";
                /** @description Only transactions since this time, inclusive: a timestamp with its offset. */
                from?: string;
                /** @description Only transactions before this time, exclusive: a timestamp with its offset. */
                to?: string;
                /** @description Only transactions of this shipment; an unknown shipment gives an empty list. */
                shipmentId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditTransactions"];
                };
            };
        };
    };
    getCreditStatement: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 50,000; up to 200 rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /** @description The beginning of the period, inclusive: a timestamp with its offset. The default is the first transaction. */
                from?: string;
                /** @description The end of the period, exclusive: a timestamp with its offset. The default is now. */
                to?: string;
                /**
                 * @description `json`, or `csv` for the whole period at once, up to 50,000 transactions. The default is the `Accept` header's
                 *     type.
                 */
                format?: "csv" | "json";
                /**
                 * @description The character between the cells of CSV: `comma`, or `semicolon` for spreadsheets of languages that write a
                 *     decimal comma. With `semicolon` the file begins with a byte order mark.
                 */
                separator?: "comma" | "semicolon";
                /** @description Only transactions of this kind, for CSV alone. For JSON, use the list of transactions. */
                kind?: "manual_adjustment" | "shipment_charge" | "shipment_refund" | "topup";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditStatement"];
                };
            };
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanOffer"][];
                };
            };
        };
    };
    getPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentPlan"];
                };
            };
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 50; up to 20 rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoices"];
                };
            };
        };
    };
    createPlanCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedCheckout"];
                };
            };
        };
    };
    cancelSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    receivePaymentEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentEventReply"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 200; up to 200 rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /** @description Only deliveries to this customer, by your id as given at the grant; exact. */
                customerId?: string;
                /** @description Only deliveries of this product (`prod_…`); an unknown product gives an empty list. */
                productId?: string;
                /**
                 * @description Only deliveries that have this status now.
                 * @example active
                 */
                status?: "active" | "expired" | "revoked";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
        };
    };
    createDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryReply"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryReply"];
                };
            };
        };
    };
    downloadDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryReply"];
                };
            };
        };
    };
    extendDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryReply"];
                };
            };
        };
    };
    resetDeliveryDownloads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryReply"];
                };
            };
        };
    };
    revokeDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryReply"];
                };
            };
        };
    };
    listLicenses: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of rows of the page. At least 1, at most 100; up to 100 rows without it.
                 * @example 10
                 */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /** @description Only licenses of this product (`prod_…`); an unknown product gives an empty list. */
                productId?: string;
                /** @description Only licenses of this customer, by your id as given at the issue; exact. */
                customerId?: string;
                /** @description Only licenses with this status; expired and suspended ones count as `active`. */
                status?: "active" | "revoked";
                /**
                 * @description The beginning of a key, a `customerId` or an `externalRef`, in upper or lower case of a to z. The licenses then
                 *     come in the order of these texts. A page may have fewer than `limit` while more follow.
                 */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseList"];
                };
            };
        };
    };
    createLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseReply"];
                };
            };
        };
    };
    createLicenses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
        };
    };
    lookUpLicense: {
        parameters: {
            query: {
                /** @description The maximum number of rows of the page. At least 1, at most 1,000; up to 1,000 rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /**
                 * @description The whole license key. A generated key is found in lower case too, a custom key only as it is.
                 * @example 3QKQE-N4WHX-5BN7H-SANBP-ECVC7
                 */
                key: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseWithActivations"];
                };
            };
        };
    };
    validateLicense: {
        parameters: {
            query: {
                /**
                 * @description The whole license key. A generated key is found in lower case too, a custom key only as it is.
                 * @example 3QKQE-N4WHX-5BN7H-SANBP-ECVC7
                 */
                key: string;
                /**
                 * @description The product of the software (`prod_…`). A key of any other product is then answered like an unknown one.
                 * @example prod_01M7VG51B0VJGN2Y4H6DRQPXMW
                 */
                productId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseValidity"];
                };
            };
        };
    };
    activateLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivatedLicenseReply"];
                };
            };
        };
    };
    deactivateLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeactivatedLicenseReply"];
                };
            };
        };
    };
    getLicenseSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeyReply"];
                };
            };
        };
    };
    getLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseReply"];
                };
            };
        };
    };
    updateLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseReply"];
                };
            };
        };
    };
    revokeLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseReply"];
                };
            };
        };
    };
    suspendLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseReply"];
                };
            };
        };
    };
    reinstateLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseReply"];
                };
            };
        };
    };
    createLicenseFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseFileReply"];
                };
            };
        };
    };
    listLicenseActivations: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 1,000; up to 100 rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /**
                 * @description `true` shows only present activations; `false` shows ended ones too.
                 * @example true
                 */
                active?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseActivations"];
                };
            };
        };
    };
    releaseLicenseActivation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseActivationReply"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 200; all rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoints"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpointReply"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointReply"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedWebhookEndpointReply"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointReply"];
                };
            };
        };
    };
    rotateWebhookEndpointSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhookSecretReply"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryReply"];
                };
            };
        };
    };
    listWebhookEventTypes: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of rows of the page. At least 1, at most 200; all rows without it.
                 * @example 1
                 */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEventTypes"];
                };
            };
        };
    };
    recoverWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRecoveryReply"];
                };
            };
        };
    };
    getWebhookRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRecoveryReply"];
                };
            };
        };
    };
    getWebhookEndpointStats: {
        parameters: {
            query?: {
                /**
                 * @description The last 24 hours, 7 days or 30 days. A window begins with a full hour.
                 * @example 24h
                 */
                window?: "24h" | "30d" | "7d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookStatsReply"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of rows of the page. At least 1, at most 200; up to 50 rows without it.
                 * @example 1
                 */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /**
                 * @description Only deliveries of events of this full type.
                 * @example svc.shipment.created.v1
                 */
                type?: string;
                /** @description Only deliveries that have this status now. */
                status?: "failed" | "pending" | "sent";
                /**
                 * @description Only deliveries to this endpoint; an unknown one gives an empty list.
                 * @example cqbcbkcicsmkqgbfnaxrpaws
                 */
                endpointId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveries"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryReply"];
                };
            };
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryReply"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of rows of the page. At least 1, at most 200; up to 50 rows without it.
                 * @example 1
                 */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /**
                 * @description Only events of exactly this type; with `*` at the end, of all types with that prefix.
                 * @example svc.shipment.created.v1
                 */
                type?: string;
                /** @description Only events of this resource: an id such as `prod_…` or `ship_…`, for a stock level `var_…:wh_…`. */
                subject?: string;
                /** @description Only events at or after this timestamp, which has an offset. */
                from?: string;
                /** @description Only events before this timestamp, which has an offset. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReply"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of rows of the page. At least 1, at most 500; up to 100 rows without it.
                 * @example 2
                 */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /**
                 * @description Only actions with this prefix: `product` finds `product.created` and `product.updated`.
                 * @example product.
                 */
                action?: string;
                /** @description Only entries about this type of resource, such as `Product`; exact. */
                target_type?: string;
                /** @description Only entries about the resource with this id; exact. */
                targetId?: string;
                /**
                 * @description Only entries of this actor: the identity provider's id of a person, or the workspace's id for its API keys;
                 *     exact.
                 */
                actorId?: string;
                /** @description Only entries at or after this timestamp, which has an offset. */
                from?: string;
                /** @description Only entries before this timestamp, which has an offset. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntries"];
                };
            };
        };
    };
    exportAuditLog: {
        parameters: {
            query?: {
                /**
                 * @description Only actions with this prefix: `product` finds `product.created` and `product.updated`.
                 * @example api_key.
                 */
                action?: string;
                /** @description Only entries about this type of resource, such as `Product`; exact. */
                target_type?: string;
                /** @description Only entries about the resource with this id; exact. */
                targetId?: string;
                /**
                 * @description Only entries of this actor: the identity provider's id of a person, or the workspace's id for its API keys;
                 *     exact.
                 */
                actorId?: string;
                /** @description Only entries at or after this timestamp, which has an offset. */
                from?: string;
                /** @description Only entries before this timestamp, which has an offset. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getIntegrationStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationStatus"];
                };
            };
        };
    };
    getStatsOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatsOverview"];
                };
            };
        };
    };
    getStatsDays: {
        parameters: {
            query?: {
                /**
                 * @description The first day, such as `2026-11-01`. Without it, 29 days before the last one.
                 * @example 2026-11-19
                 */
                from?: string;
                /**
                 * @description The last day, which is included. Without it, today, or the 92nd day where `from` is longer ago.
                 * @example 2026-11-20
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatsDays"];
                };
            };
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerWorkspace"];
                };
            };
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerWorkspace"];
                };
            };
        };
    };
    getPartnerUsage: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 200; up to 50 rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /**
                 * @description The beginning of the period: a date, which means its midnight in UTC, or a timestamp with its offset. The default
                 *     is the last month of the period.
                 */
                from?: string;
                /**
                 * @description The end of the period, exclusive: a date, or a timestamp with its offset. The default is the end of the present
                 *     month.
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerUsage"];
                };
            };
        };
    };
    receiveStorefrontEvent: {
        parameters: {
            query?: {
                /**
                 * @description The storefront whose secret verifies the signature (`sf_…`), as in the printed address.
                 * @example sf_01M7VJMCD0007WJEX0ZKG387PE
                 */
                storefront?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorefrontEventReply"];
                };
            };
        };
    };
    listStorefrontOrders: {
        parameters: {
            query?: {
                /** @description The maximum number of rows of the page. At least 1, at most 200; up to 50 rows without it. */
                limit?: number;
                /** @description The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list. */
                cursor?: string;
                /** @description Only orders that have this status now. */
                status?: "expired" | "failed" | "fulfilled" | "open" | "partly_fulfilled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorefrontOrders"];
                };
            };
        };
    };
    getStorefrontOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorefrontOrderReply"];
                };
            };
        };
    };
    retryStorefrontOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is under `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorefrontOrderReply"];
                };
            };
        };
    };
}
