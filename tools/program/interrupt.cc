#include "tools/program/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

namespace litevk::tools {
namespace {

volatile std::sig_atomic_t was_interrupted = 0;

void Note(int /*signal*/) {
  constexpr std::string_view kSentence =
      "\ninterrupted: what was measured until now follows; once more ends at once\n";
  was_interrupted = 1;
  // A signal handler may call nothing else. Losing the message on a closed terminal does no harm.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kSentence.data(), kSentence.size());
}

}  // namespace

void NoteInterrupt() {
  was_interrupted = 0;
  struct sigaction action = {};
  action.sa_handler = Note;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
}

bool WasInterrupted() { return was_interrupted != 0; }

}  // namespace litevk::tools
