// The one way in which files are written: whole or not at all, whatever stands in the way.

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <thread>

#include "core/base/error_codes.h"
#include "core/base/file_write.h"
#include "tests/program/full_device.h"
#include "tests/program/test_program.h"

namespace tst_file_write {

using namespace astrolabe;
using tests::TightDisk;

const std::string kOld(3000, 'o'), kNew(200'000, 'n');

class FileWriteTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;

  QString at(const QString& name) const { return m_folder->filePath(name); }
  std::string path(const QString& name) const { return at(name).toStdString(); }
  static std::string content(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : "no file";
  }
  std::string held(const QString& name) const { return content(at(name)); }
  QStringList names() const {
    return QDir(m_folder->path())
        .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
  }
  static std::string why(const Result<void>& done) { return done ? "written" : done.error().found; }
  static mode_t mode(const std::string& path) {
    struct stat found {};
    return ::stat(path.c_str(), &found) == 0 ? found.st_mode & 07777U : 0;
  }
  /// What another process does; it ends by SIGKILL, as if from outside.
  static void killedIn(const std::function<void()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
      work();
      ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
  }

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void aFileIsReplacedAndNothingStaysBeside() {
    QVERIFY(write_file(path("a"), kOld));
    QCOMPARE(held("a"), kOld);
    QVERIFY(write_file(path("a"), kNew));
    QCOMPARE(held("a"), kNew);
    QVERIFY(write_file(path("empty"), ""));
    QCOMPARE(held("empty"), std::string());
    QCOMPARE(names(), QStringList({"a", "empty"}));
  }

  /// The disk ends at any byte: the old file is whole, nothing stays, and the error says what was needed.
  void aDiskThatEnds_data() {
    QTest::addColumn<int>("room");
    for (const int room : {0, 1, 4095, 65536, 65537, 199'999}) QTest::addRow("%d bytes", room) << room;
  }
  void aDiskThatEnds() {
    QFETCH(int, room);
    QVERIFY(write_file(path("a"), kOld));
    Result<void> whole, piecewise;
    {
      const TightDisk tight(static_cast<rlim_t>(room));
      whole = write_file(path("a"), kNew);
      FileWriter writer(path("a"));
      bool goes = true;
      for (const char byte : kNew) goes = writer.write({&byte, 1}) && goes;
      piecewise = writer.keep();
      QVERIFY(!goes || room > 100'000);  // what still waits to be written is told by keep()
    }
    for (const Result<void>& done : {whole, piecewise}) {
      QVERIFY(!done);
      QCOMPARE(done.error().code, std::string(code::cannot_save));
      QCOMPARE(done.error().file, path("a"));
    }
    QCOMPARE(why(whole), std::string("more than a file may hold here (200000 bytes needed)"));
    QCOMPARE(held("a"), kOld);
    QCOMPARE(names(), QStringList({"a"}));
    QVERIFY(write_file(path("a"), kNew));
    QCOMPARE(held("a"), kNew);
  }

  void aDeviceThatTakesNothing() {
    const std::string full = tests::full_device(m_folder->path().toStdString());
    if (full.empty()) QSKIP("no such device may be made here");
    QVERIFY(QFile::link(QString::fromStdString(full), at("link")));
    for (const std::string& place : {full, path("link")}) {
      const Result<void> done = write_file(place, kNew);
      QVERIFY2(why(done).starts_with(obstacle::full_disk), why(done).c_str());
      QVERIFY2(why(done).find("200000 bytes needed") != std::string::npos, why(done).c_str());
    }
    struct stat device {};
    QVERIFY(::stat(full.c_str(), &device) == 0 && S_ISCHR(device.st_mode));
  }

  /// The longest names there are, and one byte more.
  void longNames() {
    for (const int length : {1, 250, 255}) {
      const QString name(length, u'x');
      QCOMPARE(why(write_file(path(name), kOld)), std::string("written"));
      QVERIFY(write_file(path(name), kNew));
      QCOMPARE(held(name), kNew);
    }
    QCOMPARE(why(write_file(path(QString(256, u'x')), kOld)), std::string("a name that is too long"));
    QCOMPARE(why(check_place(path(QString(256, u'x')))), std::string("a name that is too long"));
    QCOMPARE(names().size(), 3);
  }

  /// What the link names is replaced, through several of them, in another folder, or not there yet.
  void linksStay() {
    QVERIFY(QDir(m_folder->path()).mkdir("deep"));
    QVERIFY(write_file(path("deep/real"), kOld));
    QVERIFY(::symlink("deep/real", path("near").c_str()) == 0);
    QVERIFY(::symlink("../near", path("deep/far").c_str()) == 0);
    QVERIFY(::symlink("deep/later", path("dangling").c_str()) == 0);
    QVERIFY(::symlink("round", path("round").c_str()) == 0);
    QVERIFY(write_file(path("deep/far"), kNew));
    QCOMPARE(held("deep/real"), kNew);
    QVERIFY(write_file(path("dangling"), kOld));
    QCOMPARE(held("deep/later"), kOld);
    for (const char* link : {"near", "deep/far", "dangling"}) QVERIFY(QFileInfo(at(link)).isSymLink());
    QVERIFY(!write_file(path("round"), kNew));
    QVERIFY(QFileInfo(at("round")).isSymLink());
  }

  void permissionsStay() {
    QVERIFY(write_file(path("a"), kOld));
    for (const mode_t wanted : {0600U, 0640U, 0666U, 0755U}) {
      QCOMPARE(::chmod(path("a").c_str(), wanted), 0);
      QVERIFY(write_file(path("a"), kNew));
      QCOMPARE(mode(path("a")), wanted);
    }
    const mode_t before = ::umask(027);
    QVERIFY(write_file(path("fresh"), kNew));
    ::umask(before);
    QCOMPARE(mode(path("fresh")), mode_t{0640});
    if (::geteuid() != 0) return;
    QCOMPARE(::chown(path("a").c_str(), 1234, 4321), 0);
    QVERIFY(write_file(path("a"), kOld));
    struct stat found {};
    QCOMPARE(::stat(path("a").c_str(), &found), 0);
    QCOMPARE(found.st_uid, uid_t{1234});
    QCOMPARE(found.st_gid, gid_t{4321});
  }

  /// The other name of a file keeps what it had: half a file under both would be worse.
  void aHardLinkKeepsTheOldContent() {
    QVERIFY(write_file(path("a"), kOld));
    QCOMPARE(::link(path("a").c_str(), path("b").c_str()), 0);
    QVERIFY(write_file(path("a"), kNew));
    QCOMPARE(held("a"), kNew);
    QCOMPARE(held("b"), kOld);
  }

  void readOnlyIsRefused() {
    QVERIFY(write_file(path("a"), kOld));
    QCOMPARE(::chmod(path("a").c_str(), 0444), 0);
    QVERIFY(QFile::link(at("a"), at("link")));
    for (const char* name : {"a", "link"}) {
      QCOMPARE(why(write_file(path(name), kNew)), std::string(obstacle::read_only));
      QCOMPARE(why(check_place(path(name))), std::string(obstacle::read_only));
    }
    QCOMPARE(held("a"), kOld);
    QCOMPARE(mode(path("a")), mode_t{0444});
  }

  void placesThatThereAreNot() {
    QVERIFY(write_file(path("file"), kOld));
    const std::vector<std::pair<QString, std::string>> places{{"absent/a", "no such folder"},
                                                              {"file/a", "no such folder"},
                                                              {".", "a directory"},
                                                              {"absent/", "no such folder"}};
    for (const auto& [place, words] : places) {
      QCOMPARE(why(write_file(path(place), kNew)), words);
      QCOMPARE(why(check_place(path(place))), words);
    }
    QVERIFY(!write_file("/proc/no", kNew));
    QVERIFY(check_place(path("file")));
    QVERIFY(check_place(path("new")));
    QCOMPARE(names(), QStringList({"file"}));
    if (::geteuid() == 0) return;  // the system's administrator may write anywhere
    QCOMPARE(::chmod(m_folder->path().toUtf8().constData(), 0500), 0);
    const std::string found = why(write_file(path("file"), kNew)), looked = why(check_place(path("file")));
    QCOMPARE(::chmod(m_folder->path().toUtf8().constData(), 0700), 0);
    QCOMPARE(found, std::string("no permission"));
    QCOMPARE(looked, std::string("no permission"));
    QCOMPARE(held("file"), kOld);
  }

  void aFolderThatGoesMeanwhile() {
    QVERIFY(QDir(m_folder->path()).mkdir("gone"));
    FileWriter writer(path("gone/a"));
    QVERIFY(writer.write(kNew));
    QVERIFY(QDir(at("gone")).removeRecursively());
    QCOMPARE(why(writer.keep()), std::string(obstacle::no_folder));
    QVERIFY(names().isEmpty());
  }

  /// Killed at each step: the place holds what it held, and the next writer in the folder clears up.
  void aWriterThatIsKilled() {
    QVERIFY(write_file(path("a"), kOld));
    killedIn([this] {
      const FileWriter writer(path("a"));
      ::kill(::getpid(), SIGKILL);
    });
    killedIn([this] {
      FileWriter writer(path("a"));
      writer.write(kNew);
      ::kill(::getpid(), SIGKILL);
    });
    killedIn([this] {
      FileWriter writer(path("a"));
      writer.write(kNew);
      (void)writer.sync();
      ::kill(::getpid(), SIGKILL);
    });
    QCOMPARE(held("a"), kOld);
    FileWriter living(path("a"));  // clears up, and is left alone by the next one
    QVERIFY(living.write(kOld));
    QCOMPARE(names().size(), 2);
    QVERIFY(write_file(path("b"), kNew));
    QCOMPARE(names().size(), 3);
    QVERIFY(living.keep());
    QCOMPARE(names(), QStringList({"a", "b"}));
  }

  /// What only looks like a temporary file stays: a folder, a link, another name.
  void onlyItsOwnRemainsAreSwept() {
    const QString like = ".astrolabe-0123456789abcdef.part";
    QVERIFY(QDir(m_folder->path()).mkdir(like));
    QVERIFY(write_file(path("kept"), kOld));
    QVERIFY(QFile::link(at("kept"), at(".astrolabe-fedcba9876543210.part")));
    QVERIFY(QFile::copy(at("kept"), at(".astrolabe-mine.part")));
    const QStringList before = names();
    QVERIFY(write_file(path("kept"), kNew));
    QCOMPARE(names(), before);
  }

  void severalAreWrittenOrNone() {
    QVERIFY(write_file(path("a"), kOld));
    const std::vector<NewFile> some{{path("a"), kNew}, {path("absent/b"), kNew}},
        both{{path("a"), kNew}, {path("b"), kNew}};
    QVERIFY(!write_files(some));
    QCOMPARE(held("a"), kOld);
    QCOMPARE(names(), QStringList({"a"}));
    QVERIFY(write_files(both));
    QCOMPARE(held("a"), kNew);
    QCOMPARE(held("b"), kNew);
  }

  /// Two at once: each ends as one of the two, whole.
  void twoWritersOfOneFile() {
    const auto write = [this](const std::string& text) {
      for (int turn = 0; turn < 60; ++turn) QVERIFY(write_file(path("a"), text));
    };
    std::thread other(write, kOld);
    write(kNew);
    other.join();
    QVERIFY(held("a") == kOld || held("a") == kNew);
    QCOMPARE(names(), QStringList({"a"}));
  }

  void aPipeIsWrittenStraight() {
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::string read;
    std::thread reader([&] { read = held("pipe"); });
    const std::string done = why(write_file(path("pipe"), kNew));
    reader.join();
    QCOMPARE(done, std::string("written"));
    QCOMPARE(read.size(), kNew.size());
    struct stat found {};
    QVERIFY(::stat(path("pipe").c_str(), &found) == 0 && S_ISFIFO(found.st_mode));
  }

  /// "-" and the names of what is open already go where standard output goes, behind what it has.
  void standardOutputIsWrittenStraight() {
    for (const char* place : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
      const std::string target = path("out");
      QFile::remove(at("out"));
      const pid_t child = ::fork();
      if (child == 0) {
        const int file = ::open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        ::dup2(file, STDOUT_FILENO);
        const bool whole = write_all(STDOUT_FILENO, "before ") == 0 &&
                           write_file(place, "the file").has_value() &&
                           write_all(STDOUT_FILENO, " behind") == 0;
        ::_exit(whole ? 0 : 1);
      }
      int status = 0;
      QCOMPARE(::waitpid(child, &status, 0), child);
      QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
      QCOMPARE(held("out"), std::string("before the file behind"));
    }
    QVERIFY(!QFile::exists("-"));
  }

  /// What counts is what a file holds, and another one is seen however it came there.
  void whatBecameOfAFile() {
    QVERIFY(write_file(path("a"), kOld));
    FileMark mark = stamp_of(path("a"));
    mark.hash = content_hash(kOld);
    QVERIFY(since(mark, path("a")) == FileSince::same);
    QCOMPARE(::utimensat(AT_FDCWD, path("a").c_str(), nullptr, 0), 0);
    QVERIFY(since(mark, path("a")) == FileSince::same);
    QVERIFY(QFile::rename(at("a"), at("b")) && QFile::copy(at("b"), at("a")));
    QVERIFY(since(mark, path("a")) == FileSince::same);
    QVERIFY(since({}, path("a")) == FileSince::changed);

    std::string other = kOld;
    other[1500] = 'x';  // of one size, and with the old time
    QFile file(at("a"));
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QDateTime time = file.fileTime(QFileDevice::FileModificationTime);
    QCOMPARE(file.write(other.data(), qint64(other.size())), qint64(other.size()));
    QVERIFY(file.flush());
    QVERIFY(file.setFileTime(time, QFileDevice::FileModificationTime));
    QVERIFY(since(mark, path("a")) == FileSince::changed);
    QVERIFY(write_file(path("a"), kNew));
    QVERIFY(since(mark, path("a")) == FileSince::changed);
    QVERIFY(QFile::remove(at("a")));
    QVERIFY(since(mark, path("a")) == FileSince::gone);
    QVERIFY(since({}, path("a")) == FileSince::same);
    QVERIFY(since(mark, path("absent/a")) == FileSince::gone);

    FileMark whole;  // as a copy of another day remembers it: by its content alone
    whole.exists = true;
    whole.size = kNew.size();
    whole.hash = content_hash(kNew);
    QVERIFY(write_file(path("a"), kNew));
    QVERIFY(since(whole, path("a")) == FileSince::same);
    QVERIFY(write_file(path("a"), kOld));
    QVERIFY(since(whole, path("a")) == FileSince::changed);
  }
};

}  // namespace tst_file_write

ASTROLABE_TEST(tst_file_write, FileWriteTest)
#include "tst_file_write.moc"
