#include "tools/docs/reasons_markdown.h"

#include <sstream>

#include "delegate/verdict/reasons.h"

namespace litevk::tools {

std::string ReasonsMarkdown() {
  std::ostringstream out;
  out << "# Why a node stays with the interpreter\n\n"
         "<!-- Output of `litevk-docs reasons`; a test compares. -->\n\n"
         "The report ([REPORT.md](REPORT.md)) has a code and a reason for each node. The reason is the "
         "one below\n"
         "or, where there is more to say, one about that very node: the types that it has, the condition of\n"
         "[SUPPORTED_OPS.md](SUPPORTED_OPS.md) that does not hold.\n\n"
         "| code | reason |\n| --- | --- |\n";
  for (const ReasonText& reason : ReasonTable()) {
    out << "| `" << reason.name << "` | " << reason.diagnostic << " |\n";
  }
  return out.str();
}

}  // namespace litevk::tools
