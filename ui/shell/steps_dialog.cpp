#include "ui/shell/steps_dialog.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/controls/scrolled_column.h"
#include "ui/document/commands/set_presentation.h"
#include "ui/document/scenario_text.h"
#include "ui/render/icons.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

StepsDialog::StepsDialog(PlanDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_list(new QListWidget(this)),
      m_about(new QLabel(this)),
      m_up(new QPushButton(tr("Move &up"), this)),
      m_down(new QPushButton(tr("Move &down"), this)),
      m_rename(new QPushButton(tr("&Rename"), this)),
      m_remove(new QPushButton(tr("Re&move"), this)),
      m_go(new QPushButton(tr("&Go to"), this)),
      m_usual(new QPushButton(tr("Rese&t"), this)),
      m_present(new QPushButton(icon(u"present"_s, true), tr("&Present"), this)) {
  setObjectName(u"stepsDialog"_s);
  setWindowTitle(tr("Steps of the presentation"));
  resize(scaledOn(screen(), 560, 560));
  auto* scrolled = new ScrolledColumn(this);
  auto* outer = new QVBoxLayout(this);
  outer->addWidget(scrolled, 1);
  QVBoxLayout* column = scrolled->column();
  auto* hint = new QLabel(
      tr("Pages and saved &views, in their order. Ctrl+B in the window adds its current view."), this);
  hint->setWordWrap(true);
  hint->setBuddy(m_list);
  column->addWidget(hint);
  auto* row = new QHBoxLayout;
  m_list->setObjectName(u"stepsDialog.list"_s);
  m_list->setAccessibleName(tr("Steps of the presentation"));
  m_list->setDragDropMode(QAbstractItemView::InternalMove);
  m_list->setDefaultDropAction(Qt::MoveAction);
  m_list->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
  m_list->installEventFilter(this);
  m_list->setToolTip(tr("Tick what is presented; drag to reorder"));
  row->addWidget(m_list, 1);
  buildButtons();
  auto* side = new QVBoxLayout;
  for (QPushButton* button : {m_up, m_down, m_rename, m_remove, m_go, m_usual}) side->addWidget(button);
  side->addStretch();
  row->addLayout(side);
  column->addLayout(row, 1);
  m_about->setObjectName(u"stepsDialog.about"_s);
  m_about->setFont(ui::font(TextRole::Caption));
  m_about->setWordWrap(true);
  column->addWidget(m_about);
  auto* ends = new QHBoxLayout;
  ends->addStretch();
  auto* close = new QPushButton(tr("&Close"), this);
  close->setObjectName(u"stepsDialog.close"_s);
  close->setAutoDefault(false);
  ends->addWidget(close);
  ends->addWidget(m_present);
  outer->addLayout(ends);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  connect(m_list, &QListWidget::itemChanged, this, &StepsDialog::changed);
  connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, &StepsDialog::changed);
  connect(m_list, &QListWidget::currentRowChanged, this, &StepsDialog::updateButtons);
  connect(&m_document, &PlanDocument::planChanged, this, &StepsDialog::follow);
  fill(presentationSteps(m_document.plan().presentation));
  m_list->setFocus();
}

void StepsDialog::buildButtons() {
  const auto set = [this](QPushButton* button, const QString& name, const QKeySequence& keys, auto&& slot) {
    button->setObjectName(u"stepsDialog."_s + name);
    button->setAutoDefault(false);
    if (!keys.isEmpty()) {
      button->setToolTip(keys.toString(QKeySequence::NativeText));
    }
    connect(button, &QPushButton::clicked, this, slot);
  };
  set(m_up, u"up"_s, Qt::ALT | Qt::Key_Up, [this] { move(-1); });
  set(m_down, u"down"_s, Qt::ALT | Qt::Key_Down, [this] { move(1); });
  set(m_rename, u"rename"_s, Qt::Key_F2, [this] {
    if (QListWidgetItem* item = m_list->currentItem()) m_list->editItem(item);
  });
  set(m_remove, u"remove"_s, QKeySequence::Delete, [this] { remove(); });
  set(m_go, u"go"_s, {}, [this] {
    if (const QListWidgetItem* item = m_list->currentItem()) emit goRequested(stepOf(*item));
  });
  set(m_usual, u"usual"_s, {}, [this] {
    fill(usualSteps());
    changed();
  });
  set(m_present, u"present"_s, {}, [this] { emit presentRequested(); });
  m_usual->setToolTip(tr("The six pages alone, without saved views"));
  m_present->setProperty("primary", true);
}

/// Keys of the list: Alt and an arrow move the row, Delete takes a saved view out. F2 is the list's own.
bool StepsDialog::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_list && event->type() == QEvent::KeyPress) {
    const auto* pressed = static_cast<QKeyEvent*>(event);
    const bool up = pressed->key() == Qt::Key_Up, down = pressed->key() == Qt::Key_Down;
    if (pressed->modifiers().testFlag(Qt::AltModifier) && (up || down)) {
      move(up ? -1 : 1);
      return true;
    }
    if (pressed->matches(QKeySequence::Delete)) {
      remove();
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

void StepsDialog::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  m_gesture = nextGesture();
}

void StepsDialog::fill(const std::vector<PresentationStep>& steps) {
  m_showing = true;
  const int current = m_list->currentRow();
  m_list->clear();
  m_steps = steps;
  for (std::size_t i = 0; i < m_steps.size(); ++i) {
    auto* item = new QListWidgetItem(m_steps[i].name(), m_list);
    item->setData(Qt::UserRole, static_cast<int>(i));
    item->setSizeHint(QSize(0, scaled(26)));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsEditable |
                   Qt::ItemIsDragEnabled);
    item->setCheckState(m_steps[i].shown ? Qt::Checked : Qt::Unchecked);
    item->setToolTip(aboutText(m_steps[i]));
  }
  m_list->setCurrentRow(std::clamp(current, 0, m_list->count() - 1));
  m_showing = false;
  updateButtons();
}

/// As its row has it: ticked or not, and called as it is written there.
PresentationStep StepsDialog::stepOf(const QListWidgetItem& item) const {
  PresentationStep step = m_steps[static_cast<std::size_t>(item.data(Qt::UserRole).toInt())];
  step.shown = item.checkState() == Qt::Checked;
  const QString name = item.text().simplified();
  step.title = name == slideTitle(step.page) ? QString() : name;
  return step;
}

std::vector<PresentationStep> StepsDialog::steps() const {
  std::vector<PresentationStep> all;
  for (int row = 0; row < m_list->count(); ++row) all.push_back(stepOf(*m_list->item(row)));
  return all;
}

/// What a saved view was looked at with.
QString StepsDialog::aboutText(const PresentationStep& step) const {
  if (!step.saved) return tr("A page of the scenario that is shown, for its best strategy.");
  const plan::Plan& plan = m_document.plan();
  QStringList parts{tr("Saved view: %1").arg(slideTitle(step.page))};
  parts << (plan::find_scenario(plan, step.scenario) != nullptr
                ? scenarioLabel(plan, step.scenario, m_document.catalogue())
                : tr("its scenario is no longer in the plan"));
  parts << (step.strategy.empty() ? tr("the best strategy") : tr("the strategy selected then"));
  if (step.end > step.begin)
    parts << tr("%1 to %2 of the step").arg(durationText(step.begin), durationText(step.end));
  return parts.join(u" · "_s);
}

void StepsDialog::changed() {
  if (m_showing) return;
  m_showing = true;
  for (int row = 0; row < m_list->count(); ++row)  // without a name it is called by its page
    if (QListWidgetItem* item = m_list->item(row); item->text().simplified().isEmpty())
      item->setText(stepOf(*item).name());
  m_showing = false;
  std::string text = toJson(steps());
  if (text != m_document.plan().presentation)
    m_document.undoStack().push(
        new SetPresentation(m_document, std::move(text), m_gesture, tr("Set up the presentation")));
  updateButtons();
}

/// The plan changed, here or elsewhere.
void StepsDialog::follow() {
  const std::vector<PresentationStep> now = presentationSteps(m_document.plan().presentation);
  if (now != steps()) fill(now);
}

void StepsDialog::move(int by) {
  const int row = m_list->currentRow(), to = row + by;
  if (row < 0 || to < 0 || to >= m_list->count()) return;
  m_showing = true;
  m_list->insertItem(to, m_list->takeItem(row));
  m_list->setCurrentRow(to);
  m_showing = false;
  changed();
}

void StepsDialog::remove() {
  const QListWidgetItem* item = m_list->currentItem();
  if (item == nullptr || !stepOf(*item).saved) return;
  m_showing = true;
  delete item;
  m_showing = false;
  changed();
}

void StepsDialog::updateButtons() {
  const QListWidgetItem* item = m_list->currentItem();
  m_up->setEnabled(m_list->currentRow() > 0);
  m_down->setEnabled(item != nullptr && m_list->currentRow() + 1 < m_list->count());
  m_rename->setEnabled(item != nullptr);
  m_go->setEnabled(item != nullptr);
  m_remove->setEnabled(item != nullptr && stepOf(*item).saved);
  m_about->setText(item != nullptr ? aboutText(stepOf(*item)) : QString());
}

}  // namespace astrolabe::ui
