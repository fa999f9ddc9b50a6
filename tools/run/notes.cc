#include "tools/run/notes.h"

#include "runtime/base/printable.h"
#include "tools/program/output.h"

namespace litevk::tools {

std::vector<std::string> NotesOf(const Session& session, bool has_arrays) {
  std::vector<std::string> notes = has_arrays ? std::vector<std::string>() : session.OpenInputNotes();
  if (const std::string note = session.SignatureNote(); !note.empty()) notes.insert(notes.begin(), note);
  return notes;
}

void TellSignature(const char* program, const Session& session) {
  const std::string note = session.SignatureNote();
  if (!note.empty()) PrintfError("%s: %s\n", program, Printable(note).c_str());
}

}  // namespace litevk::tools
