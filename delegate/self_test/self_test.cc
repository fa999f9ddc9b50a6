#include "delegate/self_test/self_test.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "delegate/self_test/question.h"
#include "runtime/exec/executable.h"

namespace litevk {
namespace {

using self_test::Question;

constexpr const Question* kQuestions[] = {&self_test::kArithmetic, &self_test::kChain,
                                          &self_test::kSubgroups,  &self_test::kTexels,
                                          &self_test::kPackedDots, &self_test::kInt64};

std::vector<uint32_t> WordsOf(std::span<const std::byte> bytes) {
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
  return words;
}

// Asks the questions in one submission. Writes what is wrong into their answers.
Status Ask(const std::shared_ptr<const vk::Device>& device, std::span<const Question* const> questions,
           std::span<SelfTestAnswer* const> answers) {
  gpu::Graph graph;
  std::vector<gpu::TensorId> tensors;
  for (const Question* question : questions) {
    tensors.push_back(question->ask(graph, device->limits()));
    graph.tensors[static_cast<size_t>(tensors.back())].is_output = true;
  }
  LITEVK_ASSIGN_OR_RETURN(const auto executable, Executable::Build(device, std::move(graph), {}));
  LITEVK_RETURN_IF_ERROR(executable->Run());
  for (size_t i = 0; i < questions.size(); ++i)
    answers[i]->wrong = questions[i]->check(WordsOf(executable->Output(tensors[i])), device->limits());
  return {};
}

// Asks each question alone. One that fails, for example as its pipeline cannot be made, is answered wrong. A
// device on which all fail, or which has no memory, gets a status instead: that is no answer.
Status AskEach(const std::shared_ptr<const vk::Device>& device, std::span<const Question* const> questions,
               std::span<SelfTestAnswer* const> answers) {
  Status last;
  size_t failures = 0;
  for (size_t i = 0; i < questions.size(); ++i) {
    const Status status = Ask(device, questions.subspan(i, 1), answers.subspan(i, 1));
    if (device->lost() || status.code() == StatusCode::kResourceExhausted) return status;
    if (status.ok()) continue;
    answers[i]->wrong = status.message();
    last = status;
    ++failures;
  }
  return failures == questions.size() ? last : Status();
}

}  // namespace

Result<std::vector<SelfTestAnswer>> RunSelfTest(const std::shared_ptr<const vk::Device>& device) {
  std::vector<SelfTestAnswer> all;
  all.reserve(std::size(kQuestions));
  std::vector<const Question*> asked;
  std::vector<SelfTestAnswer*> answers;
  for (const Question* question : kQuestions) {
    const bool is_there = !question->feature || device->features().has(*question->feature);
    const bool is_asked = is_there && question->is_used(device->limits());
    all.push_back({.question = std::string(question->name),
                   .feature = question->feature,
                   .was_asked = is_asked,
                   .wrong = ""});
    if (!is_asked) continue;
    asked.push_back(question);
    answers.push_back(&all.back());
  }
  Status status = Ask(device, asked, answers);
  if (!status.ok() && !device->lost()) status = AskEach(device, asked, answers);
  LITEVK_RETURN_IF_ERROR(status);
  return all;
}

vk::FeatureSet WrongFeatures(const std::vector<SelfTestAnswer>& answers) {
  vk::FeatureSet features;
  for (const SelfTestAnswer& answer : answers) {
    if (!answer.wrong.empty() && answer.feature) features.Add(*answer.feature);
  }
  return features;
}

std::vector<std::pair<std::string, std::string>> OutcomesOf(const std::vector<SelfTestAnswer>& answers) {
  std::vector<std::pair<std::string, std::string>> outcomes;
  for (const SelfTestAnswer& answer : answers) {
    const std::string outcome = answer.was_asked ? "right" : "not used";
    outcomes.emplace_back(answer.question, answer.wrong.empty() ? outcome : answer.wrong);
  }
  return outcomes;
}

std::string WhyRefused(const std::vector<SelfTestAnswer>& answers) {
  const auto found = std::ranges::find_if(
      answers, [](const SelfTestAnswer& answer) { return !answer.wrong.empty() && !answer.feature; });
  return found == answers.end() ? "" : found->question + ": " + found->wrong;
}

}  // namespace litevk
