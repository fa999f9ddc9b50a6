// The table of operators that can be written as ONNX: a row for each file of runtime/onnx/ops.
#pragma once

#include <span>

#include "runtime/base/status.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/type_set.h"

namespace litevk::to_onnx {

class NodeWriter;

struct OpRow {
  const OpInfo& info;
  // Adds the ONNX nodes of a node; fails where ONNX cannot express it.
  Status (*write)(NodeWriter& node);
  // The types of values that onnxruntime has a kernel for. Others are cast to int32 or int64 and back where
  // it has one for these, and refused elsewhere. Empty: all.
  TypeSet natives = {};
  // Computed when the model is converted wherever its inputs are stored, floats too.
  bool folds = false;
};

// Null where ONNX has no form of the operator that is known here.
const OpRow* FindOpRow(int op_code);
// The rows in the order of their stems.
std::span<const OpRow* const> OpRows();

}  // namespace litevk::to_onnx
