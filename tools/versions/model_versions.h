// The versions of operators that a model states and needs, node by node, and the runtimes that accept them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "delegate/verdict/verdict.h"
#include "runtime/base/status.h"
#include "runtime/model/model.h"

namespace litevk {

struct NodeVersions {
  int subgraph = 0;
  int index = 0;
  std::string op;           // "CONV_2D"; a custom operator's name
  bool is_brought = false;  // a custom operator that no TensorFlow Lite has: the user's program provides it
  int stated = 1;           // version in the model's operator code
  // The version that the node's types and options need; none for an operator that the project does not know.
  std::optional<int> needed;
  std::string_view runtime_of_stated;  // see RuntimeWith
  std::string_view runtime_of_needed;
  std::string kernel_refusal;  // why our interpreter cannot run the node; empty where it can
  Verdict delegate;            // the verdict of litevk's delegate on a device with only the required features
};

struct ModelVersions {
  std::vector<NodeVersions> nodes;  // sorted by subgraph, then in execution order
  std::string stated_runtime;       // the metadata's min_runtime_version; empty where there is none
  // The earliest TensorFlow Lite that loads every version that the model states, and the earliest that has
  // those which its nodes need. Nodes whose runtime is unknown do not count. Empty where none counts.
  std::string runtime_of_stated;
  std::string runtime_of_needed;

  bool RunsOnOurKernels() const;
};

// Returns the versions of all nodes. Fails if the model cannot be turned into the project's graph.
Result<ModelVersions> ExamineModel(const Model& model);

}  // namespace litevk
