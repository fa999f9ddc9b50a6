#include "tools/docs/options_markdown.h"

#include <sstream>

#include "delegate/plugin/option_table.h"

namespace litevk::tools {

std::string OptionsMarkdown() {
  std::ostringstream out;
  out << "# Options\n\n"
         "<!-- Output of `litevk-docs options`; a test compares. -->\n\n"
         "Options are pairs of strings, given to `load_delegate(library, options)` in Python, to\n"
         "`TfLiteExternalDelegateOptionsInsert` in C and C++, or on the command line of TFLite's tools\n"
         "(`--external_delegate_options='key:value;key:value'`, where `%3A` and `%3B` in a value stand for "
         "`:`\n"
         "and `;`). An unknown key or a bad value makes creation fail with a message that names it.\n\n"
         "| key | values | default | meaning |\n| --- | --- | --- | --- |\n";
  for (const OptionSpec& option : OptionTable()) {
    out << "| `" << option.key << "` | " << option.values << " | "
        << (option.default_value.empty() ? std::string_view("none") : option.default_value) << " | "
        << option.help << " |\n";
  }
  out << "\nThe environment variable `LITEVK_ALLOW_CPU_DEVICE=1` is the same as `allow_cpu_device=1`.\n";
  return out.str();
}

}  // namespace litevk::tools
