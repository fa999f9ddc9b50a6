#include "runtime/interpreter/op_resolver.h"

#include "runtime/tflite/builtin_ops.h"

namespace litevk {

const abi::TfLiteRegistration* MutableOpResolver::FindBuiltin(int op_code, int version) const {
  const auto found = builtins_.find({op_code, version});
  return found == builtins_.end() ? nullptr : found->second;
}

const abi::TfLiteRegistration* MutableOpResolver::FindCustom(std::string_view name, int version) const {
  const auto found = customs_.find({std::string(name), version});
  return found == customs_.end() ? nullptr : found->second;
}

void MutableOpResolver::AddBuiltin(int op_code, const abi::TfLiteRegistration& registration, int min_version,
                                   int max_version) {
  for (int version = min_version; version <= max_version; ++version) {
    abi::TfLiteRegistration& copy = registrations_.emplace_back(registration);
    copy.builtin_code = op_code;
    copy.custom_name = nullptr;
    copy.version = version;
    builtins_[{op_code, version}] = &copy;
  }
}

void MutableOpResolver::AddCustom(std::string_view name, const abi::TfLiteRegistration& registration,
                                  int min_version, int max_version) {
  const std::string& kept_name = names_.emplace_back(name);
  for (int version = min_version; version <= max_version; ++version) {
    abi::TfLiteRegistration& copy = registrations_.emplace_back(registration);
    copy.builtin_code = abi::kTfLiteBuiltinCustom;
    copy.custom_name = kept_name.c_str();
    copy.version = version;
    customs_[{kept_name, version}] = &copy;
  }
}

void MutableOpResolver::AddAll(const MutableOpResolver& other) {
  for (const auto& [key, registration] : other.builtins_) {
    AddBuiltin(key.first, *registration, key.second, key.second);
  }
  for (const auto& [key, registration] : other.customs_) {
    AddCustom(key.first, *registration, key.second, key.second);
  }
}

}  // namespace litevk
