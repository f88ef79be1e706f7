#include "ui/shell/layer_list.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QShortcut>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/controls/flow_row.h"
#include "ui/render/theme.h"
#include "ui/shell/number_field.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kMostTimes = 100'000.0;
constexpr double kMostOfSize = 2'147'483'647.0;

QString partWords(const char* text) { return QCoreApplication::translate("DescribedLayers", text); }

/// Labels of the kinds with a capital, as they stand alone.
QStringList labelsOf(std::span<const LayerPartSpec> specs) {
  QStringList labels;
  for (const LayerPartSpec& spec : specs) {
    QString label = partWords(spec.label);
    label[0] = label[0].toUpper();
    labels << label;
  }
  return labels;
}

}  // namespace

LayerList::LayerList(QWidget* parent) : QWidget(parent) {
  auto* sides = new QHBoxLayout(this);
  sides->setContentsMargins({});
  sides->setSpacing(scaled(12));
  auto* list = new QWidget(this);
  buildList(list);
  sides->addWidget(list, 1);
  auto* form = new QWidget(this);
  buildForm(form);
  sides->addWidget(form, 1);
}

void LayerList::buildList(QWidget* side) {
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins({});
  column->setSpacing(scaled(6));
  m_tree = new QTreeWidget(side);
  m_tree->setObjectName(u"describeModel.list"_s);
  m_tree->setAccessibleName(tr("Layers"));
  m_tree->setHeaderHidden(true);
  m_tree->setRootIsDecorated(false);
  m_tree->setItemsExpandable(false);
  m_tree->setIndentation(scaled(16));
  m_tree->setMinimumSize(scaled(260), scaled(150));
  column->addWidget(m_tree, 1);
  auto* row = new QWidget(side);
  auto* buttons = new FlowRow(row);
  buttons->setSpacing(scaled(6));
  addButton(row, "addLayers", tr("Add &layers"), tr("Adds layers like the chosen ones behind them."),
            &LayerList::addLayers);
  addButton(row, "addPattern", tr("Add &pattern"),
            tr("Adds a pattern behind the chosen one: layers that follow each other, several times."),
            &LayerList::addPattern);
  m_remove = addButton(row, "remove", tr("&Remove"), tr("Removes the chosen layers or the chosen pattern."),
                       &LayerList::remove);
  m_up = addButton(row, "up", tr("Move &up"), tr("Moves what is chosen one place up."), &LayerList::moveUp);
  m_down = addButton(row, "down", tr("Move &down"), tr("Moves what is chosen one place down."),
                     &LayerList::moveDown);
  column->addWidget(row);
  connect(m_tree, &QTreeWidget::currentItemChanged, this, [this] {
    if (!m_showing) showChosen();
  });
  const auto shortcut = [this](const QKeySequence& keys, void (LayerList::*act)()) {
    connect(new QShortcut(keys, m_tree, nullptr, nullptr, Qt::WidgetShortcut), &QShortcut::activated, this,
            act);
  };
  shortcut(QKeySequence::Delete, &LayerList::remove);
  shortcut(Qt::ALT | Qt::Key_Up, &LayerList::moveUp);
  shortcut(Qt::ALT | Qt::Key_Down, &LayerList::moveDown);
}

QPushButton* LayerList::addButton(QWidget* row, const char* name, const QString& text, const QString& tip,
                                  void (LayerList::*act)()) {
  auto* button = new QPushButton(text, row);
  button->setObjectName(u"describeModel."_s + QLatin1StringView(name));
  button->setToolTip(tip);
  button->setAutoDefault(false);
  row->layout()->addWidget(button);
  connect(button, &QPushButton::clicked, this, act);
  return button;
}

NumberField* LayerList::addNumber(QGridLayout* grid, const QString& name, const QString& label,
                                  QLabel*& caption) {
  QWidget* page = grid->parentWidget();
  const int at = grid->rowCount();
  caption = new QLabel(label, page);
  setInk(caption, currentTheme().text2);
  auto* field = new NumberField(name, {}, page);
  field->setAccessibleName(label);
  field->setFixedWidth(scaled(120));
  caption->setBuddy(field);
  grid->addWidget(caption, at, 0);
  grid->addWidget(field, at, 1);
  grid->addWidget(field->errorLabel(), at + 1, 0, 1, 2);
  return field;
}

void LayerList::buildForm(QWidget* side) {
  m_form = new QGridLayout(side);
  m_form->setContentsMargins({});
  m_form->setHorizontalSpacing(scaled(8));
  m_form->setVerticalSpacing(scaled(5));
  m_form->setColumnStretch(1, 1);
  m_times = addNumber(m_form, u"describeModel.times"_s, tr("Times"), m_timesLabel);
  m_count = addNumber(m_form, u"describeModel.count"_s, tr("Layers in a row"), m_countLabel);
  for (NumberField* field : {m_times, m_count}) {
    field->setLimits({.low = 1.0, .high = kMostTimes, .whole = true});
    connect(field, &QLineEdit::textChanged, this, [this, field] {
      if (m_showing) return;
      field->setProblem(field->check(field->text()));
      const std::optional<double> value = field->value();
      const LayerPlace place = chosen();
      if (value && field == m_times)
        m_patterns[static_cast<std::size_t>(place.pattern)].times = static_cast<int>(*value);
      else if (DescribedLayers* layers = chosenLayers(); value && layers != nullptr)
        layers->count = static_cast<int>(*value);
      tell();
    });
  }
  const auto combo = [&](const QString& label, std::span<const LayerPartSpec> specs, const char* name,
                         QLabel*& caption) {
    const int at = m_form->rowCount();
    caption = new QLabel(label, side);
    setInk(caption, currentTheme().text2);
    auto* box = new QComboBox(side);
    box->setObjectName(u"describeModel."_s + QLatin1StringView(name));
    box->setAccessibleName(label);
    box->addItems(labelsOf(specs));
    caption->setBuddy(box);
    m_form->addWidget(caption, at, 0);
    m_form->addWidget(box, at, 1);
    m_form->addWidget(new QWidget(side), at + 1, 0, 1, 2);  // its numbers take this place
    connect(box, &QComboBox::currentIndexChanged, this, &LayerList::takeKinds);
    return box;
  };
  m_mixer = combo(tr("Tokens are mixed by"), tokenMixers(), "mixer", m_mixerLabel);
  m_mixerNumbers = m_form->itemAtPosition(m_form->rowCount() - 1, 0)->widget();
  m_channel = combo(tr("Channels are mixed by"), channelMixers(), "channel", m_channelLabel);
  m_channelNumbers = m_form->itemAtPosition(m_form->rowCount() - 1, 0)->widget();
  m_form->setRowStretch(m_form->rowCount(), 1);
}

/// The numbers of a kind of mixer, with what the chosen layers have of them.
void LayerList::fillNumbers(QPointer<QWidget>& holder, QWidget* before, const LayerPartSpec& part,
                            const QString& name) {
  auto* page = new QWidget(m_form->parentWidget());
  auto* grid = new QGridLayout(page);
  grid->setContentsMargins(scaled(12), 0, 0, 0);
  grid->setHorizontalSpacing(scaled(8));
  grid->setVerticalSpacing(scaled(5));
  grid->setColumnStretch(1, 1);
  const DescribedLayers* layers = chosenLayers();
  for (const LayerNumberSpec& spec : part.numbers) {
    const std::string key = spec.key;
    QLabel* caption = nullptr;
    NumberField* field = addNumber(grid, u"describeModel.%1.%2"_s.arg(name, QLatin1StringView(spec.key)),
                                   partWords(spec.label), caption);
    field->setLimits({.low = 1.0, .high = kMostOfSize, .whole = true});
    if (spec.empty != nullptr) field->setPlaceholderText(partWords(spec.empty));
    if (layers != nullptr)
      if (const auto number = layers->numbers.find(key); number != layers->numbers.end()) {
        field->setValue(number->second);
        field->setText(QString::number(number->second, 'f', 0));  // all digits
      }
    connect(field, &QLineEdit::textChanged, this, [this, field, key] {
      const bool empty = field->text().trimmed().isEmpty();
      field->setProblem(empty ? QString() : field->check(field->text()));
      DescribedLayers* chosenOnes = chosenLayers();
      if (m_showing || chosenOnes == nullptr) return;
      if (const std::optional<double> value = field->value(); value && !empty)
        chosenOnes->numbers[key] = *value;
      else
        chosenOnes->numbers.erase(key);
      tell();
    });
    setTabOrder(before, field);
    before = field;
  }
  delete m_form->replaceWidget(holder, page);
  delete holder;
  holder = page;
  page->setVisible(layers != nullptr);
}

LayerPlace LayerList::chosen() const {
  const QTreeWidgetItem* current = m_tree->currentItem();
  if (current == nullptr) return {};
  const QTreeWidgetItem* above = current->parent();
  if (above == nullptr) return {m_tree->indexOfTopLevelItem(const_cast<QTreeWidgetItem*>(current)), -1};
  return {m_tree->indexOfTopLevelItem(const_cast<QTreeWidgetItem*>(above)),
          above->indexOfChild(const_cast<QTreeWidgetItem*>(current))};
}

QTreeWidgetItem* LayerList::item(const LayerPlace& place) const {
  QTreeWidgetItem* pattern = m_tree->topLevelItem(place.pattern);
  return pattern == nullptr || place.layers < 0 ? pattern : pattern->child(place.layers);
}

DescribedLayers* LayerList::chosenLayers() {
  const LayerPlace place = chosen();
  if (place.layers < 0 || m_patterns.empty()) return nullptr;
  return &m_patterns[static_cast<std::size_t>(place.pattern)].layers[static_cast<std::size_t>(place.layers)];
}

void LayerList::choose(const LayerPlace& place) {
  if (QTreeWidgetItem* found = item(place)) m_tree->setCurrentItem(found);
}

void LayerList::setPatterns(std::vector<LayerPattern> patterns) {
  m_patterns = std::move(patterns);
  if (m_patterns.empty()) m_patterns.push_back({1, {DescribedLayers{}}});
  rebuild({0, 0});
}

void LayerList::rebuild(const LayerPlace& place) {
  m_showing = true;
  m_tree->clear();
  for (const LayerPattern& pattern : m_patterns) {
    auto* top = new QTreeWidgetItem(m_tree);
    for (std::size_t i = 0; i < pattern.layers.size(); ++i) new QTreeWidgetItem(top);
  }
  m_tree->expandAll();
  choose(place);
  m_showing = false;
  showTexts();
  showChosen();
}

void LayerList::showTexts() {
  for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
    const LayerPattern& pattern = m_patterns[static_cast<std::size_t>(i)];
    item({i, -1})->setText(
        0, pattern.times == 1
               ? tr("Once:", "a pattern of layers")
               : tr("%1 times:", "a pattern of layers").arg(QLocale().toString(pattern.times)));
    for (std::size_t j = 0; j < pattern.layers.size(); ++j)
      item({i, static_cast<int>(j)})->setText(0, pattern.layers[j].text());
  }
}

void LayerList::showChosen() {
  const LayerPlace place = chosen();
  const DescribedLayers* layers = chosenLayers();
  m_showing = true;
  const bool pattern = layers == nullptr;
  m_times->setText(QString::number(m_patterns[static_cast<std::size_t>(place.pattern)].times));
  m_times->setProblem({});
  m_count->setProblem({});
  if (!pattern) {
    m_count->setText(QString::number(layers->count));
    m_mixer->setCurrentIndex(static_cast<int>(layers->mixer));
    m_channel->setCurrentIndex(static_cast<int>(layers->channel));
  }
  const std::size_t mixer = pattern ? 0 : layers->mixer, channel = pattern ? 0 : layers->channel;
  fillNumbers(m_mixerNumbers, m_mixer, tokenMixers()[mixer], u"mixer"_s);
  fillNumbers(m_channelNumbers, m_channel, channelMixers()[channel], u"channel"_s);
  m_showing = false;
  for (QWidget* part : {static_cast<QWidget*>(m_timesLabel), static_cast<QWidget*>(m_times)})
    part->setVisible(pattern);
  for (QWidget* part : {static_cast<QWidget*>(m_countLabel), static_cast<QWidget*>(m_count),
                        static_cast<QWidget*>(m_mixerLabel), static_cast<QWidget*>(m_mixer),
                        static_cast<QWidget*>(m_channelLabel), static_cast<QWidget*>(m_channel)})
    part->setVisible(!pattern);
  showButtons();
  emit changed();
}

void LayerList::showButtons() {
  const LayerPlace place = chosen();
  const bool pattern = place.layers < 0;
  const auto patterns = static_cast<int>(m_patterns.size());
  const auto rows = static_cast<int>(m_patterns[static_cast<std::size_t>(place.pattern)].layers.size());
  m_remove->setEnabled(patterns > 1 || (!pattern && rows > 1));
  m_up->setEnabled(place.pattern > 0 || (!pattern && place.layers > 0));
  m_down->setEnabled(place.pattern + 1 < patterns || (!pattern && place.layers + 1 < rows));
}

void LayerList::takeKinds() {
  DescribedLayers* layers = chosenLayers();
  if (m_showing || layers == nullptr) return;
  layers->mixer = static_cast<std::size_t>(std::max(0, m_mixer->currentIndex()));
  layers->channel = static_cast<std::size_t>(std::max(0, m_channel->currentIndex()));
  showTexts();
  showChosen();
}

void LayerList::addLayers() {
  const LayerPlace place = chosen();
  std::vector<DescribedLayers>& rows = m_patterns[static_cast<std::size_t>(place.pattern)].layers;
  const int at = place.layers < 0 ? static_cast<int>(rows.size()) : place.layers + 1;
  DescribedLayers added = rows[static_cast<std::size_t>(at - 1)];
  added.count = 1;
  rows.insert(rows.begin() + at, std::move(added));
  rebuild({place.pattern, at});
}

void LayerList::addPattern() {
  const LayerPlace place = chosen();
  const auto here = m_patterns.begin() + place.pattern;
  LayerPattern added{1, {here->layers[static_cast<std::size_t>(std::max(0, place.layers))]}};
  added.layers.front().count = 1;
  m_patterns.insert(here + 1, std::move(added));
  rebuild({place.pattern + 1, -1});
}

void LayerList::remove() {
  if (!m_remove->isEnabled()) return;
  LayerPlace place = chosen();
  std::vector<DescribedLayers>& rows = m_patterns[static_cast<std::size_t>(place.pattern)].layers;
  if (place.layers < 0 || rows.size() == 1) {
    m_patterns.erase(m_patterns.begin() + place.pattern);
    place = {std::min(place.pattern, static_cast<int>(m_patterns.size()) - 1), -1};
  } else {
    rows.erase(rows.begin() + place.layers);
    place.layers = std::min(place.layers, static_cast<int>(rows.size()) - 1);
  }
  rebuild(place);
}

/// Layers at the end of their pattern go on into the next one; a pattern that they leave empty goes.
void LayerList::move(int by) {
  LayerPlace place = chosen();
  if (!(by < 0 ? m_up : m_down)->isEnabled()) return;
  const auto at = static_cast<std::size_t>(place.pattern);
  const auto other = static_cast<std::size_t>(place.pattern + by);
  if (place.layers < 0) {
    std::swap(m_patterns[at], m_patterns[other]);
    return rebuild({place.pattern + by, -1});
  }
  std::vector<DescribedLayers>& rows = m_patterns[at].layers;
  const int target = place.layers + by;
  if (target >= 0 && target < static_cast<int>(rows.size())) {
    std::swap(rows[static_cast<std::size_t>(place.layers)], rows[static_cast<std::size_t>(target)]);
    return rebuild({place.pattern, target});
  }
  std::vector<DescribedLayers>& next = m_patterns[other].layers;
  const int into = by < 0 ? static_cast<int>(next.size()) : 0;
  next.insert(next.begin() + into, rows[static_cast<std::size_t>(place.layers)]);
  rows.erase(rows.begin() + place.layers);
  place = {place.pattern + by, into};
  if (rows.empty()) {
    m_patterns.erase(m_patterns.begin() + static_cast<std::ptrdiff_t>(at));
    if (by > 0) --place.pattern;
  }
  rebuild(place);
}

void LayerList::tell() {
  showTexts();
  emit changed();
}

bool LayerList::isWrong() const {
  const QList<NumberField*> fields = findChildren<NumberField*>();
  return std::any_of(fields.begin(), fields.end(), [](const NumberField* field) {
    const QString text = field->text().trimmed();
    return field->isVisibleTo(field->parentWidget()) && !text.isEmpty() && !field->check(text).isEmpty();
  });
}

void LayerList::setProblem(const LayerPlace& place, const std::string& key, const QString& problem) {
  QTreeWidgetItem* row = item(place);
  if (row == nullptr) return;
  row->setForeground(0, currentTheme().error);
  row->setToolTip(0, problem);
  row->setData(0, Qt::AccessibleDescriptionRole, problem);
  if (chosen() != place) return;
  for (const char* part : {"mixer", "channel"})
    if (auto* field = findChild<NumberField*>(
            u"describeModel.%1.%2"_s.arg(QLatin1StringView(part), QString::fromStdString(key))))
      field->setProblem(problem);
}

void LayerList::clearProblems() {
  for (int i = 0; i < m_tree->topLevelItemCount(); ++i)
    for (int j = -1; j < m_tree->topLevelItem(i)->childCount(); ++j) {
      QTreeWidgetItem* row = item({i, j});
      row->setData(0, Qt::ForegroundRole, {});
      row->setToolTip(0, {});
      row->setData(0, Qt::AccessibleDescriptionRole, {});
    }
  const QList<NumberField*> fields = findChildren<NumberField*>();
  for (NumberField* field : fields)
    field->setProblem(field->text().trimmed().isEmpty() ? QString() : field->check(field->text()));
}

}  // namespace astrolabe::ui
