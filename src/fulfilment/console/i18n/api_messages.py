"""Messages of the API about refusals and fields, each with the words of the console for it.

Slots stand for the parts that vary. `first`, `second` and `third` hold numbers, `status` the status of a shipment.
`reason` holds another of these texts; `words` and `others` hold any text.
"""

from fulfilment.infra.i18n import N_

# Texts that the console shows as the API has them.
_VERBATIM = (
    # Requests and forms.
    # Lists and days.
    N_("The year must be between 1 and 9999 in UTC."),
    # Shipments and their papers.
    N_("A delivered shipment cannot be cancelled."),
    N_("A returned shipment cannot be cancelled."),
    N_("A cancelled or replaced shipment cannot be booked."),
    N_("A cancelled shipment needs no label."),
    N_("There is no waybill yet: book the courier first."),
    N_("There is no waybill yet: the courier gives it later."),
    N_("Only %(first)s of these came back."),
    N_("Only physical products are shipped."),
    N_("An archived variant cannot be shipped."),
    N_("A parcel leaves from one warehouse."),
    N_("This is required while no shipping origin has it."),
    N_("This courier does not offer that service for this parcel."),
    N_("There is no courier '%(words)s'."),
    N_("'%(words)s' has no service '%(others)s'."),
    N_("'%(words)s' does not insure this parcel."),
    N_("An instant courier needs the coordinates of the destination."),
    N_("An instant courier needs the coordinates of the origin."),
    N_("This must not be blank."),
    # Batches.
    N_("The document has %(first)s parts of %(second)s shipments."),
    # Settings.
    N_("Set the shipping origin first."),
    # Goods.
    N_("A product has at most %(first)s variants."),
    N_("Make another variant the default instead."),
    N_("An archived variant cannot be the default."),
    N_("A transfer needs two warehouses."),
    # Money.
    N_("There is not enough shipping credit: %(first)s is needed, %(second)s is available."),
    N_("There is not enough shipping credit: %(first)s is needed."),
    N_("The payment provider did not cancel the subscription: %(reason)s"),
    N_("The payment page closed before its address was known."),
    # Couriers and payment providers.
    N_("Outbound calls are switched off here (FULFILMENT_OUTBOUND is off), so nothing was sent."),
    N_("The courier says: %(words)s"),
    N_("There is no such waybill."),
    N_("The courier aggregator gave an answer that makes no sense."),
    N_("The courier aggregator gave an answer that makes no sense (HTTP %(first)s)."),
    N_("The courier aggregator answered with another order than was asked for."),
    N_("The courier aggregator knows no such order."),
    N_("The courier aggregator holds this booking but does not say under which order."),
    N_("The courier aggregator did not answer in time."),
    N_("The courier aggregator does not pick up."),
    N_("Too many calls to the courier aggregator are under way."),
    N_("The courier aggregator cannot be reached."),
    N_("The courier aggregator names no couriers."),
    N_("The connection to the courier aggregator was lost."),
    N_("The aggregator's key is empty or holds characters that cannot be sent."),
    N_("The payment provider says: %(words)s"),
    N_("The payment provider refused without saying why (HTTP %(first)s)."),
    N_("The payment provider gave an answer that makes no sense (HTTP %(first)s)."),
    N_("The payment provider gave an answer that makes no sense."),
    N_("The payment provider answered with something else than was asked for."),
    N_("The payment provider answered with another checkout than was asked for."),
    N_("The payment provider said something of a subscription that makes no sense."),
    N_("The payment provider did not answer in time."),
    N_("The payment provider does not pick up."),
    N_("The payment provider cannot be reached."),
    N_("The payment provider does not accept the key of this service."),
    N_("The payment provider does not allow this with the key of this service."),
    N_("The payment provider has had too many requests."),
    N_("The connection to the payment provider was lost."),
)
_NOTHING = N_("Fill in this field.")
_WHOLE_NUMBER = N_("Enter a whole number.")
_NUMBER = N_("Enter a number.")
_CHOICE = N_("Choose one of these: %(others)s.")
# Texts with other words in the console.
_REWORDED = {
    "This does not have the form that it must have.": N_("This does not have the right format."),
    "The form is malformed, or has too many fields.": N_("The form is damaged, or has too many fields."),
    "The query string is malformed.": N_("The part of the address after the question mark is damaged."),
    "The target and the headers of a request may have %(first)s bytes at most.": N_(
        "The address and the headers of a request may have at most %(first)s bytes."
    ),
    "The body did not arrive in time.": N_("The form did not arrive in time."),
    "The body did not arrive whole.": N_("The form did not arrive complete."),
    "This is not a cursor of this list.": N_("This page of the list does not exist. Start again from the newest."),
    "to must not be before from.": N_("The last day must not be before the first day."),
    "The period holds over %(first)s transactions; ask for a shorter one.": N_(
        "This period has more than %(first)s transactions. Choose a shorter period."
    ),
    "A cancelled shipment cannot be cancelled.": N_("A cancelled shipment cannot be cancelled again."),
    "Only parcels that are booked and not collected yet stand on a hand-over list.": N_(
        "A hand-over list takes only parcels that are booked and not collected yet."
    ),
    "The shipment has been replaced already.": N_("This shipment has already been replaced."),
    "The shipment has been restocked already.": N_("This shipment has already been restocked."),
    "The goods went over to %(words)s, which replaced the shipment.": N_(
        "The goods moved to %(words)s, which replaced this shipment."
    ),
    "The shipment took nothing of this variant.": N_("This shipment took no stock of this variant."),
    "There is no such postal code where the couriers deliver.": N_("Couriers do not know this postal code."),
    "The courier asks more by now; create the shipment with a new quote.": N_(
        "The courier charges more than the shipment says. The operator refuses such bookings."
    ),
    "The texts of these shipments exceed one document: ask for fewer.": N_(
        "These shipments do not fit into one document. Choose fewer."
    ),
    "Four labels share a sheet of A4 only: ask for the size a4.": N_(
        "Four labels fit only on an A4 sheet. Choose the size A4."
    ),
    "Latitude and longitude go together.": N_("Enter both latitude and longitude."),
    "No parcel is collected or delivered at 0, 0.": N_("Couriers do not collect or deliver at 0, 0."),
    "This differs from '%(words)s', which means the same.": N_(
        "This differs from '%(words)s', although both mean the same."
    ),
    "No such shipment.": N_("This shipment does not exist."),
    "No such product.": N_("This product does not exist."),
    "No such variant.": N_("This variant does not exist."),
    "No such warehouse.": N_("This warehouse does not exist."),
    "No shipment fits the filter.": N_("No shipment matches the filter."),
    "No shipment of this batch has failed, so there is nothing to try again.": N_(
        "No shipment of this batch failed, so there is nothing to retry."
    ),
    "No shipment of this batch can be printed yet; look at its rows.": N_(
        "No shipment of this batch can be printed yet. Check its rows."
    ),
    "The courier's answer is not known yet. The service finds it out, and does nothing twice.": N_(
        "It is not known yet what the courier did. The service keeps asking, and nothing is done twice."
    ),
    "No courier aggregator is configured.": N_("The courier aggregator is not set up yet."),
    "No payment provider is configured.": N_("The payment provider is not set up yet."),
    "The shipping integration is switched off.": N_("Shipping is switched off."),
    "The aggregator key that this was booked with has been removed.": N_(
        "The aggregator key of this booking has been removed."
    ),
    "This is no IANA time zone. Names look like 'Asia/Jakarta'.": N_(
        "This time zone does not exist. Names look like 'Asia/Jakarta'."
    ),
    "An archived variant of this product has this sku.": N_("An archived variant of this product has this SKU."),
    "Not enough is available: %(first)s needed, %(second)s available in one place.": N_(
        "Not enough stock: %(first)s needed, %(second)s available in one place."
    ),
    "Not enough is available: %(first)s needed, %(second)s available where the others are.": N_(
        "Not enough stock: %(first)s needed, %(second)s available where the other items are."
    ),
    "Not enough is available: %(first)s wanted, %(second)s available in the warehouse.": N_(
        "Not enough stock: %(first)s wanted, %(second)s available in the warehouse."
    ),
    "No stock is moved into an archived warehouse.": N_("You cannot move stock into an archived warehouse."),
    "A level holds at most %(first)s.": N_("Stock can be at most %(first)s."),
    "A level holds at most %(first)s: %(second)s on hand, %(third)s to be added.": N_(
        "Stock can be at most %(first)s. There are %(second)s on hand, and you add %(third)s."
    ),
    "A balance holds at most %(first)s.": N_("Credit can be at most %(first)s."),
    "Credit is counted in %(words)s, which the payment provider is not asked for.": N_(
        "Your credit is in %(words)s, and the payment provider is not used for this currency."
    ),
    "An email is needed, for the receipt.": N_("Enter an e-mail address for the receipt."),
    "The workspace pays for the plan %(words)s already.": N_("The workspace already pays for the plan %(words)s."),
    "The present subscription is paid in %(words)s, and so must be the next.": N_(
        "The current subscription is paid in %(words)s. The next must use the same currency."
    ),
    "The payment provider opened no checkout: %(reason)s": N_(
        "The payment provider did not open a payment page: %(reason)s"
    ),
    "It is not known yet whether the payment provider canceled the subscription: %(reason)s "
    "This is being found out.": N_(
        "It is not known yet whether the payment provider cancelled the subscription: %(reason)s "
        "The service keeps asking."
    ),
    "The courier is booked already.": N_("The courier is already booked."),
    "This field is required.": _NOTHING,
    "Expected 'string' of length >= %(first)s.": _NOTHING,
    "Expected 'string', got 'null'.": _NOTHING,
    "Expected 'string' of length <= %(first)s.": N_("This is too long. Use at most %(first)s characters."),
    "Expected 'array' of length >= %(first)s.": N_("Choose at least %(first)s."),
    "Expected 'array' of length <= %(first)s.": N_("These are too many. Choose at most %(first)s."),
    "Expected 'integer' >= %(first)s.": N_("Enter a whole number of %(first)s or more."),
    "Expected 'integer' <= %(first)s.": N_("Enter a whole number up to %(first)s."),
    "Expected 'integer', got '%(words)s'.": _WHOLE_NUMBER,
    "Expected 'integer | null', got '%(words)s'.": _WHOLE_NUMBER,
    "Expected 'number' >= -%(first)s.%(second)s.": N_("Enter a number of -%(first)s or more."),
    "Expected 'number' <= %(first)s.%(second)s.": N_("Enter a number up to %(first)s."),
    "Expected 'number', got '%(words)s'.": _NUMBER,
    "Expected 'number | null', got '%(words)s'.": _NUMBER,
    "Invalid enum value %(words)s. It must be one of %(others)s.": _CHOICE,
    "Invalid RFC3339 encoded date.": N_("Enter a date such as 2026-11-23."),
    "Invalid RFC3339 encoded datetime.": N_("Enter a time such as 2026-11-23T08:00:00Z."),
    "limit must be between 1 and %(first)s.": N_("Enter a whole number from 1 to %(first)s."),
    "NUL characters and lone surrogates are not allowed.": N_(
        "Some of these characters cannot be saved. Type the text again."
    ),
    "NUL characters are not allowed.": N_("Some of these characters cannot be saved. Type the text again."),
    "q and queue cannot be used together.": N_("Search by words or in a queue, not both at once."),
    "No such route.": N_("This page does not exist."),
    "The query string may have %(first)s bytes at most.": N_("The address of this page is too long."),
    "A form must come as application/x-www-form-urlencoded.": N_("This was not sent from a form of the console."),
    "Idempotency-Key must be 1 to 255 visible ASCII characters.": N_(
        "The page that sent this form is incomplete. Open it again."
    ),
    "The body may be at most %(first)s KiB.": N_("One form holds at most %(first)s KiB."),
    "The origin needs an area id, a postal code of five digits, or coordinates.": N_(
        "Couriers cannot find the origin. Enter its district, a postal code of five digits, or coordinates."
    ),
    "The destination needs an area id, a postal code of five digits, or coordinates.": N_(
        "Couriers cannot find this place. Enter a district, or a postal code of five digits."
    ),
    "An instant courier is enabled, so the shipping origin needs lat and lng.": N_(
        "An instant courier is ticked, so the origin needs coordinates."
    ),
    "A shipment that is %(status)s cannot be rebooked.": N_(
        "A shipment with the status “%(status)s” cannot be booked again."
    ),
    "Only a returned shipment is restocked; this one is %(status)s.": N_(
        "Only returned shipments go back into stock. This shipment has the status “%(status)s”."
    ),
    "Only %(first)s of this variant %(words)s left to come back.": N_("At most %(first)s can come back."),
    "'%(words)s' of '%(others)s' is of the type '%(last)s'.": N_("This service is of the type %(last)s."),
    "The payment provider's object is of a kind that this service does not make.": N_(
        "The payment provider gave an answer that makes no sense."
    ),
    "The items weigh more than %(first)s together.": N_("Together, the items weigh too much."),
    "The items are worth more than %(first)s together.": N_("Together, the items are worth too much."),
    "delta must not be 0.": N_("Enter a number other than 0."),
    "The adjustment would take the level below zero: %(first)s on hand, %(second)s to be taken.": N_(
        "There are only %(first)s on hand, so %(second)s cannot be taken."
    ),
    "%(first)s of %(second)s active warehouses of the plan %(words)s are taken. "
    "Archive one, or choose a larger plan.": (
        N_("Warehouses of the plan %(words)s in use: %(first)s of %(second)s. Archive one, or choose a larger plan.")
    ),
    "%(first)s of %(second)s orders of this month of the plan %(words)s are taken. "
    "Wait for the next month (UTC), or choose a larger plan.": N_(
        "All %(second)s orders of this month of the plan %(words)s are used up. Wait for the next month (UTC), or "
        "choose a larger plan."
    ),
    "%(first)s of %(second)s courier bookings of this month of the plan %(words)s are taken. "
    "Wait for the next month (UTC), or choose a larger plan.": N_(
        "All %(second)s courier bookings of this month of the plan %(words)s are used up. Wait for the next month "
        "(UTC), or choose a larger plan."
    ),
    "The plan %(words)s has no active warehouses. Choose another.": N_("The plan %(words)s has no warehouses."),
    "The plan %(words)s has no orders of this month. Choose another.": N_("The plan %(words)s has no orders."),
    "The plan %(words)s has no courier bookings of this month. Choose another.": N_(
        "The plan %(words)s has no courier bookings."
    ),
}
API_MESSAGES: dict[str, str] = {text: text for text in _VERBATIM} | _REWORDED
