// Generated from the OpenAPI document by scripts/generate.mjs. Do not change it by hand.

export interface components {
    schemas: {
        /** ActivatedLicenseReply */
        ActivatedLicenseReply: {
            license: components["schemas"]["PublicLicense"];
            activation: components["schemas"]["LicenseActivation"];
            alreadyActive: boolean;
        };
        /**
         * Address
         * @description A saved destination of one customer.
         */
        Address: {
            id: string;
            accountId: string;
            customerId: string;
            label: string;
            contactName: string;
            contactPhone: string;
            email: string | null;
            address: string;
            note: string | null;
            postalCode: string | null;
            areaId: string | null;
            lat: number | null;
            lng: number | null;
            isDefault: boolean;
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
         * AddressChange
         * @description What is left out stays as it is; null clears. The customer cannot change.
         */
        AddressChange: {
            customerId?: string;
            label?: string;
            contactName?: string;
            contactPhone?: string;
            address?: string;
            email?: string | null;
            note?: string | null;
            postalCode?: string | null;
            areaId?: string | null;
            lat?: number | null;
            lng?: number | null;
            isDefault?: boolean;
        };
        /** AddressReply */
        AddressReply: {
            address: components["schemas"]["Address"];
        };
        /** Addresses */
        Addresses: {
            addresses: components["schemas"]["Address"][];
        };
        /**
         * AggregatorConfig
         * @description A workspace's settings at the aggregator. `reportUrl` is where the own key's reports are to be sent.
         */
        AggregatorConfig: {
            accountId: string;
            apiKeyConfigured: boolean;
            apiKeyPreview: string | null;
            defaultOriginId: string | null;
            enabledCouriers: string[];
            defaultCourier: string | null;
            active: boolean;
            reportUrl: string | null;
        };
        /**
         * AggregatorStatus
         * @description `apiKeyConfigured`: the workspace's own key is on file; nothing of it is shown, not even to the workspace.
         */
        AggregatorStatus: {
            apiKeyConfigured: boolean;
            active: boolean;
            enabledCouriers: string[];
        };
        /** AnswerMeta */
        AnswerMeta: {
            requestId: string;
            /** Format: date-time */
            timestamp: string;
        };
        /**
         * ApiKey
         * @description A key as the list shows it; the secret is never shown again.
         *
         *     `expiresAt` null: it never expires. `networks` null: it works from anywhere. `madeByPartner`: which partner made it,
         *     on behalf of the merchant.
         */
        ApiKey: {
            id: string;
            name: string;
            keyId: string;
            secretPreview: string;
            scopes: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            lastUsedAt: string | null;
            revokedAt: string | null;
            expiresAt: string | null;
            networks: string[] | null;
            createdBy: string | null;
            madeByPartner: string | null;
        };
        /** ApiKeyWithSecretReply */
        ApiKeyWithSecretReply: {
            apiKey: components["schemas"]["CreatedApiKey"];
            secret: string;
        };
        /** ApiKeys */
        ApiKeys: {
            apiKeys: components["schemas"]["ApiKey"][];
        };
        /**
         * ArchivableCounts
         * @description How many there are, by whether they are archived.
         */
        ArchivableCounts: {
            active: number;
            archived: number;
        };
        /**
         * ArchivedReply
         * @description What an archived record is answered with; it stays, and can be un-archived.
         */
        ArchivedReply: {
            archived: boolean;
        };
        /**
         * Area
         * @description One hit of the area search.
         */
        Area: {
            id: string;
            name: string;
            /** @default null */
            country_name?: string | null;
            /** @default null */
            administrative_division_level_1_name?: string | null;
            /** @default null */
            administrative_division_level_2_name?: string | null;
            /** @default null */
            administrative_division_level_3_name?: string | null;
            /** @default null */
            administrative_division_level_4_name?: string | null;
            /** @default null */
            postal_code?: number | null;
        };
        /** AuditEntries */
        AuditEntries: {
            entries: components["schemas"]["AuditEntry"][];
        };
        /** AuditEntry */
        AuditEntry: {
            id: string;
            accountId: string;
            /** @enum {unknown} */
            actorType: "api_key" | "system" | "user";
            actorId: string | null;
            actorEmail: string | null;
            action: string;
            targetType: string | null;
            targetId: string | null;
            before: Record<string, never> | null;
            after: Record<string, never> | null;
            ip: string | null;
            userAgent: string | null;
            metadata: Record<string, never>;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /**
         * BulkLicenses
         * @description `licenses` as POST /licenses takes them.
         */
        BulkLicenses: {
            licenses: components["schemas"]["NewLicense"][];
        };
        /**
         * BulkProducts
         * @description `products` as POST /products takes them.
         */
        BulkProducts: {
            products: components["schemas"]["NewProduct"][];
        };
        /** BulkShipments */
        BulkShipments: {
            shipments: components["schemas"]["NewShipment"][];
        };
        /**
         * BulkStockAdjustment
         * @description `adjustments` as POST /stock/adjust takes them; `atomic` does all of them or nothing.
         */
        BulkStockAdjustment: {
            adjustments: components["schemas"]["StockAdjustment"][];
            /** @default false */
            atomic?: boolean | null;
        };
        /** CancelledShipment */
        CancelledShipment: {
            id: string;
            accountId: string;
            /** @enum {unknown} */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            courierCode: string;
            courierServiceCode: string;
            /** @enum {unknown} */
            courierType: "instant" | "same_day" | "standard";
            price: number;
            insurance: number;
            insured: boolean;
            aggregatorOrderId: string;
            waybillId: string | null;
            labelUrl: string | null;
            aggregatorTrackingId: string | null;
            originSnapshot: Record<string, never>;
            destinationSnapshot: Record<string, never>;
            items: Record<string, never>[];
            customerEmail: string | null;
            customerId: string | null;
            checkoutSessionId: string | null;
            productId: string | null;
            externalSource: string | null;
            externalRef: string | null;
            trackingPageUrl: string;
            courierPrice: number | null;
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
            refunded: number;
        };
        /** CourierReportReply */
        CourierReportReply: {
            applied: number;
        };
        /**
         * CourierService
         * @description One row of the catalogue, named as the aggregator names it.
         */
        CourierService: {
            courier_code: string;
            courier_name: string;
            courier_service_code: string;
            courier_service_name: string;
            service_type: string;
            tier: string | null;
        };
        /** CreatedApiKey */
        CreatedApiKey: {
            id: string;
            name: string;
            keyId: string;
            scopes: string[];
            expiresAt: string | null;
            networks: string[] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /** CreatedWebhookEndpointReply */
        CreatedWebhookEndpointReply: {
            endpoint: components["schemas"]["WebhookEndpoint"];
            secret: string;
        };
        /**
         * CreditAdjustment
         * @description `manual_adjustment` is signed; `shipment_refund` is positive and gives back what a shipment was charged.
         */
        CreditAdjustment: {
            amount: number;
            /** @enum {unknown} */
            kind: "manual_adjustment" | "shipment_refund";
            /** @default null */
            shipmentId?: string | null;
            /** @default null */
            externalRef?: string | null;
            /** @default null */
            memo?: string | null;
        };
        /**
         * CreditBalance
         * @description Prepaid credit in the currency's minor unit; `available` is what no booking under way holds.
         *
         *     `owed` is what refunds and disputes took back of purchases and was spent already: the next top-ups are for it.
         */
        CreditBalance: {
            accountId: string;
            balance: number;
            held: number;
            available: number;
            owed: number;
            currency: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * CreditCheckout
         * @description Credit to buy. `email` is where the receipt goes: a person's own, and needed of a key.
         */
        CreditCheckout: {
            amount: number;
            /** @default null */
            email?: string | null;
            /** @default null */
            name?: string | null;
        };
        /**
         * CreditStatement
         * @description What moved the balance from `openingBalance` to `closingBalance`, oldest first; null: from the beginning, to now.
         *
         *     `closingBalance` is that after the whole period, whichever page is shown.
         */
        CreditStatement: {
            accountId: string;
            currency: string;
            from: string | null;
            to: string | null;
            openingBalance: number;
            closingBalance: number;
            transactions: components["schemas"]["CreditTransaction"][];
        };
        /** CreditTopUp */
        CreditTopUp: {
            amount: number;
            /** @default null */
            externalRef?: string | null;
            /** @default null */
            memo?: string | null;
        };
        /**
         * CreditTransaction
         * @description One line of the credit ledger; `amount` is signed, and the balance is the sum of them.
         *
         *     `createdBy` is who moved it by hand, null where a shipment did.
         */
        CreditTransaction: {
            id: string;
            /** @enum {unknown} */
            kind: "manual_adjustment" | "shipment_charge" | "shipment_refund" | "topup";
            amount: number;
            balanceAfter: number;
            shipmentId: string | null;
            externalRef: string | null;
            memo: string | null;
            createdBy: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /** CreditTransactionReply */
        CreditTransactionReply: {
            transaction: components["schemas"]["CreditTransaction"];
            balance: components["schemas"]["CreditBalance"];
        };
        /** CreditTransactions */
        CreditTransactions: {
            transactions: components["schemas"]["CreditTransaction"][];
            nextCursor: string | null;
        };
        /**
         * CurrentPlan
         * @description The workspace's plan and its limits, each -1 where there is none.
         *
         *     `billingCycleEnd` is when the next period begins: that of the subscription, else of the calendar month (UTC).
         */
        CurrentPlan: {
            /** @enum {unknown} */
            plan: "free" | "growth" | "internal" | "scale" | "starter";
            planName: string;
            isForjioInternal: boolean;
            ordersLimit: number;
            warehousesLimit: number;
            licenseKeysLimit: number;
            apiKeysLimit: number;
            webhookEndpointsLimit: number;
            rateLimit: number;
            biteshipShipmentsLimit: number;
            /** Format: date-time */
            billingCycleEnd: string;
        };
        /** DeactivatedLicenseReply */
        DeactivatedLicenseReply: {
            deactivated: boolean;
            alreadyDeactivated: boolean;
            activations: number;
        };
        /** DeletedAddressReply */
        DeletedAddressReply: {
            deleted: boolean;
        };
        /** DeletedWebhookEndpointReply */
        DeletedWebhookEndpointReply: {
            /** @default true */
            deleted?: boolean;
        };
        /** Deliveries */
        Deliveries: {
            deliveries: components["schemas"]["Delivery"][];
        };
        /**
         * Delivery
         * @description A customer's right to download a product so many times until `expiresAt`.
         */
        Delivery: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            checkoutSessionId: string;
            /** @enum {unknown} */
            status: "active" | "expired" | "revoked";
            downloadCount: number;
            maxDownloads: number;
            /** Format: date-time */
            expiresAt: string;
            revokedAt: string | null;
            lastDownloadedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
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
         * DeliveryCreated
         * @description A digital delivery was granted.
         */
        DeliveryCreated: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            checkoutSessionId: string;
            /** @enum {unknown} */
            status: "active" | "expired" | "revoked";
            downloadCount: number;
            maxDownloads: number;
            /** Format: date-time */
            expiresAt: string;
            revokedAt: string | null;
            lastDownloadedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
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
            deliveryId: string;
            sequence: number;
        };
        /**
         * DeliveryDownloaded
         * @description A download was counted.
         */
        DeliveryDownloaded: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            checkoutSessionId: string;
            /** @enum {unknown} */
            status: "active" | "expired" | "revoked";
            downloadCount: number;
            maxDownloads: number;
            /** Format: date-time */
            expiresAt: string;
            revokedAt: string | null;
            lastDownloadedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
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
            deliveryId: string;
            sequence: number;
        };
        /**
         * DeliveryExpired
         * @description A delivery expired.
         */
        DeliveryExpired: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            checkoutSessionId: string;
            /** @enum {unknown} */
            status: "active" | "expired" | "revoked";
            downloadCount: number;
            maxDownloads: number;
            /** Format: date-time */
            expiresAt: string;
            revokedAt: string | null;
            lastDownloadedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
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
            deliveryId: string;
            sequence: number;
        };
        /**
         * DeliveryExpiring
         * @description A delivery expires within 24 hours; told once for each time that it is to expire.
         */
        DeliveryExpiring: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            checkoutSessionId: string;
            /** @enum {unknown} */
            status: "active" | "expired" | "revoked";
            downloadCount: number;
            maxDownloads: number;
            /** Format: date-time */
            expiresAt: string;
            revokedAt: string | null;
            lastDownloadedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
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
            deliveryId: string;
            sequence: number;
        };
        /** DeliveryReply */
        DeliveryReply: {
            delivery: components["schemas"]["Delivery"];
        };
        /**
         * DeliveryUpdated
         * @description A delivery was extended, reset or revoked; `action` says which.
         */
        DeliveryUpdated: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            checkoutSessionId: string;
            /** @enum {unknown} */
            status: "active" | "expired" | "revoked";
            downloadCount: number;
            maxDownloads: number;
            /** Format: date-time */
            expiresAt: string;
            revokedAt: string | null;
            lastDownloadedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
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
            deliveryId: string;
            /** @enum {unknown} */
            action: "extend" | "reset-downloads" | "revoke";
            sequence: number;
        };
        /**
         * Destination
         * @description Where a parcel goes. Labels and pages show `city` and `province`; the courier goes by the rest.
         */
        Destination: {
            contactName: string;
            contactPhone: string;
            address: string;
            /** @default null */
            email?: string | null;
            /** @default null */
            note?: string | null;
            /** @default null */
            city?: string | null;
            /** @default null */
            province?: string | null;
            /** @default null */
            postalCode?: string | null;
            /** @default null */
            areaId?: string | null;
            /** @default null */
            lat?: number | null;
            /** @default null */
            lng?: number | null;
        };
        /**
         * Envelope
         * @description An event, as every subscriber is sent it. `metadata` is empty.
         */
        Envelope: {
            id: string;
            type: string;
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: Record<string, never>;
            metadata: Record<string, never>;
        };
        /** EventReply */
        EventReply: {
            event: components["schemas"]["Envelope"];
        };
        /**
         * EventType
         * @description One type of event: its full name, when it fires, and the JSON Schema of the envelope that is delivered.
         */
        EventType: {
            type: string;
            description: string;
            schema: Record<string, never>;
        };
        /** Events */
        Events: {
            events: components["schemas"]["Envelope"][];
        };
        /**
         * FailedDelivery
         * @description One that will not be tried again unless somebody asks for it.
         */
        FailedDelivery: {
            id: string;
            endpointId: string;
            eventId: string;
            type: string;
            attempts: number;
            lastError: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * FailingEndpoint
         * @description It has not taken a delivery since `failingSince`; `disabledAt` where the service has switched it off for that.
         */
        FailingEndpoint: {
            id: string;
            url: string;
            active: boolean;
            consecutiveFailures: number;
            /** Format: date-time */
            failingSince: string;
            disabledAt: string | null;
        };
        /**
         * Failure
         * @description The envelope of everything that is refused.
         */
        Failure: {
            data: null;
            error: components["schemas"]["Refusal"];
            meta: components["schemas"]["AnswerMeta"];
        };
        /**
         * FileRequest
         * @description The instance must be active. `expiresAt` is 30 days from now unless it is given, and 366 at most.
         */
        FileRequest: {
            instanceId: string;
            /** @default null */
            expiresAt?: string | null;
        };
        /**
         * Health
         * @description `status` is `ok`; a service whose database is away answers 503 instead.
         */
        Health: {
            service: string;
            version: string;
            status: string;
        };
        /**
         * IdentityStatus
         * @description Whoever asks has proved who they are, so it is connected.
         */
        IdentityStatus: {
            connected: boolean;
        };
        /**
         * IntegrationStatus
         * @description `aggregator` is null until the workspace has set an origin or a configuration.
         */
        IntegrationStatus: {
            identity: components["schemas"]["IdentityStatus"];
            aggregator: components["schemas"]["AggregatorStatus"] | null;
            payments: components["schemas"]["PaymentsStatus"];
            storefront: components["schemas"]["StorefrontStatus"];
        };
        /**
         * Invoice
         * @description `amount` is in the currency's minor unit: whole rupiah, or US cents. `receiptUrl` is a page of the provider's.
         */
        Invoice: {
            id: string;
            plan: ("free" | "growth" | "scale" | "starter") | null;
            amount: number;
            currency: string;
            /** @enum {unknown} */
            status: "open" | "paid" | "uncollectible" | "void";
            paidAt: string | null;
            receiptUrl: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /**
         * Invoices
         * @description A page of invoices, newest first; `cursor` is null on the last one.
         */
        Invoices: {
            data: components["schemas"]["Invoice"][];
            cursor: string | null;
            hasMore: boolean;
        };
        /** LabelLink */
        LabelLink: {
            url: string;
        };
        /**
         * LabelOrder
         * @description Which shipments to print in one document, in this order, and how; the flags are those of a single label.
         */
        LabelOrder: {
            shipmentIds: string[];
            /** @default thermal-100x150 */
            size?: ("a4" | "thermal-100x150" | "thermal-80x100") | null;
            /** @default true */
            showSenderPhone?: boolean | null;
            /** @default true */
            showRecipientPhone?: boolean | null;
            /** @default true */
            maskRecipientName?: boolean | null;
            /** @default true */
            maskRecipientPhone?: boolean | null;
            /** @default true */
            showShippingCost?: boolean | null;
            /** @default true */
            showInsurance?: boolean | null;
            /** @default true */
            showItems?: boolean | null;
            /** @default true */
            showItemDescriptions?: boolean | null;
            /** @default true */
            showItemSkus?: boolean | null;
            /** @default single */
            layout?: ("4up" | "single") | null;
        };
        /** LegacyCancelledShipmentReply */
        LegacyCancelledShipmentReply: {
            shipment: components["schemas"]["Shipment"];
            refunded: number;
        };
        /** LegacyShipmentReply */
        LegacyShipmentReply: {
            shipment: components["schemas"]["ShipmentWithEvents"];
        };
        /** LegacyShipments */
        LegacyShipments: {
            shipments: components["schemas"]["Shipment"][];
        };
        /**
         * License
         * @description The right of a customer to run a product on so many instances. `suspendedAt` is set while it is suspended.
         */
        License: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            key: string;
            /** @enum {unknown} */
            status: "active" | "revoked";
            activations: number;
            maxActivations: number;
            expiresAt: string | null;
            suspendedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /**
         * LicenseActivated
         * @description A license was bound to a new instance.
         */
        LicenseActivated: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            /** @enum {unknown} */
            status: "active" | "revoked";
            activations: number;
            maxActivations: number;
            expiresAt: string | null;
            suspendedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            licenseId: string;
            instanceId: string;
            sequence: number;
        };
        /**
         * LicenseActivation
         * @description One instance's time in a slot; `deactivatedAt` is null while it holds it.
         */
        LicenseActivation: {
            id: string;
            licenseId: string;
            instanceId: string;
            /** Format: date-time */
            activatedAt: string;
            deactivatedAt: string | null;
        };
        /** LicenseActivationReply */
        LicenseActivationReply: {
            activation: components["schemas"]["LicenseActivation"];
        };
        /** LicenseActivations */
        LicenseActivations: {
            activations: components["schemas"]["LicenseActivation"][];
        };
        /**
         * LicenseChange
         * @description What is left out stays as it is; `expiresAt` null makes it perpetual.
         */
        LicenseChange: {
            maxActivations?: number;
            expiresAt?: string | null;
        };
        /** LicenseCounts */
        LicenseCounts: {
            active: number;
            revoked: number;
        };
        /**
         * LicenseDeactivated
         * @description An instance was unbound from a license.
         */
        LicenseDeactivated: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            /** @enum {unknown} */
            status: "active" | "revoked";
            activations: number;
            maxActivations: number;
            expiresAt: string | null;
            suspendedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            licenseId: string;
            instanceId: string;
            sequence: number;
        };
        /**
         * LicenseFile
         * @description `content` is the file: a signed JSON Web Token. The license may end its validity before the request's date.
         */
        LicenseFile: {
            licenseId: string;
            instanceId: string;
            keyId: string;
            /** Format: date-time */
            issuedAt: string;
            /** Format: date-time */
            expiresAt: string;
            content: string;
        };
        /** LicenseFileReply */
        LicenseFileReply: {
            licenseFile: components["schemas"]["LicenseFile"];
        };
        /**
         * LicenseIssued
         * @description A license was issued. This event alone tells its key.
         */
        LicenseIssued: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            key: string;
            /** @enum {unknown} */
            status: "active" | "revoked";
            activations: number;
            maxActivations: number;
            expiresAt: string | null;
            suspendedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            licenseId: string;
            sequence: number;
        };
        /**
         * LicenseReinstated
         * @description A suspended license is valid again.
         */
        LicenseReinstated: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            /** @enum {unknown} */
            status: "active" | "revoked";
            activations: number;
            maxActivations: number;
            expiresAt: string | null;
            suspendedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            licenseId: string;
            sequence: number;
        };
        /** LicenseReply */
        LicenseReply: {
            license: components["schemas"]["License"];
        };
        /**
         * LicenseRevoked
         * @description A license was revoked, for good.
         */
        LicenseRevoked: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            /** @enum {unknown} */
            status: "active" | "revoked";
            activations: number;
            maxActivations: number;
            expiresAt: string | null;
            suspendedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            licenseId: string;
            sequence: number;
        };
        /**
         * LicenseSlot
         * @description An instance that wants a slot, or gives it back; the key may hold any characters.
         */
        LicenseSlot: {
            key: string;
            instanceId: string;
        };
        /**
         * LicenseSuspended
         * @description A license was suspended.
         */
        LicenseSuspended: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            /** @enum {unknown} */
            status: "active" | "revoked";
            activations: number;
            maxActivations: number;
            expiresAt: string | null;
            suspendedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            licenseId: string;
            sequence: number;
        };
        /**
         * LicenseUpdated
         * @description Fields of a license changed; `changed` lists them.
         */
        LicenseUpdated: {
            id: string;
            accountId: string;
            productId: string;
            customerId: string;
            /** @enum {unknown} */
            status: "active" | "revoked";
            activations: number;
            maxActivations: number;
            expiresAt: string | null;
            suspendedAt: string | null;
            externalSource: string | null;
            externalRef: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            licenseId: string;
            changed: string[];
            sequence: number;
        };
        /**
         * LicenseValidity
         * @description Whether a key is good to run with; of an unknown key nothing else is told.
         */
        LicenseValidity: {
            valid: boolean;
            /** @default null */
            key?: string | null;
            /** @default null */
            status?: ("active" | "expired" | "revoked" | "suspended") | null;
            /** @default null */
            productId?: string | null;
            /** @default null */
            productName?: string | null;
            /** @default null */
            activations?: number | null;
            /** @default null */
            maxActivations?: number | null;
            /** @default null */
            expiresAt?: string | null;
        };
        /**
         * LicenseWithActivations
         * @description A license with its activations, the newest first.
         */
        LicenseWithActivations: {
            license: components["schemas"]["License"];
            activations: components["schemas"]["LicenseActivation"][];
        };
        /** Licenses */
        Licenses: {
            licenses: components["schemas"]["License"][];
        };
        /**
         * ListMeta
         * @description `cursor` leads to the next page, null on the last one; `total` stands where the list keeps one.
         */
        ListMeta: {
            requestId: string;
            /** Format: date-time */
            timestamp: string;
            cursor: string | null;
            hasMore: boolean;
            total?: number | null;
        };
        /** ListedStockLevel */
        ListedStockLevel: {
            variantId: string;
            warehouseId: string;
            quantity: number;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            warehouse: components["schemas"]["WarehouseSummary"];
        };
        /**
         * LowStockLevel
         * @description A level below its variant's threshold, with what it is and where; null where the catalog does not have it.
         */
        LowStockLevel: {
            variantId: string;
            productId: string | null;
            name: string | null;
            sku: string | null;
            warehouseId: string;
            warehouseName: string;
            quantity: number;
            lowStockThreshold: number;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /**
         * MonthUsage
         * @description What the calendar month (UTC) holds so far: `orders` is shipments booked, deliveries and licenses together.
         */
        MonthUsage: {
            month: string;
            orders: number;
            shipments: number;
            deliveries: number;
            licenses: number;
            /** Format: date-time */
            resetsAt: string;
        };
        /** NewAddress */
        NewAddress: {
            customerId: string;
            label: string;
            contactName: string;
            contactPhone: string;
            address: string;
            /** @default null */
            email?: string | null;
            /** @default null */
            note?: string | null;
            /** @default null */
            postalCode?: string | null;
            /** @default null */
            areaId?: string | null;
            /** @default null */
            lat?: number | null;
            /** @default null */
            lng?: number | null;
            /** @default false */
            isDefault?: boolean | null;
        };
        /**
         * NewApiKey
         * @description `networks`: addresses, and networks such as `10.1.0.0/16`, that requests are to come from.
         */
        NewApiKey: {
            name: string;
            /** @default null */
            scopes?: ("admin" | "read" | "write")[] | null;
            /** @default null */
            expiresAt?: string | null;
            /** @default null */
            networks?: string[] | null;
        };
        /**
         * NewDelivery
         * @description `expiresAt` is 14 days ahead unless it is given.
         */
        NewDelivery: {
            productId: string;
            customerId: string;
            checkoutSessionId: string;
            /** @default 5 */
            maxDownloads?: number | null;
            /** @default null */
            expiresAt?: string | null;
            /** @default null */
            externalSource?: string | null;
            /** @default null */
            externalRef?: string | null;
        };
        /**
         * NewLicense
         * @description `maxActivations` defaults to the product's, else 1; `key` is made unless it is given.
         */
        NewLicense: {
            productId: string;
            customerId: string;
            /** @default null */
            maxActivations?: number | null;
            /** @default null */
            expiresAt?: string | null;
            /** @default null */
            externalSource?: string | null;
            /** @default null */
            externalRef?: string | null;
            /** @default null */
            key?: string | null;
        };
        /** NewProduct */
        NewProduct: {
            name: string;
            /** @default null */
            sku?: string | null;
            /** @default null */
            description?: string | null;
            /** @default physical */
            type?: ("digital" | "license" | "physical") | null;
            /** @default null */
            weight?: number | null;
            /** @default null */
            length?: number | null;
            /** @default null */
            width?: number | null;
            /** @default null */
            height?: number | null;
            /** @default null */
            licenseEnabled?: boolean | null;
            /** @default null */
            maxActivations?: number | null;
        };
        /** NewShipment */
        NewShipment: {
            courierCode: string;
            courierServiceCode: string;
            /** @enum {unknown} */
            courierType: "instant" | "same_day" | "standard";
            price: number;
            origin: components["schemas"]["Origin"];
            destination: components["schemas"]["Destination"];
            items: components["schemas"]["ShipmentItem"][];
            /** @default 0 */
            insurance?: number | null;
            /** @default null */
            insured?: boolean | null;
            /** @default null */
            productId?: string | null;
            /** @default null */
            checkoutSessionId?: string | null;
            /** @default null */
            customerId?: string | null;
            /** @default null */
            customerEmail?: string | null;
            /** @default null */
            externalSource?: string | null;
            /** @default null */
            externalRef?: string | null;
        };
        /** NewVariant */
        NewVariant: {
            name: string;
            /** @default null */
            sku?: string | null;
            /** @default null */
            priceCents?: number | null;
            /** @default null */
            costCents?: number | null;
            /** @default null */
            lowStockThreshold?: number | null;
            /** @default null */
            weight?: number | null;
            /** @default false */
            isDefault?: boolean | null;
        };
        /** NewWarehouse */
        NewWarehouse: {
            name: string;
            /** @default null */
            address?: string | null;
            /** @default null */
            city?: string | null;
            /** @default null */
            postal?: string | null;
            /** @default null */
            lat?: number | null;
            /** @default null */
            lng?: number | null;
            /** @default null */
            phone?: string | null;
            /** @default false */
            isDefault?: boolean | null;
        };
        /** NewWebhookEndpoint */
        NewWebhookEndpoint: {
            url: string;
            /** @default null */
            events?: string[] | null;
            /** @default null */
            description?: string | null;
        };
        /**
         * NewWorkspace
         * @description `externalRef` is the partner's own id of it: the same one is the same workspace. `accountId` is for partners that
         *     share the identity provider of the service.
         */
        NewWorkspace: {
            name: string;
            /** @default null */
            externalRef?: string | null;
            /** @default null */
            accountId?: string | null;
            /** @default null */
            brandName?: string | null;
            /** @default null */
            businessEmail?: string | null;
            /** @default null */
            discountRate?: number | null;
        };
        /**
         * OpenedCheckout
         * @description Where a person pays. `subscriptionId` and `invoiceId` are ours, null where credit is bought.
         */
        OpenedCheckout: {
            subscriptionId: string | null;
            invoiceId: string | null;
            checkoutSessionId: string;
            checkoutUrl: string;
        };
        /**
         * Origin
         * @description Where a parcel is picked up. What is left out comes from the configured shipping origin.
         */
        Origin: {
            /** @default null */
            contactName?: string | null;
            /** @default null */
            contactPhone?: string | null;
            /** @default null */
            address?: string | null;
            /** @default null */
            email?: string | null;
            /** @default null */
            note?: string | null;
            /** @default null */
            province?: string | null;
            /** @default null */
            city?: string | null;
            /** @default null */
            district?: string | null;
            /** @default null */
            village?: string | null;
            /** @default null */
            postalCode?: string | null;
            /** @default null */
            areaId?: string | null;
            /** @default null */
            lat?: number | null;
            /** @default null */
            lng?: number | null;
        };
        /**
         * OriginChange
         * @description What is left out stays as it is, null clears; no couriers means every one that needs no coordinates.
         */
        OriginChange: {
            address: string;
            contactName: string;
            contactPhone: string;
            province?: string | null;
            city?: string | null;
            district?: string | null;
            village?: string | null;
            postal?: string | null;
            areaId?: string | null;
            lat?: number | null;
            lng?: number | null;
            note?: string | null;
            couriers?: string[] | null;
        };
        /**
         * Outcome
         * @description What became of row `index`: the HTTP status it would have had, and its `data` or its `error`.
         */
        Outcome: {
            index: number;
            status: number;
            /** @default null */
            data?: unknown;
            /** @default null */
            error?: unknown;
        };
        /**
         * Outcomes
         * @description One outcome a row.
         */
        Outcomes: {
            outcomes: components["schemas"]["Outcome"][];
        };
        /** PartnerKeyStatus */
        PartnerKeyStatus: {
            configured: boolean;
        };
        /**
         * PartnerUsage
         * @description What the partner's workspaces used in whole calendar months: from the first day of one up to that of another.
         *
         *     `total` is of all its workspaces, and stands on the first page alone.
         */
        PartnerUsage: {
            partner: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            total: components["schemas"]["UsageCounts"] | null;
            workspaces: components["schemas"]["WorkspaceUsage"][];
        };
        /**
         * PartnerWorkspace
         * @description A workspace that a partner provisioned; `plan` null: it is internal, without limits.
         */
        PartnerWorkspace: {
            accountId: string;
            name: string;
            brandName: string | null;
            businessEmail: string | null;
            discountRate: number | null;
            externalRef: string | null;
            plan: ("free" | "growth" | "scale" | "starter") | null;
            partner: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /**
         * PaymentEventReply
         * @description `applied`: whether it told of something that is ours, and had not been applied before.
         */
        PaymentEventReply: {
            applied: boolean;
        };
        /** PaymentsStatus */
        PaymentsStatus: {
            webhookSecretSet: boolean;
            partnerKey: components["schemas"]["PartnerKeyStatus"];
            lastEventAt: string | null;
            /** @default 0 */
            eventCount30d?: number;
        };
        /**
         * PlanCheckout
         * @description The plan to buy. `email` is needed where the credential has none of its own.
         */
        PlanCheckout: {
            /** @enum {unknown} */
            plan: "GROWTH" | "SCALE" | "STARTER";
            /** @default null */
            email?: string | null;
            /** @default null */
            name?: string | null;
            /** @default null */
            currency?: ("IDR" | "USD") | null;
        };
        /**
         * PlanOffer
         * @description A plan of the catalogue: what it costs a month, in whole rupiah, and what it includes.
         */
        PlanOffer: {
            /** @enum {unknown} */
            id: "free" | "growth" | "scale" | "starter";
            name: string;
            price: number;
            /** @enum {unknown} */
            currency: "IDR";
            features: string[];
        };
        /**
         * Product
         * @description Something a merchant sells: shipped, downloaded or licensed, by its type.
         */
        Product: {
            id: string;
            accountId: string;
            name: string;
            sku: string | null;
            description: string | null;
            /** @enum {unknown} */
            type: "digital" | "license" | "physical";
            weight: number | null;
            length: number | null;
            width: number | null;
            height: number | null;
            licenseEnabled: boolean;
            maxActivations: number | null;
            archived: boolean;
            externalSource: string | null;
            externalRef: string | null;
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
            variants: components["schemas"]["Variant"][];
        };
        /**
         * ProductArchived
         * @description A product was archived.
         */
        ProductArchived: {
            id: string;
            accountId: string;
            name: string;
            sku: string | null;
            description: string | null;
            /** @enum {unknown} */
            type: "digital" | "license" | "physical";
            weight: number | null;
            length: number | null;
            width: number | null;
            height: number | null;
            licenseEnabled: boolean;
            maxActivations: number | null;
            archived: boolean;
            externalSource: string | null;
            externalRef: string | null;
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
            variants: components["schemas"]["Variant"][];
            productId: string;
            sequence: number;
        };
        /**
         * ProductChange
         * @description What is left out stays as it is; null clears. The type cannot change; `archived` false un-archives.
         */
        ProductChange: {
            name?: string;
            sku?: string | null;
            description?: string | null;
            /** @enum {unknown} */
            type?: "digital" | "license" | "physical";
            weight?: number | null;
            length?: number | null;
            width?: number | null;
            height?: number | null;
            licenseEnabled?: boolean;
            maxActivations?: number | null;
            archived?: boolean;
        };
        /**
         * ProductCreated
         * @description A product was created.
         */
        ProductCreated: {
            id: string;
            accountId: string;
            name: string;
            sku: string | null;
            description: string | null;
            /** @enum {unknown} */
            type: "digital" | "license" | "physical";
            weight: number | null;
            length: number | null;
            width: number | null;
            height: number | null;
            licenseEnabled: boolean;
            maxActivations: number | null;
            archived: boolean;
            externalSource: string | null;
            externalRef: string | null;
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
            variants: components["schemas"]["Variant"][];
            productId: string;
            sequence: number;
        };
        /** ProductReply */
        ProductReply: {
            product: components["schemas"]["Product"];
        };
        /**
         * ProductUpdated
         * @description Fields of a product changed; `changed` lists them.
         */
        ProductUpdated: {
            id: string;
            accountId: string;
            name: string;
            sku: string | null;
            description: string | null;
            /** @enum {unknown} */
            type: "digital" | "license" | "physical";
            weight: number | null;
            length: number | null;
            width: number | null;
            height: number | null;
            licenseEnabled: boolean;
            maxActivations: number | null;
            archived: boolean;
            externalSource: string | null;
            externalRef: string | null;
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
            variants: components["schemas"]["Variant"][];
            productId: string;
            changed: string[];
            sequence: number;
        };
        /** Products */
        Products: {
            products: components["schemas"]["Product"][];
        };
        /**
         * PublicJwk
         * @description The public key as a JSON Web Key.
         */
        PublicJwk: {
            /** @enum {unknown} */
            kty: "OKP";
            /** @enum {unknown} */
            crv: "Ed25519";
            x: string;
            kid: string;
            /** @enum {unknown} */
            alg: "Ed25519";
            /** @enum {unknown} */
            use: "sig";
        };
        /**
         * PublicLicense
         * @description What a license tells to whoever knows its key.
         */
        PublicLicense: {
            id: string;
            productId: string;
            customerId: string;
            key: string;
            /** @enum {unknown} */
            status: "active" | "revoked";
            activations: number;
            maxActivations: number;
            expiresAt: string | null;
        };
        /** RebookedShipmentReply */
        RebookedShipmentReply: {
            shipment: components["schemas"]["Shipment"];
            previousShipmentId: string;
        };
        /** RecentShipment */
        RecentShipment: {
            id: string;
            /** @enum {unknown} */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            courierCode: string;
            courierServiceCode: string;
            /** @enum {unknown} */
            courierType: "instant" | "same_day" | "standard";
            waybillId: string | null;
            price: number;
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
         * Refusal
         * @description `field` names the offending input as a dotted path.
         */
        Refusal: {
            code: string;
            message: string;
            field?: string;
        };
        /**
         * RestockedItem
         * @description Of one variant in one warehouse: how many were put back on its shelf, and how many were damaged and not.
         */
        RestockedItem: {
            variantId: string;
            warehouseId: string;
            quantity: number;
            damaged: number;
        };
        /**
         * ReturnedItem
         * @description What came back of a variant: how many, and whether they are damaged, or how many of them.
         */
        ReturnedItem: {
            variantId: string;
            quantity: number;
            /** @default false */
            damaged?: boolean | number | null;
        };
        /** RevokedApiKey */
        RevokedApiKey: {
            id: string;
            /** Format: date-time */
            revokedAt: string;
        };
        /** RevokedApiKeyReply */
        RevokedApiKeyReply: {
            apiKey: components["schemas"]["RevokedApiKey"];
        };
        /**
         * RotatedWebhookSecretReply
         * @description `previousSecretUntil` is null where the old secret signs nothing any more.
         */
        RotatedWebhookSecretReply: {
            endpoint: components["schemas"]["WebhookEndpoint"];
            secret: string;
            previousSecretUntil: string | null;
        };
        /** Shipment */
        Shipment: {
            id: string;
            accountId: string;
            /** @enum {unknown} */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            courierCode: string;
            courierServiceCode: string;
            /** @enum {unknown} */
            courierType: "instant" | "same_day" | "standard";
            price: number;
            insurance: number;
            insured: boolean;
            aggregatorOrderId: string;
            waybillId: string | null;
            labelUrl: string | null;
            aggregatorTrackingId: string | null;
            originSnapshot: Record<string, never>;
            destinationSnapshot: Record<string, never>;
            items: Record<string, never>[];
            customerEmail: string | null;
            customerId: string | null;
            checkoutSessionId: string | null;
            productId: string | null;
            externalSource: string | null;
            externalRef: string | null;
            trackingPageUrl: string;
            courierPrice: number | null;
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
         * ShipmentCancellation
         * @description A blank `reason` is no other than the one that is meant where none is given.
         */
        ShipmentCancellation: {
            /** @default Merchant cancelled */
            reason?: string | null;
        };
        /**
         * ShipmentCancelled
         * @description The merchant cancelled a shipment; `creditRefunded` is what went back to the credit.
         */
        ShipmentCancelled: {
            id: string;
            accountId: string;
            /** @enum {unknown} */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            courierCode: string;
            courierServiceCode: string;
            /** @enum {unknown} */
            courierType: "instant" | "same_day" | "standard";
            price: number;
            insurance: number;
            insured: boolean;
            aggregatorOrderId: string;
            waybillId: string | null;
            labelUrl: string | null;
            aggregatorTrackingId: string | null;
            originSnapshot: Record<string, never>;
            destinationSnapshot: Record<string, never>;
            items: Record<string, never>[];
            customerEmail: string | null;
            customerId: string | null;
            checkoutSessionId: string | null;
            productId: string | null;
            externalSource: string | null;
            externalRef: string | null;
            trackingPageUrl: string;
            courierPrice: number | null;
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
            shipmentId: string;
            reason: string;
            creditRefunded: number;
            sequence: number;
        };
        /**
         * ShipmentCounts
         * @description `byStatus` names every status, those of which there is none too.
         */
        ShipmentCounts: {
            total: number;
            byStatus: {
                [key: string]: number;
            };
        };
        /**
         * ShipmentCreated
         * @description A shipment was drafted.
         */
        ShipmentCreated: {
            id: string;
            accountId: string;
            /** @enum {unknown} */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            courierCode: string;
            courierServiceCode: string;
            /** @enum {unknown} */
            courierType: "instant" | "same_day" | "standard";
            price: number;
            insurance: number;
            insured: boolean;
            aggregatorOrderId: string;
            waybillId: string | null;
            labelUrl: string | null;
            aggregatorTrackingId: string | null;
            originSnapshot: Record<string, never>;
            destinationSnapshot: Record<string, never>;
            items: Record<string, never>[];
            customerEmail: string | null;
            customerId: string | null;
            checkoutSessionId: string | null;
            productId: string | null;
            externalSource: string | null;
            externalRef: string | null;
            trackingPageUrl: string;
            courierPrice: number | null;
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
            shipmentId: string;
            sequence: number;
        };
        /**
         * ShipmentEvent
         * @description One courier record; `status` is the shipment's status after it.
         *
         *     `reportedStatus` is the courier's word; null where the merchant cancelled.
         */
        ShipmentEvent: {
            id: string;
            shipmentId: string;
            /** @enum {unknown} */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            reportedStatus: string | null;
            note: string | null;
            /** Format: date-time */
            occurredAt: string;
        };
        /**
         * ShipmentItem
         * @description One line of a parcel: `value` and `weight` are those of one piece.
         *
         *     Stock is taken of the variant, the product's default one if only that is named, and from the warehouse if one is
         *     named. Labels show `sku`, else the variant's.
         */
        ShipmentItem: {
            name: string;
            value: number;
            weight: number;
            quantity: number;
            /** @default null */
            description?: string | null;
            /** @default null */
            category?: string | null;
            /** @default null */
            length?: number | null;
            /** @default null */
            width?: number | null;
            /** @default null */
            height?: number | null;
            /** @default null */
            productId?: string | null;
            /** @default null */
            variantId?: string | null;
            /** @default null */
            warehouseId?: string | null;
            /** @default null */
            sku?: string | null;
        };
        /**
         * ShipmentPickupConfirmed
         * @description The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged.
         */
        ShipmentPickupConfirmed: {
            id: string;
            accountId: string;
            /** @enum {unknown} */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            courierCode: string;
            courierServiceCode: string;
            /** @enum {unknown} */
            courierType: "instant" | "same_day" | "standard";
            price: number;
            insurance: number;
            insured: boolean;
            aggregatorOrderId: string;
            waybillId: string | null;
            labelUrl: string | null;
            aggregatorTrackingId: string | null;
            originSnapshot: Record<string, never>;
            destinationSnapshot: Record<string, never>;
            items: Record<string, never>[];
            customerEmail: string | null;
            customerId: string | null;
            checkoutSessionId: string | null;
            productId: string | null;
            externalSource: string | null;
            externalRef: string | null;
            trackingPageUrl: string;
            courierPrice: number | null;
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
            shipmentId: string;
            sequence: number;
        };
        /**
         * ShipmentRebooked
         * @description A shipment was replaced: this is the new one, `previousShipmentId` the old.
         */
        ShipmentRebooked: {
            id: string;
            accountId: string;
            /** @enum {unknown} */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            courierCode: string;
            courierServiceCode: string;
            /** @enum {unknown} */
            courierType: "instant" | "same_day" | "standard";
            price: number;
            insurance: number;
            insured: boolean;
            aggregatorOrderId: string;
            waybillId: string | null;
            labelUrl: string | null;
            aggregatorTrackingId: string | null;
            originSnapshot: Record<string, never>;
            destinationSnapshot: Record<string, never>;
            items: Record<string, never>[];
            customerEmail: string | null;
            customerId: string | null;
            checkoutSessionId: string | null;
            productId: string | null;
            externalSource: string | null;
            externalRef: string | null;
            trackingPageUrl: string;
            courierPrice: number | null;
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
            shipmentId: string;
            previousShipmentId: string;
            sequence: number;
        };
        /**
         * ShipmentRebooking
         * @description What is not given is carried over; another service without a price is quoted anew.
         */
        ShipmentRebooking: {
            /** @default null */
            courierCode?: string | null;
            /** @default null */
            courierServiceCode?: string | null;
            /** @default null */
            courierType?: ("instant" | "same_day" | "standard") | null;
            /** @default null */
            price?: number | null;
            /** @default null */
            insured?: boolean | null;
            /** @default null */
            insurance?: number | null;
        };
        /** ShipmentReply */
        ShipmentReply: {
            shipment: components["schemas"]["Shipment"];
        };
        /**
         * ShipmentRestock
         * @description What came back with a returned parcel, as it was told once.
         */
        ShipmentRestock: {
            /** Format: date-time */
            restockedAt: string;
            createdBy: string | null;
            items: components["schemas"]["RestockedItem"][];
        };
        /** ShipmentRestockReply */
        ShipmentRestockReply: {
            shipment: components["schemas"]["Shipment"];
            restock: components["schemas"]["ShipmentRestock"];
        };
        /**
         * ShipmentRestockRequest
         * @description Without `items` all of the parcel came back sound; with them, what is not named did not come back.
         */
        ShipmentRestockRequest: {
            /** @default null */
            items?: components["schemas"]["ReturnedItem"][] | null;
        };
        /**
         * ShipmentStatusUpdated
         * @description The courier reported something: `status` is the status after the report, `reportedStatus` what it said.
         *
         *     `creditRefunded` is there where a courier's cancellation gave credit back.
         */
        ShipmentStatusUpdated: {
            id: string;
            accountId: string;
            /** @enum {unknown} */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            courierCode: string;
            courierServiceCode: string;
            /** @enum {unknown} */
            courierType: "instant" | "same_day" | "standard";
            price: number;
            insurance: number;
            insured: boolean;
            aggregatorOrderId: string;
            waybillId: string | null;
            labelUrl: string | null;
            aggregatorTrackingId: string | null;
            originSnapshot: Record<string, never>;
            destinationSnapshot: Record<string, never>;
            items: Record<string, never>[];
            customerEmail: string | null;
            customerId: string | null;
            checkoutSessionId: string | null;
            productId: string | null;
            externalSource: string | null;
            externalRef: string | null;
            trackingPageUrl: string;
            courierPrice: number | null;
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
            shipmentId: string;
            /** @enum {unknown} */
            previousStatus: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            reportedStatus: string;
            note: string | null;
            /** Format: date-time */
            occurredAt: string;
            creditRefunded?: number;
            sequence: number;
        };
        /**
         * ShipmentUpdated
         * @description Something changed without a new status: `changed` lists the fields, `note` says more of a new price.
         *
         *     They are fields of the shipment, or `driver`, whom the tracking routes name.
         */
        ShipmentUpdated: {
            id: string;
            accountId: string;
            /** @enum {unknown} */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            courierCode: string;
            courierServiceCode: string;
            /** @enum {unknown} */
            courierType: "instant" | "same_day" | "standard";
            price: number;
            insurance: number;
            insured: boolean;
            aggregatorOrderId: string;
            waybillId: string | null;
            labelUrl: string | null;
            aggregatorTrackingId: string | null;
            originSnapshot: Record<string, never>;
            destinationSnapshot: Record<string, never>;
            items: Record<string, never>[];
            customerEmail: string | null;
            customerId: string | null;
            checkoutSessionId: string | null;
            productId: string | null;
            externalSource: string | null;
            externalRef: string | null;
            trackingPageUrl: string;
            courierPrice: number | null;
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
            shipmentId: string;
            changed: string[];
            note: string | null;
            sequence: number;
        };
        /** ShipmentWithEvents */
        ShipmentWithEvents: {
            id: string;
            accountId: string;
            /** @enum {unknown} */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            courierCode: string;
            courierServiceCode: string;
            /** @enum {unknown} */
            courierType: "instant" | "same_day" | "standard";
            price: number;
            insurance: number;
            insured: boolean;
            aggregatorOrderId: string;
            waybillId: string | null;
            labelUrl: string | null;
            aggregatorTrackingId: string | null;
            originSnapshot: Record<string, never>;
            destinationSnapshot: Record<string, never>;
            items: Record<string, never>[];
            customerEmail: string | null;
            customerId: string | null;
            checkoutSessionId: string | null;
            productId: string | null;
            externalSource: string | null;
            externalRef: string | null;
            trackingPageUrl: string;
            courierPrice: number | null;
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
            events: components["schemas"]["ShipmentEvent"][];
            restock: components["schemas"]["ShipmentRestock"] | null;
        };
        /**
         * ShippingConfigChange
         * @description What is left out stays as it is. `apiKey` null falls back to the platform's key.
         */
        ShippingConfigChange: {
            apiKey?: string | null;
            defaultOriginId?: string | null;
            enabledCouriers?: string[];
            defaultCourier?: string | null;
            active?: boolean;
        };
        /**
         * ShippingConfigReply
         * @description `couriers` are the catalogue's codes, none while no catalogue can be had.
         */
        ShippingConfigReply: {
            config: components["schemas"]["AggregatorConfig"];
            couriers: string[];
        };
        /**
         * ShippingOrigin
         * @description The shipping origin; while none is set everything but `configured` is null.
         */
        ShippingOrigin: {
            /** @default null */
            address?: string | null;
            /** @default null */
            contactName?: string | null;
            /** @default null */
            contactPhone?: string | null;
            /** @default null */
            province?: string | null;
            /** @default null */
            city?: string | null;
            /** @default null */
            district?: string | null;
            /** @default null */
            village?: string | null;
            /** @default null */
            postal?: string | null;
            /** @default null */
            areaId?: string | null;
            /** @default null */
            lat?: number | null;
            /** @default null */
            lng?: number | null;
            /** @default null */
            note?: string | null;
            /** @default null */
            couriers?: string[] | null;
            /** @default false */
            configured?: boolean;
        };
        /**
         * ShippingRate
         * @description One service; `price` excludes the premium, which stands in `insurance`.
         */
        ShippingRate: {
            courierCode: string;
            courierName: string;
            courierServiceCode: string;
            courierServiceName: string;
            /** @enum {unknown} */
            courierType: "instant" | "same_day" | "standard";
            price: number;
            etaMin: number;
            etaMax: number;
            etaUnit: string;
            insurance: number;
        };
        /** ShippingRateRequest */
        ShippingRateRequest: {
            destination: components["schemas"]["Destination"];
            items: components["schemas"]["ShipmentItem"][];
            /** @default false */
            insurance?: boolean | null;
        };
        /**
         * ShippingRates
         * @description `hasCoords` is false where the destination has no coordinates, so that instant couriers are not asked.
         */
        ShippingRates: {
            rates: components["schemas"]["ShippingRate"][];
            count: number;
            hasCoords: boolean;
        };
        /**
         * SigningKey
         * @description What the workspace's license files are signed with; `publicKey` is for the software that verifies them.
         */
        SigningKey: {
            keyId: string;
            publicKey: components["schemas"]["PublicJwk"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /** SigningKeyReply */
        SigningKeyReply: {
            signingKey: components["schemas"]["SigningKey"];
        };
        /**
         * StatsOverview
         * @description Counters and recent rows; `deliveries` is how many were ever granted.
         */
        StatsOverview: {
            products: components["schemas"]["ArchivableCounts"];
            variants: components["schemas"]["ArchivableCounts"];
            warehouses: components["schemas"]["ArchivableCounts"];
            licenses: components["schemas"]["LicenseCounts"];
            shipments: components["schemas"]["ShipmentCounts"];
            deliveries: number;
            month: components["schemas"]["MonthUsage"];
            credit: components["schemas"]["CreditBalance"];
            recentShipments: components["schemas"]["RecentShipment"][];
            lowStock: components["schemas"]["LowStockLevel"][];
            webhookFailures: components["schemas"]["WebhookFailures"];
        };
        /**
         * StockAdjusted
         * @description A stock level was adjusted or transferred, for whatever reason; `quantityAfter` is the level after it.
         */
        StockAdjusted: {
            id: string;
            variantId: string;
            warehouseId: string;
            delta: number;
            /** @enum {unknown} */
            reason: "damaged" | "import" | "initial_stock" | "manual_adjust" | "refund_restock" | "returned_to_supplier" | "transfer_in" | "transfer_out";
            note: string | null;
            createdBy: string | null;
            shipmentId: string | null;
            quantityAfter: number;
            number: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            movementId: string;
            sequence: number;
        };
        /**
         * StockAdjustment
         * @description A signed change of one level. Ids of any shape are taken; an unknown variant makes its own level.
         */
        StockAdjustment: {
            variantId: string;
            warehouseId: string;
            delta: number;
            /** @enum {unknown} */
            reason: "damaged" | "import" | "initial_stock" | "manual_adjust" | "refund_restock" | "returned_to_supplier" | "transfer_in" | "transfer_out";
            /** @default null */
            note?: string | null;
        };
        /** StockAdjustmentReply */
        StockAdjustmentReply: {
            stock: components["schemas"]["StockLevel"];
            movement: components["schemas"]["StockMovement"];
        };
        /**
         * StockDifference
         * @description A level whose quantity is not the sum of its movements.
         */
        StockDifference: {
            variantId: string;
            warehouseId: string;
            quantity: number;
            sumOfMovements: number;
        };
        /**
         * StockLevel
         * @description On-hand stock of one variant in one warehouse; reservations are not taken off.
         */
        StockLevel: {
            variantId: string;
            warehouseId: string;
            quantity: number;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** StockLevels */
        StockLevels: {
            stock: components["schemas"]["ListedStockLevel"][];
        };
        /**
         * StockLow
         * @description A stock level fell from at or above the variant's threshold to below it.
         */
        StockLow: {
            variantId: string;
            productId: string;
            sku: string | null;
            name: string;
            warehouseId: string;
            quantity: number;
            threshold: number;
            movementId: string;
            sequence: number;
        };
        /**
         * StockMovement
         * @description One line of a level's ledger.
         */
        StockMovement: {
            id: string;
            variantId: string;
            warehouseId: string;
            delta: number;
            /** @enum {unknown} */
            reason: "damaged" | "import" | "initial_stock" | "manual_adjust" | "refund_restock" | "returned_to_supplier" | "transfer_in" | "transfer_out";
            note: string | null;
            createdBy: string | null;
            shipmentId: string | null;
            quantityAfter: number;
            number: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /** StockMovements */
        StockMovements: {
            movements: components["schemas"]["StockMovement"][];
        };
        /** StockReconciliation */
        StockReconciliation: {
            levels: components["schemas"]["StockDifference"][];
        };
        /** StockReservation */
        StockReservation: {
            id: string;
            variantId: string;
            warehouseId: string;
            quantity: number;
            shipmentId: string | null;
            checkoutSessionId: string | null;
            /** Format: date-time */
            expiresAt: string;
            consumedAt: string | null;
            releasedAt: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /** StockReservations */
        StockReservations: {
            reservations: components["schemas"]["StockReservation"][];
        };
        /**
         * StockTransfer
         * @description Stock of one variant from one warehouse to another.
         */
        StockTransfer: {
            variantId: string;
            fromWarehouseId: string;
            toWarehouseId: string;
            quantity: number;
            /** @default null */
            note?: string | null;
        };
        /**
         * StockTransferReply
         * @description Both ends of a transfer, as each adjustment is answered.
         */
        StockTransferReply: {
            from: components["schemas"]["StockAdjustmentReply"];
            to: components["schemas"]["StockAdjustmentReply"];
        };
        /**
         * StorefrontEventReply
         * @description Whether the event changed anything: false for one that was applied before, one that is older than what is known,
         *     and one of a type that nobody knows.
         */
        StorefrontEventReply: {
            applied: boolean;
        };
        /**
         * StorefrontLineError
         * @description Why a line is not fulfilled yet, as a request would have been refused.
         */
        StorefrontLineError: {
            code: string;
            message: string;
            field: string | null;
        };
        /**
         * StorefrontOrder
         * @description A checkout of a partner's storefront; `open` until it is paid or `expired`, then by what became of its lines.
         */
        StorefrontOrder: {
            id: string;
            accountId: string;
            checkoutSessionId: string;
            /** @enum {unknown} */
            status: "expired" | "failed" | "fulfilled" | "open" | "partly_fulfilled";
            externalSource: string;
            externalRef: string | null;
            customer: Record<string, never> | null;
            destination: Record<string, never> | null;
            shipping: Record<string, never> | null;
            lines: components["schemas"]["StorefrontOrderLine"][];
            /** Format: date-time */
            expiresAt: string;
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
            ref: string;
            /** @enum {unknown} */
            status: "failed" | "fulfilled" | "waiting";
            type: ("digital" | "license" | "physical") | null;
            productId: string | null;
            variantId: string | null;
            productRef: string | null;
            variantRef: string | null;
            quantity: number;
            name: string | null;
            value: number | null;
            weight: number | null;
            shipmentId: string | null;
            deliveryId: string | null;
            licenseIds: string[];
            error: components["schemas"]["StorefrontLineError"] | null;
        };
        /** StorefrontOrderReply */
        StorefrontOrderReply: {
            order: components["schemas"]["StorefrontOrder"];
        };
        /**
         * StorefrontOrderRetry
         * @description What the storefront did not say, or said wrongly; what is left out stays as it was.
         */
        StorefrontOrderRetry: {
            /** @default null */
            shipping?: components["schemas"]["StorefrontShipping"] | null;
            /** @default null */
            destination?: components["schemas"]["Destination"] | null;
        };
        /** StorefrontOrders */
        StorefrontOrders: {
            orders: components["schemas"]["StorefrontOrder"][];
        };
        /**
         * StorefrontShipping
         * @description The service that the buyer chose and paid for; `insured` is whether there is a premium, unless it is said.
         */
        StorefrontShipping: {
            courierCode: string;
            courierServiceCode: string;
            /** @enum {unknown} */
            courierType: "instant" | "same_day" | "standard";
            price: number;
            /** @default 0 */
            insurance?: number | null;
            /** @default null */
            insured?: boolean | null;
        };
        /** StorefrontStatus */
        StorefrontStatus: {
            webhookSecretSet: boolean;
            partnerKey: components["schemas"]["PartnerKeyStatus"];
            mirroredProductCount: number;
            lastSyncAt: string | null;
        };
        /**
         * Subscription
         * @description How the workspace pays. Without anything bought it is `active`, and its period the calendar month (UTC).
         *
         *     `cancelAt` is when it ends, or ended; null while it goes on.
         */
        Subscription: {
            /** @enum {unknown} */
            plan: "free" | "growth" | "internal" | "scale" | "starter";
            planName: string;
            isForjioInternal: boolean;
            /** @enum {unknown} */
            status: "active" | "canceled" | "canceling" | "incomplete" | "past_due";
            /** Format: date-time */
            currentPeriodStart: string;
            /** Format: date-time */
            currentPeriodEnd: string;
            cancelAt: string | null;
        };
        /** TrackedShipment */
        TrackedShipment: {
            id: string;
            /** @enum {unknown} */
            status: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
            events: components["schemas"]["ShipmentEvent"][];
        };
        /**
         * Tracking
         * @description What the courier says now; `shipment` is null where the parcel is none of the workspace's.
         */
        Tracking: {
            waybillId: string | null;
            courier: string;
            status: string;
            history: components["schemas"]["TrackingStep"][];
            driver: components["schemas"]["TrackingDriver"] | null;
            externalLink: string | null;
            shipment: components["schemas"]["TrackedShipment"] | null;
        };
        /** TrackingDriver */
        TrackingDriver: {
            name: string | null;
            phone: string | null;
            plate: string | null;
            photoUrl: string | null;
        };
        /**
         * TrackingStep
         * @description `status` is ours where the courier's word means one of ours, else the courier's own word.
         */
        TrackingStep: {
            status: string;
            note: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        /**
         * Usage
         * @description What the calendar month (UTC) holds so far. Shipments are orders once they are booked.
         */
        Usage: {
            /** @enum {unknown} */
            plan: "free" | "growth" | "internal" | "scale" | "starter";
            ordersFulfilled: number;
            ordersLimit: number;
            shipmentsCreated: number;
            licensesIssued: number;
            /** Format: date-time */
            resetAt: string;
        };
        /**
         * UsageCounts
         * @description What was used; `ordersFulfilled` is all of it.
         */
        UsageCounts: {
            shipmentsBooked: number;
            deliveries: number;
            licensesIssued: number;
            ordersFulfilled: number;
        };
        /**
         * Variant
         * @description What stock is counted by.
         */
        Variant: {
            id: string;
            productId: string;
            name: string;
            sku: string | null;
            priceCents: number | null;
            costCents: number | null;
            lowStockThreshold: number | null;
            weight: number | null;
            isDefault: boolean;
            archived: boolean;
        };
        /**
         * VariantArchived
         * @description A variant was archived.
         */
        VariantArchived: {
            id: string;
            productId: string;
            name: string;
            sku: string | null;
            priceCents: number | null;
            costCents: number | null;
            lowStockThreshold: number | null;
            weight: number | null;
            isDefault: boolean;
            archived: boolean;
            variantId: string;
            sequence: number;
        };
        /**
         * VariantChange
         * @description What is left out stays as it is; null clears; `archived` false un-archives.
         */
        VariantChange: {
            name?: string;
            sku?: string | null;
            priceCents?: number | null;
            costCents?: number | null;
            lowStockThreshold?: number | null;
            weight?: number | null;
            isDefault?: boolean;
            archived?: boolean;
        };
        /**
         * VariantCreated
         * @description A variant was added to a product. The one that a product begins with is told of by `product.created`.
         */
        VariantCreated: {
            id: string;
            productId: string;
            name: string;
            sku: string | null;
            priceCents: number | null;
            costCents: number | null;
            lowStockThreshold: number | null;
            weight: number | null;
            isDefault: boolean;
            archived: boolean;
            variantId: string;
            sequence: number;
        };
        /** VariantReply */
        VariantReply: {
            variant: components["schemas"]["Variant"];
        };
        /** Warehouse */
        Warehouse: {
            id: string;
            accountId: string;
            name: string;
            address: string | null;
            city: string | null;
            postal: string | null;
            lat: number | null;
            lng: number | null;
            phone: string | null;
            isDefault: boolean;
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
            name?: string;
            address?: string | null;
            city?: string | null;
            postal?: string | null;
            lat?: number | null;
            lng?: number | null;
            phone?: string | null;
            isDefault?: boolean;
            archived?: boolean;
        };
        /**
         * WarehouseCreated
         * @description A warehouse was created.
         */
        WarehouseCreated: {
            id: string;
            accountId: string;
            name: string;
            address: string | null;
            city: string | null;
            postal: string | null;
            lat: number | null;
            lng: number | null;
            phone: string | null;
            isDefault: boolean;
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
            warehouseId: string;
            sequence: number;
        };
        /** WarehouseReply */
        WarehouseReply: {
            warehouse: components["schemas"]["Warehouse"];
        };
        /** WarehouseSummary */
        WarehouseSummary: {
            id: string;
            name: string;
            isDefault: boolean;
        };
        /** Warehouses */
        Warehouses: {
            warehouses: components["schemas"]["Warehouse"][];
        };
        /**
         * WebhookAttempt
         * @description One attempt; `nextRetryAt` is null on success and when it was the last.
         */
        WebhookAttempt: {
            attemptNumber: number;
            /** @enum {unknown} */
            status: "failed" | "succeeded";
            responseCode: number | null;
            durationMs: number;
            error: string | null;
            nextRetryAt: string | null;
            /** Format: date-time */
            attemptedAt: string;
        };
        /** WebhookDeliveries */
        WebhookDeliveries: {
            events: components["schemas"]["WebhookDelivery"][];
            nextCursor: string | null;
        };
        /**
         * WebhookDelivery
         * @description A row of the delivery log: one event to one endpoint. `payload` is the envelope that is sent.
         */
        WebhookDelivery: {
            id: string;
            accountId: string;
            endpointId: string;
            eventId: string;
            type: string;
            payload: Record<string, never>;
            /** @enum {unknown} */
            status: "failed" | "pending" | "sent";
            attempts: number;
            lastAttemptAt: string | null;
            nextRetryAt: string | null;
            responseCode: number | null;
            responseBody: string | null;
            lastError: string | null;
            durationMs: number | null;
            deliveredAt: string | null;
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
            deliveryAttempts: components["schemas"]["WebhookAttempt"][];
        };
        /** WebhookDeliveryReply */
        WebhookDeliveryReply: {
            event: components["schemas"]["WebhookDelivery"];
        };
        /**
         * WebhookEndpoint
         * @description An endpoint as the API shows it; its secret is shown once, at registration.
         */
        WebhookEndpoint: {
            id: string;
            accountId: string;
            url: string;
            events: string[];
            description: string;
            active: boolean;
            consecutiveFailures: number;
            failingSince: string | null;
            disabledAt: string | null;
            disabledReason: string | null;
            secretPreview: string;
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
         * @description What is absent stays; a description of null is cleared.
         */
        WebhookEndpointChange: {
            url?: string;
            events?: string[];
            description?: string | null;
            active?: boolean;
        };
        /**
         * WebhookEndpointDisabled
         * @description A webhook endpoint was switched off for failing; the workspace's other endpoints get the event.
         */
        WebhookEndpointDisabled: {
            id: string;
            accountId: string;
            url: string;
            events: string[];
            description: string;
            active: boolean;
            consecutiveFailures: number;
            failingSince: string | null;
            disabledAt: string | null;
            disabledReason: string | null;
            secretPreview: string;
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
            endpointId: string;
            sequence: number;
        };
        /** WebhookEndpointReply */
        WebhookEndpointReply: {
            endpoint: components["schemas"]["WebhookEndpoint"];
        };
        /**
         * WebhookEndpointTest
         * @description A webhook endpoint was tried out; it alone gets the event.
         */
        WebhookEndpointTest: {
            id: string;
            accountId: string;
            url: string;
            events: string[];
            description: string;
            active: boolean;
            consecutiveFailures: number;
            failingSince: string | null;
            disabledAt: string | null;
            disabledReason: string | null;
            secretPreview: string;
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
            endpointId: string;
            sequence: number;
        };
        /** WebhookEndpoints */
        WebhookEndpoints: {
            endpoints: components["schemas"]["WebhookEndpoint"][];
        };
        /** WebhookEventTypes */
        WebhookEventTypes: {
            eventTypes: components["schemas"]["EventType"][];
        };
        /**
         * WebhookFailures
         * @description Some of what is not well: what has failed for longest, and what failed last.
         */
        WebhookFailures: {
            endpoints: components["schemas"]["FailingEndpoint"][];
            deliveries: components["schemas"]["FailedDelivery"][];
        };
        /**
         * WebhookRecovery
         * @description A recovery: `queued` deliveries so far. It is stopped where its endpoint is paused, switched off or deleted.
         */
        WebhookRecovery: {
            id: string;
            endpointId: string;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until: string;
            /** @enum {unknown} */
            status: "done" | "running" | "stopped";
            queued: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            finishedAt: string | null;
        };
        /**
         * WebhookRecoveryPeriod
         * @description Of the events' `occurredAt`: `since` in it and `until` not; until now unless said.
         */
        WebhookRecoveryPeriod: {
            /** Format: date-time */
            since: string;
            /** @default null */
            until?: string | null;
        };
        /** WebhookRecoveryReply */
        WebhookRecoveryReply: {
            recovery: components["schemas"]["WebhookRecovery"];
        };
        /**
         * WebhookSecretRotation
         * @description For how long the old secret signs beside the new one; 24 hours unless said, 0 not at all.
         */
        WebhookSecretRotation: {
            /** @default null */
            overlapSeconds?: number | null;
        };
        /**
         * WebhookStats
         * @description What came of an endpoint's attempts since then. `givenUp` are the deliveries whose last attempt failed.
         *
         *     The percentiles are estimates. `pending` counts up to 10,000, and `pendingIsMore` says whether there are more.
         */
        WebhookStats: {
            /** @enum {unknown} */
            window: "24h" | "30d" | "7d";
            /** Format: date-time */
            since: string;
            attempts: number;
            succeeded: number;
            failed: number;
            givenUp: number;
            successRate: number | null;
            durationP50Ms: number | null;
            durationP95Ms: number | null;
            lastSuccessAt: string | null;
            lastFailureAt: string | null;
            pending: number;
            pendingIsMore: boolean;
        };
        /** WebhookStatsReply */
        WebhookStatsReply: {
            stats: components["schemas"]["WebhookStats"];
        };
        /** WorkspaceUsage */
        WorkspaceUsage: {
            shipmentsBooked: number;
            deliveries: number;
            licensesIssued: number;
            ordersFulfilled: number;
            accountId: string;
            name: string;
            externalRef: string | null;
        };
        /**
         * svc.delivery.created.v1
         * @description A digital delivery was granted.
         */
        "svc.delivery.created.v1": {
            id: string;
            /** @constant */
            type: "svc.delivery.created.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["DeliveryCreated"];
            metadata: Record<string, never>;
        };
        /**
         * svc.delivery.downloaded.v1
         * @description A download was counted.
         */
        "svc.delivery.downloaded.v1": {
            id: string;
            /** @constant */
            type: "svc.delivery.downloaded.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["DeliveryDownloaded"];
            metadata: Record<string, never>;
        };
        /**
         * svc.delivery.expired.v1
         * @description A delivery expired.
         */
        "svc.delivery.expired.v1": {
            id: string;
            /** @constant */
            type: "svc.delivery.expired.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["DeliveryExpired"];
            metadata: Record<string, never>;
        };
        /**
         * svc.delivery.expiring.v1
         * @description A delivery expires within 24 hours; told once for each time that it is to expire.
         */
        "svc.delivery.expiring.v1": {
            id: string;
            /** @constant */
            type: "svc.delivery.expiring.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["DeliveryExpiring"];
            metadata: Record<string, never>;
        };
        /**
         * svc.delivery.updated.v1
         * @description A delivery was extended, reset or revoked; `action` says which.
         */
        "svc.delivery.updated.v1": {
            id: string;
            /** @constant */
            type: "svc.delivery.updated.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["DeliveryUpdated"];
            metadata: Record<string, never>;
        };
        /**
         * svc.license.activated.v1
         * @description A license was bound to a new instance.
         */
        "svc.license.activated.v1": {
            id: string;
            /** @constant */
            type: "svc.license.activated.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["LicenseActivated"];
            metadata: Record<string, never>;
        };
        /**
         * svc.license.deactivated.v1
         * @description An instance was unbound from a license.
         */
        "svc.license.deactivated.v1": {
            id: string;
            /** @constant */
            type: "svc.license.deactivated.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["LicenseDeactivated"];
            metadata: Record<string, never>;
        };
        /**
         * svc.license.issued.v1
         * @description A license was issued. This event alone tells its key.
         */
        "svc.license.issued.v1": {
            id: string;
            /** @constant */
            type: "svc.license.issued.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["LicenseIssued"];
            metadata: Record<string, never>;
        };
        /**
         * svc.license.reinstated.v1
         * @description A suspended license is valid again.
         */
        "svc.license.reinstated.v1": {
            id: string;
            /** @constant */
            type: "svc.license.reinstated.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["LicenseReinstated"];
            metadata: Record<string, never>;
        };
        /**
         * svc.license.revoked.v1
         * @description A license was revoked, for good.
         */
        "svc.license.revoked.v1": {
            id: string;
            /** @constant */
            type: "svc.license.revoked.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["LicenseRevoked"];
            metadata: Record<string, never>;
        };
        /**
         * svc.license.suspended.v1
         * @description A license was suspended.
         */
        "svc.license.suspended.v1": {
            id: string;
            /** @constant */
            type: "svc.license.suspended.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["LicenseSuspended"];
            metadata: Record<string, never>;
        };
        /**
         * svc.license.updated.v1
         * @description Fields of a license changed; `changed` lists them.
         */
        "svc.license.updated.v1": {
            id: string;
            /** @constant */
            type: "svc.license.updated.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["LicenseUpdated"];
            metadata: Record<string, never>;
        };
        /**
         * svc.product.archived.v1
         * @description A product was archived.
         */
        "svc.product.archived.v1": {
            id: string;
            /** @constant */
            type: "svc.product.archived.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["ProductArchived"];
            metadata: Record<string, never>;
        };
        /**
         * svc.product.created.v1
         * @description A product was created.
         */
        "svc.product.created.v1": {
            id: string;
            /** @constant */
            type: "svc.product.created.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["ProductCreated"];
            metadata: Record<string, never>;
        };
        /**
         * svc.product.updated.v1
         * @description Fields of a product changed; `changed` lists them.
         */
        "svc.product.updated.v1": {
            id: string;
            /** @constant */
            type: "svc.product.updated.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["ProductUpdated"];
            metadata: Record<string, never>;
        };
        /**
         * svc.shipment.cancelled.v1
         * @description The merchant cancelled a shipment; `creditRefunded` is what went back to the credit.
         */
        "svc.shipment.cancelled.v1": {
            id: string;
            /** @constant */
            type: "svc.shipment.cancelled.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["ShipmentCancelled"];
            metadata: Record<string, never>;
        };
        /**
         * svc.shipment.created.v1
         * @description A shipment was drafted.
         */
        "svc.shipment.created.v1": {
            id: string;
            /** @constant */
            type: "svc.shipment.created.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["ShipmentCreated"];
            metadata: Record<string, never>;
        };
        /**
         * svc.shipment.pickup_confirmed.v1
         * @description The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged.
         */
        "svc.shipment.pickup_confirmed.v1": {
            id: string;
            /** @constant */
            type: "svc.shipment.pickup_confirmed.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["ShipmentPickupConfirmed"];
            metadata: Record<string, never>;
        };
        /**
         * svc.shipment.rebooked.v1
         * @description A shipment was replaced: this is the new one, `previousShipmentId` the old.
         */
        "svc.shipment.rebooked.v1": {
            id: string;
            /** @constant */
            type: "svc.shipment.rebooked.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["ShipmentRebooked"];
            metadata: Record<string, never>;
        };
        /**
         * svc.shipment.status_updated.v1
         * @description The courier reported something: `status` is the status after the report, `reportedStatus` what it said.
         *
         *     `creditRefunded` is there where a courier's cancellation gave credit back.
         */
        "svc.shipment.status_updated.v1": {
            id: string;
            /** @constant */
            type: "svc.shipment.status_updated.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["ShipmentStatusUpdated"];
            metadata: Record<string, never>;
        };
        /**
         * svc.shipment.updated.v1
         * @description Something changed without a new status: `changed` lists the fields, `note` says more of a new price.
         *
         *     They are fields of the shipment, or `driver`, whom the tracking routes name.
         */
        "svc.shipment.updated.v1": {
            id: string;
            /** @constant */
            type: "svc.shipment.updated.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["ShipmentUpdated"];
            metadata: Record<string, never>;
        };
        /**
         * svc.stock.adjusted.v1
         * @description A stock level was adjusted or transferred, for whatever reason; `quantityAfter` is the level after it.
         */
        "svc.stock.adjusted.v1": {
            id: string;
            /** @constant */
            type: "svc.stock.adjusted.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["StockAdjusted"];
            metadata: Record<string, never>;
        };
        /**
         * svc.stock.low.v1
         * @description A stock level fell from at or above the variant's threshold to below it.
         */
        "svc.stock.low.v1": {
            id: string;
            /** @constant */
            type: "svc.stock.low.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["StockLow"];
            metadata: Record<string, never>;
        };
        /**
         * svc.variant.archived.v1
         * @description A variant was archived.
         */
        "svc.variant.archived.v1": {
            id: string;
            /** @constant */
            type: "svc.variant.archived.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["VariantArchived"];
            metadata: Record<string, never>;
        };
        /**
         * svc.variant.created.v1
         * @description A variant was added to a product. The one that a product begins with is told of by `product.created`.
         */
        "svc.variant.created.v1": {
            id: string;
            /** @constant */
            type: "svc.variant.created.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["VariantCreated"];
            metadata: Record<string, never>;
        };
        /**
         * svc.warehouse.created.v1
         * @description A warehouse was created.
         */
        "svc.warehouse.created.v1": {
            id: string;
            /** @constant */
            type: "svc.warehouse.created.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["WarehouseCreated"];
            metadata: Record<string, never>;
        };
        /**
         * svc.webhook_endpoint.disabled.v1
         * @description A webhook endpoint was switched off for failing; the workspace's other endpoints get the event.
         */
        "svc.webhook_endpoint.disabled.v1": {
            id: string;
            /** @constant */
            type: "svc.webhook_endpoint.disabled.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["WebhookEndpointDisabled"];
            metadata: Record<string, never>;
        };
        /**
         * svc.webhook_endpoint.test.v1
         * @description A webhook endpoint was tried out; it alone gets the event.
         */
        "svc.webhook_endpoint.test.v1": {
            id: string;
            /** @constant */
            type: "svc.webhook_endpoint.test.v1";
            /** Format: date-time */
            occurredAt: string;
            accountId: string;
            data: components["schemas"]["WebhookEndpointTest"];
            metadata: Record<string, never>;
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
export type AddressReply = components['schemas']['AddressReply'];
export type Addresses = components['schemas']['Addresses'];
export type AggregatorConfig = components['schemas']['AggregatorConfig'];
export type AggregatorStatus = components['schemas']['AggregatorStatus'];
export type AnswerMeta = components['schemas']['AnswerMeta'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyWithSecretReply = components['schemas']['ApiKeyWithSecretReply'];
export type ApiKeys = components['schemas']['ApiKeys'];
export type ArchivableCounts = components['schemas']['ArchivableCounts'];
export type ArchivedReply = components['schemas']['ArchivedReply'];
export type Area = components['schemas']['Area'];
export type AuditEntries = components['schemas']['AuditEntries'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type BulkLicenses = components['schemas']['BulkLicenses'];
export type BulkProducts = components['schemas']['BulkProducts'];
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
export type DeactivatedLicenseReply = components['schemas']['DeactivatedLicenseReply'];
export type DeletedAddressReply = components['schemas']['DeletedAddressReply'];
export type DeletedWebhookEndpointReply = components['schemas']['DeletedWebhookEndpointReply'];
export type Deliveries = components['schemas']['Deliveries'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryCreated = components['schemas']['DeliveryCreated'];
export type DeliveryDownloaded = components['schemas']['DeliveryDownloaded'];
export type DeliveryExpired = components['schemas']['DeliveryExpired'];
export type DeliveryExpiring = components['schemas']['DeliveryExpiring'];
export type DeliveryReply = components['schemas']['DeliveryReply'];
export type DeliveryUpdated = components['schemas']['DeliveryUpdated'];
export type Destination = components['schemas']['Destination'];
export type Envelope = components['schemas']['Envelope'];
export type EventReply = components['schemas']['EventReply'];
export type EventType = components['schemas']['EventType'];
export type Events = components['schemas']['Events'];
export type FailedDelivery = components['schemas']['FailedDelivery'];
export type FailingEndpoint = components['schemas']['FailingEndpoint'];
export type Failure = components['schemas']['Failure'];
export type FileRequest = components['schemas']['FileRequest'];
export type Health = components['schemas']['Health'];
export type IdentityStatus = components['schemas']['IdentityStatus'];
export type IntegrationStatus = components['schemas']['IntegrationStatus'];
export type Invoice = components['schemas']['Invoice'];
export type Invoices = components['schemas']['Invoices'];
export type LabelLink = components['schemas']['LabelLink'];
export type LabelOrder = components['schemas']['LabelOrder'];
export type LegacyCancelledShipmentReply = components['schemas']['LegacyCancelledShipmentReply'];
export type LegacyShipmentReply = components['schemas']['LegacyShipmentReply'];
export type LegacyShipments = components['schemas']['LegacyShipments'];
export type License = components['schemas']['License'];
export type LicenseActivated = components['schemas']['LicenseActivated'];
export type LicenseActivation = components['schemas']['LicenseActivation'];
export type LicenseActivationReply = components['schemas']['LicenseActivationReply'];
export type LicenseActivations = components['schemas']['LicenseActivations'];
export type LicenseChange = components['schemas']['LicenseChange'];
export type LicenseCounts = components['schemas']['LicenseCounts'];
export type LicenseDeactivated = components['schemas']['LicenseDeactivated'];
export type LicenseFile = components['schemas']['LicenseFile'];
export type LicenseFileReply = components['schemas']['LicenseFileReply'];
export type LicenseIssued = components['schemas']['LicenseIssued'];
export type LicenseReinstated = components['schemas']['LicenseReinstated'];
export type LicenseReply = components['schemas']['LicenseReply'];
export type LicenseRevoked = components['schemas']['LicenseRevoked'];
export type LicenseSlot = components['schemas']['LicenseSlot'];
export type LicenseSuspended = components['schemas']['LicenseSuspended'];
export type LicenseUpdated = components['schemas']['LicenseUpdated'];
export type LicenseValidity = components['schemas']['LicenseValidity'];
export type LicenseWithActivations = components['schemas']['LicenseWithActivations'];
export type Licenses = components['schemas']['Licenses'];
export type ListMeta = components['schemas']['ListMeta'];
export type ListedStockLevel = components['schemas']['ListedStockLevel'];
export type LowStockLevel = components['schemas']['LowStockLevel'];
export type MonthUsage = components['schemas']['MonthUsage'];
export type NewAddress = components['schemas']['NewAddress'];
export type NewApiKey = components['schemas']['NewApiKey'];
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
export type Outcome = components['schemas']['Outcome'];
export type Outcomes = components['schemas']['Outcomes'];
export type PartnerKeyStatus = components['schemas']['PartnerKeyStatus'];
export type PartnerUsage = components['schemas']['PartnerUsage'];
export type PartnerWorkspace = components['schemas']['PartnerWorkspace'];
export type PaymentEventReply = components['schemas']['PaymentEventReply'];
export type PaymentsStatus = components['schemas']['PaymentsStatus'];
export type PlanCheckout = components['schemas']['PlanCheckout'];
export type PlanOffer = components['schemas']['PlanOffer'];
export type Product = components['schemas']['Product'];
export type ProductArchived = components['schemas']['ProductArchived'];
export type ProductChange = components['schemas']['ProductChange'];
export type ProductCreated = components['schemas']['ProductCreated'];
export type ProductReply = components['schemas']['ProductReply'];
export type ProductUpdated = components['schemas']['ProductUpdated'];
export type Products = components['schemas']['Products'];
export type PublicJwk = components['schemas']['PublicJwk'];
export type PublicLicense = components['schemas']['PublicLicense'];
export type RebookedShipmentReply = components['schemas']['RebookedShipmentReply'];
export type RecentShipment = components['schemas']['RecentShipment'];
export type Refusal = components['schemas']['Refusal'];
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
export type ShipmentItem = components['schemas']['ShipmentItem'];
export type ShipmentPickupConfirmed = components['schemas']['ShipmentPickupConfirmed'];
export type ShipmentRebooked = components['schemas']['ShipmentRebooked'];
export type ShipmentRebooking = components['schemas']['ShipmentRebooking'];
export type ShipmentReply = components['schemas']['ShipmentReply'];
export type ShipmentRestock = components['schemas']['ShipmentRestock'];
export type ShipmentRestockReply = components['schemas']['ShipmentRestockReply'];
export type ShipmentRestockRequest = components['schemas']['ShipmentRestockRequest'];
export type ShipmentStatusUpdated = components['schemas']['ShipmentStatusUpdated'];
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
export type StatsOverview = components['schemas']['StatsOverview'];
export type StockAdjusted = components['schemas']['StockAdjusted'];
export type StockAdjustment = components['schemas']['StockAdjustment'];
export type StockAdjustmentReply = components['schemas']['StockAdjustmentReply'];
export type StockDifference = components['schemas']['StockDifference'];
export type StockLevel = components['schemas']['StockLevel'];
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
export type TrackedShipment = components['schemas']['TrackedShipment'];
export type Tracking = components['schemas']['Tracking'];
export type TrackingDriver = components['schemas']['TrackingDriver'];
export type TrackingStep = components['schemas']['TrackingStep'];
export type Usage = components['schemas']['Usage'];
export type UsageCounts = components['schemas']['UsageCounts'];
export type Variant = components['schemas']['Variant'];
export type VariantArchived = components['schemas']['VariantArchived'];
export type VariantChange = components['schemas']['VariantChange'];
export type VariantCreated = components['schemas']['VariantCreated'];
export type VariantReply = components['schemas']['VariantReply'];
export type Warehouse = components['schemas']['Warehouse'];
export type WarehouseChange = components['schemas']['WarehouseChange'];
export type WarehouseCreated = components['schemas']['WarehouseCreated'];
export type WarehouseReply = components['schemas']['WarehouseReply'];
export type WarehouseSummary = components['schemas']['WarehouseSummary'];
export type Warehouses = components['schemas']['Warehouses'];
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
export type WorkspaceUsage = components['schemas']['WorkspaceUsage'];
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
    listApiKeys: {
        parameters: {
            query?: {
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
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
                    "application/json": components["schemas"]["ApiKeys"];
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
                archived?: "false" | "true";
                type?: "digital" | "license" | "physical";
                sku?: string;
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
                    "application/json": components["schemas"]["Products"];
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
                    "application/json": components["schemas"]["ArchivedReply"];
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
                    "application/json": components["schemas"]["Outcomes"];
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
                    "application/json": components["schemas"]["ArchivedReply"];
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
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
                    "application/json": components["schemas"]["Warehouses"];
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
                    "application/json": components["schemas"]["ArchivedReply"];
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
                variant_id?: string;
                warehouse_id?: string;
                low?: "false" | "true";
                at?: string;
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
    listStockMovements: {
        parameters: {
            query?: {
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
                variant_id?: string;
                warehouse_id?: string;
                reason?: "damaged" | "import" | "initial_stock" | "manual_adjust" | "refund_restock" | "returned_to_supplier" | "transfer_in" | "transfer_out";
                from?: string;
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
                state?: "active" | "consumed" | "expired" | "released";
                variant_id?: string;
                checkout_session_id?: string;
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
                    "application/json": components["schemas"]["Outcomes"];
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
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
                    "application/json": components["schemas"]["Addresses"];
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
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
                    "application/json": components["schemas"]["Outcomes"];
                };
            };
        };
    };
    listShipments: {
        parameters: {
            query?: {
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
                status?: "allocated" | "cancelled" | "confirmed" | "delivered" | "dropping_off" | "in_transit" | "pending" | "picked_up" | "picking_up" | "returned";
                courierCode?: string;
                waybillId?: string;
                customerId?: string;
                checkoutSessionId?: string;
                from?: string;
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
                    "application/json": components["schemas"]["Shipment"][];
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
                size?: "a4" | "thermal-100x150" | "thermal-80x100";
                showSenderPhone?: "false" | "true";
                showRecipientPhone?: "false" | "true";
                maskRecipientName?: "false" | "true";
                maskRecipientPhone?: "false" | "true";
                showShippingCost?: "false" | "true";
                showInsurance?: "false" | "true";
                showItems?: "false" | "true";
                showItemDescriptions?: "false" | "true";
                showItemSkus?: "false" | "true";
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
                    "application/json": components["schemas"]["LabelLink"];
                };
            };
        };
    };
    downloadLinkedLabel: {
        parameters: {
            query?: {
                size?: "a4" | "thermal-100x150" | "thermal-80x100";
                showSenderPhone?: "false" | "true";
                showRecipientPhone?: "false" | "true";
                maskRecipientName?: "false" | "true";
                maskRecipientPhone?: "false" | "true";
                showShippingCost?: "false" | "true";
                showInsurance?: "false" | "true";
                showItems?: "false" | "true";
                showItemDescriptions?: "false" | "true";
                showItemSkus?: "false" | "true";
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
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
                    "application/json": components["schemas"]["CreditTransactions"];
                };
            };
        };
    };
    getCreditStatement: {
        parameters: {
            query?: {
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
                from?: string;
                to?: string;
                format?: "csv" | "json";
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
                customerId?: string;
                productId?: string;
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
                    "application/json": components["schemas"]["Deliveries"];
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
                productId?: string;
                customerId?: string;
                status?: "active" | "revoked";
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
                    "application/json": components["schemas"]["Licenses"];
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
                    "application/json": components["schemas"]["Outcomes"];
                };
            };
        };
    };
    lookUpLicense: {
        parameters: {
            query: {
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
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
                key: string;
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
                active?: "false" | "true";
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
                type?: string;
                status?: "failed" | "pending" | "sent";
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
                type?: string;
                subject?: string;
                from?: string;
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
                    "application/json": components["schemas"]["Events"];
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
                action?: string;
                target_type?: string;
                target_id?: string;
                actor_id?: string;
                from?: string;
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
                action?: string;
                target_type?: string;
                target_id?: string;
                actor_id?: string;
                from?: string;
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
                from?: string;
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
                /** @description How many rows at most. */
                limit?: number;
                /** @description The `meta.cursor` of the page before; opaque. */
                cursor?: string;
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
