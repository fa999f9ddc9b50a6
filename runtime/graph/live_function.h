// A function of a module as it is for some constants of its parameters: what they decide is decided.
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

// A function with some of its parameters known: the ids of constants, or 0. What a pointer points to is known
// when the function is called.
struct Call {
  uint32_t function = 0;
  std::vector<uint32_t> known;

  bool operator<(const Call& other) const {
    return std::tie(function, known) < std::tie(other.function, other.known);
  }
};

// The function that stands for a call in the new module.
struct Callee {
  uint32_t id = 0;
  uint32_t result = 0;  // a constant that it gives and does nothing else; 0: it must be called
};

class Callees {
 public:
  virtual ~Callees() = default;
  virtual Callee Get(Call call) = 0;
};

// Walks the blocks that can be reached, in an order in which constants are known before they are read; says
// which instructions are constants or others' results, and which branches are taken.
class LiveFunction {
 public:
  LiveFunction(const Function& function, std::span<const uint32_t> known, Constants& constants,
               Callees& callees);

  // The instructions that are left, from the first label on, in the function's own ids but for the functions
  // that it calls.
  Instructions Write() const;

  // The constant that it gives where it does nothing else; 0.
  uint32_t Result() const;

 private:
  // What becomes of the end of a block.
  struct End {
    uint32_t target = 0;        // of its only branch; 0: as it was
    bool keeps_switch = false;  // a switch to that target remains one
    bool keeps_merge = true;    // where the block declares a construct's end, it still does
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
  // The local variable that a pointer points into; 0.
  uint32_t RootOf(uint32_t pointer) const;

  const Function& function_;
  Constants& constants_;
  Callees& callees_;
  std::vector<uint32_t> alias_;                       // by id: what it is the same as; 0: itself
  std::unordered_map<uint32_t, uint32_t> pointed_;    // by parameter: the constant that it points to
  std::unordered_map<uint32_t, uint32_t> roots_;      // by pointer: RootOf
  std::unordered_map<uint32_t, uint32_t> held_;       // by local variable: what this block left there
  std::unordered_map<uint32_t, uint32_t> calls_;      // by result: the function that is called
  std::vector<bool> reached_;                         // by block
  std::vector<bool> visited_;                         // by block
  std::vector<End> ends_;                             // by block
  std::set<std::pair<size_t, uint32_t>> edges_;       // from a block to a label
  std::set<uint32_t> ends_of_constructs_;             // labels
  std::unordered_map<uint32_t, uint32_t> continues_;  // by label of a way back: its loop's
  Words merge_;                                       // what this block declares, if anything
};

}  // namespace litevk::gpu::spirv
