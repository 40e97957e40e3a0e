"""The verifiers in the documentation accept only files that were signed for them."""

import base64
import json
import random
from typing import Any

import pytest
from joserfc import jws
from joserfc.jwk import OctKey, OKPKey

from tests.licenses import verifiers
from tests.licenses.verifiers import Verifier, case

NOW = 1_763_650_800
KEY = OKPKey.generate_key("Ed25519")
OTHER_KEY = OKPKey.generate_key("Ed25519")
PUBLIC = {**KEY.as_dict(private=False), "kid": KEY.thumbprint(), "alg": "Ed25519", "use": "sig"}
HEADER = {"alg": "Ed25519", "typ": "license+jwt", "kid": KEY.thumbprint()}
CLAIMS = {"iss": "acc_1", "sub": "lic_1", "iat": NOW, "exp": NOW + 3_600, "instanceId": "pc-1", "productId": "prod_1"}
DAMAGED_FILES = 300

both = pytest.mark.parametrize("verifier", [verifiers.python, verifiers.javascript])


def signed(header: dict[str, Any] = HEADER, claims: Any = CLAIMS, key: Any = KEY) -> str:
    return jws.serialize_compact(header, json.dumps(claims), key, algorithms=[header["alg"]])


def encoded(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def asked(
    content: str, *, key: Any = PUBLIC, instance: str = "pc-1", product: str = "prod_1", now: float = NOW
) -> dict:
    return case(content, key, instance, product, now)


def resigned(**changed: Any) -> str:
    return signed(claims={**CLAIMS, **changed})


@both
def test_a_genuine_file_tells_its_claims(verifier: Verifier) -> None:
    assert verifier([asked(signed()), asked(f"\r\n{signed()}\n")]) == [CLAIMS, CLAIMS]


@both
def test_a_file_that_was_changed_is_refused_wherever_it_was(verifier: Verifier) -> None:
    head, body, signature = signed().split(".")
    longer = encoded({**CLAIMS, "exp": NOW + 9_999_999})
    elsewhere = encoded({**CLAIMS, "instanceId": "pc-2"})
    spaced = encoded({**HEADER, "x": 1})
    other = signed(claims={**CLAIMS, "sub": "lic_2"}).split(".")[2]
    changed = [(head, longer, signature), (head, elsewhere, signature), (spaced, body, signature), (head, body, other)]
    outcomes = verifier([asked(".".join(parts), instance="pc-1") for parts in changed])
    assert outcomes == ["BAD_SIGNATURE"] * 4


@both
def test_a_signature_cut_short_or_left_out_is_refused(verifier: Verifier) -> None:
    head, body, signature = signed().split(".")
    assert verifier([asked(f"{head}.{body}.{signature[:40]}")]) == ["BAD_SIGNATURE"]
    assert verifier([asked(f"{head}.{body}."), asked(f"{head}.{body}")]) == ["MALFORMED"] * 2


@both
def test_a_file_that_another_workspace_signed_is_refused(verifier: Verifier) -> None:
    honest = signed({**HEADER, "kid": OTHER_KEY.thumbprint()}, key=OTHER_KEY)
    pretending = signed(key=OTHER_KEY)
    assert verifier([asked(honest), asked(pretending)]) == ["WRONG_KEY", "BAD_SIGNATURE"]


@both
@pytest.mark.parametrize("named", ["none", "None", "EdDSA", "HS256", "ed25519", "", None, 1, ["Ed25519"]])
def test_no_other_algorithm_is_accepted(verifier: Verifier, named: Any) -> None:
    _, body, signature = signed().split(".")
    forged = f"{encoded({**HEADER, 'alg': named})}.{body}.{signature}"
    assert verifier([asked(forged)]) == ["WRONG_ALGORITHM"]


@both
def test_the_public_key_is_no_secret_to_sign_with(verifier: Verifier) -> None:
    header = {**HEADER, "alg": "HS256"}
    forged = signed(header, key=OctKey.import_key(PUBLIC["x"].encode()))
    assert verifier([asked(forged)]) == ["WRONG_ALGORITHM"]


@both
def test_a_key_that_the_file_brings_along_is_not_used(verifier: Verifier) -> None:
    brought = {**HEADER, "jwk": OTHER_KEY.as_dict(private=False)}
    assert verifier([asked(signed(brought, key=OTHER_KEY))]) == ["BAD_SIGNATURE"]


@both
@pytest.mark.parametrize("typ", [None, "JWT", "at+jwt"])
def test_what_was_signed_for_another_purpose_is_no_license_file(verifier: Verifier, typ: str | None) -> None:
    header = {name: value for name, value in {**HEADER, "typ": typ}.items() if value is not None}
    assert verifier([asked(signed(header))]) == ["WRONG_ALGORITHM"]


@both
def test_a_file_holds_until_the_second_it_ends(verifier: Verifier) -> None:
    end = CLAIMS["exp"]
    outcomes = verifier([asked(signed(), now=moment) for moment in (end - 0.001, end, end + 1, end + 10**9)])
    assert outcomes == [CLAIMS, "EXPIRED", "EXPIRED", "EXPIRED"]


@both
def test_a_clock_that_was_set_back_is_noticed(verifier: Verifier) -> None:
    tolerance = verifiers.helper.CLOCK_TOLERANCE_SECONDS
    outcomes = verifier([asked(signed(), now=NOW - tolerance), asked(signed(), now=NOW - tolerance - 1)])
    assert outcomes == [CLAIMS, "NOT_YET_VALID"]


@both
def test_a_file_for_another_instance_or_product_is_refused(verifier: Verifier) -> None:
    cases = [asked(signed(), instance="pc-2"), asked(signed(), product="prod_2")]
    assert verifier(cases) == ["WRONG_INSTANCE", "WRONG_PRODUCT"]


@both
def test_a_file_that_names_no_instance_fits_none(verifier: Verifier) -> None:
    nameless = {name: value for name, value in CLAIMS.items() if name != "instanceId"}
    assert verifier([asked(signed(claims=nameless)), asked(resigned(instanceId=None))]) == ["WRONG_INSTANCE"] * 2


@both
@pytest.mark.parametrize("end", [None, "2099-01-01", True, NOW + 0.5])
def test_a_file_without_a_time_to_end_at_is_refused(verifier: Verifier, end: Any) -> None:
    assert verifier([asked(resigned(exp=end)), asked(resigned(iat=end))]) == ["MALFORMED"] * 2


@both
def test_what_is_no_license_file_is_malformed(verifier: Verifier) -> None:
    head, body, signature = signed().split(".")
    contents = ["", ".", "..", "...", "a.b.c", "é.é.é", "\ud800.a.b", f"{head}.{body}.{signature}.x", "x" * 20_000]
    contents += [f"{head}=.{body}.{signature}", f"{head} .{body}.{signature}", f"{head}.{body}.{signature[:-1]}/"]
    contents += [f"{encoded(value)}.{body}.{signature}" for value in (None, 1, "x", [], [HEADER])]
    assert verifier([asked(content) for content in contents]) == ["MALFORMED"] * len(contents)


@both
@pytest.mark.parametrize("claims", [None, 1, "x", []])
def test_signed_claims_that_are_no_object_are_malformed(verifier: Verifier, claims: Any) -> None:
    assert verifier([asked(signed(claims=claims))]) == ["MALFORMED"]


def test_both_languages_say_the_same_of_damaged_files() -> None:
    chance = random.Random(7)
    genuine = signed()
    cases = []
    for _ in range(DAMAGED_FILES):
        start = chance.randrange(len(genuine))
        end = start + chance.choice([0, 1, 2, 30])
        put_in = chance.choice(["", ".", "A", "-", "é", " ", genuine[start:end] * 2])
        cases.append(asked(genuine[:start] + put_in + genuine[end:]))
    outcomes = verifiers.python(cases)
    assert outcomes == verifiers.javascript(cases)
    assert {"MALFORMED", "BAD_SIGNATURE"} <= {outcome for outcome in outcomes if isinstance(outcome, str)}
    assert all(outcome == CLAIMS for outcome in outcomes if not isinstance(outcome, str))
