// What a job says of its software reaches its costs, as of a measured run: each key by what it moves or
// holds.
#include <QtTest>
#include <cmath>

#include "core/calibration/measured_case.h"
#include "core/cost/constants.h"
#include "core/cost/kernel.h"
#include "core/cost/layer_cost.h"
#include "core/cost/memory.h"
#include "core/strategy/software_of.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_job_software {

using namespace astrolabe;
using namespace astrolabe::cost;
using namespace astrolabe::tests;

namespace {

namespace k = cost::constants;
constexpr int kTokens = 1024, kHidden = 1024, kHeads = 16, kKeys = 8, kHead = 64, kInner = 4 * kHidden;

void checkNear(double found, double expected, double tolerance = 1e-9) {
  QVERIFY2(std::fabs(found / expected - 1.0) <= tolerance,
           qPrintable(QStringLiteral("%1, expected %2").arg(found, 0, 'g', 12).arg(expected, 0, 'g', 12)));
}

/// Asked with the object `software`, on eight machines of one GPU.
strategy::Problem asked(const char* software, int experts = 0,
                        hardware::Precision precision = hardware::Precision::bf16) {
  const strategy::Problem bare = make_test_problem(make_graph(4, kHidden, kHeads, kKeys, experts),
                                                   make_cluster({make_pool("a", 8, 1)}), kTokens, 64);
  strategy::Job job = bare.job;
  job.precision = precision;
  const Json json = {{"software", Json::parse(software)}};
  ObjectReader reader(json, "job");
  job.software = strategy::read_software(reader, json["software"]);
  auto problem = strategy::make_problem(bare.graph, bare.cluster, job, strategy::Objective::throughput);
  return problem ? *problem : strategy::Problem{};
}

Device device_of(const strategy::Problem& problem) {
  return make_device(problem.cluster.pools[0], problem.job.precision, coefficients_of(problem),
                     problem.software);
}

LayerCost layer_of(const strategy::Problem& problem, const Splitting& splitting = {}) {
  return split_cost(problem, device_of(problem), splitting).classes[0];
}

/// Forward seconds of a layer spent in one part.
double forward_of(const strategy::Problem& problem, const Splitting& splitting, Part part) {
  return split_parts(problem, device_of(problem), splitting).at(0).at(0).forward[part];
}

StackTraits traits_of(const strategy::Problem& problem) {
  return stack_traits(problem, device_of(problem).low_precision);
}

Splitting over(int Splitting::*degree) {
  Splitting splitting;
  splitting.*degree = 8;
  return splitting;
}

const std::string kRow =
    "id,model,family,layers,hidden,heads,kv_heads,ffn,gated_mlp,vocab,seq,gpu,n_gpus,dtype,tp,pp,cp,ep,dp,"
    "mbs,gbs,zero,recompute,framework,date,measured_kind,measured_value,compile,dispatcher,cuda_graphs\n"
    "a,m,llama,32,4096,32,8,14336,1,128256,4096,H100-SXM-80GB,8,bf16,1,1,1,1,8,1,8,3,selective,";

strategy::Software measured_with(const std::string& rest) {
  const auto table = calibration::read_measured_runs(kRow + rest + "\n");
  std::vector<calibration::AssumedSetting> assumed;
  return calibration::measured_software(table->runs.at(0), assumed);
}

}  // namespace

class TestJobSoftware : public QObject {
  Q_OBJECT

 private slots:
  /// A job and a measured run that say the same are costed with the same software.
  void asAMeasuredRun() {
    const char* job =
        R"({"runtime": "torchtitan", "date": "2025-06", "compile": true, "dispatcher": "deepep"})";
    QVERIFY(asked(job).software ==
            measured_with("torchtitan (PyTorch FSDP2),2025-06,iter_s,1,torch,deepep,"));
    const char* graphs =
        R"({"runtime": "megatron-core", "date": "2025-06", "graphs": "layers", "loss": "fused"})";
    const strategy::Software stated = asked(graphs).software;
    const strategy::Software run = measured_with("NeMo,2025-06,iter_s,1,none,alltoall,layers");
    QVERIFY(stated.stack == run.stack && stated.year == run.year && stated.dispatcher == run.dispatcher);
    QVERIFY(stated.layer_graphs == run.layer_graphs && stated.whole_graphs == run.whole_graphs);
  }

  /// Any runtime is the newest measured stack; one brings its defaults, the usual one too, and what is said
  /// wins.
  void defaultsOfTheRuntime() {
    QVERIFY(asked(R"({"runtime": "any"})").software == strategy::Software{});
    const strategy::Software megatron = asked(R"({"runtime": "megatron-core"})").software;
    QVERIFY(asked("{}").software == megatron);
    QVERIFY(megatron.layer_graphs == false && megatron.dispatcher == strategy::Dispatcher::all_to_all);
    QVERIFY(megatron.loss == strategy::Loss::eager);
    QVERIFY(asked(R"({"runtime": "megatron-core", "graphs": "full"})").software.whole_graphs == true);
    QVERIFY(asked(R"({"runtime": "primus"})").software == megatron);
    QVERIFY(asked(R"({"runtime": "deepspeed"})").software.stack == strategy::Stack::trainer);
    QCOMPARE(asked(R"({"date": "2024-07"})").software.year, 2024.0 + 6.5 / 12.0);
    QCOMPARE(asked(R"({"date": "2030-01"})").software.year, strategy::Software{}.year);
  }

  /// Two copies of a token to eight ranks, 7/8 of them to others; gathered, seven ranks' tokens once: four
  /// times the bytes. Sent once a node, 0.88 of the network instead of the fitted share.
  void dispatcher() {
    const auto seconds = [](const char* software) {
      return forward_of(asked(software, 8), over(&Splitting::expert_parallel), Part::expert_parallel);
    };
    const double each = seconds(R"({"dispatcher": "alltoall"})");
    checkNear(seconds(R"({"dispatcher": "allgather"})") / each, 4.0, 0.15);
    QVERIFY(seconds(R"({"dispatcher": "deepep"})") < each);
    QCOMPARE(seconds(R"({"dispatcher": "hybridep"})"), seconds(R"({"dispatcher": "deepep"})"));
    const double beside = seconds(R"({"dispatcher": "alltoall", "overlap_expert_parallel": true})");
    checkNear(beside / each, k::expert_overlap_left);
    // Work that is moved inside a backward pass is the same work.
    QCOMPARE(seconds(R"({"dispatcher": "alltoall", "delay_weight_gradients": true})"), each);
  }

  /// A small layer waits for its launches: those of Megatron's own, or of a captured layer.
  void graphs() {
    const auto host = [](const char* software, int experts) {
      const StackTraits traits = traits_of(asked(software, experts));
      return (traits.host_layer_seconds + (experts > 0 ? traits.host_moe_seconds : 0.0)) / traits.release;
    };
    const Coefficients fitted;
    checkNear(host(R"({"graphs": "none"})", 0), fitted.host_layer_seconds);
    checkNear(host(R"({"graphs": "layers"})", 0), k::host_graph_seconds);
    checkNear(host(R"({"graphs": "none"})", 8),
              fitted.host_layer_seconds + k::host_moe_eager * fitted.host_moe_seconds);
    checkNear(host(R"({"graphs": "full"})", 8), k::host_graph_seconds);
    const LayerTime eager = layer_of(asked(R"({"graphs": "none"})")).time[0];
    const LayerTime captured = layer_of(asked(R"({"graphs": "layers"})")).time[0];
    QVERIFY(eager.forward_seconds > captured.forward_seconds);
    QVERIFY(eager.forward_seconds + eager.backward_seconds >=
            traits_of(asked(R"({"graphs": "none"})")).host_layer_seconds * traits_of(asked("{}")).factor);
  }

  /// Eager norms keep 5 bytes of a hidden element and token more, a gated activation 2 of an inner one, and
  /// what is not fused moves 4 times its bytes instead of 0.6.
  void compiled() {
    const strategy::Problem eager = asked(R"({"runtime": "torchtitan"})");
    const strategy::Problem fused = asked(R"({"runtime": "torchtitan", "compile": true})");
    checkNear(layer_of(eager).kept_bytes[0] - layer_of(fused).kept_bytes[0],
              kTokens * (5.0 * kHidden + 2.0 * kInner));
    const Coefficients fitted;
    checkNear(traits_of(eager).elementwise / traits_of(fused).elementwise,
              fitted.elementwise_native / fitted.elementwise_compiled);
    QVERIFY(layer_of(eager).time[0].forward_seconds > layer_of(fused).time[0].forward_seconds);
  }

  /// A parameter of an 8-bit product is gathered in 1 byte for 2, and kept so.
  void eightBitGathers() {
    const auto fp8 = hardware::Precision::fp8;
    const StackTraits narrow = traits_of(asked(R"({"fp8_parameter_gather": true})", 0, fp8));
    const StackTraits wide = traits_of(asked(R"({"fp8_parameter_gather": false})", 0, fp8));
    QCOMPARE(narrow.gathered_bytes, 1.0);
    QCOMPARE(wide.gathered_bytes, 2.0);
    StageContent content;
    content.dense_parameters = 1e9;
    const strategy::Job job = asked("{}", 0, fp8).job;
    QCOMPARE((parameter_memory(job, content, wide) - parameter_memory(job, content, narrow)).value, 1e9);
  }

  /// Bytes held of a logit: fp32 with its gradient 12, one kernel 5.9, compiled 5.7, the eighth part of 12.
  void loss() {
    const auto held = [](const char* software) {
      return split_cost(asked(software), device_of(asked(software)), Splitting{}).edge.logits_bytes /
             (1.0 * kTokens * 32000);
    };
    checkNear(held(R"({"loss": "eager"})"), 12.0);
    checkNear(held(R"({"loss": "fused"})"), 5.9);
    checkNear(held(R"({"loss": "compiled"})"), 5.7);
    checkNear(held(R"({"loss": "chunked", "loss_chunks": 8})"), 1.5);
    checkNear(held(R"({"loss": "chunked"})"), 4.5);
    QVERIFY(traits_of(asked(R"({"loss": "compiled"})")).loss_bytes < traits_of(asked("{}")).loss_bytes);
  }

  /// Of four layers one in host memory: a quarter of the activations lies there, and a pass is as long as its
  /// layer or the transfer.
  void offloadedLayers() {
    const LayerCost none = layer_of(asked("{}"));
    const LayerCost one = layer_of(asked(R"({"offload_layers": 1})"));
    for (std::size_t kind = 0; kind < 3; ++kind)
      checkNear(one.kept_bytes[kind], 0.75 * none.kept_bytes[kind]);
    checkNear(one.host_bytes, 0.25 * none.kept_bytes[0]);
    const Device device = device_of(asked("{}"));
    const double transfer = none.kept_bytes[0] / (k::offload_share * device.pcie);
    checkNear(one.time[0].forward_seconds,
              0.75 * none.time[0].forward_seconds + 0.25 * std::max(transfer, none.time[0].forward_seconds));
    checkNear(layer_of(asked(R"({"offload_layers": 9})")).host_bytes, none.kept_bytes[0]);
  }

  /// Eight ranks of one sequence: keys and values of the seven others by the network, part of it exposed;
  /// gathered in front of attention, all of it; by heads, 7/8 of what the rank's own tokens have of queries,
  /// results, keys and values, half of it exposed.
  void contextParallelism() {
    const auto seconds = [](const char* software) {
      const strategy::Problem problem = asked(software);
      return forward_of(problem, over(&Splitting::context_parallel), Part::context_parallel) /
             traits_of(problem).factor;
    };
    const Coefficients fitted;
    const double tokens = kTokens / 8.0;
    const double network = asked("{}").cluster.pools[0].inter_node.bandwidth.value;
    const double ring = seconds(R"({"context_parallel_method": "p2p"})");
    checkNear(ring, fitted.context_exposed * 7.0 * tokens * kKeys * 2.0 * kHead * 2.0 /
                        (network * fitted.network_share));
    checkNear(seconds(R"({"context_parallel_method": "allgather"})"), ring / fitted.context_exposed);
    checkNear(
        seconds(R"({"context_parallel_method": "a2a"})"),
        0.5 * 7.0 / 8.0 * tokens * 2.0 * (kHeads + kKeys) * kHead * 2.0 / (network * fitted.all_to_all_share),
        0.5);
    // Machines of one GPU have no inside.
    QCOMPARE(seconds(R"({"context_parallel_method": "a2a+p2p"})"), ring);
  }

  /// Recomputed norms drop two results of hidden width, 2 bytes each, and take time in backward.
  void recomputedModules() {
    const LayerCost layer = layer_of(asked(R"({"recompute_modules": ["layernorm"]})"));
    const auto selective = static_cast<std::size_t>(strategy::Recompute::selective);
    checkNear(layer.kept_bytes[0] - layer.kept_bytes[selective], 2.0 * kTokens * 2.0 * kHidden);
    QVERIFY(layer.time[selective].backward_seconds > layer.time[0].backward_seconds);
  }

  /// FSDP that keeps its weights gathered: 2 bytes of all and 4 of the eighth part, gradients 4 and moments 8
  /// of it. That shards them again: 16 of the eighth part.
  void weightsOfFsdp() {
    const strategy::Problem problem = asked(R"({"runtime": "torchtitan"})");
    StageContent content;
    content.dense_parameters = 8e9;
    content.dense_ranks = content.dense_shards = 8;
    content.zero_stage = 3;
    checkNear(parameter_memory(problem.job, content, traits_of(problem)).value, 16e9);
    content.zero_stage = 2;
    checkNear(parameter_memory(problem.job, content, traits_of(problem)).value, 16e9 + 16e9);
  }
};

}  // namespace tst_job_software

ASTROLABE_TEST(tst_job_software, TestJobSoftware)
#include "tst_job_software.moc"
