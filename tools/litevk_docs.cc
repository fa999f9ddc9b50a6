// litevk-docs: prints the tables that docs/ and the Python package hold, from the objects that the code
// itself reads. Exit status: 0, or 2 for a wrong command line.
#include <CLI/CLI.hpp>
#include <array>
#include <string>

#include "tools/docs/options_markdown.h"
#include "tools/docs/options_python.h"
#include "tools/docs/reasons_markdown.h"
#include "tools/docs/support_table.h"
#include "tools/program/output.h"
#include "tools/program/program.h"

namespace litevk::tools {
namespace {

struct Page {
  const char* command;
  const char* file;
  std::string (*text)();
};

constexpr std::array kPages = {
    Page{"supported-ops", "docs/SUPPORTED_OPS.md", SupportedOpsMarkdown},
    Page{"options", "docs/OPTIONS.md", OptionsMarkdown},
    Page{"python-options", "python/litevk/_options.py", OptionsPython},
    Page{"reasons", "docs/REASONS.md", ReasonsMarkdown},
};

}  // namespace

int Main(int argc, char** argv) {
  return GuardProgram("litevk-docs", [&] {
    CLI::App app("Prints generated pages of docs/ and of the Python package on standard output.",
                 "litevk-docs");
    app.require_subcommand(1);
    for (const Page& page : kPages) app.add_subcommand(page.command, page.file);
    return RunProgram(app, argc, argv, [&]() -> Result<ExitStatus> {
      for (const Page& page : kPages) {
        if (app.got_subcommand(page.command)) Printf("%s", page.text().c_str());
      }
      return kExitOk;
    });
  });
}

}  // namespace litevk::tools

int main(int argc, char** argv) { return litevk::tools::Main(argc, argv); }
