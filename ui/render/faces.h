#pragma once
// Families of letters. One number of Unicode has other forms of a Han character in China, Taiwan, Hong Kong,
// Japan and Korea: a text gets those of its language, whatever the system would fill in.

#include <QFont>
#include <QString>
#include <QStringList>

namespace astrolabe::ui {

/// The language of the texts that are drawn from now on: "zh_CN"; at first that of the system. In the
/// window's thread.
void setTextLanguage(const QString& name);
QString textLanguage();

/// A family, followed by one with the forms of that language where it has some and one is installed.
QStringList facesOf(const QString& family);

/// Letters of figures on paper: 11 design pixels.
QFont figureLetters();

}  // namespace astrolabe::ui
