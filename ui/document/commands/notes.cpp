#include "ui/document/commands/notes.h"

#include <algorithm>

#include "core/base/quoting.h"

namespace astrolabe::ui {

SetNotes::SetNotes(PlanDocument& document, std::vector<plan::Note> notes, const QString& label,
                   quint64 gesture)
    : PlanCommand(document, label), m_notes(std::move(notes)), m_gesture(gesture) {}

bool SetNotes::mergeWith(const QUndoCommand* next) {
  const auto* other = static_cast<const SetNotes*>(next);  // same id(), so same class
  return other->m_gesture == m_gesture;
}

const plan::Note* findNote(const plan::Plan& plan, const std::string& id) {
  for (const plan::Note& note : plan.notes)
    if (note.id == id) return &note;
  return nullptr;
}

std::string freeNoteId(const std::vector<plan::Note>& notes) {
  for (std::size_t number = notes.size() + 1;; ++number)
    if (std::string id = "note-" + std::to_string(number);
        std::none_of(notes.begin(), notes.end(), [&](const plan::Note& note) { return note.id == id; }))
      return id;
}

SetNotes* addNote(PlanDocument& document, plan::Position corner, const std::string& text, std::string& id) {
  std::vector<plan::Note> notes = document.plan().notes;
  plan::Note note;
  note.id = id = freeNoteId(notes);
  note.text = plain_lines(text);
  note.position = corner;
  notes.push_back(std::move(note));
  return new SetNotes(document, std::move(notes), CommandText::tr("Add note"));
}

SetNotes* changeNote(PlanDocument& document, const std::string& id, const std::string& text) {
  std::vector<plan::Note> notes = document.plan().notes;
  for (plan::Note& note : notes)
    if (note.id == id) note.text = plain_lines(text);
  return new SetNotes(document, std::move(notes), CommandText::tr("Change note"));
}

SetNotes* removeNotes(PlanDocument& document, const std::vector<std::string>& ids, bool cut) {
  std::vector<plan::Note> notes = document.plan().notes;
  std::erase_if(
      notes, [&](const plan::Note& note) { return std::find(ids.begin(), ids.end(), note.id) != ids.end(); });
  const int count = static_cast<int>(ids.size());
  return new SetNotes(document, std::move(notes),
                      cut ? CommandText::tr("Cut %n notes", nullptr, count)
                          : CommandText::tr("Delete %n notes", nullptr, count));
}

SetNotes* moveNotes(PlanDocument& document, const plan::Layout& corners, quint64 gesture) {
  std::vector<plan::Note> notes = document.plan().notes;
  for (plan::Note& note : notes)
    if (const auto corner = corners.find(note.id); corner != corners.end()) note.position = corner->second;
  return new SetNotes(document, std::move(notes),
                      CommandText::tr("Move %n notes", nullptr, static_cast<int>(corners.size())), gesture);
}

}  // namespace astrolabe::ui
