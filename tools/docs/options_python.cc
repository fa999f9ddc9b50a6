#include "tools/docs/options_python.h"

#include <sstream>
#include <string_view>

#include "delegate/plugin/option_table.h"

namespace litevk::tools {
namespace {

// Returns the Python type of the values that the option takes.
std::string_view TypeOf(const OptionSpec& option) {
  if (option.values.starts_with("0")) return "bool";
  if (option.values.starts_with("an integer")) return "int";
  if (option.values.starts_with("the path")) return "PathLike";
  if (option.values.find(" or 0 to ") != std::string_view::npos) return "Union[str, int]";
  if (option.values.starts_with("a comma-separated list")) return "Union[str, Sequence[str]]";
  return "str";
}

std::string Sentence(const OptionSpec& option) {
  const std::string_view value = option.default_value.empty() ? "none" : option.default_value;
  return std::string(option.help) + " " + std::string(option.values) + "; default: " + std::string(value) +
         ".";
}

}  // namespace

std::string OptionsPython() {
  std::ostringstream out;
  out << "\"\"\"The options of litevk's delegate. Output of `litevk-docs python-options`; a test "
         "compares.\"\"\"\n\n"
         "from __future__ import annotations\n\n"
         "import os\n"
         "from typing import Sequence, TypedDict, Union\n\n"
         "PathLike = Union[str, \"os.PathLike[str]\"]\n\n\n"
         "class Options(TypedDict, total=False):\n"
         "    \"\"\"The options as keywords. OPTIONS tells what each means.\"\"\"\n\n";
  for (const OptionSpec& option : OptionTable()) {
    out << "    " << option.key << ": " << TypeOf(option) << "\n";
  }
  out << "\n\n# Meaning, values and default of each option, by key.\n"
         "OPTIONS: dict[str, str] = {\n";
  for (const OptionSpec& option : OptionTable()) {
    out << "    \"" << option.key << "\": \"" << Sentence(option) << "\",\n";
  }
  out << "}\n";
  return out.str();
}

}  // namespace litevk::tools
