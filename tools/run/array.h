// A tensor's value outside of an interpreter, and numpy's .npy files of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/data_type.h"
#include "runtime/ir/graph.h"
#include "runtime/ir/shape.h"

namespace litevk::tools {

struct Array {
  ir::DataType type = ir::DataType::kNone;
  ir::Shape dims;
  // Row-major; empty for strings. Elements of the types that share bytes have one each.
  std::vector<std::byte> bytes;
  std::vector<std::string> strings;  // UTF-8; of string arrays only
  ir::Quantization quantization;     // of a tensor; a file has none

  int64_t size() const { return dims.NumElements(); }
  template <typename T>
  const T* data() const {
    return reinterpret_cast<const T*>(bytes.data());
  }
  template <typename T>
  T* data() {
    return reinterpret_cast<T*>(bytes.data());
  }
};

// float16, float32 and float64.
bool IsFloat(ir::DataType type);

// Format versions 1 to 3, little-endian, in C order; strings as unicode or bytes arrays. Source of the
// format: numpy.lib.format. A sentence names the file and what it has that is not taken.
Result<Array> ReadNpy(const std::filesystem::path& path);
// Strings are written as a unicode array, which numpy loads without pickling, and elements of types that
// share bytes as int8 or uint8.
Status WriteNpy(const std::filesystem::path& path, const Array& array);

// The values of a folder's <prefix>_0.npy, <prefix>_1.npy, ... in order, up to the first number missing.
Result<std::vector<Array>> ReadNpyFolder(const std::filesystem::path& folder, const std::string& prefix);

}  // namespace litevk::tools
