// Below the comparison: whose distributed programs are not known, and the way to them.

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <vector>

#include "ui/compare/compare_window.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

/// Programs take seconds, so they are synthesised when somebody asks. Null where nothing is missing.
QWidget* CompareWindow::programsHint() {
  QStringList unknown, stale, running;
  std::vector<int> missing, begun;
  for (const ComparedColumn& column : m_comparison.columns) {
    if (column.synthesising) {
      running << column.letter;
      begun.push_back(column.id);
    } else if (column.synthesisable) {
      (column.programStale ? stale : unknown) << column.letter;
      missing.push_back(column.id);
    }
  }
  if (missing.empty() && begun.empty()) return nullptr;
  QStringList told;
  const QString comma = tr(", ", "between letters of scenarios");
  if (!unknown.isEmpty()) told << tr("not synthesised yet for %1", "letters").arg(unknown.join(comma));
  if (!stale.isEmpty()) told << tr("stale for %1", "letters").arg(stale.join(comma));
  if (!running.isEmpty()) told << tr("being synthesised for %1", "letters").arg(running.join(comma));
  auto* hint = new QWidget(m_scroll);
  auto* lines = new QVBoxLayout(hint);
  lines->setContentsMargins(0, scaled(16), 0, 0);
  auto* text = new QLabel(tr("Distributed programs: %1.", "what is missing").arg(told.join(u"; "_s)), hint);
  text->setObjectName(u"compareWindow.programs.words"_s);
  text->setTextFormat(Qt::PlainText);
  text->setFont(ui::font(TextRole::Body));
  text->setWordWrap(true);
  lines->addWidget(text);
  auto* row = new QHBoxLayout;
  const auto button = [&](const QString& name, const QString& words, const QString& spoken, const auto& act) {
    auto* made = new QPushButton(words, hint);
    made->setObjectName(name);
    made->setAccessibleName(spoken);
    made->setAutoDefault(false);
    connect(made, &QPushButton::clicked, this, act);
    row->addWidget(made);
  };
  if (!missing.empty())
    button(u"compareWindow.programs.synthesise"_s, tr("S&ynthesise them"),
           tr("Synthesise the distributed programs that are missing or stale"), [this, missing] {
             for (const int id : missing) m_answers.programs().synthesise(id);
           });
  if (!begun.empty())
    button(u"compareWindow.programs.stop"_s, tr("S&top"), tr("Stop the synthesis of distributed programs"),
           [this, begun] {
             for (const int id : begun) m_answers.programs().stop(id);
           });
  row->addStretch(1);
  lines->addLayout(row);
  return hint;
}

}  // namespace astrolabe::ui
