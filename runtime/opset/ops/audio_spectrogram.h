// The parameters that the record and the kernel of AudioSpectrogram share.
#pragma once

namespace litevk {

struct AudioSpectrogramParams {
  int window_size;         // samples in a frame
  int stride;              // samples from one frame to the next
  bool magnitude_squared;  // true: squared magnitude; false: magnitude
};

// Returns the length of a frame, zero-padded to a power of two.
int SpectrogramLength(const AudioSpectrogramParams& params);

}  // namespace litevk
