// Types and quantization parameters of operands (runtime/opset/signature.h), as parts of records in
// opset.json.
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "runtime/opset/signature.h"
#include "runtime/opset/type_set.h"

namespace litevk::tools {

// Returns the list of the names of the types: ["float32", "int32"].
nlohmann::ordered_json NamesOf(TypeSet types);

// Returns a list of {"types", "scaling"} for a signature whose T is `element`, with the "axis" of scales per
// channel, the "input" whose parameters another operand has, or the "scale" and "zero_point" that are fixed.
nlohmann::ordered_json OperandsOf(std::span<const OperandType> operands, TypeSet element);

}  // namespace litevk::tools
