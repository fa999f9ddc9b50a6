// TFLite's C++ ExternalDelegateWrapper (external_delegate.cc), imitated: its own delegate object around the
// plugin's, with the habits that plugins have to survive.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/tflite/common.h"

namespace litevk::test {

using OptionList = std::vector<std::pair<std::string, std::string>>;

// The plugin's two symbols, as a program gets them from the linker or from dlsym.
struct PluginFunctions {
  abi::TfLiteDelegate* (*create)(const char* const* keys, const char* const* values, size_t count,
                                 void (*report_error)(const char*));
  void (*destroy)(abi::TfLiteDelegate* delegate);
};

class ExternalWrapper {
 public:
  // Passes no report_error, and copies the flags once.
  ExternalWrapper(PluginFunctions plugin, const OptionList& options);
  ~ExternalWrapper() { plugin_.destroy(external_); }
  ExternalWrapper(const ExternalWrapper&) = delete;
  ExternalWrapper& operator=(const ExternalWrapper&) = delete;

  // Null where the plugin created nothing.
  abi::TfLiteDelegate* delegate() { return external_ == nullptr ? nullptr : &wrapper_; }

 private:
  static ExternalWrapper& From(abi::TfLiteDelegate* delegate) {
    return *static_cast<ExternalWrapper*>(delegate->data_);
  }

  PluginFunctions plugin_;
  abi::TfLiteDelegate* external_ = nullptr;
  abi::TfLiteDelegate wrapper_ = {};
};

// How TFLite's tools read --external_delegate_options: pairs are separated by ';', and a pair that ':'
// does not split into exactly two parts is dropped without a word.
OptionList SplitCommandLineOptions(const std::string& text);

}  // namespace litevk::test
