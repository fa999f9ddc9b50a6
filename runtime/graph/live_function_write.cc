// Writes the remaining instructions of a function.
#include "runtime/graph/live_function.h"

namespace litevk::gpu::spirv {

Instructions LiveFunction::Write() const {
  Instructions out;
  for (size_t i = 0; i < function_.blocks.size(); ++i) {
    if (reached_[i]) {
      WriteBlock(i, out);
    } else {
      WriteUnreached(function_.blocks[i].label, out);
    }
  }
  return out;
}

void LiveFunction::WriteBlock(size_t block, Instructions& out) const {
  out.push_back({Head(kLabel, 2), function_.blocks[block].label});
  for (const Words words : function_.blocks[block].code) {
    const uint32_t op = OpOf(words);
    if (op == kPhi) {
      if (alias_[words[2]] == 0) out.push_back(WrittenPhi(block, words));
    } else if (op == kBranchConditional || op == kSwitch) {
      WriteEnd(block, words, out);
    } else if (IsLeft(block, words)) {
      out.push_back(WithAliases(words));
    }
  }
}

// Writes the merge block of a construct or the continue block of a loop, which must exist even if
// unreachable.
void LiveFunction::WriteUnreached(uint32_t label, Instructions& out) const {
  const auto loop = continues_.find(label);
  if (loop == continues_.end() && !ends_of_constructs_.contains(label)) return;
  out.push_back({Head(kLabel, 2), label});
  if (loop != continues_.end()) {
    out.push_back({Head(kBranch, 2), loop->second});
  } else {
    out.push_back({Head(kUnreachable, 1)});
  }
}

void LiveFunction::WriteEnd(size_t block, Words words, Instructions& out) const {
  const End& end = ends_[block];
  if (end.target == 0) {
    out.push_back(WithAliases(words));
  } else if (end.keeps_switch) {
    out.push_back({Head(kSwitch, 3), Resolve(words[1]), end.target});
  } else {
    out.push_back({Head(kBranch, 2), end.target});
  }
}

bool LiveFunction::IsLeft(size_t block, Words words) const {
  const uint32_t op = OpOf(words);
  if (op == kLoopMerge || op == kSelectionMerge) return ends_[block].keeps_merge;
  return ResultWord(op) != 2 || alias_[words[2]] == 0;
}

std::vector<uint32_t> LiveFunction::WithAliases(Words words) const {
  std::vector<uint32_t> written(words.begin(), words.end());
  for (size_t i = 1; i < words.size(); ++i) {
    if (IsOperandId(words, i)) written[i] = Resolve(words[i]);
  }
  if (OpOf(words) == kFunctionCall) written[3] = calls_.at(words[2]);
  return written;
}

std::vector<uint32_t> LiveFunction::WrittenPhi(size_t block, Words words) const {
  const uint32_t label = function_.blocks[block].label;
  std::vector<uint32_t> written(words.begin(), words.begin() + 3);
  for (size_t i = 3; i + 1 < words.size(); i += 2) {
    if (!edges_.contains({function_.index.at(words[i + 1]), label})) continue;
    written.insert(written.end(), {Resolve(words[i]), words[i + 1]});
  }
  for (const auto& [back, loop] : continues_) {
    if (loop != label || reached_[function_.index.at(back)]) continue;
    written.insert(written.end(), {constants_.Undefined(words[1]), back});
  }
  written[0] = Head(kPhi, written.size());
  return written;
}

bool LiveFunction::HasEffects(Words words) const {
  const uint32_t op = OpOf(words);
  if (op == kStore) return RootOf(words[1]) == 0;
  if (op == kFunctionCall) return alias_[words[2]] == 0;
  return op == kControlBarrier || op == kMemoryBarrier || (op >= kAtomicLoad && op <= kAtomicXor);
}

uint32_t LiveFunction::Result() const {
  uint32_t result = 0;
  for (size_t i = 0; i < function_.blocks.size(); ++i) {
    if (!reached_[i]) continue;
    for (const Words words : function_.blocks[i].code) {
      if (HasEffects(words)) return 0;
      if (OpOf(words) != kReturnValue) continue;
      const uint32_t value = Resolve(words[1]);
      if (!constants_.Has(value) || (result != 0 && result != value)) return 0;
      result = value;
    }
  }
  return result;
}

}  // namespace litevk::gpu::spirv
