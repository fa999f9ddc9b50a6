// What the record and the kernel of Mfcc share.
#pragma once

namespace litevk {

struct MfccParams {
  float upper_frequency_limit;  // in hertz, as the lower one
  float lower_frequency_limit;
  int filterbank_channel_count;
  int dct_coefficient_count;  // of those channels' cosine transform, the first ones
};

}  // namespace litevk
