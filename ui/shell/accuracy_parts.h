#pragma once
// What the pages of accuracy are made of, for training and for serving.

#include <QString>
#include <functional>
#include <set>
#include <string>

class QComboBox;
class QHBoxLayout;
class QTableView;
class QVBoxLayout;
class QWidget;

namespace astrolabe::ui {

/// What there is to see, which scrolls where large text leaves it less room than it needs; `fill` gets its
/// column.
void addAccuracyContent(QVBoxLayout& whole, const QString& name, const QString& spoken, QWidget* parent,
                        const std::function<void(QVBoxLayout&)>& fill);
/// A box to choose by, with its label before it, at the end of a row.
void addAccuracyChoice(QHBoxLayout& row, QComboBox& box, const QString& name, const QString& label);
/// These values to choose from below `all`, which has no data; without a signal.
void fillAccuracyChoice(QComboBox& box, const QString& all, const std::set<std::string>& values);
/// Errors of groups, as wide as they are.
void dressErrorGroups(QTableView& table);
/// Rows of runs, of which one is chosen.
void dressRuns(QTableView& table);

}  // namespace astrolabe::ui
