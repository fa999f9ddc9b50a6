// Converts an operator's options table in the model to the parameter struct of the C ABI
// (runtime/tflite/builtin_params.h) that TfLiteNode::builtin_data points to.
#pragma once

#include <cstddef>
#include <memory>

#include "runtime/base/status.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {

struct OpParams;  // runtime/opset/op_info.h

// Owns a parameter struct. Zeros follow the struct, so that code that knows a newer, longer struct finds its
// further fields at their defaults.
class BuiltinData {
 public:
  BuiltinData() = default;
  explicit BuiltinData(size_t struct_bytes);

  // Null for operators without parameters, as in TFLite.
  void* get() const { return bytes_.get(); }

 private:
  std::unique_ptr<std::byte[]> bytes_;
};

// `op_code` is a builtin's (OpInfo::op_code). An operator without an options table gets zeros; a table of
// another operator or an unknown enumerator is an error. Strings in the struct point into the model.
Result<BuiltinData> ParseBuiltinOptions(const schema::Operator& op, int op_code);

// True if the node has an options table of any kind.
bool HasOptions(const schema::Operator& op);

// The name of the table that the operator's parameters are read from: "Conv2DOptions".
const char* OptionsName(const OpParams& params);

}  // namespace litevk
