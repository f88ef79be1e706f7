#include "ui/shell/goal_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStyle>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/runtimes/runtime.h"
#include "ui/canvas/figure_label.h"
#include "ui/document/commands/set_job.h"
#include "ui/document/space_estimate.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/shell/assumed_mark.h"
#include "ui/shell/basis_doubts.h"
#include "ui/shell/cluster_doubts.h"
#include "ui/shell/date_field.h"
#include "ui/shell/field_fixes.h"
#include "ui/shell/goal_checks.h"
#include "ui/shell/goal_choice.h"
#include "ui/shell/goal_dates.h"
#include "ui/shell/job_details.h"
#include "ui/shell/number_field.h"
#include "ui/shell/paint_helpers.h"
#include "ui/shell/post_training_panel.h"
#include "ui/shell/traffic_panel.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

// Keys that the reader of jobs notes as stated.
constexpr const char* kBasis = "cost.basis";
constexpr const char* kCommitment = "cost.commitment";
constexpr const char* kOptimizer = "optimizer";
constexpr const char* kRuntime = "software.runtime";

/// Place among the entries of the runtime that the document asks for, said or not; "any" is the first.
int entryOf(const PlanDocument& document) {
  std::string runtime = document.plan().job.software.runtime;
  if (runtime.empty()) {
    const Result<strategy::Problem> problem = document.problem();
    runtime = problem ? problem->job.software.runtime : strategy::usual_runtime();
  }
  const auto& all = runtimes::runtimes();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.id == runtime; });
  return found == all.end() ? 0 : static_cast<int>(found - all.begin()) + 1;
}

QComboBox* combo(const QString& name, const QString& accessible, const QStringList& items, QWidget* parent) {
  auto* box = new QComboBox(parent);
  box->setObjectName(name);
  box->setAccessibleName(accessible);
  box->addItems(items);
  box->setMinimumContentsLength(6);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  return box;
}

}  // namespace

int GoalPanel::fieldWidth() { return scaled(largeText() ? 96 : 120); }

GoalPanel::GoalPanel(PlanDocument& document, QWidget* parent) : QWidget(parent), m_document(document) {
  setObjectName(u"goalPanel"_s);
  setAccessibleName(tr("Goal"));
  setProperty("compactControls", true);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  const int side = scaled(largeText() ? 6 : 12);  // large words need the room
  auto* scroll = new QScrollArea(this);
  scroll->setObjectName(u"goalPanel.scroll"_s);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  outer->addWidget(scroll, 1);
  auto* body = m_body = new QWidget(scroll);
  body->setAutoFillBackground(true);
  body->setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(side, scaled(8), side, scaled(8));
  column->setSpacing(scaled(5));
  buildTraining(column);
  buildCost(column);
  buildGoal(column);
  buildLimits(column);
  column->addStretch();
  scroll->setWidget(body);
  // Words may be longer in other languages: the panel grows rather than cutting its fields.
  scroll->setMinimumWidth(body->minimumSizeHint().width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent));
  auto* edge = new QWidget(this);  // of what scrolls: a heading cut there is not one of what stands below
  edge->setObjectName(u"goalPanel.edge"_s);
  edge->setFixedHeight(1);
  edge->setAutoFillBackground(true);
  edge->setBackgroundRole(QPalette::Mid);
  outer->addWidget(edge);
  m_space = new QLabel(this);
  m_space->setObjectName(u"goalPanel.space"_s);
  m_space->setFont(ui::font(TextRole::BodyStrong));
  m_space->setContentsMargins(side, scaled(4), side, scaled(2));
  m_space->setText(tr("%1 strategies").arg(unknownText()));
  outer->addWidget(m_space);
  m_spaceFixes = new FieldFixes(u"goalPanel.space.fixes"_s, nullptr, this);
  m_spaceFixes->setContentsMargins(side, 0, side, scaled(2));
  outer->addWidget(m_spaceFixes);
  m_formula = new FigureLabel(this);
  connect(m_formula, &FigureLabel::asked, this,
          [this](const QRect& at) { emit figureAsked(KeyFigure::TokensMoney, at); });
  setFormula(nullptr);
  m_formula->setObjectName(u"goalPanel.formula"_s);
  m_formula->setFont(ui::font(TextRole::Caption));
  m_formula->setWordWrap(true);
  m_formula->setContentsMargins(scaled(12), 0, scaled(12), scaled(8));
  m_quiet << m_formula;
  m_formula->setContentsMargins(0, 0, 0, 0);
  column->insertWidget(column->count() - 1, m_formula);  // goes with the fields rather than taking their room
  connect(&m_document, &PlanDocument::planChanged, this, [this] { refresh(); });
  const auto otherPlan = [this] {  // what was typed was for the one before
    for (NumberField* field : numberFields()) field->dropTyped();
    m_dates->dropTyped();
  };
  connect(&m_document, &PlanDocument::wasReset, this, otherPlan);
  connect(&m_document, &PlanDocument::scenarioShown, this, otherPlan);
  for (NumberField* field : numberFields()) field->tellWhatHolds();
  colour();
  refresh();
}

void GoalPanel::buildGoal(QVBoxLayout* column) {
  m_goal = new GoalChoice(m_document, this);
  column->addWidget(m_goal);
  connect(m_goal, &GoalChoice::deadlineWanted, this, [this](bool wanted) {
    for (const LimitRow& row : m_limits)
      if (row.limit == &strategy::Limits::deadline_hours && row.check->isChecked() != wanted)
        row.check->click();
  });
  m_goalError = new QLabel(this);
  m_goalError->setObjectName(u"goalPanel.goal.error"_s);
  m_goalError->setFont(ui::font(TextRole::Caption));
  m_goalError->setWordWrap(true);
  m_goalError->hide();
  column->addWidget(m_goalError);
  column->addWidget(new ClusterDoubts(m_document, this));
}

void GoalPanel::buildTraining(QVBoxLayout* column) {
  m_inputs = new QWidget(this);
  m_inputs->setObjectName(u"goalPanel.inputs"_s);
  column->addWidget(m_inputs);
  // The panel that took them goes on its own: nothing is shown in fields that are no more.
  connect(m_inputs, &QObject::destroyed, this, [this] { m_document.disconnect(this); });
  auto* either = new QVBoxLayout(m_inputs);
  either->setContentsMargins(0, 0, 0, 0);
  m_training = new QWidget(m_inputs);
  either->addWidget(m_training);
  auto* grid = new QGridLayout(m_training);
  grid->setObjectName(u"goalPanel.inputs.grid"_s);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(scaled(8));
  grid->setVerticalSpacing(scaled(5));
  grid->setColumnStretch(0, 1);
  int row = 0;
  const auto add = [&](const QString& label, QWidget* field, QLabel* error) {
    auto* name = new QLabel(label, this);
    name->setBuddy(field);
    m_quiet << name;
    grid->addWidget(name, row, 0);
    field->setFixedWidth(fieldWidth());
    grid->addWidget(field, row++, 1);
    if (error) grid->addWidget(error, row++, 0, 1, 2);
    return name;
  };
  const auto number = [&](const char* name, const QString& label, const QString& unit) {
    auto* field = new NumberField(u"goalPanel.%1"_s.arg(QLatin1StringView(name)), unit, this);
    field->setAccessibleName(label);
    add(label, field, field->errorLabel());
    return field;
  };
  m_sequence = number("sequence", tr("Sequence length"), tr("tokens"));
  m_sequence->setLimits({.low = 1, .high = strategy::kLongestSequence, .whole = true});
  m_batch = number("batch", tr("Global batch"), {});
  limitBatch();
  m_batch->setJudge([this](double tokens) {
    if (!batchIsInTokens()) return QString();
    return batchFromTokens(tokens, m_document.plan().job.sequence_length).problem;
  });
  connect(m_batch, &NumberField::problemChanged, this, &GoalPanel::offerWholeBatches);
  m_batchFixes = new FieldFixes(u"goalPanel.batch.fixes"_s, m_batch, this);
  grid->addWidget(m_batchFixes, row++, 0, 1, 2);
  m_batchUnit =
      combo(u"goalPanel.batchUnit"_s, tr("Unit of the global batch"), {tr("sequences"), tr("tokens")}, this);
  add(tr("Batch counted in"), m_batchUnit, nullptr);
  connect(m_batchUnit, &QComboBox::activated, this, [this] {
    m_batch->dropTyped();  // it was typed in the other unit
    limitBatch();
    refresh();
  });
  m_tokens = number("tokens", tr("Tokens to train"), {});
  m_tokens->setLimits({.low = 1, .high = strategy::kMostTokens});
  m_precision =
      combo(u"goalPanel.precision"_s, tr("Precision"),
            {u"bf16"_s, u"fp16"_s, u"fp32"_s, u"fp8"_s, u"fp8_block"_s, u"mxfp8"_s, u"nvfp4"_s}, this);
  m_precisionLabel = add(tr("Precision"), m_precision, nullptr);
  m_optimizer = combo(u"goalPanel.optimizer"_s, tr("Optimizer"),
                      {u"Adam"_s, u"AdamW"_s, u"SGD"_s, u"Adafactor"_s, u"Muon"_s}, this);
  m_optimizerLabel = add(tr("Optimizer"), m_optimizer, nullptr);
  m_ways.push_back(
      {addWayBack(m_optimizer, m_optimizer->itemText(0),
                  [this] { assume(m_document, tr("optimizer", "undo step: Set …"), kOptimizer); }),
       kOptimizer});
  QStringList programs{tr("any", "training runtime")};
  for (const runtimes::Runtime& runtime : runtimes::runtimes())
    programs << QString::fromStdString(runtime.title);
  m_software = combo(u"goalPanel.software"_s, tr("Software"), programs, this);
  m_software->setToolTip(tr(
      "The training runtime that the job runs on. What it does by default is assumed where the job does not "
      "say it, and only layouts that it can start are searched. With any, all are: which runtimes run one "
      "stands beside it."));
  m_softwareLabel = add(tr("Software"), m_software, nullptr);
  const QString usual = QString::fromStdString(strategy::runtime_title(strategy::usual_runtime()));
  m_ways.push_back({addWayBack(m_software, tr("%1, or any where it cannot be", "training runtime").arg(usual),
                               [this] { assume(m_document, tr("software", "undo step: Set …"), kRuntime); }),
                    kRuntime});
  m_traffic = new TrafficPanel(m_document, m_inputs);
  either->addWidget(m_traffic);
  m_postTraining = new PostTrainingPanel(m_document, m_inputs);
  m_postTraining->hide();  // the width of the panel is that of the usual tasks
  either->addWidget(m_postTraining);
  connectTraining();
}

void GoalPanel::connectTraining() {
  connect(m_sequence, &NumberField::committed, this, [this](double value) {
    change(tr("sequence length", "undo step: Set …"), "sequence_length",
           [&](strategy::Job& job) { job.sequence_length = int(value); });
  });
  connect(m_batch, &NumberField::committed, this, [this](double value) { takeBatch(value); });
  connect(m_tokens, &NumberField::committed, this, [this](double value) {
    change(tr("tokens to train", "undo step: Set …"), "tokens",
           [&](strategy::Job& job) { job.tokens = value; });
  });
  connect(m_precision, &QComboBox::activated, this, [this](int index) {
    change(tr("precision", "undo step: Set …"), "precision",
           [&](strategy::Job& job) { job.precision = static_cast<hardware::Precision>(index); });
  });
  connect(m_optimizer, &QComboBox::activated, this, [this](int index) {
    change(tr("optimizer", "undo step: Set …"), kOptimizer,
           [&](strategy::Job& job) { job.optimizer = static_cast<strategy::Optimizer>(index); });
  });
  connect(m_software, &QComboBox::activated, this, [this](int index) {
    change(tr("software", "undo step: Set …"), kRuntime, [&](strategy::Job& job) {
      job.software.runtime = index == 0 ? "any" : runtimes::runtimes()[std::size_t(index) - 1].id;
    });
  });
}

void GoalPanel::buildCost(QVBoxLayout* column) {
  auto* row = new QHBoxLayout;
  auto* name = new QLabel(tr("Cost"), this);
  m_quiet << name;
  m_basis = combo(u"goalPanel.basis"_s, tr("Cost basis"), {tr("Rent"), tr("Buy"), tr("Own")}, this);
  m_basis->setToolTip(
      tr("Rent: price per hour. Buy: price over the service life, and power. Own: power alone. Power: what "
         "GPUs and nodes draw × PUE × price per kWh; space and staff are not counted."));
  m_commitment = combo(u"goalPanel.commitment"_s, tr("Commitment"),
                       {tr("On demand"), tr("Reserved 1 year"), tr("Reserved 3 years"), tr("Spot")}, this);
  name->setBuddy(m_basis);
  row->addWidget(name);
  row->addWidget(m_basis, 2);
  row->addWidget(m_commitment, 3);
  column->addLayout(row);
  m_costAssumed = new QLabel(this);
  m_costAssumed->setObjectName(u"goalPanel.cost.assumed"_s);
  m_costAssumed->setFont(ui::font(TextRole::Caption));
  m_costAssumed->setWordWrap(true);
  m_quiet << m_costAssumed;
  column->addWidget(m_costAssumed);
  auto* doubts = new BasisDoubts(m_document, this);
  connect(doubts, &BasisDoubts::priceWanted, this, &GoalPanel::priceWanted);
  column->addWidget(doubts);
  m_ways.push_back({addWayBack(m_basis, m_basis->itemText(0),
                               [this] { assume(m_document, tr("cost basis", "undo step: Set …"), kBasis); }),
                    kBasis});
  m_ways.push_back(
      {addWayBack(m_commitment, m_commitment->itemText(0),
                  [this] { assume(m_document, tr("commitment", "undo step: Set …"), kCommitment); }),
       kCommitment});
  connect(m_basis, &QComboBox::activated, this, [this](int index) {
    change(tr("cost basis", "undo step: Set …"), kBasis,
           [&](strategy::Job& job) { job.cost.basis = static_cast<hardware::CostBasis>(index); });
  });
  connect(m_commitment, &QComboBox::activated, this, [this](int index) {
    change(tr("commitment", "undo step: Set …"), kCommitment,
           [&](strategy::Job& job) { job.cost.commitment = static_cast<hardware::Commitment>(index); });
  });
}

bool GoalPanel::batchIsInTokens() const { return m_batchUnit != nullptr && m_batchUnit->currentIndex() == 1; }

/// The limit of a job, in the unit in which the batch is counted.
void GoalPanel::limitBatch() {
  const double unit = batchIsInTokens() ? m_document.plan().job.sequence_length : 1.0;
  m_batch->setLimits({.low = 1, .high = strategy::kLargestBatch * unit, .whole = true});
}

void GoalPanel::takeBatch(double value) {
  const int sequences = batchIsInTokens()
                            ? batchFromTokens(value, m_document.plan().job.sequence_length).sequences
                            : static_cast<int>(value);
  change(tr("global batch", "undo step: Set …"), "global_batch",
         [&](strategy::Job& job) { job.global_batch = sequences; });
}

/// The two nearest batches of whole sequences beside a number of tokens that is none.
void GoalPanel::offerWholeBatches() {
  QList<FieldFix> fixes;
  const std::optional<double> tokens = numberFromText(m_batch->text());
  if (m_batch->isRefused() && batchIsInTokens() && tokens) {
    const BatchInTokens batch = batchFromTokens(*tokens, m_document.plan().job.sequence_length);
    const auto use = [this](const char* name, int sequences) {
      const double whole = double(sequences) * m_document.plan().job.sequence_length;
      return FieldFix{QLatin1StringView(name), tr("Use %1").arg(wholeText(whole)), [this, sequences] {
                        m_batch->dropTyped();
                        change(tr("global batch", "undo step: Set …"), "global_batch",
                               [&](strategy::Job& job) { job.global_batch = sequences; });
                      }};
    };
    if (batch.below > 0) fixes << use("below", batch.below) << use("above", batch.above);
  }
  m_batchFixes->setFixes(fixes);
}

QList<NumberField*> GoalPanel::numberFields() const {
  QList<NumberField*> fields = m_inputs->findChildren<NumberField*>();
  for (NumberField* field : findChildren<NumberField*>())
    if (!fields.contains(field)) fields << field;
  return fields;
}

QLineEdit* GoalPanel::takeTyped() {
  QLineEdit* refused = nullptr;
  for (NumberField* field : numberFields())
    if (field->isEnabled() && !field->takeTyped() && refused == nullptr) refused = field;
  QLineEdit* day = m_dates->takeTyped();
  return refused != nullptr ? refused : day;
}

void GoalPanel::showDetails(const QString& field) {
  JobDetailsDialog dialog(m_document, window());
  if (auto* wanted = field.isEmpty() ? nullptr : dialog.findChild<QWidget*>(field))
    QTimer::singleShot(0, wanted, [wanted] { goToField(*wanted); });
  dialog.exec();
}

std::vector<std::pair<QString, NamedField>> GoalPanel::detailFields() {
  const JobDetailsDialog dialog(m_document, window());
  std::vector<std::pair<QString, NamedField>> fields;
  for (NamedField& field : fieldsOf(dialog)) {
    const QString name = field.widget->objectName();
    field.widget = nullptr;  // it goes with this dialog
    fields.emplace_back(name, std::move(field));
  }
  return fields;
}

void GoalPanel::change(const QString& what, const std::string& key, const Edit& edit) {
  if (m_refreshing) return;
  strategy::Job next = m_document.plan().job;
  edit(next);
  strategy::note_stated(next, key);
  if (next == m_document.plan().job) return;
  m_document.undoStack().push(new SetJob(m_document, std::move(next), what));
}

void GoalPanel::setFormula(const cost::Evaluation* best) {
  if (const std::string& task = m_document.plan().job.task; task == "post_train") {
    m_formula->setText(
        tr("%1 per iteration = cost per hour × seconds of an iteration ÷ 3600", "sign of a currency")
            .arg(currencySign()));
    m_formula->setToolTip({});
    return m_formula->setAskable(false);
  } else if (task != "train") {
    m_formula->setText(tr("%1 per million tokens = cost per hour × 10⁶ ÷ (output tokens per second × 3600)",
                          "sign of a currency")
                           .arg(currencySign()));
    m_formula->setToolTip({});
    return m_formula->setAskable(false);
  }
  const bool known = best != nullptr && best->money.usd_per_hour && best->money.usd_per_trillion_tokens;
  const QString words =
      tr("%1 = cost per hour × 10¹² ÷ (tokens per second × 3600)", "$/1T tokens").arg(moneyPerTokens());
  m_formula->setText(known ? tr("%1 = %2 × 10¹² ÷ (%3 × 3600) = %4", "$/1T tokens, with numbers")
                                 .arg(moneyPerTokens(), moneyText(best->money.usd_per_hour->value),
                                      wholeText(best->tokens_per_second),
                                      moneyText(best->money.usd_per_trillion_tokens, 4))
                           : words);
  m_formula->setToolTip(known ? words : QString());
  m_formula->setAskable(known);
}

void GoalPanel::refresh() {
  m_refreshing = true;
  const plan::Plan& plan = m_document.plan();
  const strategy::Job& job = plan.job;
  m_sequence->setValue(job.sequence_length);
  limitBatch();
  m_batch->setValue(batchIsInTokens() ? double(job.global_batch) * job.sequence_length
                                      : double(job.global_batch));
  m_tokens->setValue(job.tokens);
  m_precision->setCurrentIndex(static_cast<int>(job.precision));
  m_optimizer->setCurrentIndex(static_cast<int>(job.optimizer));
  m_software->setCurrentIndex(entryOf(m_document));
  showAssumed(job);
  for (const LimitRow& row : m_limits) {
    const std::optional<double>& limit = job.limits.*row.limit;
    const bool typing = row.field->hasFocus() || row.field->isRefused();
    row.check->setChecked(limit.has_value() || (row.check->isChecked() && typing));
    row.field->setEnabled(row.check->isChecked());
    if (limit) row.field->setValue(*limit);
  }
  m_goal->refresh();
  m_dates->refresh();
  const double headroom = job.limits.memory_headroom * 100.0;
  m_headroomCheck->setChecked(headroom > 0);
  m_headroom->setEnabled(headroom > 0);
  if (headroom > 0) {
    m_lastHeadroom = headroom;
    m_headroom->setValue(headroom);
  }
  m_basis->setCurrentIndex(static_cast<int>(job.cost.basis));
  m_commitment->setCurrentIndex(static_cast<int>(job.cost.commitment));
  m_commitment->setEnabled(job.cost.basis == hardware::CostBasis::rent);
  showTask(job.task);
  m_refreshing = false;
  showProblem();
}

/// Fields and limits of the task at hand; those of the other keep their values.
void GoalPanel::showTask(const std::string& task) {
  const bool trains = task == "train", postTrains = task == "post_train";
  m_training->setVisible(trains);
  m_traffic->setVisible(task == "serve");
  m_postTraining->setVisible(postTrains);
  for (const LimitRow& row : m_limits) {
    // Post-training has a job as long as its iterations.
    const bool ofTheJob = postTrains && (row.limit == &strategy::Limits::budget_usd ||
                                         row.limit == &strategy::Limits::deadline_hours);
    const bool shown = trains || ofTheJob || row.limit == &strategy::Limits::purchase_usd ||
                       row.limit == &strategy::Limits::usd_per_hour ||
                       row.limit == &strategy::Limits::usd_per_month ||
                       row.limit == &strategy::Limits::power_kw;
    for (QWidget* part : row.all) part->setVisible(shown);
    row.meaning->setVisible(shown && row.check->isChecked());
    if (!shown) row.fixes->setFixes({});
  }
  m_dates->setVisible(trains || postTrains);
  m_headroomCheck->setVisible(trains || postTrains);  // an engine that serves keeps its own
  m_headroom->setVisible(trains || postTrains);
  if (!trains) setFormula(nullptr);
  if (std::exchange(m_shownTask, task) != task) emit taskShown();
}

int GoalPanel::wantedHeight() const {
  const int space = m_space->isHidden() ? 0 : m_space->sizeHint().height();
  return m_body->minimumSizeHint().height() + space;
}

/// Values that nobody stated look like it, and each has a way back to that.
void GoalPanel::showAssumed(const strategy::Job& job) {
  markAssumed(m_precision, !strategy::is_stated(job, "precision"), m_precisionLabel);
  markAssumed(m_optimizer, !strategy::is_stated(job, kOptimizer), m_optimizerLabel);
  markAssumed(m_software, !strategy::is_stated(job, kRuntime), m_softwareLabel);
  m_sequence->setAssumed(!strategy::is_stated(job, "sequence_length"));
  m_batch->setAssumed(!strategy::is_stated(job, "global_batch"));
  m_tokens->setAssumed(!strategy::is_stated(job, "tokens"));
  m_headroom->setAssumed(!strategy::is_stated(job, kHeadroom));
  const bool basis = !strategy::is_stated(job, kBasis);
  const bool commitment =
      !strategy::is_stated(job, kCommitment) && job.cost.basis == hardware::CostBasis::rent;
  markAssumed(m_basis, basis);
  markAssumed(m_commitment, commitment);
  m_costAssumed->setText(basis && commitment ? tr("≈ Cost basis and commitment are assumed.")
                         : basis             ? tr("≈ The cost basis is assumed.")
                                             : tr("≈ The commitment is assumed."));
  m_costAssumed->setVisible(basis || commitment);
  for (const auto& [back, key] : m_ways) back->setEnabled(strategy::is_stated(job, key));
}

void GoalPanel::setEstimate(const SpaceEstimate& estimate) {
  m_estimate = &estimate;
  connect(&estimate, &SpaceEstimate::changed, this, &GoalPanel::showSpace);
  showSpace();
}

void GoalPanel::showSpace() {
  if (!m_estimate) return;
  m_space->setVisible(m_document.plan().job.trains());
  const bool none = m_document.plan().job.trains() && m_estimate->total() == std::uint64_t{0} &&
                    !m_document.plan().job.allowed.empty();
  m_space->setText(none ? tr("No strategy: the allowed settings leave none.") : m_estimate->text());
  QList<FieldFix> fixes;
  if (none)
    fixes << FieldFix{u"allowAll"_s, tr("Allow every setting"), [this] {
                        change(tr("every setting allowed", "undo step: Set …"), "allowed",
                               [](strategy::Job& job) { job.allowed.clear(); });
                      }};
  m_spaceFixes->setFixes(fixes);
}

void GoalPanel::colour() {
  for (QLabel* label : m_quiet) setInk(label, currentTheme().text2);
  setInk(m_goalError, currentTheme().error);
}

void GoalPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && m_formula) colour();
}

}  // namespace astrolabe::ui
