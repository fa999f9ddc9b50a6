#include "tools/program/interrupt.h"

#include <csignal>
#include <string_view>

#include "runtime/platform/signals.h"

namespace litevk::tools {
namespace {

volatile std::sig_atomic_t was_interrupted = 0;

void Note() {
  constexpr std::string_view kDiagnostic =
      "\ninterrupted: what was measured until now follows; once more ends at once\n";
  was_interrupted = 1;
  WriteErrorInHandler(kDiagnostic);
}

}  // namespace

void NoteInterrupt() {
  was_interrupted = 0;
  OnNextInterrupt(Note);
}

bool WasInterrupted() { return was_interrupted != 0; }

}  // namespace litevk::tools
