// Element types that the project names. The values are the project's; FromTfLiteType maps the ABI's.
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
  // Types with several elements in a byte, the first one in its lowest bits.
  kInt2,
  kInt4,
  kUInt4,
  // Types that no operator takes, named so that a diagnostic can mention them.
  kComplex64,
  kComplex128,
  kFloat8E4M3FN,
  kFloat8E5M2,
  kOther,  // a type that is newer than the project
};

DataType FromTfLiteType(int tflite_type);
// Returns "float32", "int8", ...
std::string_view Name(DataType type);
// Returns the bytes of one element; 0 for types without a fixed size and for packed types.
int ByteSize(DataType type);
// Returns the bits of one element of a packed type; 0 for any other.
int PackedBits(DataType type);
// True if all elements of the type take the same number of bits.
inline bool HasFixedSize(DataType type) { return ByteSize(type) > 0 || PackedBits(type) > 0; }
// Returns the bytes of so many consecutive elements. Packed ones may leave a part of the last byte unused. 0
// for types without a fixed size.
int64_t BytesFor(DataType type, int64_t elements);
// The range of an integer type.
struct IntegerRange {
  int64_t lowest;
  int64_t highest;
};
// Returns the range of a signed integer type, or of an unsigned one of at most 32 bits, including packed
// types.
IntegerRange RangeOf(DataType type);
// Returns the type that holds an element of a packed type in a byte: int8 or uint8. Any other type itself.
DataType UnpackedType(DataType type);

}  // namespace litevk::ir
