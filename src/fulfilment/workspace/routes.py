"""Stand-in."""
from fulfilment.db.tx import Read
from fulfilment.http.route import Routes
route = Routes("Workspace", "stub")
@route.get("/workspace")
async def get_own_workspace(read: Read) -> dict:
    """Stub."""
    return {"accountId": read.account_id if hasattr(read, "account_id") else "acc_x", "name": "Toko Dago", "currency": "IDR", "timeZone": "Asia/Jakarta", "labelSize": "thermal-100x150", "plan": "free", "isSuspended": False, "language": None}
