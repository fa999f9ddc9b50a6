#include "tools/docs/options_markdown.h"

#include <sstream>

#include "delegate/plugin/option_table.h"
#include "kernels_cpu/simd/isa.h"

namespace litevk::tools {

namespace {

// Returns "`reference`, `sse4` or `avx2`": the values of LITEVK_CPU.
std::string InstructionSets() {
  std::string names = "`" + std::string(cpu::kReference) + "`";
  for (const cpu::IsaRow& row : cpu::IsaTable()) {
    names += (row.isa == cpu::IsaTable().back().isa ? " or `" : ", `") + std::string(row.name) + "`";
  }
  return names;
}

void WriteEnvironment(std::ostream& out) {
  out << "\n## Environment variables\n\n"
         "| variable | values | meaning |\n| --- | --- | --- |\n"
         "| `"
      << cpu::kIsaVariable << "` | " << InstructionSets()
      << " | The CPU kernels of this process, for tests and bug reports: those of an instruction set in "
         "place of "
         "the best one that the processor has, or, with `"
      << cpu::kReference
      << "`, plain loops. Integers have the same bits with each; floats stay within NUMERICS.md's bounds. "
         "Read "
         "once, at the first node; a name that the processor lacks gives a warning. |\n"
         "| `LITEVK_ALLOW_CPU_DEVICE` | 0 or 1 | 1 is the same as `allow_cpu_device=1`. |\n"
         "| `LITEVK_OPTIONS` | `key=value;key=value` | Options of every delegate in LiteRT's CompiledModel "
         "([LITERT.md](LITERT.md)). |\n"
         "| `LITEVK_VALIDATION` | 0 or 1 | 1 runs Vulkan's validation layer, and the delegate's checks of "
         "its own. "
         "|\n"
         "| `LITEVK_PYTHON` | a path | The Python of `litevk-tflite2onnx --check`. |\n"
         "| `XDG_CACHE_HOME` | a folder | The parent of the folder of `serialization_dir=auto`. |\n\n"
         "The number of threads of the CPU kernels is no option of the delegate but the interpreter's "
         "`num_threads`\n([PYTHON.md](PYTHON.md#threads), [RUNNER.md](RUNNER.md)).\n";
}

}  // namespace

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
  WriteEnvironment(out);
  return out.str();
}

}  // namespace litevk::tools
