#include "runtime/graph/dead_code.h"

#include <set>
#include <unordered_map>

namespace litevk::gpu::spirv {
namespace {

// Counts the reads of each id. Stores to a local variable do not count as its uses.
class Uses {
 public:
  explicit Uses(const Instructions& code) {
    for (const std::vector<uint32_t>& words : code) {
      if (OpOf(words) == kVariable) locals_.insert(words[2]);
    }
    for (const std::vector<uint32_t>& words : code) Count(words, 1);
  }

  void Count(Words words, int by) {
    for (size_t i = FirstUse(words); i < words.size(); ++i) {
      if (IsOperandId(words, i)) uses_[words[i]] += by;
    }
  }

  bool IsDead(Words words) const {
    const uint32_t op = OpOf(words);
    if (op == kStore) return locals_.contains(words[1]) && Of(words[1]) == 0;
    return IsPure(op) && Of(words[2]) == 0;
  }

 private:
  size_t FirstUse(Words words) const { return OpOf(words) == kStore && locals_.contains(words[1]) ? 2 : 1; }
  int Of(uint32_t id) const {
    const auto found = uses_.find(id);
    return found == uses_.end() ? 0 : found->second;
  }

  std::unordered_map<uint32_t, int> uses_;
  std::set<uint32_t> locals_;
};

}  // namespace

// Iterates backwards, since operands of an instruction are defined before it.
void DropDeadCode(Instructions& code) {
  Uses uses(code);
  for (auto words = code.rbegin(); words != code.rend(); ++words) {
    if (!uses.IsDead(*words)) continue;
    uses.Count(*words, -1);
    words->clear();
  }
  std::erase_if(code, [](const std::vector<uint32_t>& words) { return words.empty(); });
}

}  // namespace litevk::gpu::spirv
