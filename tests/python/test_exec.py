"""Programs that do not know litevk, run with its delegate: `python -m litevk exec`, litevk.install, litevk.auto."""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import litevk

OPTIONS = ("-o", "allow_cpu_device=1", "-o", "partition_policy=all")
# Imports by which programs get the name `Interpreter`.
IMPORTS = (
    "from ai_edge_litert.interpreter import Interpreter",
    "import tflite_runtime.interpreter as tflite; Interpreter = tflite.Interpreter",
    "import tensorflow as tf; Interpreter = tf.lite.Interpreter",
    "from tensorflow.lite.python.interpreter import Interpreter",
)
# Prints the class, the number of delegates, the result, and the program's arguments and name.
RUN = """
import numpy, sys
interpreter = Interpreter("model.tflite", num_threads=2)
interpreter.allocate_tensors()
interpreter.set_tensor(interpreter.get_input_details()[0]["index"], numpy.float32([[1, 2, 3]]))
interpreter.invoke()
values = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
delegates = interpreter._handle.delegates if hasattr(interpreter, "_handle") else interpreter._delegates
print(Interpreter.__module__, len(delegates), values.tolist(), sys.argv[1:], __name__)
"""


@pytest.fixture
def folder(sum_model, tmp_path):
    (tmp_path / "model.tflite").write_bytes(sum_model)
    return tmp_path


def python(folder, *arguments, executable=sys.executable, **environment):
    command = [executable, *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, **environment})


def output_of(folder, *arguments, **keywords):
    process = python(folder, *arguments, **keywords)
    assert process.returncode == 0, process.stderr
    return process.stdout


def program(folder, text):
    path = folder / "program.py"
    path.write_text(text)
    return path


def test_exec_gives_the_delegate_to_an_installed_interpreter(folder):
    """The installed interpreter gets the delegate, whichever of the three packages the program imports."""
    path = program(folder, "".join(line + RUN for line in IMPORTS))
    report = folder / "report.json"
    printed = output_of(folder, "-m", "litevk", "exec", *OPTIONS, "-o", f"report_path={report}", path, "-x", "1")
    assert printed == "ai_edge_litert.interpreter 1 [[2.0, 4.0, 6.0]] ['-x', '1'] __main__\n" * len(IMPORTS)
    assert json.loads(report.read_text())["subgraphs"][0]["nodes_delegated"] == 1
    path.write_text(IMPORTS[0] + RUN)
    printed = output_of(folder, "-m", "litevk", "exec", *OPTIONS, "-m", "program", "-o", "x=1")
    assert printed == "ai_edge_litert.interpreter 1 [[2.0, 4.0, 6.0]] ['-o', 'x=1'] __main__\n"


COMPILED = """
import numpy, sys
from ai_edge_litert.compiled_model import CompiledModel, HardwareAccelerator
{environment}
model = CompiledModel.from_file("model.tflite"{arguments})
inputs, outputs = model.create_input_buffers(0), model.create_output_buffers(0)
inputs[0].write(numpy.ones((1, 3), numpy.float32))
model.run_by_index(0, inputs, outputs)
print(outputs[0].read(3, numpy.float32).tolist())
"""


@pytest.mark.parametrize(
    ("environment", "arguments", "is_on_gpu"),
    (
        ("", "", True),
        ("", ", HardwareAccelerator.GPU", True),
        ("", ", HardwareAccelerator.CPU", False),
        ("from ai_edge_litert.environment import Environment", ", environment=Environment.create()", True),
        ("from ai_edge_litert.environment import Environment", ', environment=Environment.create(runtime_path="/tmp")', False),
        ("from ai_edge_litert.environment import Environment, EnvironmentOptions",
         ', environment=Environment.create(options=EnvironmentOptions())', True),
        ("from ai_edge_litert.options import Options; options = Options(hardware_accelerators=HardwareAccelerator.CPU)",
         ", options=options", False),
    ),
)
def test_exec_gives_the_accelerator_to_compiled_models(folder, environment, arguments, is_on_gpu):
    """A model that asks for no processor gets the GPU too. One that asks for some, or a folder of its own, keeps them."""
    text = COMPILED.format(environment=environment, arguments=arguments)
    report = folder / "report.json"
    printed = output_of(folder, "-m", "litevk", "exec", *OPTIONS, "-o", f"report_path={report}", program(folder, text))
    assert printed == "[2.0, 2.0, 2.0]\n"
    assert report.exists() == is_on_gpu
    assert not is_on_gpu or json.loads(report.read_text())["subgraphs"][0]["nodes_delegated"] == 1


def test_install_reaches_modules_that_are_imported_already(folder):
    text = COMPILED.format(environment="import litevk; litevk.install(allow_cpu_device=True, partition_policy='all', report_path='r.json')", arguments="")
    assert output_of(folder, program(folder, text)) == "[2.0, 2.0, 2.0]\n"
    assert json.loads((folder / "r.json").read_text())["subgraphs"][0]["nodes_delegated"] == 1


@pytest.fixture
def bare(tmp_path):
    """Keyword arguments that run a Python with numpy and litevk but no TFLite."""
    site = tmp_path / "bare"
    site.mkdir()
    for path in pathlib.Path(np.__file__).parents[1].glob("numpy*"):
        (site / path.name).symlink_to(path)
    package = pathlib.Path(litevk.__file__).parents[1]
    return {"executable": sys._base_executable, "PYTHONPATH": f"{package}:{site}", "PYTHONNOUSERSITE": "1"}


def test_exec_stands_in_where_none_is_installed(folder, bare):
    path = program(folder, "".join(line + RUN for line in IMPORTS))
    printed = output_of(folder, "-m", "litevk", "exec", *OPTIONS, path, **bare)
    assert printed == "litevk.stand_ins 1 [[2.0, 4.0, 6.0]] [] __main__\n" * len(IMPORTS)


def test_a_missing_device_is_told_once(folder, bare):
    """All interpreters of a process share one delegate, which reports a missing device once."""
    path = program(folder, IMPORTS[0] + RUN + RUN)
    for keywords in ({}, bare):
        keywords = {**keywords, "VK_DRIVER_FILES": "/no/driver.json", "VK_ICD_FILENAMES": "/no/driver.json"}
        process = python(folder, "-m", "litevk", "exec", path, **keywords)
        assert process.stdout.count(" 1 [[2.0, 4.0, 6.0]]") == 2, process.stderr
        assert process.stderr.count("litevk: ") == 1


def test_a_stand_in_has_what_programs_import(folder, bare):
    text = """
from ai_edge_litert.interpreter import Delegate, InterpreterWithCustomOps, OpResolverType, SignatureRunner, load_delegate
import tensorflow as tf
import litevk
assert tf.lite.experimental.load_delegate is load_delegate and tf.lite.experimental.OpResolverType is OpResolverType
given = [litevk.delegate(allow_cpu_device=True)]
interpreter = InterpreterWithCustomOps(
    custom_op_registerers=["AddMyOps"], model_path="model.tflite", experimental_delegates=given)
assert len(interpreter._handle.delegates) == 1  # litevk's own, and no second one
whole = tf.lite.Interpreter("model.tflite", experimental_preserve_all_tensors=True)
whole.allocate_tensors()
assert not whole._handle.delegates
assert isinstance(interpreter, tf.lite.Interpreter) and isinstance(interpreter, litevk.Interpreter)
try:
    tf.keras
except AttributeError as error:
    print(error)
try:
    from tensorflow import keras
except ImportError as error:
    print("ImportError")
"""
    printed = output_of(folder, "-m", "litevk", "exec", *OPTIONS, program(folder, text), **bare)
    diagnostic = "tensorflow is not installed, and litevk stands in for its interpreter alone: no 'keras'"
    assert printed.splitlines() == [diagnostic, "ImportError"]


def test_the_class_stays_the_programs(folder):
    """A program that derives from TFLite's class derives from the class with the delegate."""
    text = """
import ai_edge_litert.interpreter as before
class Own(before.Interpreter):
    def __init__(self, path):
        super().__init__(path, None, None, 1)
import litevk
litevk.install(allow_cpu_device=True, partition_policy="all")
litevk.install(allow_cpu_device=True, partition_policy="all")
from ai_edge_litert.interpreter import Interpreter, InterpreterWithCustomOps, OpResolverType, load_delegate
assert Interpreter is before.Interpreter
for made, count in (
    (Own("model.tflite"), 1),
    (InterpreterWithCustomOps(model_path="model.tflite"), 1),
    (Interpreter("model.tflite", experimental_op_resolver_type=OpResolverType.BUILTIN_REF), 1),
    (Interpreter("model.tflite", experimental_preserve_all_tensors=True), 0),
):
    assert len(made._delegates) == count and isinstance(made, before.Interpreter)
for library, count in ((litevk.delegate(allow_cpu_device=True), 1), (load_delegate(OTHER), 2)):
    made = Interpreter("model.tflite", experimental_delegates=[library])
    assert len(made._delegates) == count and made._delegates[0] is library
for wrong in (lambda: Interpreter(no_such=1), lambda: Interpreter("model.tflite", num_threads=0)):
    try:
        wrong()
    except (TypeError, ValueError) as error:
        print(error)
"""
    other = folder / "other.so"
    other.write_bytes((pathlib.Path(litevk.__file__).parent / "lib/liblitevk.so").read_bytes())
    printed = output_of(folder, program(folder, text.replace("OTHER", repr(str(other)))))
    unknown, threads = printed.splitlines()
    assert "no_such" in unknown and threads == "num_threads should >= 1"


def test_auto_is_an_import(folder):
    imports = "import litevk.auto\nfrom ai_edge_litert.interpreter import Interpreter\n"
    options = "import litevk\nlitevk.install(report_path='report.json')\n"  # litevk.auto keeps these options
    path = program(folder, options + imports + "assert litevk.import_hook.HOOK.options" + RUN)
    assert "interpreter 1 [[2.0, 4.0, 6.0]]" in output_of(folder, path, LITEVK_ALLOW_CPU_DEVICE="1")
    path.write_text(imports + RUN)
    process = python(folder, path, VK_DRIVER_FILES="/no/driver.json", VK_ICD_FILENAMES="/no/driver.json")
    assert "interpreter 1 [[2.0, 4.0, 6.0]]" in process.stdout and process.stderr.count("litevk: ") == 1


def test_sitecustomize_serves_all_programs_of_an_environment(folder):
    """The options of exec count if a program uses that too."""
    site = folder / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text("import litevk.auto\n")
    path = f"{site}:{os.environ['PYTHONPATH']}"
    application = program(folder, IMPORTS[0] + RUN)
    printed = output_of(folder, application, PYTHONPATH=path, LITEVK_ALLOW_CPU_DEVICE="1")
    assert "interpreter 1 [[2.0, 4.0, 6.0]]" in printed
    report = folder / "report.json"
    output_of(folder, "-m", "litevk", "exec", *OPTIONS, "-o", f"report_path={report}", application, PYTHONPATH=path)
    assert json.loads(report.read_text())["subgraphs"][0]["nodes_delegated"] == 1


def test_children_have_the_delegate_and_a_hidden_sitecustomize_runs(folder):
    (folder / "sitecustomize.py").write_text("print('customized')\n")
    child = program(folder, "from ai_edge_litert.interpreter import Interpreter" + RUN)
    parent = folder / "parent.py"
    parent.write_text(f"import subprocess, sys\nassert 'numpy' not in sys.modules\nsubprocess.run([sys.executable, {str(child)!r}])\n")
    path = f"{folder}:{os.environ['PYTHONPATH']}"
    printed = output_of(folder, "-m", "litevk", "exec", *OPTIONS, parent, PYTHONPATH=path)
    assert printed.count("customized") == 3 and "interpreter 1 [[2.0, 4.0, 6.0]]" in printed


@pytest.mark.parametrize("arguments, status, diagnostic", [
    ((), 2, "expected a script, or -m and a module, found nothing"),
    (("no_such.py",), 2, "there is no script 'no_such.py'"),
    (("-m",), 2, "-m: expected a module, found nothing"),
    (("--strict", "x.py"), 2, "expected -o KEY=VALUE, -m MODULE or a script, found '--strict'"),
    (("-ostrict=2", "-m", "x"), 3, 'option "strict": expected 0 or 1, found "2"'),
    (("-o", "strict", "x.py"), 2, '-o: expected KEY=VALUE, found "strict"'),
    (("-o", "allow_cpu_devise=1", "-m", "x"), 3, "did you mean 'allow_cpu_device'?"),
    (("-o", "strict=2", "-m", "x"), 3, 'option "strict": expected 0 or 1, found "2"'),
])
def test_a_wrong_command_is_told(folder, arguments, status, diagnostic):
    process = python(folder, "-m", "litevk", "exec", *arguments)
    assert process.returncode == status and diagnostic in process.stderr and "Traceback" not in process.stderr


def test_install_checks_options():
    with pytest.raises(TypeError, match="did you mean 'allow_cpu_device'"):
        litevk.install(allow_cpu_devices=True)
    assert litevk.import_hook.HOOK not in sys.meta_path
