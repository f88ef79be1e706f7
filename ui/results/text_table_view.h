#pragma once
// Tables of finished words as they stand in pages and dialogs.

#include <QString>

class QTableView;
class QWidget;

namespace astrolabe::ui {

class TextTable;

/// Whole rows without a grid, as high as everywhere; Tab leaves the table.
void dressRows(QTableView& view);
/// dressRows() with one row selected at a time.
void dressSingleRows(QTableView& view);
/// A view of `model`, which outlives it; columns are as wide as their words with some air.
QTableView* textTableView(const QString& name, const QString& spoken, TextTable& model, QWidget* parent);

}  // namespace astrolabe::ui
