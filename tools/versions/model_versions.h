// What a model asks of whoever runs it: versions of operators, node by node, and who accepts them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "delegate/partition/verdict.h"
#include "runtime/base/status.h"
#include "runtime/model/model.h"

namespace litevk {

struct NodeVersions {
  int subgraph = 0;
  int index = 0;
  std::string op;           // "CONV_2D"; a custom operator's name
  bool is_brought = false;  // a custom operator that no TensorFlow Lite has: whoever runs the model brings it
  int stated = 1;           // by the model's operator code
  // By the node's types and options; none for an operator that the project does not know.
  std::optional<int> needed;
  std::string_view runtime_of_stated;  // see RuntimeWith
  std::string_view runtime_of_needed;
  std::string kernel_refusal;  // why our interpreter cannot run the node; empty where it can
  Verdict delegate;            // of litevk's delegate on a device that is no better than it must be
};

struct ModelVersions {
  std::vector<NodeVersions> nodes;  // by subgraph, in execution order
  std::string stated_runtime;       // the metadata's min_runtime_version; empty where there is none
  // The earliest TensorFlow Lite that loads every version that the model states, and the earliest that has
  // those which its nodes need. Nodes whose runtime is unknown do not count. Empty where none counts.
  std::string runtime_of_stated;
  std::string runtime_of_needed;

  bool RunsOnOurKernels() const;
};

// Fails where the model has something that no node of ours could be judged by.
Result<ModelVersions> ExamineModel(const Model& model);

}  // namespace litevk
