#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status EmbeddingLookup(NodeWriter& node) {
  node.Write(0, node.onnx().Add("Gather", {node.Read(1, {}), node.ReadStored(0, {})}, {{"axis", int64_t{0}}}),
             {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(embedding_lookup, .write = EmbeddingLookup, .quantization = {.takes_only_floats = true})
