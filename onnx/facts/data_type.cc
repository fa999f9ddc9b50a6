#include "onnx/facts/data_type.h"

#include <algorithm>
#include <array>

#include "onnx.pb.h"

namespace litevk::to_onnx {
namespace {

struct TypeRow {
  ir::DataType type;
  ::onnx::TensorProto::DataType onnx;
};

using Proto = ::onnx::TensorProto;
constexpr std::array kTypes = {
    TypeRow{ir::DataType::kFloat32, Proto::FLOAT},  TypeRow{ir::DataType::kFloat16, Proto::FLOAT16},
    TypeRow{ir::DataType::kInt8, Proto::INT8},      TypeRow{ir::DataType::kUInt8, Proto::UINT8},
    TypeRow{ir::DataType::kInt16, Proto::INT16},    TypeRow{ir::DataType::kInt32, Proto::INT32},
    TypeRow{ir::DataType::kInt64, Proto::INT64},    TypeRow{ir::DataType::kUInt16, Proto::UINT16},
    TypeRow{ir::DataType::kUInt32, Proto::UINT32},  TypeRow{ir::DataType::kUInt64, Proto::UINT64},
    TypeRow{ir::DataType::kFloat64, Proto::DOUBLE}, TypeRow{ir::DataType::kBool, Proto::BOOL}};

}  // namespace

int OnnxType(ir::DataType type) {
  const auto* row = std::ranges::find(kTypes, ir::UnpackedType(type), &TypeRow::type);
  return row == kTypes.end() ? 0 : row->onnx;
}

int PackedOnnxType(ir::DataType type) {
  if (type == ir::DataType::kInt4) return Proto::INT4;
  return type == ir::DataType::kUInt4 ? Proto::UINT4 : 0;
}

int OnnxTypeBytes(int type) {
  const auto* row =
      std::ranges::find(kTypes, type, [](const TypeRow& entry) { return static_cast<int>(entry.onnx); });
  return row == kTypes.end() ? 0 : ir::ByteSize(row->type);
}

}  // namespace litevk::to_onnx
