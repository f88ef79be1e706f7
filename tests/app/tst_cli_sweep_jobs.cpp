// astrolabe-cli sweep --slurm and --kubernetes: what is written for them holds what they take, and what they
// would start makes the whole.
#include <QMultiMap>
#include <QRegularExpression>
#include <map>

#include "tests/app/cli_process.h"
#include "tests/app/swept_grid.h"
#include "tests/program/test_program.h"

namespace tst_cli_sweep_jobs {

using namespace cli_process;

class TestCliSweepJobs : public QObject, SweptGrid {
  Q_OBJECT

  /// The values of a manifest by the path of their field; items of a list share theirs. Lists and maps in one
  /// line are values.
  static QMultiMap<QByteArray, QByteArray> manifestFields(const QByteArray& manifest) {
    QMultiMap<QByteArray, QByteArray> fields;
    QList<std::pair<qsizetype, QByteArray>> above;  // indents and paths
    const auto leave = [&](qsizetype indent) {
      while (!above.isEmpty() && above.last().first >= indent) above.removeLast();
    };
    for (const QByteArray& line : manifest.split('\n')) {
      QByteArray text = line.trimmed();
      if (text.isEmpty() || text.startsWith('#')) continue;
      qsizetype indent = line.indexOf(text);
      leave(indent);
      if (text.startsWith("- ")) {
        above.append({indent, above.last().second + "[]"});
        text = text.mid(2);
        indent += 2;
      }
      const qsizetype colon = text.indexOf(':');
      const QByteArray path =
          (above.isEmpty() ? QByteArray() : above.last().second + QByteArray(".")) + text.left(colon);
      const QByteArray value = text.mid(colon + 1).trimmed();
      if (value.isEmpty())
        above.append({indent, path});
      else
        fields.insert(path, value);
    }
    return fields;
  }

 private slots:
  void initTestCase() { sweepWhole(); }

  /// The manifest has fields of batch/v1 Job alone, each with a value that it takes, and what its rules ask:
  /// pods that never restart where failures have a policy, names that mean each other.
  void kubernetesFields() {
    const Said said = m_place.run(grid({"--kubernetes", "fields of a pod", "--shards", "3", "--json"}));
    QVERIFY2(said.status == 0, said.all().constData());
    const QMultiMap<QByteArray, QByteArray> fields = manifestFields(file("fields of a pod/sweep.yaml"));
    const std::map<QByteArray, const char*> known{
        {"apiVersion", "batch/v1"},
        {"kind", "Job"},
        {"metadata.name", "[a-z0-9]([-a-z0-9]{0,48}[a-z0-9])?"},
        {"spec.completionMode", "Indexed"},
        {"spec.completions", "3"},
        {"spec.parallelism", "3"},
        {"spec.backoffLimitPerIndex", "[0-9]+"},
        {"spec.podFailurePolicy.rules[].action", "Ignore|FailIndex"},
        {"spec.podFailurePolicy.rules[].onPodConditions[].type", "DisruptionTarget"},
        {"spec.podFailurePolicy.rules[].onPodConditions[].status", "\"True\""},
        {"spec.podFailurePolicy.rules[].onExitCodes.containerName", "sweep"},
        {"spec.podFailurePolicy.rules[].onExitCodes.operator", "In"},
        {"spec.podFailurePolicy.rules[].onExitCodes.values", "\\[[1-9][0-9]*\\]"},
        {"spec.template.spec.restartPolicy", "Never"},
        {"spec.template.spec.containers[].name", "sweep"},
        {"spec.template.spec.containers[].image", "\"astrolabe:[^\"]+\""},
        {"spec.template.spec.containers[].workingDir", "\"/[^\"]+\""},
        {"spec.template.spec.containers[].command", "\\[\"/bin/sh\", \"-c\", \".+\"\\]"},
        {"spec.template.spec.containers[].resources.requests",
         "\\{cpu: \"[1-9][0-9]*\", memory: [0-9]+Gi\\}"},
        {"spec.template.spec.containers[].resources.limits", "\\{cpu: \"[1-9][0-9]*\"\\}"},
        {"spec.template.spec.containers[].volumeMounts[].name", "sweep"},
        {"spec.template.spec.containers[].volumeMounts[].mountPath", "\"/[^\"]+\""},
        {"spec.template.spec.volumes[].name", "sweep"},
        {"spec.template.spec.volumes[].persistentVolumeClaim.claimName", "[a-z0-9]([-a-z0-9]*[a-z0-9])?"}};
    for (auto field = fields.begin(); field != fields.end(); ++field) {
      const auto allowed = known.find(field.key());
      QVERIFY2(allowed != known.end(), field.key().constData());
      const QRegularExpression form(QRegularExpression::anchoredPattern(QLatin1String(allowed->second)));
      QVERIFY2(form.match(QString::fromUtf8(field.value())).hasMatch(),
               (field.key() + " = " + field.value()).constData());
    }
    QCOMPARE(fields.uniqueKeys().size(), static_cast<qsizetype>(known.size()));
  }

  /// What Slurm and Kubernetes would start, started here, one part after the other.
  void arrayJobs() {
    Said said =
        m_place.run(grid({"--slurm", "a job's folder", "--kubernetes", "pods", "--shards", "3", "--json"}));
    QVERIFY2(said.status == 0, said.all().constData());
    QCOMPARE(said.json()["written"].size(), std::size_t(4));
    const QByteArray batch = file("a job's folder/sweep.sbatch");
    QVERIFY2(batch.contains("#SBATCH --array=1-3\n") && batch.contains("#SBATCH --requeue\n"),
             batch.constData());
    const QByteArray manifest = file("pods/sweep.yaml");
    QVERIFY2(manifest.contains("completionMode: Indexed\n  completions: 3\n"), manifest.constData());
    const QByteArray begin = "command: [\"/bin/sh\", \"-c\", ";
    const qsizetype at = manifest.indexOf(begin) + begin.size();
    const Json command = Json::parse(manifest.mid(at, manifest.indexOf("]\n", at) - at).toStdString());
    const auto shell = [&](const QStringList& arguments, const QStringList& set) {
      QProcess process;
      QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
      environment.insert(QStringLiteral("PATH"), QStringLiteral(ASTROLABE_BINARY_DIR "/app:") +
                                                     environment.value(QStringLiteral("PATH")));
      environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_place.path(QStringLiteral("config")));
      for (const QString& each : set) environment.insert(each.section(u'=', 0, 0), each.section(u'=', 1));
      process.setProcessEnvironment(environment);
      process.setWorkingDirectory(m_place.path(QStringLiteral(".")));
      process.start(QStringLiteral("bash"), arguments);
      return Workplace::finish(process);
    };
    for (int part = 1; part <= 3; ++part) {
      said = shell({"a job's folder/sweep.sbatch"}, {QStringLiteral("SLURM_ARRAY_TASK_ID=%1").arg(part)});
      QVERIFY2(said.status == 0, said.all().constData());
      if (part == 2) {
        said = shell({"a job's folder/merge.sh"}, {});
        QVERIFY2(said.status == 2 && said.err.contains("shard-3.jsonl is missing") &&
                     said.err.contains("(part 3/3)"),
                 said.all().constData());
      }
      said = shell({"-c", QString::fromStdString(command.get<std::string>())},
                   {QStringLiteral("JOB_COMPLETION_INDEX=%1").arg(part - 1)});
      QVERIFY2(said.status == 0, said.all().constData());
    }
    for (const char* folder : {"a job's folder", "pods"}) {
      said = shell({QLatin1String(folder) + QStringLiteral("/merge.sh")}, {});
      QVERIFY2(said.status == 0, said.all().constData());
      QCOMPARE(file(QLatin1String(folder) + QStringLiteral("/sweep.jsonl")), m_whole);
    }
    said = m_place.run(grid({"--slurm", "jobs", "--shards", "9"}));
    QVERIFY2(said.status == 2 && said.err.contains("--shards"), said.all().constData());
    said = m_place.run(grid({"--slurm", "jobs", "--out", "x.jsonl"}));
    QVERIFY2(said.status == 2 && said.err.contains("--out"), said.all().constData());
  }
};

}  // namespace tst_cli_sweep_jobs

ASTROLABE_TEST(tst_cli_sweep_jobs, TestCliSweepJobs)
#include "tst_cli_sweep_jobs.moc"
