#include "ui/results/layout_editor.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/controls/number_box.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"
#include "ui/results/layout_text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

LayoutEditor::LayoutEditor(std::shared_ptr<const strategy::Problem> problem, const strategy::Strategy& start,
                           double bestTokensPerSecond, QWidget* parent)
    : QDialog(parent), m_problem(std::move(problem)), m_best(bestTokensPerSecond) {
  setObjectName(u"layoutEditor"_s);
  setWindowTitle(tr("My layout"));
  resize(scaledOn(screen(), 620, 480));
  auto* column = new QVBoxLayout(this);
  column->setSpacing(scaled(8));
  auto* words = new QLabel(
      tr("Type a strategy, paste launch arguments of Megatron-LM, or edit the stages below."), this);
  words->setWordWrap(true);
  column->addWidget(words);
  m_text = new QPlainTextEdit(this);
  m_text->setObjectName(u"layoutEditor.text"_s);
  m_text->setAccessibleName(tr("Strategy as text"));
  m_text->setPlaceholderText(tr("tp=8 pp=4 dp=2 mbs=1 recompute=selective"));
  m_text->setFont(ui::font(TextRole::Mono));
  m_text->setTabChangesFocus(true);
  m_text->setMaximumHeight(scaled(84));
  column->addWidget(m_text);
  m_stages = new QTableWidget(0, 3, this);
  m_stages->setObjectName(u"layoutEditor.stages"_s);
  m_stages->setAccessibleName(tr("Stages of the pipeline"));
  m_stages->setHorizontalHeaderLabels({tr("Pool"), tr("Layers"), tr("Tensor parallel")});
  m_stages->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  m_stages->verticalHeader()->setDefaultSectionSize(scaled(28));
  m_stages->setShowGrid(false);
  column->addWidget(m_stages, 1);
  m_answer = new QLabel(this);
  m_answer->setObjectName(u"layoutEditor.answer"_s);
  m_answer->setWordWrap(true);
  m_answer->setTextFormat(Qt::PlainText);
  m_answer->setMinimumHeight(scaled(60));
  m_answer->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  column->addWidget(m_answer);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  m_add = buttons->addButton(tr("Add to ranking"), QDialogButtonBox::AcceptRole);
  m_add->setObjectName(u"layoutEditor.add"_s);
  m_add->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
  connect(m_text, &QPlainTextEdit::textChanged, this, &LayoutEditor::check);
  setText(layoutText(start, *m_problem));
}

void LayoutEditor::setText(const QString& text) {
  m_text->setPlainText(text);
  m_text->moveCursor(QTextCursor::End);
}

void LayoutEditor::check() {
  const auto read = readLayout(m_text->toPlainText(), *m_problem);
  m_strategy = read ? std::optional(*read) : std::nullopt;
  if (!m_filling && read) fillStages();
  if (!m_filling && !read) m_stages->setRowCount(0);  // they were of another text
  if (!read)
    refuse(messageFor(read.error()).plain());
  else if (const QString problem = stagesProblem(); !problem.isEmpty())
    refuse(problem);
  else
    showPrediction();
  m_text->setAccessibleDescription(m_answer->text());
  m_add->setEnabled(m_strategy.has_value());
}

/// Nothing can be predicted.
void LayoutEditor::refuse(const QString& why) {
  m_strategy.reset();
  QPalette ink = m_answer->palette();
  ink.setColor(QPalette::WindowText, currentTheme().error);
  m_answer->setPalette(ink);
  m_answer->setText(why);
}

/// Of the rows that stand: boxes of earlier ones go a moment later.
QString LayoutEditor::stagesProblem() const {
  for (int row = 0; row < m_stages->rowCount(); ++row)
    for (const int column : {1, 2}) {
      const auto* box = qobject_cast<const QAbstractSpinBox*>(m_stages->cellWidget(row, column));
      const QString problem = box != nullptr ? namedProblem(*box) : QString();
      if (!problem.isEmpty()) return problem;
    }
  return {};
}

void LayoutEditor::showPrediction() {
  const auto predicted = detail(*m_problem, *m_strategy);
  if (!predicted) return refuse(messageFor(predicted.error()).plain());
  QPalette ink = m_answer->palette();
  ink.setColor(QPalette::WindowText, currentTheme().text);
  m_answer->setPalette(ink);
  QString text;
  if (predicted->violation.binding != cost::Binding::rule) {
    const cost::Evaluation& e = predicted->evaluation;
    text =
        tr("%1 tokens/s, step %2 (80 % band %3 to %4), memory %5 of the limit")
            .arg(wholeText(e.tokens_per_second), durationText(e.step.value), durationText(e.step_low.value),
                 durationText(e.step_high.value), percentText(e.memory_share(), 0));
    if (e.money.usd_per_trillion_tokens)
      text += u", "_s + tr("%1 per 1T tokens").arg(moneyText(e.money.usd_per_trillion_tokens));
    if (m_best > 0.0)
      text += u", "_s + tr("%1 against the best").arg(signedPercentText(e.tokens_per_second / m_best - 1.0));
    text += u'.';
  }
  if (predicted->violation.binding != cost::Binding::none)
    text += (text.isEmpty() ? QString() : u"\n"_s) +
            messageFor(predicted->violation, *m_problem, *m_strategy).plain();
  m_answer->setText(text);
}

void LayoutEditor::fillStages() {
  m_filling = true;
  const auto& stages = m_strategy->stages;
  m_stages->setRowCount(static_cast<int>(stages.size()));
  QStringList labels;
  for (int row = 0; row < m_stages->rowCount(); ++row) {
    const strategy::Stage& stage = stages[static_cast<std::size_t>(row)];
    labels << tr("S%1", "stage").arg(row + 1);
    auto* pool = new QComboBox(m_stages);
    pool->setAccessibleName(tr("Pool of stage %1").arg(row + 1));
    for (const std::string& id : m_problem->pool_ids()) pool->addItem(QString::fromStdString(id));
    pool->setCurrentIndex(stage.pool);
    const auto number = [&](const QString& name, int value, int most) {
      auto* field = new WholeBox(m_stages);
      field->setAccessibleName(name);
      field->setRange(1, most);
      field->setValue(value);
      connect(field, &QSpinBox::valueChanged, this, &LayoutEditor::readStages);
      field->whenTyped(this, [this] {
        const QScopedValueRollback keep(m_filling, true);
        check();
      });
      return field;
    };
    connect(pool, &QComboBox::currentIndexChanged, this, &LayoutEditor::readStages);
    m_stages->setCellWidget(row, 0, pool);
    m_stages->setCellWidget(
        row, 1, number(tr("Layers of stage %1").arg(row + 1), stage.layers, m_problem->graph->layer_count()));
    m_stages->setCellWidget(
        row, 2, number(tr("Tensor parallelism of stage %1").arg(row + 1), stage.tensor_parallel, 1024));
  }
  m_stages->setVerticalHeaderLabels(labels);
  m_filling = false;
}

/// Stages edited in the table go back into the line, from which everything is read.
void LayoutEditor::readStages() {
  if (m_filling) return;
  QStringList words, own;
  static const QRegularExpression stage(u"^.+:\\d+(@\\d+)?(~.*)?$"_s);
  for (const QString& word : m_text->toPlainText().split(QRegularExpression(u"\\s+"_s), Qt::SkipEmptyParts))
    (stage.match(word).hasMatch() ? own : words) << word;
  int first = 0;
  for (int row = 0; row < m_stages->rowCount(); ++row) {
    const auto* pool = static_cast<QComboBox*>(m_stages->cellWidget(row, 0));
    const int tensor = static_cast<QSpinBox*>(m_stages->cellWidget(row, 2))->value();
    if (row == 0) first = tensor;
    // What the table does not show stays as it was.
    const QString recompute = row < own.size() ? own[row].section(u'~', 1) : QString();
    words << u"%1:%2@%3"_s.arg(pool->currentText())
                     .arg(static_cast<QSpinBox*>(m_stages->cellWidget(row, 1))->value())
                     .arg(tensor) +
                 (recompute.isEmpty() ? QString() : u'~' + recompute);
  }
  // The first stage gives the strategy its tensor parallelism.
  for (QString& word : words)
    if (word.startsWith(u"tp="_s)) word = u"tp=%1"_s.arg(first);
  m_filling = true;  // the rows stand as they are while one edits them
  m_text->setPlainText(words.join(u' '));
  m_filling = false;
}

}  // namespace astrolabe::ui
