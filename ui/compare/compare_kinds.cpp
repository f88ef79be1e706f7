// Below the comparison: whose options of other kinds are not known, and the way to them.

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <vector>

#include "core/planning/planner.h"
#include "ui/compare/compare_window.h"
#include "ui/compare/compared_kinds.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

/// Other planners take seconds, so they are asked when somebody wants that. Null where nothing is missing.
QWidget* CompareWindow::kindsHint() {
  auto* hint = new QWidget(m_scroll);
  auto* lines = new QVBoxLayout(hint);
  lines->setContentsMargins(0, scaled(16), 0, 0);
  for (const ComparedKind* kind : comparedKinds()) addHint(*kind, *lines, *hint);
  if (lines->count() > 0) return hint;
  delete hint;
  return nullptr;
}

/// Kinds that nobody has to ask for, so that each scenario is told by what is recommended for it.
void CompareWindow::planKinds() {
  if (!isVisible()) return;
  for (const ComparedColumn& column : m_comparison.columns) {
    std::vector<std::string> keys = column.unknown;
    for (const ComparedKind* kind : comparedKinds())
      if (const planning::Planner* planner = planning::find_planner(kind->kind()))
        std::erase(keys, std::string(planner->answer_key()));
    if (!keys.empty()) m_answers.planMissing(column.id, keys);
  }
}

/// One kind: what is missing in words, and buttons.
void CompareWindow::addHint(const ComparedKind& kind, QBoxLayout& lines, QWidget& hint) {
  QStringList unknown, stale, running;
  std::vector<int> missing, begun;
  for (const ComparedColumn& column : m_comparison.columns) {
    const auto known = column.others.find(std::string(kind.kind()));
    if (known == column.others.end()) continue;
    if (known->second.running) {
      running << column.letter;
      begun.push_back(column.id);
    } else if (known->second.askable) {
      (known->second.stale ? stale : unknown) << column.letter;
      missing.push_back(column.id);
    }
  }
  if (missing.empty() && begun.empty()) return;
  PlannerAnswers& answers = m_answers.beside(kind.kind());
  const std::string key(answers.planner().answer_key());
  const QString name = u"compareWindow."_s + QString::fromStdString(key);
  const KindHint told = kind.hint();
  QStringList parts;
  if (!unknown.isEmpty()) parts << told.unknown.arg(unknown.join(told.comma));
  if (!stale.isEmpty()) parts << told.stale.arg(stale.join(told.comma));
  if (!running.isEmpty()) parts << told.running.arg(running.join(told.comma));
  auto* text = new QLabel(told.all.arg(parts.join(u"; "_s)), &hint);
  text->setObjectName(name + u".words"_s);
  text->setTextFormat(Qt::PlainText);
  text->setFont(ui::font(TextRole::Body));
  text->setWordWrap(true);
  lines.addWidget(text);
  auto* row = new QHBoxLayout;
  const auto button = [&](const QString& part, const QString& words, const QString& spoken, const auto& act) {
    auto* made = new QPushButton(words, &hint);
    made->setObjectName(name + part);
    made->setAccessibleName(spoken);
    made->setAutoDefault(false);
    connect(made, &QPushButton::clicked, this, act);
    row->addWidget(made);
  };
  if (!missing.empty())
    button(u".synthesise"_s, told.ask, told.askSpoken, [&answers, missing] {
      for (const int id : missing) answers.ask(id);
    });
  if (!begun.empty())
    button(u".stop"_s, told.stop, told.stopSpoken, [&answers, begun] {
      for (const int id : begun) answers.stop(id);
    });
  row->addStretch(1);
  lines.addLayout(row);
}

}  // namespace astrolabe::ui
