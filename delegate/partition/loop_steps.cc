#include "delegate/partition/loop_steps.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "delegate/partition/passed_inputs.h"
#include "delegate/verdict/verdict.h"
#include "runtime/ir/graph_index.h"
#include "runtime/values/fold.h"
#include "runtime/values/planned_values.h"

namespace litevk {
namespace {

// A loop variable with a value of one element.
struct Counter {
  size_t position;  // among the node's inputs
  std::vector<std::byte> value;
  ir::Graph body;                       // judged with this variable as the only one that is known
  ir::TensorId input = ir::kAbsent;     // in `body`
  ir::TensorId advanced = ir::kAbsent;  // in `body`; kAbsent: the value stays as it is
};

void Store(const ir::Tensor& like, std::span<const std::byte> value, ir::Tensor& tensor) {
  tensor.dims = like.dims;
  tensor.has_rank = true;
  tensor.constness = ir::Constness::kStored;
  tensor.data = value;
}

bool IsCountable(const ir::Tensor& tensor) {
  return tensor.constness == ir::Constness::kStored && tensor.dims.NumElements() == 1 &&
         tensor.sparsity == nullptr && tensor.ByteCount() == static_cast<int64_t>(tensor.data.size());
}

// Returns the tensors that nodes write and none reads.
std::vector<ir::TensorId> Results(const ir::Graph& graph, const ir::GraphIndex& index) {
  std::vector<ir::TensorId> results;
  for (size_t id = 0; id < graph.tensors.size(); ++id) {
    if (index.producers[id] >= 0 && index.consumers[id].empty()) {
      results.push_back(static_cast<ir::TensorId>(id));
    }
  }
  return results;
}

bool IsDecided(const ir::Tensor& tensor) { return tensor.is_known() || tensor.is_planned(); }

// Returns the bytes of a decided tensor. Takes a copy of the graph, since computing planned tensors changes
// it. Folded values that are kept belong to the first step.
Result<std::vector<std::byte>> Evaluate(ir::Graph graph, ir::TensorId id) {
  for (ir::Tensor& tensor : graph.tensors) tensor.kept = nullptr;
  PlannedValues planned;
  if (graph.tensor(id).is_planned()) LITEVK_RETURN_IF_ERROR(planned.Evaluate(graph, id));
  LITEVK_ASSIGN_OR_RETURN(const KnownValue value, EvaluateKnown(graph, id));
  return std::vector<std::byte>(value.bytes().begin(), value.bytes().end());
}

class Loop {
 public:
  Loop(const ir::Graph& condition, const ir::Graph& body, const gpu::DeviceLimits& limits)
      : condition_(condition),
        condition_index_(condition),
        inputs_(InputsOf(condition, condition_index_)),
        body_(body),
        body_index_(body),
        body_inputs_(InputsOf(body, body_index_)),
        limits_(limits) {}

  // Finds the counters and the result of the condition. Returns true if that is known in each step.
  bool Start(const ir::Graph& caller, const ir::Node& loop) {
    if (loop.inputs.size() != inputs_.size() || inputs_.size() != body_inputs_.size()) return false;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      if (condition_index_.ConsumersOf(inputs_[i]).empty()) continue;
      if (loop.inputs[i] == ir::kAbsent || !AddCounter(i, caller.tensor(loop.inputs[i]))) return false;
    }
    JudgeGraph(condition_, limits_);
    const std::vector<ir::TensorId> results = Results(condition_, condition_index_);
    if (results.size() != 1) return false;
    verdict_ = results[0];
    const ir::Tensor& verdict = condition_.tensor(verdict_);
    return verdict.type == ir::DataType::kBool && IsDecided(verdict) && verdict.dims.NumElements() == 1;
  }

  std::optional<bool> GoesOn() {
    for (const Counter& counter : counters_)
      condition_.tensor(inputs_[counter.position]).data = counter.value;
    const auto value = Evaluate(condition_, verdict_);
    if (!value.ok() || value->size() != 1) return std::nullopt;
    return value->front() != std::byte{0};
  }

  // Returns true if every counter has its next value.
  bool Advance() {
    for (Counter& counter : counters_) {
      if (counter.advanced == ir::kAbsent) continue;
      counter.body.tensor(counter.input).data = counter.value;
      auto value = Evaluate(counter.body, counter.advanced);
      if (!value.ok()) return false;
      counter.value = *std::move(value);
    }
    return true;
  }

 private:
  bool AddCounter(size_t position, const ir::Tensor& first) {
    if (!IsCountable(first)) return false;
    Counter counter = {.position = position, .value = {first.data.begin(), first.data.end()}, .body = body_};
    counter.input = body_inputs_[position];
    Store(first, first.data, condition_.tensor(inputs_[position]));
    Store(first, first.data, counter.body.tensor(counter.input));
    if (!FindAdvanced(first, counter)) return false;
    counters_.push_back(std::move(counter));
    return true;
  }

  bool FindAdvanced(const ir::Tensor& first, Counter& counter) {
    if (body_index_.ConsumersOf(counter.input).empty()) return true;
    JudgeGraph(counter.body, limits_);
    for (const ir::TensorId id : Results(counter.body, body_index_)) {
      const ir::Tensor& result = counter.body.tensor(id);
      if (!IsDecided(result) || result.type != first.type || result.dims != first.dims) continue;
      if (counter.advanced != ir::kAbsent) return false;
      counter.advanced = id;
    }
    return counter.advanced != ir::kAbsent;
  }

  ir::Graph condition_;
  ir::GraphIndex condition_index_;
  std::vector<ir::TensorId> inputs_;  // inputs of the condition
  const ir::Graph& body_;
  ir::GraphIndex body_index_;
  std::vector<ir::TensorId> body_inputs_;
  const gpu::DeviceLimits& limits_;
  std::vector<Counter> counters_;
  ir::TensorId verdict_ = ir::kAbsent;  // in condition_
};

}  // namespace

std::optional<int> LoopSteps(const ir::Graph& caller, const ir::Node& loop, const ir::Graph& condition,
                             const ir::Graph& body, const gpu::DeviceLimits& limits, int most) {
  Loop state(condition, body, limits);
  if (!state.Start(caller, loop)) return std::nullopt;
  for (int step = 0; step <= most; ++step) {
    const std::optional<bool> goes_on = state.GoesOn();
    if (!goes_on.has_value()) return std::nullopt;
    if (!*goes_on) return step;
    if (!state.Advance()) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace litevk
