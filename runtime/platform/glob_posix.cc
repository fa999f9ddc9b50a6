#include "runtime/platform/glob.h"

#include <fnmatch.h>

namespace litevk {

bool MatchesGlob(const std::string& pattern, const std::string& name, LetterCase letter_case) {
  const int flags = letter_case == LetterCase::kIgnored ? FNM_CASEFOLD : 0;
  return fnmatch(pattern.c_str(), name.c_str(), flags) == 0;
}

}  // namespace litevk
