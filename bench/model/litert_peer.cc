#include "bench/model/litert_peer.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "runtime/platform/temporary_folder.h"

extern "C" char** environ;

namespace litevk::bench {
namespace {

// Time limit above that of importing the package and one inference of any model that fits a benchmark.
constexpr int kPatienceMs = 300000;

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
  std::unique_ptr<LitertPeer> peer(new LitertPeer());
  LITEVK_RETURN_IF_ERROR(peer->Spawn(arguments, folder.path()));
  LITEVK_ASSIGN_OR_RETURN(peer->name_, peer->ReadLine());
  return peer;
}

LitertPeer::~LitertPeer() {
  if (socket_ >= 0) close(socket_);  // closing its input ends the child,
  if (child_ < 0) return;
  kill(child_, SIGTERM);  // unless it is still busy
  waitpid(child_, nullptr, 0);
}

Status LitertPeer::Spawn(const BenchArguments& arguments, const std::string& folder) {
  std::array<int, 2> ends = {};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return Unavailable(std::string("socketpair: ") + std::strerror(errno));
  }
  socket_ = ends[0];
  std::array<std::string, 6> words = {arguments.python,
                                      "-c",
                                      kScript,
                                      arguments.graph.string(),
                                      std::to_string(arguments.num_threads),
                                      folder};
  std::array<char*, 7> argv = {};
  for (size_t i = 0; i < words.size(); ++i) argv[i] = words[i].data();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // A process group of its own, so that Ctrl-C only reaches this process.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int error =
      posix_spawnp(&child_, arguments.python.c_str(), &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (error == 0) return {};
  child_ = -1;
  return Unavailable(arguments.python + " cannot be started: " + std::strerror(error));
}

Result<double> LitertPeer::Run() {
  if (send(socket_, "\n", 1, MSG_NOSIGNAL) != 1) return Unavailable(name_ + " has ended");
  LITEVK_ASSIGN_OR_RETURN(const std::string line, ReadLine());
  double ms = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), ms);
  if (error == std::errc() && end == line.data() + line.size()) return ms;
  return Internal(name_ + ": expected a time, found \"" + line + "\"");
}

Result<std::string> LitertPeer::ReadLine() {
  constexpr std::string_view kError = "error ";
  size_t end = received_.find('\n');
  for (; end == std::string::npos; end = received_.find('\n')) {
    pollfd waiting = {.fd = socket_, .events = POLLIN, .revents = 0};
    const int ready = poll(&waiting, 1, kPatienceMs);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return Unavailable("the Python process does not answer");
    std::array<char, 4096> bytes = {};
    const ssize_t count = recv(socket_, bytes.data(), bytes.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return Unavailable("the Python process has ended without an answer");
    received_.append(bytes.data(), static_cast<size_t>(count));
  }
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  if (line.starts_with(kError)) return Unavailable(line.substr(kError.size()));
  return line;
}

}  // namespace litevk::bench
