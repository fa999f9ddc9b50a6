// A table of HASHTABLE: values by their keys, filled once.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/tflite/common.h"

namespace litevk {

// Keys and values are the bytes of a tensor's elements; types are those of its tensors.
class HashTable {
 public:
  HashTable(abi::TfLiteType key_type, abi::TfLiteType value_type)
      : key_type_(key_type), value_type_(value_type) {}

  size_t size() const { return entries_.size(); }
  // Fills the table; the first one of equal keys counts. What is imported once the table is filled is
  // ignored, as in TFLite, where a graph imports in every run.
  Status Import(const TensorValue& keys, const TensorValue& values);
  // The bytes of a tensor of as many values as there are keys: the first default value where a key has none.
  Result<std::vector<std::byte>> Find(const TensorValue& keys, const TensorValue& default_value) const;

 private:
  Status CheckTypes(const TensorValue& keys, const TensorValue& values) const;

  abi::TfLiteType key_type_;
  abi::TfLiteType value_type_;
  bool is_filled_ = false;
  std::map<std::string, std::string, std::less<>> entries_;
};

// The table whose handle is input 0 of the node. Fails where no HASHTABLE has made it.
Result<HashTable*> FindTable(Subgraph& subgraph, const abi::TfLiteNode& node);

// Whether a table can have such keys and values: int64 and string, or string and int64.
bool IsHashTable(abi::TfLiteType key_type, abi::TfLiteType value_type);

}  // namespace litevk
