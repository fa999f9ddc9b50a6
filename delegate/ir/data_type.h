// Element types that the project names. The values are ours; FromTfLiteType maps the ABI's.
#pragma once

#include <cstdint>
#include <string_view>

namespace litevk::ir {

enum class DataType : uint8_t {
  kNone,  // an absent optional input
  kFloat32,
  kFloat16,
  kInt8,
  kUInt8,
  kInt16,
  kInt32,
  kInt64,
  kUInt16,
  kUInt32,
  kUInt64,
  kFloat64,
  kBool,
  kString,
  kResource,
  kVariant,
  kOther,  // a type that no operator takes
};

DataType FromTfLiteType(int tflite_type);
// "float32", "int8", ...
std::string_view Name(DataType type);
// Bytes of one element; 0 for the types without a fixed size.
int ByteSize(DataType type);

}  // namespace litevk::ir
