// Passes over a model that is written, and what they share. onnx/passes/written_passes.h has them in order.
#pragma once

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
  std::string_view reason;  // reason for its place in the order
};

// Records that the running pass leaves a match of the written model as it is.
void Refuse(const ::onnx::NodeProto& node, std::string reason, PassContext& context);

}  // namespace litevk::to_onnx
