#include "runtime/opset/builtin_options.h"

#include <string>

#include "runtime/opset/op_info.h"
#include "runtime/opset/options_reader.h"

namespace litevk {
namespace {

// Longer than any tail that a later version of a struct has.
constexpr size_t kSpareBytes = 64;

// The options table of a node. The model format has two enumerations of options, and a node has a field for
// each.
struct OptionsTable {
  const void* table;  // null: none
  int kind;
};

bool IsOfSecondList(const OpParams& params) { return params.options_2 != schema::BuiltinOptions2::NONE; }

int KindOf(const OpParams& params) {
  return IsOfSecondList(params) ? static_cast<int>(params.options_2) : static_cast<int>(params.options);
}

OptionsTable TableOf(const schema::Operator& op, const OpParams& params) {
  if (IsOfSecondList(params)) {
    return {op.builtin_options_2(), static_cast<int>(op.builtin_options_2_type())};
  }
  return {op.builtin_options(), static_cast<int>(op.builtin_options_type())};
}

}  // namespace

BuiltinData::BuiltinData(size_t struct_bytes)
    : bytes_(std::make_unique<std::byte[]>(struct_bytes + kSpareBytes)) {}

Result<BuiltinData> ParseBuiltinOptions(const schema::Operator& op, int op_code) {
  const OpInfo* info = FindOpInfo(op_code);
  if (info == nullptr || info->params.bytes == 0) return BuiltinData();
  const OpParams& params = info->params;
  BuiltinData data(params.bytes);
  const auto [table, kind] = TableOf(op, params);
  if (table == nullptr) return data;
  if (kind != KindOf(params)) {
    return InvalidArgument("has options of kind " + std::to_string(kind) + ", expected " +
                           std::to_string(KindOf(params)) + ", " + OptionsName(params));
  }
  OptionsReader reader;
  params.fill(table, data.get(), reader);
  LITEVK_RETURN_IF_ERROR(reader.status());
  return data;
}

bool HasOptions(const schema::Operator& op) {
  return op.builtin_options() != nullptr || op.builtin_options_2() != nullptr;
}

const char* OptionsName(const OpParams& params) {
  return IsOfSecondList(params) ? schema::EnumNameBuiltinOptions2(params.options_2)
                                : schema::EnumNameBuiltinOptions(params.options);
}

}  // namespace litevk
