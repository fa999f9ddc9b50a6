// The table of operators that can be written as ONNX: a row for each file of runtime/onnx/ops.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/base/status.h"
#include "runtime/opset/op_info.h"

namespace litevk::to_onnx {

class NodeWriter;

// What an operator computes of quantized tensors in ONNX.
enum class Numbers : uint8_t {
  kReal,   // floats, between DequantizeLinear and QuantizeLinear
  kMoved,  // the numbers themselves, unread
};

struct OpRow {
  const OpInfo& info;
  // Adds the ONNX nodes of a node; fails where ONNX cannot express it.
  Status (*write)(NodeWriter& node);
  Numbers numbers = Numbers::kReal;
};

// Null where ONNX has no form of the operator that is known here.
const OpRow* FindOpRow(int op_code);
// The rows in the order of their stems.
std::span<const OpRow* const> OpRows();

}  // namespace litevk::to_onnx
