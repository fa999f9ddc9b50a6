"""What a BERT makes of token ids: the state of the first one, and the token whose state differs most from the mean.

python text.py MODEL.tflite IDS.npy   (the ids: int32, [1, length])
"""

import sys

import numpy as np
from ai_edge_litert.interpreter import Interpreter

interpreter = Interpreter(model_path=sys.argv[1])
interpreter.allocate_tensors()
ids = np.load(sys.argv[2])
ids_in, *others = interpreter.get_input_details()
interpreter.set_tensor(ids_in["index"], ids)
for details in others:  # the mask and the kinds of tokens
    interpreter.set_tensor(details["index"], np.ones(details["shape"], details["dtype"]))
interpreter.invoke()

states = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])[0]
farthest = np.argmax(np.linalg.norm(states - states.mean(axis=0), axis=-1))
print(f"first state: {np.round(states[0, :4], 3)}; token {ids[0, farthest]} is the farthest from the mean")
