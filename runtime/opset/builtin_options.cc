#include "runtime/opset/builtin_options.h"

#include <iterator>
#include <string>

#include "runtime/opset/op_info.h"
#include "runtime/opset/options_reader.h"

namespace litevk {
namespace {

// Longer than any tail that a later version of a struct has.
constexpr size_t kSpareBytes = 64;

// By schema::TensorType.
constexpr abi::TfLiteType kTypes[] = {
    abi::kTfLiteFloat32,   abi::kTfLiteFloat16,      abi::kTfLiteInt32,      abi::kTfLiteUInt8,
    abi::kTfLiteInt64,     abi::kTfLiteString,       abi::kTfLiteBool,       abi::kTfLiteInt16,
    abi::kTfLiteComplex64, abi::kTfLiteInt8,         abi::kTfLiteFloat64,    abi::kTfLiteComplex128,
    abi::kTfLiteUInt64,    abi::kTfLiteResource,     abi::kTfLiteVariant,    abi::kTfLiteUInt32,
    abi::kTfLiteUInt16,    abi::kTfLiteInt4,         abi::kTfLiteBFloat16,   abi::kTfLiteInt2,
    abi::kTfLiteUInt4,     abi::kTfLiteFloat8E4M3FN, abi::kTfLiteFloat8E5M2,
};
static_assert(std::size(kTypes) == static_cast<size_t>(schema::TensorType::MAX) + 1);

}  // namespace

BuiltinData::BuiltinData(size_t struct_bytes)
    : bytes_(std::make_unique<std::byte[]>(struct_bytes + kSpareBytes)) {}

Result<BuiltinData> ParseBuiltinOptions(const schema::Operator& op, int op_code) {
  const OpInfo* info = FindOpInfo(op_code);
  if (info == nullptr || info->params.bytes == 0) return BuiltinData();
  const OpParams& params = info->params;
  BuiltinData data(params.bytes);
  if (op.builtin_options() == nullptr) return data;
  if (op.builtin_options_type() != params.options) {
    return InvalidArgument("has options of kind " +
                           std::to_string(static_cast<int>(op.builtin_options_type())) + ", expected " +
                           std::to_string(static_cast<int>(params.options)) + ", " +
                           schema::EnumNameBuiltinOptions(params.options));
  }
  OptionsReader reader;
  params.fill(op.builtin_options(), data.get(), reader);
  LITEVK_RETURN_IF_ERROR(reader.status());
  return data;
}

abi::TfLiteType ToTfLiteType(schema::TensorType type) {
  if (type < schema::TensorType::MIN || type > schema::TensorType::MAX) return abi::kTfLiteNoType;
  return kTypes[static_cast<size_t>(type)];
}

}  // namespace litevk
