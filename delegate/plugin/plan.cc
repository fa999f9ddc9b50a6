#include "delegate/plugin/plan.h"

#include <utility>

#include "delegate/partition/op_names.h"
#include "delegate/partition/verdict.h"
#include "delegate/plugin/gpu_program.h"

namespace litevk {

Result<std::unique_ptr<Plan>> Plan::Create(const ir::Graph& graph, const Partition& partition,
                                           const std::vector<ir::Shape>& shapes, const Engine& engine) {
  std::unique_ptr<Plan> plan(new Plan(graph, partition, engine));
  std::string unsupported;
  LITEVK_RETURN_IF_ERROR(plan->SetShapes(shapes, &unsupported));
  LITEVK_RETURN_IF_ERROR(plan->EvaluateConstants());
  if (!partition.outputs.empty()) {
    LITEVK_RETURN_IF_ERROR(plan->MakeProgram(unsupported));
  }
  return plan;
}

Status Plan::SetShapes(const std::vector<ir::Shape>& shapes, std::string* unsupported) {
  for (size_t i = 0; i < shapes.size(); ++i) graph_.tensor(partition_.inputs[i]).dims = shapes[i];
  for (const int position : partition_.positions) {
    const ir::Node& node = graph_.nodes[static_cast<size_t>(position)];
    if (InputsAreKnown(graph_, node)) continue;
    const Verdict verdict = JudgeNode(graph_, node, engine_.limits);
    if (verdict.supported()) continue;
    const std::string message = OpName(node) + " node " + std::to_string(node.index) + ": " + verdict.reason;
    if (verdict.code == ReasonCode::kShape) return InvalidArgument(message);
    if (unsupported->empty()) *unsupported = message;
  }
  return {};
}

Status Plan::EvaluateConstants() {
  for (const ir::TensorId id : partition_.constants) {
    LITEVK_ASSIGN_OR_RETURN(KnownValue value, EvaluateKnown(graph_, id));
    constants_.push_back(std::move(value));
  }
  return {};
}

Status Plan::MakeProgram(const std::string& unsupported) {
  if (!unsupported.empty()) return FallBack("cannot run in the new shapes: " + unsupported);
  if (engine_.device == nullptr) {
    LITEVK_ASSIGN_OR_RETURN(program_, MakeReferenceProgram(graph_, partition_));
    return {};
  }
  auto program = MakeGpuProgram(graph_, partition_, engine_);
  if (!program.ok()) return FallBack("could not be built: " + program.status().message());
  program_ = std::move(*program);
  on_device_ = true;
  return {};
}

Status Plan::FallBack(const std::string& why) {
  const std::string message = "partition " + std::to_string(partition_.index) + " " + why;
  if (engine_.options.strict) return Unavailable(message + "; the option strict forbids the CPU");
  engine_.logger.Warning(message + "; it runs on the CPU reference kernels");
  on_device_ = false;
  program_.reset();
  LITEVK_ASSIGN_OR_RETURN(program_, MakeReferenceProgram(graph_, partition_));
  return {};
}

Status Plan::Run(InputBytes inputs, OutputBytes outputs) {
  if (program_ == nullptr) return {};
  Status status = program_->Run(inputs, outputs);
  if (status.ok() || !on_device_) return status;
  LITEVK_RETURN_IF_ERROR(FallBack("failed to run: " + status.message()));
  return program_->Run(inputs, outputs);
}

}  // namespace litevk
