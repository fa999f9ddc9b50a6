#include "tests/host/external_wrapper.h"

namespace litevk::test {
namespace {

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  while (true) {
    const size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return parts;
    begin = end + 1;
  }
}

}  // namespace

ExternalWrapper::ExternalWrapper(PluginFunctions plugin, const OptionList& options) : plugin_(plugin) {
  std::vector<const char*> keys;
  std::vector<const char*> values;
  for (const auto& [key, value] : options) {
    keys.push_back(key.c_str());
    values.push_back(value.c_str());
  }
  external_ = plugin_.create(keys.data(), values.data(), keys.size(), nullptr);
  if (external_ == nullptr) return;
  wrapper_.data_ = this;
  wrapper_.flags = external_->flags;
  wrapper_.Prepare = [](abi::TfLiteContext* context, abi::TfLiteDelegate* delegate) {
    abi::TfLiteDelegate* external = From(delegate).external_;
    return external->Prepare(context, external);
  };
  // The three functions below pass the wrapper, whose data_ is not the plugin's.
  if (external_->CopyFromBufferHandle != nullptr) {
    wrapper_.CopyFromBufferHandle = [](abi::TfLiteContext* context, abi::TfLiteDelegate* delegate,
                                       abi::TfLiteBufferHandle handle, abi::TfLiteTensor* tensor) {
      return From(delegate).external_->CopyFromBufferHandle(context, delegate, handle, tensor);
    };
  }
  if (external_->CopyToBufferHandle != nullptr) {
    wrapper_.CopyToBufferHandle = [](abi::TfLiteContext* context, abi::TfLiteDelegate* delegate,
                                     abi::TfLiteBufferHandle handle, abi::TfLiteTensor* tensor) {
      return From(delegate).external_->CopyToBufferHandle(context, delegate, handle, tensor);
    };
  }
  if (external_->FreeBufferHandle != nullptr) {
    wrapper_.FreeBufferHandle = [](abi::TfLiteContext* context, abi::TfLiteDelegate* delegate,
                                   abi::TfLiteBufferHandle* handle) {
      From(delegate).external_->FreeBufferHandle(context, delegate, handle);
    };
  }
}

OptionList SplitCommandLineOptions(const std::string& text) {
  OptionList options;
  for (const std::string& pair : Split(text, ';')) {
    const std::vector<std::string> parts = Split(pair, ':');
    if (parts.size() == 2) options.emplace_back(parts[0], parts[1]);
  }
  return options;
}

}  // namespace litevk::test
