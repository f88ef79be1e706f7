#include "ui/shell/field_fixes.h"

#include <QBoxLayout>
#include <QPointer>
#include <QPushButton>
#include <QResizeEvent>
#include <algorithm>

#include "ui/render/theme.h"

namespace astrolabe::ui {

FieldFixes::FieldFixes(const QString& name, QWidget* field, QWidget* parent)
    : QWidget(parent), m_field(field), m_row(new QBoxLayout(QBoxLayout::TopToBottom, this)) {
  setObjectName(name);
  setProperty("compactControls", true);
  m_row->setContentsMargins(0, 0, 0, 0);
  m_row->setSpacing(scaled(6));
  hide();
}

void FieldFixes::setFixes(const QList<FieldFix>& fixes) {
  const bool same =
      std::equal(fixes.begin(), fixes.end(), m_fixes.begin(), m_fixes.end(),
                 [](const FieldFix& a, const FieldFix& b) { return a.name == b.name && a.text == b.text; });
  m_fixes = fixes;
  if (same) return;  // the buttons stay where they are, the focus with them
  bool focused = false;
  while (QLayoutItem* item = m_row->takeAt(0)) {
    if (QWidget* old = item->widget()) {
      focused = focused || old->hasFocus();
      old->hide();
      old->setObjectName({});
      old->deleteLater();  // it may be the button whose press brought us here
    }
    delete item;
  }
  for (int i = 0; i < m_fixes.size(); ++i) {
    auto* button = new QPushButton(m_fixes[i].text, this);
    button->setObjectName(objectName() + QLatin1Char('.') + m_fixes[i].name);
    connect(button, &QPushButton::clicked, this, [this, i] {
      if (i >= m_fixes.size()) return;
      const auto apply = m_fixes[i].apply;
      apply();
    });
    m_row->addWidget(button);
    button->show();
  }
  m_row->addStretch();
  arrange();
  setVisible(!m_fixes.isEmpty());
  if (focused && m_field) m_field->setFocus(Qt::OtherFocusReason);
}

void FieldFixes::arrange() {
  int wanted = 0;
  for (int i = 0; i < m_row->count(); ++i)
    if (const QWidget* button = m_row->itemAt(i)->widget())
      wanted += button->sizeHint().width() + m_row->spacing();
  m_row->setDirection(wanted <= width() ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void FieldFixes::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

}  // namespace astrolabe::ui
