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

// Returns a list of {"types", "scaling"} for a signature whose T is `element`. Depending on the scaling, an
// entry has an "axis" (scales per channel), an "input" (same parameters) or a fixed "scale" and "zero_point".
nlohmann::ordered_json OperandsOf(std::span<const OperandType> operands, TypeSet element);

}  // namespace litevk::tools
