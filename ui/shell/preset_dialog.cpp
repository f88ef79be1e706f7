#include "ui/shell/preset_dialog.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/model/model_reader.h"
#include "ui/render/model_title.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

PresetDialog::PresetDialog(QWidget* parent)
    : QDialog(parent), m_search(new QLineEdit(this)), m_list(new QListWidget(this)) {
  setObjectName(u"presetDialog"_s);
  setWindowTitle(tr("Choose a model"));
  resize(scaledOn(screen(), 360, 480));
  auto* layout = new QVBoxLayout(this);
  m_search->setObjectName(u"presetDialog.search"_s);
  m_search->setPlaceholderText(tr("Name, family…"));
  m_search->setAccessibleName(tr("Search models"));
  m_search->setClearButtonEnabled(true);
  layout->addWidget(m_search);
  m_list->setObjectName(u"presetDialog.list"_s);
  m_list->setAccessibleName(tr("Built-in models"));
  for (const model::BuiltInModel& model : model::built_in_models()) {
    const QString id = QString::fromStdString(model.id);
    auto* item = new QListWidgetItem(modelTitle(id), m_list);
    item->setData(Qt::UserRole, id);
    item->setToolTip(id);
  }
  m_list->setCurrentRow(0);
  layout->addWidget(m_list, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  buttons->button(QDialogButtonBox::Ok)->setText(tr("Use model"));
  buttons->button(QDialogButtonBox::Ok)->setProperty("primary", true);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_list, &QListWidget::itemActivated, this, &QDialog::accept);
  connect(m_search, &QLineEdit::textChanged, this, [this](const QString& words) { filter(words); });
  m_search->setFocus();
}

QString PresetDialog::chosen() const {
  const QListWidgetItem* item = m_list->currentItem();
  return item && !item->isHidden() ? item->data(Qt::UserRole).toString() : QString();
}

void PresetDialog::filter(const QString& words) {
  const QStringList parts = words.split(u' ', Qt::SkipEmptyParts);
  int first = -1;
  for (int row = 0; row < m_list->count(); ++row) {
    bool fits = true;
    for (const QString& part : parts)
      fits = fits && (m_list->item(row)->text().contains(part, Qt::CaseInsensitive) ||
                      m_list->item(row)->data(Qt::UserRole).toString().contains(part, Qt::CaseInsensitive));
    m_list->item(row)->setHidden(!fits);
    if (fits && first < 0) first = row;
  }
  m_list->setCurrentRow(first);
}

}  // namespace astrolabe::ui
