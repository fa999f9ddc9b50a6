#include "runtime/interpreter/lifetimes.h"

#include <algorithm>

#include "runtime/model/tensor_data.h"

namespace litevk {

std::vector<Lifetime> FindLifetimes(const LifetimeInputs& graph) {
  std::vector<Lifetime> lifetimes(static_cast<size_t>(graph.tensor_count));
  const auto of = [&](int id) -> Lifetime& { return lifetimes[static_cast<size_t>(id)]; };
  for (const int id : graph.inputs) {
    if (id >= 0) of(id) = {0, kForever};
  }
  for (int position = 0; position < static_cast<int>(graph.plan.size()); ++position) {
    const abi::TfLiteNode& node = *graph.plan[static_cast<size_t>(position)];
    for (const int id : Values(node.inputs)) {
      if (id >= 0 && of(id).is_used()) of(id).last = std::max(of(id).last, position);
    }
    for (const int id : Values(node.outputs)) {
      if (id < 0) continue;
      if (!of(id).is_used()) of(id).first = position;
      of(id).last = std::max(of(id).last, graph.preserve_all ? kForever : position);
    }
  }
  for (const int id : graph.outputs) {
    if (id >= 0 && of(id).is_used()) of(id).last = kForever;
  }
  return lifetimes;
}

}  // namespace litevk
