// What the record and the kernel of AudioSpectrogram share.
#pragma once

namespace litevk {

struct AudioSpectrogramParams {
  int window_size;         // samples of a frame
  int stride;              // samples from one frame to the next
  bool magnitude_squared;  // or the magnitude
};

// Returns the samples of a frame with the zeros that make them as many as a power of two.
int SpectrogramLength(const AudioSpectrogramParams& params);

}  // namespace litevk
