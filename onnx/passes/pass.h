// Passes that rewrite a graph before it is written, and what they share. onnx/passes/pass_table.h has them in
// order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "onnx/facts/pass_refusal.h"
#include "onnx/facts/states.h"
#include "onnx/passes/prepare_options.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/ir/graph_rewriter.h"
#include "runtime/layout/layout_plan.h"
#include "runtime/layout/layout_request.h"

namespace litevk::to_onnx {

struct PassOptions {
  bool folds_quantization = false;  // replace quantized tensors by floats
  bool follows_roundings = false;   // follow TFLite's rounding
  std::vector<NamedLayout> layouts;
  bool has_channels_first_edges = false;
  std::string dump_after;  // pass after which the graph is printed; empty: none
};

// State of the passes over one model.
struct PassContext {
  const ir::Program& program;  // all subgraphs, for passes that look into called ones
  size_t main;                 // the subgraph that becomes the model
  const PassOptions& options;
  PrepareOptions preparing;
  States states = {};
  ComputedValues computed = {};  // bytes of constants that passes have computed
  LayoutPlan plan = {};          // layouts of the main graph, once a pass has chosen them
  std::string_view pass = {};    // name of the running pass
  std::vector<PassRefusal> refusals = {};
  std::string dump = {};  // text of the graphs after the pass that the options name

  // Records that the running pass leaves a match as it is.
  void Refuse(const ir::Node& node, std::string reason);
};

// True if the node has one output. A file may omit it: such a node is refused when it is written.
inline bool HasOneOutput(const ir::Node& node) {
  return node.outputs.size() == 1 && node.outputs.front() != ir::kAbsent;
}

// Graphs that a pass rewrites.
enum class PassScope : uint8_t {
  kProgram,  // each subgraph of the file
  kMain,     // the one that becomes the model
  kWritten,  // that one, and each called subgraph when its caller is written
};

struct Pass {
  std::string_view name;
  Status (*run)(ir::GraphRewriter& rewriter, PassContext& context);
  PassScope scope;
  bool (*applies)(const PassOptions& options);  // null: always
  std::string_view reason;                      // reason for its place in the order
};

}  // namespace litevk::to_onnx
