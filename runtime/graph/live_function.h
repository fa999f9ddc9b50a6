// A function of a module, specialized for constants of its parameters: everything that they decide is folded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/graph/spirv_constants.h"
#include "runtime/graph/spirv_module.h"

namespace litevk::gpu::spirv {

using Instructions = std::vector<std::vector<uint32_t>>;

// A function with some of its parameters known: ids of constants, or 0. For a pointer, the value that it
// points to is known at the call.
struct Call {
  uint32_t function = 0;
  std::vector<uint32_t> known;

  bool operator<(const Call& other) const {
    return std::tie(function, known) < std::tie(other.function, other.known);
  }
};

// The function that replaces a call in the new module.
struct Callee {
  uint32_t id = 0;
  uint32_t result = 0;  // a constant, if the function only returns that; 0: it must be called
};

class Callees {
 public:
  virtual ~Callees() = default;
  virtual Callee Get(Call call) = 0;
};

// Walks the reachable blocks in an order in which constants are known before they are read. Finds the
// instructions that are constants or equal other results, and the branches that are taken.
class LiveFunction {
 public:
  LiveFunction(const Function& function, std::span<const uint32_t> known, Constants& constants,
               Callees& callees);

  // Returns the remaining instructions from the first label on. They keep the function's ids, except for
  // called functions.
  Instructions Write() const;

  // Returns the constant if the function only returns that; else 0.
  uint32_t Result() const;

 private:
  // How the end of a block changes.
  struct End {
    uint32_t target = 0;        // target of its only branch; 0: unchanged
    bool keeps_switch = false;  // a switch to that target stays a switch
    bool keeps_merge = true;    // a merge instruction of the block stays
  };

  void Visit(size_t block);
  void Step(size_t block, Words words);
  void StepPhi(size_t block, Words words);
  void StepLoad(Words words);
  void StepStore(Words words);
  void StepCall(Words words);
  void StepEnd(size_t block, Words words);
  void StepSwitch(size_t block, Words words, std::optional<uint32_t> value);
  uint32_t Folded(Words words);
  uint32_t FoldedByOne(Words words) const;
  uint32_t FoldedByRange(Words words);
  void Take(size_t block, uint32_t target, End end);
  void Reach(size_t from, uint32_t label);
  bool EndsAt(uint32_t label, uint32_t merge) const;
  bool HasEffects(Words words) const;

  void WriteBlock(size_t block, Instructions& out) const;
  void WriteUnreached(uint32_t label, Instructions& out) const;
  void WriteEnd(size_t block, Words words, Instructions& out) const;
  bool IsLeft(size_t block, Words words) const;
  std::vector<uint32_t> WithAliases(Words words) const;
  std::vector<uint32_t> WrittenPhi(size_t block, Words words) const;

  uint32_t Resolve(uint32_t id) const { return id < alias_.size() && alias_[id] != 0 ? alias_[id] : id; }
  std::optional<uint32_t> ValueOf(uint32_t id) const { return constants_.ValueOf(Resolve(id)); }
  // Returns the local variable that a pointer points into; 0 if there is none.
  uint32_t RootOf(uint32_t pointer) const;

  const Function& function_;
  Constants& constants_;
  Callees& callees_;
  std::vector<uint32_t> alias_;                       // indexed by id: the id that it equals; 0: itself
  std::unordered_map<uint32_t, uint32_t> pointed_;    // keyed by parameter: the constant that it points to
  std::unordered_map<uint32_t, uint32_t> roots_;      // keyed by pointer: RootOf
  std::unordered_map<uint32_t, uint32_t> held_;       // keyed by local variable: its value in this block
  std::unordered_map<uint32_t, uint32_t> calls_;      // keyed by result: the called function
  std::vector<bool> reached_;                         // indexed by block
  std::vector<bool> visited_;                         // indexed by block
  std::vector<End> ends_;                             // indexed by block
  std::set<std::pair<size_t, uint32_t>> edges_;       // from a block to a label
  std::set<uint32_t> ends_of_constructs_;             // labels
  std::unordered_map<uint32_t, uint32_t> continues_;  // keyed by label of a continue block: its loop's label
  Words merge_;                                       // merge instruction of this block, if any
};

}  // namespace litevk::gpu::spirv
