#include "tools/delegate_test/report.h"

#include <tinyxml2.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include "tools/program/output.h"

namespace litevk::tools {
namespace {

constexpr std::array<std::string_view, 4> kOutcomeNames = {"pass", "fail", "not delegated", "crash"};

std::string_view NameOf(Outcome outcome) { return kOutcomeNames[static_cast<size_t>(outcome)]; }

using Counts = std::array<int, kOutcomeNames.size()>;

void PrintCounts(const std::string& op, const Counts& counts) {
  Printf("%-30s", op.c_str());
  for (const int count : counts) Printf(" %13d", count);
  Printf("\n");
}

// A field in quotes, with its own quotes doubled (RFC 4180).
std::string Quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

int CountOf(const CaseResults& results, Outcome outcome) {
  return static_cast<int>(
      std::ranges::count_if(results, [&](const auto& pair) { return pair.second.outcome == outcome; }));
}

void AppendJunitCase(tinyxml2::XMLElement* suite, const OpCase& op_case, const CaseResult& result) {
  tinyxml2::XMLElement* element = suite->InsertNewChildElement("testcase");
  element->SetAttribute("classname", op_case.op.c_str());
  element->SetAttribute("name", op_case.name.c_str());
  element->SetAttribute("time", std::to_string(result.seconds).c_str());
  const char* kind = nullptr;
  if (result.outcome == Outcome::kFailed) kind = "failure";
  if (result.outcome == Outcome::kCrashed) kind = "error";
  if (result.outcome == Outcome::kNotDelegated) kind = "skipped";
  if (kind == nullptr) return;
  tinyxml2::XMLElement* child = element->InsertNewChildElement(kind);
  child->SetAttribute("message", result.outcome == Outcome::kNotDelegated ? "the delegate claims no node"
                                                                          : result.message.c_str());
}

}  // namespace

void PrintTable(const CaseResults& results) {
  std::map<std::string, Counts> by_op;
  Counts total = {};
  for (const auto& [op_case, result] : results) {
    const auto outcome = static_cast<size_t>(result.outcome);
    ++by_op[op_case.op][outcome];
    ++total[outcome];
    if (result.outcome != Outcome::kFailed && result.outcome != Outcome::kCrashed) continue;
    Printf("%s %s: %s\n", std::string(NameOf(result.outcome)).c_str(), op_case.name.c_str(),
           result.message.c_str());
  }
  Printf("%-30s", "operator");
  for (const std::string_view name : kOutcomeNames) Printf(" %13s", std::string(name).c_str());
  Printf("\n");
  for (const auto& [op, counts] : by_op) PrintCounts(op, counts);
  PrintCounts("total", total);
}

Status WriteCsv(const std::filesystem::path& path, const CaseResults& results) {
  std::ofstream file(path);
  file << "case,op,outcome,seconds,largest_difference,bound,message\n";
  for (const auto& [op_case, result] : results) {
    file << Quoted(op_case.name) << "," << op_case.op << "," << NameOf(result.outcome) << ","
         << result.seconds << "," << result.largest_difference << "," << result.bound << ","
         << Quoted(result.message) << "\n";
  }
  file.close();
  return file ? Status() : InvalidArgument(path.string() + ": cannot be written");
}

Status WriteJunit(const std::filesystem::path& path, const CaseResults& results) {
  tinyxml2::XMLDocument document;
  document.InsertEndChild(document.NewDeclaration());
  tinyxml2::XMLElement* suite = document.NewElement("testsuite");
  document.InsertEndChild(suite);
  suite->SetAttribute("name", "litevk-delegate-test");
  suite->SetAttribute("tests", static_cast<int>(results.size()));
  suite->SetAttribute("failures", CountOf(results, Outcome::kFailed));
  suite->SetAttribute("errors", CountOf(results, Outcome::kCrashed));
  suite->SetAttribute("skipped", CountOf(results, Outcome::kNotDelegated));
  for (const auto& [op_case, result] : results) AppendJunitCase(suite, op_case, result);
  if (document.SaveFile(path.c_str()) == tinyxml2::XML_SUCCESS) return {};
  return InvalidArgument(path.string() + ": cannot be written");
}

}  // namespace litevk::tools
