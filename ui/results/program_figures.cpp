// The figures of a program beside its shares: step, gain over known ways, bound, how it is run.
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/program_page.h"
#include "ui/results/program_text.h"
#include "ui/results/share_bars.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

QWidget* ProgramPage::numbers() {
  auto* scroll = new QScrollArea(this);
  scroll->setObjectName(u"programNumbers"_s);
  scroll->setAccessibleName(tr("Shares and gain"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* inside = new QWidget(scroll);
  inside->setBackgroundRole(QPalette::Base);
  inside->setAutoFillBackground(true);
  auto* column = new QVBoxLayout(inside);
  column->setContentsMargins(0, scaled(4), 0, scaled(8));
  column->setSpacing(scaled(8));
  m_shares = new ShareBars(m_document, inside);
  column->addWidget(m_shares);
  auto* box = new QWidget(inside);
  m_grid = new QGridLayout(box);
  m_grid->setContentsMargins(scaled(12), 0, scaled(12), 0);
  m_grid->setHorizontalSpacing(scaled(12));
  m_grid->setVerticalSpacing(scaled(4));
  m_grid->setColumnStretch(0, 1);
  column->addWidget(box);
  column->addStretch();
  scroll->setWidget(inside);
  return scroll;
}

void ProgramPage::refreshNumbers() {
  while (QLayoutItem* item = m_grid->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  const spmd::Synthesis& made = m_shown->synthesis();
  int row = 0;
  const auto add = [&](const char* name, const QString& what, const QString& value, const QString& gain,
                       bool strong) {
    const QStringList texts{what, value, gain};
    for (int column = 0; column < texts.size(); ++column) {
      auto* label = new QLabel(texts[column], m_grid->parentWidget());
      label->setFont(ui::font(strong ? TextRole::BodyStrong : TextRole::Body));
      label->setAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
      if (column == 1) label->setObjectName(QLatin1String(name));
      if (column == 2) label->setObjectName(QLatin1String(name) + u".gain"_s);
      // A value without a gain has the room of both; long words break rather than widen the panel.
      const bool both = column == 1 && gain.isEmpty();
      label->setWordWrap(both || column == 0);
      m_grid->addWidget(label, row, column, 1, both ? 2 : 1);
      if (both) break;
    }
    ++row;
  };
  const double step = m_shown->step.value;
  add("programStep", tr("This program, a step"), durationText(step), {}, true);
  if (m_shown->pipeline) {
    const plan::ProgramStage& stage =
        m_shown->pipeline->stages[static_cast<std::size_t>(m_shown->shown_stage)];
    add("programStageWork", tr("Work of this stage"), durationText(made.step.value), {}, false);
    add("programLayers", tr("Its layers"),
        tr("%1 to %2", "layers").arg(stage.first_layer + 1).arg(stage.first_layer + stage.layers), {}, false);
  }
  const auto instead = [&](const char* name, const QString& what, const std::optional<double>& seconds) {
    if (!seconds) return add(name, what, tr("does not fit"), {}, false);
    add(name, what, durationText(*seconds), tr("%1 ×").arg(QLocale().toString(*seconds / step, 'f', 2)),
        false);
  };
  if (!m_shown->pipeline) {
    instead("programEven", tr("Data parallel, even shares"), made.baselines.data_parallel_even);
    instead("programProportional", tr("Data parallel, by speed"), made.baselines.data_parallel_proportional);
    instead("programTensor", tr("Tensor parallel"), made.baselines.tensor_parallel);
  }
  const double gap = step > 0.0 ? std::max(0.0, 1.0 - m_shown->lower_bound.value / step) : 0.0;
  add("programBound", tr("Lower bound"), durationText(m_shown->lower_bound.value),
      gap > 0.0 ? tr("gap %1").arg(percentText(gap)) : QString(), false);
  add("programSpeed", tr("Tokens/s"), wholeText(m_shown->tokens_per_second), {}, false);
  if (const QString run = executionText(made.program.execution); !run.isEmpty()) addRun(row++, run);
  add("programCount", tr("Instructions"), wholeText(static_cast<double>(made.program.instructions.size())),
      {}, false);
  add("programFound", tr("Found in"), durationText(made.elapsed.value), {}, false);
}

/// Several words beside each other: in as many lines as the column is wide, so that no figure is pushed out.
void ProgramPage::addRun(int row, const QString& words) {
  auto* name = new QLabel(tr("Run as"), m_grid->parentWidget());
  auto* label = new QLabel(words, m_grid->parentWidget());
  label->setObjectName(u"programRun"_s);
  label->setWordWrap(true);
  for (QLabel* one : {name, label}) one->setFont(ui::font(TextRole::Body));
  name->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  label->setAlignment(Qt::AlignRight | Qt::AlignTop);
  m_grid->addWidget(name, row, 0);
  m_grid->addWidget(label, row, 1, 1, 2);
}

}  // namespace astrolabe::ui
