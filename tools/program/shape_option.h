// The option --shape NAME:DIMS, which means the same in all programs that take a model.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/shape.h"

namespace CLI {
class App;
}

namespace litevk::tools {

// Adds the option, which may be given once for each input.
void AddShapeOption(CLI::App& app, std::vector<std::string>& shapes, const std::string& description);

// Splits "image:1,224,224,3" at its last colon, since names may hold colons. `least` is the lowest dim
// allowed; -1 stands for a dim that stays open.
Result<std::pair<std::string, ir::Shape>> ParseShapeOption(const std::string& text, int least = 0);

}  // namespace litevk::tools
