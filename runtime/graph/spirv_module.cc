#include "runtime/graph/spirv_module.h"

#include <algorithm>
#include <set>

#include "runtime/graph/spirv.h"

namespace litevk::gpu::spirv {
namespace {

// Returns the labels that a block names. The ends of its construct come first, so that they are last in the
// order.
std::vector<uint32_t> LabelsOf(const Block& block) {
  std::vector<uint32_t> labels;
  for (const Words words : block.code) {
    const uint32_t op = OpOf(words);
    const bool names_labels = op == kLoopMerge || op == kSelectionMerge || op == kBranch ||
                              op == kBranchConditional || op == kSwitch;
    if (!names_labels) continue;
    const bool has_condition = op == kBranchConditional || op == kSwitch;
    for (size_t i = has_condition ? 2 : 1; i < words.size(); ++i) {
      if (IsOperandId(words, i)) labels.push_back(words[i]);
    }
  }
  return labels;
}

// Appends the blocks that are reachable from `at` in postorder: those reached first come last.
void AddReached(const Function& function, size_t at, std::vector<bool>& seen, std::vector<size_t>& order) {
  seen[at] = true;
  for (const uint32_t label : LabelsOf(function.blocks[at])) {
    const size_t next = function.index.at(label);
    if (!seen[next]) AddReached(function, next, seen, order);
  }
  order.push_back(at);
}

void SetOrder(Function& function) {
  for (size_t i = 0; i < function.blocks.size(); ++i) function.index[function.blocks[i].label] = i;
  std::vector<bool> seen(function.blocks.size());
  AddReached(function, 0, seen, function.order);
  std::ranges::reverse(function.order);
  function.rank.resize(function.blocks.size(), function.blocks.size());
  for (size_t i = 0; i < function.order.size(); ++i) function.rank[function.order[i]] = i;
}

bool Reads(Words words, uint32_t id) {
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] == id && IsOperandId(words, i)) return true;
  }
  return false;
}

bool IsOnlyLoaded(const Function& function, uint32_t id) {
  const auto is_other_use = [&](Words words) { return OpOf(words) != kLoad && Reads(words, id); };
  return std::ranges::none_of(
      function.blocks, [&](const Block& block) { return std::ranges::any_of(block.code, is_other_use); });
}

void Finish(Function& function, const std::set<uint32_t>& pointer_types) {
  SetOrder(function);
  for (Parameter& parameter : function.parameters) {
    parameter.is_pointer = pointer_types.contains(parameter.words[1]);
    parameter.is_only_read = parameter.is_pointer && IsOnlyLoaded(function, parameter.id());
  }
}

void Take(Words words, Function& function) {
  switch (OpOf(words)) {
    case kFunction:
      function.head = words;
      return;
    case kFunctionParameter:
      function.parameters.push_back({.words = words});
      return;
    case kLabel:
      function.blocks.push_back({.label = words[1]});
      return;
    default:
      function.blocks.back().code.push_back(words);
  }
}

}  // namespace

std::optional<Module> ReadModule(Words words) {
  if (words.size() < kSpirvHeaderWords) return std::nullopt;
  Module module = {.header = words.first(kSpirvHeaderWords)};
  Function function;
  std::set<uint32_t> pointer_types;
  for (Words rest = words.subspan(kSpirvHeaderWords); !rest.empty();) {
    const Words instruction = TakeInstruction(rest);
    if (instruction.empty()) return std::nullopt;
    const uint32_t op = OpOf(instruction);
    if (op == kFunction || !function.head.empty()) {
      if (!IsKnown(op)) return std::nullopt;
      if (op != kFunctionEnd) {
        Take(instruction, function);
        continue;
      }
      Finish(function, pointer_types);
      module.functions.emplace(function.id(), std::move(function));
      function = {};
    } else {
      if (op == kTypePointer) pointer_types.insert(instruction[1]);
      module.globals.push_back(instruction);
    }
  }
  return module;
}

}  // namespace litevk::gpu::spirv
