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
  // Imports with the dims of the model file. Fails if a tensor or options cannot be represented. The model
  // must outlive the result.
  static Result<ModelGraph> Import(const Model& model, const schema::SubGraph& subgraph);

  ir::Graph& graph() { return graph_; }

 private:
  struct Freer {
    void operator()(abi::TfLiteTensor* tensors) const;

    size_t count;  // number of tensors
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
  // Fails like ModelGraph::Import. The model must outlive the result.
  static Result<ModelProgram> Import(const Model& model);

  ir::Program& program() { return program_; }

 private:
  ir::Program program_;
  std::vector<ModelGraph> owners_;  // own the sparsity that the program points to
};

// Returns for each subgraph if the kernel of a node inspects its nodes (OpInfo::reads_called_nodes).
std::vector<bool> FindReadSubgraphs(const Model& model);

}  // namespace litevk
