#include "onnx/convert/write_model.h"

#include <algorithm>
#include <utility>

#include "onnx.pb.h"
#include "onnx/convert/called_graphs.h"
#include "onnx/convert/graph_conversion.h"
#include "onnx/facts/check_counts.h"
#include "onnx/passes/pass_table.h"
#include "onnx/passes/written_passes.h"
#include "onnx/write/metadata.h"
#include "runtime/base/utf8.h"
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
void WritePermutation(const std::string& name, const Permutation& permutation, ::onnx::ModelProto& model) {
  if (permutation.empty()) return;
  ::onnx::StringStringEntryProto& entry = *model.add_metadata_props();
  entry.set_key("order:" + name);
  for (const int dim : permutation) {
    if (!entry.value().empty()) entry.mutable_value()->append(",");
    entry.mutable_value()->append(std::to_string(dim));
  }
}

void WritePermutations(const ir::Graph& graph, const LayoutPlan& plan, ::onnx::ModelProto& model) {
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    const ir::TensorId id = graph.inputs[i];
    WritePermutation(model.graph().input(static_cast<int>(i)).name(), plan.tensors[static_cast<size_t>(id)],
                     model);
  }
  for (size_t i = 0; i < plan.outputs.size(); ++i) {
    WritePermutation(model.graph().output(static_cast<int>(i)).name(), plan.outputs[i], model);
  }
}

// Records the output with the next value of a state's input: "state:h" is "h_next".
void WriteStates(const std::vector<State>& states, const std::vector<std::pair<Name, Name>>& names,
                 ::onnx::ModelProto& model) {
  for (size_t i = 0; i < names.size(); ++i) {
    const auto& [input, output] = names[i];
    WritePermutation(input, states[i].permutation, model);
    WritePermutation(output, states[i].permutation, model);
    ::onnx::StringStringEntryProto& entry = *model.add_metadata_props();
    entry.set_key("state:" + input);
    entry.set_value(output);
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

void Count(const GraphWriter& writer, Report& report) {
  report.onnx_nodes = writer.node_count();
  report.transposes = writer.CountOf("Transpose");
  report.quantize_nodes = writer.CountOf("QuantizeLinear");
  report.dequantize_nodes = writer.CountOf("DequantizeLinear");
}

// Imports the model's program, with the sizes of a probe.
Result<ModelProgram> ImportProbe(const Source& source, const Probe& probe) {
  LITEVK_ASSIGN_OR_RETURN(ModelProgram imported, ModelProgram::Import(source.model));
  SetProbe(source, probe.dims, probe.number, imported.program().subgraphs[source.subgraph]);
  LITEVK_RETURN_IF_ERROR(CheckCounts(imported.program()));
  return imported;
}

PassOptions PassOptionsOf(const Options& options) {
  return {.folds_quantization = options.folds_quantization,
          .follows_roundings = options.follows_roundings,
          .layouts = options.layouts,
          .has_channels_first_edges = options.has_channels_first_edges,
          .dump_after = options.dump_after};
}

// Runs the passes over the written model and adds its metadata.
void Complete(const Source& source, const GraphConversion& writing, PassContext& context,
              const ir::Graph& graph, ::onnx::ModelProto& model) {
  RunWrittenPasses(*model.mutable_graph(), context);
  WritePermutations(graph, context.plan, model);
  WriteStates(context.states.list(), writing.state_names(), model);
  CarryMetadata(source, model);
}

// Writes a graph that the passes have rewritten.
Status WriteGraph(const Source& source, const Options& options, const Probe& probe, PassContext& context,
                  WrittenModel& written) {
  const ir::Graph& graph = context.program.subgraphs[context.main];
  Report& report = written.report;
  RunDims& run_dims = context.preparing.run_dims;
  const size_t run_dims_end = run_dims.dims().size();
  OpenAxes open_axes(run_dims, probe.open_axes);
  const OpSettings settings = {.opset = options.opset,
                               .folds_float16 = options.folds_float16,
                               .follows_roundings = options.follows_roundings,
                               .size_uses = &written.size_uses,
                               .run_dims = &run_dims,
                               .open_axes = &open_axes};
  WriteHeader(SubgraphOf(source), settings.opset, *written.model);
  CalledGraphs subgraphs(context, settings);
  // The models of other sizes are only compared with the first one.
  const Elements elements = probe.number == 0 ? Elements::kAll : Elements::kDigests;
  GraphWriter writer(*written.model->mutable_graph(), elements);
  GraphConversion writing(graph, context.plan, settings, context.states, subgraphs, writer);
  LITEVK_RETURN_IF_ERROR(writing.Run(options.on_progress));
  report.approximations = Together(writing.approximations(), subgraphs.approximations());
  report.refusals = Together(writing.refusals(), subgraphs.refusals());
  if (report.refusals.empty()) {
    Complete(source, writing, context, graph, *written.model);
    writing.TakeAxes(run_dims.input_count(), run_dims_end, run_dims);
    written.run_axes = run_dims.axes();
  }
  written.asked = open_axes.asked();
  written.has_sides = open_axes.has_sides();
  Count(writer, report);
  return {};
}

}  // namespace

WrittenModel::WrittenModel() : model(std::make_unique<::onnx::ModelProto>()) {}
WrittenModel::~WrittenModel() = default;
WrittenModel::WrittenModel(WrittenModel&&) noexcept = default;
WrittenModel& WrittenModel::operator=(WrittenModel&&) noexcept = default;

Result<WrittenModel> WriteModel(const Source& source, const Options& options, const Probe& probe) {
  LITEVK_ASSIGN_OR_RETURN(ModelProgram imported, ImportProbe(source, probe));
  const ir::Graph& graph = imported.program().subgraphs[source.subgraph];
  WrittenModel written;
  Report& report = written.report;
  report.opset = options.opset;
  report.tflite_nodes = graph.nodes.size();
  RunDims run_dims(probe.dims, probe.number, probe.finds_run_dims);
  const PassOptions pass_options = PassOptionsOf(options);
  PassContext context = {.program = imported.program(),
                         .main = source.subgraph,
                         .options = pass_options,
                         .preparing = {.folds_float16 = options.folds_float16,
                                       .program = &imported.program(),
                                       .size_uses = &written.size_uses,
                                       .run_dims = run_dims,
                                       .keeps_counts = probe.keeps_counts}};
  LITEVK_RETURN_IF_ERROR(RunPasses(imported.program(), context));
  context.states.TakePermutations(context.plan);
  report.added_transposes = CountAdded(graph, context.plan);
  LITEVK_RETURN_IF_ERROR(WriteGraph(source, options, probe, context, written));
  written.dims = run_dims.dims();
  report.pass_refusals = std::move(context.refusals);
  report.dump = std::move(context.dump);
  return written;
}

}  // namespace litevk::to_onnx
