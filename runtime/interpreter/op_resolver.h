// Resolves a model's operator codes to registrations, as TFLite does.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/tflite/common.h"

namespace litevk {

// Interface through which an interpreter finds kernels when it is created. Registrations must outlive every
// interpreter that used the resolver.
class OpResolver {
 public:
  virtual ~OpResolver() = default;
  // Returns null if no kernel of the builtin (an abi::TfLiteBuiltinOperator) supports that version.
  virtual const abi::TfLiteRegistration* FindBuiltin(int op_code, int version) const = 0;
  virtual const abi::TfLiteRegistration* FindCustom(std::string_view name, int version) const = 0;
};

// Registrations that the program adds. A later one for the same operator and version replaces an earlier one,
// which overrides a builtin.
class MutableOpResolver : public OpResolver {
 public:
  MutableOpResolver() = default;
  MutableOpResolver(const MutableOpResolver&) = delete;  // copy with AddAll
  MutableOpResolver& operator=(const MutableOpResolver&) = delete;

  const abi::TfLiteRegistration* FindBuiltin(int op_code, int version) const override;
  const abi::TfLiteRegistration* FindCustom(std::string_view name, int version) const override;

  // Copies the registration, once per version in [min_version, max_version], with its version set.
  void AddBuiltin(int op_code, const abi::TfLiteRegistration& registration, int min_version = 1,
                  int max_version = 1);
  void AddCustom(std::string_view name, const abi::TfLiteRegistration& registration, int min_version = 1,
                 int max_version = 1);
  // Adds all registrations of `other`, which replace existing ones.
  void AddAll(const MutableOpResolver& other);

 private:
  // A deque, since interpreters keep pointers, even to overridden registrations.
  std::deque<abi::TfLiteRegistration> registrations_;
  std::map<std::pair<int, int>, const abi::TfLiteRegistration*> builtins_;  // keyed by code and version
  std::map<std::pair<std::string, int>, const abi::TfLiteRegistration*> customs_;
  std::deque<std::string> names_;
};

// Returns the resolver of the project's builtin operators. The kernels that a program links define it
// (kernels_cpu/registration/builtin_op_resolver.h). The interpreter only knows this interface.
const OpResolver& BuiltinOps();

}  // namespace litevk
