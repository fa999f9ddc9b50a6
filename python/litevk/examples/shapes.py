"""Finds circles, squares and triangles in a picture, with the model that comes with litevk.

python -m litevk.examples.shapes [PICTURE.npy]   (the picture: uint8, [128, 128, 3])
"""

import sys

from litevk import Interpreter, example

interpreter = Interpreter(model_path=example.MODEL)
interpreter.allocate_tensors()
picture_in = interpreter.get_input_details()[0]

interpreter.set_tensor(picture_in["index"], example.picture(*sys.argv[1:2]))
interpreter.invoke()
scores_out, boxes_out = interpreter.get_output_details()
scores, boxes = interpreter.get_tensor(scores_out["index"]), interpreter.get_tensor(boxes_out["index"])

for shape in example.shapes_of(scores, boxes):
    print(shape)
