#include "delegate/verify/node_check.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "runtime/opset/element_value.h"
#include "runtime/opset/run_node.h"

namespace litevk {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

bool HasSomething(const ir::Graph& graph, const ir::Node& node) {
  return std::ranges::any_of(node.outputs, [&](ir::TensorId id) { return graph.tensor(id).is_of_run(); });
}

bool HasNonFinite(const ref::ConstView& view) {
  if (!view.present() || view.type() != ir::DataType::kFloat32) return false;
  for (size_t i = 0; i < view.bytes.size() / sizeof(float); ++i) {
    if (!std::isfinite(ElementValue(view.type(), view.bytes, i))) return true;
  }
  return false;
}

// Returns the tensor's elements, each moved by its slack in one direction.
std::vector<std::byte> Moved(ir::DataType type, const Reference& reference, double direction) {
  std::vector<std::byte> bytes = reference.bytes;
  for (size_t i = 0; i < reference.slack.size(); ++i) {
    const double slack = std::min(reference.slack[i], static_cast<double>(std::numeric_limits<float>::max()));
    if (slack == 0) continue;
    SetElementValue(type, bytes, i, ElementValue(type, bytes, i) + direction * slack);
  }
  return bytes;
}

double DistanceOf(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const double distance = std::abs(a - b);
  return std::isnan(distance) ? kUnbounded : distance;
}

// Adds to `most` the larger of its elements and the distances of two values of the tensor.
void KeepDistances(ir::DataType type, std::span<const std::byte> a, std::span<const std::byte> b,
                   std::vector<double>& most) {
  for (size_t i = 0; i < most.size(); ++i) {
    most[i] = std::max(most[i], DistanceOf(ElementValue(type, a, i), ElementValue(type, b, i)));
  }
}

size_t ElementsOf(ir::DataType type, std::span<const std::byte> bytes) {
  return bytes.size() / static_cast<size_t>(ir::ByteSize(type));
}

// Adds the node's own bound to the slack of a tensor that the device does not show.
void AddOwnBound(ir::DataType type, const NumericBound& bound, Reference& reference) {
  if (type != ir::DataType::kFloat32 || bound == NumericBound()) return;
  reference.slack.resize(ElementsOf(type, reference.bytes));
  for (size_t i = 0; i < reference.slack.size(); ++i) {
    const double value = ElementValue(type, reference.bytes, i);
    if (std::isfinite(value)) reference.slack[i] += bound.For(value);
  }
}

}  // namespace

NodeCheck::NodeCheck(const ir::Graph& graph, std::span<const int> positions)
    : graph_(graph), positions_(positions.begin(), positions.end()) {}

Result<std::vector<Departure>> NodeCheck::Run(const DeviceRun& run) {
  hidden_.clear();
  states_.clear();
  shown_ = run.inputs;
  std::vector<Departure> departures;
  for (const int position : positions_) LITEVK_RETURN_IF_ERROR(CheckNode(position, run, departures));
  return departures;
}

Result<ref::ConstView> NodeCheck::Find(ir::TensorId id) const {
  const ir::Tensor* tensor = &graph_.tensor(id);
  if (const auto state = states_.find(id); state != states_.end())
    return ref::ConstView{tensor, state->second};
  if (const auto shown = shown_.find(id); shown != shown_.end()) return ref::ConstView{tensor, shown->second};
  if (const auto hidden = hidden_.find(id); hidden != hidden_.end()) {
    return ref::ConstView{tensor, hidden->second.bytes};
  }
  if (const auto known = constants_.find(id); known != constants_.end()) {
    return ref::ConstView{tensor, known->second.bytes()};
  }
  return Internal("tensor " + std::to_string(id) + " has no value to check with");
}

// Finds the values of constants, and copies those of states, which the kernel changes.
Status NodeCheck::Load(const ir::Node& node, const DeviceRun& run) {
  for (const ir::TensorId id : node.inputs) {
    if (id == ir::kAbsent) continue;
    const ir::Tensor& tensor = graph_.tensor(id);
    if (tensor.is_known() && !constants_.contains(id)) {
      LITEVK_ASSIGN_OR_RETURN(KnownValue value, EvaluateKnown(graph_, id));
      constants_.emplace(id, std::move(value));
    } else if (tensor.is_variable && !states_.contains(id)) {
      const auto before = run.inputs.find(id);
      if (before == run.inputs.end()) continue;
      states_.emplace(id, std::vector<std::byte>(before->second.begin(), before->second.end()));
    }
  }
  return {};
}

Result<NodeCheck::Evaluated> NodeCheck::Evaluate(const ir::Node& node, const ref::KernelRow& row,
                                                 ir::TensorId changed_id,
                                                 std::span<const std::byte> changed) const {
  auto states = states_;
  const auto find = [&](ir::TensorId id) -> Result<ref::ConstView> {
    if (id == changed_id) return ref::ConstView{&graph_.tensor(id), changed};
    if (const auto state = states.find(id); state != states.end()) {
      return ref::ConstView{&graph_.tensor(id), state->second};
    }
    return Find(id);
  };
  LITEVK_ASSIGN_OR_RETURN(const auto inputs, ref::GatherInputs(node, find));
  Evaluated values;
  std::vector<ref::MutableView> outputs;
  for (const ir::TensorId id : node.outputs) {
    values.emplace_back(static_cast<size_t>(graph_.tensor(id).ByteCount()));
    outputs.push_back({&graph_.tensor(id), values.back()});
  }
  LITEVK_RETURN_IF_ERROR(ref::RunKernel(row, {.params = node.params,
                                              .inputs = inputs,
                                              .outputs = outputs,
                                              .variables = ref::VariablesAmong(inputs),
                                              .intermediates = ir::TensorsOf(graph_, node.intermediates)}));
  for (const ir::TensorId id : node.inputs) {
    if (const auto state = states.find(id); state != states.end()) values.push_back(state->second);
  }
  return values;
}

Status NodeCheck::AddSlack(const ir::Node& node, const ref::KernelRow& row, const Evaluated& at_hand,
                           std::vector<Reference>& outputs) const {
  const std::set<ir::TensorId> inputs(node.inputs.begin(), node.inputs.end());
  for (const ir::TensorId id : inputs) {
    const auto hidden = hidden_.find(id);
    if (hidden == hidden_.end() || hidden->second.slack.empty()) continue;
    const ir::DataType type = *ComparedType(graph_.tensor(id).type);
    std::vector<std::vector<double>> most(outputs.size());
    for (const double direction : {1.0, -1.0}) {
      LITEVK_ASSIGN_OR_RETURN(const Evaluated moved,
                              Evaluate(node, row, id, Moved(type, hidden->second, direction)));
      for (size_t i = 0; i < outputs.size(); ++i) {
        const auto compared = ComparedType(graph_.tensor(node.outputs[i]).type);
        if (!compared) continue;
        most[i].resize(ElementsOf(*compared, at_hand[i]));
        KeepDistances(*compared, at_hand[i], moved[i], most[i]);
      }
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      outputs[i].slack.resize(most[i].size());
      std::ranges::transform(outputs[i].slack, most[i], outputs[i].slack.begin(), std::plus());
    }
  }
  return {};
}

void NodeCheck::Show(const ir::Node& node, const DeviceRun& run) {
  for (const ir::TensorId id : node.outputs) {
    if (const auto shown = run.computed.find(id); shown != run.computed.end()) shown_[id] = shown->second;
  }
}

Status NodeCheck::CheckNode(int position, const DeviceRun& run, std::vector<Departure>& departures) {
  const ir::Node& node = graph_.nodes[static_cast<size_t>(position)];
  if (!HasSomething(graph_, node)) return {};
  // An operator of a user has no reference: its values are taken as they are.
  const ref::KernelRow* const row = node.custom_op == nullptr ? ref::FindKernel(node.op_code) : nullptr;
  if (row != nullptr) {
    LITEVK_RETURN_IF_ERROR(Load(node, run));
    LITEVK_ASSIGN_OR_RETURN(Computed computed, Compute(position, *row, run));
    auto departure = Compare(node, run, computed);
    if (departure && !computed.is_free) {
      departure->position = position;
      departures.push_back(*std::move(departure));
    }
    Keep(node, run, std::move(computed));
  }
  Show(node, run);
  return {};
}

Result<NodeCheck::Computed> NodeCheck::Compute(int position, const ref::KernelRow& row,
                                               const DeviceRun& run) const {
  const ir::Node& node = graph_.nodes[static_cast<size_t>(position)];
  Computed computed;
  LITEVK_ASSIGN_OR_RETURN(const auto inputs,
                          ref::GatherInputs(node, [&](ir::TensorId id) { return Find(id); }));
  LITEVK_ASSIGN_OR_RETURN(computed.values, Evaluate(node, row));
  computed.outputs.resize(node.outputs.size());
  LITEVK_RETURN_IF_ERROR(AddSlack(node, row, computed.values, computed.outputs));
  for (size_t i = 0; i < computed.outputs.size(); ++i) computed.outputs[i].bytes = computed.values[i];
  const bool is_winograd = run.winograd.contains(position);
  computed.bound = DeviceBoundOf(row.info, node.params, inputs, ir::TensorsOf(graph_, node.outputs),
                                 is_winograd ? SumAlgorithm::kWinograd : SumAlgorithm::kDirect);
  // Winograd's algorithm spreads infinities and NaNs over its tiles.
  const bool holds = !is_winograd && HoldsForNonFinite(row.info, ir::TensorsOf(graph_, node.inputs));
  computed.is_free = !holds && std::ranges::any_of(inputs, HasNonFinite);
  return computed;
}

std::optional<Departure> NodeCheck::Compare(const ir::Node& node, const DeviceRun& run,
                                            const Computed& computed) const {
  const auto departure_of = [&](ir::TensorId id, const TensorBytes& found, const Reference& reference) {
    const auto value = found.find(id);
    if (value == found.end()) return std::optional<Departure>();
    auto departure = FindDeparture(graph_.tensor(id), value->second, reference, computed.bound);
    if (departure) departure->tensor = id;
    return departure;
  };
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    auto departure = departure_of(node.outputs[i], run.computed, computed.outputs[i]);
    if (departure) return departure;
  }
  size_t next = node.outputs.size();
  for (const ir::TensorId id : node.inputs) {
    if (!states_.contains(id)) continue;
    auto departure = departure_of(id, run.states, {.bytes = computed.values[next++], .slack = {}});
    if (departure) return departure;
  }
  return std::nullopt;
}

// Keeps the references that later nodes read: of tensors that the device does not show, and of states.
void NodeCheck::Keep(const ir::Node& node, const DeviceRun& run, Computed computed) {
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    const ir::TensorId id = node.outputs[i];
    if (run.computed.contains(id)) continue;
    AddOwnBound(graph_.tensor(id).type, computed.bound, computed.outputs[i]);
    hidden_[id] = std::move(computed.outputs[i]);
  }
  size_t next = node.outputs.size();
  for (const ir::TensorId id : node.inputs) {
    if (const auto state = states_.find(id); state != states_.end()) {
      state->second = std::move(computed.values[next++]);
    }
  }
}

}  // namespace litevk
