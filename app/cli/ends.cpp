#include "app/cli/ends.h"

#include "core/base/error_codes.h"
#include "core/planning/whole_answer.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"

namespace astrolabe::cli {

namespace {

Json wholeAnswer(const plan::Snapshot& snapshot, const Question& question, const std::stop_token& closing) {
  return planning::whole_answer_json(
      snapshot, {{}, static_cast<int>(snapshot.best.size()), question.model_warnings}, closing);
}

}  // namespace

int withoutBest(const plan::Snapshot& snapshot, const Question& question, bool json,
                const std::stop_token& closing) {
  if (snapshot.status == plan::Status::failed)
    note(ui::messageFor(Error{std::string(code::defect), {}, {}, snapshot.defect, {}}).plain());
  else if (snapshot.status == plan::Status::infeasible)
    note(ui::messageFor(snapshot).plain());
  else
    note(ui::endText(snapshot));
  if (json) print(wholeAnswer(snapshot, question, closing));
  if (snapshot.status == plan::Status::failed) return Defect;
  return snapshot.stopped_early ? StoppedEarly : NothingFits;
}

int withBest(const plan::Snapshot& snapshot, const Question& question, const std::vector<std::string>& paths,
             bool json, const std::stop_token& closing) {
  const bool early = snapshot.stopped_early;
  if (early) note(ui::endText(snapshot));
  sayWritten(paths, json, early && json ? wholeAnswer(snapshot, question, closing) : Json::object());
  return early ? StoppedEarly : Done;
}

}  // namespace astrolabe::cli
