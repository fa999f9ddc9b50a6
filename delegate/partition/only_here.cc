#include "delegate/partition/only_here.h"

#include <cstddef>

#include "runtime/ir/node_view.h"
#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

bool TfliteFails(const ir::Graph& graph, const ir::Node& node) {
  const OpInfo* info = FindOpInfo(node);
  return info != nullptr && info->tflite_fails != nullptr && info->tflite_fails({graph, node});
}

}  // namespace

std::vector<bool> FindOnlyHere(const ir::Graph& graph, const std::vector<bool>& has_no_kernel,
                               CpuKernels cpu) {
  std::vector<bool> found = has_no_kernel;
  if (cpu == CpuKernels::kLitevk) return found;
  for (size_t position = 0; position < found.size(); ++position) {
    found[position] = found[position] || TfliteFails(graph, graph.nodes[position]);
  }
  return found;
}

}  // namespace litevk
