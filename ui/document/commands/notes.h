#pragma once
// Free notes on the canvas. They change no question.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Other notes in place of those of the plan: added, changed, moved or removed. The steps of one gesture are
/// one undo step.
class SetNotes : public PlanCommand {
 public:
  SetNotes(PlanDocument& document, std::vector<plan::Note> notes, const QString& label,
           quint64 gesture = nextGesture());
  int id() const override { return kSetNotesId; }
  bool mergeWith(const QUndoCommand* next) override;

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.notes, m_notes); }

 private:
  std::vector<plan::Note> m_notes;
  quint64 m_gesture;
};

/// A note by id; null when there is none.
const plan::Note* findNote(const plan::Plan& plan, const std::string& id);
/// An id that no note has.
std::string freeNoteId(const std::vector<plan::Note>& notes);
/// The edit that adds a note; `id` receives its id.
SetNotes* addNote(PlanDocument& document, plan::Position corner, const std::string& text, std::string& id);
SetNotes* changeNote(PlanDocument& document, const std::string& id, const std::string& text);
SetNotes* removeNotes(PlanDocument& document, const std::vector<std::string>& ids, bool cut = false);
SetNotes* moveNotes(PlanDocument& document, const plan::Layout& corners, quint64 gesture = nextGesture());

}  // namespace astrolabe::ui
