// A table of HASHTABLE: values by keys, filled once.
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

// Keys and values are the bytes of tensor elements. The types are those of the tensors.
class HashTable {
 public:
  HashTable(abi::TfLiteType key_type, abi::TfLiteType value_type)
      : key_type_(key_type), value_type_(value_type) {}

  size_t size() const { return entries_.size(); }
  // Fills the table; the first of equal keys counts. Like TFLite, whose graphs import in every run, ignores
  // imports once the table is filled.
  Status Import(const TensorValue& keys, const TensorValue& values);
  // Returns the bytes of a tensor with one value per key; the first default value for a missing key.
  Result<std::vector<std::byte>> Find(const TensorValue& keys, const TensorValue& default_value) const;

 private:
  Status CheckTypes(const TensorValue& keys, const TensorValue& values) const;

  abi::TfLiteType key_type_;
  abi::TfLiteType value_type_;
  bool is_filled_ = false;
  std::map<std::string, std::string, std::less<>> entries_;
};

// True if a table can have such keys and values: int64 and string, or string and int64.
bool IsHashTable(abi::TfLiteType key_type, abi::TfLiteType value_type);

}  // namespace litevk
