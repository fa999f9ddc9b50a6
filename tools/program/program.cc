#include "tools/program/program.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "runtime/base/nearest_word.h"
#include "runtime/platform/guard.h"
#include "tools/program/output.h"

namespace litevk::tools {
namespace {

ExitStatus Fail(const CLI::App& app, ExitStatus exit_status, const Status& status) {
  PrintfError("%s: %s\n", app.get_name().c_str(), status.message().c_str());
  return exit_status;
}

// The names of long options, "--num_runs" among them.
std::vector<std::string> LongNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string WithUnderscores(std::string name) {
  std::replace(name.begin() + 2, name.end(), '-', '_');
  return name;
}

// Returns the words of the command line in reverse, as CLI::App::parse takes them. Names of options are
// replaced by the program's own spelling: --num-runs by --num_runs.
std::vector<std::string> WordsOf(const CLI::App& app, int argc, char** argv) {
  const std::vector<std::string> names = LongNames(app);
  std::vector<std::string> words;
  for (int i = argc - 1; i > 0; --i) {
    std::string word = argv[i];
    const std::string name = word.substr(0, word.find('='));
    if (name.starts_with("--") && std::ranges::find(names, name) == names.end()) {
      const auto same = std::ranges::find(names, WithUnderscores(name), WithUnderscores);
      if (same != names.end()) word.replace(0, name.size(), *same);
    }
    words.push_back(std::move(word));
  }
  return words;
}

// Returns the option whose value stands before an unexpected word, as in "--input A B", if the option may be
// repeated. `words` are in reverse.
std::string RepeatedOption(const CLI::App& app, const std::vector<std::string>& words,
                           const std::string& word) {
  const auto found = std::ranges::find(words, word);
  for (const ptrdiff_t before : {1, 2}) {
    if (words.end() - found <= before) break;
    const std::string& earlier = *(found + before);
    // The word right before is an option only in the form --name=value.
    if (before == 1 && earlier.find('=') == std::string::npos) continue;
    const std::string name = earlier.substr(0, earlier.find('='));
    const CLI::Option* option = name.starts_with("-") ? app.get_option_no_throw(name) : nullptr;
    if (option != nullptr && option->get_items_expected_max() > 1) return name;
  }
  return "";
}

std::set<std::string> PartsOf(const std::string& name) {
  std::set<std::string> parts;
  std::istringstream stream(WithUnderscores(name).substr(2));
  for (std::string part; std::getline(stream, part, '_');) parts.insert(part);
  return parts;
}

std::string LastPart(const std::string& name) {
  const std::string text = WithUnderscores(name).substr(2);
  return text.substr(text.find_last_of('_') + 1);
}

// Suggests the longest option whose words are all in the given name and that ends in the same word: --shape
// for
// --input-shape.
std::string DidYouMeanLess(const std::string& name, const std::vector<std::string>& names) {
  std::string nearest;
  for (const std::string& candidate : names) {
    const bool is_less =
        LastPart(candidate) == LastPart(name) && std::ranges::includes(PartsOf(name), PartsOf(candidate));
    if (is_less && candidate.size() > nearest.size()) nearest = candidate;
  }
  return nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?";
}

// Returns the hint for an unexpected word that is near no option.
std::string HintOn(const CLI::App& app, const std::string& name) {
  const bool is_option = name.starts_with("--");
  if (!is_option || app.get_option_no_throw("-o") == nullptr) return "";
  return "; an option of the delegate is given as -o KEY=VALUE";
}

// Returns the error for the first word that is no option of the program and no positional argument.
std::string Unexpected(const CLI::App& app, const std::vector<std::string>& given) {
  const std::string word = app.remaining().front();
  const std::string name = word.substr(0, word.find('='));
  if (!name.starts_with("-")) {
    const std::string option = RepeatedOption(app, given, word);
    return "\"" + word + "\" is one argument too many" +
           (option.empty() ? "" : "; each value has its own " + option + ": " + option + " " + word);
  }
  const std::vector<std::string> names = LongNames(app);
  std::string near = DidYouMean(name, std::vector<std::string_view>(names.begin(), names.end()));
  if (near.empty() && name.starts_with("--")) near = DidYouMeanLess(name, names);
  return "there is no option " + name + (near.empty() ? HintOn(app, name) : near);
}

// The option that was given an empty value, as a script does of a variable that is not set.
const CLI::Option* FindEmpty(const CLI::App& app) {
  const auto is_empty = [](const CLI::Option* option) {
    const bool takes_values = !option->get_positional() && option->get_items_expected_min() > 0;
    return takes_values && std::ranges::find(option->results(), "") != option->results().end();
  };
  const std::vector<const CLI::Option*> options = app.get_options();
  const auto found = std::ranges::find_if(options, is_empty);
  return found == options.end() ? nullptr : *found;
}

int FailUsage(const CLI::App& app, const std::string& diagnostic) {
  PrintfError("%s: %s\nRun with --help for more information.\n", app.get_name().c_str(), diagnostic.c_str());
  return kExitUsage;
}

// Returns the status, or where what was printed did not arrive kExitFailed, with a sentence.
int AfterPrinting(const std::string& name, int exit_status) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_status;
  // No error is kept of what was lost before.
  const std::string reason = errno == 0 ? "" : std::string(": ") + std::strerror(errno);
  PrintfError("%s: standard output cannot be written%s\n", name.c_str(), reason.c_str());
  return kExitFailed;
}

}  // namespace

int GuardProgram(const char* name, const std::function<int()>& body) noexcept {
  return Guard(body, [&](const char* problem) -> int {
    // PrintfError allocates, and memory may have run out.
    std::fprintf(stderr, "%s: an exception ended it: %s\n", name, problem);
    return kExitFailed;
  });
}

static int ParseAndRun(CLI::App& app, int argc, char** argv, const std::function<Status()>& check_usage,
                       const std::function<Result<ExitStatus>()>& run) {
  app.set_version_flag("--version", app.get_name() + " " LITEVK_VERSION);
  const std::vector<std::string> words = WordsOf(app, argc, argv);
  try {
    app.parse(std::vector<std::string>(words));
  } catch (const CLI::ExtrasError&) {
    return FailUsage(app, Unexpected(app, words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return FailUsage(app, error.what());
    return app.exit(error);
  }
  if (const CLI::Option* empty = FindEmpty(app))
    return FailUsage(app, empty->get_name(false, true) + ": its value is empty");
  if (const Status status = check_usage(); !status.ok()) return Fail(app, kExitUsage, status);
  const Result<ExitStatus> result = run();
  return result.ok() ? *result : Fail(app, kExitFailed, result.status());
}

int RunProgram(CLI::App& app, int argc, char** argv, const std::function<Status()>& check_usage,
               const std::function<Result<ExitStatus>()>& run) {
  return AfterPrinting(app.get_name(), ParseAndRun(app, argc, argv, check_usage, run));
}

int RunProgram(CLI::App& app, int argc, char** argv, const std::function<Result<ExitStatus>()>& run) {
  const auto check_nothing = [] { return Status(); };
  return RunProgram(app, argc, argv, check_nothing, run);
}

}  // namespace litevk::tools
