// Helpers that read results of control flow tests.
#pragma once

#include <string>
#include <vector>

#include "runtime/tflite/strings.h"
#include "tests/runtime/interpreter/ops/control_flow_models.h"
#include "tests/runtime/interpreter/test_interpreter.h"

namespace litevk::test {

inline bool IsDynamic(TestInterpreter& interpreter, int id) {
  return interpreter.main().tensor(id).allocation_type == abi::kTfLiteDynamic;
}

inline std::vector<std::string> StringsOf(TestInterpreter& interpreter, int id) {
  const abi::TfLiteTensor& tensor = interpreter.main().tensor(id);
  const auto strings = ref::UnpackStrings({static_cast<const std::byte*>(tensor.data.data), tensor.bytes});
  EXPECT_OK(strings.status());
  return {strings->begin(), strings->end()};
}

inline int AddStrings(TestModel& model, const std::vector<std::string>& strings) {
  return model.Constant({static_cast<int>(strings.size())}, kString, ref::PackStrings(strings));
}

// Returns the error of AllocateTensors, or of loading.
inline std::string PrepareError(TestModel& model) {
  TestInterpreter interpreter(model);
  if (!interpreter.status().ok()) return interpreter.status().message();
  return interpreter->AllocateTensors().message();
}

}  // namespace litevk::test
