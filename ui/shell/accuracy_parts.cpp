#include "ui/shell/accuracy_parts.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/controls/scrolls_down.h"
#include "ui/render/theme.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

void addAccuracyContent(QVBoxLayout& whole, const QString& name, const QString& spoken, QWidget* parent,
                        const std::function<void(QVBoxLayout&)>& fill) {
  auto* scroll = new QScrollArea(parent);
  scroll->setObjectName(name);
  scroll->setAccessibleName(spoken);
  scrollDownwards(*scroll);
  auto* content = new QWidget(scroll);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(scaled(8));
  fill(*column);
  scroll->setWidget(content);
  whole.addWidget(scroll, 1);
}

void addAccuracyChoice(QHBoxLayout& row, QComboBox& box, const QString& name, const QString& label) {
  box.setObjectName(name);
  box.setAccessibleName(label);
  auto* caption = new QLabel(label, box.parentWidget());
  caption->setBuddy(&box);
  row.addWidget(caption);
  row.addWidget(&box);
}

void fillAccuracyChoice(QComboBox& box, const QString& all, const std::set<std::string>& values) {
  const QSignalBlocker quiet(&box);
  box.clear();
  box.addItem(all, QString());
  for (const std::string& value : values)
    box.addItem(QString::fromStdString(value), QString::fromStdString(value));
}

void dressErrorGroups(QTableView& table) {
  dressSingleRows(table);
  table.horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table.horizontalHeader()->setSectionResizeMode(
      0, largeText() ? QHeaderView::ResizeToContents : QHeaderView::Stretch);
}

void dressRuns(QTableView& table) {
  dressSingleRows(table);
  table.setAlternatingRowColors(true);
  table.horizontalHeader()->setStretchLastSection(true);
}

}  // namespace astrolabe::ui
