#include "tools/run/bisect.h"

#include <utility>

#include "tools/program/progress.h"
#include "tools/run/inputs.h"
#include "tools/run/tolerances.h"

namespace litevk::tools {
namespace {

// Compares a node's outputs. An output without a value on one side, such as an intermediate of a fused
// partition, is skipped.
std::optional<Departure> CompareNode(const Session& actual, const Session& reference, const SessionNode& node,
                                     const Tolerances& tolerances) {
  std::optional<Departure> worst;
  for (const int tensor : node.outputs) {
    const auto expected = reference.Tensor(tensor);
    const auto found = actual.Tensor(tensor);
    if (!expected.ok() || !found.ok()) continue;
    Difference difference = Compare(*found, *expected, tolerances.OfTensor(tensor));
    const bool agrees = difference.agrees;
    if (agrees && worst.has_value() && difference.largest <= worst->difference.largest) continue;
    worst = {node.index, node.op, tensor, reference.TensorName(tensor), std::move(difference)};
    if (!agrees) break;
  }
  return worst;
}

}  // namespace

Result<std::vector<Departure>> CompareNodes(const std::filesystem::path& model, SessionOptions options,
                                            const std::vector<Array>& inputs, const Tolerance& tolerance) {
  options.preserve_all_tensors = true;
  options.enable_profiling = false;
  LITEVK_ASSIGN_OR_RETURN(const auto actual, RunOnce(model, options, inputs));
  options.delegate.clear();
  options.delegate_options.clear();
  LITEVK_ASSIGN_OR_RETURN(const auto reference, RunOnce(model, options, inputs));
  const Tolerances tolerances(model, *reference, tolerance);
  const std::vector<SessionNode> nodes = reference->Nodes();
  Progress progress("comparing nodes", static_cast<int>(nodes.size()));
  std::vector<Departure> departures;
  for (const SessionNode& node : nodes) {
    auto departure = CompareNode(*actual, *reference, node, tolerances);
    if (departure.has_value()) departures.push_back(*std::move(departure));
    progress.Advance();
  }
  return departures;
}

Result<std::optional<Departure>> Bisect(const std::filesystem::path& model, SessionOptions options,
                                        const std::vector<Array>& inputs, const Tolerance& tolerance) {
  LITEVK_ASSIGN_OR_RETURN(std::vector<Departure> nodes,
                          CompareNodes(model, std::move(options), inputs, tolerance));
  for (Departure& departure : nodes) {
    if (!departure.difference.agrees) return std::optional(std::move(departure));
  }
  return std::optional<Departure>();
}

}  // namespace litevk::tools
