#include <iterator>

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status BatchToSpaceNd(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> block, node.Known(1));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> crops, node.Known(2));
  const std::vector<int64_t> dims = WrittenDims(node.input(0).dims, {});
  const std::vector<int64_t> output = WrittenDims(node.output(0).dims, {});
  const auto count = std::ssize(block);
  std::vector<int64_t> split = block;
  split.push_back(output[0]);
  split.insert(split.end(), dims.begin() + 1, dims.end());
  std::vector<int64_t> permutation = {count};
  std::vector<int64_t> whole = {output[0]};
  std::vector<int64_t> starts;
  std::vector<int64_t> ends;
  std::vector<int64_t> axes;
  for (int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<size_t>(i);
    permutation.insert(permutation.end(), {count + 1 + i, i});
    whole.push_back(dims[at + 1] * block[at]);
    starts.push_back(crops[2 * at]);
    ends.push_back(crops[2 * at] + output[at + 1]);
    axes.push_back(i + 1);
  }
  for (int64_t i = count + 1; i < std::ssize(dims); ++i) {
    permutation.push_back(count + i);
    whole.push_back(dims[static_cast<size_t>(i)]);
  }
  const Name image = onnx.Reshape(onnx.Transpose(onnx.Reshape(node.Read(0, {}), split), permutation), whole);
  node.Write(0, whole == output ? image : onnx.Slice(image, starts, ends, axes), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(batch_to_space_nd, .write = BatchToSpaceNd, .dilation = {.block_move = BlockMove::kToSpace})
