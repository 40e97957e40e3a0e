"""Postal codes under both of their names: `postal` of origins and warehouses, `postalCode` of everything else."""

from msgspec import UNSET, Struct

from fulfilment.infra.api.errors import Validation
from fulfilment.infra.models import CommandModel, wire_names


def merge_aliases(record: Struct, name: str, alias: str, path_prefix: str = "") -> None:
    """Move what was given as `alias` to `name`. Raises Validation where both are given and differ.

    `path_prefix` is the path of the record, such as `origin.`.
    """
    current, value = getattr(record, name), getattr(record, alias)
    if value is UNSET:
        return
    unset_values = (None, "") if isinstance(record, CommandModel) else (UNSET,)
    if current not in unset_values and value not in unset_values and value != current:
        names = wire_names(type(record), (name, alias))
        raise Validation(f"This differs from '{names[name]}', which means the same.", field=path_prefix + names[alias])
    if current in unset_values:
        setattr(record, name, value)
    setattr(record, alias, UNSET)
