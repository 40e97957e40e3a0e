// Generated from the OpenAPI document by scripts/generate.mjs. Do not change it by hand.

export interface components {
    schemas: {
        /**
         * ActivatedLicenseReply
         * @description An instance that holds a slot of a license now.
         */
        ActivatedLicenseReply: {
            /** @description The license that the key is of. */
            license: components["schemas"]["PublicLicense"];
            /** @description The instance's activation. */
            activation: components["schemas"]["LicenseActivation"];
            /** @description Whether the instance held a slot before, so that nothing has changed. */
            alreadyActive: boolean;
        };
        /**
         * Address
         * @description A saved destination of one customer.
         */
        Address: {
            /** @description The address's id (`addr_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The customer whose address it is, by the caller's own id (`cus_…` or any other text). It never changes. */
            customerId: string;
            /** @description What the customer calls it, such as Home or Office. */
            label: string;
            /** @description Who receives parcels there. */
            contactName: string;
            /** @description The receiver's phone number, as it was given. */
            contactPhone: string;
            /** @description The receiver's e-mail address; null where there is none. */
            email: string | null;
            /** @description Street and number. */
            address: string;
            /** @description How to deliver there, for the driver; null where there is none. */
            note: string | null;
            /** @description The postal code, as it was given; null where there is none. */
            postalCode: string | null;
            /** @description The courier aggregator's id of the area; null where it is not known. */
            areaId: string | null;
            /** @description Latitude in decimal degrees, south negative; null where it is not known. */
            lat: number | null;
            /** @description Longitude in decimal degrees, west negative; null where it is not known. */
            lng: number | null;
            /** @description Whether it is the customer's default; of a customer's addresses at most one is. */
            isDefault: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed. A change of nothing leaves it, and with it the place in the list.
             */
            updatedAt: string;
        };
        /**
         * AddressChange
         * @description What is left out stays as it is; null clears. The customer cannot change.
         */
        AddressChange: {
            /** @description Taken only where it is the present customer: an address cannot change its customer. */
            customerId?: string;
            /** @description What the customer calls it from now on. */
            label?: string;
            /** @description Who receives parcels there from now on. */
            contactName?: string;
            /** @description The receiver's new phone number. */
            contactPhone?: string;
            /** @description The new street and number. */
            address?: string;
            /** @description The receiver's new e-mail address. */
            email?: string | null;
            /** @description How to deliver there from now on, for the driver. */
            note?: string | null;
            /** @description The new postal code. */
            postalCode?: string | null;
            /** @description The same under the name that the shipping origin has it by; where both are given they must not differ. */
            postal?: string | null;
            /** @description The courier aggregator's id of the new area, from `GET /shipping/areas`. */
            areaId?: string | null;
            /** @description Latitude in decimal degrees; south is negative. */
            lat?: number | null;
            /** @description Longitude in decimal degrees; west is negative. */
            lng?: number | null;
            /**
             * @description True makes it the customer's default in place of the present
             *     one; false on the default leaves the customer without one.
             */
            isDefault?: boolean;
        };
        /**
         * AddressList
         * @description A page of addresses.
         */
        AddressList: {
            /** @description Defaults first, then the newest-updated. */
            addresses: components["schemas"]["Address"][];
        };
        /**
         * AddressReply
         * @description One address.
         */
        AddressReply: {
            /** @description The address as it is now. */
            address: components["schemas"]["Address"];
        };
        /**
         * AggregatorConfig
         * @description A workspace's settings at the aggregator. `reportUrl` is where the own key's reports are to be sent.
         */
        AggregatorConfig: {
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /**
             * @description Whether the workspace has a key of its own at the aggregator. Without one
             *     the platform's is used, and shipments are charged to the shipping credit.
             */
            apiKeyConfigured: boolean;
            /**
             * @description The last four characters of the own key behind an ellipsis (`…a1b2`), and never more than
             *     half of it; null without one, and for partners.
             */
            apiKeyPreview: string | null;
            /** @description The aggregator's id of a pick-up place, kept for the caller and used by nothing else; null where none is named. */
            defaultOriginId: string | null;
            /**
             * @description The codes of the couriers that are enabled, the same set as `couriers`
             *     of the origin. Empty means every courier that needs no coordinates.
             */
            enabledCouriers: string[];
            /**
             * @description The courier to propose first, for the caller's own use: the
             *     service chooses no courier by itself. Null where none is named.
             */
            defaultCourier: string | null;
            /** @description The master switch: while it is false, quotes and bookings are 400 `NOT_CONFIGURED`. */
            active: boolean;
            /**
             * @description Where the aggregator is to send its reports on what is booked with the own key; enter it there, and keep it
             *     secret. Null without an own key, and for partners.
             */
            reportUrl: string | null;
        };
        /**
         * AggregatorStatus
         * @description How couriers are booked.
         */
        AggregatorStatus: {
            /** @description Whether the workspace's own key of the aggregator is on file; without one, the platform's is used. */
            apiKeyConfigured: boolean;
            /** @description Whether shipping is switched on; while it is not, there are no rates and no bookings. */
            active: boolean;
            /**
             * @description The codes of the couriers that the workspace has chosen; empty where it has chosen none, which means every
             *     courier that needs no coordinates.
             */
            enabledCouriers: string[];
        };
        /**
         * ApiKey
         * @description A key that requests are signed with; its secret is never shown again.
         */
        ApiKey: {
            /** @description Identifies the key in paths; opaque. */
            id: string;
            /** @description What people call the key. */
            name: string;
            /** @description What a signed request names as its `keyId`: 24 characters, no secret. */
            keyId: string;
            /** @description The first 8 and the last 4 characters of the secret, with an ellipsis between. */
            secretPreview: string;
            /**
             * @description What the key is for: `read`, `write`, `admin`; the platform key of a partner has one more. They are recorded, and
             *     enforced only where the operator has that set.
             */
            scopes: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description When a request was last signed with it, known within seconds; null before the first one. */
            lastUsedAt: string | null;
            /** @description When it was revoked, for ever; null while it is not. */
            revokedAt: string | null;
            /** @description From when on it is refused; null: it never expires. */
            expiresAt: string | null;
            /** @description The networks that requests must come from, as they are kept (`203.0.113.7/32`); null: from anywhere. */
            networks: string[] | null;
            /**
             * @description Who created it: the identity provider's id of a person, or the workspace (`acc_…`) where a key did; null where
             *     the operator did.
             */
            createdBy: string | null;
            /** @description The partner that made it on behalf of the merchant, by its name; null for all others. */
            madeByPartner: string | null;
        };
        /**
         * ApiKeyList
         * @description A list of the workspace's keys.
         */
        ApiKeyList: {
            /** @description The keys, newest first, with those that are revoked or have expired. A partner sees those alone that it made. */
            apiKeys: components["schemas"]["ApiKey"][];
        };
        /**
         * ApiKeyWithSecretReply
         * @description A new key with its secret.
         */
        ApiKeyWithSecretReply: {
            /** @description The key that was created. */
            apiKey: components["schemas"]["CreatedApiKey"];
            /** @description What requests are signed with. It is in this answer only, and cannot be fetched again. */
            secret: string;
        };
        /**
         * ArchivableCounts
         * @description How many there are, by whether they are archived.
         */
        ArchivableCounts: {
            /** @description How many are not archived. */
            active: number;
            /** @description How many are archived. */
            archived: number;
        };
        /**
         * ArchivedResponse
         * @description What an archived record is answered with; it stays, and can be un-archived.
         */
        ArchivedResponse: {
            /** @description Always true: it is archived now, whether this request did it or an earlier one. */
            archived: boolean;
        };
        /**
         * Area
         * @description One hit of the area search.
         */
        Area: {
            /** @description The aggregator's id of the area: what `areaId` takes. */
            id: string;
            /** @description The whole name, with what it belongs to. */
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
         * @description One change: who made it, of what, and from where.
         */
        AuditEntry: {
            /** @description Identifies the entry; opaque. */
            id: string;
            /** @description The workspace in which it was done (`acc_…`). */
            accountId: string;
            /**
             * @description `user`: a person, or an API key; `api_key`: the platform key of a partner that provisioned the workspace;
             *     `system`: the service by itself, or its operator.
             * @enum {string}
             */
            actorType: "api_key" | "system" | "user";
            /**
             * @description Who did it: the identity provider's id of a person, or the workspace (`acc_…`) for an API key; null for
             *     `system`.
             */
            actorId: string | null;
            /** @description The address of the person, as their token has it; null where there is none. */
            actorEmail: string | null;
            /** @description What was done, in lower case with dots, such as `product.updated`. */
            action: string;
            /** @description What kind of thing it was done to, such as `Product`; null where it is about none. */
            targetType: string | null;
            /**
             * @description Which one it was done to, by its id; null where it is about none. To a partner it is null, with `before` and
             *     `after`, where it is a key of the merchant's own.
             */
            targetId: string | null;
            /**
             * @description The fields that changed, as they were, and the name; null where it is new. Texts are cut at 500 characters, and
             *     end with an ellipsis then.
             */
            before: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The fields that changed, as they became, and the name; all of them where it is new, null where it is gone. Texts
             *     are cut as in `before`.
             */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description The client's address; null where no request did it. */
            ip: string | null;
            /** @description What the client called itself; null where it did not. */
            userAgent: string | null;
            /**
             * @description What else there is to say; often an empty object. Where a partner acted, `partner` and `keyId` name it and its
             *     key.
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was done.
             */
            createdAt: string;
        };
        /**
         * Batch
         * @description Something that the worker does with many shipments, one after the other, four at a time.
         */
        Batch: {
            /** @description The batch's id (`batch_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /**
             * @description What is done with each shipment.
             * @enum {string}
             */
            kind: "book" | "cancel" | "print";
            /**
             * @description `running` until every shipment has an outcome, then `finished`; trying the failed ones again has it run again.
             * @enum {string}
             */
            status: "finished" | "running";
            /** @description How many shipments it has, 1 to 500. */
            total: number;
            /** @description How far they are. */
            counts: components["schemas"]["BatchCounts"];
            /** @description The shipping credit charged by its bookings so far, in minor units. */
            charged: number;
            /** @description The shipping credit refunded by its cancellations so far, in minor units. */
            refunded: number;
            /**
             * @description Whether the filter had more than 500 shipments, of which 500 are in the batch: the oldest, or those that the list
             *     shows first where the filter has `q`, `queue` or `printed`.
             */
            truncated: boolean;
            /** @description The filter that it was made of; null where the shipments were listed. */
            filter: {
                [key: string]: unknown;
            } | null;
            /** @description Why the shipments are cancelled; null in a batch of another kind. */
            reason: string | null;
            /** @description How its document is printed, as it was given; null where nothing was said. */
            printing: {
                [key: string]: unknown;
            } | null;
            /** @description Who ordered it: the identity provider's id of a person, the workspace's id for an API key. */
            createdBy: string | null;
            /**
             * Format: date-time
             * @description When it was ordered.
             */
            createdAt: string;
            /** @description When somebody stopped it; null where nobody did. */
            stoppedAt: string | null;
            /** @description When the last shipment had its outcome; null until then. */
            finishedAt: string | null;
        };
        /**
         * BatchCounts
         * @description How many of a batch's shipments have come how far; together they are `total`.
         */
        BatchCounts: {
            /** @description Those that are not begun yet. */
            waiting: number;
            /** @description Begun: the courier is being asked, or it is not known yet what became of it. */
            running: number;
            /** @description Those that are done. */
            done: number;
            /** @description Refused, by the courier or by the service; the row says why, and they can be tried again. */
            failed: number;
            /** @description Nothing was to be done, for example because the shipment was booked already; the row says why. */
            skipped: number;
            /** @description Left untouched, since the batch was stopped before their turn. */
            stopped: number;
        };
        /**
         * BatchExcluded
         * @description A shipment that would be skipped.
         */
        BatchExcluded: {
            /** @description The shipment (`ship_…`). */
            id: string;
            /** @description The order's number of the shipment; null without one. */
            externalRef: string | null;
        };
        /**
         * BatchExclusion
         * @description Shipments that would be skipped for one reason.
         */
        BatchExclusion: {
            /** @description The reason as a code. */
            code: string;
            /** @description The reason in words. */
            message: string;
            /** @description How many it keeps out. */
            count: number;
            /** @description Which ones, in the batch's order. */
            shipments: components["schemas"]["BatchExcluded"][];
        };
        /**
         * BatchFinished
         * @description Every shipment of a batch has its outcome, or was left untouched since the batch was stopped.
         *
         *     It fires again where the failed ones were tried again.
         */
        BatchFinished: {
            /** @description The batch's id (`batch_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /**
             * @description What is done with each shipment.
             * @enum {string}
             */
            kind: "book" | "cancel" | "print";
            /**
             * @description `running` until every shipment has an outcome, then `finished`; trying the failed ones again has it run again.
             * @enum {string}
             */
            status: "finished" | "running";
            /** @description How many shipments it has, 1 to 500. */
            total: number;
            /** @description How far they are. */
            counts: components["schemas"]["BatchCounts"];
            /** @description The shipping credit charged by its bookings so far, in minor units. */
            charged: number;
            /** @description The shipping credit refunded by its cancellations so far, in minor units. */
            refunded: number;
            /**
             * @description Whether the filter had more than 500 shipments, of which 500 are in the batch: the oldest, or those that the list
             *     shows first where the filter has `q`, `queue` or `printed`.
             */
            truncated: boolean;
            /** @description The filter that it was made of; null where the shipments were listed. */
            filter: {
                [key: string]: unknown;
            } | null;
            /** @description Why the shipments are cancelled; null in a batch of another kind. */
            reason: string | null;
            /** @description How its document is printed, as it was given; null where nothing was said. */
            printing: {
                [key: string]: unknown;
            } | null;
            /** @description Who ordered it: the identity provider's id of a person, the workspace's id for an API key. */
            createdBy: string | null;
            /**
             * Format: date-time
             * @description When it was ordered.
             */
            createdAt: string;
            /** @description When somebody stopped it; null where nobody did. */
            stoppedAt: string | null;
            /** @description When the last shipment had its outcome; null until then. */
            finishedAt: string | null;
            /** @description The batch's id once more; the same as `id`. */
            batchId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
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
         * @description What a batch would do; nothing was changed.
         */
        BatchPreview: {
            /**
             * @description What would be done with each shipment.
             * @enum {string}
             */
            kind: "book" | "cancel" | "print";
            /** @description How many shipments the batch would have. */
            total: number;
            /**
             * @description The shipments that the batch would have, in its order. A batch of these, by `shipmentIds`, does what was told
             *     here; one of the filter has what fits it by then.
             */
            shipmentIds: string[];
            /** @description With how many of them something would be done. */
            qualifying: number;
            /** @description Why the others would be skipped, the most frequent reason first. */
            excluded: components["schemas"]["BatchExclusion"][];
            /** @description Whether the filter has more than 500 shipments, of which 500 would be in the batch. */
            truncated: boolean;
            /**
             * @description The shipping credit that booking the qualifying ones takes, in minor units: of each the larger of its price and a
             *     fresh quote. With `unquoted` above 0 it is the least. 0 with an aggregator key of the workspace's own, and for the
             *     other kinds.
             */
            creditNeeded: number;
            /**
             * @description How many of the qualifying ones no courier has quoted, so that they count with the price of their draft: at most
             *     40 distinct parcels are quoted, within 10 seconds.
             */
            unquoted: number;
            /** @description When the oldest of the quotes was asked for; null where there is none. */
            quotedAt: string | null;
            /** @description The shipping credit that is there and not held, in minor units; null for a person who may not see it. */
            creditAvailable: number | null;
        };
        /**
         * BatchPrinting
         * @description How the batch's document is printed; the flags are those of a single label.
         */
        BatchPrinting: {
            /** @description What is printed of each shipment: `labels`. */
            documents?: "labels"[] | null;
            /** @description The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height. Left out: `thermal-100x150`. */
            size?: ("a4" | "thermal-100x150" | "thermal-80x100") | null;
            /** @description Whether the sender's phone number is printed. */
            showSenderPhone?: boolean | null;
            /** @description Whether the recipient's phone number is printed. */
            showRecipientPhone?: boolean | null;
            /** @description Whether the recipient's name shows but some of its letters (`S*** R****u`). */
            maskRecipientName?: boolean | null;
            /** @description Whether the middle of the recipient's phone number is hidden (`0812****7890`). */
            maskRecipientPhone?: boolean | null;
            /** @description Whether the shipping price is printed. */
            showShippingCost?: boolean | null;
            /** @description Whether it is printed if, and for which premium, the parcel is insured. */
            showInsurance?: boolean | null;
            /** @description Whether what is in the parcel is listed. */
            showItems?: boolean | null;
            /** @description Whether the list has each item's description. */
            showItemDescriptions?: boolean | null;
            /** @description Whether the list has each item's `sku`. */
            showItemSkus?: boolean | null;
            /** @description `single` prints one label to a page, `4up` four to a sheet of A4, to be cut along its lines. Left out: `single`. */
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
         * @description What became of one shipment of a batch.
         */
        BatchRow: {
            /** @description Its place in the batch, from 0. */
            position: number;
            /** @description The shipment (`ship_…`). */
            shipmentId: string;
            /** @description The order's number of the shipment; null without one. */
            externalRef: string | null;
            /** @description The name of whom the shipment goes to. */
            recipient: string | null;
            /**
             * @description `waiting` for its turn; `running`, also where the courier's answer was lost and it is not known yet what
             *     became of it (it is not booked twice); `done`; `failed`; `skipped`, since nothing was to be done; `stopped`
             *     before its turn.
             * @enum {string}
             */
            status: "done" | "failed" | "running" | "skipped" | "stopped" | "waiting";
            /** @description 1 at first; one more each time that the failed ones are tried again. */
            attempt: number;
            /**
             * @description The shipping credit charged by its booking, in minor units; null until it is booked, in a batch of another
             *     kind, and where the batch ended before this was noted.
             */
            charged: number | null;
            /** @description The shipping credit refunded by its cancellation, in minor units; null in the same cases. */
            refunded: number | null;
            /** @description Why it failed, was skipped, or is not known yet; null where nothing is wrong. */
            error: components["schemas"]["BatchRowError"] | null;
            /** @description The status that the request for this shipment alone would have had; null until there is an outcome. */
            httpStatus: number | null;
            /** @description When it had its outcome; null until then. */
            finishedAt: string | null;
        };
        /**
         * BatchRowError
         * @description Why a shipment failed or was skipped.
         */
        BatchRowError: {
            /** @description The code that the request for this shipment alone would have been refused with (docs/errors.md). */
            code: string;
            /** @description The reason in words; what the courier said is introduced as the courier's. */
            message: string;
        };
        /**
         * BatchRows
         * @description A page of a batch's shipments.
         */
        BatchRows: {
            /** @description In the batch's order. */
            rows: components["schemas"]["BatchRow"][];
        };
        /**
         * BulkItemResult
         * @description What became of row `index`: the HTTP status it would have had, and its `data` or its `error`.
         */
        BulkItemResult: {
            /** @description Which row it is, counted from 0. */
            index: number;
            /**
             * @description The HTTP status that the row would have had as a request of
             *     its own; 424 where another row of an atomic request was refused.
             */
            status: number;
            /** @description What the row alone would have been answered as `data`; absent where it was refused. */
            data?: unknown;
            /**
             * @description Why the row was refused, with `code`, `message` and, where
             *     one input is at fault, `field`; absent where it was done.
             */
            error?: unknown;
        };
        /**
         * BulkLicenses
         * @description Licenses to issue in one request.
         */
        BulkLicenses: {
            /** @description What to issue. Each row is taken as a request of its own to issue a license, and has its own outcome. */
            licenses: components["schemas"]["NewLicense"][];
        };
        /**
         * BulkProducts
         * @description `products` as POST /products takes them.
         */
        BulkProducts: {
            /** @description 1 to 200 products; each row is created or refused by itself. */
            products: components["schemas"]["NewProduct"][];
        };
        /**
         * BulkResult
         * @description One outcome a row.
         */
        BulkResult: {
            /** @description One for each row that was sent, in the order of the rows. */
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
         * @description `adjustments` as POST /stock/adjust takes them; `atomic` does all of them or nothing.
         */
        BulkStockAdjustment: {
            /** @description 1 to 1,000 adjustments; those of one level happen in the order given. */
            adjustments: components["schemas"]["StockAdjustment"][];
            /** @description True does all of them or nothing: one refused row refuses the request. False does each by itself. */
            atomic?: boolean | null;
        };
        /**
         * CancelledShipment
         * @description A cancelled shipment.
         */
        CancelledShipment: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /**
             * @description How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
             *     `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
             *     `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
             *     on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
             *     booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's. */
            insurance: number;
            /** @description Whether the courier is to insure it, for the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier gives one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
             *     shipping origin. Its fields are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description Where it goes, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description What is in it, as it was given, with the `variantId`, `productId`
             *     and `sku` that were found. The fields are those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The buyer, by the merchant's own id; null where it was not given. */
            customerId: string | null;
            /** @description The checkout that it is for, by the caller's own id, whose reservations it took; null without one. */
            checkoutSessionId: string | null;
            /** @description The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null. */
            productId: string | null;
            /**
             * @description The system that the order comes from, by the caller's own
             *     name; for a storefront's order, the partner. Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /** @description The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page. */
            trackingPageUrl: string;
            /** @description What the courier asks in all, premium included, by its latest word, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When anything of it last changed, but for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /**
             * @description When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
             *     back.
             */
            printedAt: string | null;
            /**
             * @description Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
             *     `printedAt` is.
             */
            printedBy: string | null;
            /** @description What went back to the shipping credit, in minor units; 0 where nothing was charged. */
            refunded: number;
        };
        /**
         * CourierReportReply
         * @description What became of a courier's report.
         */
        CourierReportReply: {
            /** @description How many reports on the order were new; 0 for a probe, a repeat, or an order of nobody here. */
            applied: number;
        };
        /**
         * CourierService
         * @description One row of the catalogue, named as the aggregator names it.
         */
        CourierService: {
            /** @description The courier, as it is named in requests. */
            courier_code: string;
            /** @description What people call the courier. */
            courier_name: string;
            /** @description The service, as it is named in requests; unique within its courier. */
            courier_service_code: string;
            /** @description What people call the service. */
            courier_service_name: string;
            /**
             * @description How fast, in the aggregator's word, such as `standard`, `same_day` or `instant`. A courier whose every service is
             *     one of the last two needs coordinates at both ends.
             */
            service_type: string;
            /** @description The aggregator's price tier that the service belongs to; null where it names none. */
            tier: string | null;
        };
        /**
         * CreatedApiKey
         * @description A key that was just created.
         */
        CreatedApiKey: {
            /** @description Identifies the key in paths; opaque. */
            id: string;
            /** @description What people call the key. */
            name: string;
            /** @description What a signed request names as its `keyId`: 24 characters, no secret. */
            keyId: string;
            /**
             * @description What the key is for: `read`, `write`, `admin`; the platform key of a partner has one more. They are recorded, and
             *     enforced only where the operator has that set.
             */
            scopes: string[];
            /** @description From when on it is refused; null: it never expires. */
            expiresAt: string | null;
            /** @description The networks that requests must come from, as they are kept (`203.0.113.7/32`); null: from anywhere. */
            networks: string[] | null;
            /**
             * Format: date-time
             * @description When it was created.
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
            /** @description What deliveries are signed with (`whsec_…`). It is in this answer only, and cannot be fetched again. */
            secret: string;
        };
        /**
         * CreditAdjustment
         * @description Credit to correct, or to give back.
         */
        CreditAdjustment: {
            /**
             * @description What to add, in the currency's minor unit (for IDR whole rupiah); never 0. Only a `manual_adjustment` may be
             *     negative: it takes away, and no more than is available.
             */
            amount: number;
            /**
             * @description `manual_adjustment` corrects the balance; `shipment_refund` gives back of what a shipment was charged, and never
             *     more than is left of it.
             * @enum {string}
             */
            kind: "manual_adjustment" | "shipment_refund";
            /** @description The shipment that it is about (`ship_…`); needed for a `shipment_refund`. */
            shipmentId?: string | null;
            /**
             * @description Your own reference. A repeat of the same kind under it moves nothing, and answers 200 with the first transaction;
             *     with another amount or shipment it is 409 `DUPLICATE`.
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
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description What was paid in and not spent: the sum of all transactions, with what is held; never below 0. */
            balance: number;
            /** @description What bookings under way have set aside; charged or let go of when they are settled. */
            held: number;
            /** @description What the next booking may take: `balance` less `held`. */
            available: number;
            /**
             * @description What refunds and disputes took back of purchases that were spent already; the next top-ups pay for it first.
             *     Mostly 0.
             */
            owed: number;
            /** @description The code of the currency, such as `IDR`. */
            currency: string;
            /**
             * Format: date-time
             * @description When credit was last moved or held; when the workspace was made, if it never was.
             */
            updatedAt: string;
        };
        /**
         * CreditCheckout
         * @description Credit to buy on a page of the payment provider.
         */
        CreditCheckout: {
            /** @description How much to buy, in the currency's minor unit (for IDR whole rupiah). */
            amount: number;
            /**
             * @description Where the receipt goes. For a person, the address of their token is used where it has one. Without any, the
             *     payment provider keeps the one that it has, or asks on its page.
             */
            email?: string | null;
            /** @description The buyer's name, for the payment provider. */
            name?: string | null;
            /**
             * @description `console`: who has paid, or not, comes back to the workspace's page in the console; else to the pages that the
             *     operator has set, or to a page that says what happened.
             */
            returnTo?: "console" | null;
        };
        /**
         * CreditStatement
         * @description What moved the credit in a period. Amounts are in the currency's minor unit, for IDR whole rupiah.
         */
        CreditStatement: {
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The code of the currency, such as `IDR`. */
            currency: string;
            /** @description Where the period begins, that moment included; null: with the first transaction. */
            from: string | null;
            /** @description Where the period ends, that moment not included; null: now. */
            to: string | null;
            /** @description The balance before the period. */
            openingBalance: number;
            /** @description The balance after the whole period, whichever page is shown. */
            closingBalance: number;
            /** @description What moved the balance in the period, oldest first; 200 a page unless `limit` says otherwise, 1,000 at most. */
            transactions: components["schemas"]["CreditTransaction"][];
        };
        /**
         * CreditTopUp
         * @description Credit to add.
         */
        CreditTopUp: {
            /** @description How much to add, in the currency's minor unit (for IDR whole rupiah). */
            amount: number;
            /**
             * @description Your own reference of the payment. A repeat under it adds nothing, and answers 200 with the first transaction;
             *     with another amount it is 409 `DUPLICATE`.
             */
            externalRef?: string | null;
            /** @description A note, shown with the transaction. */
            memo?: string | null;
        };
        /**
         * CreditTransaction
         * @description One line of the credit ledger; the balance is the sum of all `amount`s. Amounts are in the currency's minor unit,
         *     for IDR whole rupiah.
         */
        CreditTransaction: {
            /** @description Identifies the transaction (`ctx_…`). */
            id: string;
            /**
             * @description `topup`: credit that was bought or added; `shipment_charge`: what a booking cost; `shipment_refund`: what was
             *     given back of such a charge; `manual_adjustment`: everything else, such as a correction by hand, another price of
             *     the courier, or a payment that was refunded.
             * @enum {string}
             */
            kind: "manual_adjustment" | "shipment_charge" | "shipment_refund" | "topup";
            /** @description What was added to the balance; negative where it was taken. */
            amount: number;
            /** @description The balance after it. */
            balanceAfter: number;
            /** @description The shipment that it is about (`ship_…`); null where it is about none. */
            shipmentId: string | null;
            /**
             * @description The reference that it was made under, and made once per `kind`; `chk_…` for credit that was bought. Null where
             *     there is none.
             */
            externalRef: string | null;
            /** @description A note about it, by whoever made it; null where there is none. */
            memo: string | null;
            /**
             * @description Who bought, topped up or adjusted by hand: the identity provider's id of a person, or the workspace (`acc_…`) for
             *     an API key. Null for what a shipment, a refund or a dispute did, and the operator.
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
         * @description A movement of the credit, and the balance.
         */
        CreditTransactionReply: {
            /** @description The movement; under a known `externalRef`, the one that was made before. */
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
            /** @description The same as `meta.cursor`: leads to the next page, null on the last one. */
            nextCursor: string | null;
        };
        /**
         * CurrentPlan
         * @description The workspace's plan and its limits. What there is already stays where a plan includes less.
         */
        CurrentPlan: {
            /**
             * @description The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits.
             * @enum {string}
             */
            plan: "free" | "growth" | "internal" | "scale" | "starter";
            /** @description What people call the plan, such as `Growth`. */
            planName: string;
            /** @description Whether `plan` is `internal`. */
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
         * @description One day of the workspace's zone. Amounts are in the currency's minor unit, for IDR whole rupiah.
         */
        DailyStatistics: {
            /** @description Which day, such as `2026-11-23`. */
            day: string;
            /** @description How many shipments were booked that day, also where they were cancelled later. */
            booked: number;
            /** @description How many shipments were delivered that day, whenever they were booked. */
            delivered: number;
            /** @description How many shipments came back that day, whenever they were booked. */
            returned: number;
            /** @description How many booked shipments were cancelled that day, by the merchant or by the courier. */
            cancelled: number;
            /** @description What shipments were charged that day, less what they were given back; less than 0 where that was more. */
            creditSpent: number;
            /** @description What else moved the shipping credit that day: what was topped up, adjusted, or taken back by a dispute. */
            creditAdded: number;
            /** @description The balance of the shipping credit when the day ended, or as it is now for a day that has not. */
            creditBalance: number;
        };
        /**
         * DeactivatedLicenseReply
         * @description An instance that holds no slot of a license any more.
         */
        DeactivatedLicenseReply: {
            /** @description Whether this request gave a slot back. */
            deactivated: boolean;
            /** @description Whether there was nothing to give back: the instance held no slot, or the key is unknown. */
            alreadyDeactivated: boolean;
            /** @description How many instances hold a slot of the license now; 0 for an unknown key. */
            activations: number;
        };
        /**
         * DeletedAddressReply
         * @description What a deleted address is answered with; it is gone for good.
         */
        DeletedAddressReply: {
            /** @description Always true: the address is gone, and no other became the default in its place. */
            deleted: boolean;
        };
        /**
         * DeletedWebhookEndpointReply
         * @description What a deleted endpoint is answered with.
         */
        DeletedWebhookEndpointReply: {
            /** @description Always true: it is gone, and its delivery log with it. */
            deleted: boolean;
        };
        /**
         * Delivery
         * @description A customer's right to download a product so many times until `expiresAt`.
         */
        Delivery: {
            /** @description Identifies the delivery (`dlv_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The digital product that may be downloaded (`prod_…`). */
            productId: string;
            /** @description Who may download it, by the id that was given at the grant. */
            customerId: string;
            /** @description The checkout that it was bought in, by the id that was given at the grant. A checkout delivers a product once. */
            checkoutSessionId: string;
            /**
             * @description `active`: its time is not over, also where every download is used; `expired`: `expiresAt` has come; `revoked`: it
             *     was revoked, and not extended since.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`. */
            downloadCount: number;
            /** @description How many downloads it allows, 1 to 100; set at the grant for good. */
            maxDownloads: number;
            /**
             * Format: date-time
             * @description When it ends by itself. Extending moves it to 30 days after now, or after this where it is later; revoking sets
             *     it to now where it was still ahead.
             */
            expiresAt: string;
            /** @description When it was revoked; null where it was not, or was extended since. */
            revokedAt: string | null;
            /** @description When a download was last counted; null before the first one. Resetting the count leaves it. */
            lastDownloadedAt: string | null;
            /**
             * @description The system that it comes from, as given at the grant; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the grant; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * DeliveryCreated
         * @description A digital delivery was granted.
         */
        DeliveryCreated: {
            /** @description Identifies the delivery (`dlv_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The digital product that may be downloaded (`prod_…`). */
            productId: string;
            /** @description Who may download it, by the id that was given at the grant. */
            customerId: string;
            /** @description The checkout that it was bought in, by the id that was given at the grant. A checkout delivers a product once. */
            checkoutSessionId: string;
            /**
             * @description `active`: its time is not over, also where every download is used; `expired`: `expiresAt` has come; `revoked`: it
             *     was revoked, and not extended since.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`. */
            downloadCount: number;
            /** @description How many downloads it allows, 1 to 100; set at the grant for good. */
            maxDownloads: number;
            /**
             * Format: date-time
             * @description When it ends by itself. Extending moves it to 30 days after now, or after this where it is later; revoking sets
             *     it to now where it was still ahead.
             */
            expiresAt: string;
            /** @description When it was revoked; null where it was not, or was extended since. */
            revokedAt: string | null;
            /** @description When a download was last counted; null before the first one. Resetting the count leaves it. */
            lastDownloadedAt: string | null;
            /**
             * @description The system that it comes from, as given at the grant; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the grant; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The delivery's id once more; the same as `id`. */
            deliveryId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * DeliveryDownloaded
         * @description A download was counted.
         */
        DeliveryDownloaded: {
            /** @description Identifies the delivery (`dlv_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The digital product that may be downloaded (`prod_…`). */
            productId: string;
            /** @description Who may download it, by the id that was given at the grant. */
            customerId: string;
            /** @description The checkout that it was bought in, by the id that was given at the grant. A checkout delivers a product once. */
            checkoutSessionId: string;
            /**
             * @description `active`: its time is not over, also where every download is used; `expired`: `expiresAt` has come; `revoked`: it
             *     was revoked, and not extended since.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`. */
            downloadCount: number;
            /** @description How many downloads it allows, 1 to 100; set at the grant for good. */
            maxDownloads: number;
            /**
             * Format: date-time
             * @description When it ends by itself. Extending moves it to 30 days after now, or after this where it is later; revoking sets
             *     it to now where it was still ahead.
             */
            expiresAt: string;
            /** @description When it was revoked; null where it was not, or was extended since. */
            revokedAt: string | null;
            /** @description When a download was last counted; null before the first one. Resetting the count leaves it. */
            lastDownloadedAt: string | null;
            /**
             * @description The system that it comes from, as given at the grant; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the grant; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The delivery's id once more; the same as `id`. */
            deliveryId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * DeliveryExpired
         * @description A delivery expired.
         */
        DeliveryExpired: {
            /** @description Identifies the delivery (`dlv_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The digital product that may be downloaded (`prod_…`). */
            productId: string;
            /** @description Who may download it, by the id that was given at the grant. */
            customerId: string;
            /** @description The checkout that it was bought in, by the id that was given at the grant. A checkout delivers a product once. */
            checkoutSessionId: string;
            /**
             * @description `active`: its time is not over, also where every download is used; `expired`: `expiresAt` has come; `revoked`: it
             *     was revoked, and not extended since.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`. */
            downloadCount: number;
            /** @description How many downloads it allows, 1 to 100; set at the grant for good. */
            maxDownloads: number;
            /**
             * Format: date-time
             * @description When it ends by itself. Extending moves it to 30 days after now, or after this where it is later; revoking sets
             *     it to now where it was still ahead.
             */
            expiresAt: string;
            /** @description When it was revoked; null where it was not, or was extended since. */
            revokedAt: string | null;
            /** @description When a download was last counted; null before the first one. Resetting the count leaves it. */
            lastDownloadedAt: string | null;
            /**
             * @description The system that it comes from, as given at the grant; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the grant; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The delivery's id once more; the same as `id`. */
            deliveryId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * DeliveryExpiring
         * @description A delivery expires within 24 hours; told once for each time that it is to expire.
         */
        DeliveryExpiring: {
            /** @description Identifies the delivery (`dlv_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The digital product that may be downloaded (`prod_…`). */
            productId: string;
            /** @description Who may download it, by the id that was given at the grant. */
            customerId: string;
            /** @description The checkout that it was bought in, by the id that was given at the grant. A checkout delivers a product once. */
            checkoutSessionId: string;
            /**
             * @description `active`: its time is not over, also where every download is used; `expired`: `expiresAt` has come; `revoked`: it
             *     was revoked, and not extended since.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`. */
            downloadCount: number;
            /** @description How many downloads it allows, 1 to 100; set at the grant for good. */
            maxDownloads: number;
            /**
             * Format: date-time
             * @description When it ends by itself. Extending moves it to 30 days after now, or after this where it is later; revoking sets
             *     it to now where it was still ahead.
             */
            expiresAt: string;
            /** @description When it was revoked; null where it was not, or was extended since. */
            revokedAt: string | null;
            /** @description When a download was last counted; null before the first one. Resetting the count leaves it. */
            lastDownloadedAt: string | null;
            /**
             * @description The system that it comes from, as given at the grant; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the grant; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The delivery's id once more; the same as `id`. */
            deliveryId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
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
         * @description One delivery.
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
            /** @description Identifies the delivery (`dlv_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The digital product that may be downloaded (`prod_…`). */
            productId: string;
            /** @description Who may download it, by the id that was given at the grant. */
            customerId: string;
            /** @description The checkout that it was bought in, by the id that was given at the grant. A checkout delivers a product once. */
            checkoutSessionId: string;
            /**
             * @description `active`: its time is not over, also where every download is used; `expired`: `expiresAt` has come; `revoked`: it
             *     was revoked, and not extended since.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description Downloads that were counted since the grant, or since the count was last reset; never above `maxDownloads`. */
            downloadCount: number;
            /** @description How many downloads it allows, 1 to 100; set at the grant for good. */
            maxDownloads: number;
            /**
             * Format: date-time
             * @description When it ends by itself. Extending moves it to 30 days after now, or after this where it is later; revoking sets
             *     it to now where it was still ahead.
             */
            expiresAt: string;
            /** @description When it was revoked; null where it was not, or was extended since. */
            revokedAt: string | null;
            /** @description When a download was last counted; null before the first one. Resetting the count leaves it. */
            lastDownloadedAt: string | null;
            /**
             * @description The system that it comes from, as given at the grant; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the grant; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was granted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The delivery's id once more; the same as `id`. */
            deliveryId: string;
            /**
             * @description What was done: `extend` (30 days more), `reset-downloads` (counted from 0 again) or `revoke` (ended at once).
             * @enum {string}
             */
            action: "extend" | "reset-downloads" | "revoke";
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * Destination
         * @description Where a parcel goes. Labels and pages show `city` and `province`; the courier goes by the rest.
         */
        Destination: {
            /** @description Who receives the parcel. */
            contactName: string;
            /** @description The receiver's phone number, for the driver. */
            contactPhone: string;
            /** @description Street and number. */
            address: string;
            /** @description The receiver's e-mail address; the aggregator is told it with the booking, and the service sends none. */
            email?: string | null;
            /** @description How to deliver there, for the driver. */
            note?: string | null;
            /** @description The city or regency, for labels and the tracking page. */
            city?: string | null;
            /** @description The province, for labels and the tracking page. */
            province?: string | null;
            /** @description The postal code, five digits of which the first is not 0. A booking needs this, `areaId`, or `lat` and `lng`. */
            postalCode?: string | null;
            /** @description The same under the name that the shipping origin has it by; where both are given they must not differ. */
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
         * @description An event, as every subscriber is sent it.
         */
        Envelope: {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /** @description What happened: the brand, the resource, what became of it, and the version. */
            type: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: {
                [key: string]: unknown;
            };
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * ErrorBody
         * @description Why a request was refused.
         */
        ErrorBody: {
            /** @description The refusal's name for programs; each operation lists its own. */
            code: string;
            /** @description The refusal in a sentence for people; its words may change. */
            message: string;
            /** @description The input that was wrong, as a dotted path into the body (`items.0.weight`), or a parameter's name. */
            field?: string;
        };
        /**
         * ErrorResponse
         * @description The envelope of everything that is refused.
         */
        ErrorResponse: {
            /**
             * @description Always null: a refusal has no data.
             * @constant
             */
            data: unknown;
            /** @description Why the request was refused. */
            error: components["schemas"]["ErrorBody"];
            /** @description What the answer says of itself. */
            meta: components["schemas"]["ResponseMeta"];
        };
        /**
         * EventList
         * @description A page of events.
         */
        EventList: {
            /** @description The events of the page, newest first, each as its subscribers are sent it. */
            events: components["schemas"]["Envelope"][];
        };
        /**
         * EventReply
         * @description One event.
         */
        EventReply: {
            /** @description The event, as every subscriber is sent it. */
            event: components["schemas"]["Envelope"];
        };
        /**
         * EventType
         * @description One type of event, and what it looks like.
         */
        EventType: {
            /** @description The full name of the type, as events have it and endpoints subscribe to it. */
            type: string;
            /** @description When such an event fires, in a sentence or two. */
            description: string;
            /** @description A JSON Schema (2020-12) of the envelope that is delivered; it stands alone. */
            schema: {
                [key: string]: unknown;
            };
        };
        /**
         * FailedDelivery
         * @description A webhook delivery that will not be tried again unless somebody asks for it.
         */
        FailedDelivery: {
            /** @description Identifies the delivery, as a header of each attempt does; opaque. */
            id: string;
            /** @description The endpoint that the event goes to. */
            endpointId: string;
            /** @description The event that is delivered (`evt_…`). */
            eventId: string;
            /** @description The full type of the event. */
            type: string;
            /** @description How many attempts were made: 6 at most by themselves, more by retries. */
            attempts: number;
            /**
             * @description Why the last attempt failed, such as `HTTP 503`, or why there is none any more, such as `endpoint is disabled`;
             *     null where nothing failed, or the last attempt succeeded.
             */
            lastError: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * FailingEndpoint
         * @description A webhook endpoint that has not taken a delivery since `failingSince`.
         */
        FailingEndpoint: {
            /** @description Identifies the endpoint; opaque. */
            id: string;
            /** @description Where events are posted to. */
            url: string;
            /** @description Whether it gets events; false while it is paused, or switched off for failing. */
            active: boolean;
            /** @description How many attempts have failed in a row since the last 2xx, of whatever deliveries. */
            consecutiveFailures: number;
            /**
             * Format: date-time
             * @description When the first of the attempts failed that have failed in a row.
             */
            failingSince: string;
            /**
             * @description When the service switched it off: after 20 failed attempts in a row, over at least 24 hours, or since its partner
             *     ended. Null unless it is switched off now.
             */
            disabledAt: string | null;
        };
        /**
         * Health
         * @description That the service and its database answer.
         */
        Health: {
            /** @description What the service is called: `fulfilment`, whatever the brand. */
            service: string;
            /** @description The version of the service that answers. */
            version: string;
            /** @description Always `ok`. A service whose database is away answers 503 instead. */
            status: string;
        };
        /**
         * IdentityStatus
         * @description Whether people and keys can prove who they are.
         */
        IdentityStatus: {
            /** @description Always true: whoever asks has proved who they are. */
            connected: boolean;
        };
        /**
         * IntegrationStatus
         * @description What the workspace is connected to, as it is at the moment.
         */
        IntegrationStatus: {
            /** @description How the service knows who asks. */
            identity: components["schemas"]["IdentityStatus"];
            /** @description The courier aggregator; null until the workspace has set an origin or a configuration. */
            aggregator: components["schemas"]["AggregatorStatus"] | null;
            /** @description The payment provider. Plans and credit are bought through it. */
            payments: components["schemas"]["PaymentsStatus"];
            /** @description The partner's storefront, which products are mirrored from. */
            storefront: components["schemas"]["StorefrontStatus"];
        };
        /**
         * Invoice
         * @description An invoice of the payment provider's, for the workspace's plan.
         */
        Invoice: {
            /**
             * @description Identifies the invoice (`inv_…`); the first one of a subscription has the `invoiceId` that the checkout
             *     answered.
             */
            id: string;
            /** @description The plan that is paid for; null where it is not known. */
            plan: ("free" | "growth" | "scale" | "starter") | null;
            /** @description What is to be paid, in the currency's minor unit: whole rupiah, or US cents. */
            amount: number;
            /** @description `IDR` or `USD`. */
            currency: string;
            /**
             * @description `open`: to be paid; `paid`: done; `void`: withdrawn; `uncollectible`: given up.
             * @enum {string}
             */
            status: "open" | "paid" | "uncollectible" | "void";
            /** @description When it was paid; null before. */
            paidAt: string | null;
            /** @description The payment provider's page of it; null until there is one. */
            receiptUrl: string | null;
            /**
             * Format: date-time
             * @description When the payment provider made it.
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
            /** @description The same as `meta.cursor`: leads to the next page, null on the last one. */
            cursor: string | null;
            /** @description Whether there is a next page. */
            hasMore: boolean;
        };
        /**
         * LabelLink
         * @description A link to a label.
         */
        LabelLink: {
            /**
             * @description It leads to the courier's own label where there is one, else to
             *     ours. It needs no signature, cannot be guessed, and holds for 24 hours.
             */
            url: string;
        };
        /**
         * LabelRequest
         * @description Which shipments to print in one document, in this order, and how; the flags are those of a single label.
         */
        LabelRequest: {
            /** @description The shipments (`ship_…`), 1 to 100, in the order of printing; one named twice is printed twice. */
            shipmentIds: string[];
            /** @description The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height. Left out: `thermal-100x150`. */
            size?: ("a4" | "thermal-100x150" | "thermal-80x100") | null;
            /** @description Whether the sender's phone number is printed. */
            showSenderPhone?: boolean | null;
            /** @description Whether the recipient's phone number is printed. */
            showRecipientPhone?: boolean | null;
            /** @description Whether the recipient's name shows but some of its letters (`S*** R****u`). */
            maskRecipientName?: boolean | null;
            /** @description Whether the middle of the recipient's phone number is hidden (`0812****7890`). */
            maskRecipientPhone?: boolean | null;
            /** @description Whether the shipping price is printed. */
            showShippingCost?: boolean | null;
            /** @description Whether it is printed if, and for which premium, the parcel is insured. */
            showInsurance?: boolean | null;
            /** @description Whether what is in the parcel is listed. */
            showItems?: boolean | null;
            /** @description Whether the list has each item's description. */
            showItemDescriptions?: boolean | null;
            /** @description Whether the list has each item's `sku`. */
            showItemSkus?: boolean | null;
            /** @description `single` prints one label to a page, `4up` four to a sheet of A4, to be cut along its lines. Left out: `single`. */
            layout?: ("4up" | "single") | null;
            /** @description Whether the shipments are marked as printed, once the document was drawn: `printedAt` and `printedBy`. */
            markPrinted?: boolean | null;
        };
        /**
         * LegacyCancelledShipmentReply
         * @description A cancelled shipment, as the legacy routes show it.
         */
        LegacyCancelledShipmentReply: {
            /** @description The shipment, `cancelled` by now. */
            shipment: components["schemas"]["Shipment"];
            /** @description What went back to the shipping credit, in minor units; 0 where nothing was charged. */
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
            /** @description Newest first, without their history. */
            shipments: components["schemas"]["Shipment"][];
        };
        /**
         * License
         * @description The right of a customer to run a product on so many instances at once.
         */
        License: {
            /** @description Identifies the license (`lic_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Whose license it is, by the id that was given at the issue. */
            customerId: string;
            /**
             * @description What proves the license: five groups of five characters with hyphens between, or the text that was chosen at the
             *     issue. It never changes.
             */
            key: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
             *     `expiresAt` and `suspendedAt` tell.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description How many instances hold a slot now; never above `maxActivations`. */
            activations: number;
            /** @description How many instances may be active at once. */
            maxActivations: number;
            /** @description When it ends: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /**
             * @description The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
        };
        /**
         * LicenseActivated
         * @description A license was bound to a new instance.
         */
        LicenseActivated: {
            /** @description Identifies the license (`lic_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Whose license it is, by the id that was given at the issue. */
            customerId: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
             *     `expiresAt` and `suspendedAt` tell.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description How many instances hold a slot now; never above `maxActivations`. */
            activations: number;
            /** @description How many instances may be active at once. */
            maxActivations: number;
            /** @description When it ends: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /**
             * @description The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id once more; the same as `id`. */
            licenseId: string;
            /** @description The instance that took a slot, by the id that its software chose. */
            instanceId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseActivation
         * @description One instance's time in a slot; an instance that comes back has another.
         */
        LicenseActivation: {
            /** @description Identifies the activation (`act_…`). */
            id: string;
            /** @description The license whose slot it is (`lic_…`). */
            licenseId: string;
            /** @description The instance, by the id that its software chose. */
            instanceId: string;
            /**
             * Format: date-time
             * @description When the instance took the slot.
             */
            activatedAt: string;
            /** @description When the slot was given back or released; null while the instance holds it. */
            deactivatedAt: string | null;
        };
        /**
         * LicenseActivationReply
         * @description One activation of a license.
         */
        LicenseActivationReply: {
            /** @description The activation as it is now. */
            activation: components["schemas"]["LicenseActivation"];
        };
        /**
         * LicenseActivationRequest
         * @description An instance that wants a slot, or gives it back; the key may hold any characters.
         */
        LicenseActivationRequest: {
            /**
             * @description The whole license key. One that the service made is found in lower case too, one of your own choosing only as it
             *     is.
             */
            key: string;
            /**
             * @description Identifies the installation, such as an id of the machine. The software chooses it, and must say the same one at
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
         * @description What is to change of a license; what is left out stays as it is.
         */
        LicenseChange: {
            /** @description How many instances may be active at once from now on; not fewer than are active. */
            maxActivations?: number;
            /** @description When it is to end, a timestamp with its offset; null: never. */
            expiresAt?: string | null;
        };
        /**
         * LicenseCounts
         * @description How many licenses there are, by their status.
         */
        LicenseCounts: {
            /** @description How many are not revoked; expired and suspended ones are included. */
            active: number;
            /** @description How many are revoked. */
            revoked: number;
        };
        /**
         * LicenseDeactivated
         * @description An instance was unbound from a license.
         */
        LicenseDeactivated: {
            /** @description Identifies the license (`lic_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Whose license it is, by the id that was given at the issue. */
            customerId: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
             *     `expiresAt` and `suspendedAt` tell.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description How many instances hold a slot now; never above `maxActivations`. */
            activations: number;
            /** @description How many instances may be active at once. */
            maxActivations: number;
            /** @description When it ends: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /**
             * @description The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id once more; the same as `id`. */
            licenseId: string;
            /** @description The instance that gave its slot back, or whose slot was released. */
            instanceId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseFile
         * @description A file that proves a license to software which cannot ask the service.
         */
        LicenseFile: {
            /** @description The license that it proves (`lic_…`). */
            licenseId: string;
            /** @description The one instance that it is good for. */
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
             * @description When it ends, in whole seconds: as asked for, or with the license where that ends earlier.
             */
            expiresAt: string;
            /** @description The file itself: a signed JSON Web Token, to be kept beside the software. */
            content: string;
        };
        /**
         * LicenseFileReply
         * @description A license file that was issued.
         */
        LicenseFileReply: {
            /** @description The file, and what it says. */
            licenseFile: components["schemas"]["LicenseFile"];
        };
        /**
         * LicenseFileRequest
         * @description What a license file is to say.
         */
        LicenseFileRequest: {
            /** @description The instance that the file is for; it must hold a slot of the license now. */
            instanceId: string;
            /**
             * @description When the file is to end, a timestamp with its offset, at most 366 days from now; 30 days from now unless
             *     given.
             */
            expiresAt?: string | null;
        };
        /**
         * LicenseIssued
         * @description A license was issued. This event alone tells its key.
         */
        LicenseIssued: {
            /** @description Identifies the license (`lic_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Whose license it is, by the id that was given at the issue. */
            customerId: string;
            /**
             * @description What proves the license: five groups of five characters with hyphens between, or the text that was chosen at the
             *     issue. It never changes.
             */
            key: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
             *     `expiresAt` and `suspendedAt` tell.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description How many instances hold a slot now; never above `maxActivations`. */
            activations: number;
            /** @description How many instances may be active at once. */
            maxActivations: number;
            /** @description When it ends: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /**
             * @description The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id once more; the same as `id`. */
            licenseId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseList
         * @description A page of licenses.
         */
        LicenseList: {
            /** @description The licenses of the page, newest first; with `q`, in the order of what was found. */
            licenses: components["schemas"]["License"][];
        };
        /**
         * LicenseReinstated
         * @description A suspended license is valid again.
         */
        LicenseReinstated: {
            /** @description Identifies the license (`lic_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Whose license it is, by the id that was given at the issue. */
            customerId: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
             *     `expiresAt` and `suspendedAt` tell.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description How many instances hold a slot now; never above `maxActivations`. */
            activations: number;
            /** @description How many instances may be active at once. */
            maxActivations: number;
            /** @description When it ends: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /**
             * @description The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id once more; the same as `id`. */
            licenseId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseReply
         * @description One license.
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
            /** @description Identifies the license (`lic_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Whose license it is, by the id that was given at the issue. */
            customerId: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
             *     `expiresAt` and `suspendedAt` tell.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description How many instances hold a slot now; never above `maxActivations`. */
            activations: number;
            /** @description How many instances may be active at once. */
            maxActivations: number;
            /** @description When it ends: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /**
             * @description The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id once more; the same as `id`. */
            licenseId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseSuspended
         * @description A license was suspended.
         */
        LicenseSuspended: {
            /** @description Identifies the license (`lic_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Whose license it is, by the id that was given at the issue. */
            customerId: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
             *     `expiresAt` and `suspendedAt` tell.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description How many instances hold a slot now; never above `maxActivations`. */
            activations: number;
            /** @description How many instances may be active at once. */
            maxActivations: number;
            /** @description When it ends: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /**
             * @description The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id once more; the same as `id`. */
            licenseId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseUpdated
         * @description Fields of a license changed.
         */
        LicenseUpdated: {
            /** @description Identifies the license (`lic_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Whose license it is, by the id that was given at the issue. */
            customerId: string;
            /**
             * @description `active` until it is revoked, then `revoked` for good. A license that has expired or is suspended stays `active`:
             *     `expiresAt` and `suspendedAt` tell.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description How many instances hold a slot now; never above `maxActivations`. */
            activations: number;
            /** @description How many instances may be active at once. */
            maxActivations: number;
            /** @description When it ends: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
            /** @description Since when it is suspended: it cannot be activated, and validates as `suspended`. Null while it is not. */
            suspendedAt: string | null;
            /**
             * @description The system that it comes from, as given at the issue; the partner, where its storefront sold it. Null where none
             *     was named.
             */
            externalSource: string | null;
            /** @description The id that this system has for it, as given at the issue; null where there is none. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /** @description The license's id once more; the same as `id`. */
            licenseId: string;
            /** @description The names of the fields that changed: `maxActivations`, `expiresAt` or both. */
            changed: string[];
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * LicenseValidity
         * @description Whether a key is good to run with. Of an unknown key, and of one of another product, everything but `valid` is
         *     null.
         */
        LicenseValidity: {
            /** @description Whether the software may run: the key is known, and its license neither revoked nor expired nor suspended. */
            valid: boolean;
            /** @description The license key as it is stored. */
            key: string | null;
            /** @description `active`, or why the key is not good: the first that applies of `revoked`, `expired` and `suspended`. */
            status: ("active" | "expired" | "revoked" | "suspended") | null;
            /** @description The product that is licensed (`prod_…`). */
            productId: string | null;
            /** @description What the product is called now. */
            productName: string | null;
            /** @description How many instances hold a slot now; never above `maxActivations`. */
            activations: number | null;
            /** @description How many instances may be active at once. */
            maxActivations: number | null;
            /** @description When the license ends; null too where it never does. */
            expiresAt: string | null;
        };
        /**
         * LicenseWithActivations
         * @description A license with its activations.
         */
        LicenseWithActivations: {
            /** @description The license that the key is of. */
            license: components["schemas"]["License"];
            /** @description A page of its activations, newest first, those that have ended included; at most 1,000. */
            activations: components["schemas"]["LicenseActivation"][];
        };
        /**
         * ListMeta
         * @description What a page of a list says of itself, and where the next one begins.
         */
        ListMeta: {
            /**
             * @description Identifies the request, for the service's logs, as the header `X-Request-Id` does. In an answer that is given
             *     again under its idempotency key it is that of the first request.
             */
            requestId: string;
            /**
             * Format: date-time
             * @description When the request was answered, by the service's clock; the first time, where the answer is given again.
             */
            timestamp: string;
            /** @description What the next request sends as `cursor`; null on the last page. */
            cursor: string | null;
            /** @description Whether there are rows beyond this page. */
            hasMore: boolean;
            /** @description How many rows the whole list has, where the list keeps count of them; null under a filter that is not counted. */
            total?: number | null;
        };
        /**
         * ListedStockLevel
         * @description A stock level with its warehouse, and its details where they are asked for.
         */
        ListedStockLevel: {
            /** @description The variant that is counted (`var_…`). */
            variantId: string;
            /** @description The warehouse that it lies in (`wh_…`). */
            warehouseId: string;
            /** @description Pieces on the shelf, reserved ones included; never below 0. Always the sum of the level's movements. */
            quantity: number;
            /**
             * Format: date-time
             * @description When its last movement was; in a list `at` a moment, its last one until then.
             */
            updatedAt: string;
            /** @description The warehouse in short, as it is now. */
            warehouse: components["schemas"]["WarehouseSummary"];
            /** @description With `include=details`: what people call it, and how much is free. */
            details?: components["schemas"]["StockLevelDetails"];
        };
        /**
         * LowStockLevel
         * @description A stock level below its variant's threshold, with what it is and where.
         */
        LowStockLevel: {
            /** @description The variant that runs low (`var_…`). */
            variantId: string;
            /** @description The variant's product (`prod_…`); null where the catalog does not have the variant. */
            productId: string | null;
            /** @description What the variant is called; null where the catalog does not have it. */
            name: string | null;
            /** @description The merchant's own number of the variant, or else of its product; null where neither has one. */
            sku: string | null;
            /** @description The warehouse in which it runs low (`wh_…`). */
            warehouseId: string;
            /** @description What the warehouse is called. */
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
         * @description Which parcels the couriers are handed: those of `shipmentIds`, or all that wait for the courier of
         *     `courierCode`. One of both is needed.
         */
        ManifestRequest: {
            /**
             * @description The shipments (`ship_…`), 1 to 500, of any courier, in the order of the list; one named twice is listed once. Any
             *     that is not booked, or is collected, cancelled or at its end, is 409 `INVALID_STATE`, which names all such.
             */
            shipmentIds?: string[] | null;
            /** @description The courier whose parcels are booked and not collected, the newest 500. */
            courierCode?: string | null;
            /** @description The language of what the list itself says: Indonesian or English. Left out: `id`. */
            language?: ("en" | "id") | null;
        };
        /**
         * MonthUsage
         * @description What the calendar month (UTC) holds so far.
         */
        MonthUsage: {
            /** @description Which month it is, such as `2026-11`. */
            month: string;
            /** @description Shipments booked, deliveries and licenses together. */
            orders: number;
            /** @description Shipments whose courier was booked, also where they were cancelled later. */
            shipments: number;
            /** @description Digital deliveries that were granted. */
            deliveries: number;
            /** @description Licenses that were issued, revoked ones included. */
            licenses: number;
            /**
             * Format: date-time
             * @description When the next month begins, and everything counts from 0 again.
             */
            resetsAt: string;
        };
        /**
         * NewAddress
         * @description A destination to be saved for a customer.
         */
        NewAddress: {
            /** @description Whose address it is: your own id of the customer. It cannot be changed later. */
            customerId: string;
            /** @description What the customer calls it, such as Home or Office. */
            label: string;
            /** @description Who receives parcels there. A shipment takes at most 100 characters of a name. */
            contactName: string;
            /** @description The receiver's phone number. A shipment takes at most 30 characters of one. */
            contactPhone: string;
            /** @description Street and number. */
            address: string;
            /** @description The receiver's e-mail address. */
            email?: string | null;
            /** @description How to deliver there, for the driver. A shipment takes at most 500 characters of a note. */
            note?: string | null;
            /** @description The postal code, as couriers know it: five digits, the first not 0. It is only checked when a shipment is made. */
            postalCode?: string | null;
            /** @description The same under the name that the shipping origin has it by; where both are given they must not differ. */
            postal?: string | null;
            /** @description The courier aggregator's id of the area, from `GET /shipping/areas`. */
            areaId?: string | null;
            /** @description Latitude in decimal degrees; south is negative. */
            lat?: number | null;
            /** @description Longitude in decimal degrees; west is negative. */
            lng?: number | null;
            /** @description True makes it the customer's default in place of the present one. No address becomes the default unasked. */
            isDefault?: boolean | null;
        };
        /**
         * NewApiKey
         * @description A key to create. It lasts no longer than the key that creates it, and works from nowhere else; where scopes are
         *     enforced, it has none that the other one lacks.
         */
        NewApiKey: {
            /** @description What people are to call the key. */
            name: string;
            /** @description What the key is for; `read` and `write` unless given. Naming one twice does no harm. */
            scopes?: ("admin" | "read" | "write")[] | null;
            /** @description From when on it is to be refused: a timestamp ahead, with its offset. Without it, never. */
            expiresAt?: string | null;
            /**
             * @description Addresses and networks that requests are to come from, such as `203.0.113.7` and `10.1.0.0/16`, of IPv4 or IPv6.
             *     Without it, from anywhere.
             */
            networks?: string[] | null;
        };
        /**
         * NewBatch
         * @description What is to be done with many shipments: a list of them, or a filter.
         */
        NewBatch: {
            /**
             * @description What is done with each: `book` its courier, `cancel` it, or see that it can be printed (`print`).
             * @enum {string}
             */
            kind: "book" | "cancel" | "print";
            /**
             * @description The shipments (`ship_…`), 1 to 500, in the order in which they are done and
             *     printed. Either these or `filter`; an unknown one is 404 `NOT_FOUND`.
             */
            shipmentIds?: string[] | null;
            /**
             * @description In place of a list: the shipments that the list would show under these
             *     filters, the oldest first, 500 at most; `{}` means all of them.
             */
            filter?: components["schemas"]["ShipmentFilter"] | null;
            /**
             * @description Why they are cancelled, for the merchant's records and the courier; only
             *     for `cancel`. Left out or blank: `Merchant cancelled`.
             */
            reason?: string | null;
            /** @description How the batch's document is printed; left out: labels of 100 by 150 millimetres, as a single label is. */
            printing?: components["schemas"]["BatchPrinting"] | null;
        };
        /**
         * NewDelivery
         * @description A download to grant to a customer.
         */
        NewDelivery: {
            /** @description The product to deliver (`prod_…`): a digital one that is not archived. */
            productId: string;
            /** @description Your own id of the customer. */
            customerId: string;
            /** @description Your own id of the checkout. A second delivery of the same product for it is 409 `DUPLICATE`. */
            checkoutSessionId: string;
            /** @description How many downloads to allow; 5 unless given. */
            maxDownloads?: number | null;
            /**
             * @description When it is to end, a timestamp with its offset; 14 days from now unless given. A time in the past, from 1970 on,
             *     is taken too: such a delivery is expired from the start.
             */
            expiresAt?: string | null;
            /** @description The system that it comes from, for your own use; kept as given. */
            externalSource?: string | null;
            /** @description The id that this system has for it, for your own use; kept as given. */
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
            /** @description How many instances may be active at once; unless given, the product's `maxActivations`, else 1. */
            maxActivations?: number | null;
            /**
             * @description When it is to end, a timestamp with its offset; without one it never ends. A time in the past, from 1970 on, is
             *     taken too: such a license is expired.
             */
            expiresAt?: string | null;
            /** @description The system that it comes from, for your own use; kept as given. */
            externalSource?: string | null;
            /** @description The id that this system has for it, for your own use; kept as given. */
            externalRef?: string | null;
            /**
             * @description A key of your own choosing, kept as it is; one is made unless it is given. The same key for the same product and
             *     customer answers 200 with the license that there is; one of any other license is 409 `KEY_TAKEN`.
             */
            key?: string | null;
        };
        /**
         * NewProduct
         * @description A product to be created; one variant, called Default, comes with it.
         */
        NewProduct: {
            /** @description What people call it. */
            name: string;
            /** @description Your own number of the product as a whole; it need not be unique. */
            sku?: string | null;
            /** @description Text for people, of any kind. */
            description?: string | null;
            /**
             * @description What a sale of it leads to: `physical` a shipment, `digital` a delivery
             *     to download, `license` a license key. It cannot be changed later. Left out: `physical`.
             */
            type?: ("digital" | "license" | "physical") | null;
            /** @description Grams of one piece, for variants that say none of their own. */
            weight?: number | null;
            /** @description Length of one piece in centimetres. */
            length?: number | null;
            /** @description Width of one piece in centimetres. */
            width?: number | null;
            /** @description Height of one piece in centimetres. */
            height?: number | null;
            /** @description Whether licenses can be issued for it; left out, it is true for the type `license`, else false. */
            licenseEnabled?: boolean | null;
            /** @description How many instances a license of it may run on, where the license is issued without a cap of its own; left out: 1. */
            maxActivations?: number | null;
        };
        /**
         * NewShipment
         * @description A shipment to be drafted. It takes its stock at once, and calls no courier before it is confirmed.
         */
        NewShipment: {
            /** @description The courier, from a rate or the catalogue, in either case; an unknown one is refused. */
            courierCode: string;
            /** @description The courier's service, from a rate or the catalogue, in either case; an unknown one is refused. */
            courierServiceCode: string;
            /**
             * @description How fast the service is, as the rate says; what contradicts the catalogue is refused.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units, as the rate says. A
             *     booking with the platform's aggregator key charges this and `insurance`, or what the
             *     courier really asks, whichever is more; with a key of your own nothing is charged.
             */
            price: number;
            /** @description Where it is picked up; `{}` means the configured shipping origin. */
            origin: components["schemas"]["Origin"];
            /** @description Where it goes. */
            destination: components["schemas"]["Destination"];
            /** @description What is in it; an item with a product or a variant takes stock, from one warehouse. */
            items: components["schemas"]["ShipmentItem"][];
            /** @description The insurance premium in minor units, as the rate says; 0 where `insured` is false. */
            insurance?: number | null;
            /**
             * @description Whether the courier is to insure it, for the sum of the items' values;
             *     left out: true where `insurance` is above 0.
             */
            insured?: boolean | null;
            /**
             * @description A product that the whole shipment is about (`prod_…`); it
             *     takes no stock by itself. An unknown one is 404 `NOT_FOUND`.
             */
            productId?: string | null;
            /** @description Your own id of the checkout; stock that is reserved for it is used first. */
            checkoutSessionId?: string | null;
            /** @description Your own id of the buyer, to find shipments by. */
            customerId?: string | null;
            /** @description The buyer's e-mail address, for your own use: the service sends no mail. */
            customerEmail?: string | null;
            /** @description The system that the order comes from, by any name of yours. */
            externalSource?: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. */
            externalRef?: string | null;
        };
        /**
         * NewVariant
         * @description A variant to be added to a product, which has at most 1,000, archived ones counted.
         */
        NewVariant: {
            /** @description What tells it from its siblings, such as a size or a colour. */
            name: string;
            /** @description Your own number of the variant; a sibling that has it already is refused with 409 `SKU_TAKEN`. */
            sku?: string | null;
            /** @description The selling price of one piece in minor units (whole rupiah for IDR). */
            priceCents?: number | null;
            /** @description What one piece costs you, in minor units; kept for you, nothing is reckoned with it. */
            costCents?: number | null;
            /** @description Pieces in one warehouse; a level that falls below raises the event `stock.low`. Left out: never. */
            lowStockThreshold?: number | null;
            /** @description Grams of one piece, where it differs from the product's. */
            weight?: number | null;
            /**
             * @description True makes it the product's default in place of the present one.
             *     Where the product has none, the new variant becomes it anyway.
             */
            isDefault?: boolean | null;
        };
        /**
         * NewWarehouse
         * @description A warehouse to be created; the plan says how many there may be.
         */
        NewWarehouse: {
            /** @description What people call it. */
            name: string;
            /** @description Street and number, for people: drivers are sent to the shipping origin. */
            address?: string | null;
            /** @description The town or city. */
            city?: string | null;
            /** @description The postal code, in any form. */
            postal?: string | null;
            /** @description The same under the name that destinations have it by; where both are given they must not differ. */
            postalCode?: string | null;
            /** @description Latitude in decimal degrees; south is negative. */
            lat?: number | null;
            /** @description Longitude in decimal degrees; west is negative. */
            lng?: number | null;
            /** @description Whom drivers can call there. */
            phone?: string | null;
            /**
             * @description Whether shipments take stock from here first. The first warehouse of a workspace is its default anyway; a later
             *     one does not demote the former, so change that one too.
             */
            isDefault?: boolean | null;
        };
        /**
         * NewWebhookEndpoint
         * @description An endpoint to register.
         */
        NewWebhookEndpoint: {
            /**
             * @description Where to post events: `https://`, a host that is not local, and public addresses only. In development `http://`
             *     and private addresses are taken too.
             */
            url: string;
            /**
             * @description What to subscribe to: `*` for everything, exact types that exist, or beginnings of types with `*` at the end.
             *     Everything unless given.
             */
            events?: string[] | null;
            /** @description A note of your own. */
            description?: string | null;
        };
        /**
         * NewWorkspace
         * @description A workspace that a partner opens for a merchant.
         */
        NewWorkspace: {
            /** @description What people call the workspace, such as the shop's name. */
            name: string;
            /**
             * @description Your own id of the merchant: the same one is the same workspace, answered with 200. Without it and without
             *     `accountId`, each request opens another workspace.
             */
            externalRef?: string | null;
            /**
             * @description The id that the workspace has at the identity provider (`acc_…`); only for partners that the operator has marked
             *     as sharing it with the service, else 403 `FORBIDDEN`.
             */
            accountId?: string | null;
            /** @description The merchant's brand; kept and shown with the workspace. */
            brandName?: string | null;
            /** @description Where the merchant can be reached; kept and shown with the workspace. */
            businessEmail?: string | null;
            /** @description A share of the price, 0.1 for 10 %; kept and shown with the workspace. */
            discountRate?: number | null;
        };
        /**
         * OpenedCheckout
         * @description A page on which a person pays.
         */
        OpenedCheckout: {
            /** @description What the subscription will be called once it is paid (`sub_…`); null where credit is bought. */
            subscriptionId: string | null;
            /** @description What the subscription's first invoice will be called (`inv_…`); null where credit is bought. */
            invoiceId: string | null;
            /** @description The payment provider's id of the page. */
            checkoutSessionId: string;
            /** @description The page, for a browser; it closes by itself within a day. */
            checkoutUrl: string;
        };
        /**
         * Origin
         * @description Where a parcel is picked up. What is left out comes from the configured shipping origin.
         */
        Origin: {
            /** @description Whom the driver asks for. */
            contactName?: string | null;
            /** @description Whom the driver calls. */
            contactPhone?: string | null;
            /** @description Street and number where the driver collects it. */
            address?: string | null;
            /** @description The sender's e-mail address; the aggregator is told it with the booking, and the service sends none. */
            email?: string | null;
            /** @description How to find the place, for the driver. */
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
            /** @description The same under the name that the shipping origin has it by; where both are given they must not differ. */
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
         * @description What is left out stays as it is, null clears; no couriers means every one that needs no coordinates.
         */
        OriginChange: {
            /** @description Street and number where drivers collect parcels. */
            address: string;
            /** @description Whom drivers ask for. */
            contactName: string;
            /** @description Whom drivers call. */
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
            /** @description The same under the name that destinations have it by; where both are given they must not differ. */
            postalCode?: string | null;
            /** @description The courier aggregator's id of the area, from `GET /shipping/areas`. */
            areaId?: string | null;
            /** @description Latitude in decimal degrees; required while an instant courier is enabled. */
            lat?: number | null;
            /** @description Longitude in decimal degrees; required while an instant courier is enabled. */
            lng?: number | null;
            /** @description How to find the place, for drivers. */
            note?: string | null;
            /**
             * @description The codes of the couriers to enable, from `GET /shipping/couriers`.
             *     Null or empty: every courier that needs no coordinates.
             */
            couriers?: string[] | null;
        };
        /**
         * PackingSlipRequest
         * @description Which shipments to print packing slips of in one document, in this order.
         */
        PackingSlipRequest: {
            /** @description The shipments (`ship_…`), 1 to 100, in the order of printing; one named twice is printed twice. */
            shipmentIds: string[];
            /** @description The paper of the whole document: A4, or a roll for thermal printers in millimetres of width by height. Left out: `thermal-100x150`. */
            size?: ("a4" | "thermal-100x150" | "thermal-80x100") | null;
            /** @description The language of what the slip itself says: Indonesian or English. Left out: `id`. */
            language?: ("en" | "id") | null;
        };
        /**
         * PartnerKeyStatus
         * @description Whether a key that the connection needs is there.
         */
        PartnerKeyStatus: {
            /** @description Whether there is such a key now. */
            configured: boolean;
        };
        /**
         * PartnerUsage
         * @description What the partner's workspaces used in whole calendar months (UTC).
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
             * @description When the last of the months ends, and another begins.
             */
            to: string;
            /** @description What all workspaces of the partner used; on the first page alone, null on all others. */
            total: components["schemas"]["UsageCounts"] | null;
            /** @description A page of the workspaces, in the order of their ids, also those that used nothing. */
            workspaces: components["schemas"]["WorkspaceUsage"][];
        };
        /**
         * PartnerWorkspace
         * @description A workspace that a partner provisioned.
         */
        PartnerWorkspace: {
            /** @description Identifies the workspace (`acc_…`); what to name to act on its behalf. */
            accountId: string;
            /** @description What people call the workspace, such as the shop's name. */
            name: string;
            /** @description The merchant's brand, as it was given; null where none was. */
            brandName: string | null;
            /** @description Where the merchant can be reached, as it was given; null where nothing was. */
            businessEmail: string | null;
            /** @description A share of the price, 0.1 for 10 %, as it was given; null where none was. */
            discountRate: number | null;
            /** @description The partner's own id of the merchant; null where none was given. */
            externalRef: string | null;
            /** @description The plan that the workspace is on, `starter` at first; null: it is internal, without limits. */
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
         * @description What an event of the payment provider came to.
         */
        PaymentEventReply: {
            /** @description Whether it told of something that is ours, and had not been applied before. */
            applied: boolean;
        };
        /**
         * PaymentsStatus
         * @description How plans and credit are paid for.
         */
        PaymentsStatus: {
            /** @description Whether the operator has set a secret by which the provider's events are known. */
            webhookSecretSet: boolean;
            /** @description The service's own key at the payment provider. */
            partnerKey: components["schemas"]["PartnerKeyStatus"];
            /** @description When the provider last told of something of the workspace; null where it never did. */
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
             * @description The plan to buy. The one that is paid for already is refused, unless it is being cancelled or is overdue.
             * @enum {string}
             */
            plan: "GROWTH" | "SCALE" | "STARTER";
            /** @description Where receipts go. An API key must say it; for a person, the address of their token is used where it has one. */
            email?: string | null;
            /** @description The buyer's name, for the payment provider. */
            name?: string | null;
            /**
             * @description What to pay in. Unless given, the currency of the present subscription, else IDR in Indonesia and where the
             *     country is not known, and USD elsewhere. While a subscription is paid for, another currency than its own is refused.
             */
            currency?: ("IDR" | "USD") | null;
            /**
             * @description `console`: who has paid, or not, comes back to the workspace's page in the console; else to the pages that the
             *     operator has set, or to a page that says what happened.
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
            /** @description What people call the plan, such as `Starter`. */
            name: string;
            /** @description What a month costs, in whole rupiah; 0 for `free`. */
            price: number;
            /**
             * @description The currency of the price. A checkout may ask for another one.
             * @enum {string}
             */
            currency: "IDR";
            /** @description What the plan includes, in words to show, such as `500 orders a month`. */
            features: string[];
        };
        /**
         * PrintMark
         * @description Whether a shipment is marked as printed.
         */
        PrintMark: {
            /** @description The shipment (`ship_…`). */
            id: string;
            /** @description When its label was last printed; null where it is not marked. */
            printedAt: string | null;
            /** @description Who had it printed; null where it is not marked. */
            printedBy: string | null;
        };
        /**
         * PrintMarkReply
         * @description What is marked by now.
         */
        PrintMarkReply: {
            /** @description The shipments that were named, each once, in the order in which they were. */
            shipments: components["schemas"]["PrintMark"][];
        };
        /**
         * PrintMarking
         * @description Which shipments were printed, or were not after all.
         */
        PrintMarking: {
            /** @description The shipments (`ship_…`), 1 to 500. */
            shipmentIds: string[];
            /** @description `true` marks those that are not marked yet; `false` takes the mark away, as when a roll jammed. */
            printed: boolean;
        };
        /**
         * Product
         * @description Something a merchant sells: shipped, downloaded or licensed, by its type.
         */
        Product: {
            /** @description The product's id (`prod_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description What people call it, as in lists and on parcels. */
            name: string;
            /** @description The merchant's own number of the product as a whole; not required to be unique; null where it has none. */
            sku: string | null;
            /** @description Text for people, of any kind; null where there is none. */
            description: string | null;
            /**
             * @description What a sale of it leads to: `physical` a shipment, `digital` a delivery to download, `license` a license key. It
             *     never changes, but for a mirrored product whose storefront says it later.
             * @enum {string}
             */
            type: "digital" | "license" | "physical";
            /** @description Grams of one piece, for variants that say none of their own; null where it is not known. */
            weight: number | null;
            /** @description Length of one piece in centimetres; null where it is not known. */
            length: number | null;
            /** @description Width of one piece in centimetres; null where it is not known. */
            width: number | null;
            /** @description Height of one piece in centimetres; null where it is not known. */
            height: number | null;
            /** @description Whether licenses can be issued for it; it matters for products of the type `license` alone. */
            licenseEnabled: boolean;
            /** @description How many instances a license of it may run on, where the license is issued without a cap of its own; null: 1. */
            maxActivations: number | null;
            /** @description Whether it is out of use: lists leave it out unless asked, its history stays, and it is not shipped any more. */
            archived: boolean;
            /** @description The partner whose storefront the product is mirrored from; null for the merchant's own. */
            externalSource: string | null;
            /** @description The storefront's own id of a mirrored product; null for the merchant's own. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the product itself last changed. A change of nothing leaves it, and so does a change of a variant.
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
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description What people call it, as in lists and on parcels. */
            name: string;
            /** @description The merchant's own number of the product as a whole; not required to be unique; null where it has none. */
            sku: string | null;
            /** @description Text for people, of any kind; null where there is none. */
            description: string | null;
            /**
             * @description What a sale of it leads to: `physical` a shipment, `digital` a delivery to download, `license` a license key. It
             *     never changes, but for a mirrored product whose storefront says it later.
             * @enum {string}
             */
            type: "digital" | "license" | "physical";
            /** @description Grams of one piece, for variants that say none of their own; null where it is not known. */
            weight: number | null;
            /** @description Length of one piece in centimetres; null where it is not known. */
            length: number | null;
            /** @description Width of one piece in centimetres; null where it is not known. */
            width: number | null;
            /** @description Height of one piece in centimetres; null where it is not known. */
            height: number | null;
            /** @description Whether licenses can be issued for it; it matters for products of the type `license` alone. */
            licenseEnabled: boolean;
            /** @description How many instances a license of it may run on, where the license is issued without a cap of its own; null: 1. */
            maxActivations: number | null;
            /** @description Whether it is out of use: lists leave it out unless asked, its history stays, and it is not shipped any more. */
            archived: boolean;
            /** @description The partner whose storefront the product is mirrored from; null for the merchant's own. */
            externalSource: string | null;
            /** @description The storefront's own id of a mirrored product; null for the merchant's own. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the product itself last changed. A change of nothing leaves it, and so does a change of a variant.
             */
            updatedAt: string;
            /** @description Its variants, archived ones included, at most 1,000. */
            variants: components["schemas"]["Variant"][];
            /** @description The product's id once more; the same as `id`. */
            productId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ProductChange
         * @description What is left out stays as it is; null clears. The type cannot change; `archived` false un-archives.
         */
        ProductChange: {
            /** @description The new name; it cannot be cleared. */
            name?: string;
            /** @description The new number of the product as a whole. */
            sku?: string | null;
            /** @description The new text for people. */
            description?: string | null;
            /**
             * @description Taken only where it is the present type: a product's type cannot change.
             * @enum {string}
             */
            type?: "digital" | "license" | "physical";
            /** @description Grams of one piece, for variants without a weight of their own. */
            weight?: number | null;
            /** @description The new length of one piece in centimetres. */
            length?: number | null;
            /** @description The new width of one piece in centimetres. */
            width?: number | null;
            /** @description The new height of one piece in centimetres. */
            height?: number | null;
            /** @description Whether licenses can be issued from now on; those that are issued stay as they are. */
            licenseEnabled?: boolean;
            /** @description The cap of licenses that are issued from now on without one of their own; null: 1. */
            maxActivations?: number | null;
            /** @description False brings an archived product back. True is taken only where it is archived already: archive with `DELETE`. */
            archived?: boolean;
        };
        /**
         * ProductCreated
         * @description A product was created.
         */
        ProductCreated: {
            /** @description The product's id (`prod_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description What people call it, as in lists and on parcels. */
            name: string;
            /** @description The merchant's own number of the product as a whole; not required to be unique; null where it has none. */
            sku: string | null;
            /** @description Text for people, of any kind; null where there is none. */
            description: string | null;
            /**
             * @description What a sale of it leads to: `physical` a shipment, `digital` a delivery to download, `license` a license key. It
             *     never changes, but for a mirrored product whose storefront says it later.
             * @enum {string}
             */
            type: "digital" | "license" | "physical";
            /** @description Grams of one piece, for variants that say none of their own; null where it is not known. */
            weight: number | null;
            /** @description Length of one piece in centimetres; null where it is not known. */
            length: number | null;
            /** @description Width of one piece in centimetres; null where it is not known. */
            width: number | null;
            /** @description Height of one piece in centimetres; null where it is not known. */
            height: number | null;
            /** @description Whether licenses can be issued for it; it matters for products of the type `license` alone. */
            licenseEnabled: boolean;
            /** @description How many instances a license of it may run on, where the license is issued without a cap of its own; null: 1. */
            maxActivations: number | null;
            /** @description Whether it is out of use: lists leave it out unless asked, its history stays, and it is not shipped any more. */
            archived: boolean;
            /** @description The partner whose storefront the product is mirrored from; null for the merchant's own. */
            externalSource: string | null;
            /** @description The storefront's own id of a mirrored product; null for the merchant's own. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the product itself last changed. A change of nothing leaves it, and so does a change of a variant.
             */
            updatedAt: string;
            /** @description Its variants, archived ones included, at most 1,000. */
            variants: components["schemas"]["Variant"][];
            /** @description The product's id once more; the same as `id`. */
            productId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ProductList
         * @description A page of products.
         */
        ProductList: {
            /** @description Newest first, each with its variants; with `q` and no `sku`, in the order of the words that were found. */
            products: components["schemas"]["Product"][];
        };
        /**
         * ProductReply
         * @description One product.
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
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description What people call it, as in lists and on parcels. */
            name: string;
            /** @description The merchant's own number of the product as a whole; not required to be unique; null where it has none. */
            sku: string | null;
            /** @description Text for people, of any kind; null where there is none. */
            description: string | null;
            /**
             * @description What a sale of it leads to: `physical` a shipment, `digital` a delivery to download, `license` a license key. It
             *     never changes, but for a mirrored product whose storefront says it later.
             * @enum {string}
             */
            type: "digital" | "license" | "physical";
            /** @description Grams of one piece, for variants that say none of their own; null where it is not known. */
            weight: number | null;
            /** @description Length of one piece in centimetres; null where it is not known. */
            length: number | null;
            /** @description Width of one piece in centimetres; null where it is not known. */
            width: number | null;
            /** @description Height of one piece in centimetres; null where it is not known. */
            height: number | null;
            /** @description Whether licenses can be issued for it; it matters for products of the type `license` alone. */
            licenseEnabled: boolean;
            /** @description How many instances a license of it may run on, where the license is issued without a cap of its own; null: 1. */
            maxActivations: number | null;
            /** @description Whether it is out of use: lists leave it out unless asked, its history stays, and it is not shipped any more. */
            archived: boolean;
            /** @description The partner whose storefront the product is mirrored from; null for the merchant's own. */
            externalSource: string | null;
            /** @description The storefront's own id of a mirrored product; null for the merchant's own. */
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the product itself last changed. A change of nothing leaves it, and so does a change of a variant.
             */
            updatedAt: string;
            /** @description Its variants, archived ones included, at most 1,000. */
            variants: components["schemas"]["Variant"][];
            /** @description The product's id once more; the same as `id`. */
            productId: string;
            /** @description The names of the fields that changed, as in the product (`name`, `weight`). */
            changed: string[];
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * PublicJwk
         * @description The public key as a JSON Web Key.
         */
        PublicJwk: {
            /**
             * @description The kind of key: an octet key pair (RFC 8037).
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
            /** @description Identifies the key; the same as `keyId`. */
            kid: string;
            /**
             * @description What to verify with (RFC 9864). Fix it in the software, rather than take it from a file.
             * @enum {string}
             */
            alg: "Ed25519";
            /**
             * @description What the key is for: signatures.
             * @enum {string}
             */
            use: "sig";
        };
        /**
         * PublicLicense
         * @description What a license tells to whoever knows its key.
         */
        PublicLicense: {
            /** @description Identifies the license (`lic_…`). */
            id: string;
            /** @description The product that is licensed (`prod_…`). */
            productId: string;
            /** @description Whose license it is, by the id that was given at the issue. */
            customerId: string;
            /**
             * @description What proves the license: five groups of five characters with hyphens between, or the text that was chosen at the
             *     issue. It never changes.
             */
            key: string;
            /**
             * @description Always `active`: no other license can be activated.
             * @enum {string}
             */
            status: "active" | "revoked";
            /** @description How many instances hold a slot now; never above `maxActivations`. */
            activations: number;
            /** @description How many instances may be active at once. */
            maxActivations: number;
            /** @description When it ends: from then on it cannot be activated, and validates as `expired`. Null: never. */
            expiresAt: string | null;
        };
        /**
         * QueueCount
         * @description How much waits in a queue.
         */
        QueueCount: {
            /** @description How many there are, counted up to 99. */
            count: number;
            /** @description Whether there are more than were counted. */
            isMore: boolean;
        };
        /**
         * RebookedShipmentReply
         * @description A replacement.
         */
        RebookedShipmentReply: {
            /** @description The new shipment; it is `pending`, so confirm it to book its courier. */
            shipment: components["schemas"]["Shipment"];
            /** @description The shipment that it replaces (`ship_…`), which cannot be used any more. */
            previousShipmentId: string;
        };
        /**
         * RecentShipment
         * @description A shipment, in short.
         */
        RecentShipment: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /**
             * @description How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
             *     `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
             *     `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
             *     on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /** @description The courier's waybill number. Null until the courier gives one, at the booking or later. */
            waybillId: string | null;
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
             *     booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
             */
            price: number;
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When anything of it last changed, but for `printedAt` and `printedBy`.
             */
            updatedAt: string;
        };
        /**
         * ResponseMeta
         * @description What every answer says of itself.
         */
        ResponseMeta: {
            /**
             * @description Identifies the request, for the service's logs, as the header `X-Request-Id` does. In an answer that is given
             *     again under its idempotency key it is that of the first request.
             */
            requestId: string;
            /**
             * Format: date-time
             * @description When the request was answered, by the service's clock; the first time, where the answer is given again.
             */
            timestamp: string;
        };
        /**
         * RestockedItem
         * @description Of one variant in one warehouse: how many were put back on its shelf, and how many were damaged and not.
         */
        RestockedItem: {
            /** @description The variant that was put back (`var_…`). */
            variantId: string;
            /** @description The warehouse that it came from and went back to (`wh_…`). */
            warehouseId: string;
            /** @description Pieces that were put back on the shelf. */
            quantity: number;
            /** @description Pieces that came back damaged and were not put back. */
            damaged: number;
        };
        /**
         * ReturnedItem
         * @description What came back of a variant: how many, and whether they are damaged, or how many of them.
         */
        ReturnedItem: {
            /** @description The variant that came back (`var_…`), one that the shipment took from stock. */
            variantId: string;
            /** @description How many pieces came back, damaged ones included; no more than went out. */
            quantity: number;
            /** @description True: all of them are damaged. A number: so many of them. Damaged pieces are noted and not put back. */
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
             * @description When it was revoked; from then on it is refused.
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
            /** @description What deliveries are signed with from now on (`whsec_…`). It is in this answer only. */
            secret: string;
            /** @description Until when the old secret signs as well; null where it signs nothing any more. */
            previousSecretUntil: string | null;
        };
        /**
         * Shipment
         * @description One parcel, from the draft to the recipient.
         */
        Shipment: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /**
             * @description How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
             *     `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
             *     `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
             *     on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
             *     booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's. */
            insurance: number;
            /** @description Whether the courier is to insure it, for the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier gives one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
             *     shipping origin. Its fields are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description Where it goes, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description What is in it, as it was given, with the `variantId`, `productId`
             *     and `sku` that were found. The fields are those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The buyer, by the merchant's own id; null where it was not given. */
            customerId: string | null;
            /** @description The checkout that it is for, by the caller's own id, whose reservations it took; null without one. */
            checkoutSessionId: string | null;
            /** @description The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null. */
            productId: string | null;
            /**
             * @description The system that the order comes from, by the caller's own
             *     name; for a storefront's order, the partner. Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /** @description The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page. */
            trackingPageUrl: string;
            /** @description What the courier asks in all, premium included, by its latest word, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When anything of it last changed, but for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /**
             * @description When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
             *     back.
             */
            printedAt: string | null;
            /**
             * @description Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
             *     `printedAt` is.
             */
            printedBy: string | null;
        };
        /**
         * ShipmentCancellation
         * @description A blank `reason` is no other than the one that is meant where none is given.
         */
        ShipmentCancellation: {
            /**
             * @description Why, for the merchant's records and the courier; buyers
             *     are not shown it. Left out or blank: `Merchant cancelled`.
             */
            reason?: string | null;
        };
        /**
         * ShipmentCancelled
         * @description The merchant cancelled a shipment; `creditRefunded` is what went back to the credit.
         */
        ShipmentCancelled: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /**
             * @description How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
             *     `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
             *     `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
             *     on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
             *     booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's. */
            insurance: number;
            /** @description Whether the courier is to insure it, for the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier gives one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
             *     shipping origin. Its fields are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description Where it goes, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description What is in it, as it was given, with the `variantId`, `productId`
             *     and `sku` that were found. The fields are those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The buyer, by the merchant's own id; null where it was not given. */
            customerId: string | null;
            /** @description The checkout that it is for, by the caller's own id, whose reservations it took; null without one. */
            checkoutSessionId: string | null;
            /** @description The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null. */
            productId: string | null;
            /**
             * @description The system that the order comes from, by the caller's own
             *     name; for a storefront's order, the partner. Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /** @description The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page. */
            trackingPageUrl: string;
            /** @description What the courier asks in all, premium included, by its latest word, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When anything of it last changed, but for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /**
             * @description When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
             *     back.
             */
            printedAt: string | null;
            /**
             * @description Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
             *     `printedAt` is.
             */
            printedBy: string | null;
            /** @description The shipment's id once more; the same as `id`. */
            shipmentId: string;
            /**
             * @description Why, as the merchant said; `Merchant cancelled` where nothing
             *     was said, `Replaced by` and an id where it was rebooked.
             */
            reason: string;
            /** @description What went back to the shipping credit, in minor units; 0 where nothing was charged. */
            creditRefunded: number;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ShipmentCounts
         * @description How many shipments there are, by their status.
         */
        ShipmentCounts: {
            /** @description How many there are in all. */
            total: number;
            /** @description How many have each status now; every status is named, those of which there is none with 0. */
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
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /**
             * @description How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
             *     `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
             *     `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
             *     on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
             *     booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's. */
            insurance: number;
            /** @description Whether the courier is to insure it, for the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier gives one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
             *     shipping origin. Its fields are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description Where it goes, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description What is in it, as it was given, with the `variantId`, `productId`
             *     and `sku` that were found. The fields are those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The buyer, by the merchant's own id; null where it was not given. */
            customerId: string | null;
            /** @description The checkout that it is for, by the caller's own id, whose reservations it took; null without one. */
            checkoutSessionId: string | null;
            /** @description The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null. */
            productId: string | null;
            /**
             * @description The system that the order comes from, by the caller's own
             *     name; for a storefront's order, the partner. Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /** @description The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page. */
            trackingPageUrl: string;
            /** @description What the courier asks in all, premium included, by its latest word, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When anything of it last changed, but for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /**
             * @description When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
             *     back.
             */
            printedAt: string | null;
            /**
             * @description Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
             *     `printedAt` is.
             */
            printedBy: string | null;
            /** @description The shipment's id once more; the same as `id`. */
            shipmentId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ShipmentEvent
         * @description One courier record; `status` is the shipment's status after it.
         *
         *     `reportedStatus` is the courier's word; null where the merchant cancelled.
         */
        ShipmentEvent: {
            /** @description The record's id (`evt_…`). */
            id: string;
            /** @description The shipment that it is of (`ship_…`). */
            shipmentId: string;
            /**
             * @description The shipment's status after this record.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description What the courier said, in its own word, which may be none of the service's; null where the merchant cancelled. */
            reportedStatus: string | null;
            /** @description What the courier said beside it, or the reason of the merchant's cancellation; null where nothing was said. */
            note: string | null;
            /**
             * Format: date-time
             * @description When it happened, as the courier says; a time that had not come yet counts as when it was reported.
             */
            occurredAt: string;
        };
        /**
         * ShipmentFilter
         * @description Which shipments: the filters of GET /shipping/shipments, each of which narrows the others.
         */
        ShipmentFilter: {
            /** @description Only shipments that have this status now. */
            status?: ("allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned") | null;
            /** @description Only shipments of this courier. */
            courierCode?: string | null;
            /** @description Only the shipments that have, or had, this waybill of the courier's, without regard to case, spaces and hyphens. */
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
             * @description Words, of which each must begin a word of the recipient's name, the order's number or an item's sku, or the
             *     recipient's telephone number in any spelling, or be its last four digits. Case, accents and the kinds of apostrophes
             *     and hyphens make no difference. A number finds what it is as an order, a sku, a telephone number and a waybill.
             *     Another text that is the id or the waybill of a shipment finds that one alone. Hits come in the order of the words
             *     found, the newest first.
             */
            q?: string | null;
            /**
             * @description Only what waits for somebody: `to_book` drafted, `to_print` booked and not printed since, `uncollected` booked,
             *     not collected and not heard of for 24 hours, `silent` under way and not heard of for 48 hours, `unclear` whether the
             *     courier booked or cancelled it, `returned` and nobody has said what became of the goods, `under_way` booked, and
             *     neither delivered, returned nor cancelled yet. `uncollected` and `silent` begin with what was not heard of for
             *     longest. It cannot be used together with `q`.
             */
            queue?: ("returned" | "silent" | "to_book" | "to_print" | "unclear" | "uncollected" | "under_way") | null;
            /** @description `true` only shipments whose label was printed, `false` the others. */
            printed?: ("false" | "true") | null;
        };
        /**
         * ShipmentItem
         * @description One line of a parcel: `value` and `weight` are those of one piece.
         *
         *     Stock is taken of the variant, the product's default one if only that is named, and from the warehouse if one is
         *     named. Labels show `sku`, else the variant's, else its product's.
         */
        ShipmentItem: {
            /** @description What it is, as on the label and for the courier. */
            name: string;
            /**
             * @description What one piece is worth, in minor units (whole rupiah for
             *     IDR). The insured value is the sum of these times `quantity`.
             */
            value: number;
            /** @description Grams of one piece. */
            weight: number;
            /** @description How many pieces are in the parcel; so many are taken from stock. */
            quantity: number;
            /** @description More about it, for labels and the courier. */
            description?: string | null;
            /** @description The aggregator's category of it, such as `fashion` or `electronic`. */
            category?: string | null;
            /** @description Length of one piece in centimetres; couriers may charge for room. */
            length?: number | null;
            /** @description Width of one piece in centimetres. */
            width?: number | null;
            /** @description Height of one piece in centimetres. */
            height?: number | null;
            /**
             * @description The product that it is (`prod_…`), a physical one; without
             *     a `variantId`, its default variant is taken from stock.
             */
            productId?: string | null;
            /** @description The variant to take from stock (`var_…`). An item without this and without `productId` is only shipped. */
            variantId?: string | null;
            /**
             * @description The warehouse to take the stock from (`wh_…`). All items that name one must name the same: a parcel leaves from
             *     one place. Left out: the first that has all of it.
             */
            warehouseId?: string | null;
            /** @description The number to print on the label; left out: the variant's `sku`, else its product's. */
            sku?: string | null;
        };
        /**
         * ShipmentPickupConfirmed
         * @description The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged.
         */
        ShipmentPickupConfirmed: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /**
             * @description How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
             *     `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
             *     `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
             *     on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
             *     booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's. */
            insurance: number;
            /** @description Whether the courier is to insure it, for the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier gives one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
             *     shipping origin. Its fields are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description Where it goes, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description What is in it, as it was given, with the `variantId`, `productId`
             *     and `sku` that were found. The fields are those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The buyer, by the merchant's own id; null where it was not given. */
            customerId: string | null;
            /** @description The checkout that it is for, by the caller's own id, whose reservations it took; null without one. */
            checkoutSessionId: string | null;
            /** @description The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null. */
            productId: string | null;
            /**
             * @description The system that the order comes from, by the caller's own
             *     name; for a storefront's order, the partner. Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /** @description The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page. */
            trackingPageUrl: string;
            /** @description What the courier asks in all, premium included, by its latest word, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When anything of it last changed, but for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /**
             * @description When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
             *     back.
             */
            printedAt: string | null;
            /**
             * @description Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
             *     `printedAt` is.
             */
            printedBy: string | null;
            /** @description The shipment's id once more; the same as `id`. */
            shipmentId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ShipmentQueues
         * @description What waits for somebody.
         */
        ShipmentQueues: {
            /** @description Drafted shipments: `pending`. */
            toBook: components["schemas"]["QueueCount"];
            /** @description Booked shipments that are not collected, whose label nobody has printed. */
            toPrint: components["schemas"]["QueueCount"];
            /** @description Booked shipments that no driver has collected, and that nothing was heard of for 24 hours. */
            uncollected: components["schemas"]["QueueCount"];
            /** @description Shipments under way that nothing was heard of for 48 hours. */
            silent: components["schemas"]["QueueCount"];
            /** @description Shipments of which it is not known yet whether the courier booked, or cancelled, them. */
            unclear: components["schemas"]["QueueCount"];
            /** @description Returned shipments of which nobody has said what became of the goods, and that are not replaced. */
            returned: components["schemas"]["QueueCount"];
            /** @description Stock levels below their threshold. */
            lowStock: components["schemas"]["QueueCount"];
            /** @description Webhook endpoints whose last attempts have failed. */
            failingEndpoints: components["schemas"]["QueueCount"];
            /**
             * @description How many shipments have each status, from a maintained count; a status that none has is left out. The queue
             *     `under_way` has as many as its six statuses together.
             */
            byStatus: {
                [key: string]: number;
            };
        };
        /**
         * ShipmentRebooked
         * @description A shipment was replaced: this is the new one, `previousShipmentId` the old.
         */
        ShipmentRebooked: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /**
             * @description How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
             *     `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
             *     `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
             *     on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
             *     booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's. */
            insurance: number;
            /** @description Whether the courier is to insure it, for the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier gives one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
             *     shipping origin. Its fields are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description Where it goes, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description What is in it, as it was given, with the `variantId`, `productId`
             *     and `sku` that were found. The fields are those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The buyer, by the merchant's own id; null where it was not given. */
            customerId: string | null;
            /** @description The checkout that it is for, by the caller's own id, whose reservations it took; null without one. */
            checkoutSessionId: string | null;
            /** @description The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null. */
            productId: string | null;
            /**
             * @description The system that the order comes from, by the caller's own
             *     name; for a storefront's order, the partner. Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /** @description The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page. */
            trackingPageUrl: string;
            /** @description What the courier asks in all, premium included, by its latest word, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When anything of it last changed, but for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /**
             * @description When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
             *     back.
             */
            printedAt: string | null;
            /**
             * @description Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
             *     `printedAt` is.
             */
            printedBy: string | null;
            /** @description The shipment's id once more; the same as `id`. */
            shipmentId: string;
            /** @description The shipment that this one replaces (`ship_…`). */
            previousShipmentId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ShipmentRebooking
         * @description What is not given is carried over; another service without a price is quoted anew.
         */
        ShipmentRebooking: {
            /** @description Another courier, from a rate or the catalogue, in either case. */
            courierCode?: string | null;
            /** @description Another service of the courier, in either case. */
            courierServiceCode?: string | null;
            /** @description How fast the other service is; left out, the catalogue says it. */
            courierType?: ("instant" | "same_day" | "standard") | null;
            /** @description The new shipping price without the premium, in minor units; left out with another service, it is quoted. */
            price?: number | null;
            /**
             * @description Whether the courier is to insure it; left out: where
             *     `insurance` is given, whether that is above 0, else as before.
             */
            insured?: boolean | null;
            /**
             * @description The new premium in minor units; left out: as before, or as
             *     quoted with another service, and 0 where it is not insured.
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
         * @description What came back with a returned parcel, as it was told once.
         */
        ShipmentRestock: {
            /**
             * Format: date-time
             * @description When they were put back.
             */
            restockedAt: string;
            /** @description Who told of it: the person's id for a session, the workspace's id for an API key; null where that is not known. */
            createdBy: string | null;
            /** @description By variant and warehouse; of what did not come back both numbers are 0. */
            items: components["schemas"]["RestockedItem"][];
        };
        /**
         * ShipmentRestockReply
         * @description What was put back.
         */
        ShipmentRestockReply: {
            /** @description The returned shipment as it is now. */
            shipment: components["schemas"]["Shipment"];
            /** @description What came back with it, as the shipment shows it from now on. */
            restock: components["schemas"]["ShipmentRestock"];
        };
        /**
         * ShipmentRestockRequest
         * @description Without `items` all of the parcel came back sound; with them, what is not named did not come back.
         */
        ShipmentRestockRequest: {
            /** @description What came back; left out: everything, undamaged. */
            items?: components["schemas"]["ReturnedItem"][] | null;
        };
        /**
         * ShipmentStatusUpdated
         * @description The courier reported something: `status` is the status after the report, `reportedStatus` what it said.
         *
         *     `creditRefunded` is there where a courier's cancellation gave credit back.
         */
        ShipmentStatusUpdated: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /**
             * @description How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
             *     `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
             *     `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
             *     on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
             *     booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's. */
            insurance: number;
            /** @description Whether the courier is to insure it, for the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier gives one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
             *     shipping origin. Its fields are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description Where it goes, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description What is in it, as it was given, with the `variantId`, `productId`
             *     and `sku` that were found. The fields are those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The buyer, by the merchant's own id; null where it was not given. */
            customerId: string | null;
            /** @description The checkout that it is for, by the caller's own id, whose reservations it took; null without one. */
            checkoutSessionId: string | null;
            /** @description The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null. */
            productId: string | null;
            /**
             * @description The system that the order comes from, by the caller's own
             *     name; for a storefront's order, the partner. Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /** @description The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page. */
            trackingPageUrl: string;
            /** @description What the courier asks in all, premium included, by its latest word, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When anything of it last changed, but for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /**
             * @description When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
             *     back.
             */
            printedAt: string | null;
            /**
             * @description Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
             *     `printedAt` is.
             */
            printedBy: string | null;
            /** @description The shipment's id once more; the same as `id`. */
            shipmentId: string;
            /**
             * @description The status before the report; the same as `status` where the report moved nothing.
             * @enum {string}
             */
            previousStatus: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description What the courier said, in its own word, which may be none of the service's. */
            reportedStatus: string;
            /** @description What the courier said beside it; null where it said nothing. */
            note: string | null;
            /**
             * Format: date-time
             * @description When it happened, as the courier says; never later than when it was reported.
             */
            occurredAt: string;
            /**
             * @description What went back to the shipping credit because the courier
             *     cancelled, in minor units; absent for every other report.
             */
            creditRefunded?: number;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ShipmentTimeline
         * @description What happened to a shipment.
         */
        ShipmentTimeline: {
            /** @description The newest first, 200 at most, of each kind the newest hundred. */
            entries: components["schemas"]["TimelineEntry"][];
            /** @description Whether there is more than is shown. */
            isMore: boolean;
        };
        /**
         * ShipmentUpdated
         * @description Something changed without a new status: `changed` lists the fields, `note` says more of a new price.
         *
         *     They are fields of the shipment, or `driver`, whom the tracking routes name.
         */
        ShipmentUpdated: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /**
             * @description How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
             *     `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
             *     `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
             *     on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
             *     booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's. */
            insurance: number;
            /** @description Whether the courier is to insure it, for the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier gives one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
             *     shipping origin. Its fields are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description Where it goes, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description What is in it, as it was given, with the `variantId`, `productId`
             *     and `sku` that were found. The fields are those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The buyer, by the merchant's own id; null where it was not given. */
            customerId: string | null;
            /** @description The checkout that it is for, by the caller's own id, whose reservations it took; null without one. */
            checkoutSessionId: string | null;
            /** @description The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null. */
            productId: string | null;
            /**
             * @description The system that the order comes from, by the caller's own
             *     name; for a storefront's order, the partner. Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /** @description The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page. */
            trackingPageUrl: string;
            /** @description What the courier asks in all, premium included, by its latest word, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When anything of it last changed, but for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /**
             * @description When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
             *     back.
             */
            printedAt: string | null;
            /**
             * @description Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
             *     `printedAt` is.
             */
            printedBy: string | null;
            /** @description The shipment's id once more; the same as `id`. */
            shipmentId: string;
            /**
             * @description What changed: names of the shipment's fields (`waybillId`, `labelUrl`,
             *     `aggregatorTrackingId`, `courierPrice`, `price`, `insurance`), or `driver`.
             */
            changed: string[];
            /** @description What the courier asks now, and what was charged or given back for it; null without a new price. */
            note: string | null;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * ShipmentWithEvents
         * @description A shipment with its history.
         */
        ShipmentWithEvents: {
            /** @description The shipment's id (`ship_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /**
             * @description How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
             *     `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
             *     `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
             *     on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description The courier that carries it, as in the catalogue. */
            courierCode: string;
            /** @description The courier's service, as in the catalogue. */
            courierServiceCode: string;
            /**
             * @description How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /**
             * @description The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
             *     booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
             */
            price: number;
            /** @description The insurance premium in minor units; 0 without one. A booking may raise it to the courier's. */
            insurance: number;
            /** @description Whether the courier is to insure it, for the sum of the items' values. */
            insured: boolean;
            /** @description The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked. */
            aggregatorOrderId: string;
            /** @description The courier's waybill number. Null until the courier gives one, at the booking or later. */
            waybillId: string | null;
            /** @description The courier's own label; null where it offers none. The service prints a label in any case. */
            labelUrl: string | null;
            /** @description The aggregator's id for tracking; null until there is one. */
            aggregatorTrackingId: string | null;
            /**
             * @description Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
             *     shipping origin. Its fields are those of `Origin`.
             */
            originSnapshot: {
                [key: string]: unknown;
            };
            /** @description Where it goes, as it was given. Its fields are those of `Destination`. */
            destinationSnapshot: {
                [key: string]: unknown;
            };
            /**
             * @description What is in it, as it was given, with the `variantId`, `productId`
             *     and `sku` that were found. The fields are those of `ShipmentItem`.
             */
            items: {
                [key: string]: unknown;
            }[];
            /** @description The buyer's e-mail address, for the merchant's own use; null where it was not given. */
            customerEmail: string | null;
            /** @description The buyer, by the merchant's own id; null where it was not given. */
            customerId: string | null;
            /** @description The checkout that it is for, by the caller's own id, whose reservations it took; null without one. */
            checkoutSessionId: string | null;
            /** @description The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null. */
            productId: string | null;
            /**
             * @description The system that the order comes from, by the caller's own
             *     name; for a storefront's order, the partner. Null without one.
             */
            externalSource: string | null;
            /** @description The order's number in that system; labels and the tracking page show it. Null without one. */
            externalRef: string | null;
            /** @description The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page. */
            trackingPageUrl: string;
            /** @description What the courier asks in all, premium included, by its latest word, in minor units; null before the booking. */
            courierPrice: number | null;
            /**
             * Format: date-time
             * @description When it was drafted.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When anything of it last changed, but for `printedAt` and `printedBy`.
             */
            updatedAt: string;
            /**
             * @description When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
             *     back.
             */
            printedAt: string | null;
            /**
             * @description Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
             *     `printedAt` is.
             */
            printedBy: string | null;
            /** @description What the courier reported, oldest first, and the merchant's cancellation. */
            events: components["schemas"]["ShipmentEvent"][];
            /** @description What was put back of a returned parcel; null until somebody has told. */
            restock: components["schemas"]["ShipmentRestock"] | null;
        };
        /**
         * ShippingConfigChange
         * @description What is left out stays as it is. `apiKey` null falls back to the platform's key.
         */
        ShippingConfigChange: {
            /**
             * @description Your own key at the aggregator, of at least 8 characters; it is stored encrypted and never shown
             *     again. Null falls back to the platform's key. A partner cannot send it.
             */
            apiKey?: string | null;
            /** @description The aggregator's id of a pick-up place, kept for you; null clears it. */
            defaultOriginId?: string | null;
            /**
             * @description The codes of the couriers to enable, from `GET /shipping/couriers`; empty means every courier that needs no
             *     coordinates. An instant courier needs an origin with coordinates.
             */
            enabledCouriers?: string[];
            /** @description The courier to propose first, for your own use; it must be in the catalogue. Null clears it. */
            defaultCourier?: string | null;
            /** @description The master switch: false stops quotes and bookings. */
            active?: boolean;
        };
        /**
         * ShippingConfigReply
         * @description `couriers` are the catalogue's codes, none while no catalogue can be had.
         */
        ShippingConfigReply: {
            /** @description The workspace's settings at the aggregator, the defaults where it has set none. */
            config: components["schemas"]["AggregatorConfig"];
            /**
             * @description Every courier code of the catalogue, in alphabetical order,
             *     whether enabled or not; empty while no catalogue can be had.
             */
            couriers: string[];
        };
        /**
         * ShippingOrigin
         * @description The shipping origin; while none is set everything but `configured` is null.
         */
        ShippingOrigin: {
            /** @description Street and number where drivers collect parcels; null while no origin is set. */
            address: string | null;
            /** @description Whom drivers ask for; null while no origin is set. */
            contactName: string | null;
            /** @description Whom drivers call, as it was given; null while no origin is set. */
            contactPhone: string | null;
            /** @description The province, for labels; null where it is not said. */
            province: string | null;
            /** @description The city or regency, for labels and tracking pages; null where it is not said. */
            city: string | null;
            /** @description The district within the city, for labels; null where it is not said. */
            district: string | null;
            /** @description The village or ward, for labels; null where it is not said. */
            village: string | null;
            /** @description The postal code, as it was given; null where it is not said. */
            postal: string | null;
            /** @description The courier aggregator's id of the area; null where it is not known. */
            areaId: string | null;
            /** @description Latitude in decimal degrees, south negative; null where it is not known. */
            lat: number | null;
            /** @description Longitude in decimal degrees, west negative; null where it is not known. */
            lng: number | null;
            /** @description How to find the place, for drivers; null where nothing is said. */
            note: string | null;
            /**
             * @description The codes of the couriers that are enabled, the same set as `enabledCouriers` of the config. Empty means every
             *     courier that needs no coordinates; null while no origin is set.
             */
            couriers: string[] | null;
            /** @description Whether an origin is set. While it is false there are no quotes. */
            configured: boolean;
        };
        /**
         * ShippingRate
         * @description One service; `price` excludes the premium, which stands in `insurance`.
         */
        ShippingRate: {
            /** @description The courier; give it to the shipment as it is. */
            courierCode: string;
            /** @description What people call the courier. */
            courierName: string;
            /** @description The courier's service; give it to the shipment as it is. */
            courierServiceCode: string;
            /** @description What people call the service. */
            courierServiceName: string;
            /**
             * @description How fast: `standard` in days, `same_day` on the day,
             *     `instant` at once by a rider. Give it to the shipment as it is.
             * @enum {string}
             */
            courierType: "instant" | "same_day" | "standard";
            /** @description What the courier asks, without the premium, in minor units (whole rupiah for IDR). */
            price: number;
            /** @description How long it takes at least, in `etaUnit`; 0 where the courier does not say. */
            etaMin: number;
            /** @description How long it takes at most, in `etaUnit`; 0 where the courier does not say. */
            etaMax: number;
            /** @description The unit of both times: `days` or `hours`, or the courier's own word. */
            etaUnit: string;
            /** @description The premium in minor units; 0 where none was asked for or the courier insures nothing. */
            insurance: number;
        };
        /**
         * ShippingRateRequest
         * @description A parcel to be quoted, from the shipping origin.
         */
        ShippingRateRequest: {
            /** @description Where it would go. */
            destination: components["schemas"]["Destination"];
            /** @description What would be in it; a quote takes no stock. */
            items: components["schemas"]["ShipmentItem"][];
            /** @description Whether to ask for the premium as well, for the sum of the items' values. */
            insurance?: boolean | null;
        };
        /**
         * ShippingRates
         * @description `hasCoords` is false where the destination has no coordinates, so that instant couriers are not asked.
         */
        ShippingRates: {
            /** @description One row for each service that goes there, cheapest first; none where nobody does. */
            rates: components["schemas"]["ShippingRate"][];
            /** @description How many rates there are. */
            count: number;
            /** @description Whether the destination has `lat` and `lng`; while it has not, instant couriers are not asked. */
            hasCoords: boolean;
        };
        /**
         * SigningKey
         * @description What the workspace's license files are signed with; one for good.
         */
        SigningKey: {
            /** @description Identifies the key, by its thumbprint (RFC 7638). */
            keyId: string;
            /** @description What software verifies license files with; to be built into it. */
            publicKey: components["schemas"]["PublicJwk"];
            /**
             * Format: date-time
             * @description When the key was made, which the first request that needed it did.
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
         * @description Days in figures, as a plot shows them. What happened counts at once.
         */
        StatsDays: {
            /** @description The IANA name of the zone whose days they are: that of the workspace. */
            timeZone: string;
            /** @description The days of the period, the oldest first, also those on which nothing happened. */
            days: components["schemas"]["DailyStatistics"][];
            /** @description The shipping credit that is not held now, in minor units. */
            creditAvailable: number;
            /**
             * @description For how many days that lasts at the mean of the last 14 days, or since the first spending if
             *     that is less; null where nothing was spent in them.
             */
            creditDaysLeft: number | null;
        };
        /**
         * StatsOverview
         * @description What a workspace holds, for a dashboard. Its parts are not of one moment.
         */
        StatsOverview: {
            /** @description How many products there are. */
            products: components["schemas"]["ArchivableCounts"];
            /** @description How many variants there are. */
            variants: components["schemas"]["ArchivableCounts"];
            /** @description How many warehouses there are. */
            warehouses: components["schemas"]["ArchivableCounts"];
            /** @description How many licenses there are. */
            licenses: components["schemas"]["LicenseCounts"];
            /** @description How many shipments there are. */
            shipments: components["schemas"]["ShipmentCounts"];
            /** @description How many digital deliveries were ever granted. */
            deliveries: number;
            /** @description What was used this month. */
            month: components["schemas"]["MonthUsage"];
            /** @description The prepaid shipping credit. */
            credit: components["schemas"]["CreditBalance"];
            /** @description The 5 newest shipments, the newest first. */
            recentShipments: components["schemas"]["RecentShipment"][];
            /** @description Up to 5 levels below their threshold; the one that was moved last comes first. */
            lowStock: components["schemas"]["LowStockLevel"][];
            /** @description Which webhooks are failing. */
            webhookFailures: components["schemas"]["WebhookFailures"];
        };
        /**
         * StockAdjusted
         * @description A stock level was adjusted or transferred, for whatever reason; `quantityAfter` is the level after it.
         */
        StockAdjusted: {
            /** @description The movement's id (`mv_…`). */
            id: string;
            /** @description The variant that moved (`var_…`). */
            variantId: string;
            /** @description The warehouse whose level changed (`wh_…`). */
            warehouseId: string;
            /** @description Pieces that came (above 0) or went (below 0); never 0. */
            delta: number;
            /**
             * @description Why: `manual_adjust` a correction, `initial_stock` the first count, `transfer_in` and `transfer_out` the two ends
             *     of a transfer (`transfer_out` also what a shipment takes), `damaged`, `returned_to_supplier`, `refund_restock` what
             *     came back from a shipment, `import` from a file.
             * @enum {string}
             */
            reason: "damaged" | "import" | "initial_stock" | "manual_adjust" | "refund_restock" | "returned_to_supplier" | "transfer_in" | "transfer_out";
            /** @description What was said of it; `Shipment` and its id for what a shipment took or gave back. Null where nothing was said. */
            note: string | null;
            /**
             * @description Who moved it: the person's id for a session, the workspace's
             *     id for an API key, null for what the service did by itself.
             */
            createdBy: string | null;
            /** @description The shipment that took it or gave it back (`ship_…`), else null. */
            shipmentId: string | null;
            /** @description The level's quantity after this movement. */
            quantityAfter: number;
            /** @description Counts the movements of one level from 1, so that they can be put in order. */
            number: number;
            /**
             * Format: date-time
             * @description When it moved. Movements are never changed or deleted.
             */
            createdAt: string;
            /** @description The movement's id once more; the same as `id`. */
            movementId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * StockAdjustment
         * @description A signed change of one level. Ids of any shape are taken; an unknown variant makes its own level.
         */
        StockAdjustment: {
            /** @description The variant to move; an unknown one begins a level of its own with its first positive `delta`. */
            variantId: string;
            /** @description The warehouse to move it in, archived or not; an unknown one is 404 `NOT_FOUND`. */
            warehouseId: string;
            /**
             * @description Pieces that come (above 0) or go (below 0); 0 is refused, and
             *     so is what would take the level below 0 (500 `NEGATIVE_STOCK`).
             */
            delta: number;
            /**
             * @description Why it moves; it is recorded and changes nothing else. See the movement for what each value means.
             * @enum {string}
             */
            reason: "damaged" | "import" | "initial_stock" | "manual_adjust" | "refund_restock" | "returned_to_supplier" | "transfer_in" | "transfer_out";
            /** @description Anything to remember with the movement. */
            note?: string | null;
        };
        /**
         * StockAdjustmentReply
         * @description What an adjustment came to.
         */
        StockAdjustmentReply: {
            /** @description The level after the movement. */
            stock: components["schemas"]["StockLevel"];
            /** @description The line that was written to the level's ledger. */
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
            /** @description What the level says is on hand, in pieces. */
            quantity: number;
            /** @description What its movements come to, in pieces. */
            sumOfMovements: number;
        };
        /**
         * StockLevel
         * @description On-hand stock of one variant in one warehouse; reservations are not taken off.
         */
        StockLevel: {
            /** @description The variant that is counted (`var_…`). */
            variantId: string;
            /** @description The warehouse that it lies in (`wh_…`). */
            warehouseId: string;
            /** @description Pieces on the shelf, reserved ones included; never below 0. Always the sum of the level's movements. */
            quantity: number;
            /**
             * Format: date-time
             * @description When its last movement was; in a list `at` a moment, its last one until then.
             */
            updatedAt: string;
        };
        /**
         * StockLevelDetails
         * @description What people call the goods of a level, and how much of it is free. All is as it is now.
         */
        StockLevelDetails: {
            /** @description The variant's product (`prod_…`); null, as the other four, where the catalog does not know the variant. */
            productId: string | null;
            /** @description What people call the product. */
            productName: string | null;
            /** @description What tells the variant from its siblings; the one that a product begins with is `Default`. */
            variantName: string | null;
            /** @description The merchant's own number of the variant, or else of its product; null where neither has one. */
            sku: string | null;
            /** @description Whether the variant or its product is out of use. */
            archived: boolean | null;
            /** @description The pieces below which the level is low; null where none are said. */
            lowStockThreshold: number | null;
            /** @description Pieces that are set aside for checkouts, and not taken yet. */
            reserved: number;
            /** @description Pieces that are on the shelf and not reserved; never below 0. */
            available: number;
        };
        /**
         * StockLevels
         * @description A page of stock levels.
         */
        StockLevels: {
            /** @description Newest-updated first; with `at`, those that were opened last come first; with `q` or `productId` by variant. */
            stock: components["schemas"]["ListedStockLevel"][];
        };
        /**
         * StockLow
         * @description A stock level fell from at or above the variant's threshold to below it.
         */
        StockLow: {
            /** @description The variant that runs low (`var_…`). */
            variantId: string;
            /** @description Its product (`prod_…`). */
            productId: string;
            /** @description The variant's own number; null where it has none. */
            sku: string | null;
            /** @description The variant's name, without its product's. */
            name: string;
            /** @description The warehouse where it runs low (`wh_…`). */
            warehouseId: string;
            /** @description Pieces that are left on the shelf there, reserved ones included. */
            quantity: number;
            /** @description The variant's `lowStockThreshold` that was crossed, in pieces. */
            threshold: number;
            /** @description The movement that crossed it (`mv_…`). */
            movementId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * StockMovement
         * @description One line of a level's ledger.
         */
        StockMovement: {
            /** @description The movement's id (`mv_…`). */
            id: string;
            /** @description The variant that moved (`var_…`). */
            variantId: string;
            /** @description The warehouse whose level changed (`wh_…`). */
            warehouseId: string;
            /** @description Pieces that came (above 0) or went (below 0); never 0. */
            delta: number;
            /**
             * @description Why: `manual_adjust` a correction, `initial_stock` the first count, `transfer_in` and `transfer_out` the two ends
             *     of a transfer (`transfer_out` also what a shipment takes), `damaged`, `returned_to_supplier`, `refund_restock` what
             *     came back from a shipment, `import` from a file.
             * @enum {string}
             */
            reason: "damaged" | "import" | "initial_stock" | "manual_adjust" | "refund_restock" | "returned_to_supplier" | "transfer_in" | "transfer_out";
            /** @description What was said of it; `Shipment` and its id for what a shipment took or gave back. Null where nothing was said. */
            note: string | null;
            /**
             * @description Who moved it: the person's id for a session, the workspace's
             *     id for an API key, null for what the service did by itself.
             */
            createdBy: string | null;
            /** @description The shipment that took it or gave it back (`ship_…`), else null. */
            shipmentId: string | null;
            /** @description The level's quantity after this movement. */
            quantityAfter: number;
            /** @description Counts the movements of one level from 1, so that they can be put in order. */
            number: number;
            /**
             * Format: date-time
             * @description When it moved. Movements are never changed or deleted.
             */
            createdAt: string;
        };
        /**
         * StockMovements
         * @description A page of the ledger.
         */
        StockMovements: {
            /** @description The lines of every ledger together, newest first. */
            movements: components["schemas"]["StockMovement"][];
        };
        /**
         * StockReconciliation
         * @description What a check of the ledger found.
         */
        StockReconciliation: {
            /** @description The levels that disagree with their movements; empty while all is well. */
            levels: components["schemas"]["StockDifference"][];
        };
        /**
         * StockReservation
         * @description Stock that is set aside for a checkout, or that a shipment took.
         */
        StockReservation: {
            /** @description The reservation's id (`rsv_…`). */
            id: string;
            /** @description The variant that is set aside (`var_…`). */
            variantId: string;
            /** @description The warehouse that it is set aside in (`wh_…`). */
            warehouseId: string;
            /** @description Pieces that are set aside, or that were. */
            quantity: number;
            /** @description The shipment that took them (`ship_…`); null while none has. */
            shipmentId: string | null;
            /** @description The checkout that they are for, by the caller's own id; null for a shipment without one. */
            checkoutSessionId: string | null;
            /**
             * Format: date-time
             * @description When it ends by itself, unless it is consumed or released before: mostly 60 minutes after it began.
             */
            expiresAt: string;
            /** @description When a shipment took them; null while none has. It stays when the shipment gives them back. */
            consumedAt: string | null;
            /** @description When they were let go: the checkout ended, or the shipment gave them back. Null until then. */
            releasedAt: string | null;
            /**
             * Format: date-time
             * @description When they were set aside or taken.
             */
            createdAt: string;
        };
        /**
         * StockReservations
         * @description A page of reservations.
         */
        StockReservations: {
            /** @description Newest first, those that have ended included. */
            reservations: components["schemas"]["StockReservation"][];
        };
        /**
         * StockTransfer
         * @description Stock of one variant from one warehouse to another.
         */
        StockTransfer: {
            /** @description The variant to move; one that is unknown is 404 `NOT_FOUND`. */
            variantId: string;
            /** @description Where it is taken from. */
            fromWarehouseId: string;
            /** @description Where it goes; not the same warehouse. */
            toWarehouseId: string;
            /** @description Pieces to move, of those that are not reserved there; too few are 409 `STOCK_INSUFFICIENT`. */
            quantity: number;
            /** @description Anything to remember with both movements. */
            note?: string | null;
        };
        /**
         * StockTransferReply
         * @description Both ends of a transfer, as each adjustment is answered.
         */
        StockTransferReply: {
            /** @description The level that was taken from, and its `transfer_out` movement. */
            from: components["schemas"]["StockAdjustmentReply"];
            /** @description The level that was added to, and its `transfer_in` movement. */
            to: components["schemas"]["StockAdjustmentReply"];
        };
        /**
         * StorefrontEventReply
         * @description Whether the event changed anything: false for one that was applied before, one that is older than what is known,
         *     and one of a type that nobody knows.
         */
        StorefrontEventReply: {
            /** @description Whether the event changed anything. */
            applied: boolean;
            /** @description The order as it then stands, also where the event changed nothing of it. Only events of a checkout have one. */
            order?: components["schemas"]["StorefrontOrder"];
        };
        /**
         * StorefrontLineError
         * @description Why a line is not fulfilled yet, as a request would have been refused.
         */
        StorefrontLineError: {
            /** @description The machine code that a request would have been refused with, such as `STOCK_INSUFFICIENT`. */
            code: string;
            /** @description What is wrong, for people. */
            message: string;
            /** @description Where it lies in the order (`lines.0.productRef`, `shipping.courierCode`), else null. */
            field: string | null;
        };
        /**
         * StorefrontOrder
         * @description A checkout of a partner's storefront; `open` until it is paid or `expired`, then by what became of its lines.
         */
        StorefrontOrder: {
            /** @description The order's id (`ord_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The storefront's own id of the checkout, one order each. */
            checkoutSessionId: string;
            /**
             * @description `open` until it is paid or its time is over (`expired`); once paid,
             *     `fulfilled`, `partly_fulfilled` or `failed`, by what became of its lines.
             * @enum {string}
             */
            status: "expired" | "failed" | "fulfilled" | "open" | "partly_fulfilled";
            /** @description The partner whose storefront it is. */
            externalSource: string;
            /** @description The storefront's number of the order; null where it has none, and until it is paid. */
            externalRef: string | null;
            /** @description Who bought it, as the storefront said: `id`, `email`, `name`, `phone`. Null until it is paid. */
            customer: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Where the parcel goes, as the storefront or the last retry
             *     said, with the fields of `Destination`; null where nobody said.
             */
            destination: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The courier's service that the buyer chose, as the storefront or the last retry said, with the fields of
             *     `StorefrontShipping`; null where nobody said.
             */
            shipping: {
                [key: string]: unknown;
            } | null;
            /** @description What was bought, 1 to 200 lines; empty where a checkout ended before anything was said of it. */
            lines: components["schemas"]["StorefrontOrderLine"][];
            /**
             * Format: date-time
             * @description Until when an unpaid order is waited for and its stock stays reserved: 60 minutes after it was last said.
             */
            expiresAt: string;
            /** @description When the payment was heard of; null until then. */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * StorefrontOrderLine
         * @description One line, and what it became: part of a shipment, a delivery, or a license for each piece.
         */
        StorefrontOrderLine: {
            /** @description The storefront's own id of the line, once in an order. */
            ref: string;
            /**
             * @description `waiting` until the order is paid, then `fulfilled`, or `failed` until a retry succeeds.
             * @enum {string}
             */
            status: "failed" | "fulfilled" | "waiting";
            /** @description The type of the product, which decides what becomes of the line; null while the product is unknown. */
            type: ("digital" | "license" | "physical") | null;
            /** @description The product that is meant (`prod_…`); null while it is unknown. */
            productId: string | null;
            /** @description The variant that is meant (`var_…`); null while it is unknown. */
            variantId: string | null;
            /** @description The storefront's own id of the product; null where it named none. */
            productRef: string | null;
            /** @description The storefront's own id of the variant; null where it named none. */
            variantRef: string | null;
            /** @description How many pieces were bought. A digital line is one delivery, whatever this says. */
            quantity: number;
            /** @description What the storefront calls one piece on the parcel; null: the catalog's name. */
            name: string | null;
            /** @description What one piece is worth in minor units, as the storefront says; null: the variant's price, else 0. */
            value: number | null;
            /** @description Grams of one piece, as the storefront says; null: the catalog's weight. */
            weight: number | null;
            /** @description The shipment that a physical line went into (`ship_…`); null until then. */
            shipmentId: string | null;
            /** @description The delivery that a digital line became (`dlv_…`); null until then. */
            deliveryId: string | null;
            /** @description The licenses that a license line became (`lic_…`), one for each piece; empty until then. */
            licenseIds: string[];
            /** @description Why the line failed the last time; null unless it is `failed`. */
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
         * @description What the storefront did not say, or said wrongly; what is left out stays as it was.
         */
        StorefrontOrderRetry: {
            /** @description Takes the place of the service that the storefront named. */
            shipping?: components["schemas"]["StorefrontShipping"] | null;
            /** @description Takes the place of the destination that the storefront named, as a whole. */
            destination?: components["schemas"]["Destination"] | null;
        };
        /**
         * StorefrontOrders
         * @description A page of orders.
         */
        StorefrontOrders: {
            /** @description Newest first, with their lines. */
            orders: components["schemas"]["StorefrontOrder"][];
        };
        /**
         * StorefrontShipping
         * @description The service that the buyer chose and paid for; `insured` is whether there is a premium, unless it is said.
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
            /** @description What the buyer paid for shipping without the premium, in minor units; it becomes the shipment's `price`. */
            price: number;
            /** @description The insurance premium in minor units. */
            insurance?: number | null;
            /** @description Whether the courier is to insure the parcel; left out: true where `insurance` is above 0. */
            insured?: boolean | null;
        };
        /**
         * StorefrontStatus
         * @description How the workspace is connected to its partner's storefront.
         */
        StorefrontStatus: {
            /** @description Whether the storefront has a secret to sign its events for the workspace with. */
            webhookSecretSet: boolean;
            /** @description The platform key of the partner that provisioned the workspace. */
            partnerKey: components["schemas"]["PartnerKeyStatus"];
            /** @description How many products were mirrored from the storefront, archived ones included. */
            mirroredProductCount: number;
            /** @description When a product was last mirrored; null where none ever was. */
            lastSyncAt: string | null;
        };
        /**
         * Subscription
         * @description How the workspace pays.
         */
        Subscription: {
            /**
             * @description The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits.
             * @enum {string}
             */
            plan: "free" | "growth" | "internal" | "scale" | "starter";
            /** @description What people call the plan, such as `Growth`. */
            planName: string;
            /** @description Whether `plan` is `internal`. */
            isForjioInternal: boolean;
            /**
             * @description `active`: it is paid and goes on, or nothing was bought; `past_due`: a payment failed, and the provider tries
             *     again; `canceling`: it ends at `cancelAt`, also where it is overdue; `canceled`: it has ended; `incomplete`: the
             *     first payment has not come through.
             * @enum {string}
             */
            status: "active" | "canceled" | "canceling" | "incomplete" | "past_due";
            /**
             * Format: date-time
             * @description When the present period began: the one that is paid for, or the calendar month (UTC) where nothing is.
             */
            currentPeriodStart: string;
            /**
             * Format: date-time
             * @description When the present period ends.
             */
            currentPeriodEnd: string;
            /** @description When it ends, or ended; null while it goes on. */
            cancelAt: string | null;
        };
        /**
         * TimelineEntry
         * @description One thing that happened to a shipment. What does not apply to its kind is null.
         */
        TimelineEntry: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description Whose word it is: a courier's report, a movement of the credit, one of stock, a webhook, a person's act, or a
             *     waybill that the courier replaced.
             * @enum {string}
             */
            kind: "courier" | "money" | "person" | "stock" | "waybill" | "webhook";
            /**
             * @description Of a courier the shipment's status then, of money the kind of the transaction, of stock `taken` or `released`,
             *     of a webhook the event's type, of a person the audited action, of a waybill `replaced`.
             */
            what: string;
            /**
             * @description What was said beside it: by the courier, as the memo of a transaction, or by the last attempt that failed. Of a
             *     waybill the former one, which goes on finding the shipment.
             */
            note: string | null;
            /** @description Who did it: an e-mail address or an id; null where nobody is known. */
            by: string | null;
            /** @description What the shipping credit moved by, in minor units; less than 0 where it was charged. */
            amount: number | null;
            /** @description By how many pieces the stock moved; less than 0 where it was taken. */
            quantity: number | null;
            /** @description The variant whose stock moved (`var_…`). */
            variantId: string | null;
            /** @description Where the webhook goes. */
            url: string | null;
            /** @description Of a courier its own word, of a webhook how far its delivery is. */
            state: string | null;
            /** @description How often the webhook was tried. */
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
             * @description The shipment's status in the service, which asking the courier does not move.
             * @enum {string}
             */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            /** @description What was recorded of it, oldest first. */
            events: components["schemas"]["ShipmentEvent"][];
        };
        /**
         * Tracking
         * @description What the courier says now; `shipment` is null where the parcel is none of the workspace's.
         */
        Tracking: {
            /** @description The courier's waybill number; null while there is none. */
            waybillId: string | null;
            /** @description The code of the courier. */
            courier: string;
            /**
             * @description Where it is now, in the words of a shipment's statuses where
             *     the courier's word means one of them, else in the courier's own.
             */
            status: string;
            /** @description What happened, oldest first. */
            history: components["schemas"]["TrackingStep"][];
            /** @description Who has it; null where nobody is named, and always where the service answers from its own record. */
            driver: components["schemas"]["TrackingDriver"] | null;
            /**
             * @description When it is expected, by the time that the courier says its service takes, from the collection or else the
             *     booking. Null where the courier says nothing, and where nothing is awaited.
             */
            eta: components["schemas"]["TrackingEta"] | null;
            /** @description The courier's own tracking page; null where there is none. */
            externalLink: string | null;
            /** @description The workspace's own record; null where the parcel is none of its shipments. */
            shipment: components["schemas"]["TrackedShipment"] | null;
        };
        /**
         * TrackingDriver
         * @description Who has the parcel.
         */
        TrackingDriver: {
            /** @description The driver's name; null where the courier does not say. */
            name: string | null;
            /** @description The driver's phone number; null where the courier does not say. */
            phone: string | null;
            /** @description The number plate of the vehicle; null where the courier does not say. */
            plate: string | null;
            /** @description A picture of the driver; null where the courier has none. */
            photoUrl: string | null;
        };
        /**
         * TrackingEta
         * @description The estimated time of arrival, as a span.
         */
        TrackingEta: {
            /**
             * Format: date-time
             * @description When the parcel arrives at the earliest.
             */
            earliest: string;
            /**
             * Format: date-time
             * @description When it arrives at the latest.
             */
            latest: string;
        };
        /**
         * TrackingStep
         * @description `status` is ours where the courier's word means one of ours, else the courier's own word.
         */
        TrackingStep: {
            /**
             * @description What happened, in the words of a shipment's statuses where
             *     the courier's word means one of them, else in the courier's own.
             */
            status: string;
            /** @description What the courier says of it; null where it says nothing. */
            note: string | null;
            /**
             * Format: date-time
             * @description When it happened, as the courier says.
             */
            updated_at: string;
        };
        /**
         * Usage
         * @description What the calendar month (UTC) holds so far.
         */
        Usage: {
            /**
             * @description The plan that the workspace is on; `internal` for one of the operator's own, which nothing limits.
             * @enum {string}
             */
            plan: "free" | "growth" | "internal" | "scale" | "starter";
            /**
             * @description Orders: shipments booked, deliveries granted and licenses issued, also those that were cancelled or revoked
             *     later.
             */
            ordersFulfilled: number;
            /** @description Orders a calendar month (UTC): shipments booked, deliveries and licenses together. -1: no limit. */
            ordersLimit: number;
            /** @description Shipments that were made, drafts included; they are orders once they are booked. */
            shipmentsCreated: number;
            /** @description Licenses that were issued, revoked ones included. */
            licensesIssued: number;
            /**
             * Format: date-time
             * @description When the next month begins, and everything counts from 0 again.
             */
            resetAt: string;
        };
        /**
         * UsageCounts
         * @description What was used, in numbers.
         */
        UsageCounts: {
            /** @description Shipments whose courier was booked, also where they were cancelled later. */
            shipmentsBooked: number;
            /** @description Digital deliveries that were granted. */
            deliveries: number;
            /** @description Licenses that were issued, revoked ones included. */
            licensesIssued: number;
            /** @description All three together, which is what a plan counts as orders. */
            ordersFulfilled: number;
        };
        /**
         * Variant
         * @description What stock is counted by.
         */
        Variant: {
            /** @description The variant's id (`var_…`); stock is counted by it. */
            id: string;
            /** @description The product that it belongs to (`prod_…`). */
            productId: string;
            /** @description What tells it from its siblings, such as a size or a colour; the one that a product begins with is `Default`. */
            name: string;
            /**
             * @description The merchant's own number of the variant, unique among its
             *     siblings but not in the workspace; null where it has none.
             */
            sku: string | null;
            /** @description The selling price of one piece in minor units (whole rupiah for IDR); null where it is not said. */
            priceCents: number | null;
            /** @description What one piece costs the merchant, in minor units, for the merchant's own use; null where it is not said. */
            costCents: number | null;
            /**
             * @description A level of the variant that falls below this many pieces raises
             *     the event `stock.low`, in each warehouse by itself; null: never.
             */
            lowStockThreshold: number | null;
            /** @description Grams of one piece, where it differs from the product's; null: the product's `weight` counts. */
            weight: number | null;
            /**
             * @description Whether it is meant where only the product is named. Exactly
             *     one active variant of a product is; none where all are archived.
             */
            isDefault: boolean;
            /** @description Whether it is out of use: it keeps its stock and its history, and no new shipment can take it. */
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
            /** @description What tells it from its siblings, such as a size or a colour; the one that a product begins with is `Default`. */
            name: string;
            /**
             * @description The merchant's own number of the variant, unique among its
             *     siblings but not in the workspace; null where it has none.
             */
            sku: string | null;
            /** @description The selling price of one piece in minor units (whole rupiah for IDR); null where it is not said. */
            priceCents: number | null;
            /** @description What one piece costs the merchant, in minor units, for the merchant's own use; null where it is not said. */
            costCents: number | null;
            /**
             * @description A level of the variant that falls below this many pieces raises
             *     the event `stock.low`, in each warehouse by itself; null: never.
             */
            lowStockThreshold: number | null;
            /** @description Grams of one piece, where it differs from the product's; null: the product's `weight` counts. */
            weight: number | null;
            /**
             * @description Whether it is meant where only the product is named. Exactly
             *     one active variant of a product is; none where all are archived.
             */
            isDefault: boolean;
            /** @description Whether it is out of use: it keeps its stock and its history, and no new shipment can take it. */
            archived: boolean;
            /** @description The variant's id once more; the same as `id`. */
            variantId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * VariantChange
         * @description What is left out stays as it is; null clears; `archived` false un-archives.
         */
        VariantChange: {
            /** @description The new name; it cannot be cleared. */
            name?: string;
            /** @description The new number of the variant; a sibling that has it already is refused with 409 `SKU_TAKEN`. */
            sku?: string | null;
            /** @description The new selling price of one piece in minor units. */
            priceCents?: number | null;
            /** @description What one piece costs you from now on, in minor units. */
            costCents?: number | null;
            /** @description Pieces in one warehouse, below which a level raises the event `stock.low`; null: never. */
            lowStockThreshold?: number | null;
            /** @description Grams of one piece; null: the product's `weight` counts. */
            weight?: number | null;
            /**
             * @description True makes it the default in place of the present one.
             *     False is refused on the default: promote a sibling instead.
             */
            isDefault?: boolean;
            /** @description False brings an archived variant back. True is taken only where it is archived already: archive with `DELETE`. */
            archived?: boolean;
        };
        /**
         * VariantCreated
         * @description A variant was added to a product. The one that a product begins with is told of by `product.created`.
         */
        VariantCreated: {
            /** @description The variant's id (`var_…`); stock is counted by it. */
            id: string;
            /** @description The product that it belongs to (`prod_…`). */
            productId: string;
            /** @description What tells it from its siblings, such as a size or a colour; the one that a product begins with is `Default`. */
            name: string;
            /**
             * @description The merchant's own number of the variant, unique among its
             *     siblings but not in the workspace; null where it has none.
             */
            sku: string | null;
            /** @description The selling price of one piece in minor units (whole rupiah for IDR); null where it is not said. */
            priceCents: number | null;
            /** @description What one piece costs the merchant, in minor units, for the merchant's own use; null where it is not said. */
            costCents: number | null;
            /**
             * @description A level of the variant that falls below this many pieces raises
             *     the event `stock.low`, in each warehouse by itself; null: never.
             */
            lowStockThreshold: number | null;
            /** @description Grams of one piece, where it differs from the product's; null: the product's `weight` counts. */
            weight: number | null;
            /**
             * @description Whether it is meant where only the product is named. Exactly
             *     one active variant of a product is; none where all are archived.
             */
            isDefault: boolean;
            /** @description Whether it is out of use: it keeps its stock and its history, and no new shipment can take it. */
            archived: boolean;
            /** @description The variant's id once more; the same as `id`. */
            variantId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * VariantReply
         * @description One variant.
         */
        VariantReply: {
            /** @description The variant as it is now. */
            variant: components["schemas"]["Variant"];
        };
        /**
         * VariantSearchResult
         * @description A variant with what a person needs to choose it: its names, its weight, its price and how much is free.
         */
        VariantSearchResult: {
            /** @description The variant's id (`var_…`). */
            id: string;
            /** @description The product that it belongs to (`prod_…`). */
            productId: string;
            /** @description What people call the product. */
            productName: string;
            /** @description What tells the variant from its siblings; the one that a product begins with is `Default`. */
            name: string;
            /** @description The merchant's own number of the variant, or else of its product; null where neither has one. */
            sku: string | null;
            /**
             * @description What a sale of it leads to: `physical` a shipment, `digital` a delivery to download, `license` a license key.
             * @enum {string}
             */
            type: "digital" | "license" | "physical";
            /** @description The selling price of one piece in minor units; null where it is not said. */
            priceCents: number | null;
            /** @description Grams of one piece, the variant's own or else the product's; null where neither is known. */
            weight: number | null;
            /** @description Length of one piece in centimetres, as the product says it; null where it is not known. */
            length: number | null;
            /** @description Width of one piece in centimetres, as the product says it; null where it is not known. */
            width: number | null;
            /** @description Height of one piece in centimetres, as the product says it; null where it is not known. */
            height: number | null;
            /** @description Whether it is meant where only the product is named. */
            isDefault: boolean;
            /** @description Whether the variant or its product is out of use. Only variants that were asked for by their ids may be. */
            archived: boolean;
            /** @description Pieces on the shelves of all warehouses that are in use; null where no stock of it was ever counted. */
            onHand: number | null;
            /** @description Those of them that are not reserved: what new shipments can take, each from one warehouse; null as `onHand`. */
            available: number | null;
        };
        /**
         * VariantSearchResults
         * @description Variants to choose from.
         */
        VariantSearchResults: {
            /**
             * @description With `q` at most 20: the variant whose sku it is first, then the products in the order of the words found, of
             *     each the default first; with `ids` in their order, without those that are not there; with `sku` in the order of the
             *     skus, of each at most 20, of the newest product first. None where none of the three is given.
             */
            variants: components["schemas"]["VariantSearchResult"][];
        };
        /**
         * Warehouse
         * @description A place that stock is kept in.
         */
        Warehouse: {
            /** @description The warehouse's id (`wh_…`). */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description What people call it. */
            name: string;
            /** @description Street and number, for people: drivers are sent to the shipping origin. Null where it is not said. */
            address: string | null;
            /** @description The town or city; null where it is not said. */
            city: string | null;
            /** @description The postal code, as it was given; null where it is not said. */
            postal: string | null;
            /** @description Latitude in decimal degrees, south negative; null where it is not known. */
            lat: number | null;
            /** @description Longitude in decimal degrees, west negative; null where it is not known. */
            lng: number | null;
            /** @description Whom drivers can call there; null where it is not said. */
            phone: string | null;
            /**
             * @description Whether shipments take stock from here first. There may be
             *     several defaults, of which the oldest counts first, or none.
             */
            isDefault: boolean;
            /** @description Whether it is out of use: its stock stays and can be adjusted, and no new shipment takes any of it. */
            archived: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * WarehouseChange
         * @description What is left out stays as it is; null clears; `archived` false un-archives.
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
            /** @description The same under the name that destinations have it by; where both are given they must not differ. */
            postalCode?: string | null;
            /** @description Latitude in decimal degrees; south is negative. */
            lat?: number | null;
            /** @description Longitude in decimal degrees; west is negative. */
            lng?: number | null;
            /** @description Whom drivers can call there from now on. */
            phone?: string | null;
            /** @description Whether shipments take stock from here first. Neither value changes any other warehouse. */
            isDefault?: boolean;
            /**
             * @description False brings an archived warehouse back, within the plan's limit.
             *     True is taken only where it is archived already: archive with `DELETE`.
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
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description What people call it. */
            name: string;
            /** @description Street and number, for people: drivers are sent to the shipping origin. Null where it is not said. */
            address: string | null;
            /** @description The town or city; null where it is not said. */
            city: string | null;
            /** @description The postal code, as it was given; null where it is not said. */
            postal: string | null;
            /** @description Latitude in decimal degrees, south negative; null where it is not known. */
            lat: number | null;
            /** @description Longitude in decimal degrees, west negative; null where it is not known. */
            lng: number | null;
            /** @description Whom drivers can call there; null where it is not said. */
            phone: string | null;
            /**
             * @description Whether shipments take stock from here first. There may be
             *     several defaults, of which the oldest counts first, or none.
             */
            isDefault: boolean;
            /** @description Whether it is out of use: its stock stays and can be adjusted, and no new shipment takes any of it. */
            archived: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The warehouse's id once more; the same as `id`. */
            warehouseId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
            sequence: number;
        };
        /**
         * WarehouseList
         * @description The warehouses that are in use, or all of them where `archived` asks for it.
         */
        WarehouseList: {
            /** @description The default first, then by age; archived ones only where `archived` asks for them. */
            warehouses: components["schemas"]["Warehouse"][];
        };
        /**
         * WarehouseReply
         * @description One warehouse.
         */
        WarehouseReply: {
            /** @description The warehouse as it is now. */
            warehouse: components["schemas"]["Warehouse"];
        };
        /**
         * WarehouseSummary
         * @description The warehouse of a level, as far as a list needs it.
         */
        WarehouseSummary: {
            /** @description The id of the warehouse (`wh_…`). */
            id: string;
            /** @description What people call the warehouse. */
            name: string;
            /** @description Whether shipments take stock from this warehouse first. */
            isDefault: boolean;
        };
        /**
         * WebhookAttempt
         * @description One attempt to deliver an event.
         */
        WebhookAttempt: {
            /** @description Which attempt of the delivery it was, from 1; retries by hand count on. */
            attemptNumber: number;
            /**
             * @description `succeeded`: a 2xx came in time; `failed`: anything else.
             * @enum {string}
             */
            status: "failed" | "succeeded";
            /** @description The HTTP status of the answer; null where none came. */
            responseCode: number | null;
            /** @description How long the attempt took, in milliseconds. */
            durationMs: number;
            /** @description Why it failed, such as `HTTP 503` or `timed out after 10000ms`; null where it succeeded. */
            error: string | null;
            /** @description When the attempt after it was due; null where it succeeded, and where it was the last. */
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
            /** @description The same as `meta.cursor`: leads to the next page, null on the last one. */
            nextCursor: string | null;
        };
        /**
         * WebhookDelivery
         * @description A row of the delivery log: one event to one endpoint.
         */
        WebhookDelivery: {
            /** @description Identifies the delivery, as a header of each attempt does; opaque. */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description The endpoint that the event goes to. */
            endpointId: string;
            /** @description The event that is delivered (`evt_…`). */
            eventId: string;
            /** @description The full type of the event. */
            type: string;
            /** @description The body that is posted, the same at every attempt: the envelope of the event. */
            payload: {
                [key: string]: unknown;
            };
            /**
             * @description `pending`: an attempt is to come; `sent`: a 2xx came; `failed`: it is not tried again unless somebody asks for
             *     it.
             * @enum {string}
             */
            status: "failed" | "pending" | "sent";
            /** @description How many attempts were made: 6 at most by themselves, more by retries. */
            attempts: number;
            /** @description When the last attempt began; null before the first one. */
            lastAttemptAt: string | null;
            /** @description When the next attempt is due; null before the first one, and once it is `sent` or `failed`. */
            nextRetryAt: string | null;
            /**
             * @description The HTTP status that the last attempt was answered with; null where no answer came, and before the first
             *     attempt.
             */
            responseCode: number | null;
            /**
             * @description The beginning of what the last attempt was answered with, 2 KiB at most, as text; empty where no answer came,
             *     null before the first attempt.
             */
            responseBody: string | null;
            /**
             * @description Why the last attempt failed, such as `HTTP 503`, or why there is none any more, such as `endpoint is disabled`;
             *     null where nothing failed, or the last attempt succeeded.
             */
            lastError: string | null;
            /** @description How long the last attempt took, in milliseconds; null before the first one. */
            durationMs: number | null;
            /** @description When it was last answered 2xx; null where it never was. */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @description When it was put into the queue.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
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
         * @description Where events are posted to; the secret that signs them is shown once, at registration.
         */
        WebhookEndpoint: {
            /** @description Identifies the endpoint; opaque. */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description Where events are posted to. */
            url: string;
            /** @description What it is subscribed to: `*` for everything, exact types, and beginnings of types with `*` at the end. */
            events: string[];
            /** @description A note of your own; empty where there is none. */
            description: string;
            /** @description Whether it gets events; false while it is paused, or switched off for failing. */
            active: boolean;
            /** @description How many attempts have failed in a row since the last 2xx, of whatever deliveries. */
            consecutiveFailures: number;
            /** @description When the first of these attempts failed; null while all is well. */
            failingSince: string | null;
            /**
             * @description When the service switched it off: after 20 failed attempts in a row, over at least 24 hours, or since its partner
             *     ended. Null unless it is switched off now.
             */
            disabledAt: string | null;
            /** @description Why the service switched it off, in words; null unless it is switched off now. */
            disabledReason: string | null;
            /** @description `whsec_`, an ellipsis, and the last 4 characters of the signing secret, to tell it by. */
            secretPreview: string;
            /**
             * @description The partner, by its name, that registered the endpoint, chose its URL or rotated its secret on behalf of the
             *     merchant. When the partner ends, the endpoint is switched off, and stays off until its secret is rotated. Null where
             *     there is none.
             */
            partner: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * WebhookEndpointChange
         * @description What is to change of an endpoint; what is left out stays as it is.
         */
        WebhookEndpointChange: {
            /** @description Where to post events from now on; held to the same rules as at registration. */
            url?: string;
            /** @description What to subscribe to from now on, in place of all that was. */
            events?: string[];
            /** @description A note of your own; null clears it. */
            description?: string | null;
            /**
             * @description False pauses it, and what is queued fails. True has one that is off begin anew, with no failures counted; one
             *     that is active stays as it is. Where its partner has ended, that is 409 `INVALID_STATE` until its secret is rotated.
             */
            active?: boolean;
        };
        /**
         * WebhookEndpointDisabled
         * @description A webhook endpoint was switched off for failing; the workspace's other endpoints get the event.
         */
        WebhookEndpointDisabled: {
            /** @description Identifies the endpoint; opaque. */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description Where events are posted to. */
            url: string;
            /** @description What it is subscribed to: `*` for everything, exact types, and beginnings of types with `*` at the end. */
            events: string[];
            /** @description A note of your own; empty where there is none. */
            description: string;
            /** @description Whether it gets events; false while it is paused, or switched off for failing. */
            active: boolean;
            /** @description How many attempts have failed in a row since the last 2xx, of whatever deliveries. */
            consecutiveFailures: number;
            /** @description When the first of these attempts failed; null while all is well. */
            failingSince: string | null;
            /**
             * @description When the service switched it off: after 20 failed attempts in a row, over at least 24 hours, or since its partner
             *     ended. Null unless it is switched off now.
             */
            disabledAt: string | null;
            /** @description Why the service switched it off, in words; null unless it is switched off now. */
            disabledReason: string | null;
            /** @description `whsec_`, an ellipsis, and the last 4 characters of the signing secret, to tell it by. */
            secretPreview: string;
            /**
             * @description The partner, by its name, that registered the endpoint, chose its URL or rotated its secret on behalf of the
             *     merchant. When the partner ends, the endpoint is switched off, and stays off until its secret is rotated. Null where
             *     there is none.
             */
            partner: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The endpoint's id once more; the same as `id`. */
            endpointId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
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
         * @description A webhook endpoint was tried out; it alone gets the event.
         */
        WebhookEndpointTest: {
            /** @description Identifies the endpoint; opaque. */
            id: string;
            /** @description The workspace that it belongs to (`acc_…`). */
            accountId: string;
            /** @description Where events are posted to. */
            url: string;
            /** @description What it is subscribed to: `*` for everything, exact types, and beginnings of types with `*` at the end. */
            events: string[];
            /** @description A note of your own; empty where there is none. */
            description: string;
            /** @description Whether it gets events; false while it is paused, or switched off for failing. */
            active: boolean;
            /** @description How many attempts have failed in a row since the last 2xx, of whatever deliveries. */
            consecutiveFailures: number;
            /** @description When the first of these attempts failed; null while all is well. */
            failingSince: string | null;
            /**
             * @description When the service switched it off: after 20 failed attempts in a row, over at least 24 hours, or since its partner
             *     ended. Null unless it is switched off now.
             */
            disabledAt: string | null;
            /** @description Why the service switched it off, in words; null unless it is switched off now. */
            disabledReason: string | null;
            /** @description `whsec_`, an ellipsis, and the last 4 characters of the signing secret, to tell it by. */
            secretPreview: string;
            /**
             * @description The partner, by its name, that registered the endpoint, chose its URL or rotated its secret on behalf of the
             *     merchant. When the partner ends, the endpoint is switched off, and stays off until its secret is rotated. Null where
             *     there is none.
             */
            partner: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The endpoint's id once more; the same as `id`. */
            endpointId: string;
            /** @description Counts the events of one resource from 1, so that they can be put in order. Of stock the resource is one level: a variant in a warehouse. */
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
         * @description What there is to subscribe to.
         */
        WebhookEventTypes: {
            /** @description Every type of event, in alphabetical order. */
            eventTypes: components["schemas"]["EventType"][];
        };
        /**
         * WebhookFailures
         * @description Some of what is not well.
         */
        WebhookFailures: {
            /** @description Up to 5 failing endpoints; the one that has failed for longest comes first. */
            endpoints: components["schemas"]["FailingEndpoint"][];
            /** @description Up to 5 deliveries that have failed, the newest first. */
            deliveries: components["schemas"]["FailedDelivery"][];
        };
        /**
         * WebhookRecovery
         * @description An endpoint being sent what it failed to take, or missed, in a period.
         */
        WebhookRecovery: {
            /** @description Identifies the recovery; opaque. */
            id: string;
            /** @description The endpoint that is sent it. */
            endpointId: string;
            /**
             * Format: date-time
             * @description Where the period begins, that moment included.
             */
            since: string;
            /**
             * Format: date-time
             * @description Where the period ends, that moment not included. Where none was asked for, it is when the recovery began, and
             *     events that a clock ahead dates up to a minute later belong to it too.
             */
            until: string;
            /**
             * @description `running`: workers go through the period; `done`: all of it was gone through; `stopped`: the endpoint was paused,
             *     switched off or deleted meanwhile.
             * @enum {string}
             */
            status: "done" | "running" | "stopped";
            /** @description How many deliveries it has queued so far. */
            queued: number;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            createdAt: string;
            /** @description When it was done, or stopped; null while it runs. */
            finishedAt: string | null;
        };
        /**
         * WebhookRecoveryPeriod
         * @description A period of events to deliver again, by their `occurredAt`.
         */
        WebhookRecoveryPeriod: {
            /**
             * Format: date-time
             * @description Where the period begins, that moment included: a timestamp with its offset, no longer ago than the delivery log
             *     is kept, which is 30 days unless the operator says otherwise.
             */
            since: string;
            /** @description Where the period ends, that moment not included: a timestamp with its offset. Without it, now. */
            until?: string | null;
        };
        /**
         * WebhookRecoveryReply
         * @description A recovery, and how far it is.
         */
        WebhookRecoveryReply: {
            /** @description The recovery as it is now. */
            recovery: components["schemas"]["WebhookRecovery"];
        };
        /**
         * WebhookSecretRotation
         * @description For how long an old secret stays beside the new one.
         */
        WebhookSecretRotation: {
            /**
             * @description For how many seconds the old secret signs beside the new one; 86400, which is 24 hours, unless given. With 0 it
             *     is gone at once.
             */
            overlapSeconds?: number | null;
        };
        /**
         * WebhookStats
         * @description What came of an endpoint's attempts in a window of time.
         */
        WebhookStats: {
            /**
             * @description The window that was asked for.
             * @enum {string}
             */
            window: "24h" | "30d" | "7d";
            /**
             * Format: date-time
             * @description When the window begins: at a full hour.
             */
            since: string;
            /** @description How many attempts were made. */
            attempts: number;
            /** @description How many attempts were answered 2xx in time. */
            succeeded: number;
            /** @description How many attempts failed, for whatever reason. */
            failed: number;
            /** @description How many of the failed attempts were the last of their delivery. */
            givenUp: number;
            /** @description The share of the attempts that succeeded, 0 to 1; null where there was none. */
            successRate: number | null;
            /** @description What half of the attempts took at most, in milliseconds; an estimate, null where there was none. */
            durationP50Ms: number | null;
            /** @description What 95 % of the attempts took at most, in milliseconds; an estimate, null where there was none. */
            durationP95Ms: number | null;
            /** @description When the last attempt succeeded; null where none in the window did. */
            lastSuccessAt: string | null;
            /** @description When the last attempt failed; null where none in the window did. */
            lastFailureAt: string | null;
            /** @description How many deliveries wait for an attempt now; counted up to 10,000. */
            pending: number;
            /** @description Whether more than 10,000 deliveries wait for an attempt. */
            pendingIsMore: boolean;
        };
        /**
         * WebhookStatsReply
         * @description How an endpoint fares.
         */
        WebhookStatsReply: {
            /** @description What came of the endpoint's attempts. */
            stats: components["schemas"]["WebhookStats"];
        };
        /**
         * Workspace
         * @description The workspace of the credential.
         */
        Workspace: {
            /** @description The workspace's id (`acc_…`). */
            accountId: string;
            /** @description What people call it, as the console shows it. */
            name: string;
            /** @description The plan's name, as in `GET /billing/plans`; null for an internal workspace, which has no limits. */
            plan: string | null;
            /** @description The ISO 4217 code of its money, the same for the whole installation. */
            currency: string;
            /** @description The language of the console, `en` or `id`; null: the one that each browser asks for. */
            language: ("en" | "id") | null;
            /** @description The IANA name of the zone that the console shows times and days in; `Asia/Jakarta` unless another was chosen. */
            timeZone: string;
            /**
             * @description The paper that the console prints labels on, unless a workstation has other paper. The API's own routes for
             *     labels have the default of their own.
             * @enum {string}
             */
            labelSize: "a4" | "thermal-100x150" | "thermal-80x100";
            /** @description Whether the operator suspended it: it can be read then, and nothing in it changed. */
            isSuspended: boolean;
            /**
             * Format: date-time
             * @description When it came into being.
             */
            createdAt: string;
        };
        /**
         * WorkspaceChange
         * @description What is left out stays as it is; null chooses the default again.
         */
        WorkspaceChange: {
            /** @description The new name; it cannot be cleared. */
            name?: string;
            /** @description The language of the console; null: the one that each browser asks for. */
            language?: ("en" | "id") | null;
            /** @description The IANA name of a zone, such as `Asia/Makassar`; null: `Asia/Jakarta`. */
            timeZone?: string | null;
            /** @description The paper that the console prints labels on; null: `thermal-100x150`. */
            labelSize?: ("a4" | "thermal-100x150" | "thermal-80x100") | null;
        };
        /**
         * WorkspaceSetup
         * @description What the workspace has of what its first label needs.
         */
        WorkspaceSetup: {
            /** @description Whether it is known where couriers collect: the shipping origin is set. */
            origin: boolean;
            /**
             * @description Whether couriers are asked for prices: the origin is set, and shipping is not switched off. Every courier that
             *     needs no coordinates is asked until some are chosen, so none has to be.
             */
            couriers: boolean;
            /** @description Whether there is a product that is not archived. */
            products: boolean;
            /** @description Whether any variant was ever counted in a warehouse. */
            stock: boolean;
            /**
             * @description Whether a booking can be paid for: there is shipping credit that is not held, or bookings go through the
             *     workspace's own key of the aggregator.
             */
            payment: boolean;
            /** @description Whether a shipment was ever drafted. */
            shipments: boolean;
        };
        /**
         * WorkspaceUsage
         * @description What one workspace used.
         */
        WorkspaceUsage: {
            /** @description Shipments whose courier was booked, also where they were cancelled later. */
            shipmentsBooked: number;
            /** @description Digital deliveries that were granted. */
            deliveries: number;
            /** @description Licenses that were issued, revoked ones included. */
            licensesIssued: number;
            /** @description All three together, which is what a plan counts as orders. */
            ordersFulfilled: number;
            /** @description Identifies the workspace (`acc_…`); what to name to act on its behalf. */
            accountId: string;
            /** @description What people call the workspace, such as the shop's name. */
            name: string;
            /** @description The partner's own id of the merchant; null where none was given. */
            externalRef: string | null;
        };
        /**
         * svc.batch.finished.v1
         * @description Every shipment of a batch has its outcome, or was left untouched since the batch was stopped.
         *
         *     It fires again where the failed ones were tried again.
         */
        "svc.batch.finished.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.batch.finished.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["BatchFinished"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.delivery.created.v1
         * @description A digital delivery was granted.
         */
        "svc.delivery.created.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.delivery.created.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["DeliveryCreated"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.delivery.downloaded.v1
         * @description A download was counted.
         */
        "svc.delivery.downloaded.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.delivery.downloaded.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["DeliveryDownloaded"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.delivery.expired.v1
         * @description A delivery expired.
         */
        "svc.delivery.expired.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.delivery.expired.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["DeliveryExpired"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.delivery.expiring.v1
         * @description A delivery expires within 24 hours; told once for each time that it is to expire.
         */
        "svc.delivery.expiring.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.delivery.expiring.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["DeliveryExpiring"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.delivery.updated.v1
         * @description A delivery was extended, reset or revoked.
         */
        "svc.delivery.updated.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.delivery.updated.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["DeliveryUpdated"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.activated.v1
         * @description A license was bound to a new instance.
         */
        "svc.license.activated.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.license.activated.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["LicenseActivated"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.deactivated.v1
         * @description An instance was unbound from a license.
         */
        "svc.license.deactivated.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.license.deactivated.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["LicenseDeactivated"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.issued.v1
         * @description A license was issued. This event alone tells its key.
         */
        "svc.license.issued.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.license.issued.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["LicenseIssued"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.reinstated.v1
         * @description A suspended license is valid again.
         */
        "svc.license.reinstated.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.license.reinstated.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["LicenseReinstated"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.revoked.v1
         * @description A license was revoked, for good.
         */
        "svc.license.revoked.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.license.revoked.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["LicenseRevoked"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.suspended.v1
         * @description A license was suspended.
         */
        "svc.license.suspended.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.license.suspended.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["LicenseSuspended"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.license.updated.v1
         * @description Fields of a license changed.
         */
        "svc.license.updated.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.license.updated.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["LicenseUpdated"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.product.archived.v1
         * @description A product was archived.
         */
        "svc.product.archived.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.product.archived.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["ProductArchived"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.product.created.v1
         * @description A product was created.
         */
        "svc.product.created.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.product.created.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["ProductCreated"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.product.updated.v1
         * @description Fields of a product changed; `changed` lists them.
         */
        "svc.product.updated.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.product.updated.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["ProductUpdated"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.shipment.cancelled.v1
         * @description The merchant cancelled a shipment; `creditRefunded` is what went back to the credit.
         */
        "svc.shipment.cancelled.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.shipment.cancelled.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["ShipmentCancelled"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.shipment.created.v1
         * @description A shipment was drafted.
         */
        "svc.shipment.created.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.shipment.created.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["ShipmentCreated"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.shipment.pickup_confirmed.v1
         * @description The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged.
         */
        "svc.shipment.pickup_confirmed.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.shipment.pickup_confirmed.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["ShipmentPickupConfirmed"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.shipment.rebooked.v1
         * @description A shipment was replaced: this is the new one, `previousShipmentId` the old.
         */
        "svc.shipment.rebooked.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.shipment.rebooked.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["ShipmentRebooked"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.shipment.status_updated.v1
         * @description The courier reported something: `status` is the status after the report, `reportedStatus` what it said.
         *
         *     `creditRefunded` is there where a courier's cancellation gave credit back.
         */
        "svc.shipment.status_updated.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.shipment.status_updated.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["ShipmentStatusUpdated"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.shipment.updated.v1
         * @description Something changed without a new status: `changed` lists the fields, `note` says more of a new price.
         *
         *     They are fields of the shipment, or `driver`, whom the tracking routes name.
         */
        "svc.shipment.updated.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.shipment.updated.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["ShipmentUpdated"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.stock.adjusted.v1
         * @description A stock level was adjusted or transferred, for whatever reason; `quantityAfter` is the level after it.
         */
        "svc.stock.adjusted.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.stock.adjusted.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["StockAdjusted"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.stock.low.v1
         * @description A stock level fell from at or above the variant's threshold to below it.
         */
        "svc.stock.low.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.stock.low.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["StockLow"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.variant.archived.v1
         * @description A variant was archived.
         */
        "svc.variant.archived.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.variant.archived.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["VariantArchived"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.variant.created.v1
         * @description A variant was added to a product. The one that a product begins with is told of by `product.created`.
         */
        "svc.variant.created.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.variant.created.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["VariantCreated"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.warehouse.created.v1
         * @description A warehouse was created.
         */
        "svc.warehouse.created.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.warehouse.created.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["WarehouseCreated"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.webhook_endpoint.disabled.v1
         * @description A webhook endpoint was switched off for failing; the workspace's other endpoints get the event.
         */
        "svc.webhook_endpoint.disabled.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.webhook_endpoint.disabled.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["WebhookEndpointDisabled"];
            /** @description An empty object, for now. */
            metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * svc.webhook_endpoint.test.v1
         * @description A webhook endpoint was tried out; it alone gets the event.
         */
        "svc.webhook_endpoint.test.v1": {
            /** @description Identifies the event (`evt_…`). It is the same at every attempt and for every endpoint: take each once. */
            id: string;
            /**
             * @description What happened: the brand, the resource, what became of it, and the version.
             * @constant
             */
            type: "svc.webhook_endpoint.test.v1";
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description The workspace in which it happened (`acc_…`). */
            accountId: string;
            /** @description The resource as the API shows it, with what the event adds. More fields may come within a version. */
            data: components["schemas"]["WebhookEndpointTest"];
            /** @description An empty object, for now. */
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
                /** @description How many rows the page has at most. At least 1, at most 500; without it the list is shown whole. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
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
                 * @description How many rows the page has at most. At least 1, at most 200; without it there are up to 200.
                 * @example 20
                 */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /** @description `true` lists archived products too, `false` only those in use. */
                archived?: boolean;
                /** @description Only products of this type. */
                type?: "digital" | "license" | "physical";
                /** @description Only products that have exactly this `sku`, or a variant that has it. */
                sku?: string;
                /**
                 * @description Words, of which each must begin a word of the product's name, of
                 *     its `sku` or of a variant's, in either case; the eight longest count.
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
                /** @description How many rows the page has at most. At least 1, at most 200; without it the list is shown whole. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /** @description `true` lists archived warehouses too, `false` only those in use. */
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
                /** @description How many rows the page has at most. At least 1, at most 200; without it there are up to 200. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /**
                 * @description Only the levels of this variant; an unknown one gives an empty list.
                 * @example var_01M7VCH2D0DT6739D1BR2PCQPQ
                 */
                variant_id?: string;
                /** @description Only the levels in this warehouse; an unknown one gives an empty list. */
                warehouseId?: string;
                /** @description `true` lists only levels that are below their variant's `lowStockThreshold`. */
                low?: boolean;
                /** @description Shows the levels as they were at this moment, itself included; a timestamp with an offset. Left out: now. */
                at?: string;
                /**
                 * @description Only the levels of the first 50 products that these words find, as `GET /variants` does, in the order of the
                 *     variants' ids; where it is the whole sku of variants, only theirs. It goes with neither `at`, a single variant nor
                 *     `productId`.
                 */
                q?: string;
                /**
                 * @description Only the levels of this product's variants, in the order of their ids; an unknown one gives an empty
                 *     list. It goes with neither `at` nor a single variant.
                 */
                productId?: string;
                /**
                 * @description `details` adds to each level what people call it, and how much of it is reserved and free now.
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
                 * @description Words, of which each must begin a word of the product's name, of its `sku` or of a variant's, in either case; or
                 *     a whole sku, which then finds nothing else.
                 * @example gayo
                 */
                q?: string;
                /** @description 1 to 100 ids of variants, with commas between. */
                ids?: string;
                /**
                 * @description A whole sku, to the letter; repeated, up to 20 of them. What is in use and has one of them, or else its product
                 *     has it, is found, in the 20 newest products.
                 */
                sku?: string[];
                /** @description Only variants of products of this type; it goes with `q` and `sku`. */
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
                /** @description How many rows the page has at most. At least 1, at most 200; without it there are up to 200. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /**
                 * @description Only the movements of this variant; an unknown one gives an empty list.
                 * @example var_01M7VCH2D0DT6739D1BR2PCQPQ
                 */
                variant_id?: string;
                /**
                 * @description Only the movements in this warehouse; an unknown one gives an empty list.
                 * @example wh_01M7VD0Y70F282GR4PFKDVYWX1
                 */
                warehouseId?: string;
                /** @description Only the movements for this reason. */
                reason?: "damaged" | "import" | "initial_stock" | "manual_adjust" | "refund_restock" | "returned_to_supplier" | "transfer_in" | "transfer_out";
                /** @description Only movements from this moment on, itself included; a timestamp with an offset. */
                from?: string;
                /** @description Only movements until this moment, itself included; a timestamp with an offset. */
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
                 * @description How many rows the page has at most. At least 1, at most 200; without it there are up to 200.
                 * @example 1
                 */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /**
                 * @description `active` still holds stock, `consumed` was taken by a shipment,
                 *     `released` was let go, `expired` ended by its time. Left out: all.
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
                /** @description How many rows the page has at most. At least 1, at most 1,000; without it there are up to 1,000. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
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
                /** @description How many rows the page has at most. At least 1, at most 200; without it there are up to 200. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
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
                 * @description How many rows the page has at most. At least 1, at most 500; without it the list is shown whole.
                 * @example 3
                 */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
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
                 * @description How many rows the page has at most. At least 1, at most 500; without it the list is shown whole.
                 * @example 2
                 */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
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
                /** @description How many rows the page has at most. At least 1, at most 200; without it there are up to 200. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
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
                 * @description How many rows the page has at most. Less than 1 is taken as 1, more than 100 as 100; without it there are up to 25.
                 * @example 10
                 */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /**
                 * @description Only shipments that have this status now.
                 * @example picked_up
                 */
                status?: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
                /** @description Only shipments of this courier. */
                courierCode?: string;
                /** @description Only the shipments that have, or had, this waybill of the courier's, without regard to case, spaces and hyphens. */
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
                 * @description Words, of which each must begin a word of the recipient's name, the order's number or an item's sku, or the
                 *     recipient's telephone number in any spelling, or be its last four digits. Case, accents and the kinds of apostrophes
                 *     and hyphens make no difference. A number finds what it is as an order, a sku, a telephone number and a waybill.
                 *     Another text that is the id or the waybill of a shipment finds that one alone. Hits come in the order of the words
                 *     found, the newest first.
                 */
                q?: string;
                /**
                 * @description Only what waits for somebody: `to_book` drafted, `to_print` booked and not printed since, `uncollected` booked,
                 *     not collected and not heard of for 24 hours, `silent` under way and not heard of for 48 hours, `unclear` whether the
                 *     courier booked or cancelled it, `returned` and nobody has said what became of the goods, `under_way` booked, and
                 *     neither delivered, returned nor cancelled yet. `uncollected` and `silent` begin with what was not heard of for
                 *     longest. It cannot be used together with `q`.
                 */
                queue?: "returned" | "silent" | "to_book" | "to_print" | "unclear" | "uncollected" | "under_way";
                /** @description `true` only shipments whose label was printed, `false` the others. */
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
                /** @description Only the shipments that have, or had, this waybill of the courier's, without regard to case, spaces and hyphens. */
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
                 * @description Words, of which each must begin a word of the recipient's name, the order's number or an item's sku, or the
                 *     recipient's telephone number in any spelling, or be its last four digits. Case, accents and the kinds of apostrophes
                 *     and hyphens make no difference. A number finds what it is as an order, a sku, a telephone number and a waybill.
                 *     Another text that is the id or the waybill of a shipment finds that one alone. Hits come in the order of the words
                 *     found, the newest first.
                 */
                q?: string;
                /**
                 * @description Only what waits for somebody: `to_book` drafted, `to_print` booked and not printed since, `uncollected` booked,
                 *     not collected and not heard of for 24 hours, `silent` under way and not heard of for 48 hours, `unclear` whether the
                 *     courier booked or cancelled it, `returned` and nobody has said what became of the goods, `under_way` booked, and
                 *     neither delivered, returned nor cancelled yet. `uncollected` and `silent` begin with what was not heard of for
                 *     longest. It cannot be used together with `q`.
                 */
                queue?: "returned" | "silent" | "to_book" | "to_print" | "unclear" | "uncollected" | "under_way";
                /** @description `true` only shipments whose label was printed, `false` the others. */
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
                /** @description Whether the sender's phone number is printed. */
                showSenderPhone?: boolean;
                /** @description Whether the recipient's phone number is printed. */
                showRecipientPhone?: boolean;
                /** @description Whether the recipient's name shows but some of its letters (`S*** R****u`). */
                maskRecipientName?: boolean;
                /** @description Whether the middle of the recipient's phone number is hidden (`0812****7890`). */
                maskRecipientPhone?: boolean;
                /**
                 * @description Whether the shipping price is printed.
                 * @example false
                 */
                showShippingCost?: boolean;
                /** @description Whether it is printed if, and for which premium, the parcel is insured. */
                showInsurance?: boolean;
                /** @description Whether what is in the parcel is listed. */
                showItems?: boolean;
                /** @description Whether the list has each item's description. */
                showItemDescriptions?: boolean;
                /** @description Whether the list has each item's `sku`. */
                showItemSkus?: boolean;
                /** @description `single` has each label on a page of its own, `4up` four on a sheet of A4, to be cut along its lines. */
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
                /** @description Whether the sender's phone number is printed. */
                showSenderPhone?: boolean;
                /** @description Whether the recipient's phone number is printed. */
                showRecipientPhone?: boolean;
                /** @description Whether the recipient's name shows but some of its letters (`S*** R****u`). */
                maskRecipientName?: boolean;
                /** @description Whether the middle of the recipient's phone number is hidden (`0812****7890`). */
                maskRecipientPhone?: boolean;
                /** @description Whether the shipping price is printed. */
                showShippingCost?: boolean;
                /** @description Whether it is printed if, and for which premium, the parcel is insured. */
                showInsurance?: boolean;
                /** @description Whether what is in the parcel is listed. */
                showItems?: boolean;
                /** @description Whether the list has each item's description. */
                showItemDescriptions?: boolean;
                /** @description Whether the list has each item's `sku`. */
                showItemSkus?: boolean;
                /** @description `single` has each label on a page of its own, `4up` four on a sheet of A4, to be cut along its lines. */
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
                /** @description The paper; without it that of the link. */
                size?: "a4" | "thermal-100x150" | "thermal-80x100";
                /** @description Whether the sender's phone number is printed. */
                showSenderPhone?: boolean;
                /** @description Whether the recipient's phone number is printed. */
                showRecipientPhone?: boolean;
                /** @description Whether the recipient's name shows but some of its letters (`S*** R****u`). */
                maskRecipientName?: boolean;
                /** @description Whether the middle of the recipient's phone number is hidden (`0812****7890`). */
                maskRecipientPhone?: boolean;
                /** @description Whether the shipping price is printed. */
                showShippingCost?: boolean;
                /** @description Whether it is printed if, and for which premium, the parcel is insured. */
                showInsurance?: boolean;
                /** @description Whether what is in the parcel is listed. */
                showItems?: boolean;
                /** @description Whether the list has each item's description. */
                showItemDescriptions?: boolean;
                /** @description Whether the list has each item's `sku`. */
                showItemSkus?: boolean;
                /** @description `single` or `4up`; without it that of the link. */
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
                 * @description How many rows the page has at most. At least 1, at most 100; without it there are up to 25.
                 * @example 2
                 */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
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
                 * @description How many rows the page has at most. At least 1, at most 500; without it there are up to 100.
                 * @example 2
                 */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /** @description Only shipments that are this far. */
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
                /** @description Each part has 100 shipments; 1 is the first, 5 the last that there can be. */
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
                 * @description How many rows the page has at most. At least 1, at most 200; without it there are up to 50.
                 * @example 10
                 */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /** @description Only those of this kind. Where they are rare a page may hold few of them, or none, and lead on all the same. */
                kind?: "manual_adjustment" | "shipment_charge" | "shipment_refund" | "topup";
                /** @description Only those since then, that moment included: a timestamp with its offset. */
                from?: string;
                /** @description Only those before then, that moment not included: a timestamp with its offset. */
                to?: string;
                /** @description Only what this shipment was charged and given back; an unknown one gives an empty list. */
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
                /** @description How many rows the page has at most. At least 1, at most 50,000; without it there are up to 200. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /**
                 * @description Where the period begins, that moment included: a timestamp with its offset. Without it, with the first
                 *     transaction.
                 */
                from?: string;
                /** @description Where the period ends, that moment not included: a timestamp with its offset. Without it, now. */
                to?: string;
                /**
                 * @description `json`, or `csv`, which has the whole period at once, up to 50,000 transactions; without it the `Accept` header
                 *     decides.
                 */
                format?: "csv" | "json";
                /**
                 * @description The character between the cells of CSV: `comma`, or `semicolon` for spreadsheets of languages that write a
                 *     decimal comma. With `semicolon` the file begins with a byte order mark.
                 */
                separator?: "comma" | "semicolon";
                /** @description Only the transactions of this kind. It goes with CSV; as JSON the list of transactions has it. */
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
                /** @description How many rows the page has at most. At least 1, at most 50; without it there are up to 20. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
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
                /** @description How many rows the page has at most. At least 1, at most 200; without it there are up to 200. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /** @description Only deliveries to this customer, by the id that was given at the grant; exact. */
                customerId?: string;
                /** @description Only deliveries of this product (`prod_…`); an unknown one gives an empty list. */
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
                 * @description How many rows the page has at most. At least 1, at most 100; without it there are up to 100.
                 * @example 10
                 */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /** @description Only licenses of this product (`prod_…`); an unknown one gives an empty list. */
                productId?: string;
                /** @description Only licenses of this customer, by the id that was given at the issue; exact. */
                customerId?: string;
                /** @description Only licenses with this status; expired and suspended ones count as `active`. */
                status?: "active" | "revoked";
                /**
                 * @description The beginning of a key, a `customerId` or an `externalRef`, in either case of a to z. The licenses come in the
                 *     order of these texts then, and a page may have fewer than asked for while more follow.
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
                /** @description How many rows the page has at most. At least 1, at most 1,000; without it there are up to 1,000. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /**
                 * @description The whole license key. One that the service made is found in lower case too, one of your own choosing only as it
                 *     is.
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
                 * @description The whole license key. One that the service made is found in lower case too, one of your own choosing only as it
                 *     is.
                 * @example 3QKQE-N4WHX-5BN7H-SANBP-ECVC7
                 */
                key: string;
                /**
                 * @description The product that asks (`prod_…`): a key of any other product is then answered like an unknown one.
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
                /** @description How many rows the page has at most. At least 1, at most 1,000; without it there are up to 100. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /**
                 * @description `true` shows only the activations that hold a slot now; `false` shows those that have ended too.
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
                /** @description How many rows the page has at most. At least 1, at most 200; without it the list is shown whole. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
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
                 * @description How many rows the page has at most. At least 1, at most 200; without it the list is shown whole.
                 * @example 1
                 */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
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
                 * @description How many rows the page has at most. At least 1, at most 200; without it there are up to 50.
                 * @example 1
                 */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
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
                 * @description How many rows the page has at most. At least 1, at most 200; without it there are up to 50.
                 * @example 1
                 */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /**
                 * @description Only events of this type, exactly, or with `*` at the end of all types that begin so.
                 * @example svc.shipment.created.v1
                 */
                type?: string;
                /** @description Only events of this resource: an id such as `prod_…` or `ship_…`, of stock the level, `var_…:wh_…`. */
                subject?: string;
                /** @description Only events from then on, that moment included: a timestamp with its offset. */
                from?: string;
                /** @description Only events before then, that moment not included: a timestamp with its offset. */
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
                 * @description How many rows the page has at most. At least 1, at most 500; without it there are up to 100.
                 * @example 2
                 */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /**
                 * @description Only actions that begin so: `product` finds `product.created` and `product.updated`.
                 * @example product.
                 */
                action?: string;
                /** @description Only entries about this kind of thing, such as `Product`; exact. */
                target_type?: string;
                /** @description Only entries about the thing with this id; exact. */
                targetId?: string;
                /** @description Only what this person did, by the identity provider's id, or the API keys, by the id of the workspace; exact. */
                actorId?: string;
                /** @description Only entries from then on, that moment included: a timestamp with its offset. */
                from?: string;
                /** @description Only entries before then, that moment not included: a timestamp with its offset. */
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
                 * @description Only actions that begin so: `product` finds `product.created` and `product.updated`.
                 * @example api_key.
                 */
                action?: string;
                /** @description Only entries about this kind of thing, such as `Product`; exact. */
                target_type?: string;
                /** @description Only entries about the thing with this id; exact. */
                targetId?: string;
                /** @description Only what this person did, by the identity provider's id, or the API keys, by the id of the workspace; exact. */
                actorId?: string;
                /** @description Only entries from then on, that moment included: a timestamp with its offset. */
                from?: string;
                /** @description Only entries before then, that moment not included: a timestamp with its offset. */
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
                /** @description How many rows the page has at most. At least 1, at most 200; without it there are up to 50. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
                cursor?: string;
                /**
                 * @description Where the period begins: a date, which is its midnight in UTC, or a timestamp with its offset. Without it, with
                 *     the last month of the period.
                 */
                from?: string;
                /**
                 * @description Where the period ends, that moment not included: a date, or a timestamp with its offset. Without it, with the
                 *     present month.
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
                 * @description Says which secret is to be tried, as the printed address has it (`sf_…`).
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
                /** @description How many rows the page has at most. At least 1, at most 200; without it there are up to 50. */
                limit?: number;
                /** @description Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list. */
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
