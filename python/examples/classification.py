"""Names the five likeliest classes of a picture.

python classification.py MODEL.tflite PICTURE.npy   (the picture: uint8, [height, width, 3], of the model's size)
"""

import sys

import numpy as np
from ai_edge_litert.interpreter import Interpreter

interpreter = Interpreter(model_path=sys.argv[1], num_threads=4)
interpreter.allocate_tensors()
picture_in = interpreter.get_input_details()[0]
scores_out = interpreter.get_output_details()[0]

picture = np.load(sys.argv[2])
interpreter.set_tensor(picture_in["index"], np.float32(picture[np.newaxis]) / 127.5 - 1)
interpreter.invoke()
scores = interpreter.get_tensor(scores_out["index"])[0]

for label in np.argsort(-scores)[:5]:
    print(f"class {label}: {scores[label]:.4f}")
