// What the desktop is told: the type of a saved file, found by what is in it, the entry, the metadata, icons,
// man pages, completion, and what an installation lays where.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMimeDatabase>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

#include "cli_process.h"
#include "core/plan/plan_file.h"
#include "core/post_training/question.h"
#include "core/serving/lengths.h"
#include "core/strategy/software_choice.h"
#include "core/strategy/strategy.h"
#include "tests/program/test_program.h"

namespace tst_desktop {

using namespace astrolabe;
using namespace Qt::StringLiterals;

class DesktopTest : public QObject {
  Q_OBJECT

  static constexpr auto kId = "io.github.astrolabe.astrolabe"_L1;

  QTemporaryDir m_home;
  cli_process::Workplace m_work;

  static QString source(const QString& name) { return QStringLiteral(ASTROLABE_SOURCE_DIR "/") + name; }
  static QString linuxFile(const QString& name) { return source(u"packaging/linux/"_s + name); }
  static QString textOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("can't read %s", qPrintable(path));
    return QString::fromUtf8(file.readAll());
  }
  /// Texts of the elements by name, attributes as "name@attribute"; not well formed: nothing.
  static QMultiHash<QString, QString> elementsOf(const QString& path) {
    QMultiHash<QString, QString> found;
    QXmlStreamReader xml(textOf(path));
    QStringList open;
    while (!xml.atEnd()) {
      const QXmlStreamReader::TokenType token = xml.readNext();
      if (token == QXmlStreamReader::StartElement) {
        open << xml.name().toString();
        found.insert(open.last(), {});
        for (const QXmlStreamAttribute& attribute : xml.attributes())
          found.insert(open.last() + u'@' + attribute.name().toString(), attribute.value().toString());
      } else if (token == QXmlStreamReader::Characters && !open.isEmpty() && !xml.isWhitespace()) {
        found.insert(open.last(), xml.text().toString().trimmed());
      } else if (token == QXmlStreamReader::EndElement) {
        open.removeLast();
      }
    }
    return xml.hasError() ? QMultiHash<QString, QString>() : found;
  }
  /// A man page as it is read: without the marks of its form.
  static QString manPage(const QString& name, int section = 1) {
    return textOf(linuxFile(u"man/%1.%2"_s.arg(name).arg(section)))
        .remove(QRegularExpression(u"\\\\f[A-Z]"_s))
        .replace(u"\\-"_s, u"-"_s);
  }
  /// The first words of the lines below a heading of a help text.
  static QStringList listed(const QString& help, const QString& heading) {
    QStringList names;
    bool on = false;
    for (const QString& line : help.split(u'\n')) {
      if (line.trimmed() == heading) {
        on = true;
      } else if (!line.startsWith(u' ')) {
        on = false;
      } else if (on && line.startsWith(u"  "_s) && line.size() > 2 && !line[2].isSpace()) {
        names << line.simplified().section(u' ', 0, 0);
      }
    }
    return names;
  }
  /// "--json" of "-j,--json".
  static QStringList longOptions(const QString& help) {
    QStringList names;
    for (const QString& word : listed(help, u"Options:"_s))
      for (const QString& name : word.split(u','))
        if (name.startsWith(u"--"_s)) names << name;
    return names;
  }
  QString helpOf(const QStringList& command) const {
    return QString::fromUtf8(m_work.run(command + QStringList{u"--help"_s}).out);
  }
  /// What completion offers for the last of these words.
  QStringList completed(const QStringList& words) const {
    QProcess bash;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PATH"_s,
                       QStringLiteral(ASTROLABE_BINARY_DIR "/app:") + environment.value(u"PATH"_s));
    bash.setProcessEnvironment(environment);
    bash.setWorkingDirectory(m_work.path(QString()));
    bash.start(u"bash"_s,
               QStringList{u"--norc"_s, u"-c"_s,
                           u"source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _astrolabe_cli; "
                           "printf '%s\\n' \"${COMPREPLY[@]}\""_s,
                           linuxFile(u"astrolabe-cli.bash"_s)} +
                   words);
    if (!bash.waitForFinished(60000)) return {};
    return QString::fromUtf8(bash.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
  }

 private slots:
  void initTestCase() {
    const QString packages = m_home.filePath(u"mime/packages"_s);
    QVERIFY(QDir().mkpath(packages));
    QVERIFY(QFile::copy(linuxFile(kId + u".xml"_s), packages + u'/' + kId + u".xml"_s));
    qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
    qputenv("XDG_DATA_DIRS", m_home.path().toUtf8());
  }

  /// A plan is known by its bytes whatever its name says; another SQLite file and a text are none.
  void A79_aPlanIsKnownByItsBytes() {
    const QString type = u"application/vnd.astrolabe.plan+sqlite3"_s;
    const QMimeDatabase types;
    QVERIFY(types.mimeTypeForName(type).isValid());
    plan::PlanFile file;
    file.plan = plan::sample_plan();
    const QString plan = m_home.filePath(u"a.astrolabe"_s);
    QVERIFY(plan::write_plan(file, plan.toStdString()).has_value());
    QCOMPARE(types.mimeTypeForFile(plan).name(), type);
    const QString wrong = m_home.filePath(u"plan.unknown"_s);
    QVERIFY(QFile::copy(plan, wrong));
    QCOMPARE(types.mimeTypeForFile(wrong).name(), type);
    QCOMPARE(types.mimeTypeForFile(wrong, QMimeDatabase::MatchContent).name(), type);
    QFile other(wrong);
    QVERIFY(other.open(QIODevice::ReadWrite));
    QVERIFY(other.seek(68));
    other.write("ELSE");  // the application id of another program
    other.close();
    QVERIFY(types.mimeTypeForFile(wrong, QMimeDatabase::MatchContent).name() != type);
  }

  /// The entry opens files of that type with this program, under the one name of the application.
  void A79_theEntryNamesTheType() {
    const QSettings entry(linuxFile(kId + u".desktop"_s), QSettings::IniFormat);
    const auto value = [&](const char* key) {
      return entry.value(u"Desktop Entry/"_s + QLatin1String(key)).toString();
    };
    QCOMPARE(value("Type"), u"Application"_s);
    QCOMPARE(value("Name"), u"Astrolabe"_s);
    QCOMPARE(value("Exec"), u"astrolabe %F"_s);
    QCOMPARE(value("TryExec"), u"astrolabe"_s);
    QCOMPARE(value("Icon"), QString(kId));
    QCOMPARE(value("Terminal"), u"false"_s);
    QCOMPARE(value("StartupWMClass"), u"astrolabe"_s);
    const QString text = textOf(entry.fileName());
    QVERIFY(text.startsWith(u"[Desktop Entry]\n"_s));
    QVERIFY(text.contains(u"\nMimeType=application/vnd.astrolabe.plan+sqlite3;\n"_s));
    for (const char* list :
         {"Categories", "Keywords", "MimeType", "Keywords\\[zh_CN\\]"})  // each ends with ;
      QVERIFY2(text.contains(QRegularExpression(u"\\n%1=[^\\n]+;\\n"_s.arg(QLatin1String(list)))), list);
    // Windows tell the desktop which entry they belong to.
    QVERIFY(textOf(source(u"app/main.cpp"_s)).contains(u"setDesktopFileName(u\"%1\"_s)"_s.arg(kId)));
  }

  /// The metadata are well formed and whole, name entry, programs and type, and every dated release.
  void A79_metadata() {
    const auto found = elementsOf(linuxFile(kId + u".metainfo.xml"_s));
    QVERIFY(!found.isEmpty());
    const auto has = [&](const char* name, const QString& text) {
      return found.values(QLatin1String(name)).contains(text);
    };
    QVERIFY(has("component@type", u"desktop-application"_s));
    QVERIFY(has("id", kId));
    QVERIFY(has("launchable@type", u"desktop-id"_s));
    QVERIFY(has("launchable", kId + u".desktop"_s));
    QVERIFY(has("project_license", u"GPL-3.0-or-later"_s));
    QVERIFY(has("mediatype", u"application/vnd.astrolabe.plan+sqlite3"_s));
    for (const char* program : {"astrolabe", "astrolabe-cli", "astrolabe-verify"})
      QVERIFY2(has("binary", QLatin1String(program)), program);
    for (const char* name : {"metadata_license", "name", "summary", "description", "p", "content_rating"})
      QVERIFY2(found.contains(QLatin1String(name)), name);
    for (const QString& summary : found.values(u"summary"_s)) QVERIFY(!summary.endsWith(u'.'));
    QStringList dated;
    auto headings = QRegularExpression(u"\\n## \\[(\\d+\\.\\d+\\.\\d+)\\] - "_s)
                        .globalMatch(textOf(source(u"CHANGELOG.md"_s)));
    while (headings.hasNext()) dated << headings.next().captured(1);
    QStringList released = found.values(u"release@version"_s);
    dated.sort();
    released.sort();
    QCOMPARE(released, dated);
    if (QStandardPaths::findExecutable(u"appstreamcli"_s).isEmpty())
      return;  // where it is installed, its verdict
    QProcess checker;
    checker.start(u"appstreamcli"_s, {u"validate"_s, u"--no-net"_s, linuxFile(kId + u".metainfo.xml"_s)});
    QVERIFY(checker.waitForFinished(60000));
    QVERIFY2(checker.exitCode() == 0, checker.readAllStandardOutput().constData());
  }

  /// Icons of the program, of one colour and of plans: drawings that are well formed, named as they are
  /// looked up.
  void A79_icons() {
    const QString document = u"application-vnd.astrolabe.plan+sqlite3"_s;  // the type with a dash
    for (const QString& name : {QString(kId), kId + u"-symbolic"_s, document}) {
      const auto found = elementsOf(linuxFile(name + u".svg"_s));
      QVERIFY2(found.contains(u"svg@viewBox"_s), qPrintable(name));
      QVERIFY2(!found.contains(u"image"_s) && !found.contains(u"script"_s), qPrintable(name));
    }
    QSet<QString> colours;  // a desktop puts its own in the place of the one
    auto named =
        QRegularExpression(u"#[0-9a-f]{6}"_s).globalMatch(textOf(linuxFile(kId + u"-symbolic.svg"_s)));
    while (named.hasNext()) colours << named.next().captured(0);
    QCOMPARE(colours.size(), 1);
    QVERIFY(!textOf(linuxFile(kId + u"-symbolic.svg"_s)).contains(u"stroke"_s));  // it fills what it finds
  }

  /// Every program has a man page, which names every command and every option that --help lists.
  void manPagesAreWhole() {
    for (const QString& program : {u"astrolabe"_s, u"astrolabe-cli"_s, u"astrolabe-verify"_s}) {
      const QString page = manPage(program);
      QVERIFY2(page.startsWith(u".TH %1 1"_s.arg(program.toUpper())), qPrintable(program));
      for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"})
        QVERIFY2(page.contains(u"\n.SH %1\n"_s.arg(QLatin1String(section))), qPrintable(program));
      QVERIFY(page.contains(u"\n%1 - "_s.arg(program)));
    }
    const auto names = [](const QString& page, const QString& option) {
      return page.contains(QRegularExpression(QRegularExpression::escape(option) + u"(?![a-z-])"_s));
    };
    const QString page = manPage(u"astrolabe-cli"_s);
    const QStringList commands = listed(helpOf({}), u"Subcommands:"_s);
    QVERIFY(commands.size() > 10);
    for (const QString& command : commands) {
      QVERIFY2(page.count(u"\n.SS %1\n"_s.arg(command)) == 1, qPrintable(command));
      const QStringList options = longOptions(helpOf({command}));
      QVERIFY2(options.contains(u"--json"_s), qPrintable(command));
      for (const QString& option : options)
        QVERIFY2(names(page, option), qPrintable(command + u' ' + option));
    }
    // Every goal is named wherever one is chosen, on the page as in the help.
    const QString sweep = page.section(u"\n.SS sweep\n"_s, 1).section(u"\n.SS "_s, 0, 0);
    for (const char* goal : {"throughput", "money", "pareto", "gpus"}) {
      QVERIFY2(sweep.contains(QLatin1String(goal)), goal);
      for (const char* command : {"plan", "why", "sweep"})
        QVERIFY2(helpOf({QLatin1String(command)}).contains(QLatin1String(goal)), goal);
    }
    // So are the formats of an export and the lists of the catalogue.
    const auto isOnPage = [&](const QString& command, const QStringList& values) {
      const QString part = page.section(u"\n.SS %1\n"_s.arg(command), 1).section(u"\n.SS "_s, 0, 0);
      for (const QString& value : values)
        if (!part.contains(QRegularExpression(u"[ \n]%1[ ,.\n]"_s.arg(QRegularExpression::escape(value)))))
          return false;
      return values.size() > 3;
    };
    QVERIFY(isOnPage(u"export"_s, completed({u"astrolabe-cli"_s, u"export"_s, u"--format"_s, {}})));
    QVERIFY(isOnPage(u"catalog"_s, completed({u"astrolabe-cli"_s, u"catalog"_s, {}})));
    const QString verify = manPage(u"astrolabe-verify"_s);
    QVERIFY(!verify.contains(u".json"_s));  // a certificate is not text
    const QStringList options = longOptions(QString::fromUtf8(m_work.verify({u"--help"_s}).out));
    QVERIFY(options.contains(u"--json"_s));
    for (const QString& option : options) QVERIFY2(names(verify, option), qPrintable(option));
    // The window's program asks for a display: its options as they are written.
    const QString window = manPage(u"astrolabe"_s);
    auto written = QRegularExpression(u"QCommandLineOption \\w+\\(u\"([a-z-]+)\"_s"_s)
                       .globalMatch(textOf(source(u"app/options.cpp"_s)));
    int count = 0;
    for (; written.hasNext(); ++count) {
      const QString option = u"--"_s + written.next().captured(1);
      QVERIFY2(names(window, option), qPrintable(option));
    }
    QVERIFY(count >= 7);
  }

  /// Completion offers what the program lists: commands, options of the command, ids, values, and files.
  void completionOffersWhatThereIs() {
    QStringList commands = listed(helpOf({}), u"Subcommands:"_s),
                offered = completed({u"astrolabe-cli"_s, {}});
    commands.sort();
    offered.sort();
    QCOMPARE(offered, commands);
    QCOMPARE(completed({u"astrolabe-cli"_s, u"ev"_s}), QStringList{u"evaluate"_s});
    QStringList options = longOptions(helpOf({u"export"_s}));
    offered = completed({u"astrolabe-cli"_s, u"export"_s, u"--"_s});
    options.sort();
    offered.sort();
    QCOMPARE(offered, options);
    const QStringList models = completed({u"astrolabe-cli"_s, u"plan"_s, u"--model"_s, u"llama-3.1-"_s});
    QVERIFY2(models.contains(u"llama-3.1-70b"_s), qPrintable(models.join(u' ')));
    QCOMPARE(completed({u"astrolabe-cli"_s, u"catalog"_s, u"n"_s}), QStringList{u"nodes"_s});
    QCOMPARE(completed({u"astrolabe-cli"_s, u"plan"_s, u"--cluster"_s, u"clus"_s}),
             QStringList{u"cluster.json"_s});
    QCOMPARE(completed({u"astrolabe-cli"_s, u"plan"_s, u"--goal"_s, {}}),
             (QStringList{u"smallest"_s, u"cheapest"_s}));
    for (const char* command : {"plan", "compare"})
      QCOMPARE(completed({u"astrolabe-cli"_s, QLatin1String(command), u"--programs"_s, u"a"_s}),
               (QStringList{u"auto"_s, u"always"_s}));
    const QString help = helpOf({u"export"_s}).simplified();
    const QStringList forms = completed({u"astrolabe-cli"_s, u"export"_s, u"--format"_s, {}});
    QVERIFY(forms.size() > 5);
    QStringList told = help.section(u"--format FORM "_s, 1)
                           .section(u" --"_s, 0, 0)
                           .remove(u" or"_s)
                           .split(QRegularExpression(u"[, ]+"_s), Qt::SkipEmptyParts);
    QStringList sorted = forms;
    told.sort();
    sorted.sort();
    QCOMPARE(sorted, told);
    for (const std::string& runtime : strategy::runtime_ids())
      QVERIFY2(forms.contains(QString::fromStdString(runtime)), runtime.c_str());
  }

  /// A80: an installation lays every file where the desktop, man and the shell look for it.
  void A80_installedFiles() {
    QTemporaryDir prefix;
    QProcess cmake;
    cmake.start(u"cmake"_s,
                {u"--install"_s, QStringLiteral(ASTROLABE_BINARY_DIR), u"--prefix"_s, prefix.path()});
    QVERIFY(cmake.waitForFinished(120000));
    QVERIFY2(cmake.exitCode() == 0, cmake.readAllStandardError().constData());
    QStringList found;
    QDirIterator files(prefix.path(), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) found << QDir(prefix.path()).relativeFilePath(files.next());
    found.sort();
    const QString icons = u"share/icons/hicolor/"_s;
    QStringList wanted{u"share/applications/%1.desktop"_s.arg(kId),
                       u"share/metainfo/%1.metainfo.xml"_s.arg(kId),
                       u"share/mime/packages/%1.xml"_s.arg(kId),
                       icons + u"scalable/apps/%1.svg"_s.arg(kId),
                       icons + u"symbolic/apps/%1-symbolic.svg"_s.arg(kId),
                       icons + u"scalable/mimetypes/application-vnd.astrolabe.plan+sqlite3.svg"_s,
                       u"share/bash-completion/completions/astrolabe-cli"_s};
    for (const QString& program : {u"astrolabe"_s, u"astrolabe-cli"_s, u"astrolabe-verify"_s})
      wanted << u"bin/"_s + program << u"share/man/man1/%1.1.gz"_s.arg(program);
    wanted << u"share/man/man5/astrolabe-files.5.gz"_s;
    for (const QString& document :
         {u"README.md"_s, u"NOTICE"_s, u"copyright"_s, u"changelog.gz"_s, u"changelog.Debian.gz"_s})
      wanted << u"share/doc/astrolabe/"_s + document;
    wanted.sort();
    QCOMPARE(found, wanted);
    for (const QString& program : {u"astrolabe"_s, u"astrolabe-cli"_s, u"astrolabe-verify"_s})
      QVERIFY(QFileInfo(prefix.filePath(u"bin/"_s + program)).isExecutable());
  }

  /// The page of the files names every key of a strategy and every option of the software; its examples are
  /// read: together they are evaluated.
  void pageOfFilesIsTrue() {
    const QString page = manPage(u"astrolabe-files"_s, 5);
    const auto names = [&](const std::string& key) {
      return page.contains(QRegularExpression(u"(?<![a-z_])%1(?![a-z_])"_s.arg(QString::fromStdString(key))));
    };
    for (const std::string& key : strategy::setting_keys()) QVERIFY2(names(key), key.c_str());
    for (const strategy::SoftwareOption& option : strategy::software_options())
      QVERIFY2(names(option.key), option.key);
    const QStringList examples = page.split(u"\n.nf\n"_s).mid(1);
    // cluster, job, job that serves, job that trains afterwards, strategy, deployment
    QCOMPARE(examples.size(), 6);
    QStringList files;
    for (const QString& example : examples) {
      const QString name = u"%1.json"_s.arg(files.size());
      m_work.put(name, example.section(u"\n.fi"_s, 0, 0).toUtf8());
      files << m_work.path(name);
    }
    for (const auto& [job, layout] : {std::pair(1, 4), std::pair(2, 5)}) {
      const auto ran = m_work.run({u"evaluate"_s, u"--model"_s, u"llama-3.1-70b"_s, u"--cluster"_s, files[0],
                                   u"--job"_s, files[job], u"--strategy"_s, files[layout], u"--json"_s});
      QVERIFY2(ran.status == 0, ran.err.constData());
    }
    const auto roles =
        post_training::read_job(Json::parse(examples[3].section(u"\n.fi"_s, 0, 0).toStdString()));
    QVERIFY2(roles.has_value(), roles ? "" : roles.error().where.c_str());
    // Every trace with its id.
    for (const serving::Profile& profile : serving::profiles())
      QVERIFY2(page.contains(QString::fromStdString(profile.id)), profile.id.c_str());
  }

  /// The changelog of the package is of the version that is built, and its copyright is read by machines.
  void packageTellsItsVersion() {
    const QString version = QRegularExpression(u"project\\(Astrolabe VERSION ([0-9.]+)"_s)
                                .match(textOf(source(u"CMakeLists.txt"_s)))
                                .captured(1);
    const QString release = QRegularExpression(u"CPACK_DEBIAN_PACKAGE_RELEASE (\\w+)"_s)
                                .match(textOf(source(u"packaging/cmake/Install.cmake"_s)))
                                .captured(1);
    QVERIFY(!version.isEmpty() && !release.isEmpty());
    QVERIFY(
        textOf(linuxFile(u"changelog.Debian"_s)).startsWith(u"astrolabe (%1-%2) "_s.arg(version, release)));
    QVERIFY(
        textOf(linuxFile(u"copyright"_s))
            .startsWith(u"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"_s));
    for (const QString& line : textOf(linuxFile(u"description"_s)).split(u'\n'))
      QVERIFY2(line.size() <= 80, qPrintable(line));
  }
};

}  // namespace tst_desktop

ASTROLABE_TEST(tst_desktop, DesktopTest)
#include "tst_desktop.moc"
