// The short-time Fourier transform of each channel (Allen 1977, IEEE Transactions on Acoustics, Speech, and
// Signal Processing 25(3)). Frames are multiplied by a periodic Hann window, w(n) = (1 - cos(2 pi n / N)) /
// 2. Zeros pad them to a power of two. Computes in double precision, as TFLite does.
#include "runtime/opset/ops/audio_spectrogram.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "kernels_ref/support/fourier.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

using Params = AudioSpectrogramParams;

std::vector<double> PeriodicHann(int size) {
  std::vector<double> window(static_cast<size_t>(size));
  for (size_t i = 0; i < window.size(); ++i) {
    window[i] = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * static_cast<double>(i) / size);
  }
  return window;
}

// Returns the transform of a windowed frame whose samples are `step` floats apart.
std::vector<Complex> TransformFrame(const float* samples, int step, const std::vector<double>& window,
                                    int length) {
  std::vector<Complex> values(static_cast<size_t>(length));
  for (size_t i = 0; i < window.size(); ++i) {
    values[i] = window[i] * double{samples[static_cast<std::ptrdiff_t>(i) * step]};
  }
  FourierTransform(values);
  return values;
}

// Rounds to float32 before the root too, as TFLite does.
float Magnitude(Complex value, bool is_squared) {
  const auto squared = static_cast<float>(std::norm(value));
  return is_squared ? squared : std::sqrt(squared);
}

}  // namespace

static Status AudioSpectrogram(const KernelArgs& args) {
  const auto& params = args.params.As<Params>();
  const ir::Shape& dims = args.outputs[0].dims();
  if (dims.NumElements() == 0) return {};
  const std::vector<double> window = PeriodicHann(params.window_size);
  const int channels = dims[0];
  const auto* samples = args.inputs[0].data<float>();
  auto* output = args.outputs[0].data<float>();
  for (int channel = 0; channel < channels; ++channel) {
    for (int64_t frame = 0; frame < dims[1]; ++frame) {
      const float* first = samples + frame * params.stride * channels + channel;
      const auto spectrum = TransformFrame(first, channels, window, SpectrogramLength(params));
      for (size_t i = 0; i < static_cast<size_t>(dims[2]); ++i) {
        *output++ = Magnitude(spectrum[i], params.magnitude_squared);
      }
    }
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(audio_spectrogram, &AudioSpectrogram)
