#include "delegate/self_test/answer_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

#include "runtime/platform/files.h"

namespace litevk {
namespace {

// The first line. The second is the identity, and each other one an answer. It has four fields with tabs
// between: the question, "asked" or "not asked", the feature ("" for none), what is wrong.
constexpr std::string_view kHeader = "litevk self-test 1";
constexpr size_t kFields = 4;

// Returns a name for a file, which a person can tell from others.
std::string FileName(const vk::Device& device) {
  std::string name = device.info().name;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return "litevk-" + name + "-" + std::to_string(device.features().bits()) + ".selftest";
}

std::string OneLine(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return text;
}

std::string LineOf(const SelfTestAnswer& answer) {
  const std::string_view feature = answer.feature ? vk::FeatureName(*answer.feature) : "";
  return answer.question + (answer.was_asked ? "\tasked\t" : "\tnot asked\t") + std::string(feature) + "\t" +
         OneLine(answer.wrong) + "\n";
}

// Cuts the text before the first `end`, and removes both from it.
std::string_view Cut(std::string_view& text, char end) {
  const size_t length = std::min(text.find(end), text.size());
  const std::string_view cut = text.substr(0, length);
  text.remove_prefix(std::min(length + 1, text.size()));
  return cut;
}

std::optional<SelfTestAnswer> AnswerOf(std::string_view line) {
  if (std::ranges::count(line, '\t') != kFields - 1) return std::nullopt;
  std::array<std::string_view, kFields> fields;
  for (std::string_view& field : fields) field = Cut(line, '\t');
  return SelfTestAnswer{.question = std::string(fields[0]),
                        .feature = vk::FeatureFromName(fields[2]),
                        .was_asked = fields[1] == "asked",
                        .wrong = std::string(fields[3])};
}

}  // namespace

std::string IdentityOf(const vk::Device& device) {
  const vk::DeviceInfo& info = device.info();
  return OneLine(info.name + ", " + info.driver + ", " + info.pipeline_cache_id + ", features " +
                 std::to_string(device.features().bits()) + ", litevk " LITEVK_VERSION);
}

AnswerFile::AnswerFile(const std::string& folder, const vk::Device& device)
    : path_(folder + "/" + FileName(device)), made_for_(IdentityOf(device)) {}

std::vector<SelfTestAnswer> AnswerFile::Read() const {
  const Result<std::string> content = ReadFile(path_);
  if (!content.ok()) return {};
  std::string_view text = *content;
  if (Cut(text, '\n') != kHeader || Cut(text, '\n') != made_for_) return {};
  std::vector<SelfTestAnswer> answers;
  while (!text.empty()) {
    const std::optional<SelfTestAnswer> answer = AnswerOf(Cut(text, '\n'));
    if (!answer) return {};
    answers.push_back(*answer);
  }
  return answers;
}

Status AnswerFile::Write(const std::vector<SelfTestAnswer>& answers) const {
  std::string text = std::string(kHeader) + "\n" + made_for_ + "\n";
  for (const SelfTestAnswer& answer : answers) text += LineOf(answer);
  return WriteFileAtomically(path_, text);
}

}  // namespace litevk
