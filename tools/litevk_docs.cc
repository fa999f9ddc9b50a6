// litevk-docs: prints the tables that docs/ holds, from the objects that the code itself reads. Exit status:
// 0, or 2 for a wrong command line.
#include <CLI/CLI.hpp>
#include <iostream>
#include <vector>

#include "delegate/partition/support_table.h"
#include "delegate/plugin/options_markdown.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "tools/program/program.h"

namespace litevk::tools {
namespace {

std::vector<int> InterpreterOps() {
  std::vector<int> op_codes;
  for (const auto& registration : InterpreterRegistrations()) op_codes.push_back(registration.builtin_code);
  return op_codes;
}

}  // namespace

int Main(int argc, char** argv) {
  CLI::App app("Prints generated pages of docs/ on standard output.", "litevk-docs");
  app.require_subcommand(1);
  const auto* supported_ops = app.add_subcommand("supported-ops", "docs/SUPPORTED_OPS.md");
  app.add_subcommand("options", "docs/OPTIONS.md");
  return RunProgram(app, argc, argv, [&]() -> Result<ExitStatus> {
    std::cout << (supported_ops->parsed() ? SupportedOpsMarkdown(InterpreterOps()) : OptionsMarkdown());
    return kExitOk;
  });
}

}  // namespace litevk::tools

// CLI11 throws on contradictory definitions only, which would be ours.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return litevk::tools::Main(argc, argv); }
