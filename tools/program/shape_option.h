// --shape NAME:DIMS, which programs that take a model have in one meaning.
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

// "image:1,224,224,3" split at its last colon: names may hold colons. `least` is the lowest dim: -1 stands
// for one that stays open.
Result<std::pair<std::string, ir::Shape>> ParseShapeOption(const std::string& text, int least = 0);

}  // namespace litevk::tools
