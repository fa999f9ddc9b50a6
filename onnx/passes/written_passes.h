// The passes over the written model, in the order in which they run (docs/design/onnx.md says why they do not
// run on the IR).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "onnx/passes/pass.h"

namespace onnx {
class GraphProto;
class NodeProto;
}  // namespace onnx

namespace litevk::to_onnx {

struct WrittenPass {
  std::string_view name;
  void (*run)(::onnx::GraphProto& graph, PassContext& context);
  std::string_view place;  // reason for its place in the order
};

std::span<const WrittenPass> WrittenPasses();

void RunWrittenPasses(::onnx::GraphProto& graph, PassContext& context);

// Records that the running pass leaves a match of the written model as it is.
void Refuse(const ::onnx::NodeProto& node, std::string reason, PassContext& context);

// Names the nodes by numbers: their results have the tensors' names, which may be long.
void NumberNodes(::onnx::GraphProto& graph, PassContext& context);

}  // namespace litevk::to_onnx
