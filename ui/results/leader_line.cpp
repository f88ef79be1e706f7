#include "ui/results/leader_line.h"

#include <QBoxLayout>

#include "core/planning/pipelines.h"
#include "ui/render/kind_words.h"
#include "ui/render/leader_words.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

LeaderLine::LeaderLine(QWidget& page) : QLabel(&page) {
  setObjectName(page.objectName() + u".leader"_s);
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  hide();
}

LeaderLine* LeaderLine::above(QWidget& page) {
  auto* line = new LeaderLine(page);
  auto* column = qobject_cast<QBoxLayout*>(page.layout());
  Q_ASSERT(column != nullptr);
  const int beside = column->contentsMargins().left() > 0 ? 0 : scaled(12);
  line->setContentsMargins(beside, scaled(4), beside, 0);
  column->insertWidget(0, line);
  return line;
}

void LeaderLine::setShown(const QString& called, const planning::LayoutPtr& layout) {
  m_called = called;
  m_shown = layout;
  refresh();
}

void LeaderLine::followSelected(const StrategySelection& selection) {
  const auto show = [this, &selection] {
    const planning::OptionPtr detail = selection.detail();
    setShown(selection.label(), detail ? layoutOf(*detail) : nullptr);
  };
  connect(&selection, &StrategySelection::changed, this, show);
  show();
}

void LeaderLine::followBest(const StrategySelection& selection) {
  const auto show = [this, &selection] {
    const plan::SnapshotPtr answer = selection.snapshot();
    const bool some = answer && !answer->best.empty();
    setShown(u"#1"_s, some ? planning::layout_of(answer->best.front().strategy) : nullptr);
  };
  connect(&selection, &StrategySelection::changed, this, show);
  show();
}

void LeaderLine::setLeader(const planning::OptionPtr& leader) {
  m_leader = leader;
  refresh();
}

void LeaderLine::refresh() {
  const bool another = m_shown && m_leader && !planning::same(m_shown, m_leader->layout);
  setText(another ? besideLeaderText(m_called, *m_leader) : QString());
  setVisible(another);
}

void tellLeader(const QWidget& panel, const planning::OptionPtr& leader) {
  for (LeaderLine* line : panel.findChildren<LeaderLine*>()) line->setLeader(leader);
}

}  // namespace astrolabe::ui
