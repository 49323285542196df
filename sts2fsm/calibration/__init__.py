"""Answers of decision services against what code knew and what came of them; gate thresholds fitted from journals.

`samples` reads journals, `tables` tells how far probabilities can be trusted, `fitting` finds thresholds and tries them
on runs that it did not see.
"""
