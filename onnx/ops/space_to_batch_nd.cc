#include <iterator>

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status SpaceToBatchNd(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> block, node.Known(1));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> paddings, node.Known(2));
  const std::vector<int64_t> dims = WrittenDims(node.input(0).dims, {});
  std::vector<int64_t> pads(2 * dims.size());
  std::vector<int64_t> split = {dims[0]};
  std::vector<int64_t> permutation;
  std::vector<int64_t> positions = {0};
  for (size_t i = 0; i < block.size(); ++i) {
    pads[i + 1] = paddings[2 * i];
    pads[dims.size() + i + 1] = paddings[2 * i + 1];
    permutation.push_back(std::ssize(split) + 1);
    positions.push_back(std::ssize(split));
    split.insert(split.end(), {(dims[i + 1] + paddings[2 * i] + paddings[2 * i + 1]) / block[i], block[i]});
  }
  for (size_t i = block.size() + 1; i < dims.size(); ++i) {
    positions.push_back(std::ssize(split));
    split.push_back(dims[i]);
  }
  permutation.insert(permutation.end(), positions.begin(), positions.end());
  const Name padded = onnx.Pad(node.Read(0, {}), pads, node.ScalarLike(node.input(0), 0));
  const Name blocks = onnx.Transpose(onnx.Reshape(padded, split), permutation);
  node.Write(0, onnx.Reshape(blocks, WrittenDims(node.output(0).dims, {})), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(space_to_batch_nd, .write = SpaceToBatchNd, .types = {.native = kNumeric},
               .dilation = {.block_move = BlockMove::kToBatches})
