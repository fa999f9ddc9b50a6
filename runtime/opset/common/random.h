// The options that the records of RANDOM_UNIFORM, RANDOM_STANDARD_NORMAL and MULTINOMIAL share.
#pragma once

#include "runtime/opset/options_reader.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// Keeps 32 of the format's 64 seed bits, as TFLite does.
inline void FillRandom(const schema::RandomOptions& options, abi::TfLiteRandomParams& params,
                       OptionsReader&) {
  params.seed = static_cast<int>(options.seed());
  params.seed2 = static_cast<int>(options.seed2());
}

}  // namespace litevk
