"""The oracle: the interpreter's own reference kernels (BUILTIN_REF). For the few operator versions that these lack, its
optimized kernels. Neither uses a delegate.
"""

from ai_edge_litert.interpreter import Interpreter, OpResolverType

import composed


def reference_interpreter(model_bytes, oracle="reference", **options):
    """An interpreter on the reference kernels. With `oracle` "default" it has the default kernels, without their delegates.
    `options` are further arguments of the interpreter.
    """
    try:
        if oracle == "default":
            raise ValueError("not held against the reference kernels")
        return Interpreter(
            model_content=model_bytes, experimental_op_resolver_type=OpResolverType.BUILTIN_REF, **options
        )
    except ValueError:  # "Didn't find op for builtin opcode 'STRIDED_SLICE' version '6'"
        resolver = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
        return Interpreter(model_content=model_bytes, experimental_op_resolver_type=resolver, **options)


def with_inferred_shapes(builder, oracle="reference"):
    """The model with the tensor shapes that the interpreter finds, as a converter writes them."""
    if composed.is_needed(builder.serialize()):
        composed.infer_shapes(builder, reference_interpreter)
        return builder.serialize()
    interpreter = reference_interpreter(builder.serialize(), oracle)
    interpreter.allocate_tensors()
    for index, subgraph in enumerate(builder.table.subgraphs):
        for detail in interpreter.get_tensor_details(subgraph_index=index):
            if detail["index"] < len(subgraph.tensors):
                subgraph.tensors[detail["index"]].shape = detail["shape"].tolist()
    return builder.serialize()


def run_reference(model_bytes, input_sets, oracle="reference"):
    """Outputs of the reference kernels for each set of inputs. Variables keep their values while the shapes stay the same."""
    if composed.is_needed(model_bytes):
        composition = composed.Composition(model_bytes, reference_interpreter)
        return [composition.run(inputs) for inputs in input_sets]
    interpreter = reference_interpreter(model_bytes, oracle)
    results, shapes = [], None
    for inputs in input_sets:
        if shapes != [values.shape for values in inputs]:
            shapes = [values.shape for values in inputs]
            for detail, shape in zip(interpreter.get_input_details(), shapes):
                interpreter.resize_tensor_input(detail["index"], shape)
            interpreter.allocate_tensors()
        for detail, values in zip(interpreter.get_input_details(), inputs):
            interpreter.set_tensor(detail["index"], values)
        interpreter.invoke()
        results.append([interpreter.get_tensor(d["index"]) for d in interpreter.get_output_details()])
    return results


def input_details(model_bytes):
    if composed.is_needed(model_bytes):
        return composed.Composition(model_bytes, reference_interpreter).get_input_details()
    return reference_interpreter(model_bytes).get_input_details()
