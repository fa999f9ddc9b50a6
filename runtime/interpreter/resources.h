// State of variable and hash table operators and CALL_ONCE. It lives as long as the interpreter, and is
// shared by its subgraphs.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/interpreter/hash_table.h"
#include "runtime/ir/shape.h"
#include "runtime/tflite/common.h"

namespace litevk {

class ResourceTable {
 public:
  struct Variable {
    abi::TfLiteType type = abi::kTfLiteNoType;
    ir::Shape dims;
    std::vector<std::byte> bytes;  // strings are in TFLite's packed form
  };

  // Returns the id of a variable, which VAR_HANDLE passes to the operators that read and assign it. Handles
  // with equal pairs of names share it.
  int Id(std::string_view container, std::string_view shared_name);
  // Returns "variable 'accumulator'"; "variable 3" for an id without a VAR_HANDLE.
  std::string Name(int id) const;
  // Returns null before the first assignment.
  const Variable* Find(int id) const;
  void Assign(int id, Variable value) { variables_[id] = std::move(value); }

  // Returns the table of that id. The first call makes it.
  HashTable& MakeHashTable(int id, abi::TfLiteType key_type, abi::TfLiteType value_type) {
    return tables_.try_emplace(id, key_type, value_type).first->second;
  }
  // Returns null before the table is made.
  HashTable* FindHashTable(int id);

  // True if CALL_ONCE has run the subgraph.
  bool has_run(int subgraph) const { return initialized_.contains(subgraph); }
  void MarkRun(int subgraph) { initialized_.insert(subgraph); }

 private:
  std::map<std::pair<std::string, std::string>, int> ids_;  // keyed by container and shared name
  std::map<int, Variable> variables_;
  std::map<int, HashTable> tables_;
  std::set<int> initialized_;
};

}  // namespace litevk
