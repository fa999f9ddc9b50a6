// The operators' records (runtime/opset/op_info.h) as JSON, for what is not C++: the tests and bench/shapes.
#pragma once

#include <string>

namespace litevk::tools {

// An object of the records by their operators' names. Functions (shapes, version rules, costs) are left out.
std::string OpsetJson();

}  // namespace litevk::tools
