// Element types of the model format as those of the C ABI.
#pragma once

#include "runtime/tflite/common.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {

// Returns kTfLiteNoType for a value that the format does not have.
abi::TfLiteType ToTfLiteType(schema::TensorType type);

}  // namespace litevk
