#include "runtime/onnx/convert.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include "onnx.pb.h"
#include "runtime/base/files.h"
#include "runtime/model/model_graph.h"
#include "runtime/onnx/external_data.h"
#include "runtime/onnx/fold_quantization.h"
#include "runtime/onnx/graph_conversion.h"
#include "runtime/onnx/prepare.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk::to_onnx {
namespace {

// The IR version that came with each opset, which older readers of the opset know.
int IrVersionOf(int opset) {
  if (opset >= 21) return 10;
  if (opset >= 19) return 9;
  return opset >= 15 ? 8 : 7;
}

void WriteHeader(const Model& source, const schema::SubGraph& subgraph, int opset,
                 ::onnx::ModelProto& model) {
  model.set_ir_version(IrVersionOf(opset));
  model.set_producer_name("litevk");
  model.set_producer_version(LITEVK_VERSION);
  if (source.root().description() != nullptr) model.set_doc_string(source.root().description()->str());
  ::onnx::OperatorSetIdProto& set = *model.add_opset_import();
  set.set_version(opset);
  const bool has_name = subgraph.name() != nullptr && subgraph.name()->size() > 0;
  model.mutable_graph()->set_name(has_name ? subgraph.name()->str() : "main");
}

void Count(const GraphWriter& writer, Report& report) {
  report.onnx_nodes = writer.node_count();
  report.transposes = writer.CountOf("Transpose");
  report.quantize_nodes = writer.CountOf("QuantizeLinear");
  report.dequantize_nodes = writer.CountOf("DequantizeLinear");
}

}  // namespace

Conversion::Conversion() = default;
Conversion::~Conversion() = default;
Conversion::Conversion(Conversion&&) noexcept = default;
Conversion& Conversion::operator=(Conversion&&) noexcept = default;

Result<Conversion> Conversion::Run(const Model& model, const Options& options) {
  const schema::SubGraph& subgraph = *model.root().subgraphs()->Get(0);
  LITEVK_ASSIGN_OR_RETURN(ModelGraph imported, ModelGraph::Import(model, subgraph));
  ir::Graph& graph = imported.graph();
  Conversion conversion;
  Report& report = conversion.report_;
  report.tflite_nodes = graph.nodes.size();
  ComputedValues computed;
  LITEVK_RETURN_IF_ERROR(Prepare(graph, computed));
  if (options.folds_quantization) LITEVK_RETURN_IF_ERROR(FoldQuantization(graph, computed));
  LITEVK_ASSIGN_OR_RETURN(const LayoutPlan plan,
                          PlanLayouts(graph, {.named = options.layouts,
                                              .has_channels_first_edges = options.has_channels_first_edges,
                                              .keeps_own_order = {}}));
  conversion.has_external_data_ = options.has_external_data;
  const OpSettings settings = {.opset = options.opset};
  conversion.model_ = std::make_unique<::onnx::ModelProto>();
  WriteHeader(model, subgraph, settings.opset, *conversion.model_);
  GraphConversion writing(graph, plan, settings, *conversion.model_->mutable_graph());
  LITEVK_RETURN_IF_ERROR(writing.Run());
  report.opset = settings.opset;
  report.refusals = writing.refusals();
  Count(writing.writer(), report);
  return conversion;
}

Status Conversion::Write(const std::string& path) const {
  if (has_external_data_ || !FitsInOneFile(*model_)) return WriteWithExternalData(*model_, path);
  std::string bytes;
  model_->SerializeToString(&bytes);
  return WriteFileAtomically(path, bytes);
}

std::string RefusalText(const std::vector<Refusal>& refusals) {
  std::string text;
  for (const Refusal& refusal : refusals) {
    text += (text.empty() ? "" : "\n") + refusal.op + " (" + std::to_string(refusal.nodes.size()) +
            (refusal.nodes.size() == 1 ? " node: " : " nodes: ");
    for (size_t i = 0; i < std::min<size_t>(refusal.nodes.size(), 8); ++i) {
      text += (i == 0 ? "" : ", ") + std::to_string(refusal.nodes[i]);
    }
    text += (refusal.nodes.size() > 8 ? ", ...): " : "): ") + refusal.reason;
  }
  return text;
}

}  // namespace litevk::to_onnx
