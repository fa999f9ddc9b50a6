// The part of a model file that is converted: one of its subgraphs, and the dims of its inputs.
#pragma once

#include <cstddef>
#include <map>

#include "onnx/facts/options.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/model/model.h"

namespace litevk::schema {
struct SignatureDef;
}

namespace litevk::to_onnx {

struct Source {
  const Model& model;
  size_t subgraph = 0;
  const schema::SignatureDef* signature = nullptr;  // names the edges; null: there is none
  std::map<ir::TensorId, ir::Shape> given = {};     // dims of inputs that the user states
};

// Returns the subgraph of the options' signature, or the first one without such an option. Fails if the model
// lacks the signature or an input. Also fails if no signature is chosen and several subgraphs have one.
Result<Source> FindSource(const Model& model, const Options& options);

const schema::SubGraph& SubgraphOf(const Source& source);

}  // namespace litevk::to_onnx
