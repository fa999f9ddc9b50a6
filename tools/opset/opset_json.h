// The operators' records (runtime/opset/op_info.h) as JSON, with their signatures on the GPU. The tests and
// bench/shapes, which are not C++, read the JSON.
#pragma once

#include <string>

namespace litevk::tools {

// Returns an object of the records, keyed by the operators' names. Functions (shapes, version rules, costs)
// are left out.
std::string OpsetJson();

}  // namespace litevk::tools
