#pragma once
// Settings in an .ini file that QSettings reads, written as every file is: whole or not at all, on a full
// disk too, where QSettings of Qt 6.4 leaves an empty one and says nothing.

#include <QMap>
#include <QString>
#include <QStringList>
#include <QVariant>

namespace astrolabe::app {

/// Read at once; what was set is written by sync(), or in the end.
class KeptSettings {
 public:
  explicit KeptSettings(const QString& file);
  ~KeptSettings();
  Q_DISABLE_COPY_MOVE(KeptSettings)

  QVariant value(const QString& key, const QVariant& otherwise = {}) const {
    return m_values.value(key, otherwise);
  }
  bool contains(const QString& key) const { return m_values.contains(key); }
  void setValue(const QString& key, const QVariant& value);
  /// The key, or the group of that name.
  void remove(const QString& key);
  /// Keys of a group, without its name: "group/key".
  QStringList keysOf(const QString& group) const;

  /// Writes what was changed; false when that is not possible.
  bool sync();
  QString fileName() const { return m_file; }

 private:
  QString m_file;
  QMap<QString, QVariant> m_values;
  bool m_changed = false;
};

}  // namespace astrolabe::app
