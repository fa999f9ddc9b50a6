#include "onnx/passes/written_passes.h"

#include <array>
#include <string>

#include "onnx.pb.h"
#include "onnx/passes/float_matmuls.h"
#include "onnx/passes/fold_pads.h"
#include "runtime/base/printable.h"

namespace litevk::to_onnx {
namespace {

constexpr std::array kPasses = {
    WrittenPass{"fold_pads", FoldPads,
                "behind writing: operators of many kinds write a Pad or a Conv, and values have their names"},
    WrittenPass{"keep_float_matmuls", KeepFloatMatmuls,
                "behind fold_pads, which removes pairs of QuantizeLinear and DequantizeLinear"},
    WrittenPass{"number_nodes", NumberNodes, "last: the numbers are those of the nodes that are left"},
};

template <typename Names>
void AddNames(const Names& names, std::string& text) {
  text += "(";
  for (int i = 0; i < names.size(); ++i) {
    if (i > 0) text += ", ";
    text += names[i].empty() ? "-" : Printable(names[i]);
  }
  text += ")";
}

// Returns a line for each node: "12 Conv (image, filter) -> (out)". Inner graphs are left out.
std::string TextOf(const ::onnx::GraphProto& graph) {
  std::string text = "graph '" + Printable(graph.name()) + "'\n";
  for (int i = 0; i < graph.node_size(); ++i) {
    const ::onnx::NodeProto& node = graph.node(i);
    text += std::to_string(i) + " " + node.op_type() + " ";
    AddNames(node.input(), text);
    text += " -> ";
    AddNames(node.output(), text);
    text += "\n";
  }
  return text;
}

}  // namespace

std::span<const WrittenPass> WrittenPasses() { return kPasses; }

void RunWrittenPasses(::onnx::GraphProto& graph, PassContext& context) {
  for (const WrittenPass& pass : kPasses) {
    context.pass = pass.name;
    pass.run(graph, context);
    if (context.options.dump_after == pass.name) context.dump += TextOf(graph);
  }
}

void NumberNodes(::onnx::GraphProto& graph, PassContext& /*context*/) {
  int count = 0;
  for (::onnx::NodeProto& node : *graph.mutable_node()) {
    node.set_name(node.op_type() + "_" + std::to_string(count++));
  }
}

}  // namespace litevk::to_onnx
