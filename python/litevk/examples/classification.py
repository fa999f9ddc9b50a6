"""Names the five likeliest classes of a picture.

python -m litevk.examples.classification MODEL.tflite PICTURE.npy
"""

import numpy as np

from litevk import Interpreter
from litevk.examples import Needed, files

model_path, picture_path = files(
    __doc__,
    Needed("MODEL.tflite", "a classifier of pictures from -1 to 1, such as MobileNet V2 of keras.applications"),
    Needed("PICTURE.npy", "a picture as numpy.save writes it: uint8, [height, width, 3], of the model's size"),
)

interpreter = Interpreter(model_path=model_path, num_threads=4)
interpreter.allocate_tensors()
picture_in = interpreter.get_input_details()[0]
scores_out = interpreter.get_output_details()[0]

picture = np.load(picture_path)
interpreter.set_tensor(picture_in["index"], np.float32(picture[np.newaxis]) / 127.5 - 1)
interpreter.invoke()
scores = interpreter.get_tensor(scores_out["index"])[0]

for label in np.argsort(-scores)[:5]:
    print(f"class {label}: {scores[label]:.4f}")
