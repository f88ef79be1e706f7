// Tables of measured kernels and files of fitted models that cannot be right: refused with place and reason,
// other rows still used.

#include <QFile>
#include <QtTest>

#include "core/base/error_codes.h"
#include "core/calibration/kernel_fit.h"
#include "core/cost/kernel_library.h"
#include "core/cost/kernel_time.h"
#include "tests/program/test_program.h"

namespace tst_kernel_files {

using namespace astrolabe;
using namespace astrolabe::cost;
using namespace astrolabe::calibration;

namespace {

const hardware::Catalogue& catalogue() { return hardware::Catalogue::built_in(); }

Result<MeasuredKernels> read(const std::string& text) {
  MeasuredKernels measured;
  if (const auto done = read_kernel_table(text, "own.csv", catalogue(), measured); !done)
    return tl::unexpected<Error>(done.error());
  return measured;
}

/// Products at 0.6 of the H100's 989.4 TFLOP/s plus 4 us: what a fit must find again.
std::string made_up_products() {
  std::string text = "gpu,dtype,m,n,k,latency_us\n";
  for (const int m : {512, 2048, 8192})
    for (const int n : {1024, 2048, 4096, 8192})
      for (const int k : {1024, 4096, 8192, 16384})
        text += "h100-sxm,bf16," + std::to_string(m) + "," + std::to_string(n) + "," + std::to_string(k) +
                "," + std::to_string(4.0 + 2.0 * m * n * k / (0.6 * 989.4e12) * 1e6) + "\n";
  return text;
}

KernelTables entry_of(const std::string& gpu) {
  for (const auto& entry : KernelLibrary::built_in()->entries())
    if (entry->gpu == gpu) return *entry;
  return {};
}

}  // namespace

class TestKernelFiles : public QObject {
  Q_OBJECT
 private slots:
  void badHeader_data() {
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("wanted");
    QTest::newRow("column missing") << "gpu,dtype,m,n,latency_us"
                                    << "row 1"
                                    << "k for a table of kind gemm";
    QTest::newRow("column twice") << "gpu,dtype,m,m,n,k,latency_us"
                                  << "row 1, column m"
                                  << "";
    QTest::newRow("another table") << "id,price"
                                   << "row 1"
                                   << "";
  }
  void badHeader() {
    QFETCH(QString, header);
    QFETCH(QString, where);
    QFETCH(QString, wanted);
    const auto measured = read(header.toStdString() + "\n");
    QVERIFY(!measured);
    const Error& error = measured.error();
    QCOMPARE(error.code, std::string(code::bad_table_header));
    QCOMPARE(error.file, std::string("own.csv"));
    QCOMPARE(error.where, where.toStdString());
    if (!wanted.isEmpty()) QCOMPARE(error.wanted.values.front(), wanted.toStdString());
  }

  /// The tables that resources/kernels/README.md shows are read, one of each kind, and none of their columns
  /// can be left out; the man page has the same first lines.
  void tablesOfTheReadme() {
    const auto text_of = [](const char* path) {
      QFile file(QStringLiteral(ASTROLABE_SOURCE_DIR "/") + QLatin1String(path));
      return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    };
    const QString page = text_of("packaging/linux/man/astrolabe-cli.1");
    const QStringList lines = text_of("resources/kernels/README.md").split(u'\n');
    MeasuredKernels all;
    int tables = 0;
    for (qsizetype i = 0; i + 1 < lines.size(); ++i) {
      if (!lines[i].startsWith(QStringLiteral("    gpu,"))) continue;
      const QString header = lines[i].trimmed(), row = lines[i + 1].trimmed();
      if (header.startsWith(QStringLiteral("gpu,kv_dtype"))) continue;  // of serving: tst_serving_fit
      const std::string table = (header + u'\n' + row + u'\n').toStdString();
      QVERIFY2(read_kernel_table(table, "shown.csv", catalogue(), all), qPrintable(header));
      QVERIFY2(page.contains(u'\n' + header + u'\n'), qPrintable(header));
      ++tables;
      for (const QString& column : header.split(u',')) {
        QStringList fewer = header.split(u',');
        fewer.removeOne(column);
        QVERIFY2(!read(fewer.join(u',').toStdString() + "\n"), qPrintable(column));
      }
    }
    QCOMPARE(tables, 4);
    QVERIFY(all.skipped.empty());
    for (const std::size_t rows :
         {all.gemm.size(), all.attention.size(), all.moe.size(), all.collectives.size()})
      QCOMPARE(rows, std::size_t{1});
  }

  /// 8192^3 takes an H100 at least 1.1e12 / 989.4e12 = 1111 us; half of that is the reader's slack.
  void badRow_data() {
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("found");
    QTest::newRow("milliseconds") << "h100-sxm,bf16,8192,8192,8192,1.4"
                                  << "latency_us"
                                  << "1.4";
    QTest::newRow("nanoseconds") << "h100-sxm,bf16,8192,8192,8192,1400000"
                                 << "latency_us"
                                 << "1400000";
    QTest::newRow("negative") << "h100-sxm,bf16,8192,8192,8192,-3"
                              << "latency_us"
                              << "-3";
    QTest::newRow("no number") << "h100-sxm,bf16,8192,many,8192,1400"
                               << "n"
                               << "many";
    QTest::newRow("unknown GPU") << "h1000,bf16,8192,8192,8192,1400"
                                 << "gpu"
                                 << "h1000";
    QTest::newRow("unknown type") << "h100-sxm,int3,8192,8192,8192,1400"
                                  << "dtype"
                                  << "int3";
  }
  void badRow() {
    QFETCH(QString, row);
    QFETCH(QString, column);
    QFETCH(QString, found);
    const std::string good = "h100-sxm,bf16,8192,8192,8192,1404.8\n";
    const auto measured = read("gpu,dtype,m,n,k,latency_us\n" + good + row.toStdString() + "\n" + good);
    QVERIFY(measured);
    QCOMPARE(measured->gemm.size(), std::size_t{2});
    QCOMPARE(measured->skipped.size(), std::size_t{1});
    const Error& error = measured->skipped.front();
    QCOMPARE(error.code, std::string(code::bad_table_row));
    QCOMPARE(error.where, "row 3, column " + column.toStdString());
    QCOMPARE(error.found, found.toStdString());
    QVERIFY(!error.wanted.values.empty() || error.wanted.kind == Wanted::Kind::positive_number ||
            error.wanted.kind == Wanted::Kind::whole_number);
  }

  void tooFewRows() {
    const auto measured = read("gpu,dtype,m,n,k,latency_us\nh100-sxm,bf16,8192,8192,8192,1404.8\n");
    const auto fit = fit_kernels(*measured, catalogue(), {});
    QVERIFY(!fit);
    QCOMPARE(fit.error().code, std::string(code::too_few_rows));
  }

  /// A fit to times made by a formula gives that formula back between its points: 4096^3 at 0.6 of the peak
  /// is 4 + 137.439e9 / (0.6 x 989.4e12) x 1e6 = 235.5 us. Written and read back it is the same to a bit.
  void fitsWhatItIsGiven() {
    const auto measured = read(made_up_products());
    QCOMPARE(measured->gemm.size(), std::size_t{48});
    const auto fit = fit_kernels(*measured, catalogue(), {});
    QVERIFY(fit);
    const GemmModel& model = fit->entries.front().gemm.at("bf16");
    const double seconds = gemm_model_seconds(model, model.rates, 4096, 4096, 4096);
    QVERIFY2(std::fabs(seconds / 235.5e-6 - 1.0) < 0.05, qPrintable(QString::number(seconds)));
    const auto again = read_kernel_file(write_kernel_file(fit->entries));
    QVERIFY(again);
    const GemmModel& same = again->front().gemm.at("bf16");
    QCOMPARE(gemm_model_seconds(same, same.rates, 3000, 5000, 7000),
             gemm_model_seconds(model, model.rates, 3000, 5000, 7000));
  }

  void refusedFiles_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("where");
    const auto bytes_of = [](const KernelTables& entry) {
      const std::string text = write_kernel_file({entry});
      return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
    };
    const QByteArray sound = bytes_of(entry_of("a100-sxm-80"));
    QTest::newRow("another kind of file") << QByteArray("{\"step\": 3}") << "format";
    QTest::newRow("cut short") << sound.left(sound.size() / 2) << "format";
    QByteArray newer = sound;
    const auto version = newer.indexOf("version") + 7;  // CBOR: the text, then one byte for a small number
    newer[version] = static_cast<char>(newer[version] + 1);
    QTest::newRow("another version") << newer << "version";
    newer[version] = static_cast<char>(newer[version] - 2);
    QTest::newRow("a version of before") << newer << "version";
    KernelTables unknown = entry_of("a100-sxm-80");
    unknown.gpu = "a1000";
    QTest::newRow("unknown GPU") << bytes_of(unknown) << "gpus[0].gpu";
    KernelTables other = entry_of("a100-sxm-80");
    other.gpu = "h100-sxm";
    QTest::newRow("made for another GPU") << bytes_of(other) << "gpus[0].gemm[bf16].rates.peak";
    // A tenth of a percent is rounding, two are another type.
    KernelTables apart = entry_of("a100-sxm-80");
    apart.gemm.at("bf16").rates.bandwidth *= 1.002;
    QTest::newRow("another bandwidth") << bytes_of(apart) << "gpus[0].gemm[bf16].rates.bandwidth";
    KernelTables attention = entry_of("a100-sxm-80");
    attention.attention.front().rates.peak *= 2.0;
    for (const auto& shipped : KernelLibrary::built_in()->entries())
      if (!shipped->moe.empty()) {
        KernelTables load = *shipped;
        load.moe.front().load = static_cast<MoeLoad>(static_cast<int>(MoeLoad::all) + 1);
        QTest::newRow("load of no kind") << bytes_of(load) << "gpus[0].moe[0].load";
        break;
      }
    QTest::newRow("attention of another GPU") << bytes_of(attention) << "gpus[0].attention.rates.peak";
  }
  void refusedFiles() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, where);
    const auto entries = read_kernel_file({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    const Result<void> sound =
        entries ? check_kernel_types(*entries, catalogue()) : tl::unexpected<Error>(entries.error());
    QVERIFY(!sound);
    QCOMPARE(sound.error().code, std::string(code::bad_kernel_file));
    QCOMPARE(sound.error().where, where.toStdString());
    QVERIFY(!sound.error().found.empty());
  }

  /// A user's table takes the place of the shipped one of its type and data type; the others stay.
  void ownOverShipped() {
    const auto fit = fit_kernels(*read(made_up_products()), catalogue(), {});
    const auto library = KernelLibrary::built_in()->with(fit->entries);
    const auto entry = library->find("h100-sxm");
    QCOMPARE(entry->gemm.at("bf16").rows, 48.0);
    QVERIFY(entry->gemm.at("fp8").rows > 1000.0);
    QVERIFY(library->find("a100-sxm-80")->gemm.at("bf16").rows > 1000.0);
  }
};

}  // namespace tst_kernel_files

ASTROLABE_TEST(tst_kernel_files, TestKernelFiles)
#include "tst_kernel_files.moc"
