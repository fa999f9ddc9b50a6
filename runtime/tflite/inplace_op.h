// The bits of TfLiteRegistration::inplace_operator, as TFLite defines them.
#pragma once

#include <cstdint>

namespace litevk::abi {

// Inputs whose memory the first output may take over. The node then reads an element of the input before it
// writes that element of the output.
enum TfLiteInplaceOp : uint64_t {
  kTfLiteInplaceOpNone = 0,
  kTfLiteInplaceOpDataUnmodified = 1,  // the output has the bytes of input 0
  kTfLiteInplaceOpInput0Shared = 2,
  kTfLiteInplaceOpInput1Shared = 4,
  kTfLiteInplaceOpInput2Shared = 8,
};

}  // namespace litevk::abi
