#include "runtime/platform/terminal.h"

#include <unistd.h>

namespace litevk {

bool StandardErrorIsTerminal() { return isatty(STDERR_FILENO) == 1; }

}  // namespace litevk
