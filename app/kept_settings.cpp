#include "app/kept_settings.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QSettings>

#include "core/base/file_mark.h"
#include "ui/render/file_device.h"

namespace astrolabe::app {
namespace {

using namespace Qt::StringLiterals;

/// In quotes, where only letters, digits and a few signs stand for themselves: everything else by its number,
/// and a digit behind such a number, too, which would be read as part of it.
QString quoted(const QString& text) {
  QString out = u"\""_s;
  bool numbered = false;
  for (const QChar sign : text) {
    const bool plain = sign.unicode() < 0x7f && (sign.isLetterOrNumber() || u" -_./:@()"_s.contains(sign));
    const bool digit = u"0123456789abcdefABCDEF"_s.contains(sign);
    numbered = !plain || (numbered && digit);
    if (numbered)
      out += u"\\x"_s + QString::number(sign.unicode(), 16);
    else
      out += sign;
  }
  return out + u'"';
}

/// As QSettings reads it.
QString iniText(const QVariant& value) {
  if (value.typeId() == QMetaType::QByteArray)
    return quoted(u"@ByteArray("_s + QString::fromLatin1(value.toByteArray()) + u')');
  if (value.typeId() == QMetaType::QStringList) {
    QStringList parts;
    for (const QString& part : value.toStringList())
      parts << quoted(part.startsWith(u'@') ? u'@' + part : part);
    return parts.isEmpty() ? u"@Invalid()"_s : parts.join(u", "_s);
  }
  const QString text = value.toString();
  return quoted(text.startsWith(u'@') ? u'@' + text : text);
}

/// A name before the equals sign: other signs than letters and digits by their numbers.
QString iniKey(const QString& key) {
  QString out;
  for (const QChar sign : key) {
    const bool plain = sign.unicode() < 0x7f && (sign.isLetterOrNumber() || u"-_."_s.contains(sign));
    const int number = sign.unicode();
    if (plain)
      out += sign;
    else
      out += number < 0x100 ? u"%%1"_s.arg(number, 2, 16, QChar(u'0'))
                            : u"%U%1"_s.arg(number, 4, 16, QChar(u'0'));
  }
  return out;
}

QByteArray iniOf(const QMap<QString, QVariant>& values) {
  QMap<QString, QString> groups;  // by name; "" comes first, and is called General
  for (auto entry = values.begin(); entry != values.end(); ++entry) {
    const qsizetype stroke = entry.key().indexOf(u'/');
    const QString group = stroke < 0 ? QString() : entry.key().first(stroke);
    groups[group] += iniKey(entry.key().sliced(stroke + 1)) + u'=' + iniText(entry.value()) + u'\n';
  }
  QString text;
  for (auto group = groups.begin(); group != groups.end(); ++group)
    text += (text.isEmpty() ? u""_s : u"\n"_s) + u'[' +
            (group.key().isEmpty() ? u"General"_s : iniKey(group.key())) + u"]\n"_s + group.value();
  return text.toUtf8();
}

/// What this program wrote last in a file. QSettings takes a file of one size and time for the one it has
/// read, and two can be written within what the clock of a file system tells apart.
struct LastWritten {
  FileMark mark;
  QMap<QString, QVariant> values;
};
QHash<QString, LastWritten>& lastWritten() {
  static QHash<QString, LastWritten> files;
  return files;
}

}  // namespace

KeptSettings::KeptSettings(const QString& file) : m_file(file) {
  const auto last = lastWritten().constFind(file);
  if (last != lastWritten().constEnd() && last->mark == stamp_of(file.toStdString())) {
    m_values = last->values;
    return;
  }
  const QSettings settings(file, QSettings::IniFormat);
  for (const QString& key : settings.allKeys()) m_values[key] = settings.value(key);
}

KeptSettings::~KeptSettings() { sync(); }

void KeptSettings::setValue(const QString& key, const QVariant& value) {
  m_changed = m_changed || !contains(key) || iniText(m_values[key]) != iniText(value);
  m_values[key] = value;
}

void KeptSettings::remove(const QString& key) {
  for (const QString& name : m_values.keys())
    if (name == key || name.startsWith(key + u'/')) m_changed = m_values.remove(name) > 0 || m_changed;
}

QStringList KeptSettings::keysOf(const QString& group) const {
  QStringList keys;
  for (const QString& name : m_values.keys())
    if (name.startsWith(group + u'/')) keys << name.sliced(group.size() + 1);
  return keys;
}

bool KeptSettings::sync() {
  if (!m_changed) return true;
  QDir().mkpath(QFileInfo(m_file).absolutePath());
  const bool written = ui::writeBytes(m_file, iniOf(m_values)).has_value();
  if (!written) return false;
  m_changed = false;
  lastWritten()[m_file] = {stamp_of(m_file.toStdString()), m_values};
  return true;
}

}  // namespace astrolabe::app
