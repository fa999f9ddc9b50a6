// Operator cases: a delegate that claims nothing captures their graphs from our interpreter.
#include <algorithm>

#include "bench/capture/graph_capture.h"
#include "bench/ops/op_model.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/interpreter/subgraph.h"

namespace litevk::bench {
namespace {

struct Interpreted {
  std::shared_ptr<const Model> model;
  std::unique_ptr<Interpreter> interpreter;
};

Result<std::shared_ptr<Interpreted>> Load(const tools::OpCase& op_case, std::vector<tools::Array>& inputs) {
  auto loaded = std::make_shared<Interpreted>();
  LITEVK_ASSIGN_OR_RETURN(loaded->model, Model::FromFile((op_case.folder / "model.tflite").string()));
  LITEVK_ASSIGN_OR_RETURN(loaded->interpreter,
                          Interpreter::Create(loaded->model, BuiltinOps(), {.report_error = [](auto) {}}));
  LITEVK_ASSIGN_OR_RETURN(inputs, tools::ReadNpyFolder(op_case.folder / "run0", "input"));
  for (size_t i = 0; i < inputs.size(); ++i) {
    LITEVK_RETURN_IF_ERROR(loaded->interpreter->ResizeInput(static_cast<int>(i), inputs[i].dims));
  }
  return loaded;
}

}  // namespace

Result<OpModel> LoadCaseModel(const tools::OpCase& op_case, const gpu::DeviceLimits& limits) {
  std::vector<tools::Array> inputs;
  LITEVK_ASSIGN_OR_RETURN(const auto loaded, Load(op_case, inputs));
  OpModel model;
  LITEVK_ASSIGN_OR_RETURN(model.graph, CaptureGraph(*loaded->interpreter));
  const Subgraph& primary = loaded->interpreter->primary();
  LITEVK_RETURN_IF_ERROR(JudgeModel(model, primary.outputs(), limits));
  for (const ir::TensorId id : model.partition.inputs) {
    const auto found = std::ranges::find(primary.inputs(), id);
    if (found == primary.inputs().end()) return Unsupported("reads a tensor that nothing writes");
    model.inputs.push_back(inputs[static_cast<size_t>(found - primary.inputs().begin())]);
  }
  LITEVK_ASSIGN_OR_RETURN(const auto outputs, tools::ReadNpyFolder(op_case.folder / "run0", "output"));
  for (const ir::TensorId id : model.partition.outputs) {
    const auto position = std::ranges::find(primary.outputs(), id) - primary.outputs().begin();
    model.expected.push_back(outputs[static_cast<size_t>(position)]);
  }
  model.tolerance = op_case.tolerances.front();
  model.storage = loaded;
  return model;
}

}  // namespace litevk::bench
