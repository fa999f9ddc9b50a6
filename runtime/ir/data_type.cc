#include "runtime/ir/data_type.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "runtime/tflite/common.h"

namespace litevk::ir {
namespace {

struct Row {
  DataType type;
  int tflite_type;
  std::string_view name;
  int byte_size;
};

constexpr std::array kRows = {
    Row{DataType::kNone, abi::kTfLiteNoType, "none", 0},
    Row{DataType::kFloat32, abi::kTfLiteFloat32, "float32", 4},
    Row{DataType::kFloat16, abi::kTfLiteFloat16, "float16", 2},
    Row{DataType::kInt8, abi::kTfLiteInt8, "int8", 1},
    Row{DataType::kUInt8, abi::kTfLiteUInt8, "uint8", 1},
    Row{DataType::kInt16, abi::kTfLiteInt16, "int16", 2},
    Row{DataType::kInt32, abi::kTfLiteInt32, "int32", 4},
    Row{DataType::kInt64, abi::kTfLiteInt64, "int64", 8},
    Row{DataType::kUInt16, abi::kTfLiteUInt16, "uint16", 2},
    Row{DataType::kUInt32, abi::kTfLiteUInt32, "uint32", 4},
    Row{DataType::kUInt64, abi::kTfLiteUInt64, "uint64", 8},
    Row{DataType::kFloat64, abi::kTfLiteFloat64, "float64", 8},
    Row{DataType::kBool, abi::kTfLiteBool, "bool", 1},
    Row{DataType::kString, abi::kTfLiteString, "string", 0},
    Row{DataType::kResource, abi::kTfLiteResource, "resource", 0},
    Row{DataType::kVariant, abi::kTfLiteVariant, "variant", 0},
    Row{DataType::kComplex64, abi::kTfLiteComplex64, "complex64", 8},
    Row{DataType::kComplex128, abi::kTfLiteComplex128, "complex128", 16},
    Row{DataType::kBFloat16, abi::kTfLiteBFloat16, "bfloat16", 2},
    Row{DataType::kInt2, abi::kTfLiteInt2, "int2", 0},
    Row{DataType::kInt4, abi::kTfLiteInt4, "int4", 0},
    Row{DataType::kUInt4, abi::kTfLiteUInt4, "uint4", 0},
    Row{DataType::kFloat8E4M3FN, abi::kTfLiteFloat8E4M3FN, "float8_e4m3fn", 1},
    Row{DataType::kFloat8E5M2, abi::kTfLiteFloat8E5M2, "float8_e5m2", 1},
};

}  // namespace

DataType FromTfLiteType(int tflite_type) {
  for (const Row& row : kRows) {
    if (row.tflite_type == tflite_type) return row.type;
  }
  return DataType::kOther;
}

std::string_view Name(DataType type) {
  for (const Row& row : kRows) {
    if (row.type == type) return row.name;
  }
  return "other";
}

int ByteSize(DataType type) {
  for (const Row& row : kRows) {
    if (row.type == type) return row.byte_size;
  }
  return 0;
}

int PackedBits(DataType type) {
  if (type == DataType::kInt2) return 2;
  return type == DataType::kInt4 || type == DataType::kUInt4 ? 4 : 0;
}

int64_t BytesFor(DataType type, int64_t elements) {
  const int bits = PackedBits(type);
  if (bits == 0) return elements * ByteSize(type);
  const int64_t in_a_byte = 8 / bits;
  return elements / in_a_byte + (elements % in_a_byte > 0 ? 1 : 0);
}

IntegerRange RangeOf(DataType type) {
  constexpr DataType kUnsigned[] = {DataType::kUInt4, DataType::kUInt8, DataType::kUInt16, DataType::kUInt32};
  const int bits = PackedBits(type) == 0 ? 8 * ByteSize(type) : PackedBits(type);
  if (std::ranges::find(kUnsigned, type) != std::end(kUnsigned)) return {0, (int64_t{1} << bits) - 1};
  const auto highest = static_cast<int64_t>(~uint64_t{0} >> (65 - bits));
  return {-highest - 1, highest};
}

DataType UnpackedType(DataType type) {
  if (PackedBits(type) == 0) return type;
  return type == DataType::kUInt4 ? DataType::kUInt8 : DataType::kInt8;
}

}  // namespace litevk::ir
