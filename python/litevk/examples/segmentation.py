"""Says how much of a picture is a person, with MediaPipe's selfie segmentation.

python -m litevk.examples.segmentation [selfie_segmentation.tflite] PICTURE.npy
"""

import numpy as np

from litevk import Interpreter
from litevk.examples import Needed, files

PERSONS = "selfie_segmentation.tflite"
model_path, picture_path = files(
    __doc__,
    Needed(PERSONS, "MediaPipe's selfie segmentation", "mediapipe", f"mediapipe/modules/selfie_segmentation/{PERSONS}", "0.10.21"),
    Needed("PICTURE.npy", "a picture as numpy.save writes it: uint8, [256, 256, 3]"),
)

with open(model_path, "rb") as file:
    interpreter = Interpreter(model_content=file.read())
interpreter.allocate_tensors()
picture = interpreter.tensor(interpreter.get_input_details()[0]["index"])
mask = interpreter.tensor(interpreter.get_output_details()[0]["index"])

picture()[:] = np.load(picture_path) / 255
interpreter.invoke()

print(f"mean of the mask: {mask().mean():.4f}, largest {mask().max():.4f} at {np.argmax(mask())}")
