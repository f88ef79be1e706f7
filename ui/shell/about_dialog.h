#pragma once

#include <QString>

class QWidget;

namespace astrolabe::ui {

/// Says over `window` what this program is, until that is closed; `catalogue` is the day of its prices.
void showAbout(QWidget& window, const QString& catalogue);

}  // namespace astrolabe::ui
