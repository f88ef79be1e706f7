#include "ui/shell/rules_dialog.h"

#include <QCloseEvent>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableWidget>
#include <QTextBlock>
#include <QVBoxLayout>

#include "core/strategy/space.h"
#include "ui/controls/scrolled_column.h"
#include "ui/controls/selectable_words.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/rule_words.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"
#include "ui/results/layout_text.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kCheckMilliseconds = 150;  ///< after the last key
enum Column { kName, kRemoves, kBecause, kMirrors, kColumns };

QTableWidgetItem* cell(const QString& text) {
  auto* item = new QTableWidgetItem(text);
  item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
  item->setToolTip(text);
  return item;
}

}  // namespace

RulesDialog::RulesDialog(PlanDocument& document, QWidget* parent) : QDialog(parent), m_document(document) {
  setObjectName(u"rulesDialog"_s);
  setWindowTitle(tr("Rules"));
  resize(scaledOn(screen(), 820, 620));
  auto* scrolled = new ScrolledColumn(this);
  auto* outer = new QVBoxLayout(this);
  outer->setSpacing(scaled(8));
  outer->addWidget(scrolled, 1);
  QVBoxLayout* column = scrolled->column();
  column->setSpacing(scaled(8));
  auto* words =
      new QLabel(tr("A strategy that a rule matches is left out of the search. The shipped rules say "
                    "what a training framework refuses; the plan's own are written below."),
                 this);
  words->setWordWrap(true);
  column->addWidget(words);
  auto* split = new QSplitter(Qt::Vertical, this);
  split->setChildrenCollapsible(false);
  column->addWidget(split, 1);
  buildTable();
  buildText();
  split->addWidget(m_table->parentWidget());
  split->addWidget(m_text->parentWidget());
  split->setSizes({scaled(330), scaled(230)});
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  m_apply = buttons->addButton(tr("&Apply"), QDialogButtonBox::ActionRole);
  m_apply->setObjectName(u"rulesDialog.apply"_s);
  m_apply->setProperty("primary", true);
  m_revert = buttons->addButton(tr("&Revert"), QDialogButtonBox::ActionRole);
  m_revert->setObjectName(u"rulesDialog.revert"_s);
  for (QPushButton* button : {m_apply, m_revert, buttons->button(QDialogButtonBox::Close)})
    button->setAutoDefault(false);
  connect(m_apply, &QPushButton::clicked, this,
          [this] { apply(m_text->toPlainText(), tr("rules", "undo step: Set …")); });
  connect(m_revert, &QPushButton::clicked, this, [this] { setText(m_applied); });
  connect(buttons, &QDialogButtonBox::rejected, this, &RulesDialog::reject);
  outer->addWidget(buttons);
  m_soon.setSingleShot(true);
  m_soon.setInterval(kCheckMilliseconds);
  connect(&m_soon, &QTimer::timeout, this, &RulesDialog::count);
  connect(&m_document, &PlanDocument::questionChanged, this, &RulesDialog::follow);
  connect(&m_document, &PlanDocument::wasReset, this, &RulesDialog::follow);
  m_applied = QString::fromStdString(document.plan().job.rules);
  setText(m_applied);
  count();
  m_table->setCurrentCell(0, kName);
}

void RulesDialog::buildTable() {
  auto* page = new QWidget(this);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  m_table = new QTableWidget(0, kColumns, page);
  m_table->setObjectName(u"rulesDialog.table"_s);
  m_table->setAccessibleName(tr("Every rule with what it removes"));
  m_table->setHorizontalHeaderLabels({tr("Rule"), tr("Removes"), tr("Because"), tr("Megatron option")});
  m_table->horizontalHeader()->setSectionResizeMode(kName, QHeaderView::ResizeToContents);
  m_table->horizontalHeader()->setSectionResizeMode(kRemoves, QHeaderView::ResizeToContents);
  m_table->horizontalHeader()->setSectionResizeMode(kBecause, QHeaderView::Stretch);
  m_table->horizontalHeader()->setSectionResizeMode(kMirrors, QHeaderView::ResizeToContents);
  m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(scaled(26));
  m_table->setShowGrid(false);
  m_table->setTabKeyNavigation(false);
  m_table->setWordWrap(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  column->addWidget(m_table, 1);
  m_detail = selectableWords(u"rulesDialog.detail"_s, page);
  m_detail->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_detail->setMinimumHeight(scaled(76));
  column->addWidget(m_detail);
  connect(m_table, &QTableWidget::currentCellChanged, this, [this] { showDetail(); });
  connect(m_table, &QTableWidget::itemChanged, this, &RulesDialog::switchRule);
}

void RulesDialog::buildText() {
  auto* page = new QWidget(this);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(scaled(4));
  auto* head = new QHBoxLayout;
  m_ownTitle = new QLabel(tr("&The plan's own rules"), page);
  m_ownTitle->setFont(ui::font(TextRole::Section));
  head->addWidget(m_ownTitle);
  head->addStretch();
  m_variable = new QComboBox(page);
  m_variable->setObjectName(u"rulesDialog.variable"_s);
  m_variable->setAccessibleName(tr("Insert a variable"));
  m_variable->setPlaceholderText(tr("Insert a variable…"));
  for (const strategy::RuleVariable& variable : strategy::rule_variables()) {
    if (variable.written_only) continue;
    m_variable->addItem(u"$"_s + QString::fromUtf8(variable.name));
    m_variable->setItemData(m_variable->count() - 1, ruleVariableText(variable.meaning), Qt::ToolTipRole);
  }
  m_variable->setCurrentIndex(-1);
  connect(m_variable, &QComboBox::activated, this, [this](int index) {
    m_text->insertPlainText(m_variable->itemText(index));
    m_variable->setCurrentIndex(-1);
    m_text->setFocus();
  });
  head->addWidget(m_variable);
  column->addLayout(head);
  m_text = new QPlainTextEdit(page);
  m_text->setObjectName(u"rulesDialog.text"_s);
  m_text->setAccessibleName(tr("The plan's own rules"));
  m_text->setPlaceholderText(u"my_rule: reject if $tensor_parallel > 4\n  because \"our links are slow\""_s);
  m_text->setFont(ui::font(TextRole::Mono));
  m_text->setTabChangesFocus(true);
  m_ownTitle->setBuddy(m_text);
  column->addWidget(m_text, 1);
  auto* foot = new QHBoxLayout;
  m_check = new QLabel(page);
  m_check->setObjectName(u"rulesDialog.check"_s);
  m_check->setWordWrap(true);
  m_check->setTextFormat(Qt::PlainText);
  foot->addWidget(m_check, 1);
  m_mistake = new QPushButton(tr("&Go to it"), page);
  m_mistake->setObjectName(u"rulesDialog.mistake"_s);
  m_mistake->setAutoDefault(false);
  foot->addWidget(m_mistake, 0, Qt::AlignTop);
  column->addLayout(foot);
  connect(m_text, &QPlainTextEdit::textChanged, this, &RulesDialog::check);
  connect(m_mistake, &QPushButton::clicked, this, [this] {
    QTextCursor cursor(m_text->document()->findBlockByNumber(m_mistakeLine));
    cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor,
                        std::min(m_mistakeColumn, int(cursor.block().length()) - 1));
    m_text->setTextCursor(cursor);
    m_text->setFocus();
  });
}

void RulesDialog::setText(const QString& text) {
  if (m_text->toPlainText() == text) return check();
  m_text->selectAll();
  m_text->insertPlainText(text);  // stays in the editor's own undo
}

/// The plan changed elsewhere: its rules take the place of the typed ones unless these were changed, too.
void RulesDialog::follow() {
  const QString now = QString::fromStdString(m_document.plan().job.rules);
  const bool typed = m_text->toPlainText() != m_applied;
  m_applied = now;
  if (!typed)
    setText(now);
  else
    check();
}

/// Reads what is typed at every key: a mistake is told with its place.
void RulesDialog::check() {
  const QString text = m_text->toPlainText();
  const auto own = placedRules(text);
  markMistake(-1, 0);
  m_mistake->setVisible(!own);
  setInk(m_check, own ? currentTheme().text2 : currentTheme().error);
  if (own) {
    m_own = *own;
    const auto on = std::count_if(own->begin(), own->end(), [](const PlacedRule& rule) { return rule.on; });
    m_check->setText(own->empty() ? tr("No rules of its own.")
                                  : tr("%n rule(s) in force, %1 switched off.", nullptr, int(on))
                                        .arg(own->size() - std::size_t(on)));
    m_soon.start();
  } else {
    m_check->setText(messageFor(own.error()).plain());
    static const QRegularExpression place(u"line (\\d+), column (\\d+)"_s);
    const auto found = place.match(QString::fromStdString(own.error().where));
    m_mistake->setVisible(found.hasMatch());
    if (found.hasMatch()) markMistake(found.captured(1).toInt() - 1, found.captured(2).toInt() - 1);
  }
  m_text->setAccessibleDescription(m_check->text());
  m_apply->setEnabled(own.has_value() && text != m_applied);
  m_revert->setEnabled(text != m_applied);
}

void RulesDialog::markMistake(int line, int column) {
  m_mistakeLine = line;
  m_mistakeColumn = column;
  QList<QTextEdit::ExtraSelection> marks;
  if (line >= 0) {
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(m_text->document()->findBlockByNumber(line));
    mark.cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor,
                             std::clamp(column, 0, std::max(0, int(mark.cursor.block().length()) - 2)));
    mark.cursor.select(QTextCursor::WordUnderCursor);
    if (!mark.cursor.hasSelection()) mark.cursor.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, 1);
    mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    mark.format.setUnderlineColor(currentTheme().error);
    mark.format.setBackground(currentTheme().errorFill);
    marks << mark;
  }
  m_text->setExtraSelections(marks);
}

void RulesDialog::count() {
  fillTable();
  const auto problem = m_document.problem();
  if (!problem) return m_latest.cancel();
  CountedRules asked{std::make_shared<const strategy::Problem>(*problem), {}, {}, 0};
  std::vector<strategy::Rule>& rules = asked.rules;
  for (const PlacedRule& own : m_own) rules.push_back(own.rule);
  rules.insert(rules.end(), strategy::shipped_rules().begin(), strategy::shipped_rules().end());
  m_latest.ask(
      [asked = std::move(asked)](const Latest::Turn& turn) {
        CountedRules counted = asked;
        counted.counts = strategy::count_rules(*counted.problem, counted.rules, turn.stop());
        const auto ended = [&turn] { return turn.stop().stop_requested(); };
        counted.total = strategy::Space(*counted.problem, ended).total();
        return counted;
      },
      [this](CountedRules counted) {
        m_counted = std::move(counted);
        fillTable();
      });
}

/// The plan's own rules first, then the shipped ones.
void RulesDialog::fillTable() {
  m_filling = true;
  const QTableWidgetItem* current = m_table->item(m_table->currentRow(), kName);
  const QString kept = current ? current->text() : QString();
  std::vector<const strategy::Rule*> rules;
  for (const PlacedRule& own : m_own) rules.push_back(&own.rule);
  for (const strategy::Rule& shipped : strategy::shipped_rules()) rules.push_back(&shipped);
  m_table->setRowCount(int(rules.size()));
  const QStringList off = shippedOff(m_applied);
  QAbstractItemModel* model = m_table->model();
  QSignalBlocker quiet(model);  // else columns are measured anew for every cell
  for (int row = 0; row < int(rules.size()); ++row) {
    const strategy::Rule& rule = *rules[std::size_t(row)];
    auto* name = cell(QString::fromStdString(rule.name));
    if (row < int(m_own.size())) {
      name->setFlags(name->flags() | Qt::ItemIsUserCheckable);
      name->setCheckState(m_own[std::size_t(row)].on ? Qt::Checked : Qt::Unchecked);
      name->setToolTip(tr("A rule of this plan: its box switches it on and off"));
    } else if (rule.fixed.empty()) {
      name->setFlags(name->flags() | Qt::ItemIsUserCheckable);
      name->setCheckState(off.contains(name->text()) ? Qt::Unchecked : Qt::Checked);
      name->setToolTip(tr("Shipped with the program: its box switches it on and off for this plan"));
    } else {
      name->setToolTip(
          tr("Shipped with the program and always in force: %1").arg(ruleReasonText(rule.fixed)));
    }
    m_table->setItem(row, kName, name);
    QString removes = unknownText();
    if (m_counted)
      for (std::size_t i = 0; i < m_counted->rules.size(); ++i)
        if (m_counted->rules[i].name == rule.name && m_counted->rules[i].text == rule.text)
          removes =
              m_counted->counts[i].known ? wholeText(double(m_counted->counts[i].removed)) : unknownText();
    auto* number = cell(removes);
    number->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->setItem(row, kRemoves, number);
    m_table->setItem(row, kBecause, cell(ruleReasonText(rule.because)));
    m_table->setItem(row, kMirrors, cell(QString::fromStdString(rule.mirrors)));
    if (name->text() == kept) m_table->setCurrentCell(row, kName);
  }
  quiet.unblock();
  if (!rules.empty())
    emit model->dataChanged(model->index(0, 0),
                            model->index(model->rowCount() - 1, model->columnCount() - 1));
  m_filling = false;
  showDetail();
}

void RulesDialog::showDetail() {
  const QTableWidgetItem* current = m_table->item(m_table->currentRow(), kName);
  if (m_filling) return;
  if (!current) return m_detail->clear();
  const std::string name = current->text().toStdString();
  QStringList lines;
  const auto tell = [&](const strategy::Rule& rule) {
    lines << QString::fromStdString(rule.text).simplified();
    if (!m_counted) return;
    for (std::size_t i = 0; i < m_counted->rules.size(); ++i) {
      if (m_counted->rules[i].name != rule.name || m_counted->rules[i].text != rule.text) continue;
      const strategy::RuleCount& counted = m_counted->counts[i];
      if (!counted.known) {
        lines << tr(
            "How many strategies it removes is not known: there are too many ways to choose pools and "
            "tensor parallelism to go through them.");
        continue;
      }
      lines << tr("Removes %1 of %2 strategies, counted independently of other rules.")
                   .arg(wholeText(double(counted.removed)), wholeText(double(m_counted->total)));
      if (counted.not_applicable > 0)
        lines << tr("Cannot be evaluated for %1: these strategies stay.")
                     .arg(wholeText(double(counted.not_applicable)));
      if (counted.example)
        lines << tr("For example: %1").arg(layoutText(*counted.example, *m_counted->problem));
    }
  };
  for (const PlacedRule& own : m_own)
    if (own.rule.name == name) tell(own.rule);
  for (const strategy::Rule& shipped : strategy::shipped_rules())
    if (shipped.name == name) tell(shipped);
  m_detail->setText(lines.join(u'\n'));
}

/// The box beside a rule. What is typed and not applied goes with it.
void RulesDialog::switchRule(QTableWidgetItem* item) {
  if (m_filling || item->column() != kName || !(item->flags() & Qt::ItemIsUserCheckable)) return;
  const QString name = item->text();
  const bool on = item->checkState() == Qt::Checked;
  const bool own = item->row() < int(m_own.size());
  const QString text = m_text->toPlainText();
  const QString changed = own ? withRule(text, name, on) : withShippedRule(text, name, on);
  if (!placedRules(m_text->toPlainText()) || changed == m_text->toPlainText()) return fillTable();
  apply(changed, tr("rule %1", "undo step: Set …").arg(name));
}

void RulesDialog::apply(const QString& text, const QString& what) {
  if (!placedRules(text)) return;
  m_applied = text;
  setText(text);
  strategy::Job job = m_document.plan().job;
  job.rules = text.trimmed().isEmpty() ? std::string() : text.toStdString();
  if (job.rules != m_document.plan().job.rules)
    m_document.undoStack().push(new SetJob(m_document, std::move(job), what));
  check();
  count();
}

void RulesDialog::showRule(const QString& name) {
  for (int row = 0; row < m_table->rowCount(); ++row) {
    if (m_table->item(row, kName)->text() != name) continue;
    m_table->setCurrentCell(row, kName);
    m_table->scrollToItem(m_table->item(row, kName), QAbstractItemView::PositionAtCenter);
    if (row < int(m_own.size()))
      m_text->setTextCursor(
          QTextCursor(m_text->document()->findBlockByNumber(m_own[std::size_t(row)].firstLine)));
  }
  m_table->setFocus();
}

/// Typed rules that were never applied are the one thing here that undo cannot reach.
bool RulesDialog::mayClose() {
  if (m_text->toPlainText() == m_applied) return true;
  QMessageBox question(QMessageBox::Question, tr("Rules"), tr("The rules were changed and not applied."),
                       QMessageBox::Apply | QMessageBox::Discard | QMessageBox::Cancel, this);
  question.setObjectName(u"rulesDialog.question"_s);
  question.button(QMessageBox::Apply)->setEnabled(m_apply->isEnabled());
  switch (question.exec()) {
    case QMessageBox::Apply:
      apply(m_text->toPlainText(), tr("rules", "undo step: Set …"));
      return true;
    case QMessageBox::Discard:
      setText(m_applied);
      return true;
    default:
      return false;
  }
}

void RulesDialog::reject() {
  if (mayClose()) QDialog::reject();
}

void RulesDialog::closeEvent(QCloseEvent* event) {
  if (mayClose())
    event->accept();
  else
    event->ignore();
}

void RulesDialog::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::StyleChange && m_apply != nullptr) check();
}

}  // namespace astrolabe::ui
