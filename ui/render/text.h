#pragma once

#include <QString>
#include <string>

namespace astrolabe::ui {

/// Text of core for Qt.
inline QString text(const std::string& value) { return QString::fromStdString(value); }

}  // namespace astrolabe::ui
