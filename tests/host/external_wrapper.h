// Imitation of TFLite's C++ ExternalDelegateWrapper (external_delegate.cc): a delegate object around the
// plugin's, with behaviour that plugins must survive.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/tflite/common.h"

namespace litevk::test {

using OptionList = std::vector<std::pair<std::string, std::string>>;

// The plugin's two symbols, obtained from the linker or from dlsym.
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

  // Returns null if the plugin created nothing.
  abi::TfLiteDelegate* delegate() { return external_ == nullptr ? nullptr : &wrapper_; }

 private:
  static ExternalWrapper& From(abi::TfLiteDelegate* delegate) {
    return *static_cast<ExternalWrapper*>(delegate->data_);
  }

  PluginFunctions plugin_;
  abi::TfLiteDelegate* external_ = nullptr;
  abi::TfLiteDelegate wrapper_ = {};
};

// Parses --external_delegate_options like TFLite's tools. Pairs are separated by ';'. A pair that ':' does
// not split into exactly two parts is silently dropped.
OptionList SplitCommandLineOptions(const std::string& text);

}  // namespace litevk::test
