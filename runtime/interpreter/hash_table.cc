#include "runtime/interpreter/hash_table.h"

#include <span>
#include <string_view>

#include "runtime/ir/data_type.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/strings.h"

namespace litevk {
namespace {

// Returns the bytes of each element.
Result<std::vector<std::string_view>> ElementsOf(const TensorValue& tensor) {
  if (tensor.type == abi::kTfLiteString) return ref::UnpackStrings(tensor.bytes);
  const auto size = static_cast<size_t>(ir::ByteSize(ir::FromTfLiteType(tensor.type)));
  const std::string_view bytes(reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size());
  std::vector<std::string_view> elements;
  for (size_t begin = 0; begin < bytes.size(); begin += size) elements.push_back(bytes.substr(begin, size));
  return elements;
}

// Joins the bytes of elements to a tensor's bytes.
std::vector<std::byte> Joined(abi::TfLiteType type, std::span<const std::string> elements) {
  if (type == abi::kTfLiteString) return ref::PackStrings(elements);
  std::vector<std::byte> bytes;
  for (const std::string& element : elements) {
    const auto* begin = reinterpret_cast<const std::byte*>(element.data());
    bytes.insert(bytes.end(), begin, begin + element.size());
  }
  return bytes;
}

std::string Pair(abi::TfLiteType key_type, abi::TfLiteType value_type) {
  return std::string(ir::Name(ir::FromTfLiteType(key_type))) + " to " +
         std::string(ir::Name(ir::FromTfLiteType(value_type)));
}

}  // namespace

bool IsHashTable(abi::TfLiteType key_type, abi::TfLiteType value_type) {
  return (key_type == abi::kTfLiteInt64 && value_type == abi::kTfLiteString) ||
         (key_type == abi::kTfLiteString && value_type == abi::kTfLiteInt64);
}

Status HashTable::CheckTypes(const TensorValue& keys, const TensorValue& values) const {
  if (keys.type == key_type_ && values.type == value_type_) return {};
  return InvalidArgument("the table is of " + Pair(key_type_, value_type_) + ", its use of " +
                         Pair(keys.type, values.type));
}

Status HashTable::Import(const TensorValue& keys, const TensorValue& values) {
  LITEVK_RETURN_IF_ERROR(CheckTypes(keys, values));
  if (is_filled_) return {};
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::string_view> names, ElementsOf(keys));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::string_view> contents, ElementsOf(values));
  if (names.size() != contents.size()) {
    return InvalidArgument(std::to_string(names.size()) + " keys come with " +
                           std::to_string(contents.size()) + " values");
  }
  for (size_t index = 0; index < names.size(); ++index)
    entries_.try_emplace(std::string(names[index]), contents[index]);
  is_filled_ = true;
  return {};
}

Result<std::vector<std::byte>> HashTable::Find(const TensorValue& keys,
                                               const TensorValue& default_value) const {
  LITEVK_RETURN_IF_ERROR(CheckTypes(keys, default_value));
  if (!is_filled_) return InvalidArgument("the table is used before anything was imported");
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::string_view> names, ElementsOf(keys));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::string_view> defaults, ElementsOf(default_value));
  if (defaults.empty()) return InvalidArgument("the default value is empty");
  std::vector<std::string> found;
  found.reserve(names.size());
  for (const std::string_view name : names) {
    const auto entry = entries_.find(name);
    found.emplace_back(entry == entries_.end() ? defaults[0] : std::string_view(entry->second));
  }
  return Joined(value_type_, found);
}

}  // namespace litevk
