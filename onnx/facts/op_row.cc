#include "onnx/facts/op_row.h"

#include <algorithm>
#include <array>

namespace litevk::to_onnx {

#define LITEVK_ONNX_ROW(stem) extern const OpRow kOnnxRow_##stem;
#include "op_rows.inc"
#undef LITEVK_ONNX_ROW

namespace {

constexpr std::array kRows = {
#define LITEVK_ONNX_ROW(stem) &kOnnxRow_##stem,
#include "op_rows.inc"
#undef LITEVK_ONNX_ROW
};

}  // namespace

const OpRow* FindOpRow(int op_code) {
  const auto* row = std::ranges::find(kRows, op_code, [](const OpRow* entry) { return entry->info.op_code; });
  return row == kRows.end() ? nullptr : *row;
}

StateRole StateRoleOf(const ir::Node& node) {
  const OpRow* row = FindOpRow(node.op_code);
  return row == nullptr ? StateRole::kNone : row->state.role;
}

std::vector<int> CalledSubgraphs(const ir::Node& node) {
  const OpInfo* info = FindOpInfo(node);
  // A node does not keep options that are longer than those of any operator with a form in ONNX.
  if (info == nullptr || info->called_subgraphs == nullptr || !node.params.present()) return {};
  return info->called_subgraphs(&node.params.As<std::byte>());
}

std::string PlaceOf(const ir::Node& node, const OpInfo& info) {
  return "operator " + std::to_string(node.index) + " (" + std::string(info.name) + "): ";
}

std::span<const OpRow* const> OpRows() { return kRows; }

}  // namespace litevk::to_onnx
