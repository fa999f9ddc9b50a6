// Finds which subgraph the delegate is asked about, and if a node that calls it looks at its nodes. The
// interpreter calls the delegate's Prepare once per subgraph without saying which.
#pragma once

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/tflite/common.h"

namespace litevk {

struct SubgraphInfo {
  int index = 0;  // in the model; 0, the main one, where it cannot be found
  // The context of subgraph 0, which stands for the interpreter; null if it cannot be found.
  const abi::TfLiteContext* main = nullptr;
  bool is_control_flow_body = false;  // called by a node of any subgraph
  bool nodes_are_read = false;        // the kernel of a node reads them (OpInfo::reads_called_nodes)
  bool is_repeated = false;           // by a loop, or called from what one repeats
  int last_called = 0;                // last of the model's subgraphs that nodes run; 0: none is called
};

// May only be called while the interpreter is inside the delegate's Prepare for `context`.
SubgraphInfo FindSubgraph(abi::TfLiteContext* context);

// Imports a subgraph that a node of the interpreter calls, under the same condition.
Result<ir::Graph> ImportSubgraph(abi::TfLiteContext* context, int index);

}  // namespace litevk
