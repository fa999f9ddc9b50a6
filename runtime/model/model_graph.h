// A subgraph of a model file as the delegate would see it, without an interpreter.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/model/model.h"
#include "runtime/tflite/common.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {

class ModelGraph {
 public:
  // Dims are the model file's. Fails where a tensor or options cannot be represented. The model must
  // outlive the result.
  static Result<ModelGraph> Import(const Model& model, const schema::SubGraph& subgraph);

  ir::Graph& graph() { return graph_; }

 private:
  struct Freer {
    void operator()(abi::TfLiteTensor* tensors) const;

    size_t count;  // of the tensors
  };

  Status ImportTensors(const Model& model, const schema::SubGraph& subgraph);
  Status ImportNodes(const Model& model, const schema::SubGraph& subgraph);

  ir::Graph graph_;
  // Own the sparsity that graph_ points to.
  std::unique_ptr<abi::TfLiteTensor[], Freer> tensors_;
};

// All subgraphs of a model file.
class ModelProgram {
 public:
  // Fails as ModelGraph::Import does. The model must outlive the result.
  static Result<ModelProgram> Import(const Model& model);

  ir::Program& program() { return program_; }

 private:
  ir::Program program_;
  std::vector<ModelGraph> owners_;  // of the sparsity that the program points to
};

// By subgraph index: whether the kernel of a node looks at its nodes (OpInfo::reads_called_nodes).
std::vector<bool> FindReadSubgraphs(const Model& model);

}  // namespace litevk
