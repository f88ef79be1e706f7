#include "ui/shell/job_details.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/hardware/catalogue.h"
#include "core/strategy/job.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/messages.h"
#include "ui/render/money.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"
#include "ui/shell/assumed_mark.h"
#include "ui/shell/field_search.h"
#include "ui/shell/job_settings.h"
#include "ui/shell/number_field.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using strategy::Job;

constexpr const char* kIdle = "cost.idle_gpus_cost";

QString asText(const std::optional<double>& value) { return value ? numberFieldText(*value) : QString(); }

/// Reads a number within a range into `target`, or says what is wrong.
QString number(const QString& text, double low, double high, double& target, double factor = 1.0) {
  const std::optional<double> value = numberFromText(text);
  if (!value) return JobDetailsDialog::tr("“%1” is not a number.").arg(text);
  if (*value < low || *value > high)
    return JobDetailsDialog::tr("Must be from %1 to %2.").arg(numberFieldText(low), numberFieldText(high));
  target = *value * factor;
  return {};
}

/// Reads a number from 0 to `high` into `target`, none from an empty text; or says what is wrong.
QString optionalNumber(const QString& text, double high, std::optional<double>& target) {
  if (text.trimmed().isEmpty()) {
    target.reset();
    return {};
  }
  double value = 0.0;
  QString problem = number(text, 0.0, high, value);
  if (problem.isEmpty()) target = value;
  return problem;
}

}  // namespace

JobDetailsDialog::JobDetailsDialog(PlanDocument& document, QWidget* parent)
    : QDialog(parent), m_document(document), m_pages(new QTabWidget(this)) {
  setObjectName(u"jobDetails"_s);
  setWindowTitle(tr("All limits of the job"));
  resize(scaledOn(screen(), 520, 560));
  auto* column = new QVBoxLayout(this);
  m_pages->setObjectName(u"jobDetails.pages"_s);
  column->addWidget(m_pages, 1);
  buildSettings();
  buildGpus();
  buildCost();
  buildReliability();
  buildNumerics();
  buildTuning();
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);  // Enter takes the value of a field
  connect(buttons, &QDialogButtonBox::rejected, this, &JobDetailsDialog::closeWhenRight);
  column->addWidget(buttons);
  connect(&document, &PlanDocument::planChanged, this, &JobDetailsDialog::refresh);
  refresh();
  // A page is as wide as it needs; at large text no wider than the screen, and scrolls to the side.
  constexpr double kMostOfScreen = 0.9;
  const int most = int(screen()->availableSize().width() * kMostOfScreen);
  for (auto* scroll : m_pages->findChildren<QScrollArea*>())
    scroll->setMinimumWidth(std::min(most, scroll->widget()->minimumSizeHint().width() +
                                               2 * scroll->frameWidth() +
                                               scroll->verticalScrollBar()->sizeHint().width()));
}

QFormLayout* JobDetailsDialog::addPage(const QString& title, const QString& explanation) {
  auto* scroll = new QScrollArea(m_pages);
  scroll->setWidgetResizable(true);
  scroll->setFocusPolicy(Qt::NoFocus);
  auto* page = new QWidget(scroll);
  page->setAutoFillBackground(true);
  page->setBackgroundRole(QPalette::Base);
  auto* form = new QFormLayout(page);
  auto* words = new QLabel(explanation, page);
  words->setWordWrap(true);
  form->addRow(words);
  scroll->setWidget(page);
  m_pages->addTab(scroll, title);
  return form;
}

void JobDetailsDialog::addRow(QFormLayout* form, const QString& name, const QString& label,
                              const QString& placeholder, Row row) {
  row.field = new QLineEdit(form->parentWidget());
  row.field->setObjectName(u"jobDetails.%1"_s.arg(name));
  row.field->setAccessibleName(label);
  row.field->setPlaceholderText(placeholder);
  row.error = new QLabel(form->parentWidget());
  row.error->setObjectName(u"jobDetails.%1.error"_s.arg(name));
  row.error->setWordWrap(true);
  row.error->setFont(ui::font(TextRole::Caption));
  setInk(row.error, currentTheme().error);
  row.error->hide();
  form->addRow(label, row.field);
  form->addRow(QString(), row.error);
  if (row.open) {
    row.back = row.field->addAction(QIcon(tintedIcon(u"undo"_s, currentTheme().text2, scaled(14), row.field)),
                                    QLineEdit::TrailingPosition);
    row.back->setObjectName(u"jobDetails.%1.default"_s.arg(name));
    row.back->setText(tr("Back to the assumed value"));
    connect(row.back, &QAction::triggered, this, [this, at = m_rows.size()] {
      m_rows[at].field->clear();
      commit(m_rows[at]);
    });
  }
  connect(row.field, &QLineEdit::editingFinished, this, [this, at = m_rows.size()] { commit(m_rows[at]); });
  m_rows.push_back(std::move(row));
}

void JobDetailsDialog::buildCost() {
  QFormLayout* form = addPage(tr("Cost"), tr("What an hour costs when GPUs are bought or owned."));
  const auto add = [&](const char* name, const char* key, const QString& label, double strategy::Cost::*value,
                       double low, double high, double factor) {
    Row row;
    row.what = label;
    row.key = key;
    row.open = true;
    row.show = [value, factor](const Job& job) { return numberFieldText(job.cost.*value / factor); };
    row.take = [value, low, high, factor](const QString& text, Job& job) {
      // What stands there may be rounded: untouched it is no edit.
      if (text == numberFieldText(job.cost.*value / factor)) return QString();
      return number(text, low, high, job.cost.*value, factor);
    };
    addRow(form, QLatin1StringView(name), label, {}, std::move(row));
  };
  add("years", "cost.years", tr("Service life, years"), &strategy::Cost::years, 0.1, 30, 1.0);
  add("residual", "cost.residual", tr("Residual value, %"), &strategy::Cost::residual, 0, 100, 0.01);
  add("utilisation", "cost.utilisation", tr("Utilisation (hours in use), %"), &strategy::Cost::utilisation, 1,
      100, 0.01);
  const auto addSum = [&](const char* name, const char* key, const QString& label,
                          double strategy::Cost::*value, double high) {
    add(name, key, label.arg(currentCurrency().code), value, 0, plainMoney(shownMoney(high)), dollars(1.0));
    m_rows.back().field->setToolTip(moneyFieldTip());
  };
  addSum("kwh", "cost.usd_per_kwh", tr("Power, %1 per kWh", "code of a currency"),
         &strategy::Cost::usd_per_kwh, 10);
  add("pue", "cost.pue", tr("PUE (facility power ÷ IT power)"), &strategy::Cost::pue, 1, 5, 1.0);
  add("discount", "cost.discount_rate", tr("Discount rate a year, %"), &strategy::Cost::discount_rate, 0, 100,
      0.01);
  addOwnership(form);
  add("hallYears", "cost.hall_years", tr("Years that a hall is used"), &strategy::Cost::hall_years, 1, 100,
      1.0);
  addCarbon(form);
  m_idle = new QCheckBox(this);
  m_idle->setObjectName(u"jobDetails.idle"_s);
  m_idle->setAccessibleName(tr("Charge for GPUs that a strategy leaves idle"));
  form->addRow(m_idle);
  m_idleBack = addWayBack(m_idle, tr("only where GPUs are marked"),
                          [this] { assume(m_document, tr("cost of idle GPUs"), kIdle); });
  connect(m_idle, &QCheckBox::clicked, this, [this](bool on) {
    change(tr("cost of idle GPUs"), kIdle, [on](Job& job) { job.cost.idle_gpus_cost = on; });
  });
}

/// A figure of cost that nobody assumes, shown in parts of `unit`, or in the currency in force; empty is
/// none.
void JobDetailsDialog::addStated(QFormLayout* form, const QString& name, const QString& label,
                                 const QString& tip, std::optional<double> strategy::Cost::*figure,
                                 double most, double unit, bool money) {
  const auto shownText = [figure, unit, money](const Job& job) {
    const std::optional<double>& value = job.cost.*figure;
    return value ? numberFieldText(money ? plainMoney(shownMoney(*value)) : *value / unit) : QString();
  };
  Row row;
  row.what = label;
  row.show = shownText;
  row.take = [=](const QString& text, Job& job) {
    if (text == shownText(job)) return QString();  // may be rounded: untouched it is no edit
    std::optional<double> shown;
    QString problem = optionalNumber(text, money ? plainMoney(shownMoney(most)) : most / unit, shown);
    if (shown) shown = std::min(money ? dollars(*shown) : *shown * unit, most);  // rounded, a bit above
    if (problem.isEmpty()) job.cost.*figure = shown;
    return problem;
  };
  addRow(form, name, label, tr("no price"), std::move(row));
  m_rows.back().field->setToolTip(
      tip + (money && !moneyFieldTip().isEmpty() ? u'\n' + moneyFieldTip() : QString()));
}

/// What ownership has beside the machines and their energy.
void JobDetailsDialog::addOwnership(QFormLayout* form) {
  using strategy::Cost;
  const QString code = currentCurrency().code;
  const QString counted = tr("Counted in the cost of ownership.");
  addStated(
      form, u"hosting"_s, tr("Hosting, %1 per kW and month", "code of a currency").arg(code),
      tr("Space, cooling and staff, by the power of the machines. Empty: hosting has no price and none is "
         "counted."),
      &Cost::hosting_usd_per_kw_month, 1e6, 1.0, true);
  addStated(form, u"hall"_s, tr("Hall of one's own, %1 per kW", "code of a currency").arg(code),
            tr("To build it, for a kW of machines and switches, for the years that the machines fill."),
            &Cost::hall_usd_per_kw, 1e7, 1.0, true);
  addStated(form, u"storageCost"_s,
            tr("Storage bought with the machines, %1", "code of a currency").arg(code), counted,
            &Cost::storage_usd, 1e12, 1.0, true);
  addStated(form, u"support"_s, tr("Support a year, % of the purchase"), counted,
            &Cost::support_share_per_year, 1.0, 0.01, false);
  addStated(form, u"staff"_s, tr("Staff a year, %1", "code of a currency").arg(code), counted,
            &Cost::staff_usd_per_year, 1e12, 1.0, true);
}

/// A figure of one's own, or that of a grid of the catalogue; empty is none.
void JobDetailsDialog::addCarbon(QFormLayout* form) {
  static constexpr double kMostCarbon = 2000.0;  // what a file may say, too
  m_grid = new QComboBox(this);
  m_grid->setObjectName(u"jobDetails.grid"_s);
  m_grid->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  const std::vector<hardware::Grid>& grids = hardware::Catalogue::built_in().grids();
  m_grid->addItem(tr("not stated"), QString());
  for (const hardware::Grid& grid : grids)
    m_grid->addItem(tr("%1 (%2)", "place, id of a cloud region")
                        .arg(QString::fromStdString(grid.place), QString::fromStdString(grid.id)),
                    QString::fromStdString(grid.id));
  if (!grids.empty())
    m_grid->setToolTip(tr("Average emissions of the grid over a year. %1, %2.")
                           .arg(QString::fromStdString(grids.front().source),
                                QString::fromStdString(grids.front().source_date)));
  form->addRow(tr("Electricity of the grid of"), m_grid);
  connect(m_grid, &QComboBox::activated, this, [this](int index) {
    const std::string id = m_grid->itemData(index).toString().toStdString();
    const hardware::Grid* grid = hardware::Catalogue::built_in().find_grid(id);
    change(tr("grid"), {}, [&](Job& job) {
      job.cost.grid = id;
      job.cost.carbon_g_per_kwh = grid != nullptr ? std::optional(grid->g_per_kwh) : std::nullopt;
    });
  });
  Row row;
  row.what = tr("Carbon of a kWh, g of CO₂ equivalent");
  row.show = [](const Job& job) { return asText(job.cost.carbon_g_per_kwh); };
  row.take = [](const QString& text, Job& job) {
    if (text == asText(job.cost.carbon_g_per_kwh)) return QString();
    job.cost.grid.clear();
    return optionalNumber(text, kMostCarbon, job.cost.carbon_g_per_kwh);
  };
  const QString label = row.what;
  addRow(form, u"carbon"_s, label, tr("not known"), std::move(row));
}

void JobDetailsDialog::buildReliability() {
  QFormLayout* form =
      addPage(tr("Reliability"), tr("Failures and checkpoints of a long run. Empty values are assumed."));
  using strategy::Reliability;
  const auto add = [&](const char* name, const QString& label, std::optional<double> Reliability::*value,
                       double high, const QString& open) {
    Row row;
    row.what = label;
    row.show = [value](const Job& job) { return asText(job.reliability.*value); };
    row.take = [value, high](const QString& text, Job& job) {
      return optionalNumber(text, high, job.reliability.*value);
    };
    addRow(form, QLatin1StringView(name), label, open, std::move(row));
  };
  add("failures", tr("GPU failures per hour"), &Reliability::failures_per_gpu_hour, 1, tr("assumed"));
  add("restart", tr("Restart time, seconds"), &Reliability::restart_seconds, 1e6, tr("assumed"));
  add("storage", tr("Checkpoint storage bandwidth, GB/s"), &Reliability::storage_gb_per_s, 1e6,
      tr("assumed"));
  add("checkpoint", tr("Checkpoint interval, seconds"), &Reliability::checkpoint_interval_seconds, 1e7,
      tr("the best interval"));
  add("repair", tr("Mean time to repair, hours"), &Reliability::repair_hours, 1e5,
      tr("a node is replaced at once"));
  add("lasting", tr("Share of failures that need a repair"), &Reliability::lasting_share, 1, tr("assumed"));
  add("domains", tr("Share of repairs of a whole failure domain"), &Reliability::domain_share, 1,
      tr("assumed"));
  add("goodputTarget", tr("Goodput that spare nodes should hold"), &Reliability::goodput_target, 1,
      tr("not asked"));
  // `batch`: sequences of a step, whole ones and no more than those of the job.
  const auto ramp = [&](const char* name, const QString& label, bool batch, auto read, auto write) {
    Row row;
    row.what = label;
    row.show = [read](const Job& job) {
      return job.batch_ramp_up ? numberFieldText(read(*job.batch_ramp_up)) : QString();
    };
    row.take = [batch, write](const QString& text, Job& job) {
      if (text.trimmed().isEmpty()) {
        job.batch_ramp_up.reset();
        return QString();
      }
      double value = 0.0;
      QString problem = number(text, 1, batch ? job.global_batch : strategy::kMostTokens, value);
      if (problem.isEmpty() && batch && value != std::floor(value)) problem = tr("Must be a whole number.");
      if (!problem.isEmpty()) return problem;
      // The three values belong together: the first one typed brings whole ones for the others.
      if (!job.batch_ramp_up)
        job.batch_ramp_up =
            strategy::BatchRampUp{job.global_batch, job.global_batch, double(job.global_batch)};
      write(*job.batch_ramp_up, value);
      return QString();
    };
    addRow(form, QLatin1StringView(name), label, tr("no ramp-up"), std::move(row));
  };
  using strategy::BatchRampUp;
  ramp(
      "rampStart", tr("Initial batch (ramp-up)"), true, [](const BatchRampUp& r) { return double(r.start); },
      [](BatchRampUp& r, double value) { r.start = int(value); });
  ramp(
      "rampIncrement", tr("Batch increment"), true, [](const BatchRampUp& r) { return double(r.increment); },
      [](BatchRampUp& r, double value) { r.increment = int(value); });
  ramp(
      "rampSequences", tr("Ramp-up length, sequences"), false,
      [](const BatchRampUp& r) { return r.sequences; },
      [](BatchRampUp& r, double value) { r.sequences = value; });
}

void JobDetailsDialog::buildNumerics() {
  QFormLayout* form = addPage(tr("Numerics"), tr("How the arithmetic is done."));
  constexpr double kMostImbalance = 64.0;  // what a file may say, too
  Row imbalance;
  imbalance.what = tr("expert load imbalance");
  imbalance.key = "expert_imbalance";
  imbalance.open = true;
  imbalance.show = [](const Job& job) { return numberFieldText(job.expert_imbalance); };
  imbalance.take = [](const QString& text, Job& job) {
    return number(text, 1.0, kMostImbalance, job.expert_imbalance);
  };
  addRow(form, u"expertImbalance"_s, tr("Expert load imbalance (fullest ÷ mean rank)"), {},
         std::move(imbalance));
  m_gradients = new QComboBox(this);
  m_gradients->setObjectName(u"jobDetails.gradients"_s);
  m_gradients->addItems({u"fp32"_s, u"bf16"_s});
  form->addRow(tr("Gradient precision"), m_gradients);
  connect(m_gradients, &QComboBox::activated, this, [this](int index) {
    change(tr("gradient precision"), "gradient_precision",
           [index](Job& job) { job.gradient_precision = static_cast<strategy::GradientPrecision>(index); });
  });
  m_flash = new QCheckBox(tr("Fused attention (FlashAttention)"), this);
  m_flash->setObjectName(u"jobDetails.flash"_s);
  form->addRow(m_flash);
  connect(m_flash, &QCheckBox::clicked, this, [this](bool on) {
    change(tr("flash attention"), "flash_attention", [on](Job& job) { job.flash_attention = on; });
  });
}

/// The whole job is read back as from a file, so what a file may not say cannot be typed either.
void JobDetailsDialog::commit(const Row& row) {
  Job next = m_document.plan().job;
  if (row.open && row.field->text().trimmed().isEmpty()) {
    assume(m_document, row.what, row.key);
    return tell(row, {});
  }
  QString problem = row.take(row.field->text(), next);
  if (problem.isEmpty() && row.open)
    strategy::note_stated(next, row.key);  // also where it is what was assumed
  const bool changed = problem.isEmpty() && !(next == m_document.plan().job);
  if (changed)
    if (const Result<Job> read = strategy::read_job(strategy::to_json(next)); !read)
      problem = messageFor(read.error()).body;
  tell(row, problem);
  if (changed && problem.isEmpty()) change(row.what, row.key, [&next](Job& job) { job = next; });
}

void JobDetailsDialog::tell(const Row& row, const QString& problem) {
  row.error->setText(problem);
  row.error->setVisible(!problem.isEmpty());
  showOrigin(row);
}

bool JobDetailsDialog::Row::isRefused() const { return !error->isHidden(); }

/// A text that was refused is no value, so nobody assumes it either.
void JobDetailsDialog::showOrigin(const Row& row) {
  if (!row.open) return;
  const bool assumed = !strategy::is_stated(m_document.plan().job, row.key);
  markAssumed(row.field, assumed && !row.isRefused());
  row.back->setVisible(!assumed || row.isRefused());
}

void JobDetailsDialog::closeWhenRight() {
  QLineEdit* refused = nullptr;
  for (const Row& row : m_rows)
    if (refused == nullptr && row.isRefused()) refused = row.field;
  for (const PoolRow& row : m_pools)
    if (refused == nullptr && !row.error->isHidden()) refused = row.field;
  if (refused == nullptr) return accept();
  goToField(*refused);
}

void JobDetailsDialog::change(const QString& what, const std::string& key,
                              const std::function<void(Job&)>& edit) {
  Job next = m_document.plan().job;
  edit(next);
  strategy::note_stated(next, key);
  m_document.undoStack().push(new SetJob(m_document, std::move(next), what));
}

void JobDetailsDialog::refresh() {
  const Job& job = m_document.plan().job;
  for (const Row& row : m_rows) {
    const bool assumed = row.open && !strategy::is_stated(job, row.key);
    if (row.open) row.field->setPlaceholderText(tr("%1, assumed").arg(row.show(job)));
    showOrigin(row);
    const bool typing = row.field->hasFocus() && row.field->isModified();
    if (!typing && !row.isRefused()) row.field->setText(assumed ? QString() : row.show(job));
  }
  m_grid->setCurrentIndex(std::max(0, m_grid->findData(QString::fromStdString(job.cost.grid))));
  showCounts();
  for (const Choices& choices : m_choices) {
    const auto named = job.allowed.find(choices.key);
    const auto ticked = named == job.allowed.end() ? usualChoices(choices.key) : named->second;
    for (const auto& [value, box] : choices.boxes)
      box->setChecked(std::find(ticked.begin(), ticked.end(), value) != ticked.end());
  }
  const bool idleAssumed = !strategy::is_stated(job, kIdle);
  const auto& asked = m_document.problem();  // around marks it assumes that they are charged
  m_idle->setChecked(idleAssumed && asked ? asked->job.cost.idle_gpus_cost : job.cost.idle_gpus_cost);
  const QString idle = tr("Charge for GPUs that a strategy leaves idle");
  m_idle->setText(idleAssumed ? u"≈ "_s + idle : idle);
  markAssumed(m_idle, idleAssumed);
  m_idleBack->setEnabled(strategy::is_stated(job, kIdle));
  m_flash->setChecked(job.flash_attention);
  showTuning();
  m_gradients->setCurrentIndex(static_cast<int>(job.gradient_precision));
}

}  // namespace astrolabe::ui
