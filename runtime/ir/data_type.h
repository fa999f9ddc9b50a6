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
  kBFloat16,
  // Several elements in a byte, the first one in its lowest bits.
  kInt2,
  kInt4,
  kUInt4,
  // Types that no operator takes, named so that a message can say what a model has.
  kComplex64,
  kComplex128,
  kFloat8E4M3FN,
  kFloat8E5M2,
  kOther,  // a type that is newer than the project
};

DataType FromTfLiteType(int tflite_type);
// "float32", "int8", ...
std::string_view Name(DataType type);
// Bytes of one element; 0 for the types without a fixed size and for those that pack several into a byte.
int ByteSize(DataType type);
// Bits of one element of a type that packs several into a byte; 0 for any other.
int PackedBits(DataType type);
// Returns whether elements of the type take the same number of bits each.
inline bool HasFixedSize(DataType type) { return ByteSize(type) > 0 || PackedBits(type) > 0; }
// Returns the bytes that so many elements of the type take beside each other, the last of which packed ones
// may leave partly unused; 0 for the types without a fixed size.
int64_t BytesFor(DataType type, int64_t elements);
// The numbers that an integer type holds.
struct IntegerRange {
  int64_t lowest;
  int64_t highest;
};
// Returns the range of a signed integer type, or of an unsigned one of at most 32 bits; packed ones included.
IntegerRange RangeOf(DataType type);
// The type that holds an element of a packed type in a byte: int8 or uint8. Any other type itself.
DataType UnpackedType(DataType type);

}  // namespace litevk::ir
