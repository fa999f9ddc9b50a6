#include <algorithm>
#include <vector>

#include "runtime/model/builtin_code.h"
#include "runtime/model/model_check.h"
#include "runtime/opset/builtin_options.h"
#include "runtime/opset/op_info.h"

namespace litevk::model_check {
namespace {

constexpr int kMostNested = 64;
// Most subgraph calls of a run that takes every branch once. Preparing takes as many steps, and a small file
// could ask for 2^64.
constexpr int64_t kMostCalls = 100'000;

// Returns the subgraphs that an operator's options call.
Result<std::vector<int>> CalleesOf(const OpInfo& info, const schema::Operator& op) {
  if (!HasOptions(op)) {
    return InvalidArgument("it has no options that say which subgraphs it calls");
  }
  LITEVK_ASSIGN_OR_RETURN(const BuiltinData options, ParseBuiltinOptions(op, info.op_code));
  return info.called_subgraphs(options.get());
}

class CallChecker {
 public:
  explicit CallChecker(const schema::Model& root)
      : root_(root), callees_(root.subgraphs()->size()), calls_(callees_.size(), kUnknown) {}

  Status Check() {
    for (size_t index = 0; index < callees_.size(); ++index) {
      LITEVK_RETURN_IF_ERROR(At("subgraph " + std::to_string(index), FindCallees(index)));
    }
    for (size_t index = 0; index < callees_.size(); ++index) {
      LITEVK_RETURN_IF_ERROR(At("subgraph " + std::to_string(index), CountCalls(index, 0)));
    }
    return {};
  }

 private:
  static constexpr int64_t kUnknown = 0;
  static constexpr int64_t kBeingCounted = -1;

  Status FindCallees(size_t subgraph);
  Status CountCalls(size_t subgraph, int depth);

  const schema::Model& root_;
  std::vector<std::vector<size_t>> callees_;  // indexed by subgraph
  std::vector<int64_t> calls_;  // indexed by subgraph: number of calls in a run, including its own
};

Status CallChecker::FindCallees(size_t subgraph) {
  const auto* operators = root_.subgraphs()->Get(static_cast<uint32_t>(subgraph))->operators();
  for (uint32_t index = 0; index < SizeOf(operators); ++index) {
    const schema::Operator& op = *operators->Get(index);
    const OpInfo* info = FindOpInfo(BuiltinCodeOf(*root_.operator_codes()->Get(op.opcode_index())));
    if (info == nullptr || info->called_subgraphs == nullptr) continue;
    const std::string prefix = "operator " + std::to_string(index);
    const Result<std::vector<int>> callees = CalleesOf(*info, op);
    if (!callees.ok()) return At(prefix, callees.status());
    for (const int callee : *callees) {
      if (callee < 0 || callee >= static_cast<int>(callees_.size())) {
        return At(prefix, InvalidArgument("it calls subgraph " + std::to_string(callee) + " of " +
                                          std::to_string(callees_.size())));
      }
      callees_[subgraph].push_back(static_cast<size_t>(callee));
    }
  }
  return {};
}

Status CallChecker::CountCalls(size_t subgraph, int depth) {
  if (calls_[subgraph] > 0) return {};
  if (calls_[subgraph] == kBeingCounted) return InvalidArgument("its operators call it again");
  if (depth > kMostNested) {
    return InvalidArgument("its calls are nested deeper than " + std::to_string(kMostNested));
  }
  calls_[subgraph] = kBeingCounted;
  int64_t total = 1;
  for (const size_t callee : callees_[subgraph]) {
    LITEVK_RETURN_IF_ERROR(CountCalls(callee, depth + 1));
    total += calls_[callee];
    if (total > kMostCalls) {
      return InvalidArgument("it leads to more than " + std::to_string(kMostCalls) + " calls");
    }
  }
  calls_[subgraph] = total;
  return {};
}

}  // namespace

Status CheckCalls(const schema::Model& root) { return CallChecker(root).Check(); }

}  // namespace litevk::model_check
