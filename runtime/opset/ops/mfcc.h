// The parameters that the record and the kernel of Mfcc share.
#pragma once

namespace litevk {

struct MfccParams {
  float upper_frequency_limit;  // in hertz, like the lower one
  float lower_frequency_limit;
  int filterbank_channel_count;
  int dct_coefficient_count;  // number of leading coefficients of the channels' cosine transform
};

}  // namespace litevk
