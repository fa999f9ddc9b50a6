#include "runtime/graph/live_function.h"

#include <algorithm>

namespace litevk::gpu::spirv {

LiveFunction::LiveFunction(const Function& function, std::span<const uint32_t> known, Constants& constants,
                           Callees& callees)
    : function_(function),
      constants_(constants),
      callees_(callees),
      alias_(constants.bound()),
      reached_(function.blocks.size()),
      visited_(function.blocks.size()),
      ends_(function.blocks.size()) {
  for (size_t i = 0; i < known.size(); ++i) {
    const Parameter& parameter = function.parameters[i];
    if (known[i] == 0) continue;
    (parameter.is_pointer ? pointed_[parameter.id()] : alias_[parameter.id()]) = known[i];
  }
  reached_[0] = true;
  for (const size_t block : function_.order) {
    if (reached_[block]) Visit(block);
  }
}

void LiveFunction::Visit(size_t block) {
  held_.clear();
  merge_ = {};
  for (const Words words : function_.blocks[block].code) Step(block, words);
  visited_[block] = true;
}

void LiveFunction::Step(size_t block, Words words) {
  switch (OpOf(words)) {
    case kPhi:
      return StepPhi(block, words);
    case kVariable:
      roots_[words[2]] = words[2];
      return;
    case kAccessChain:
      if (const uint32_t root = RootOf(words[3])) roots_[words[2]] = root;
      return;
    case kLoad:
      return StepLoad(words);
    case kStore:
      return StepStore(words);
    case kFunctionCall:
      return StepCall(words);
    case kLoopMerge:
    case kSelectionMerge:
      merge_ = words;
      return;
    case kBranch:
    case kBranchConditional:
    case kSwitch:
      return StepEnd(block, words);
    default:
      if (ResultWord(OpOf(words)) == 2) alias_[words[2]] = Folded(words);
  }
}

// Finds the value that all predecessors agree on. A loop's back edge is not known yet.
void LiveFunction::StepPhi(size_t block, Words words) {
  uint32_t common = 0;
  for (size_t i = 3; i + 1 < words.size(); i += 2) {
    const size_t from = function_.index.at(words[i + 1]);
    if (!visited_[from]) {
      if (function_.rank[from] < function_.rank[block]) continue;
      return;
    }
    if (!edges_.contains({from, function_.blocks[block].label})) continue;
    const uint32_t value = Resolve(words[i]);
    if (common != 0 && common != value) return;
    common = value;
  }
  alias_[words[2]] = common;
}

void LiveFunction::StepLoad(Words words) {
  const auto parameter = pointed_.find(words[3]);
  if (parameter != pointed_.end()) alias_[words[2]] = parameter->second;
  const auto local = held_.find(words[3]);
  if (local != held_.end()) alias_[words[2]] = local->second;
}

void LiveFunction::StepStore(Words words) {
  const uint32_t root = RootOf(words[1]);
  if (root == 0) return;
  if (root == words[1]) {
    held_[root] = Resolve(words[2]);
  } else {
    held_.erase(root);
  }
}

// Requests the function for the known constants, and forgets memory that it may write.
void LiveFunction::StepCall(Words words) {
  Call call = {.function = words[3], .known = {}};
  for (const uint32_t argument : words.subspan(4)) {
    const auto held = held_.find(argument);
    const uint32_t value = held != held_.end() ? held->second : Resolve(argument);
    call.known.push_back(constants_.Has(value) ? value : 0);
  }
  for (const uint32_t argument : words.subspan(4)) {
    if (const uint32_t root = RootOf(argument)) held_.erase(root);
  }
  const Callee callee = callees_.Get(std::move(call));
  alias_[words[2]] = callee.result;
  calls_[words[2]] = callee.id;
}

// Returns the id of the instruction's result if it is a constant or another result; else 0.
uint32_t LiveFunction::Folded(Words words) {
  const uint32_t op = OpOf(words);
  if (op == kCompositeExtract && words.size() == 5) return constants_.ElementOf(Resolve(words[3]), words[4]);
  if (const uint32_t same = FoldedByOne(words)) return same;
  std::vector<uint32_t> values;
  for (size_t i = 3; i < words.size(); ++i) {
    const auto value = IsOperandId(words, i) ? ValueOf(words[i]) : std::nullopt;
    if (!value) break;
    values.push_back(*value);
  }
  if (values.empty() || values.size() + 3 != words.size()) return FoldedByRange(words);
  const auto value = Compute(op, values);
  return value ? constants_.Make(words[1], *value) : 0;
}

// Folds selections, and logical operations with one known operand.
uint32_t LiveFunction::FoldedByOne(Words words) const {
  const uint32_t op = OpOf(words);
  const bool is_either = op == kLogicalAnd || op == kLogicalOr;
  if (!is_either && op != kSelect) return 0;
  for (size_t i = 3; i < (is_either ? 5 : 4); ++i) {
    const auto value = ValueOf(words[i]);
    if (!value) continue;
    if (op == kSelect) return Resolve(words[*value != 0 ? 4 : 5]);
    const bool decides = (*value != 0) == (op == kLogicalOr);
    return Resolve(decides ? words[i] : words[i == 3 ? 4 : 3]);
  }
  return 0;
}

// Folds unsigned comparisons with zero, so that a loop without iterations ends before it begins.
uint32_t LiveFunction::FoldedByRange(Words words) {
  const bool is_below = OpOf(words) == kULessThan && ValueOf(words[4]) == 0U;
  return is_below ? constants_.Make(words[1], 0) : 0;
}

void LiveFunction::StepEnd(size_t block, Words words) {
  if (OpOf(words) == kBranch) return Take(block, words[1], {.target = 0});
  const auto value = ValueOf(words[1]);
  if (OpOf(words) == kSwitch) return StepSwitch(block, words, value);
  if (!value) {
    Reach(block, words[2]);
    return Take(block, words[3], {.target = 0});
  }
  const uint32_t target = words[*value != 0 ? 2 : 3];
  const bool is_loop = !merge_.empty() && OpOf(merge_) == kLoopMerge;
  Take(block, target, {.target = target, .keeps_merge = is_loop && target != merge_[1]});
}

void LiveFunction::StepSwitch(size_t block, Words words, std::optional<uint32_t> value) {
  if (!value) {
    for (size_t i = 4; i < words.size(); i += 2) Reach(block, words[i]);
    return Take(block, words[2], {.target = 0});
  }
  uint32_t target = words[2];
  for (size_t i = 3; i + 1 < words.size(); i += 2) {
    if (words[i] == *value) target = words[i + 1];
  }
  // A branch to the end from within another construct can only leave a switch.
  const bool is_plain = target == merge_[1] || EndsAt(target, merge_[1]);
  Take(block, target, {.target = target, .keeps_switch = !is_plain, .keeps_merge = !is_plain});
}

// True if the block is the whole case.
bool LiveFunction::EndsAt(uint32_t label, uint32_t merge) const {
  const Words last = function_.blocks[function_.index.at(label)].code.back();
  const uint32_t op = OpOf(last);
  return (op == kBranch && last[1] == merge) || op == kReturn || op == kReturnValue;
}

void LiveFunction::Take(size_t block, uint32_t target, End end) {
  Reach(block, target);
  ends_[block] = end;
  if (!end.keeps_merge || merge_.empty()) return;
  ends_of_constructs_.insert(merge_[1]);
  if (OpOf(merge_) == kLoopMerge) continues_[merge_[2]] = function_.blocks[block].label;
}

void LiveFunction::Reach(size_t from, uint32_t label) {
  reached_[function_.index.at(label)] = true;
  edges_.insert({from, label});
}

uint32_t LiveFunction::RootOf(uint32_t pointer) const {
  const auto found = roots_.find(pointer);
  return found == roots_.end() ? 0 : found->second;
}

}  // namespace litevk::gpu::spirv
