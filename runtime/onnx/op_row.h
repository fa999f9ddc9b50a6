// The table of operators that can be written as ONNX: a row for each file of runtime/onnx/ops.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/base/status.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/type_set.h"

namespace litevk::to_onnx {

class NodeWriter;

// What an operator does with numbers that its record says it moves unread.
enum class NumberUse : uint8_t {
  kMoved,           // as the record says
  kMeanThemselves,  // computes with the numbers, whatever their scale
  kUint8Converted,  // moves them, but converts uint8 into the scale of the result
};

struct OpRow {
  const OpInfo& info;
  // Adds the ONNX nodes of a node; fails where ONNX cannot express it.
  Status (*write)(NodeWriter& node);
  // The types of values that onnxruntime has a kernel for. Others are cast to int32 or int64 and back where
  // it has one for these, and refused elsewhere. Empty: all.
  TypeSet natives = {};
  NumberUse numbers = NumberUse::kMoved;
  // Each result follows from one element of the only input, so that those of numbers may be looked up.
  bool is_function = false;
  // Changes how values are stored, and nothing else.
  bool is_conversion = false;
};

// Null where ONNX has no form of the operator that is known here.
const OpRow* FindOpRow(int op_code);
// The rows in the order of their stems.
std::span<const OpRow* const> OpRows();

}  // namespace litevk::to_onnx
