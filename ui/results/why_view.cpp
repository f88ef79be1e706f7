#include "ui/results/why_view.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "core/strategy/rules.h"
#include "ui/controls/flow_row.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/answer_text.h"
#include "ui/render/kind_words.h"
#include "ui/render/leader_words.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/table_text.h"
#include "ui/render/why_text.h"
#include "ui/results/layout_text.h"
#include "ui/results/named_plot.h"
#include "ui/results/ranking_model.h"
#include "ui/results/shown_table.h"
#include "ui/results/sides_page.h"
#include "ui/results/strategy_field.h"
#include "ui/results/why_card.h"
#include "ui/results/why_chosen.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

using plan::Verdict;

constexpr std::size_t kRanksOffered = 9, kRejectedOffered = 5;

QScrollArea* scrolling(QWidget* parent, const QString& name, const QString& spoken, QWidget* content) {
  auto* scroll = new QScrollArea(parent);
  scroll->setObjectName(name);
  scroll->setAccessibleName(spoken);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  content->setAutoFillBackground(true);
  content->setBackgroundRole(QPalette::Base);
  scroll->setWidget(content);
  return scroll;
}

}  // namespace

WhyView::WhyView(PlanDocument& document, StrategySelection& selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection) {
  setObjectName(u"whyView"_s);
  setAccessibleName(tr("Why"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  auto* page = new SidesPage(this);
  column->addWidget(page);
  m_chosen = new WhyChosen(this);
  QWidget* left = scrolling(this, u"whyView.left"_s, tr("Why the best strategy was chosen"), m_chosen);
  page->setSides(left, whyNotSide(), {.first = 2, .second = 3, .line = true});
  connect(m_chosen, &WhyChosen::evidenceRequested, this, &WhyView::evidenceRequested);
  connect(m_chosen, &WhyChosen::glossaryRequested, this, &WhyView::glossaryRequested);
  connect(&m_selection, &StrategySelection::changed, this, &WhyView::follow);
  refresh();
}

QWidget* WhyView::whyNotHead(QWidget* side) {
  auto* head = new QWidget(side);
  auto* column = new QVBoxLayout(head);
  column->setContentsMargins(scaled(16), scaled(10), scaled(16), scaled(4));
  column->setSpacing(scaled(4));
  auto* row = new FlowRow;
  row->setSpacing(scaled(8));
  auto* title = wordsOf(head, u"whyView.whyNot"_s, TextRole::Section);
  title->setText(tr("Why not"));
  title->setWordWrap(false);
  row->addWidget(title);
  m_strategy = new StrategyField(head);
  m_strategy->setObjectName(u"whyView.strategy"_s);
  m_strategy->setAccessibleName(tr("Strategy to explain: pick one or type it"));
  m_strategy->lineEdit()->setObjectName(u"whyView.strategy.text"_s);
  m_strategy->lineEdit()->setAccessibleName(m_strategy->accessibleName());
  m_strategy->lineEdit()->setPlaceholderText(tr("tp=8 pp=4 dp=2 mbs=1 recompute=selective"));
  title->setBuddy(m_strategy);
  row->addWidget(m_strategy);
  auto* pick = new QPushButton(tr("Pick in the ranking"), head);
  pick->setObjectName(u"whyView.pick"_s);
  row->addWidget(pick);
  column->addLayout(row);
  m_mistake = wordsOf(head, u"whyView.mistake"_s, TextRole::Body);
  m_mistake->setTextFormat(Qt::PlainText);
  column->addWidget(m_mistake);
  connect(m_strategy, &QComboBox::activated, this, &WhyView::choose);
  connect(m_strategy->lineEdit(), &QLineEdit::returnPressed, this, &WhyView::readTyped);
  connect(m_strategy->lineEdit(), &QLineEdit::textEdited, this, [this] {
    m_mistake->hide();  // the answer stays away until there is one to what is typed
    m_strategy->lineEdit()->setProperty("invalid", false);
  });
  connect(pick, &QPushButton::clicked, this, [this] { emit evidenceRequested(Evidence::Ranking, -1); });
  setMistake({});
  return head;
}

QWidget* WhyView::whyNotSide() {
  auto* side = new QWidget(this);
  auto* outer = new QVBoxLayout(side);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  outer->addWidget(whyNotHead(side));
  auto* content = new QWidget(side);
  m_answerParts = new QBoxLayout(QBoxLayout::TopToBottom, content);
  m_answerParts->setContentsMargins(scaled(kSideAir), scaled(4), scaled(kSideAir), scaled(10));
  m_answerParts->setSpacing(scaled(kPartsAir));
  auto* column = new QVBoxLayout;
  column->setSpacing(scaled(8));
  m_answerParts->addLayout(column, 2);
  m_card = new WhyCard(content);
  column->addWidget(m_card);
  m_rule = wordsOf(content, u"whyView.rule"_s, TextRole::Mono);
  m_rule->setTextFormat(Qt::PlainText);
  m_rule->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  column->addWidget(m_rule);
  column->addStretch();
  column = new QVBoxLayout;
  column->setSpacing(scaled(4));
  m_answerParts->addLayout(column, 3);
  m_plotHead = new FlowRow;
  m_plotTitle = wordsOf(content, u"whyView.plotTitle"_s, TextRole::Section);
  m_plotTitle->setWordWrap(false);
  m_plotHead->addWidget(m_plotTitle);
  m_plotHead->addStretch();
  m_plotLegend = wordsOf(content, u"whyView.plotLegend"_s, TextRole::Caption);
  m_plotLegend->setWordWrap(false);
  m_plotLegend->setTextFormat(Qt::RichText);
  m_plotHead->addWidget(m_plotLegend);
  column->addLayout(m_plotHead);
  m_stack = new QStackedWidget(content);
  m_plot = new NamedPlot(m_stack);
  m_plot->setObjectName(u"whyView.plot"_s);
  m_plot->setFocusPolicy(Qt::StrongFocus);
  m_cells = new QTableWidget(m_stack);
  m_cells->setObjectName(u"whyView.table"_s);
  m_cells->setFrameShape(QFrame::NoFrame);
  m_cells->setShowGrid(false);
  m_cells->verticalHeader()->setDefaultSectionSize(scaled(26));
  m_stack->addWidget(m_plot);
  m_stack->addWidget(m_cells);
  column->addWidget(m_stack);
  column->addStretch();
  m_right = scrolling(side, u"whyView.right"_s, tr("Why the selected strategy is not first"), content);
  outer->addWidget(m_right, 1);
  outer->addStretch();  // in its place while it is hidden
  return side;
}

void WhyView::setMine(MineList mine) {
  m_mine = std::move(mine);
  follow();
}

void WhyView::setLeader(const planning::OptionPtr& leader) {
  if (m_leader == leader || (m_leader && leader && planning::same(m_leader->layout, leader->layout))) return;
  m_leader = leader;
  follow();
}

void WhyView::setStale(bool stale) {
  if (m_stale == stale) return;
  m_stale = stale;
  if (m_answer) showAnswer();
}

void WhyView::setShowTable(bool table) {
  if (m_table == table) return;
  m_table = table;
  m_stack->setCurrentIndex(table ? 1 : 0);
  emit looksChanged();
}

void WhyView::focusStrategy() {
  m_strategy->setFocus(Qt::ShortcutFocusReason);
  m_strategy->lineEdit()->selectAll();
}

const Theme& WhyView::look() const { return m_paper ? *m_paper : currentTheme(); }

void WhyView::follow() { m_refresh.follow(m_selection.snapshot()); }

void WhyView::refresh() {
  m_dirty = !isVisible() && window()->isVisible();
  if (m_dirty) return;  // behind another tab: asked when it is looked at
  m_refresh.drawn();
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  m_chosen->showBest(snapshot, m_leader);
  planning::LayoutPtr asked = m_selection.layout();
  // Where nothing fits, the one that comes nearest stands for all.
  if (!asked && snapshot && !snapshot->rejected.empty())
    asked = planning::layout_of(snapshot->rejected.front().strategy);
  fillStrategies(snapshot, asked);
  if (m_answer && (m_answer->snapshot != snapshot || m_answer->leader != m_leader ||
                   !planning::same(m_answer->layout, asked)))
    m_answer.reset();
  if (asked && snapshot && snapshot->problem) {
    if (!m_answer) ask(snapshot, asked);
  } else {
    m_latest.cancel();
  }
  // What is worked out within a frame replaces the old words without an empty moment between.
  if (!asked) showAnswer();
}

void WhyView::ask(const plan::SnapshotPtr& snapshot, const planning::LayoutPtr& asked) {
  const bool pipeline = planning::as<planning::PipelineLayout>(asked) != nullptr;
  const planning::OptionPtr known = pipeline ? nullptr : m_selection.detail();
  if (!pipeline && !known) return m_latest.cancel();
  m_latest.ask(
      [=, leader = m_leader](const Latest::Turn&) { return workOutWhy(snapshot, asked, known, leader); },
      [this](const WhyAnswerPtr& answer) {
        m_answer = answer;
        showAnswer();
      });
}

QString WhyView::labelOf(const planning::LayoutPtr& layout) const {
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  for (std::size_t i = 0; snapshot && i < snapshot->best.size(); ++i)
    if (isPipeline(layout, snapshot->best[i].strategy)) return tr("#%1", "rank").arg(i + 1);
  for (std::size_t i = 0; snapshot && i < snapshot->rejected.size(); ++i)
    if (isPipeline(layout, snapshot->rejected[i].strategy)) return tr("rejected");
  return kindWords(planning::kind_of(layout)).label();
}

/// Ranks, own strategies and the nearest of those that are not possible, to pick from.
void WhyView::fillStrategies(const plan::SnapshotPtr& snapshot, const planning::LayoutPtr& asked) {
  if (m_strategy->lineEdit()->hasFocus() && m_strategy->isEdited()) return;  // being typed
  m_candidates.clear();
  if (snapshot)
    for (std::size_t i = 0; i < std::min(kRanksOffered, snapshot->best.size()); ++i)
      m_candidates.push_back(planning::layout_of(snapshot->best[i].strategy));
  for (const auto& own : m_mine) m_candidates.push_back(layoutOf(*own));
  if (snapshot)
    for (std::size_t i = 0; i < std::min(kRejectedOffered, snapshot->rejected.size()); ++i)
      m_candidates.push_back(planning::layout_of(snapshot->rejected[i].strategy));
  QStringList offered;
  for (const planning::LayoutPtr& layout : m_candidates)
    offered << u"%1  %2"_s.arg(labelOf(layout), layoutLine(layout));
  const auto found =
      std::find_if(m_candidates.begin(), m_candidates.end(),
                   [&](const planning::LayoutPtr& one) { return asked && planning::same(one, asked); });
  m_strategy->offer(offered,
                    found == m_candidates.end() ? -1 : static_cast<int>(found - m_candidates.begin()));
  QString words, line;
  if (asked && snapshot && snapshot->problem) {
    words = line = layoutLine(asked);
    if (const auto* pipeline = planning::as<planning::PipelineLayout>(asked)) {
      words = u"%1  %2"_s.arg(labelOf(asked), words);
      line = layoutText(pipeline->strategy(), *snapshot->problem);
    }
  }
  m_strategy->tell(words, line);
  setMistake({});
}

void WhyView::choose(int index) {
  if (index < 0 || index >= static_cast<int>(m_candidates.size())) return;
  const planning::LayoutPtr chosen = m_candidates[static_cast<std::size_t>(index)];
  m_strategy->endEdit();
  setMistake({});
  m_selection.select(chosen);
  m_strategy->showStrategy();  // also where it is the one that was shown
}

void WhyView::readTyped() {
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  if (!snapshot || !snapshot->problem || !m_strategy->isEdited()) return;
  const auto read = readLayout(m_strategy->lineEdit()->text(), *snapshot->problem);
  if (!read) return setMistake(messageFor(read.error()).plain());
  m_strategy->endEdit();
  setMistake({});
  m_selection.select(*read);
}

/// What cannot be read is told in the place of the answer, which is to another question.
void WhyView::setMistake(const QString& text) {
  m_mistake->setText(text);
  m_mistake->setVisible(!text.isEmpty());
  inkLabel(m_mistake, currentTheme().error);
  m_strategy->setMistake(text);
  if (m_right != nullptr) m_right->setVisible(text.isEmpty());
}

void WhyView::showAnswer() {
  m_rule->hide();
  const bool told = m_answer && (m_answer->why || m_answer->error);
  m_card->setVisible(told);
  m_card->clearButtons();
  if (told && m_answer->error) {
    const Message message = messageFor(*m_answer->error);
    m_card->say(WhyCard::Kind::Refused, message.title, u"%1 [%2]"_s.arg(message.body, message.code));
  } else if (told) {
    const plan::Why& why = *m_answer->why;
    const strategy::Problem& problem = *m_answer->snapshot->problem;
    const bool refused = why.violation.binding != cost::Binding::none;
    m_card->say(why.verdict == Verdict::best ? WhyCard::Kind::Best
                : refused                    ? WhyCard::Kind::Refused
                                             : WhyCard::Kind::Neutral,
                verdictTitle(why, *m_answer->snapshot), answerSentences(*m_answer).join(u' '));
    if (why.verdict == Verdict::rule)
      for (const strategy::Rule& rule : strategy::rules_of(problem))
        if (rule.name == why.violation.rule) {
          m_rule->setText(QString::fromStdString(rule.text).trimmed());
          m_rule->show();
        }
  }
  showButtons();
  drawPlot();
  if (std::exchange(m_hadFigure, hasFigure()) != hasFigure()) emit looksChanged();
}

QString WhyView::plainText() const {
  QStringList parts;
  if (const plan::SnapshotPtr snapshot = m_selection.snapshot(); snapshot && !snapshot->best.empty()) {
    QStringList reasons;
    if (m_leader) {
      reasons << firstOfAllText(*m_leader);
      for (const Reason& reason : leadsBecause(*snapshot, *m_leader)) reasons << plainReason(reason);
    }
    reasons << (m_leader ? tr("Best strategy: %1") : tr("Chosen: %1"))
                   .arg(degreesText(snapshot->best.front().strategy));
    for (const Reason& reason : chosenBecause(*snapshot)) reasons << plainReason(reason);
    parts << reasons.join(u'\n');
  }
  if (m_answer && (m_answer->why || m_answer->error))
    parts << tr("Why not %1").arg(layoutLine(m_answer->layout)) + u'\n' + m_card->words();
  if (hasFigure()) {
    const WordTable table = shownTable(*m_cells);
    QString tabs = tableText(table).tabs;
    while (tabs.endsWith(u'\n')) tabs.chop(1);  // a heading row begins with an empty cell
    parts << m_plotTitle->text() + u'\n' + tabs;
  }
  return parts.join(u"\n\n"_s) + u'\n';
}

/// What can be done about it: each button is one undo step, or shows more.
void WhyView::showButtons() {
  if (!m_answer || m_stale) return;
  const auto add = [this](const QString& name, const QString& text, auto pressed) {
    connect(m_card->addButton(name, text), &QPushButton::clicked, this, pressed);
  };
  const plan::Snapshot& snapshot = *m_answer->snapshot;
  const auto widening = [&](const plan::Why& why) {
    if (why.setting.empty() || widenedJob().empty()) return;
    add(u"whyView.widen"_s, tr("Allow %1").arg(QString::fromStdString(why.setting)), [this] { widen(); });
  };
  int number = 0;
  if (snapshot.status == plan::Status::infeasible)
    for (const plan::Fix& fix : snapshot.fixes)
      add(u"whyView.fix%1"_s.arg(++number), fixText(fix), [this, fix] { emit fixRequested(fix); });
  if (!m_answer->why) return;
  const plan::Why& why = *m_answer->why;
  switch (why.verdict) {
    case Verdict::rule:
      add(u"whyView.rules"_s, tr("Show the rule…"),
          [this, name = QString::fromStdString(why.violation.rule)] { emit rulesRequested(name); });
      widening(why);
      break;
    case Verdict::limit: {
      if (number > 0) break;
      const plan::Fix raise{plan::Fix::Kind::raise_limit, "", why.violation.found,
                            cost::to_string(why.violation.binding)};
      add(u"whyView.raise"_s, fixText(raise), [this, raise] { emit fixRequested(raise); });
      break;
    }
    case Verdict::outside_space:
      widening(why);
      break;
    case Verdict::tied:
    case Verdict::on_front:
    case Verdict::slower:
    case Verdict::dearer:
    case Verdict::larger:
    case Verdict::dominated:
      add(u"whyView.compare"_s, tr("Compare on the timeline"), [this] {
        if (m_answer && m_answer->why && m_answer->why->best)
          m_selection.compareWith(planning::layout_of(m_answer->why->best->strategy));
        emit evidenceRequested(Evidence::Timeline, -1);
      });
      break;
    default:
      break;
  }
}

/// What the job would have to allow: one key with its values, or nothing.
strategy::Allowed WhyView::widenedJob() const {
  if (!m_answer || !m_answer->why) return {};
  const QStringList words = QString::fromStdString(m_answer->why->setting).split(u" = "_s);
  if (words.size() != 2) return {};
  const std::string key = words[0].toStdString();
  const std::vector<std::string> values =
      plan::widened(*m_answer->snapshot->problem, key, words[1].toStdString());
  return values.empty() ? strategy::Allowed{} : strategy::Allowed{{key, values}};
}

/// Adds the value that is not searched to those that the job allows, and searches.
void WhyView::widen() {
  const strategy::Allowed wanted = widenedJob();
  if (wanted.empty()) return;
  strategy::Job job = m_document.plan().job;
  const auto& [key, values] = *wanted.begin();
  job.allowed[key] = values;
  strategy::note_stated(job, "allowed");
  m_document.undoStack().push(new SetJob(m_document, std::move(job), QString::fromStdString(key)));
  emit searchRequested();
}

void WhyView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_dirty) refresh();
}

void WhyView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (m_stack == nullptr) return;
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange) {
    refresh();
    showAnswer();
  }
}

}  // namespace astrolabe::ui
