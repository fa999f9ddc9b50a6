// From a model's operator codes to registrations, as TFLite resolves them.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/tflite/common.h"

namespace litevk {

// What an interpreter asks when it is made. Registrations outlive every interpreter that used the resolver.
class OpResolver {
 public:
  virtual ~OpResolver() = default;
  // Null when no kernel of the builtin (an abi::TfLiteBuiltinOperator) takes that version.
  virtual const abi::TfLiteRegistration* FindBuiltin(int op_code, int version) const = 0;
  virtual const abi::TfLiteRegistration* FindCustom(std::string_view name, int version) const = 0;
};

// Registrations that the program adds. A later one for the same operator and version takes the place of an
// earlier one, which is how a builtin is overridden.
class MutableOpResolver : public OpResolver {
 public:
  MutableOpResolver() = default;
  MutableOpResolver(const MutableOpResolver&) = delete;  // AddAll copies
  MutableOpResolver& operator=(const MutableOpResolver&) = delete;

  const abi::TfLiteRegistration* FindBuiltin(int op_code, int version) const override;
  const abi::TfLiteRegistration* FindCustom(std::string_view name, int version) const override;

  // The registration is copied, once per version in [min_version, max_version], with its version set.
  void AddBuiltin(int op_code, const abi::TfLiteRegistration& registration, int min_version = 1,
                  int max_version = 1);
  void AddCustom(std::string_view name, const abi::TfLiteRegistration& registration, int min_version = 1,
                 int max_version = 1);
  // Everything that `other` holds, over what is here.
  void AddAll(const MutableOpResolver& other);

 private:
  // A deque: interpreters keep pointers, also to registrations that were overridden later.
  std::deque<abi::TfLiteRegistration> registrations_;
  std::map<std::pair<int, int>, const abi::TfLiteRegistration*> builtins_;  // by code and version
  std::map<std::pair<std::string, int>, const abi::TfLiteRegistration*> customs_;
  std::deque<std::string> names_;
};

// Every builtin operator that the project has. Defined by the kernels that a program links
// (kernels_ref/registration/builtin_op_resolver.h), which the interpreter knows by this interface alone.
const OpResolver& BuiltinOps();

}  // namespace litevk
