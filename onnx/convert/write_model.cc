#include "onnx/convert/write_model.h"

#include <algorithm>
#include <utility>

#include "onnx.pb.h"
#include "onnx/convert/called_graphs.h"
#include "onnx/convert/graph_conversion.h"
#include "onnx/facts/check_counts.h"
#include "onnx/passes/absent_outputs.h"
#include "onnx/passes/float_products.h"
#include "onnx/passes/fold_biases.h"
#include "onnx/passes/fold_pads.h"
#include "onnx/passes/fold_quantization.h"
#include "onnx/passes/inline_calls.h"
#include "onnx/passes/join_dilation.h"
#include "onnx/passes/join_items.h"
#include "onnx/passes/join_rows.h"
#include "onnx/passes/prepare.h"
#include "onnx/passes/wide_factors.h"
#include "onnx/write/metadata.h"
#include "runtime/base/utf8.h"
#include "runtime/layout/plan_layouts.h"
#include "runtime/layout/transpose_reason.h"
#include "runtime/model/model_graph.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk::to_onnx {
namespace {

// Returns the IR version that appeared with each opset, which older readers of the opset know.
int IrVersionOf(int opset) {
  if (opset >= 21) return 10;
  if (opset >= 19) return 9;
  return opset >= 15 ? 8 : 7;
}

void WriteHeader(const schema::SubGraph& subgraph, int opset, ::onnx::ModelProto& model) {
  model.set_ir_version(IrVersionOf(opset));
  model.set_producer_name("litevk");
  model.set_producer_version(LITEVK_VERSION);
  ::onnx::OperatorSetIdProto& set = *model.add_opset_import();
  set.set_version(opset);
  const bool has_name = subgraph.name() != nullptr && subgraph.name()->size() > 0;
  model.mutable_graph()->set_name(has_name ? ValidUtf8(subgraph.name()->string_view()) : "main");
}

// Records the layout of an edge if it is not TFLite's: "order:image" is "0,3,1,2".
void WriteOrder(const std::string& name, const Order& order, ::onnx::ModelProto& model) {
  if (order.empty()) return;
  ::onnx::StringStringEntryProto& entry = *model.add_metadata_props();
  entry.set_key("order:" + name);
  for (const int dim : order) {
    if (!entry.value().empty()) entry.mutable_value()->append(",");
    entry.mutable_value()->append(std::to_string(dim));
  }
}

void WriteOrders(const ir::Graph& graph, const LayoutPlan& plan, ::onnx::ModelProto& model) {
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    const ir::TensorId id = graph.inputs[i];
    WriteOrder(model.graph().input(static_cast<int>(i)).name(), plan.tensors[static_cast<size_t>(id)], model);
  }
  for (size_t i = 0; i < plan.outputs.size(); ++i) {
    WriteOrder(model.graph().output(static_cast<int>(i)).name(), plan.outputs[i], model);
  }
}

// Records the output with the next value of a state's input: "state:h" is "h_next".
void WriteStates(const std::vector<State>& states, const std::vector<std::pair<Name, Name>>& names,
                 ::onnx::ModelProto& model) {
  for (size_t i = 0; i < names.size(); ++i) {
    const auto& [input, output] = names[i];
    WriteOrder(input, states[i].order, model);
    WriteOrder(output, states[i].order, model);
    ::onnx::StringStringEntryProto& entry = *model.add_metadata_props();
    entry.set_key("state:" + input);
    entry.set_value(output);
  }
}

// Names the nodes by numbers: their results have the tensors' names, which may be long.
void NumberNodes(::onnx::GraphProto& graph) {
  int count = 0;
  for (::onnx::NodeProto& node : *graph.mutable_node()) {
    node.set_name(node.op_type() + "_" + std::to_string(count++));
  }
}

std::vector<TransposeCount> CountAdded(const ir::Graph& graph, const LayoutPlan& plan) {
  std::vector<TransposeCount> counts;
  for (const PlannedTranspose& transpose : plan.transposes) {
    if (transpose.elements == 0) continue;
    const std::string reason = ReasonFor(graph, transpose);
    auto found = std::ranges::find(counts, reason, &TransposeCount::reason);
    if (found == counts.end()) found = counts.insert(found, {reason, 0});
    ++found->count;
  }
  return counts;
}

std::vector<Refusal> Together(std::vector<Refusal> first, const std::vector<Refusal>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Result<LayoutPlan> Plan(const Options& options, const States& states, ir::Graph& graph) {
  LayoutRequest request = {.named = options.layouts,
                           .has_channels_first_edges = options.has_channels_first_edges};
  states.AddTo(request);
  Result<LayoutPlan> plan = PlanLayouts(graph, request);
  const bool is_old = plan.ok() && JoinRows(*plan, request.named, graph);
  return is_old ? PlanLayouts(graph, request) : std::move(plan);
}

void Count(const GraphWriter& writer, Report& report) {
  report.onnx_nodes = writer.node_count();
  report.transposes = writer.CountOf("Transpose");
  report.quantize_nodes = writer.CountOf("QuantizeLinear");
  report.dequantize_nodes = writer.CountOf("DequantizeLinear");
}

}  // namespace

WrittenModel::WrittenModel() : model(std::make_unique<::onnx::ModelProto>()) {}
WrittenModel::~WrittenModel() = default;
WrittenModel::WrittenModel(WrittenModel&&) noexcept = default;
WrittenModel& WrittenModel::operator=(WrittenModel&&) noexcept = default;

Result<WrittenModel> WriteModel(const Source& source, const Options& options, const Probe& probe) {
  LITEVK_ASSIGN_OR_RETURN(ModelProgram imported, ModelProgram::Import(source.model));
  ir::Graph& graph = imported.program().subgraphs[source.subgraph];
  SetProbe(source, probe.dims, probe.number, graph);
  WrittenModel written;
  Report& report = written.report;
  report.tflite_nodes = graph.nodes.size();
  LITEVK_RETURN_IF_ERROR(CheckCounts(imported.program()));
  AddAbsentOutputs(imported.program());
  InlineCalls(imported.program());
  for (ir::Graph& each : imported.program().subgraphs) JoinItems(each);
  LITEVK_ASSIGN_OR_RETURN(States states, States::Extract(imported.program(), source.subgraph));
  if (!probe.dims.empty() && !states.list().empty()) {
    return Unsupported("the values that it keeps from run to run have fixed dims");
  }
  ComputedValues computed;
  RunDims run_dims(probe.dims, probe.number, probe.finds_run_dims);
  const PrepareOptions preparing = {.folds_halves = options.folds_halves,
                                    .program = &imported.program(),
                                    .size_uses = &written.size_uses,
                                    .run_dims = run_dims,
                                    .keeps_counts = probe.keeps_counts};
  LITEVK_RETURN_IF_ERROR(Prepare(graph, preparing, computed));
  JoinDilation(graph);
  if (options.folds_quantization) {
    LITEVK_RETURN_IF_ERROR(FoldQuantization(graph, states, computed));
    // Nodes of unsupported types may have become float nodes, whose dims are not inferred yet.
    LITEVK_RETURN_IF_ERROR(Prepare(graph, preparing, computed));
  }
  FoldBiases(graph);
  if (!options.follows_roundings) TakeWideFactors(graph);
  LITEVK_ASSIGN_OR_RETURN(const LayoutPlan plan, Plan(options, states, graph));
  states.TakeOrders(plan);
  report.added_transposes = CountAdded(graph, plan);
  const size_t run_dims_end = run_dims.dims().size();
  OpenAxes open_axes(run_dims, probe.open_axes);
  const OpSettings settings = {.opset = options.opset,
                               .folds_halves = options.folds_halves,
                               .follows_roundings = options.follows_roundings,
                               .size_uses = &written.size_uses,
                               .run_dims = &run_dims,
                               .open_axes = &open_axes};
  WriteHeader(SubgraphOf(source), settings.opset, *written.model);
  CalledGraphs subgraphs(imported.program(), settings);
  // The models of other sizes are only compared with the first one.
  const Elements elements = probe.number == 0 ? Elements::kAll : Elements::kDigests;
  GraphWriter writer(*written.model->mutable_graph(), elements);
  GraphConversion writing(graph, plan, settings, states, subgraphs, writer);
  LITEVK_RETURN_IF_ERROR(writing.Run(options.on_progress));
  report.opset = settings.opset;
  report.approximations = Together(writing.approximations(), subgraphs.approximations());
  report.refusals = Together(writing.refusals(), subgraphs.refusals());
  if (report.refusals.empty()) {
    FoldPads(*written.model->mutable_graph());
    KeepFloatProducts(*written.model->mutable_graph());
    NumberNodes(*written.model->mutable_graph());
    WriteOrders(graph, plan, *written.model);
    WriteStates(states.list(), writing.state_names(), *written.model);
    CarryMetadata(source, *written.model);
    writing.TakePlaces(run_dims.input_count(), run_dims_end, run_dims);
    written.run_places = run_dims.places();
  }
  written.asked = open_axes.asked();
  written.has_sides = open_axes.has_sides();
  written.dims = run_dims.dims();
  Count(writer, report);
  return written;
}

}  // namespace litevk::to_onnx
