// A serving job on the command line: the ranking and the frontier, one deployment, its simulation, what is
// told where something is wrong, and the commands beside.
#include <QtTest>
#include <cmath>

#include "cli_process.h"
#include "tests/program/test_program.h"

namespace tst_cli_serving {

using astrolabe::Json;
using cli_process::Said;
using cli_process::Workplace;

class TestCliServing : public QObject {
  Q_OBJECT

  Workplace m_place;

  static QByteArray job(const QByteArray& traffic, const QByteArray& promises = "{}",
                        const QByteArray& more = {}) {
    return R"({"task": "serve", "traffic": )" + traffic +
           R"(, "input_tokens": 1000, "output_tokens": 500, "precision": "fp8", "promises": )" + promises +
           more + "}";
  }
  Said run(const QString& command, const QString& jobFile, const QStringList& more = {},
           const QString& cluster = QStringLiteral("eight.json")) const {
    return m_place.run(QStringList{command, QStringLiteral("--model"), QStringLiteral("llama-3.1-70b"),
                                   QStringLiteral("--cluster"), cluster, QStringLiteral("--job"), jobFile} +
                       more);
  }
  Said json(const QString& command, const QString& jobFile, const QStringList& more = {}) const {
    return run(command, jobFile, QStringList{QStringLiteral("--json")} + more);
  }

 private slots:
  void initTestCase() {
    m_place.put("eight.json",
                R"({"name": "eight", "pools": [{"id": "h100", "node": "onprem-dgx-h100", "nodes": 1,
      "usd_per_gpu_hour": 2.5}]})");
    m_place.put("rate.json",
                job(R"({"requests_per_second": 8})", R"({"ttft_seconds": 1, "tpot_seconds": 0.03})"));
    m_place.put("a100.json", R"({"name": "a100", "pools": [{"id": "a100", "gpu": "a100-sxm-80", "nodes": 1,
      "gpus_per_node": 8, "usd_per_gpu_hour": 1.5}]})");
    m_place.put("short.json", R"({"task": "serve", "traffic": {"concurrency": 4}, "input_tokens": 100,
      "output_tokens": 50, "precision": "bf16"})");
    m_place.put("deployment.json", R"({"pool": "h100", "replicas": 2, "tensor_parallel": 4})");
  }

  /// What serves is chosen: a node costs 8 x 2.5 = 20 USD an hour, with 4 of its GPUs in use beside a failed
  /// one too, a failed one nothing. Where idle GPUs cost, both do, 40 USD.
  void paysForWhatServes() {
    for (const char* failed : {R"({"node": 1})", R"({"node": 0, "gpu": 3}, {"node": 1, "gpu": 0})"})
      for (const bool standing : {false, true}) {
        m_place.put("hurt.json", R"({"pools": [{"id": "h100", "node": "onprem-dgx-h100", "nodes": 2,
          "usd_per_gpu_hour": 2.5, "failed": [)" +
                                     QByteArray(failed) + "]}]}");
        m_place.put("hurt_job.json",
                    job(R"({"requests_per_second": 8})", R"({"ttft_seconds": 1, "tpot_seconds": 0.03})",
                        standing ? R"(, "cost": {"idle_gpus_cost": true})" : ""));
        const Said said = run("plan", "hurt_job.json", {"--json"}, "hurt.json");
        const Json best = said.json()["best"];
        QVERIFY2(!best.empty(), said.all());
        for (const Json& row : best) {
          const bool both = standing || (QByteArray(failed).contains("gpu") && row["gpus"]["h100"] > 4);
          QCOMPARE(row["paid_gpus"]["h100"], Json(both ? 16 : 8));
          QCOMPARE(row["usd_per_hour"], Json(both ? 40.0 : 20.0));
        }
      }
  }

  /// All rows keep the promises, the best is first, rates add up, money is that of whole nodes.
  void plans() {
    const Said said = json(QStringLiteral("plan"), QStringLiteral("rate.json"));
    QVERIFY2(said.status == 0, said.all().constData());
    const Json answer = said.json();
    QCOMPARE(answer["status"], Json("optimal"));
    QCOMPARE(answer["gap"], Json(0.0));
    QVERIFY(answer["best"].size() > 3 && !answer["frontier"].empty());
    double last = 1e300;
    for (const Json& row : answer["best"]) {
      QVERIFY(row["tpot_seconds"] <= 0.03 && row["ttft_seconds"] <= 1.0);
      QVERIFY(row["tpot_seconds_low"] < row["tpot_seconds"] &&
              row["tpot_seconds"] < row["tpot_seconds_high"]);
      QVERIFY(std::fabs(row["output_tokens_per_second"].get<double>() - 8.0 * 500.0) < 1e-6);
      // Ties but for rounding stand by their times.
      QVERIFY(row["output_tokens_per_second_per_gpu"].get<double>() <= last * (1.0 + 1e-8));
      last = row["output_tokens_per_second_per_gpu"].get<double>();
      QCOMPARE(row["paid_gpus"]["h100"], Json(8));
      // 8 GPUs x $2.5 for 3600 x 4000 tokens.
      QVERIFY(std::fabs(row["usd_per_million_tokens"].get<double>() - 20.0 / (3600 * 4000.0) * 1e6) < 1e-9);
      QVERIFY(row["capacity_requests_per_second"] >= 7.9);
    }
    last = 1e300;
    for (const Json& row : answer["frontier"]) {
      QVERIFY(row["tokens_per_second_per_user"].get<double>() < last);
      last = row["tokens_per_second_per_user"].get<double>();
    }
    const Said told = run(QStringLiteral("plan"), QStringLiteral("rate.json"));
    QVERIFY2(told.status == 0 && told.out.contains("Tokens/s/GPU"), told.all().constData());
  }

  /// What the plan says of its first is what evaluate says of it.
  void evaluatesWhatItPlans() {
    const Json best = json(QStringLiteral("plan"), QStringLiteral("rate.json")).json()["best"][0];
    m_place.put("first.json", QByteArray::fromStdString(best["deployment"].dump()));
    const Said said = json(QStringLiteral("evaluate"), QStringLiteral("rate.json"),
                           {QStringLiteral("--strategy"), QStringLiteral("first.json")});
    QVERIFY2(said.status == 0, said.all().constData());
    for (const char* key : {"ttft_seconds", "tpot_seconds", "output_tokens_per_second", "kv_use"})
      QCOMPARE(said.json()[key], best[key]);
    QVERIFY(!said.json()["binds"].is_null() && said.json()["memory"]["weights_gib"] > 0.0);
  }

  /// The simulation stands beside the row and is near it.
  void simulates() {
    const Said said =
        json(QStringLiteral("evaluate"), QStringLiteral("rate.json"),
             {QStringLiteral("--strategy"), QStringLiteral("deployment.json"), QStringLiteral("--simulate")});
    QVERIFY2(said.status == 0, said.all().constData());
    const Json row = said.json();
    const double closed = row["tpot_seconds"].get<double>();
    QVERIFY(std::fabs(row["simulated"]["tpot_seconds"].get<double>() / closed - 1.0) < 0.1);
    m_place.put("trace.csv", "arrival_seconds,input_tokens,output_tokens\n0,100,10\n0.5,-3,10\n");
    const Said bad =
        json(QStringLiteral("evaluate"), QStringLiteral("rate.json"),
             {QStringLiteral("--strategy"), QStringLiteral("deployment.json"), QStringLiteral("--simulate"),
              QStringLiteral("--trace-in"), QStringLiteral("trace.csv")});
    QCOMPARE(bad.status, 2);
    QCOMPARE(bad.json()["error"]["where"], Json("row 3, column input_tokens"));
    QCOMPARE(bad.json()["error"]["file"], Json("trace.csv"));
  }

  /// Prefill and decode workers are simulated, too; a trace that nothing reads is refused.
  void simulatesWorkersApart() {
    m_place.put("apart.json", R"({"pool": "h100", "prefill": {"tensor_parallel": 2, "workers": 2},
      "decode": {"tensor_parallel": 4, "workers": 1}})");
    const Said said =
        json(QStringLiteral("evaluate"), QStringLiteral("rate.json"),
             {QStringLiteral("--strategy"), QStringLiteral("apart.json"), QStringLiteral("--simulate")});
    QVERIFY2(said.status == 0, said.all().constData());
    const Json row = said.json();
    for (const char* key : {"tpot_seconds", "output_tokens_per_second"})
      QVERIFY2(std::fabs(row["simulated"][key].get<double>() / row[key].get<double>() - 1.0) < 0.1, key);
    m_place.put("alone.csv", "arrival_seconds,input_tokens,output_tokens\n0,100,10\n");
    for (const char* command : {"evaluate", "plan"}) {
      QStringList more{QStringLiteral("--trace-in"), QStringLiteral("alone.csv")};
      if (QLatin1String(command) == QLatin1String("evaluate"))
        more += {QStringLiteral("--strategy"), QStringLiteral("apart.json")};
      const Said refused = json(QLatin1String(command), QStringLiteral("rate.json"), more);
      QCOMPARE(refused.status, 2);
      QVERIFY2(refused.all().contains("--trace-in"), refused.all().constData());
    }
  }

  /// Encoders do not generate; fp8 on A100 is told to be of the weights alone, and refused by TensorRT-LLM.
  void refusesWhatDoesNotGenerate() {
    for (const char* model : {"bert-large", "vit-large", "t5-3b"}) {
      const Said said =
          m_place.run({QStringLiteral("plan"), QStringLiteral("--model"), QLatin1String(model),
                       QStringLiteral("--cluster"), QStringLiteral("eight.json"), QStringLiteral("--job"),
                       QStringLiteral("short.json"), QStringLiteral("--json")});
      QVERIFY2(said.status == 2, said.all().constData());
      QVERIFY2(said.json()["error"]["wanted"].dump().find("decoder") != std::string::npos,
               said.all().constData());
    }
    m_place.put("light.json", job(R"({"requests_per_second": 1})"));
    const Said told =
        run(QStringLiteral("plan"), QStringLiteral("light.json"), {}, QStringLiteral("a100.json"));
    QVERIFY2(told.out.contains("multiplied in bf16"), told.all().constData());
    m_place.put("trt.json",
                job(R"({"requests_per_second": 1})", "{}", R"(, "software": {"runtime": "tensorrt-llm"})"));
    const Said refused = run(QStringLiteral("plan"), QStringLiteral("trt.json"), {QStringLiteral("--json")},
                             QStringLiteral("a100.json"));
    QCOMPARE(refused.status, 2);
    QCOMPARE(refused.json()["error"]["where"], Json("pools[a100].gpu"));
  }

  /// A degree that no layout has is told with those that some have.
  void refusesDegreesThatNoneHas() {
    m_place.put("seven.json",
                job(R"({"requests_per_second": 1})", "{}", R"(, "fixed": {"tensor_parallel": 7})"));
    const Said seven = json(QStringLiteral("plan"), QStringLiteral("seven.json"));
    QCOMPARE(seven.status, 2);
    QCOMPARE(seven.json()["error"]["where"], Json("fixed.tensor_parallel"));
    m_place.put("four.json",
                job(R"({"requests_per_second": 1})", "{}", R"(, "fixed": {"tensor_parallel": 4})"));
    const Said four = json(QStringLiteral("plan"), QStringLiteral("four.json"));
    QVERIFY2(four.status == 0, four.all().constData());
    for (const Json& row : four.json()["best"])
      QVERIFY(row["deployment"].contains("prefill") || row["deployment"]["tensor_parallel"] == 4);
  }

  /// More than two copies of four GPUs carry: the queue grows, and the row says what they carry.
  void tellsAnEndlessQueue() {
    m_place.put("flood.json", job(R"({"requests_per_second": 200})"));
    const Said said = json(QStringLiteral("evaluate"), QStringLiteral("flood.json"),
                           {QStringLiteral("--strategy"), QStringLiteral("deployment.json")});
    const Json row = said.json();
    QCOMPARE(row["stable"], Json(false));
    QVERIFY(row["ttft_seconds"].is_null() && row["capacity_requests_per_second"] > 1.0);
    QVERIFY(row["capacity_requests_per_second"] < 200.0 && row["requests_per_second"] < 200.0);
    QVERIFY(row["batch"] <= row["memory"]["sequences"]);
    const Said told = run(QStringLiteral("evaluate"), QStringLiteral("flood.json"),
                          {QStringLiteral("--strategy"), QStringLiteral("deployment.json")});
    QVERIFY2(told.out.contains("the queue grows without end"), told.all().constData());
  }

  /// Nothing keeps a millisecond a token: which part alone takes longer.
  void tellsWhatNoHardwareKeeps() {
    m_place.put("close.json", job(R"({"requests_per_second": 1})", R"({"tpot_seconds": 0.001})"));
    const Said said = json(QStringLiteral("plan"), QStringLiteral("close.json"));
    QVERIFY2(said.status == 1, said.all().constData());
    const Json binding = said.json()["binding"];
    QCOMPARE(said.json()["status"], Json("infeasible"));
    QCOMPARE(binding["limit"], Json("tpot"));
    QCOMPARE(binding["at_any_load"], Json(true));
    QVERIFY(binding["found"] > 0.001 && binding["term"].is_string() && !said.json()["frontier"].empty());
    m_place.put("crowd.json", job(R"({"requests_per_second": 500})"));
    const Json crowd = json(QStringLiteral("plan"), QStringLiteral("crowd.json")).json()["binding"];
    QCOMPARE(crowd["limit"], Json("traffic"));
    QVERIFY(crowd["nodes_needed"] > 1 && crowd["found"] < 500.0);
    QCOMPARE(crowd["nodes_pool"], Json("h100"));
    // Asked again with so many nodes, and with one fewer.
    const int needed = crowd["nodes_needed"].get<int>();
    for (const int fewer : {0, 1}) {
      m_place.put("more.json", R"({"pools": [{"id": "h100", "node": "onprem-dgx-h100", "nodes": )" +
                                   QByteArray::number(needed - fewer) + R"(, "usd_per_gpu_hour": 2.5}]})");
      QCOMPARE(run(QStringLiteral("plan"), QStringLiteral("crowd.json"), {QStringLiteral("--json")},
                   QStringLiteral("more.json"))
                   .status,
               fewer);
    }
  }

  /// The frontier is of whatever is promised: rows that break a promise say so, in the table and in JSON. A
  /// refusal tells the time at the promised quantile, and which promise these machines keep.
  void marksWhatBreaksPromises() {
    m_place.put("tight.json",
                job(R"({"requests_per_second": 1})", R"({"tpot_seconds": 0.001, "quantile": 0.95})"));
    const Said told = run(QStringLiteral("plan"), QStringLiteral("tight.json"));
    QVERIFY2(told.out.contains("breaks time per token"), told.all().constData());
    QVERIFY2(told.out.contains("for 95") && told.out.contains("of requests: the nearest"),
             told.all().constData());
    QVERIFY2(told.out.contains("a promise of"), told.all().constData());
    const Json answer = json(QStringLiteral("plan"), QStringLiteral("tight.json")).json();
    for (const Json& row : answer["frontier"]) {
      QCOMPARE(row["keeps_promises"], Json(false));
      QCOMPARE(row["missed"], Json("tpot"));
    }
    QCOMPARE(answer["binding"]["quantile"], Json(0.95));
    QVERIFY(answer["binding"]["kept_promise_seconds"] > 0.001);
  }

  /// A trace is told by its row where no sequence of the model is so long, requests beyond the room of a copy
  /// are counted; offline nothing is said of first tokens, and as many spares as GPUs leave none that works.
  void refusesTracesByTheirRows() {
    const QStringList usual{QStringLiteral("--strategy"), QStringLiteral("deployment.json"),
                            QStringLiteral("--simulate"), QStringLiteral("--trace-in"),
                            QStringLiteral("long.csv")};
    m_place.put("long.csv", "arrival_seconds,input_tokens,output_tokens\n0,100,10\n1,200000,10\n");
    const Said longer = json(QStringLiteral("evaluate"), QStringLiteral("rate.json"), usual);
    QCOMPARE(longer.status, 2);
    QCOMPARE(longer.error(), QStringLiteral("AST-V606"));
    QCOMPARE(longer.json()["error"]["where"], Json("row 3, column input_tokens"));
    m_place.put("long.csv", "arrival_seconds,input_tokens,output_tokens\n0,100,10\n1,100,10\n");
    const Said fits = json(QStringLiteral("evaluate"), QStringLiteral("rate.json"), usual);
    const Json simulated = fits.json()["simulated"];
    QVERIFY2(simulated["ttft_seconds"] > 0.0, fits.all().constData());
    QCOMPARE(simulated["left_out_requests_count"], Json(0));
    QCOMPARE(simulated["batch_sequences"], simulated["batch"]);
    m_place.put("offline.json", job(R"({"offline": true})"));
    const Said offline = json(QStringLiteral("evaluate"), QStringLiteral("offline.json"),
                              {usual[0], usual[1], QStringLiteral("--simulate")});
    QVERIFY2(offline.json()["ttft_seconds"].is_null(), offline.all().constData());
    QVERIFY(offline.json()["simulated"]["ttft_seconds"].is_null());
    QVERIFY(offline.json()["output_tokens_per_second"] > 0.0);
    m_place.put("spares.json", job(R"({"requests_per_second": 8})", "{}", R"(, "spare_replicas": 100000)"));
    const Said spares = json(QStringLiteral("plan"), QStringLiteral("spares.json"));
    QCOMPARE(spares.status, 2);
    QCOMPARE(spares.json()["error"]["where"], Json("spare_replicas"));
  }

  /// Of a deployment that is stated nothing is left where its one copy is the spare one, and why says so; of
  /// two copies one is, and the capacity is what that one has alone.
  void judgesWithSparesFailed() {
    m_place.put("spare.json",
                job(R"({"requests_per_second": 1})", R"({"ttft_seconds": 1, "tpot_seconds": 0.03})",
                    R"(, "spare_replicas": 1)"));
    m_place.put("one.json", R"({"pool": "h100", "replicas": 1, "tensor_parallel": 4})");
    const QStringList one{QStringLiteral("--strategy"), QStringLiteral("one.json")},
        two{QStringLiteral("--strategy"), QStringLiteral("deployment.json")};
    const Json gone = json(QStringLiteral("evaluate"), QStringLiteral("spare.json"), one).json();
    QCOMPARE(gone["keeps_promises"], Json(false));
    QCOMPARE(gone["missed"], Json("traffic"));
    QCOMPARE(gone["capacity_requests_per_second"], Json(0.0));
    const Json why = json(QStringLiteral("why"), QStringLiteral("spare.json"), one).json();
    QCOMPARE(why["verdict"], Json("impossible"));
    m_place.put("alone.json",
                job(R"({"requests_per_second": 1})", R"({"ttft_seconds": 1, "tpot_seconds": 0.03})"));
    const double alone = json(QStringLiteral("evaluate"), QStringLiteral("alone.json"), one)
                             .json()["capacity_requests_per_second"]
                             .get<double>();
    const Json left = json(QStringLiteral("evaluate"), QStringLiteral("spare.json"), two).json();
    QCOMPARE(left["keeps_promises"], Json(true));
    QVERIFY(std::fabs(left["capacity_requests_per_second"].get<double>() / alone - 1.0) < 2e-3);
    for (const Json& row : json(QStringLiteral("plan"), QStringLiteral("spare.json")).json()["frontier"])
      QVERIFY(row["capacity_requests_per_second"] > 0.0 || row["keeps_promises"] == false);
  }

  /// What evaluate says of too much traffic, of offline work, and of what has no simulation.
  void saysWhatIsNotAsked() {
    m_place.put("pressed.json", job(R"({"requests_per_second": 200})", R"({"tpot_seconds": 0.05})"));
    const Said pressed = run(QStringLiteral("evaluate"), QStringLiteral("pressed.json"),
                             {QStringLiteral("--strategy"), QStringLiteral("deployment.json")});
    QCOMPARE(pressed.status, 1);
    QVERIFY2(!pressed.all().contains("forbids it") && pressed.all().contains("of the 200"),
             pressed.all().constData());
    m_place.put("offline.json", job(R"({"offline": true})"));
    const Said offline =
        run(QStringLiteral("evaluate"), QStringLiteral("offline.json"),
            {QStringLiteral("--strategy"), QStringLiteral("deployment.json"), QStringLiteral("--simulate")});
    QVERIFY2(offline.status == 0 && offline.out.contains("offline: not asked") &&
                 !offline.out.contains("null") && !offline.out.contains("e+0"),
             offline.all().constData());
    m_place.put("layers.json", job(R"({"offline": true})", "{}", R"(, "placement": "layers")"));
    const Said layers =
        json(QStringLiteral("plan"), QStringLiteral("layers.json"), {QStringLiteral("--simulate")});
    QCOMPARE(layers.status, 2);
    QCOMPARE(layers.json()["error"]["where"], Json("--simulate"));
  }

  /// Wrong input is told at its place.
  void refusesAtThePlace() {
    const auto where = [&](const QByteArray& content) {
      m_place.put("bad.json", content);
      const Said said = json(QStringLiteral("plan"), QStringLiteral("bad.json"));
      return said.status == 2 ? said.json()["error"]["where"].get<std::string>() : said.all().toStdString();
    };
    QCOMPARE(where(job(R"({"requests_per_second": 1, "offline": true})")),
             std::string("traffic.requests_per_second"));
    QCOMPARE(where(job(R"({"request_per_second": 1})")), std::string("traffic.request_per_second"));
    QCOMPARE(where(job(R"({"concurrency": 4})", R"({"tpot_seconds": 1, "quantile": 0.999})")),
             std::string("promises.quantile"));
    QCOMPARE(
        where(R"({"task": "serve", "traffic": {"concurrency": 1}, "input_tokens": 500000, "output_tokens": 10,
                      "precision": "fp8"})"),
        std::string("input_tokens"));
    m_place.put("bad-job.json", R"({"task": "serve", "traffic": {"concurrency": 2.5}, "input_tokens": 100,
      "output_tokens": 50, "precision": "bf16"})");
    m_place.put("wide.json", R"({"pool": "h100", "tensor_parallel": 7})");
    const Said seven = json(QStringLiteral("evaluate"), QStringLiteral("rate.json"),
                            {QStringLiteral("--strategy"), QStringLiteral("wide.json")});
    QCOMPARE(seven.status, 2);
    QCOMPARE(seven.json()["error"]["where"], Json("tensor_parallel"));
    // A mistake of the job is none of the deployment.
    const Said uncached = json(QStringLiteral("evaluate"), QStringLiteral("bad-job.json"),
                               {QStringLiteral("--strategy"), QStringLiteral("deployment.json")});
    QCOMPARE(uncached.status, 2);
    QCOMPARE(uncached.json()["error"]["file"], Json("bad-job.json"));
    // Half of a deployment apart: what is missing.
    m_place.put("half.json", R"({"pool": "h100", "prefill": {"tensor_parallel": 2, "workers": 2}})");
    const Said half = json(QStringLiteral("evaluate"), QStringLiteral("rate.json"),
                           {QStringLiteral("--strategy"), QStringLiteral("half.json")});
    QCOMPARE(half.json()["error"]["found"], Json("nothing"));
    m_place.put("many.json", R"({"pool": "h100", "tensor_parallel": 4, "replicas": 3})");
    const Said many = json(QStringLiteral("evaluate"), QStringLiteral("rate.json"),
                           {QStringLiteral("--strategy"), QStringLiteral("many.json")});
    QCOMPARE(many.status, 2);
    QCOMPARE(many.json()["error"]["where"], Json("replicas"));
    const Said certificate = json(QStringLiteral("plan"), QStringLiteral("rate.json"),
                                  {QStringLiteral("--certificate"), QStringLiteral("proof")});
    QCOMPARE(certificate.status, 2);
    QCOMPARE(certificate.error(), QStringLiteral("AST-U501"));
  }

  /// Runs measured half as slow again as predicted: constants fitted to them make the plan's times longer and
  /// err less, by fit as by validate. They are none of training, and constants of training none of serving.
  void constantsOfOwnRuns() {
    const QByteArray header =
        "id,source,date,framework,gpu,n_gpus,model,precision_weights,precision_kv,tp,pp,ep,dp_attention,"
        "disaggregated,isl,osl,load_kind,load_value,output_tok_s_total,ttft_ms_median,tpot_ms_median\n";
    const auto runs = [&](const QList<double>& tpot) {
      QByteArray table = header;
      const char* loads[] = {"1", "8", "32"};
      for (int i = 0; i < 3; ++i)
        table += "r" + QByteArray::number(i) +
                 ",own,2026-06,vllm,h100-sxm,4,llama-3.1-70b,fp8,fp8,4,1,1,n,n,1000,500,concurrency," +
                 loads[i] + ",,," + QByteArray::number(tpot[i], 'g', 9) + "\n";
      return table;
    };
    m_place.put("plain.csv", runs({10, 10, 10}));
    const Said plain =
        m_place.run({QStringLiteral("validate"), QStringLiteral("plain.csv"), QStringLiteral("--rows"),
                     QStringLiteral("rows.csv"), QStringLiteral("--json")});
    QVERIFY2(plain.status == 0, plain.all().constData());
    QFile rows(m_place.path("rows.csv"));
    QVERIFY(rows.open(QIODevice::ReadOnly));
    QList<double> slow;
    rows.readLine();
    while (!rows.atEnd()) slow.append(1.5 * rows.readLine().split(',')[3].toDouble());
    QCOMPARE(slow.size(), 3);
    m_place.put("own.csv", runs(slow));
    const Said fitted =
        m_place.run({QStringLiteral("fit"), QStringLiteral("own.csv"), QStringLiteral("--out"),
                     QStringLiteral("own.json"), QStringLiteral("--json")});
    QVERIFY2(fitted.status == 0, fitted.all().constData());
    const Json fit = fitted.json();
    QCOMPARE(fit["runs"], Json(3));
    QVERIFY(fit["median_abs_error_after"] < fit["median_abs_error_before"]);
    QVERIFY(fit["written"] == Json(true) && fit["constants_taken"] == Json(true));
    const Said again =
        m_place.run({QStringLiteral("validate"), QStringLiteral("own.csv"), QStringLiteral("--calibration"),
                     QStringLiteral("own.json"), QStringLiteral("--json")});
    QVERIFY2(again.status == 0, again.all().constData());
    QCOMPARE(again.json()["serving"]["tpot"]["dense"]["median_abs_error"], fit["median_abs_error_after"]);
    // Judged by runs as the shipped constants say, the fitted ones err more: nothing is written unless asked.
    QList<double> shipped;
    for (const double one : slow) shipped.append(one / 1.5);
    m_place.put("shipped.csv", runs(shipped));
    const QStringList judged{QStringLiteral("fit"),     QStringLiteral("own.csv"),
                             QStringLiteral("--check"), QStringLiteral("shipped.csv"),
                             QStringLiteral("--out"),   QStringLiteral("worse.json")};
    const Said worse = m_place.run(judged);
    QVERIFY2(worse.status == 1 && worse.err.contains("is not written"), worse.all().constData());
    QVERIFY(!QFile::exists(m_place.path("worse.json")));
    const Said forced = m_place.run(judged + QStringList{QStringLiteral("--force")});
    QVERIFY2(forced.status == 0 && QFile::exists(m_place.path("worse.json")), forced.all().constData());
    const QStringList usual{QStringLiteral("--strategy"), QStringLiteral("deployment.json")};
    const Said before = json(QStringLiteral("evaluate"), QStringLiteral("rate.json"), usual);
    const Said after = json(QStringLiteral("evaluate"), QStringLiteral("rate.json"),
                            usual + QStringList{QStringLiteral("--calibration"), QStringLiteral("own.json")});
    QVERIFY2(after.status == 0 || after.status == 1, after.all().constData());
    QVERIFY(after.json()["tpot_seconds"].get<double>() > 1.02 * before.json()["tpot_seconds"].get<double>());
    // Other engines were not measured.
    m_place.put("other.json",
                job(R"({"requests_per_second": 8})", "{}", R"(, "software": {"runtime": "sglang"})"));
    const Said other = json(QStringLiteral("plan"), QStringLiteral("other.json"),
                            {QStringLiteral("--calibration"), QStringLiteral("own.json")});
    QCOMPARE(other.status, 2);
    QCOMPARE(other.error(), QStringLiteral("AST-V604"));
    QCOMPARE(other.json()["error"]["where"], Json("engines"));
    const Said training =
        m_place.run({QStringLiteral("plan"), QStringLiteral("--model"), QStringLiteral("llama-3.1-8b"),
                     QStringLiteral("--cluster"), QStringLiteral("eight.json"), QStringLiteral("--job"),
                     QStringLiteral("job.json"), QStringLiteral("--calibration"), QStringLiteral("own.json"),
                     QStringLiteral("--json")});
    QCOMPARE(training.status, 2);
    QCOMPARE(training.error(), QStringLiteral("AST-V604"));
    // A row that is wrong is told with its column.
    m_place.put("wrong.csv", header +
                                 "r,own,2026-06,vllm,h100-sxm,4,llama-3.1-70b,fp8,fp8,4,1,1,n,n,-1,500,"
                                 "concurrency,1,,,10\n");
    const Said wrong =
        m_place.run({QStringLiteral("fit"), QStringLiteral("wrong.csv"), QStringLiteral("--out"),
                     QStringLiteral("wrong.json"), QStringLiteral("--json")});
    QCOMPARE(wrong.status, 2);
    QCOMPARE(wrong.json()["error"]["where"], Json("row 2, column isl"));
  }

  /// Saved and opened it is planned again; why, sweep and compare answer it, too.
  void otherCommandsAnswer() {
    const Said saved = json(QStringLiteral("plan"), QStringLiteral("rate.json"),
                            {QStringLiteral("--save"), QStringLiteral("served.astrolabe")});
    QVERIFY2(saved.status == 0, saved.all().constData());
    const Said opened =
        m_place.run({QStringLiteral("plan"), QStringLiteral("served.astrolabe"), QStringLiteral("--json")});
    QVERIFY2(opened.status == 0, opened.all().constData());
    QCOMPARE(opened.json()["best"], saved.json()["best"]);
    const Said why = json(QStringLiteral("why"), QStringLiteral("rate.json"),
                          {QStringLiteral("--strategy"), QStringLiteral("deployment.json")});
    QVERIFY2(why.status == 0, why.all().constData());
    QCOMPARE(why.json()["verdict"], Json("behind"));
    // What it lacks of the tokens/s of a GPU, told once and the same in words.
    const auto rate = [&](const char* whose) {
      return why.json()[whose]["output_tokens_per_second_per_gpu"].get<double>();
    };
    const double behind = why.json()["behind"].get<double>();
    QVERIFY(std::fabs(behind - (1.0 - rate("given") / rate("best"))) < 1e-9);
    const Said words = run(QStringLiteral("why"), QStringLiteral("rate.json"),
                           {QStringLiteral("--strategy"), QStringLiteral("deployment.json")});
    const QByteArray share = words.out.mid(6, words.out.indexOf(" behind") - 6);  // "It is …"
    QVERIFY2(!share.isEmpty() && words.out.contains("with " + share + " fewer tokens/s of a GPU"),
             words.out.constData());
    const Said compared = m_place.run(
        {QStringLiteral("compare"), QStringLiteral("served.astrolabe"), QStringLiteral("--json")});
    QVERIFY2(compared.status == 0, compared.all().constData());
    QCOMPARE(compared.json()["scenarios"][0]["best"]["deployment"], saved.json()["best"][0]["deployment"]);
    const Said swept =
        m_place.run({QStringLiteral("sweep"), QStringLiteral("--model"), QStringLiteral("llama-3.1-70b"),
                     QStringLiteral("--cluster"), QStringLiteral("eight.json"), QStringLiteral("--job"),
                     QStringLiteral("rate.json"), QStringLiteral("--json")});
    QVERIFY2(swept.status == 0 && swept.out.contains("deployment"), swept.all().constData());
  }
};

}  // namespace tst_cli_serving

ASTROLABE_TEST(tst_cli_serving, TestCliServing)
#include "tst_cli_serving.moc"
