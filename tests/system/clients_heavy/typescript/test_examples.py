"""The TypeScript client's examples do on the real service what they say."""

import subprocess
import time
from pathlib import Path

from fulfilment.cli.demo_walk.service import free_ports
from fulfilment.webhooks.http import signature
from tests.contract.document import PREFIX
from tests.harness.service import Client, Service
from tests.harness.workspaces import open_client, open_partner
from tests.system.clients_heavy.typescript.npm import NODE, node

SECRETS = ["whsec_new", "whsec_old"]


def environ(client: Client) -> dict[str, str]:
    base = f"http://127.0.0.1:{client.service.port}"
    return {"BASE": base, "KEY_ID": client.key_id, "SECRET": client.secret}


def test_the_first_order_ends_in_a_label(api: Service, clean: Path, tmp_path: Path):
    client = open_client(api)
    label = tmp_path / "label.pdf"
    said = node("examples/first-order.ts", label, folder=clean, **environ(client)).splitlines()
    (shipment,) = client("GET", f"{PREFIX}/shipping/shipments").data
    assert said == [f"waybill {shipment['waybillId']}", f"{shipment['id']} {shipment['status']}"]
    assert label.read_bytes().startswith(b"%PDF-")


def test_a_partner_adds_a_product_for_a_merchant_once(api: Service, clean: Path):
    partner = open_partner(api, "partner-of-the-client")
    for _ in range(2):
        said = node("examples/partner.ts", folder=clean, **environ(partner)).splitlines()
        assert said[-1] == "true"
    merchant = partner("POST", f"{PREFIX}/admin/workspaces", {"name": "Toko Kopi", "externalRef": "merchant-1"}).data
    headers = [("X-Svc-On-Behalf-Of", merchant["accountId"])]
    listed = partner("GET", f"{PREFIX}/products", headers=headers).data["products"]
    assert [product["name"] for product in listed] == ["Kopi"]


def test_the_receiver_takes_what_is_signed_with_either_secret_and_nothing_else(clean: Path):
    body = b'{"id": "evt_1", "type": "svc.stock.low.v1", "data": {"sku": "KAOS", "quantity": 2, "sequence": 1}}'
    port = free_ports()[0]
    given = {"SECRET": SECRETS[0], "PREVIOUS_SECRET": SECRETS[1], "PORT": str(port)}
    with subprocess.Popen(
        [NODE, "examples/webhooks.ts"], cwd=clean, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout.readline() == "listening\n"
            receiver = Service(port, "", process, clean)
            signed = [signature.sign([secret], int(time.time()), body) for secret in [*SECRETS, "whsec_other"]]
            statuses = [receiver.send("POST", "/", [("Svc-Signature", header)], body).status for header in signed]
        finally:
            process.terminate()
        said = process.stdout.read()
    assert statuses == [204, 204, 400]
    assert said.splitlines() == ["KAOS: 2 left", "KAOS: 2 left"]


def test_the_service_lets_no_page_of_another_origin_read_it_as_the_readme_says(api: Service):
    for method in ("GET", "OPTIONS"):
        answer = api.send(method, f"{PREFIX}/products", [("Origin", "https://elsewhere.example.com")])
        assert not [name for name in answer.headers if name.startswith("access-control-")]
