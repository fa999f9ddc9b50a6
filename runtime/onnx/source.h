// The part of a model file that is converted: one of its subgraphs, and the dims that its inputs are to have.
#pragma once

#include <cstddef>
#include <map>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/model/model.h"
#include "runtime/onnx/convert.h"

namespace litevk::schema {
struct SignatureDef;
}

namespace litevk::to_onnx {

struct Source {
  const Model& model;
  size_t subgraph = 0;
  const schema::SignatureDef* signature = nullptr;  // whose names the edges have; null: there is none
  std::map<ir::TensorId, ir::Shape> given = {};     // the dims that the user gives inputs
};

// Returns the subgraph of the options' signature; without one, the first of the model. Fails where the model
// has no such signature or input, and without a signature where several subgraphs have one.
Result<Source> FindSource(const Model& model, const Options& options);

const schema::SubGraph& SubgraphOf(const Source& source);

}  // namespace litevk::to_onnx
