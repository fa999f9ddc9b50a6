#include "kernels_cpu/elementwise/table16.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "kernels_cpu/elementwise/values_node.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// Operations for each value.
constexpr int64_t kOperations = 2;

class Table16 : public PreparedKernel {
 public:
  // `results` are indexed by the bits of the value.
  explicit Table16(std::vector<int16_t> results) : results_(std::move(results)) {}

  Status Run(const ref::KernelArgs& args) const override {
    const auto* const from = args.inputs[0].data<uint16_t>();
    auto* const to = args.outputs[0].data<int16_t>();
    ParallelRanges(args.outputs[0].dims().NumElements(), kOperations, [&](int64_t first, int64_t end) {
      std::transform(from + first, from + end, to + first, [&](uint16_t value) { return results_[value]; });
    });
    return {};
  }

 private:
  std::vector<int16_t> results_;
};

}  // namespace

bool PaysForTable16(const ref::PreparedNode& node) {
  const ir::Shape& dims = node.inputs[0]->dims;
  return !dims.has_unknown() && dims.NumElements() >= kValuesOfInt16;
}

std::unique_ptr<PreparedKernel> PrepareTable16(const ref::KernelRow& row, const ref::PreparedNode& node) {
  if (node.inputs[0]->type != ir::DataType::kInt16 || !PaysForTable16(node)) return nullptr;
  std::vector<uint16_t> values(kValuesOfInt16);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<uint16_t>(i);
  std::vector<int16_t> results(kValuesOfInt16);
  const bool all_taken =
      ValuesNode(node, kValuesOfInt16)
          .Run(row, ref::FunctionFor(row, node.inputs, node.outputs), std::as_bytes(std::span(values)),
               std::as_writable_bytes(std::span(results)));
  return all_taken ? std::make_unique<Table16>(std::move(results)) : nullptr;
}

}  // namespace litevk::cpu
