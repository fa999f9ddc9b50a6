"""The mel spectrogram of a sound, and what openWakeWord's embedding makes of it.

python -m litevk.examples.audio [melspectrogram.tflite embedding_model.tflite] SOUND.npy
"""

import numpy as np

from litevk import Interpreter
from litevk.examples import Needed, files

FOLDER = "openwakeword/resources/models"
mel_path, embedding_path, sound_path = files(
    __doc__,
    Needed("melspectrogram.tflite", "openWakeWord's spectrogram", "openwakeword", f"{FOLDER}/melspectrogram.tflite", "0.5.1"),
    Needed("embedding_model.tflite", "openWakeWord's embedding", "openwakeword", f"{FOLDER}/embedding_model.tflite", "0.5.1"),
    Needed("SOUND.npy", "a sound as numpy.save writes it: int16, [samples], 16 kHz"),
)

mel = Interpreter(model_path=mel_path)
sound = np.load(sound_path).astype(np.float32)[np.newaxis]
mel.resize_tensor_input(mel.get_input_details()[0]["index"], sound.shape)
mel.allocate_tensors()
mel.set_tensor(mel.get_input_details()[0]["index"], sound)
mel.invoke()
frames = mel.get_tensor(mel.get_output_details()[0]["index"]).squeeze() / 10 + 2
print(f"{len(frames)} frames, mean {frames.mean():.3f}")

embed = Interpreter(model_path=embedding_path).get_signature_runner()
(name,) = embed.get_input_details()
(embedding,) = embed(**{name: frames[np.newaxis, :76, :, np.newaxis]}).values()
print(f"embedding: {np.round(embedding.ravel()[:4], 2)}")
