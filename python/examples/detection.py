"""Finds the likeliest face of a picture with MediaPipe's BlazeFace.

python detection.py face_detection_short_range.tflite PICTURE.npy   (the picture: uint8, [128, 128, 3])
"""

import sys

import numpy as np
from ai_edge_litert.interpreter import Interpreter

interpreter = Interpreter(model_path=sys.argv[1])
interpreter.allocate_tensors()
picture_in = interpreter.get_input_details()[0]
outputs = {details["shape"][-1]: interpreter.tensor(details["index"]) for details in interpreter.get_output_details()}

picture = np.load(sys.argv[2])
interpreter.set_tensor(picture_in["index"], np.float32(picture[np.newaxis]) / 127.5 - 1)
interpreter.invoke()
boxes, logits = outputs[16](), outputs[1]()

best = int(np.argmax(logits))
print(f"anchor {best}: score {1 / (1 + np.exp(-logits[0, best, 0])):.4f}, box {np.round(boxes[0, best, :4], 1)}")
