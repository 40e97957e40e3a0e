"""What the API says of a refusal or of a field, and how it is said to whoever typed it.

In a text stand slots for what is not always the same: numbers (`first`, `second`, `third`), a shipment's `status`, a
`reason` that is itself one of these texts, and `words` and `others` for whatever there may be.
"""

from fulfilment.infra.i18n import N_

# Said as the API says it.
_VERBATIM = (
    # Requests and forms.
    N_("This does not have the form that it must have."),
    N_("The form is malformed, or has too many fields."),
    N_("The query string is malformed."),
    N_("The target and the headers of a request may have %(first)s bytes at most."),
    N_("The body did not arrive in time."),
    N_("The body did not arrive whole."),
    # Lists and days.
    N_("This is not a cursor of this list."),
    N_("to must not be before from."),
    N_("The period holds over %(first)s transactions; ask for a shorter one."),
    N_("The year must be between 1 and 9999 in UTC."),
    # Shipments and their papers.
    N_("A cancelled shipment cannot be cancelled."),
    N_("A delivered shipment cannot be cancelled."),
    N_("A returned shipment cannot be cancelled."),
    N_("A cancelled or replaced shipment cannot be booked."),
    N_("A cancelled shipment needs no label."),
    N_("Only parcels that are booked and not collected yet stand on a hand-over list."),
    N_("There is no waybill yet: book the courier first."),
    N_("There is no waybill yet: the courier gives it later."),
    N_("The shipment has been replaced already."),
    N_("The shipment has been restocked already."),
    N_("The goods went over to %(words)s, which replaced the shipment."),
    N_("The shipment took nothing of this variant."),
    N_("Only %(first)s of these came back."),
    N_("Only physical products are shipped."),
    N_("An archived variant cannot be shipped."),
    N_("A parcel leaves from one warehouse."),
    N_("This is required while no shipping origin has it."),
    N_("There is no such postal code where the couriers deliver."),
    N_("This courier does not offer that service for this parcel."),
    N_("The courier asks more than the shipment says, and the operator has such bookings refused."),
    N_("The texts of these shipments exceed one document: ask for fewer."),
    N_("Four labels share a sheet of A4 only: ask for the size a4."),
    N_("There is no courier '%(words)s'."),
    N_("'%(words)s' has no service '%(others)s'."),
    N_("'%(words)s' does not insure this parcel."),
    N_("An instant courier needs the coordinates of the destination."),
    N_("An instant courier needs the coordinates of the origin."),
    N_("Latitude and longitude go together."),
    N_("No parcel is collected or delivered at 0, 0."),
    N_("This must not be blank."),
    N_("This differs from '%(words)s', which means the same."),
    N_("No such shipment."),
    # Batches.
    N_("No shipment fits the filter."),
    N_("The document has %(first)s parts of %(second)s shipments."),
    N_("No shipment of this batch has failed, so there is nothing to try again."),
    N_("No shipment of this batch can be printed yet; look at its rows."),
    N_("The courier's answer is not known yet. The service finds it out, and does nothing twice."),
    # What is set up.
    N_("Set the shipping origin first."),
    N_("No courier aggregator is configured."),
    N_("No payment provider is configured."),
    N_("The shipping integration is switched off."),
    N_("The aggregator key that this was booked with has been removed."),
    N_("This is no IANA time zone. Names look like 'Asia/Jakarta'."),
    # Goods.
    N_("No such product."),
    N_("No such variant."),
    N_("No such warehouse."),
    N_("A product has at most %(first)s variants."),
    N_("Make another variant the default instead."),
    N_("An archived variant cannot be the default."),
    N_("An archived variant of this product has this sku."),
    N_("Not enough is available: %(first)s needed, %(second)s available in one place."),
    N_("Not enough is available: %(first)s needed, %(second)s available where the others are."),
    N_("Not enough is available: %(first)s wanted, %(second)s available in the warehouse."),
    N_("A transfer needs two warehouses."),
    N_("No stock is moved into an archived warehouse."),
    N_("A level holds at most %(first)s."),
    N_("A level holds at most %(first)s: %(second)s on hand, %(third)s to be added."),
    # Money.
    N_("There is not enough shipping credit: %(first)s is needed, %(second)s is available."),
    N_("There is not enough shipping credit: %(first)s is needed."),
    N_("A balance holds at most %(first)s."),
    N_("Credit is counted in %(words)s, which the payment provider is not asked for."),
    N_("An email is needed, for the receipt."),
    N_("The workspace pays for the plan %(words)s already."),
    N_("The present subscription is paid in %(words)s, and so must be the next."),
    N_("The payment provider opened no checkout: %(reason)s"),
    N_("The payment provider did not cancel the subscription: %(reason)s"),
    N_(
        "It is not known yet whether the payment provider canceled the subscription: %(reason)s "
        "This is being found out."
    ),
    N_("The payment page was closed before it could be used."),
    # What somebody else's system says, or does not.
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
    N_("The aggregator's key is empty or has characters that cannot be sent."),
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
_NOTHING = N_("Enter something here.")
_WHOLE_NUMBER = N_("Enter a whole number.")
_NUMBER = N_("Enter a number.")
_CHOICE = N_("Choose one of these: %(others)s.")
# Said in other words.
_REWORDED = {
    "This field is required.": _NOTHING,
    "Expected 'string' of length >= %(first)s.": _NOTHING,
    "Expected 'string', got 'null'.": _NOTHING,
    "Expected 'string' of length <= %(first)s.": N_("This is too long: %(first)s characters fit."),
    "Expected 'array' of length >= %(first)s.": N_("Choose at least %(first)s."),
    "Expected 'array' of length <= %(first)s.": N_("These are too many: %(first)s at most."),
    "Expected 'integer' >= %(first)s.": N_("Enter a whole number from %(first)s up."),
    "Expected 'integer' <= %(first)s.": N_("Enter a whole number up to %(first)s."),
    "Expected 'integer', got '%(words)s'.": _WHOLE_NUMBER,
    "Expected 'integer | null', got '%(words)s'.": _WHOLE_NUMBER,
    "Expected 'number' >= -%(first)s.%(second)s.": N_("Enter a number from -%(first)s up."),
    "Expected 'number' <= %(first)s.%(second)s.": N_("Enter a number up to %(first)s."),
    "Expected 'number', got '%(words)s'.": _NUMBER,
    "Expected 'number | null', got '%(words)s'.": _NUMBER,
    "Invalid enum value %(words)s. It must be one of %(others)s.": _CHOICE,
    "Invalid RFC3339 encoded date.": N_("This is no day. Days look like 2026-11-23."),
    "Invalid RFC3339 encoded datetime.": N_("This is no moment. Moments look like 2026-11-23T08:00:00Z."),
    "limit must be between 1 and %(first)s.": N_("Enter a whole number from 1 to %(first)s."),
    "NUL characters and lone surrogates are not allowed.": N_("Some of these characters cannot be kept. Type it anew."),
    "NUL characters are not allowed.": N_("Some of these characters cannot be kept. Type it anew."),
    "q and queue cannot be used together.": N_("Look for words or in a queue, not both at once."),
    "No such route.": N_("There is no such page."),
    "The query string may have %(first)s bytes at most.": N_("The address of this page is too long."),
    "A form must come as application/x-www-form-urlencoded.": N_("This was not sent as a form of the console."),
    "Idempotency-Key must be 1 to 255 visible ASCII characters.": N_(
        "The page that this was sent from is not whole. Open it anew."
    ),
    "The body may be at most %(first)s KiB.": N_("One form holds at most %(first)s KiB."),
    "The origin needs an area id, a postal code of five digits, or coordinates.": N_(
        "Couriers cannot tell where the origin is: it needs a district, a postal code of five digits, or coordinates."
    ),
    "The destination needs an area id, a postal code of five digits, or coordinates.": N_(
        "Couriers cannot tell where this goes: it needs a district, or a postal code of five digits."
    ),
    "An instant courier is enabled, so the shipping origin needs lat and lng.": N_(
        "An instant courier is ticked, so the origin needs coordinates."
    ),
    "A shipment that is %(status)s cannot be rebooked.": N_(
        "A shipment with the status “%(status)s” cannot be booked anew."
    ),
    "Only a returned shipment is restocked; this one is %(status)s.": N_(
        "Only what was returned goes back into stock. This shipment has the status “%(status)s”."
    ),
    "More came back than was sent: %(first)s of this variant %(words)s left.": N_(
        "That is more than can come back: %(first)s at most."
    ),
    "'%(words)s' of '%(others)s' is of the type '%(last)s'.": N_("This service is of the type %(last)s."),
    "The payment provider's object is of a kind that this service does not make.": N_(
        "The payment provider gave an answer that makes no sense."
    ),
    "The items weigh more than %(first)s together.": N_("The items weigh too much together."),
    "The items are worth more than %(first)s together.": N_("The items are worth too much together."),
    "delta must not be 0.": N_("Enter a number other than 0."),
    "The adjustment would take the level below zero: %(first)s on hand, %(second)s to be taken.": N_(
        "There are %(first)s on hand, and %(second)s were to be taken."
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
