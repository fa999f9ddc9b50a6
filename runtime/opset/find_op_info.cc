// Binds the rows of op_list.inc to the OpInfo that each runtime/opset/ops/<stem>.cc defines.
#include "runtime/opset/op_info.h"

#include <algorithm>

#include "runtime/opset/op_records.h"

namespace litevk {

std::span<const OpInfo* const> OpInfos() {
  static constexpr const OpInfo* kInfos[] = {
#define LITEVK_OP(name, stem) &kOpInfo_##stem,
#define LITEVK_KERNEL_OP(name, stem) &kOpInfo_##stem,
#define LITEVK_INTERPRETER_OP(name, stem) &kOpInfo_##stem,
#include "runtime/opset/op_list.inc"
#undef LITEVK_INTERPRETER_OP
#undef LITEVK_KERNEL_OP
#undef LITEVK_OP
  };
  return kInfos;
}

const OpInfo* FindOpInfo(int op_code) {
  const auto infos = OpInfos();
  const auto found = std::ranges::find(infos, op_code, &OpInfo::op_code);
  return found == infos.end() ? nullptr : *found;
}

const OpInfo* FindOpInfo(const ir::Node& node) {
  return node.custom_op != nullptr ? node.custom_op.get() : FindOpInfo(node.op_code);
}

}  // namespace litevk
