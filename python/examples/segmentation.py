"""Says how much of a picture is a person, with MediaPipe's selfie segmentation.

python segmentation.py selfie_segmentation.tflite PICTURE.npy   (the picture: uint8, [256, 256, 3])
"""

import sys

import numpy as np
from ai_edge_litert.interpreter import Interpreter

with open(sys.argv[1], "rb") as file:
    interpreter = Interpreter(model_content=file.read())
interpreter.allocate_tensors()
picture = interpreter.tensor(interpreter.get_input_details()[0]["index"])
mask = interpreter.tensor(interpreter.get_output_details()[0]["index"])

picture()[:] = np.load(sys.argv[2]) / 255
interpreter.invoke()

print(f"mean of the mask: {mask().mean():.4f}, largest {mask().max():.4f} at {np.argmax(mask())}")
