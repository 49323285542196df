"""Who may be asked where code's own values are near-equal: the System One client, the gate, recorded answers."""
