#pragma once
// The two sides of a page that says why: at the left why the first is first, at the right why another is not.

#include <QString>
#include <functional>

class QComboBox;
class QLabel;
class QStackedWidget;
class QVBoxLayout;
class QWidget;

namespace astrolabe::ui {

struct WhySides {
  QStackedWidget* stack = nullptr;  ///< words in place of the sides, the sides
  QLabel *words = nullptr, *chosen = nullptr, *verdict = nullptr;
  QComboBox* pick = nullptr;

  /// With text: it stands in place of the sides.
  void setNothing(const QString& text);
  void setStale(bool stale);
  /// Chosen because, which other one, and what is said of it.
  QString plainText() const;
};

/// What a page has in its sides. Tab goes by the order in which it is added.
struct WhyParts {
  QString name;                              ///< of the children: "<name>.words", .chosen, .pick, .verdict
  QString pick;                              ///< of the list of others, for assistive technology
  int first = 2, second = 3;                 ///< how the width is shared
  std::function<void(QVBoxLayout&)> chosen;  ///< below the sentences of the first; none: air
  std::function<void(QVBoxLayout&)> asked;   ///< between the list and the verdict; may be empty
  std::function<void(QVBoxLayout&)> told;    ///< below the verdict
};

/// Fills `page`, which has no layout yet.
WhySides whySides(QWidget& page, const WhyParts& parts);

}  // namespace astrolabe::ui
