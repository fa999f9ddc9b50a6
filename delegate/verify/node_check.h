// Checks what a device computed of a partition against kernels_ref, node by node.
//
// Each node's reference is computed from the device's own values of the node's inputs. So errors do not add
// up, and the first wrong node is the first one that departs.
//
// A tensor inside of a dispatch has no value of the device. kernels_ref computes such a tensor. Tensors that
// depend on it have its bound too.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "delegate/verify/departure.h"
#include "runtime/base/status.h"
#include "runtime/opset/kernel.h"
#include "runtime/values/fold.h"

namespace litevk {

// Bytes of tensors, as an interpreter holds them.
using TensorBytes = std::unordered_map<ir::TensorId, std::span<const std::byte>>;

// A run on a device.
struct DeviceRun {
  TensorBytes inputs;      // values before the run; states too
  TensorBytes computed;    // results of dispatches
  TensorBytes states;      // states after the run
  std::set<int> winograd;  // positions of nodes that Winograd's algorithm of floats computed
};

class NodeCheck {
 public:
  // The graph must outlive the check, and its dims are final.
  NodeCheck(const ir::Graph& graph, std::span<const int> positions);

  // Returns the departures of the nodes, in execution order, at most one for each node. Fails if a node's
  // values break its operator's rules.
  Result<std::vector<Departure>> Run(const DeviceRun& run);

 private:
  using Evaluated = std::vector<std::vector<std::byte>>;  // one for each output, then for each state

  // Values that kernels_ref computed of a node, and how far the device may be from it.
  struct Computed {
    Evaluated values;
    std::vector<Reference> outputs;
    NumericBound bound;
    bool is_free = false;  // true if nothing is promised for these inputs
  };

  Status CheckNode(int position, const DeviceRun& run, std::vector<Departure>& departures);
  Result<Computed> Compute(int position, const ref::KernelRow& row, const DeviceRun& run) const;
  std::optional<Departure> Compare(const ir::Node& node, const DeviceRun& run,
                                   const Computed& computed) const;
  void Keep(const ir::Node& node, const DeviceRun& run, Computed computed);
  void Show(const ir::Node& node, const DeviceRun& run);
  Status Load(const ir::Node& node, const DeviceRun& run);
  Result<ref::ConstView> Find(ir::TensorId id) const;
  // Runs the node's kernel on the values at hand, of which `changed` replaces one.
  Result<Evaluated> Evaluate(const ir::Node& node, const ref::KernelRow& row,
                             ir::TensorId changed_id = ir::kAbsent,
                             std::span<const std::byte> changed = {}) const;
  // Adds what the outputs change by where an input is as far off as its slack allows.
  Status AddSlack(const ir::Node& node, const ref::KernelRow& row, const Evaluated& at_hand,
                  std::vector<Reference>& outputs) const;

  const ir::Graph& graph_;
  const std::vector<int> positions_;
  std::unordered_map<ir::TensorId, KnownValue> constants_;
  // Values of the run under way: the device's where it shows them, else the reference.
  std::unordered_map<ir::TensorId, Reference> hidden_;
  std::unordered_map<ir::TensorId, std::vector<std::byte>> states_;
  TensorBytes shown_;
};

}  // namespace litevk
