#include "delegate/engine/verifying_program.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "delegate/engine/current_device.h"
#include "delegate/engine/departure_text.h"
#include "delegate/engine/gpu_program.h"
#include "delegate/engine/trace.h"
#include "runtime/base/elements.h"
#include "runtime/platform/guard.h"

namespace litevk {
namespace {

// Rounds of switching off and trying again, each of which finds all nodes that are wrong at once.
constexpr int kMostRounds = 16;

using Values = std::vector<std::vector<std::byte>>;

class VerifyingProgram : public Program {
 public:
  VerifyingProgram(const JudgedGraph& judged, const Partition& partition, const Engine& engine,
                   std::unique_ptr<Program> program, MakeWithout make_without)
      : judged_(judged),
        partition_(partition),
        engine_(engine),
        program_(std::move(program)),
        make_without_(std::move(make_without)) {}

  void ReportUse() override { program_->ReportUse(); }

  Status Run(TensorLocations inputs, TensorLocations outputs) override {
    const bool is_due = checks_itself_ && engine_.options.verify.IsDue(runs_++);
    if (!is_due) return program_->Run(inputs, outputs);
    Values before;
    before.reserve(inputs.size());
    for (const TensorLocation& input : inputs) before.emplace_back(input.bytes.begin(), input.bytes.end());
    LITEVK_RETURN_IF_ERROR(RunOrLeave(before, inputs, outputs));
    for (int round = 0; checks_itself_; ++round) {
      LITEVK_ASSIGN_OR_RETURN(const bool is_right, IsRight(before, outputs));
      if (is_right) break;
      is_on_cpu_ = is_on_cpu_ || round == kMostRounds;
      LITEVK_RETURN_IF_ERROR(Remake());
      Restore(before, inputs);
      LITEVK_RETURN_IF_ERROR(RunOrLeave(before, inputs, outputs));
    }
    if (engine_.options.verify.every == 0) trace_.reset();
    return {};
  }

 private:
  // Runs the program. Leaves the device if it finds that the values break an operator's rules, and
  // kernels_ref does not.
  Status RunOrLeave(const Values& before, TensorLocations inputs, TensorLocations outputs) {
    Status status = program_->Run(inputs, outputs);
    if (status.code() != StatusCode::kInvalidArgument || is_on_cpu_) return status;
    Restore(before, inputs);
    auto reference = MakeReferenceProgram(judged_.graph, partition_);
    if (!reference.ok() || !(*reference)->Run(inputs, outputs).ok()) return status;
    const std::string told = Head() + status.message() + ", which is not so on the CPU";
    if (engine_.options.strict) return Internal(told);
    LeaveDevice(told);
    return Remake();
  }

  // Sends the partition to the CPU, when it is made anew.
  void LeaveDevice(const std::string& told) {
    engine_.logger.Warning(told + "; the partition runs on the CPU");
    engine_.report->AddSwitchedOff({.subgraph = partition_.subgraph,
                                    .partition = partition_.index,
                                    .node = judged_.Node(partition_.positions.front()).index,
                                    .what = "the device",
                                    .why = told});
    is_on_cpu_ = true;
  }

  // Gives states the values that they had before the run.
  void Restore(const Values& before, TensorLocations inputs) const {
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (judged_.graph.tensor(partition_.inputs[i]).is_variable) CopyBytes(before[i], inputs[i].bytes);
    }
  }

  // Returns true if the results are right, or could not be checked. Switches off the kernels that are wrong.
  Result<bool> IsRight(const Values& before, TensorLocations outputs) {
    auto checked = GuardStatus([&] { return CheckNodes(before); });
    if (!checked.ok()) {
      LITEVK_RETURN_IF_ERROR(engine_.device->Get()->Usable());
      partition_.warnings->Once(engine_.logger, "verify",
                                Head() + "could not be checked: " + checked.status().message());
      return true;
    }
    if (checked->empty()) return OutputsAreRight(outputs);
    std::string told = Head() + TextOf(judged_.graph, checked->front(), *trace_, *engine_.device->Get());
    if (checked->size() > 1) told += "; " + std::to_string(checked->size() - 1) + " more nodes are wrong";
    if (engine_.options.strict) return Internal(told);
    engine_.logger.Warning(told + "; it is computed otherwise from now on");
    for (const Departure& departure : *checked) SwitchOff(departure);
    return false;
  }

  std::string Head() const { return "verify: partition " + std::to_string(partition_.index) + ": "; }

  Result<std::vector<Departure>> CheckNodes(const Values& before) {
    if (trace_ == nullptr) {
      LITEVK_ASSIGN_OR_RETURN(trace_, Trace::Make(judged_, partition_, engine_));
    }
    LITEVK_ASSIGN_OR_RETURN(run_, trace_->Run(before));
    if (!check_) check_.emplace(judged_.graph, partition_.positions);
    return check_->Run(run_);
  }

  // Compares the program's own outputs with those of the trace, whose nodes are right. They differ in bits
  // only where a tensor that is kept is computed by another shader, as one outside of a strided view is.
  Result<bool> OutputsAreRight(TensorLocations outputs) {
    for (size_t i = 0; i < outputs.size(); ++i) {
      const ir::TensorId id = partition_.outputs[i];
      const auto departure = WholeDeparture(judged_.graph.tensor(id), outputs[i].bytes, run_.computed.at(id));
      if (!departure) continue;
      const std::string told = Head() + TensorText(judged_.graph, id) + " " + departure->ToString() +
                               ", although each node is right where its result is kept";
      if (engine_.options.strict) return Internal(told);
      LeaveDevice(told);
      return false;
    }
    return true;
  }

  // Switches off the algorithm of the wrong node; where there is no other one, what is fused with it; and
  // where nothing is, the device.
  void SwitchOff(const Departure& departure) {
    const FusedNode* fused = trace_->DispatchOf(departure.position);
    std::vector<int> nodes = {departure.position};
    if (fused != nullptr) {
      nodes = fused->fused_positions;
      nodes.push_back(fused->position);
    }
    const std::string what =
        SwitchOffKernel(fused, nodes, TextOf(judged_.graph, departure, *trace_, *engine_.device->Get()));
    engine_.report->AddSwitchedOff({.subgraph = partition_.subgraph,
                                    .partition = partition_.index,
                                    .node = judged_.Node(departure.position).index,
                                    .what = what,
                                    .why = departure.ToString()});
  }

  std::string SwitchOffKernel(const FusedNode* fused, const std::vector<int>& nodes, const std::string& why) {
    SwitchedOff& off = SwitchedOffOn(engine_);
    const ChoicePoint* choice = fused == nullptr ? nullptr : trace_->ChoiceOf(*fused);
    if (choice != nullptr) {
      const std::set<std::string> names = SameAlgorithm(*choice);
      if (names.size() < choice->alternatives.size() && off.AddAlternatives(choice->key, names) &&
          HasOther(*choice, off.Avoided())) {
        return "the algorithm " + choice->alternatives[choice->taken];
      }
    }
    bool is_new = false;
    for (const int position : nodes) {
      is_new = (nodes.size() > 1 && off.AddApart(KeyOf(position))) || is_new;
    }
    if (is_new) return "fusion";
    for (const int position : nodes) off.AddOnCpu(KeyOf(position), why);
    return "the device";
  }

  // Returns the alternatives whose names begin as the taken one's does: they are the same shader, with other
  // numbers.
  static std::set<std::string> SameAlgorithm(const ChoicePoint& choice) {
    const auto stem = [](const std::string& name) {
      return name.substr(0, name.find_first_of("0123456789"));
    };
    std::set<std::string> names;
    for (const std::string& name : choice.alternatives) {
      if (stem(name) == stem(choice.alternatives[choice.taken])) names.insert(name);
    }
    return names;
  }

  static bool HasOther(const ChoicePoint& choice, const AvoidedAlternatives& avoided) {
    const std::set<std::string>& names = avoided.at(choice.key);
    return std::ranges::any_of(choice.alternatives,
                               [&](const std::string& name) { return !names.contains(name); });
  }

  std::string KeyOf(int position) const { return KernelKeyOf(judged_.graph, judged_.Node(position)); }

  // Makes the program without what is switched off. Its parts check themselves if some nodes run on the CPU.
  Status Remake() {
    program_->ReportUse();
    program_.reset();
    trace_.reset();
    if (is_on_cpu_) {
      checks_itself_ = false;
      LITEVK_ASSIGN_OR_RETURN(program_, MakeCpuProgram(judged_.graph, partition_));
      return {};
    }
    std::vector<RefusedNode> refused;
    auto program = MakeGpuProgram(judged_, partition_, engine_, &refused);
    if (refused.empty()) {
      LITEVK_RETURN_IF_ERROR(program.status());
      program_ = std::move(*program);
      return {};
    }
    checks_itself_ = false;
    LITEVK_ASSIGN_OR_RETURN(program_, make_without_(refused));
    return {};
  }

  const JudgedGraph judged_;
  const Partition& partition_;
  const Engine& engine_;
  std::unique_ptr<Program> program_;
  const MakeWithout make_without_;
  std::unique_ptr<Trace> trace_;
  std::optional<NodeCheck> check_;
  DeviceRun run_;  // the last run of the trace
  int64_t runs_ = 0;
  bool checks_itself_ = true;  // false once the program's parts do, or there is nothing to check
  bool is_on_cpu_ = false;
};

}  // namespace

std::unique_ptr<Program> MakeVerifyingProgram(const JudgedGraph& judged, const Partition& partition,
                                              const Engine& engine, std::unique_ptr<Program> program,
                                              MakeWithout make_without) {
  return std::make_unique<VerifyingProgram>(judged, partition, engine, std::move(program),
                                            std::move(make_without));
}

}  // namespace litevk
