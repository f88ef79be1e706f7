#pragma once

#include <QGuiApplication>
#include <QString>
#include <string>

namespace astrolabe::ui {

/// Text of core for Qt.
inline QString text(const std::string& value) { return QString::fromStdString(value); }

/// Between a number and its unit, and between groups of digits: narrow, and no line is broken there.
inline constexpr QChar kThinSpace(0x202F);

/// Rich text takes a narrow no-break space for any space, and breaks "7.1 %" there: one that it keeps.
inline QString unbrokenHtml(QString html) { return html.replace(kThinSpace, QChar(QChar::Nbsp)); }

/// From right to left a number keeps its sign before it and its unit behind it: isolated from the words
/// around it. The same text where those run from left to right.
inline QString leftToRightText(const QString& text) {
  constexpr QChar kLeftToRightIsolate(0x2066), kEndOfIsolate(0x2069);
  return QGuiApplication::isRightToLeft() ? kLeftToRightIsolate + text + kEndOfIsolate : text;
}

}  // namespace astrolabe::ui
