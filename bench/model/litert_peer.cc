#include "bench/model/litert_peer.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <utility>

#include "runtime/platform/temporary_folder.h"

namespace litevk::bench {
namespace {

// Time limit above that of importing the package and one inference of any model that fits a benchmark.
constexpr std::chrono::minutes kPatience(5);

// Answers each line on its standard input with the milliseconds of one inference. Other output is redirected
// to standard error, so that standard output holds only answers.
constexpr const char* kScript = R"python(
import os, sys, time
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
def answer(text):
    answers.write(text + "\n")
    answers.flush()
try:
    import ai_edge_litert
    from ai_edge_litert.interpreter import Interpreter
    import numpy
    version = getattr(ai_edge_litert, "__version__", "without a version")
    model, threads, folder = sys.argv[1:]
    interpreter = Interpreter(model, num_threads=int(threads))
    inputs = []
    for number, detail in enumerate(interpreter.get_input_details()):
        values = numpy.load(os.path.join(folder, "input_%d.npy" % number))
        if values.dtype.kind == "U":
            values = numpy.char.encode(values, "utf-8")
        if list(detail["shape"]) != list(values.shape):
            interpreter.resize_tensor_input(detail["index"], values.shape)
        inputs.append((detail["index"], values))
    interpreter.allocate_tensors()
    for index, values in inputs:
        interpreter.set_tensor(index, values)
    interpreter.invoke()
    answer("ai-edge-litert " + version)
    for line in sys.stdin:
        start = time.perf_counter()
        interpreter.invoke()
        answer(repr(1000 * (time.perf_counter() - start)))
except Exception as error:
    answer("error " + " ".join((type(error).__name__ + ": " + str(error)).split()))
)python";

// Writes the inputs as files that the child reads before it answers; removes the files with this object.
class InputFolder {
 public:
  static Result<InputFolder> Create(const std::vector<tools::Array>& inputs) {
    LITEVK_ASSIGN_OR_RETURN(const std::string path, MakeTemporaryFolder());
    InputFolder folder(path);
    for (size_t i = 0; i < inputs.size(); ++i) {
      LITEVK_RETURN_IF_ERROR(tools::WriteNpy(path + "/input_" + std::to_string(i) + ".npy", inputs[i]));
    }
    return folder;
  }
  ~InputFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  InputFolder(InputFolder&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  InputFolder& operator=(InputFolder&&) = delete;

  const std::string& path() const { return path_; }

 private:
  explicit InputFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace

Result<std::unique_ptr<LitertPeer>> LitertPeer::Start(const BenchArguments& arguments,
                                                      const std::vector<tools::Array>& inputs) {
  LITEVK_ASSIGN_OR_RETURN(const InputFolder folder, InputFolder::Create(inputs));
  // A process group of its own, so that Ctrl-C only reaches this process.
  const ProcessOptions options = {
      .pipes = ProcessOptions::Pipes::kInputAndOutput, .discards_errors = true, .has_own_group = true};
  LITEVK_ASSIGN_OR_RETURN(Process process,
                          Process::Start({arguments.python, "-c", kScript, arguments.graph.string(),
                                          std::to_string(std::max(arguments.num_threads, 1)), folder.path()},
                                         options));
  std::unique_ptr<LitertPeer> peer(new LitertPeer(std::move(process)));
  LITEVK_ASSIGN_OR_RETURN(peer->name_, peer->ReadLine());
  return peer;
}

// Closing its input ends the child, unless it is still busy.
LitertPeer::~LitertPeer() { process_.Stop(); }

Result<double> LitertPeer::Run() {
  if (!process_.Write("\n")) return Unavailable(name_ + " has ended");
  LITEVK_ASSIGN_OR_RETURN(const std::string line, ReadLine());
  double ms = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), ms);
  if (error == std::errc() && end == line.data() + line.size()) return ms;
  return Internal(name_ + ": expected a time, found \"" + line + "\"");
}

Result<std::string> LitertPeer::ReadLine() {
  using ReadResult = Process::ReadResult;
  constexpr std::string_view kError = "error ";
  size_t end = received_.find('\n');
  for (; end == std::string::npos; end = received_.find('\n')) {
    const auto read = process_.Read(Process::Clock::now() + kPatience, received_);
    if (read == ReadResult::kTooLate) return Unavailable("the Python process does not answer");
    if (read == ReadResult::kClosed) {
      return Unavailable("the Python process has ended without an answer");
    }
  }
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  if (line.starts_with(kError)) return Unavailable(line.substr(kError.size()));
  return line;
}

}  // namespace litevk::bench
