// What the goal panel is made of: the fields of what is trained, of the cost, and of what counts as best.

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>

#include "core/runtimes/runtime.h"
#include "ui/canvas/figure_label.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/shell/assumed_mark.h"
#include "ui/shell/basis_doubts.h"
#include "ui/shell/cluster_doubts.h"
#include "ui/shell/field_fixes.h"
#include "ui/shell/goal_checks.h"
#include "ui/shell/goal_choice.h"
#include "ui/shell/goal_dates.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/number_field.h"
#include "ui/shell/post_training_panel.h"
#include "ui/shell/traffic_panel.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

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

}  // namespace astrolabe::ui
