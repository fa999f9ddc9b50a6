"""The engines that a worker can run: one module each, imported only in the environment that has its packages.

An engine module has a class Engine(stem, options):

    stem       the path of a network's files without their suffixes
    options    a dictionary, from the table in peers.py
    prepare    given the inputs (NHWC), brings them into the engine's own layout; not timed
    load       everything from the file to a network that can run; timed
    infer      from inputs in host memory to the output in host memory; timed
    as_nhwc    the output of infer in TFLite's layout; not timed
    notes      what is worth knowing beside the times, as a dictionary
"""
