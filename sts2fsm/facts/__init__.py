"""Conclusions from one observation and the memory: what is legal, what a fight's next plays do, what an event's options
cost.
"""
