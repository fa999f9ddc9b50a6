// Items to measure: layers of shape lists and operator cases.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/ops/arguments.h"
#include "bench/ops/op_model.h"

namespace litevk::bench {

// An item to measure. Its model is built when its turn comes: all of them together would not fit
// into memory.
struct Item {
  std::string op;
  std::string source;  // "resnet18:4 resnet50:3" with counts, or "conv_2d/stride_2x1" of a case
  std::string suffix;  // tells cases of equal shapes apart; empty for layers
  int count = 1;       // total count of the layer in all lists
  std::function<Result<OpModel>(const gpu::DeviceLimits&)> make;
};

// Collects the items. Layers that several lists contain are one item. Cases are those that run
// entirely on the device.
Result<std::vector<Item>> CollectItems(const OpBenchArguments& arguments);

// Returns the benchmark's name. For an item whose model cannot be built, that is the operator and
// the suffix.
std::string NameOf(const Item& item, const Result<OpModel>& model);
// Returns the items that `arguments.filter` selects; fails if there are none.
Result<std::vector<Item>> FilterItems(const OpBenchArguments& arguments, const gpu::DeviceLimits& limits,
                                      std::vector<Item> items);

}  // namespace litevk::bench
