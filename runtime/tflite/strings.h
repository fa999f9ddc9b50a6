// String tensors in TFLite's packed form: int32 count, count + 1 int32 byte offsets from the start of the
// buffer, then the characters (tflite/string_util.h).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"

namespace litevk::ref {

// UnpackStrings returns views into `bytes`, and fails if the offsets are out of range or not ascending. Empty
// bytes hold no strings.
Result<std::vector<std::string_view>> UnpackStrings(std::span<const std::byte> bytes);
std::vector<std::byte> PackStrings(std::span<const std::string> strings);

}  // namespace litevk::ref
