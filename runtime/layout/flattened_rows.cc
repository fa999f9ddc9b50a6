#include "runtime/layout/flattened_rows.h"

#include <algorithm>
#include <cstddef>

#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

bool ReadsRows(const ir::Node& node) {
  const OpInfo* info = FindOpInfo(node);
  return info != nullptr && info->layout.reads_strided && node.inputs.size() > 1 &&
         node.inputs[1] != ir::kAbsent;
}

// Returns true if the columns of the weights, which are constant, are the elements of an image, for each
// batch.
bool HasColumnsOf(const LayoutGraph& graph, const ir::Node& reader, const ir::Shape& image) {
  const ir::Tensor& weights = graph.tensor(reader.inputs[1]);
  const bool is_matrix = !graph.HasPermutation(reader.inputs[1]) && weights.dims.rank() == 2 &&
                         weights.quantization.block_size == 0;
  if (!is_matrix || image.rank() < 3 || image.has_unknown()) return false;
  return image.NumElements() == int64_t{image[0]} * weights.dims[1];
}

bool KeepsBatch(const Permutation& permutation, const ir::Shape& image) {
  return permutation.empty() || permutation.front() == 0 || image[0] == 1;
}

// Returns the only reader of a flatten whose result is no output of the graph; -1 if there is none.
int OnlyReaderOf(const LayoutGraph& graph, ir::TensorId id) {
  const std::vector<int>& readers = graph.index.ConsumersOf(id);
  const bool is_result = std::ranges::find(graph.graph->outputs, id) != graph.graph->outputs.end();
  return readers.size() == 1 && !is_result ? readers.front() : -1;
}

}  // namespace

int FindRowReader(const LayoutGraph& graph, int position, const LayoutPair& permutations) {
  const ir::Node& node = graph.graph->nodes[static_cast<size_t>(position)];
  const ir::Shape& image = graph.tensor(node.inputs[0]).dims;
  if (!KeepsBatch(permutations[0], image) || !KeepsBatch(permutations[1], image)) return -1;
  int reader = position;
  if (graph.rules[static_cast<size_t>(position)].kind == LayoutRule::kReshaped) {
    reader = OnlyReaderOf(graph, node.outputs[0]);
    if (reader < 0) return -1;
  }
  const ir::Node& row_reader = graph.graph->nodes[static_cast<size_t>(reader)];
  const bool is_operand = reader == position || row_reader.inputs[0] == node.outputs[0];
  const bool fits = is_operand && ReadsRows(row_reader) && HasColumnsOf(graph, row_reader, image);
  return fits ? reader : -1;
}

}  // namespace litevk
