#include "runtime/graph/live_globals.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace litevk::gpu::spirv {
namespace {

// Instructions that only occur before functions (SPIR-V 1.3 specification, 3.32).
constexpr uint32_t kName = 5;
constexpr uint32_t kMemberName = 6;
constexpr uint32_t kTypeFloat = 22;
constexpr uint32_t kTypeVector = 23;
constexpr uint32_t kTypeImage = 25;
constexpr uint32_t kTypeForwardPointer = 39;
constexpr uint32_t kMemberDecorate = 72;

bool IsAnnotation(uint32_t op) {
  return op == kName || op == kMemberName || op == kDecorate || op == kMemberDecorate;
}
bool IsType(uint32_t op) { return op >= kTypeVoid && op < kTypeForwardPointer; }
bool IsConstant(uint32_t op) { return op >= kConstantTrue && op <= kSpecConstantOp; }

// Returns the index of the result's word of a type, constant or variable.
size_t ResultOf(uint32_t op) { return IsType(op) ? 1 : 2; }

// True if word `i` of an instruction before functions may be an id that it reads. Some literals count too.
bool MayRead(Words words, size_t i) {
  switch (OpOf(words)) {
    case kTypeInt:
    case kTypeFloat:
      return false;
    case kTypePointer:
      return i == 3;
    case kTypeVector:
    case kTypeImage:
      return i == 2;
    case kConstant:
    case kSpecConstant:
      return i == 1;
    case kVariable:
      return i == 1 || i > 3;
    default:
      return i != ResultOf(OpOf(words)) || !(IsType(OpOf(words)) || IsConstant(OpOf(words)));
  }
}

class GlobalUses {
 public:
  GlobalUses(std::span<const Words> globals, Words functions) {
    for (const Words words : globals) {
      if (OpOf(words) == kDecorate) decorated_.insert(words[1]);
      Count(words, 1);
    }
    for (size_t at = 0; at < functions.size(); at += functions[at] >> 16) {
      for (const uint32_t word : functions.subspan(at + 1, (functions[at] >> 16) - 1)) ++uses_[word];
    }
  }

  void Count(Words words, int by) {
    if (IsAnnotation(OpOf(words))) return;
    for (size_t i = 1; i < words.size(); ++i) {
      if (MayRead(words, i)) uses_[words[i]] += by;
    }
  }

  bool IsDead(Words words) const {
    const uint32_t op = OpOf(words);
    if (!IsType(op) && !IsConstant(op) && op != kVariable) return false;
    const uint32_t id = words[ResultOf(op)];
    const auto found = uses_.find(id);
    const bool is_read = found != uses_.end() && found->second > 0;
    return !is_read && !(IsConstant(op) && decorated_.contains(id));
  }

 private:
  std::unordered_map<uint32_t, int> uses_;
  std::unordered_set<uint32_t> decorated_;
};

}  // namespace

// Iterates backwards, since operands are defined before their uses, and annotations precede everything.
std::vector<Words> LiveGlobals(std::span<const Words> globals, Words functions) {
  GlobalUses uses(globals, functions);
  std::unordered_set<uint32_t> dead;
  std::vector<Words> live;
  for (auto words = globals.rbegin(); words != globals.rend(); ++words) {
    if (IsAnnotation(OpOf(*words)) && dead.contains((*words)[1])) continue;
    if (uses.IsDead(*words)) {
      uses.Count(*words, -1);
      dead.insert((*words)[ResultOf(OpOf(*words))]);
    } else {
      live.push_back(*words);
    }
  }
  std::ranges::reverse(live);
  return live;
}

}  // namespace litevk::gpu::spirv
