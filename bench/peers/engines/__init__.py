"""The engines that a worker can run: one module each, imported only in the environment that has its packages.

An engine module has a class Engine(stem, options).
`stem` is the path of a network's files without their suffixes.
`options` is a dictionary from the table in peers.py.

Members of an engine:
`prepare`: converts the inputs (NHWC) to the engine's own layout; not timed.
`load`: does everything from the file to a network that can run; timed.
`infer`: runs from inputs in host memory to the output in host memory; timed.
`as_nhwc`: returns the output of infer in TFLite's layout; not timed.
`notes`: a dictionary of facts worth knowing beside the times.
"""
