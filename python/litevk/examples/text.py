"""Runs a BERT on token ids: prints the first token's state, and the token whose state differs most from the mean.

python -m litevk.examples.text MODEL.tflite IDS.npy
"""

import numpy as np

from litevk import Interpreter
from litevk.examples import Needed, files

model_path, ids_path = files(
    __doc__,
    Needed("MODEL.tflite", "a BERT whose first input is the ids, and whose others are filled with ones"),
    Needed("IDS.npy", "ids of tokens as numpy.save writes them: int32, [1, length]"),
)

interpreter = Interpreter(model_path=model_path)
interpreter.allocate_tensors()
ids = np.load(ids_path)
ids_in, *others = interpreter.get_input_details()
interpreter.set_tensor(ids_in["index"], ids)
for details in others:  # the mask and the kinds of tokens
    interpreter.set_tensor(details["index"], np.ones(details["shape"], details["dtype"]))
interpreter.invoke()

states = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])[0]
farthest = np.argmax(np.linalg.norm(states - states.mean(axis=0), axis=-1))
print(f"first state: {np.round(states[0, :4], 3)}; token {ids[0, farthest]} is the farthest from the mean")
