#include "ui/shell/describe_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "core/model/model_reader.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"
#include "ui/shell/layer_list.h"
#include "ui/shell/number_field.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kLargest = 2'147'483'647.0;
constexpr int kLayered = 2;  ///< place in the choice of kinds: layers of several kinds

QString sizeWords(const char* text) { return QCoreApplication::translate("DescribedModel", text); }

/// The field that an error of the model reader speaks of; null where it is of none.
const ModelSizeSpec* specOf(const Error& error, const DescribedModel& model) {
  std::string key = error.where;
  if (error.wanted.kind == Wanted::Kind::field && !error.wanted.values.empty())
    key = error.wanted.values.front();
  // Mixtral's form has the width of its experts there.
  if (model.moe && key == "intermediate_size" && !model[ModelSize::DenseLayers])
    key = "moe_intermediate_size";
  for (const ModelSizeSpec& spec : modelSizes())
    for (const char* own : spec.keys)
      if (own != nullptr && key == own) return &spec;
  return nullptr;
}

}  // namespace

DescribeDialog::DescribeDialog(const DescribedModel& start, QWidget* parent) : QDialog(parent) {
  setObjectName(u"describeModel"_s);
  setWindowTitle(tr("Describe a model"));
  setProperty("compactControls", true);
  auto* column = new QVBoxLayout(this);
  column->setSpacing(scaled(8));
  auto* words = new QLabel(tr("A decoder by its numbers: a dense or MoE transformer, or layers of several "
                              "kinds. An empty field uses the assumption that it shows."),
                           this);
  words->setWordWrap(true);
  column->addWidget(words);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setFrameShape(QFrame::NoFrame);
  auto* page = new QWidget(scroll);
  fillForm(page, start);
  scroll->setWidget(page);
  column->addWidget(scroll, 1);
  addEnd(column);
  connect(m_name, &QLineEdit::textChanged, this, &DescribeDialog::validate);
  connect(m_kind, &QComboBox::currentIndexChanged, this, &DescribeDialog::takeKind);
  connect(m_layers, &LayerList::changed, this, &DescribeDialog::validate);
  connect(m_mlp, &QComboBox::currentIndexChanged, this, &DescribeDialog::validate);
  connect(m_tied, &QCheckBox::toggled, this, &DescribeDialog::validate);
  m_layers->setVisible(m_kind->currentIndex() == kLayered);
  validate();
  // As wide as it needs; at large text no wider than the screen, and it scrolls to the side.
  constexpr double kMostOfScreen = 0.9;
  scroll->setMinimumWidth(std::min(int(screen()->availableSize().width() * kMostOfScreen),
                                   page->minimumSizeHint().width() + scaled(40)));
  const bool layered = m_kind->currentIndex() == kLayered;
  resize(scaledOn(screen(), layered ? 760 : 440, start.moe || layered ? 640 : 520));
  const DescribedModel known = model();
  for (const ModelSizeSpec& spec : modelSizes())
    if (known.needs(spec) && !known[spec.size]) {
      row(spec.size).field->setFocus();  // the first number that has to be typed
      break;
    }
}

/// One line for each thing that is known of a model.
void DescribeDialog::fillForm(QWidget* page, const DescribedModel& start) {
  auto* grid = new QGridLayout(page);
  grid->setContentsMargins(0, 0, scaled(8), 0);
  grid->setHorizontalSpacing(scaled(8));
  grid->setVerticalSpacing(scaled(5));
  grid->setColumnStretch(2, 1);
  const auto add = [&](const QString& label, QWidget* field, const QString& name) {
    const int at = grid->rowCount();
    auto* caption = new QLabel(label, page);
    caption->setBuddy(field);
    setInk(caption, currentTheme().text2);
    field->setObjectName(u"describeModel."_s + name);
    field->setAccessibleName(label);
    grid->addWidget(caption, at, 0);
    grid->addWidget(field, at, 1, 1, 2);
    return caption;
  };
  m_name = new QLineEdit(start.name, page);
  add(tr("Name"), m_name, u"name"_s);
  m_kind = new QComboBox(page);
  m_kind->addItems({tr("Dense"), tr("Mixture of experts"), tr("Layers of several kinds")});
  m_kind->setCurrentIndex(!start.patterns.empty() ? kLayered : start.moe ? 1 : 0);
  add(tr("Kind"), m_kind, u"kind"_s);
  m_mlp = new QComboBox(page);
  m_mlp->addItems({tr("Gated, three matrices"), tr("Plain, two matrices")});
  m_mlp->setCurrentIndex(start.gated ? 0 : 1);
  m_mlpLabel = add(tr("MLP"), m_mlp, u"mlp"_s);
  for (const ModelSizeSpec& spec : modelSizes()) addSize(grid, spec, start);
  m_tied = new QCheckBox(tr("The output matrix is the input embedding"), page);
  m_tied->setObjectName(u"describeModel.tied"_s);
  m_tied->setChecked(start.tied);
  grid->addWidget(m_tied, grid->rowCount(), 0, 1, 3);
  m_layers = new LayerList(page);
  if (!start.patterns.empty()) m_layers->setPatterns(start.patterns);
  const int last = grid->rowCount();
  grid->addWidget(m_layers, last, 0, 1, 3);
  grid->setRowStretch(last, 1);
}

/// The layers begin as what the numbers of the one kind say.
void DescribeDialog::takeKind() {
  const bool layered = m_kind->currentIndex() == kLayered;
  if (layered && m_layers->patterns().empty()) m_layers->setPatterns(patternsOf(ofOneKind()));
  m_layers->setVisible(layered);
  validate();
  if (layered) resize(size().expandedTo(scaledOn(screen(), 760, 640)));
}

/// What the numbers make, and the buttons.
void DescribeDialog::addEnd(QVBoxLayout* column) {
  m_summary = new QLabel(this);
  m_summary->setObjectName(u"describeModel.summary"_s);
  m_summary->setFont(ui::font(TextRole::BodyStrong));
  m_summary->setWordWrap(true);
  column->addWidget(m_summary);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  m_take = buttons->button(QDialogButtonBox::Ok);
  m_take->setObjectName(u"describeModel.take"_s);
  m_take->setText(tr("Use model"));
  m_take->setProperty("primary", true);
  connect(buttons, &QDialogButtonBox::accepted, this, &DescribeDialog::take);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
}

void DescribeDialog::addSize(QGridLayout* grid, const ModelSizeSpec& spec, const DescribedModel& start) {
  QWidget* page = grid->parentWidget();
  const auto index = static_cast<std::size_t>(spec.size);
  const int at = grid->rowCount();
  Row& row = m_rows[index];
  row.label = new QLabel(sizeWords(spec.label), page);
  setInk(row.label, currentTheme().text2);
  row.field = new NumberField(u"describeModel."_s + QLatin1StringView(spec.name), {}, page);
  row.field->setAccessibleName(sizeWords(spec.label));
  row.field->setFixedWidth(scaled(120));
  const bool mayBeNone = spec.size == ModelSize::DenseLayers || spec.size == ModelSize::SharedFfn;
  row.field->setLimits({.low = mayBeNone ? 0.0 : 1.0, .high = kLargest, .whole = true, .aboveZero = false});
  if (spec.empty != nullptr) row.field->setPlaceholderText(sizeWords(spec.empty));
  row.field->setValue(start.sizes[index]);
  if (start.sizes[index]) row.field->setText(QString::number(*start.sizes[index], 'f', 0));  // all digits
  row.label->setBuddy(row.field);
  row.from = new QLabel(page);
  row.from->setObjectName(row.field->objectName() + u".from"_s);
  row.from->setFont(ui::font(TextRole::Caption));
  setInk(row.from, currentTheme().text3);
  if (!start.from[index].isEmpty()) row.from->setText(u"≡ "_s + start.from[index]);
  grid->addWidget(row.label, at, 0);
  grid->addWidget(row.field, at, 1);
  grid->addWidget(row.from, at, 2);
  grid->addWidget(row.field->errorLabel(), at + 1, 0, 1, 3);
  connect(row.field, &QLineEdit::textChanged, this, &DescribeDialog::validate);
  connect(row.field, &QLineEdit::textEdited, row.from, &QLabel::clear);  // no longer what the file says
}

DescribedModel DescribeDialog::ofOneKind() const {
  DescribedModel model;
  model.moe = row(ModelSize::Experts).field->value().value_or(0.0) > 1.0;
  model.gated = model.moe || m_mlp->currentIndex() == 0;
  for (const ModelSizeSpec& spec : modelSizes())
    if (model.uses(spec)) model[spec.size] = row(spec.size).field->value();
  return model;
}

DescribedModel DescribeDialog::model() const {
  DescribedModel model;
  model.name = m_name->text().trimmed();
  model.moe = m_kind->currentIndex() == 1;
  model.gated = model.moe || m_mlp->currentIndex() == 0;
  model.tied = m_tied->isChecked();
  if (m_kind->currentIndex() == kLayered) model.patterns = m_layers->patterns();
  for (const ModelSizeSpec& spec : modelSizes())
    if (model.uses(spec)) model[spec.size] = row(spec.size).field->value();
  return model;
}

QStringList DescribeDialog::openFields(const DescribedModel& now, bool& wrong) {
  QStringList open;
  if (now.name.isEmpty()) open << tr("Name");
  for (const ModelSizeSpec& spec : modelSizes()) {
    const Row& each = row(spec.size);
    const bool used = now.uses(spec) && (spec.size != ModelSize::Ffn || !now.moe || now.needs(spec));
    for (QWidget* part : {static_cast<QWidget*>(each.label), static_cast<QWidget*>(each.field),
                          static_cast<QWidget*>(each.from)})
      part->setVisible(used);
    const QString problem =
        !used || each.field->text().trimmed().isEmpty() ? QString() : each.field->check(each.field->text());
    each.field->setProblem(problem);
    wrong = wrong || !problem.isEmpty();
    if (now.needs(spec) && each.field->text().trimmed().isEmpty()) open << sizeWords(spec.label);
  }
  return open;
}

/// Each kind of layers is read by itself, so that what is wrong is told where it stands.
QStringList DescribeDialog::openLayers(const DescribedModel& now, bool& wrong) {
  QStringList open;
  m_layers->clearProblems();
  wrong = wrong || (!now.patterns.empty() && m_layers->isWrong());
  for (std::size_t i = 0; i < now.patterns.size(); ++i)
    for (std::size_t j = 0; j < now.patterns[i].layers.size(); ++j) {
      const DescribedLayers& layers = now.patterns[i].layers[j];
      const LayerPlace place{static_cast<int>(i), static_cast<int>(j)};
      if (const QStringList labels = layers.open(); !labels.isEmpty()) {
        open << tr("%1 (%2)", "layers, what of them is not entered")
                    .arg(layers.text(), labels.join(tr(", ", "between fields")));
        continue;
      }
      if (!layers.mixes()) {
        m_layers->setProblem(place, {}, tr("A layer mixes tokens, channels or both."));
        wrong = true;
        continue;
      }
      DescribedModel alone = now;
      alone.patterns = {{1, {layers}}};
      alone.patterns.front().layers.front().count = 1;
      if (!now[ModelSize::Hidden] || !now[ModelSize::Vocabulary]) continue;
      const auto read = model::read_config(configText(alone).toStdString(), "x");
      if (read) continue;
      const std::string key = read.error().where.substr(read.error().where.rfind('.') + 1);
      m_layers->setProblem(place, key, messageFor(read.error()).body);
      wrong = true;
    }
  return open;
}

void DescribeDialog::validate() {
  if (m_take == nullptr) return;  // still being built
  const DescribedModel now = model();
  const bool layered = !now.patterns.empty();
  m_mlp->setVisible(!layered);
  m_mlpLabel->setVisible(!layered);
  m_mlp->setEnabled(!now.moe);
  bool wrong = false;
  QStringList open = openFields(now, wrong);
  open << openLayers(now, wrong);
  m_take->setEnabled(false);
  setInk(m_summary, currentTheme().text2);
  if (!open.isEmpty())
    return m_summary->setText(tr("Still to be entered: %1.").arg(open.join(tr(", ", "between fields"))));
  if (wrong)
    return m_summary->setText(layered ? tr("A value is not possible; the layers in red say why.")
                                      : tr("A value is not possible; its field says why."));
  const auto read = model::read_config(configText(now).toStdString(), now.name.toStdString());
  if (!read) {
    const QString body = messageFor(read.error()).body;
    const ModelSizeSpec* spec = specOf(read.error(), now);
    if (spec != nullptr) row(spec->size).field->setProblem(body);
    return m_summary->setText(spec != nullptr ? tr("A value is not possible; its field says why.") : body);
  }
  const QString total = countText(double(read->parameters_total));
  setInk(m_summary, currentTheme().text);
  const QString told =
      read->parameters_active != read->parameters_total
          ? tr("%1 parameters, %2 active per token").arg(total, countText(double(read->parameters_active)))
          : tr("%1 parameters").arg(total);
  m_summary->setText(layered ? tr("%1; %2 layers", "parameters, number of layers")
                                   .arg(told, QLocale().toString(qlonglong(read->layers.size())))
                             : told);
  m_summary->setToolTip(QLocale().toString(qlonglong(read->parameters_total)));
  m_take->setEnabled(true);
}

void DescribeDialog::take() {
  validate();
  if (!m_take->isEnabled()) return;
  const DescribedModel now = model();
  const auto read = model::read_config(configText(now).toStdString(), now.name.toStdString());
  if (!read) return;
  emit described(*read);
  accept();
}

}  // namespace astrolabe::ui
