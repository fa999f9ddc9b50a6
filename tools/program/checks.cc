#include "tools/program/checks.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <string>

namespace litevk::tools {
namespace {

CLI::Validator NumberCheck(const std::string& expected, bool (*is_good)(double)) {
  const auto check = [=](const std::string& text) {
    double value = 0;
    const bool ok = CLI::detail::lexical_cast(text, value) && std::isfinite(value) && is_good(value);
    return ok ? std::string() : "expected " + expected + ", found \"" + text + "\"";
  };
  return {check, "", ""};
}

}  // namespace

CLI::Validator AboveZero() {
  return NumberCheck("a number above 0", [](double value) { return value > 0; });
}

CLI::Validator AtLeastZero() {
  return NumberCheck("a number of at least 0", [](double value) { return value >= 0; });
}

}  // namespace litevk::tools
