// The constants of a module, and those that are added to it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/graph/spirv_ops.h"

namespace litevk::gpu::spirv {

class Constants {
 public:
  // `bound` is larger than all ids of the module.
  explicit Constants(uint32_t bound) : bound_(bound) {}

  // Reads an instruction before the functions.
  void Read(Words words);

  bool Has(uint32_t id) const { return values_.contains(id) || others_.contains(id); }
  // Returns nothing unless the id is a 32-bit integer or boolean constant.
  std::optional<uint32_t> ValueOf(uint32_t id) const;
  // Returns the id of an element of a constant; 0 if unknown.
  uint32_t ElementOf(uint32_t id, uint32_t index) const;

  // Returns the id of a 32-bit integer or boolean constant. Adds it if the module has none.
  uint32_t Make(uint32_t type, uint32_t value);
  // Returns the id of an undefined value.
  uint32_t Undefined(uint32_t type);
  uint32_t NewId() { return bound_++; }

  uint32_t bound() const { return bound_; }
  // Returns the added instructions, which belong before the functions.
  const std::vector<uint32_t>& added() const { return added_; }

 private:
  void Keep(uint32_t type, uint32_t id, uint32_t value);

  uint32_t bound_;
  uint32_t bool_type_ = 0;
  std::set<uint32_t> word_types_;  // integers of 32 bits
  std::unordered_map<uint32_t, uint32_t> values_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> by_value_;  // keyed by type and value
  std::unordered_map<uint32_t, uint32_t> undefined_;            // keyed by type
  std::unordered_map<uint32_t, Words> others_;                  // instructions with elements, by id
  std::vector<uint32_t> added_;
};

}  // namespace litevk::gpu::spirv
