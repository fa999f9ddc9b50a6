// A tensor's value outside of an interpreter, and its form as numpy's .npy files.
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
  // The elements in row-major order; empty for strings. Elements of packed types take a byte each.
  std::vector<std::byte> bytes;
  std::vector<std::string> strings;  // UTF-8; for string arrays only
  ir::Quantization quantization;     // the tensor's parameters; empty for an array of a file

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

// True for float16, float32 and float64.
bool IsFloat(ir::DataType type);

// Reads format versions 1 to 3, little-endian, in C order; strings as unicode or bytes arrays. Source of the
// format: numpy.lib.format. The error names the file and the property that is not supported.
Result<Array> ReadNpy(const std::filesystem::path& path);
// Writes strings as a unicode array, which numpy loads without pickling, and elements of packed types as int8
// or uint8.
Status WriteNpy(const std::filesystem::path& path, const Array& array);

// Reads a folder's <prefix>_0.npy, <prefix>_1.npy, ... in order, up to the first number missing.
Result<std::vector<Array>> ReadNpyFolder(const std::filesystem::path& folder, const std::string& prefix);

}  // namespace litevk::tools
