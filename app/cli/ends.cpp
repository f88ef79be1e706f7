#include "app/cli/ends.h"

#include "core/base/error_codes.h"
#include "core/plan/whole_answer.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"

namespace astrolabe::cli {

namespace {

Json wholeAnswer(const plan::Snapshot& snapshot, const Question& question) {
  return plan::whole_answer_json(
      snapshot, {{}, false, static_cast<int>(snapshot.best.size()), question.model_warnings});
}

}  // namespace

int withoutBest(const plan::Snapshot& snapshot, const Question& question, bool json) {
  if (snapshot.status == plan::Status::failed)
    note(ui::messageFor(Error{std::string(code::defect), {}, {}, snapshot.defect, {}}).plain());
  else if (snapshot.status == plan::Status::infeasible)
    note(ui::messageFor(snapshot).plain());
  else
    note(ui::endText(snapshot));
  if (json) print(wholeAnswer(snapshot, question));
  if (snapshot.status == plan::Status::failed) return Defect;
  return snapshot.stopped_early ? StoppedEarly : NothingFits;
}

int writtenEarly(const plan::Snapshot& snapshot, const Question& question,
                 const std::vector<std::string>& paths, bool json) {
  note(ui::endText(snapshot));
  if (json) {
    Json answer = wholeAnswer(snapshot, question);
    answer["written"] = paths.size() == 1 ? Json(paths.front()) : Json(paths);
    print(answer);
  } else {
    for (const std::string& path : paths) sayWritten(path, false);
  }
  return StoppedEarly;
}

}  // namespace astrolabe::cli
