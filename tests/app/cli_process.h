#pragma once
// Starts the real program and gives back what it said.

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "core/base/error_codes.h"
#include "core/base/json.h"

namespace cli_process {

using astrolabe::Json;

struct Said {
  int status = -1;
  QByteArray out, err;
  /// Standard output as one JSON object, or null when it is anything else.
  Json json() const {
    auto read = astrolabe::parse_json(out.toStdString(), astrolabe::code::broken_json);
    return read && read->is_object() ? *read : Json();
  }
  /// Code of the error told as JSON, "AST-U501"; empty when there is none.
  QString error() const {
    const Json said = json();
    return said.contains("error") ? QString::fromStdString(said["error"].value("code", "")) : QString();
  }
  QByteArray all() const { return "status " + QByteArray::number(status) + "\n" + out + "\n" + err; }
};

/// A folder with sound inputs, and the program run inside it without a display.
class Workplace {
 public:
  Workplace() {
    put("cluster.json", R"({"name": "two boxes",
      "pools": [{"id": "h100", "node": "oci-bm-gpu-h100-8", "nodes": 2}]})");
    put("job.json", R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e12, "precision": "bf16"})");
    put("strategy.json",
        R"({"tensor_parallel": 2, "pipeline_parallel": 1, "data_parallel": 8, "micro_batch": 1,
      "sequence_parallel": true, "zero_stage": 1, "sharding_group": 8, "recompute": "none"})");
  }

  QString path(const QString& name) const { return m_folder.filePath(name); }

  void put(const QString& name, const QByteArray& content) const {
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
      qFatal("can't write %s", qPrintable(name));
  }

  /// `set` adds to the environment, "NAME=value".
  Said run(const QStringList& arguments, const QByteArray& input = {}, const QStringList& set = {}) const {
    QProcess process;
    start(process, arguments, set);
    process.write(input);
    process.closeWriteChannel();
    return finish(process);
  }
  /// The checker of certificates instead.
  Said verify(const QStringList& arguments) const {
    QProcess process;
    start(process, arguments, {}, QStringLiteral("astrolabe-verify"));
    process.closeWriteChannel();
    return finish(process);
  }
  void start(QProcess& process, const QStringList& arguments, const QStringList& set = {},
             const QString& program = QStringLiteral("astrolabe-cli")) const {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "LANG"})
      environment.remove(QString::fromUtf8(name));
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), path(QStringLiteral("config")));
    for (const QString& entry : set)
      environment.insert(entry.section(QLatin1Char('='), 0, 0), entry.section(QLatin1Char('='), 1));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder.path());
    process.start(QStringLiteral(ASTROLABE_BINARY_DIR "/app/") + program, arguments);
  }
  static Said finish(QProcess& process) {
    constexpr int longest = 120000;  // ms; a slow machine with sanitizers
    Said said;
    if (!process.waitForFinished(longest)) {
      process.kill();
      process.waitForFinished();
      return said;
    }
    said.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
    said.out = process.readAllStandardOutput();
    said.err = process.readAllStandardError();
    return said;
  }

 private:
  QTemporaryDir m_folder;
};

}  // namespace cli_process
