// Binds the rows of custom operators in op_list.inc to the ReadOptions that each runtime/opset/ops/<stem>.cc
// defines.
#include "runtime/opset/custom_ops.h"

#include <algorithm>

namespace litevk {

#define LITEVK_OP(name, stem)
#define LITEVK_KERNEL_OP(name, stem)
#define LITEVK_INTERPRETER_OP(name, stem)
#define LITEVK_CUSTOM_OP(name, stem) \
  Result<ir::Params> ReadOptions_##stem(std::span<const std::byte> options);
#define LITEVK_CUSTOM_KERNEL_OP(name, stem) LITEVK_CUSTOM_OP(name, stem)
#include "runtime/opset/op_list.inc"

namespace {

struct Row {
  int op_code;
  Result<ir::Params> (*read)(std::span<const std::byte> options);
};

constexpr Row kRows[] = {
#define LITEVK_CUSTOM_OP(name, stem) {kCustom##name, ReadOptions_##stem},
#define LITEVK_CUSTOM_KERNEL_OP(name, stem) LITEVK_CUSTOM_OP(name, stem)
#include "runtime/opset/op_list.inc"
#undef LITEVK_INTERPRETER_OP
#undef LITEVK_KERNEL_OP
#undef LITEVK_OP
};

}  // namespace

const OpInfo* FindCustomOpInfo(std::string_view custom_name) {
  const auto infos = OpInfos();
  const auto found = std::ranges::find_if(
      infos, [&](const OpInfo* info) { return IsCustom(*info) && info->name == custom_name; });
  return found == infos.end() ? nullptr : *found;
}

Result<ir::Params> ReadCustomOptions(const OpInfo& info, std::span<const std::byte> options) {
  return std::ranges::find(kRows, info.op_code, &Row::op_code)->read(options);
}

void ResolveCustomNode(ir::Node& node, std::span<const std::byte> options) {
  const OpInfo* info = FindCustomOpInfo(node.custom_name);
  if (info == nullptr) return;
  node.op_code = info->op_code;
  Result<ir::Params> params = ReadCustomOptions(*info, options);
  if (params.ok()) node.params = *params;
}

}  // namespace litevk
