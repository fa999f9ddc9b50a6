// The library file as programs load it: its two symbols, TFLite's C++ wrapper, command lines.
#include <dlfcn.h>

#include "tests/delegate/plugin/delegate_fixture.h"
#include "tests/host/external_wrapper.h"

namespace litevk::test {
namespace {

using testing::HasSubstr;

std::vector<std::string>& Errors() {
  static std::vector<std::string> errors;
  return errors;
}

void KeepError(const char* message) { Errors().emplace_back(message); }

class EntryTest : public DelegateTest {
 protected:
  EntryTest() {
    library_ = dlopen(LITEVK_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) return;
    plugin_.create =
        reinterpret_cast<decltype(plugin_.create)>(dlsym(library_, "tflite_plugin_create_delegate"));
    plugin_.destroy =
        reinterpret_cast<decltype(plugin_.destroy)>(dlsym(library_, "tflite_plugin_destroy_delegate"));
    Errors().clear();
  }
  void SetUp() override {
    ASSERT_NE(library_, nullptr) << dlerror();
    ASSERT_NE(plugin_.create, nullptr);
    ASSERT_NE(plugin_.destroy, nullptr);
  }

  abi::TfLiteDelegate* Create(const OptionList& options) {
    std::vector<const char*> keys;
    std::vector<const char*> values;
    for (const auto& [key, value] : options) {
      keys.push_back(key.c_str());
      values.push_back(value.c_str());
    }
    return plugin_.create(keys.data(), values.data(), keys.size(), KeepError);
  }

  void* library_ = nullptr;
  PluginFunctions plugin_ = {};
};

TEST_F(EntryTest, DestroyTakesNull) { plugin_.destroy(nullptr); }

TEST_F(EntryTest, NoOptions) {
  abi::TfLiteDelegate* delegate = plugin_.create(nullptr, nullptr, 0, nullptr);
  ASSERT_NE(delegate, nullptr);
  plugin_.destroy(delegate);
}

TEST_F(EntryTest, DelegateIsZeroedButForCallbacksAndFlags) {
  abi::TfLiteDelegate* delegate = Create({});
  ASSERT_NE(delegate, nullptr);
  EXPECT_NE(delegate->data_, nullptr);
  EXPECT_NE(delegate->Prepare, nullptr);
  EXPECT_EQ(delegate->flags, abi::kTfLiteDelegateFlagsAllowDynamicTensors);
  EXPECT_NE(delegate->CopyFromBufferHandle, nullptr);
  EXPECT_EQ(delegate->CopyToBufferHandle, nullptr);
  EXPECT_NE(delegate->FreeBufferHandle, nullptr);
  EXPECT_EQ(delegate->opaque_delegate_builder, nullptr);
  plugin_.destroy(delegate);
}

// Python's int argument leaves the upper half of the register undefined.
TEST_F(EntryTest, CountIsAnInt) {
  const char* key = "log_level";
  const char* value = "error";
  const auto count = static_cast<size_t>(0xdeadbeef00000001ULL);
  abi::TfLiteDelegate* delegate = plugin_.create(&key, &value, count, KeepError);
  ASSERT_NE(delegate, nullptr) << testing::PrintToString(Errors());
  plugin_.destroy(delegate);
}

TEST_F(EntryTest, MoreOptionsThanTheWrapperHasRoomFor) {
  const OptionList options(1000, {"log_level", "error"});
  abi::TfLiteDelegate* delegate = Create(options);
  ASSERT_NE(delegate, nullptr);
  plugin_.destroy(delegate);
}

TEST_F(EntryTest, ErrorsAreReportedOnce) {
  EXPECT_EQ(Create({{"devce_id", "0"}}), nullptr);
  ASSERT_EQ(Errors().size(), 1U);
  EXPECT_THAT(Errors()[0],
              HasSubstr("option \"devce_id\": there is no such key; did you mean \"device_id\"?"));
  EXPECT_EQ(Create({{"strict", "maybe"}}), nullptr);
  ASSERT_EQ(Errors().size(), 2U);
  EXPECT_THAT(Errors()[1], HasSubstr("option \"strict\": expected 0 or 1, found \"maybe\""));
}

TEST_F(EntryTest, BadPolicyListsTheValidOnes) {
  const char* key = "partition_policy";
  const char* value = "most";
  EXPECT_EQ(plugin_.create(&key, &value, 1, KeepError), nullptr);
  EXPECT_THAT(Errors().back(), HasSubstr("expected auto or all, found \"most\""));
}

TEST_F(EntryTest, ErrorsWithoutACallback) {
  const char* key = "devce_id";
  const char* value = "0";
  EXPECT_EQ(plugin_.create(&key, &value, 1, nullptr), nullptr);
}

TEST_F(EntryTest, NullKeysAndValues) {
  const char* text = "strict";
  const char* none = nullptr;
  EXPECT_EQ(plugin_.create(&none, &text, 1, KeepError), nullptr);
  EXPECT_EQ(plugin_.create(&text, &none, 1, KeepError), nullptr);
  EXPECT_EQ(plugin_.create(nullptr, nullptr, 2, KeepError), nullptr);
  EXPECT_EQ(Errors().size(), 3U);
}

TEST_F(EntryTest, RunsUnderTheCppWrapper) {
  ModelBuilder model;
  BuildChain(model);
  ExternalWrapper wrapper(plugin_, {{"allow_cpu_device", "1"}, {"partition_policy", "all"}});
  ASSERT_NE(wrapper.delegate(), nullptr);
  EXPECT_EQ(wrapper.delegate()->flags, abi::kTfLiteDelegateFlagsAllowDynamicTensors);
  ExpectSameResults(model, wrapper.delegate(), 1);
}

// The device and its compiled pipelines belong to the process, and the drivers' threads go on.
TEST_F(EntryTest, StaysWhenItIsClosed) {
  ModelBuilder model;
  BuildChain(model);
  {
    ExternalWrapper wrapper(plugin_, {{"allow_cpu_device", "1"}, {"partition_policy", "all"}});
    ExpectSameResults(model, wrapper.delegate(), 1);
  }
  EXPECT_EQ(dlclose(library_), 0);
  void* again = dlopen(LITEVK_LIBRARY, RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(dlsym(again, "tflite_plugin_create_delegate"), reinterpret_cast<void*>(plugin_.create));
}

TEST_F(EntryTest, WrapperOfNothing) {
  ExternalWrapper wrapper(plugin_, {{"backend", "abacus"}});
  EXPECT_EQ(wrapper.delegate(), nullptr);
}

TEST_F(EntryTest, CommandLineValuesWithSeparators) {
  const OptionList options =
      SplitCommandLineOptions("backend:reference;report_path:/nonexistent/a%3Ab%3B/c.json;device_name:usb:0");
  ASSERT_EQ(options.size(), 2U);  // the third is dropped
  ModelBuilder model;
  BuildChain(model);
  testing::internal::CaptureStderr();
  ExternalWrapper wrapper(plugin_, options);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "litevk: option \"report_path\": the folder /nonexistent/a:b; does not exist; it is ignored\n");
  ASSERT_NE(wrapper.delegate(), nullptr);
  FakeInterpreter interpreter(model);
  EXPECT_EQ(interpreter.ModifyGraphWithDelegate(wrapper.delegate()), abi::kTfLiteOk);
}

TEST_F(EntryTest, RegistrationIsZeroWhereItIsNotSet) {
  ModelBuilder model;
  BuildChain(model);
  abi::TfLiteDelegate* delegate = Create({{"backend", "reference"}});
  ASSERT_NE(delegate, nullptr);
  FakeInterpreter interpreter(model);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate), abi::kTfLiteOk);
  const abi::PaddedRegistration& registration = interpreter.subgraph().received_registration();
  EXPECT_STREQ(registration.custom_name, "LitevkDelegate");
  EXPECT_EQ(registration.builtin_code, abi::kTfLiteBuiltinDelegate);
  EXPECT_EQ(registration.version, 1);
  EXPECT_EQ(registration.profiling_string, nullptr);
  EXPECT_EQ(registration.registration_external, nullptr);
  EXPECT_EQ(registration.async_kernel, nullptr);
  EXPECT_EQ(registration.inplace_operator, 0U);
#if UINTPTR_MAX > 0xffffffffU
  for (const uint64_t word : registration.spare) EXPECT_EQ(word, 0U);
#endif
  interpreter.subgraph().RemoveDelegates();
  plugin_.destroy(delegate);
}

}  // namespace
}  // namespace litevk::test
