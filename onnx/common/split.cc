#include "onnx/common/split.h"

namespace litevk::to_onnx {

Status WriteParts(NodeWriter& node, size_t input, int axis) {
  const Permutation& permutation = node.permutation(input);
  const int rank = node.input(input).dims.rank();
  const int own = Moved(axis, {}, rank);
  std::vector<int64_t> sizes;
  sizes.reserve(node.output_count());
  for (size_t i = 0; i < node.output_count(); ++i) sizes.push_back(node.output(i).dims[own]);
  const int64_t written = Moved(axis, permutation, rank);
  const std::vector<Name> parts = node.onnx().AddMany("Split", {node.Read(input), node.onnx().Dims(sizes)},
                                                      {{"axis", written}}, sizes.size());
  for (size_t i = 0; i < parts.size(); ++i) node.Write(i, parts[i], permutation);
  return {};
}

}  // namespace litevk::to_onnx
