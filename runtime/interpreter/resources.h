// What the operators of variables and of hash tables and CALL_ONCE keep for as long as their interpreter
// lives, in whichever subgraphs they stand.
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
    std::vector<std::byte> bytes;  // of strings: TFLite's packed form
  };

  // The id of a variable, which VAR_HANDLE gives to the operators that read and assign it: the same for
  // every handle with the same pair of names.
  int Id(std::string_view container, std::string_view shared_name);
  // "variable 'accumulator'"; "variable 3" for an id that no VAR_HANDLE has.
  std::string Name(int id) const;
  // Null before the first assignment.
  const Variable* Find(int id) const;
  void Assign(int id, Variable value) { variables_[id] = std::move(value); }

  // The table of that id, made when it is asked for the first time.
  HashTable& MakeHashTable(int id, abi::TfLiteType key_type, abi::TfLiteType value_type) {
    return tables_.try_emplace(id, key_type, value_type).first->second;
  }
  // Null before it is made.
  HashTable* FindHashTable(int id);

  // Whether CALL_ONCE has run the subgraph.
  bool has_run(int subgraph) const { return initialized_.contains(subgraph); }
  void MarkRun(int subgraph) { initialized_.insert(subgraph); }

 private:
  std::map<std::pair<std::string, std::string>, int> ids_;  // by container and shared name
  std::map<int, Variable> variables_;
  std::map<int, HashTable> tables_;
  std::set<int> initialized_;
};

}  // namespace litevk
