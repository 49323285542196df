"""How good is it: run histories read and counted, seeds played and compared.

`reading` makes typed records of `.run` files, `flat` makes rows of them, `figures` counts the rows; `campaign` plays
seeds into a `store`, `compare` weighs two policies, `report` writes the page of results. Nothing here prints.
"""
