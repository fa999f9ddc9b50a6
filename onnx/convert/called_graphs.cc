#include "onnx/convert/called_graphs.h"

#include <utility>

#include "onnx/convert/graph_conversion.h"
#include "onnx/passes/called_dims.h"
#include "onnx/passes/pass.h"
#include "onnx/passes/pass_table.h"
#include "runtime/layout/plan_layouts.h"

namespace litevk::to_onnx {
namespace {

Result<ir::Graph> CalledGraph(const ir::Program& program, int subgraph, const CalledValues& inputs) {
  ir::Graph graph = program.subgraphs[static_cast<size_t>(subgraph)];
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    ir::Tensor& tensor = graph.tensor(graph.inputs[i]);
    if (tensor.type != inputs.tensors[i].type)
      return InvalidArgument("a subgraph takes a value of another type");
    Bind(inputs.tensors[i], tensor);
  }
  return graph;
}

void Add(const std::vector<Refusal>& from, int subgraph, std::vector<Refusal>& to) {
  for (const Refusal& refusal : from) {
    for (const int node : refusal.nodes) {
      AddRefusal(to, refusal.op + " in subgraph " + std::to_string(subgraph), refusal.reason, node);
    }
  }
}

// Adds what the passes over a called subgraph report.
void Add(const PassContext& from, int subgraph, PassContext& to) {
  for (PassRefusal refusal : from.refusals) {
    refusal.op += " in subgraph " + std::to_string(subgraph);
    to.refusals.push_back(std::move(refusal));
  }
  to.dump += from.dump;
}

}  // namespace

Result<CalledValues> CalledGraphs::Write(int subgraph, const CalledValues& inputs, GraphWriter& writer) {
  LITEVK_ASSIGN_OR_RETURN(ir::Graph graph, CalledGraph(passes_.program, subgraph, inputs));
  const std::vector<ir::TensorId> passed = graph.inputs;
  std::erase_if(graph.inputs, [&](ir::TensorId id) { return graph.tensor(id).is_known(); });
  RunDims& run_dims = passes_.preparing.run_dims;
  run_dims.BeginGraph();
  const size_t first_dim = run_dims.dims().size();
  PassContext context = {.program = passes_.program,
                         .main = static_cast<size_t>(subgraph),
                         .options = passes_.options,
                         .preparing = passes_.preparing};
  context.preparing.keeps_counts = false;
  LITEVK_RETURN_IF_ERROR(RunPassesOfCalled(graph, context));
  Add(context, subgraph, passes_);
  const size_t end_of_dims = run_dims.dims().size();
  LITEVK_ASSIGN_OR_RETURN(const LayoutPlan plan, PlanLayouts(graph, {}));
  GraphConversion conversion(graph, plan, settings_, context.states, *this, writer);
  const Result<std::vector<Name>> names = conversion.RunCalled(passed, inputs.names);
  Add(conversion.refusals(), subgraph, refusals_);
  Add(conversion.approximations(), subgraph, approximations_);
  if (!names.ok()) return names.status();
  conversion.TakeAxes(first_dim, end_of_dims, run_dims);
  CalledValues outputs = {.names = *names, .tensors = {}};
  for (const ir::TensorId id : graph.outputs) outputs.tensors.push_back(graph.tensor(id));
  return outputs;
}

}  // namespace litevk::to_onnx
