// The operators' records (runtime/opset/op_info.h) as JSON, with what the GPU takes of each. The tests and
// bench/shapes, which are not C++, read it.
#pragma once

#include <string>

namespace litevk::tools {

// An object of the records by their operators' names. Functions (shapes, version rules, costs) are left out.
std::string OpsetJson();

}  // namespace litevk::tools
