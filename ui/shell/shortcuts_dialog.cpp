#include "ui/shell/shortcuts_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/render/icons.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"
#include "ui/shell/fixed_keys.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

ShortcutsDialog::ShortcutsDialog(Actions& actions, QWidget* parent) : QDialog(parent), m_actions(actions) {
  setObjectName(u"shortcutsDialog"_s);
  setWindowTitle(tr("Shortcuts"));
  resize(scaledOn(screen(), 560, 600));
  auto* column = new QVBoxLayout(this);
  m_search = new QLineEdit(this);
  m_search->setObjectName(u"shortcutsDialog.search"_s);
  m_search->setPlaceholderText(tr("Action or key…"));
  m_search->setAccessibleName(tr("Search actions"));
  m_search->setClearButtonEnabled(true);
  column->addWidget(m_search);

  const int rows = int(m_actions.all().size());
  const std::vector<FixedKey> fixed = fixedKeys();
  m_table = new QTableWidget(rows + static_cast<int>(fixed.size()), 3, this);
  m_table->setObjectName(u"shortcutsDialog.table"_s);
  m_table->setAccessibleName(tr("Every action with its keys"));
  m_table->setHorizontalHeaderLabels({tr("Action"), tr("Menu"), tr("Keys")});
  m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  m_table->horizontalHeader()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
  m_table->verticalHeader()->hide();
  m_table->setShowGrid(false);
  m_table->setTabKeyNavigation(false);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  for (int row = 0; row < rows; ++row) fillRow(row);
  for (int row = rows; const FixedKey& key : fixed) {
    m_table->setItem(row, 0, new QTableWidgetItem(noIcon(), key.what));
    m_table->setItem(row, 1, new QTableWidgetItem(key.where));
    m_table->setItem(row++, 2, new QTableWidgetItem(key.keys));
  }
  column->addWidget(m_table, 1);

  auto* line = new QHBoxLayout;
  auto* label = new QLabel(tr("New &keys:"), this);
  m_keys = new QKeySequenceEdit(this);
  m_keys->setObjectName(u"shortcutsDialog.keys"_s);
  m_keys->setAccessibleName(tr("New keys of the chosen action"));
  label->setBuddy(m_keys);
  m_set = new QPushButton(tr("&Set"), this);
  m_set->setObjectName(u"shortcutsDialog.set"_s);
  m_restore = new QPushButton(tr("Rese&t"), this);
  m_restore->setObjectName(u"shortcutsDialog.restore"_s);
  line->addWidget(label);
  line->addWidget(m_keys, 1);
  line->addWidget(m_set);
  line->addWidget(m_restore);
  column->addLayout(line);
  m_note = new QLabel(this);
  m_note->setObjectName(u"shortcutsDialog.note"_s);
  m_note->setFont(ui::font(TextRole::Caption));
  m_note->setWordWrap(true);
  column->addWidget(m_note);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_search, &QLineEdit::textChanged, this, &ShortcutsDialog::filter);
  connect(m_table, &QTableWidget::currentCellChanged, this, [this] { showCurrent(); });
  connect(m_set, &QPushButton::clicked, this, &ShortcutsDialog::setKeys);
  connect(m_restore, &QPushButton::clicked, this, &ShortcutsDialog::restoreKeys);
  m_set->setAutoDefault(false);
  m_restore->setAutoDefault(false);
  m_table->setCurrentCell(0, 0);
  m_search->setFocus();
}

void ShortcutsDialog::fillRow(int row) {
  const QAction* action = m_actions.all().at(row);
  const ActionSpec* spec = specOf(action->objectName());
  m_table->setItem(row, 0,
                   new QTableWidgetItem(action->icon().isNull() ? noIcon() : action->icon(),
                                        withoutLetter(action->text())));
  m_table->setItem(row, 1, new QTableWidgetItem(spec ? withoutLetter(menuTitle(spec->menu)) : QString()));
  m_table->setItem(
      row, 2,
      new QTableWidgetItem(QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText)));
}

void ShortcutsDialog::filter(const QString& words) {
  for (int row = 0; row < m_table->rowCount(); ++row) {
    bool found = false;
    for (int place = 0; place < m_table->columnCount(); ++place)
      found = found || m_table->item(row, place)->text().contains(words, Qt::CaseInsensitive);
    m_table->setRowHidden(row, !found);
  }
}

QAction* ShortcutsDialog::current() const {
  const int row = m_table->currentRow();
  return row < 0 || row >= m_actions.all().size() ? nullptr : m_actions.all().at(row);
}

void ShortcutsDialog::showCurrent() {
  const QAction* action = current();
  for (QWidget* field :
       {static_cast<QWidget*>(m_keys), static_cast<QWidget*>(m_set), static_cast<QWidget*>(m_restore)})
    field->setEnabled(action != nullptr);
  m_keys->setKeySequence(action ? action->shortcut() : QKeySequence());
  m_note->setText(action                       ? action->statusTip()
                  : m_table->currentRow() >= 0 ? tr("These keys work only there and can't be changed.")
                                               : QString());
}

void ShortcutsDialog::setKeys() {
  QAction* action = current();
  if (!action) return;
  const QKeySequence keys = m_keys->keySequence();
  for (const QAction* other : m_actions.all())
    if (other != action && !keys.isEmpty() && other->shortcuts().contains(keys)) {
      m_note->setText(tr("%1 is used by “%2”. Choose other keys, or remove them there first.")
                          .arg(keys.toString(QKeySequence::NativeText), withoutLetter(other->text())));
      return;
    }
  action->setShortcuts(keys.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{keys});
  fillRow(m_table->currentRow());
  emit keysChanged(action->objectName(), keys.toString(QKeySequence::PortableText) + u""_s);
}

void ShortcutsDialog::restoreKeys() {
  QAction* action = current();
  if (!action) return;
  const QList<QKeySequence> keys = keysOf(*specOf(action->objectName()));
  for (const QAction* other : m_actions.all())
    for (const QKeySequence& key : keys)
      if (other != action && other->shortcuts().contains(key)) {
        m_note->setText(tr("%1 is used by “%2” now.")
                            .arg(key.toString(QKeySequence::NativeText), withoutLetter(other->text())));
        return;
      }
  action->setShortcuts(keys);
  fillRow(m_table->currentRow());
  showCurrent();
  emit keysChanged(action->objectName(), QString());
}

}  // namespace astrolabe::ui
