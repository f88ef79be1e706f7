#include "ui/shell/question_banner.h"

#include <algorithm>

#include "core/base/error_codes.h"
#include "core/plan/answer.h"
#include "core/plan/fixes.h"
#include "ui/render/answer_text.h"
#include "ui/render/numbers.h"
#include "ui/shell/banner.h"
#include "ui/shell/file_trouble.h"
#include "ui/shell/rules_dialog.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using State = SearchBridge::State;

namespace {

constexpr int kStaleDelayMs = 300;  ///< only what stays stale longer gets a banner

/// Whole sentences, as languages put what was being done in different places.
QString failureTitle(plan::Phase phase) {
  switch (phase) {
    case plan::Phase::preparing:
      return QuestionBanner::tr("The search stopped by an internal error while preparing the question.");
    case plan::Phase::searching:
      return QuestionBanner::tr("The search stopped by an internal error while scoring configurations.");
    case plan::Phase::fixing:
      return QuestionBanner::tr(
          "The search stopped by an internal error while trying what would make it fit.");
    case plan::Phase::none:
      break;
  }
  return QuestionBanner::tr("The search stopped by an internal error.");
}

}  // namespace

QuestionBanner::QuestionBanner(Banner& banner, PlanDocument& document, SearchBridge& bridge,
                               ClusterView& view)
    : m_banner(banner),
      m_document(document),
      m_bridge(bridge),
      m_view(view),
      m_wasStale(bridge.isStale() || bridge.isOutdated()) {
  m_staleShown.setSingleShot(true);
  m_staleShown.setInterval(kStaleDelayMs);
  connect(&m_staleShown, &QTimer::timeout, this, &QuestionBanner::update);
  connect(&m_bridge, &SearchBridge::snapshotChanged, this, &QuestionBanner::update);
  connect(&m_bridge, &SearchBridge::stateChanged, this, &QuestionBanner::update);
  connect(&m_bridge, &SearchBridge::staleChanged, this, &QuestionBanner::staleChanged);
}

void QuestionBanner::staleChanged() {
  const bool stale = m_bridge.isStale() || m_bridge.isOutdated();
  if (stale && !m_wasStale) m_staleShown.start();
  if (!stale) m_staleShown.stop();
  m_wasStale = stale;
  update();
}

void QuestionBanner::update() {
  const State state = m_bridge.state();
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  if (const auto& error = m_bridge.problemError();
      error && !m_document.plan().cluster.pools.empty() && m_document.architecture())
    return sayProblem(*error);
  const bool outruns = m_bridge.isOutdated() && (state == State::Searching || state == State::Paused);
  if (m_bridge.isStale() || outruns) {
    if ((state == State::Searching && !outruns) || m_staleShown.isActive() || m_bridge.problemError())
      return m_banner.clear();
    return sayStale(outruns);
  }
  if (snapshot && snapshot->status == plan::Status::infeasible && state != State::Searching)
    return m_bridge.isHandedOver() ? sayElsewhere() : sayInfeasible(snapshot);
  if (state == State::Failed && snapshot) return sayFailed(*snapshot);
  m_banner.clear();
}

/// Buttons stay as they are, under the pointer, while the words are the same.
bool QuestionBanner::isSaid(const Message& message) const {
  return m_banner.message().plain() == message.plain() && !m_banner.isHidden();
}

/// Why the question cannot be asked; what is missing can be entered on the spot.
void QuestionBanner::sayProblem(const Error& error) {
  const Message message = messageFor(error);
  if (isSaid(message)) return;
  m_banner.say(Banner::Kind::Error, message);
  if (error.code == code::out_of_range && error.where.starts_with("choose.")) return offerCounts(error);
  if (error.code == code::missing_network || error.code == code::missing_link) return offerNetwork(error);
  if (error.code == code::no_price) offerPrice(error);
}

void QuestionBanner::sayStale(bool outruns) {
  Message stale;
  stale.title = tr("Stale:");
  stale.body = tr("%n change(s) since this run", nullptr, m_bridge.changesSinceRun());
  if (const QString what = changesInWords(); !what.isEmpty())
    stale.body = tr("%1 (%2)", "2 changes since this run (what they were)").arg(stale.body, what);
  if (isSaid(stale)) return;
  m_banner.say(Banner::Kind::Stale, stale);
  offerRun(outruns ? tr("Restart with changes") : tr("Run again"));
}

/// The newest undo steps, as many as the question has changed since it was asked, three at most.
QString QuestionBanner::changesInWords() const {
  const QUndoStack& steps = m_document.undoStack();
  const int changes = std::min(m_bridge.changesSinceRun(), steps.index());
  constexpr int kMost = 3;
  QStringList words;
  for (int i = steps.index() - std::min(changes, kMost); i < steps.index(); ++i) words << steps.text(i);
  if (changes > kMost) words.prepend(u"…"_s);
  return words.join(u", "_s);
}

void QuestionBanner::sayInfeasible(const plan::SnapshotPtr& snapshot) {
  const Message message = messageFor(*snapshot);
  if (isSaid(message)) return;
  m_banner.say(Banner::Kind::Error, message);
  int number = 0;
  for (const plan::Fix& fix : snapshot->fixes)
    m_banner.addButton(u"banner.fix%1"_s.arg(++number), fixText(fix), [this, fix] { emit fixChosen(fix); });
  if (number == 0 && snapshot->binding.rule_count == snapshot->space.total) offerPrecision();
  offerDetails(m_banner, QString::fromStdString(text_of(plan::answer_json(*snapshot), 1)));
}

/// Why another planner found nothing.
void QuestionBanner::sayElsewhere() {
  Message message;
  message.title = tr("%1.", "a sentence").arg(m_bridge.elsewhere().end);
  message.body = m_bridge.elsewhere().why;
  if (!isSaid(message)) m_banner.say(Banner::Kind::Error, message);
}

void QuestionBanner::sayFailed(const plan::Snapshot& snapshot) {
  Message failed;
  failed.title = failureTitle(snapshot.phase);
  failed.body = tr("The %1 results so far are kept.").arg(wholeText(double(snapshot.space.evaluated)));
  failed.code = QLatin1StringView(code::defect);
  m_banner.say(Banner::Kind::Error, failed);
  offerRun(tr("Run again"));
  offerDetails(m_banner, QString::fromStdString(snapshot.defect));
}

void QuestionBanner::offerRun(const QString& text) {
  m_banner.addButton(u"banner.runAgain"_s, text, [bridge = &m_bridge] { bridge->run(); });
}

}  // namespace astrolabe::ui
