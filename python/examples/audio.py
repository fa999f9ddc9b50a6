"""The mel spectrogram of a sound, and what openWakeWord's embedding makes of it.

python audio.py melspectrogram.tflite embedding_model.tflite SOUND.npy   (the sound: int16, 16 kHz)
"""

import sys

import numpy as np
from ai_edge_litert.interpreter import Interpreter

mel = Interpreter(model_path=sys.argv[1])
sound = np.load(sys.argv[3]).astype(np.float32)[np.newaxis]
mel.resize_tensor_input(mel.get_input_details()[0]["index"], sound.shape)
mel.allocate_tensors()
mel.set_tensor(mel.get_input_details()[0]["index"], sound)
mel.invoke()
frames = mel.get_tensor(mel.get_output_details()[0]["index"]).squeeze() / 10 + 2
print(f"{len(frames)} frames, mean {frames.mean():.3f}")

embed = Interpreter(model_path=sys.argv[2]).get_signature_runner()
(name,) = embed.get_input_details()
(embedding,) = embed(**{name: frames[np.newaxis, :76, :, np.newaxis]}).values()
print(f"embedding: {np.round(embedding.ravel()[:4], 2)}")
