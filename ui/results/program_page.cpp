#include "ui/results/program_page.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/exports/program_files.h"
#include "ui/controls/flow_row.h"
#include "ui/render/declined_words.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/program_code.h"
#include "ui/results/program_text.h"
#include "ui/results/program_timeline.h"
#include "ui/results/share_bars.h"
#include "ui/results/sides_page.h"
#include "ui/results/tab_fold.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct ProgramFigure {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ResultsPanel)
};

enum View { TimelineShown, CodeShown, TensorsShown, CollectivesShown, EventsShown };
constexpr int kArrow = 48;
constexpr int kTextBesideFrom = 1240;  ///< width of the page from which on the text stands beside the views
constexpr int kTextShare = 38;         ///< percent of what is right of the shares

/// Sequences that one step of the program takes; 0: the job's global batch.
qint64 sequencesOf(const PlannerBridge& bridge) {
  return bridge.settings().is_object() ? bridge.settings().value("sequences", qint64(0)) : 0;
}

void setSequences(PlannerBridge& bridge, qint64 sequences) {
  bridge.setSettings(sequences > 0 ? Json{{"sequences", sequences}} : Json());
}

/// As wide as its longest item, which a row that is full would cut.
void widen(QComboBox& box) {
  int widest = 0;
  for (int i = 0; i < box.count(); ++i)
    widest = std::max(widest, box.fontMetrics().horizontalAdvance(box.itemText(i)));
  box.setMinimumWidth(widest + scaled(kArrow));
}

}  // namespace

ProgramPage::ProgramPage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent)
    : KindPage(parent), m_document(document), m_bridge(bridge), m_verified(bridge) {
  setObjectName(u"programPage"_s);
  setAccessibleName(tr("Program"));
  SidesPage* page = SidesPage::in(*this);
  page->setHead(head());
  m_stack = new QStackedWidget(this);
  m_stack->setMinimumHeight(scaled(80));
  page->setSides(m_stack);
  auto* wordsPage = new QWidget(m_stack);
  auto* wordsColumn = new QVBoxLayout(wordsPage);
  m_words = new QLabel(wordsPage);
  m_words->setObjectName(u"programWords"_s);
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setWordWrap(true);
  wordsColumn->addStretch();
  wordsColumn->addWidget(m_words);
  wordsColumn->addStretch();
  m_stack->addWidget(wordsPage);
  auto* content = new SidesPage(m_stack);
  QWidget* left = numbers();  // Tab goes by the order of their making
  content->setSides(left, views(), {.firstWidth = kNumbersWidth});
  m_stack->addWidget(content);
  connect(&m_bridge, &PlannerBridge::changed, this, &ProgramPage::refresh);
  connect(&m_verified, &ProgramProof::changed, this, &ProgramPage::refresh);
  connect(&m_bridge, &PlannerBridge::outdated, this, &ProgramPage::refreshStale);
  connect(&m_document, &PlanDocument::questionChanged, this, &ProgramPage::refreshSequences);
  refreshSequences();
  refreshStages();
  refresh();
}

QWidget* ProgramPage::head() {
  auto* bar = new QWidget(this);
  auto* row = new FlowRow(bar);
  row->setContentsMargins(scaled(12), scaled(4), scaled(12), scaled(4));
  m_title = new QLabel(bar);
  m_title->setObjectName(u"programTitle"_s);
  m_title->setTextFormat(Qt::RichText);
  m_title->setWordWrap(true);
  row->addWidget(m_title);
  row->addStretch();
  m_proof = new QLabel(bar);
  m_proof->setObjectName(u"programProof"_s);
  m_proof->setAutoFillBackground(true);
  m_proof->setWordWrap(true);
  m_proof->setContentsMargins(scaled(8), scaled(2), scaled(8), scaled(2));
  row->addWidget(m_proof);
  m_stop = new QPushButton(tr("Stop"), bar);
  m_stop->setObjectName(u"programStop"_s);
  m_stop->setAccessibleName(tr("Stop the synthesis of the program"));
  connect(m_stop, &QPushButton::clicked, &m_bridge, &PlannerBridge::stop);
  row->addWidget(m_stop);
  m_again = new QPushButton(tr("Synthesise"), bar);
  m_again->setObjectName(u"programAgain"_s);
  connect(m_again, &QPushButton::clicked, &m_bridge, &PlannerBridge::run);
  row->addWidget(m_again);
  m_more = new QPushButton(tr("Search on"), bar);
  m_more->setObjectName(u"programSearchOn"_s);
  m_more->setAccessibleName(tr("Search on for a faster program"));
  m_more->setToolTip(tr(
      "The search ended after a set amount of work. This one does many times as much, as --programs always "
      "does on the command line. The program found so far stays until it ends."));
  connect(m_more, &QPushButton::clicked, &m_bridge, &PlannerBridge::searchOn);
  row->addWidget(m_more);
  m_stageLabel = new QLabel(tr("Stage"), bar);
  row->addWidget(m_stageLabel);
  m_stages = new QComboBox(bar);
  m_stages->setObjectName(u"programStage"_s);
  m_stages->setAccessibleName(tr("Stage of the pipeline whose program is shown"));
  m_stages->setToolTip(tr("Every stage of the pipeline has a program of its own."));
  m_stages->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_stageLabel->setBuddy(m_stages);
  connect(m_stages, &QComboBox::activated, this, &ProgramPage::showStage);
  row->addWidget(m_stages);
  auto* label = new QLabel(tr("Sequences at a time"), bar);
  row->addWidget(label);
  m_sequences = new QComboBox(bar);
  m_sequences->setObjectName(u"programSequences"_s);
  m_sequences->setAccessibleName(tr("Sequences that one step of the program takes"));
  m_sequences->setToolTip(tr("The program takes all its sequences at once. Fewer need less memory."));
  m_sequences->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  label->setBuddy(m_sequences);
  connect(m_sequences, &QComboBox::activated, this,
          [this] { setSequences(m_bridge, m_sequences->currentData().toLongLong()); });
  row->addWidget(m_sequences);
  return bar;
}

/// The text of the program with a heading of its own.
QWidget* ProgramPage::textPane(QWidget* parent) {
  auto* pane = new QWidget(parent);
  pane->setObjectName(u"programSide"_s);
  auto* column = new QVBoxLayout(pane);
  column->setContentsMargins(scaled(12), 0, 0, 0);
  column->setSpacing(0);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(0, 0, scaled(12), 0);
  auto* name = new QLabel(tr("Program"), pane);
  name->setFont(ui::font(TextRole::BodyStrong));
  row->addWidget(name, 1);
  auto* copy = new QPushButton(tr("Copy"), pane);
  copy->setObjectName(u"programCopy"_s);
  copy->setAccessibleName(tr("Copy the text of the program"));
  copy->setFlat(true);
  connect(copy, &QPushButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(m_code->copyText()); });
  row->addWidget(copy);
  column->addLayout(row);
  return pane;
}

/// Beside the views or, where that would be too narrow, one of them.
void ProgramPage::placeText() {
  const bool beside = width() >= scaled(kTextBesideFrom);
  QWidget* place = beside ? m_side : m_textPage;
  if (m_code->parentWidget() == place) return;
  place->layout()->addWidget(m_code);
  m_code->show();
  m_side->setVisible(beside);
  if (beside && m_choice->currentIndex() == CodeShown) m_choice->setCurrentIndex(TimelineShown);
  m_fold->setWanted(CodeShown, !beside);
}

void ProgramPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeText();
}

QWidget* ProgramPage::views() {
  auto* both = new QWidget(this);
  auto* beside = new QHBoxLayout(both);
  beside->setContentsMargins(0, 0, 0, 0);
  beside->setSpacing(0);
  auto* right = new QWidget(both);
  beside->addWidget(right, 100 - kTextShare);
  m_side = textPane(both);
  beside->addWidget(m_side, kTextShare);
  m_side->hide();
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(0, 0, scaled(12), 0);
  m_choice = new QTabBar(right);
  m_choice->setObjectName(u"programChoice"_s);
  m_choice->setAccessibleName(tr("What is shown of the program"));
  m_choice->setDrawBase(false);
  m_choice->setExpanding(false);
  m_fold = new TabFold(*m_choice, u"programViews"_s, tr("All views of the program"), right);
  m_fold->fitInto(right, scaled(20));
  row->addWidget(&m_fold->button());
  for (const QString& name : {tr("Timeline"), tr("Text"), tr("Tensors"), tr("Collectives")})
    m_choice->addTab(name);
  row->addWidget(m_choice);
  m_block = new QLabel(right);
  m_block->setObjectName(u"programBlock"_s);
  m_block->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_block->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  row->addWidget(m_block, 1);
  column->addLayout(row);
  m_viewStack = new QStackedWidget(right);
  m_timeline = new ProgramTimeline(m_document, m_viewStack);
  m_viewStack->addWidget(m_timeline);
  m_textPage = new QWidget(m_viewStack);
  auto* text = new QVBoxLayout(m_textPage);
  text->setContentsMargins(0, 0, 0, 0);
  m_code = new ProgramCode(m_textPage);
  text->addWidget(m_code);
  m_viewStack->addWidget(m_textPage);
  connect(m_code, &ProgramCode::eventChosen, m_timeline, &ProgramTimeline::select);
  m_viewStack->addWidget(
      textTableView(u"programTensors"_s, tr("Tensors and their sharding"), m_tensors, this));
  QTableView* moved = textTableView(u"programCollectives"_s, tr("Collectives in order"), m_collectives, this);
  m_viewStack->addWidget(moved);
  QTableView* blocks = textTableView(u"programEvents"_s,
                                     tr("Timeline of one step of the program, as a table"), m_events, this);
  m_viewStack->addWidget(blocks);
  column->addWidget(m_viewStack, 1);
  connect(m_choice, &QTabBar::currentChanged, this, &ProgramPage::showView);
  connect(moved->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& at) {
            if (at.isValid() && m_shown)
              m_timeline->select(m_shown->collectives[static_cast<std::size_t>(at.row())].event);
          });
  connect(blocks->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& at) {
            if (at.isValid()) m_timeline->select(at.row());
          });
  connect(m_timeline, &ProgramTimeline::selectionChanged, this, [this] {
    const int event = m_timeline->selected();
    m_code->chooseEvent(event);
    m_block->setText(m_shown && event >= 0 ? eventText(*m_shown, static_cast<std::size_t>(event))
                                           : QString());
  });
  return both;
}

bool ProgramPage::hasProgram() const { return m_shown && m_shown->fits(); }

void ProgramPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_bridge.setWanted(this, true);
  m_verified.setWanted(true);
}

void ProgramPage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  m_bridge.setWanted(this, false);
  m_verified.setWanted(false);
}

void ProgramPage::setShowTable(bool shown) {
  if (m_asTable == shown) return;
  m_asTable = shown;
  if (m_choice->currentIndex() != 0)
    m_choice->setCurrentIndex(0);
  else
    showView(0);
  emit looksChanged();
}

void ProgramPage::showView(int view) {
  m_viewStack->setCurrentIndex(view == TimelineShown && m_asTable ? EventsShown : view);
}

QString ProgramPage::copyText() const {
  if (!hasProgram()) return {};
  switch (m_viewStack->currentIndex()) {
    case CodeShown:
      return m_code->copyText();
    case TensorsShown:
      return m_tensors.plainText();
    case CollectivesShown:
      return m_collectives.plainText();
    case EventsShown:
      return m_events.plainText();
    default:
      return QString::fromStdString(exports::stage_text(*m_shown, m_shown->shown_stage));
  }
}

void ProgramPage::refreshSequences() {
  const QSignalBlocker quiet(m_sequences);
  m_sequences->clear();
  const qint64 all = m_document.plan().job.global_batch;
  m_sequences->addItem(tr("%1, the whole batch").arg(wholeText(static_cast<double>(all))), qint64(0));
  for (qint64 fewer = all; fewer % 2 == 0 && fewer > 1;) {
    fewer /= 2;
    m_sequences->addItem(wholeText(static_cast<double>(fewer)), fewer);
  }
  const int chosen = m_sequences->findData(sequencesOf(m_bridge));
  m_sequences->setCurrentIndex(std::max(0, chosen));
  widen(*m_sequences);
  if (chosen < 0) setSequences(m_bridge, 0);
}

void ProgramPage::refreshStages() {
  const QSignalBlocker quiet(m_stages);
  m_stages->clear();
  const bool several = hasProgram() && m_shown->pipeline;
  m_stageLabel->setVisible(several);
  m_stages->setVisible(several);
  if (!several) return;
  for (int stage = 0; stage < m_shown->stages(); ++stage) m_stages->addItem(stageText(*m_shown, stage));
  m_stages->setCurrentIndex(m_shown->shown_stage);
  widen(*m_stages);
}

void ProgramPage::showStage(int stage) {
  if (!hasProgram() || stage == m_shown->shown_stage) return;
  m_shown = std::make_shared<const plan::ProgramReport>(plan::with_stage(*m_report, stage));
  showProgram();
  refreshWords();
  emit looksChanged();
}

void ProgramPage::showProgram() {
  const ProgramPtr program = shown();
  m_shares->setReport(program);
  m_timeline->setReport(program);
  m_code->setReport(program);
  for (TextTable* table : {&m_tensors, &m_collectives, &m_events})
    if (!program) table->setTable({}, {});
  if (!program) return;
  fillTensors(m_tensors, *program);
  fillCollectives(m_collectives, *program);
  fillEvents(m_events, *program);
  refreshNumbers();
}

void ProgramPage::refresh() {
  m_option = m_bridge.option();
  if (const ProgramPtr report = programOf(m_option); m_report != report) {
    m_report = m_shown = report;
    showProgram();
    refreshStages();
  }
  refreshStale();
  m_stack->setCurrentIndex(hasProgram() ? 1 : 0);
  emit looksChanged();
}

/// What is of an older question is dimmed from the edit on.
void ProgramPage::refreshStale() {
  m_shares->setStale(m_bridge.isStale());
  m_timeline->setStale(m_bridge.isStale());
  refreshWords();
  refreshButtons();
}

/// Whoever pressed one of them by keys goes on with the one in its place.
void ProgramPage::refreshButtons() {
  const PlannerBridge::State state = m_bridge.state();
  const QList<QPushButton*> buttons{m_stop, m_more, m_again};
  const bool held = std::any_of(buttons.begin(), buttons.end(), [](QWidget* one) { return one->hasFocus(); });
  m_stop->setVisible(state == PlannerBridge::State::Running || m_bridge.isSearchingOn());
  m_more->setVisible(m_bridge.maySearchOn());
  m_again->setVisible(state == PlannerBridge::State::Stopped || state == PlannerBridge::State::Idle);
  const auto shown =
      std::find_if(buttons.begin(), buttons.end(), [](QWidget* one) { return !one->isHidden(); });
  if (held) (shown != buttons.end() ? static_cast<QWidget*>(*shown) : m_sequences)->setFocus();
}

/// Executed against one device, what came of it; nothing while the program is older than the plan.
void ProgramPage::refreshProof() {
  const Theme& theme = currentTheme();
  const std::optional<spmd::Verification>& proof = m_verified.proof();
  const bool done = hasProgram() && m_bridge.state() == PlannerBridge::State::Done;
  m_proof->setVisible(done && (proof || m_verified.isProving()));
  if (m_proof->isHidden()) return;
  QColor ink = theme.text2, fill = theme.header;
  QString text = tr("Verifying against one device…"), tip;
  if (proof && proof->holds()) {
    ink = theme.success;
    fill = theme.successFill;
    text = tr("✓ verified: differs by at most %1").arg(smallText(proof->max_abs_difference));
    tip = tr("Executed on small tensors, device by device and on one alone: %1 claims about %2 tensors hold "
             "over %n step(s) of "
             "training.",
             nullptr, proof->steps)
              .arg(wholeText(proof->checks), wholeText(proof->tensors));
  } else if (proof && proof->violation) {
    ink = theme.error;
    fill = theme.errorFill;
    text = tr("✗ differs from one device: %1").arg(QString::fromStdString(proof->violation->claim));
    tip = QString::fromStdString(proof->violation->text + ": " + proof->violation->what);
  }
  QPalette colors;  // on the ground of the page, which is a base
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text}) colors.setColor(role, ink);
  for (const QPalette::ColorRole role : {QPalette::Window, QPalette::Base}) colors.setColor(role, fill);
  m_proof->setPalette(colors);
  QFont font = ui::font(TextRole::Caption);
  font.setBold(proof.has_value());
  m_proof->setFont(font);
  m_proof->setText(text);
  m_proof->setToolTip(tip);
  m_proof->setAccessibleDescription(tip);
}

void ProgramPage::refreshWords() {
  using State = PlannerBridge::State;
  QString words, title = tr("<b>One program, unequal shares</b>");
  const State state = m_bridge.state();
  if (hasProgram()) {
    if (m_shown->pipeline)
      title = u"<b>%1</b>"_s.arg(programStatusText(*m_shown));
    else
      title += u" &nbsp; "_s + programStatusText(*m_shown);
    if (m_bridge.isSearchingOn()) title += u" &nbsp; "_s + tr("Searching on…");
    if (state == State::Running) title += u" &nbsp; "_s + tr("Older than the plan: synthesising anew…");
    if (state == State::Stopped) title += u" &nbsp; "_s + tr("Older than the plan: stopped.");
  } else if (m_bridge.isSearchingOn()) {
    words = tr("Searching on…");
  } else if (state == State::Running) {
    words = tr("Synthesising the program…");
  } else if (state == State::Declines) {
    if (const auto& problem = m_document.problem())
      words = tr("There are no distributed programs to find: %1.")
                  .arg(declinedText(m_bridge.declined(), *problem));
  } else if (state == State::NoPlan || state == State::Failed) {
    words = m_bridge.error() ? messageFor(*m_bridge.error()).plain() : tr("No program.");
  } else if (state == State::Stopped) {
    words = tr("Stopped before a program was found.");
  } else if (m_shown) {
    const spmd::MissingMemory& missing = m_shown->synthesis().short_of;
    words = tr("No program was found that fits: %1 lacks at least %2 of memory, even with the smallest "
               "micro-batches, re-gathered weights and recomputed layers.")
                .arg(QString::fromStdString(missing.device), gibText(missing.missing.value));
    if (const auto& help = m_shown->answer->help)
      words += u' ' + tr("One fits with %n more node(s) of %1.", nullptr, help->nodes)
                          .arg(QString::fromStdString(help->pool));
    words += u' ' + tr("A strategy with a pipeline may fit.");
  } else {
    words = tr("No program yet.");
  }
  m_title->setText(title);
  refreshProof();
  m_words->setText(words);
  setAccessibleDescription(hasProgram() ? summary() : words);
}

planning::OptionPtr ProgramPage::option() const {
  if (!hasProgram()) return nullptr;
  auto option = std::make_shared<planning::Option>(*m_option);
  option->layout = std::make_shared<const planning::ProgramLayout>(m_shown, summaryOf(m_option));
  return option;
}

Figure ProgramPage::figure() const {
  if (!hasProgram()) return {};
  constexpr int kWidth = 1200;
  return {ProgramFigure::tr("One step of the program"),
          QSize(kWidth, static_cast<int>(m_timeline->figureHeight())),
          [timeline = m_timeline](QPaintDevice& device) {
            QPainter painter(&device);
            timeline->paintFigure(painter, kWidth);
          }};
}

QString ProgramPage::summary() const {
  if (!hasProgram()) return {};
  return tr("Step of %1, %2").arg(durationText(m_shown->step.value), programStatusText(*m_shown));
}

}  // namespace astrolabe::ui
