// What training software makes of a step's time and memory: hand cases, each from first principles.
#include <QtTest>
#include <cmath>

#include "core/calibration/validation.h"
#include "core/cost/band.h"
#include "core/cost/kernel.h"
#include "core/cost/layer_cost.h"
#include "core/cost/shape.h"
#include "core/cost/tables.h"
#include "core/strategy/software_of.h"
#include "problems.h"
#include "tests/core/close_to.h"
#include "tests/program/test_program.h"

namespace tst_software_costs {

using namespace astrolabe;
using namespace astrolabe::cost;
using namespace astrolabe::tests;

namespace {

const std::string kColumns =
    "id,model,family,layers,hidden,heads,kv_heads,ffn,gated_mlp,vocab,seq,gpu,n_gpus,gpus_per_node,"
    "inter_node_link,dtype,tp,pp,vpp,cp,dp,mbs,gbs,zero,sp,recompute,framework,date,measured_kind,"
    "measured_value,notes,compile,train_mode,mem_kind,dispatcher\n";

std::vector<calibration::MeasuredCase> cases_of(const std::string& rows) {
  const auto table = calibration::read_measured_runs(kColumns + rows);
  std::vector<calibration::SkippedRow> skipped;
  if (!table) return {};
  return calibration::make_cases(*table, hardware::Catalogue::built_in(), skipped);
}

/// GiB of the only row.
double gib_of(const std::string& row) {
  const auto cases = cases_of(row);
  return cases.size() == 1 ? calibration::predict(cases.front()) : 0.0;
}

LayerCost layer_of(const strategy::Problem& problem, const Splitting& splitting) {
  const Device device = make_device(problem.cluster.pools[0], problem.job.precision, coefficients_of(problem),
                                    problem.software);
  return split_cost(problem, device, splitting).classes[0];
}

}  // namespace

class TestSoftwareCosts : public QObject {
  Q_OBJECT

 private slots:
  /// 8B with FSDP2 on 8 GPUs, all layers recomputed, compiled, 4096 tokens. Static 16 x 8.03e9 / 8 = 14.957
  /// GiB; inputs of 32 layers and a live layer 2 x 4096 x 4096 x 32 + 4096 x (16 x 4096 + 6 x 14336) = 1.578;
  /// logits 12 x 4096 x 128256 = 5.871; gathered 12 x 0.2181e9 + 8 x 0.5253e9 B = 6.352; 1.06 of what moves
  /// and 0.4: 29.99 GiB reserved.
  void memoryOfFsdp2() {
    checkNear(
        gib_of("a,Llama-3-8B,llama,32,4096,32,8,14336,1,128256,4096,H100-SXM-80GB,8,8,,fp8,1,1,,1,8,1,8,"
               "3,0,full,torchtitan (PyTorch FSDP2),2025-02,peak_mem_gib,28,,torch,pretrain,reserved,\n"),
        29.99, 0.06);
  }

  /// 405B with tensor 8, pipeline 8 and FSDP over 8: weights and gradients stay whole for the step, only the
  /// optimizer's state is sharded: (2 + 4 + 12 / 8) x 6.638e9 B = 46.4 GiB of 67.65. Sharded they would be
  /// 16 / 8 B a parameter, 12.4 GiB.
  void memoryOfFsdpWithAPipeline() {
    const std::string row =
        "a,Llama-3.1-405B,llama,126,16384,128,8,53248,1,128256,32768,H100-SXM-96GB-500W,512,8,RDMA 400 Gb/s "
        "per "
        "GPU,fp8,8,8,,1,8,1,64,3,1,full,torchtitan (PyTorch FSDP2),2024-12,peak_mem_gib,75,,,,,\n";
    const auto cases = cases_of(row);
    QCOMPARE(cases.size(), std::size_t{1});
    QCOMPARE(cases[0].strategy.zero_stage, 1);
    checkNear(calibration::predict(cases[0]), 67.65, 0.06);
  }

  /// All of 1.8B through DeepSpeed's ZeRO-3 on one GPU: 16 x 1.837e9 B of weights, gradients and state, 1.4 x
  /// 4 x (1e9 gathered + 1e9 of the optimizer's group + half of 0.622e9 in embedding and head) B, 0.7 of
  /// logits and buffers, 1 of context: 41.0 GiB (measured 40.5; 35.7 without the buffers of ZeRO-3).
  void memoryOfZero3OnOneGpu() {
    checkNear(
        gib_of("a,Qwen1-1.8B,llama,24,2048,16,16,5504,1,151936,256,A100-SXM-80GB,1,1,,bf16,1,1,,1,1,1,8,"
               "0,0,full,Qwen finetune.py (HF Trainer + PEFT),2023-11,peak_mem_gib,40.51,,,sft,device,\n"),
        41.0, 0.02);
  }

  /// Parameters that are gathered in 8 bits are kept so: 1 B for 2 of weights.
  void eightBitWeights() {
    const auto weights = [](const char* column) {
      const auto table = calibration::read_measured_runs(
          "id,model,layers,hidden,heads,ffn,vocab,seq,gpu,n_gpus,dtype,tp,pp,dp,mbs,gbs,recompute,framework,"
          "date,measured_kind,measured_value,mem_kind,fp8_param_gather\na,x,32,4096,32,11008,32000,4096,"
          "H100-SXM-80GB,8,fp8,1,1,8,1,8,full,NeMo,2025-06,peak_mem_gib,50,allocated," +
          std::string(column) + "\n");
      const auto made = calibration::make_case(table->runs.at(0), hardware::Catalogue::built_in());
      return made ? calibration::predict(*made) : 0.0;
    };
    const double parameters =
        32.0 * (4.0 * 4096 * 4096 + 3.0 * 4096 * 11008 + 2.0 * 4096) + 2.0 * 32000 * 4096 + 4096;
    checkNear((weights("0") - weights("1")) * kGib, parameters, 0.02);
  }

  /// Checkpointing by operator keeps of a token 2 h + 2 (2 q + k) + 2 f bytes: hidden 1024, 16 heads and 8 of
  /// keys of 64, inner width 4096, 1024 tokens.
  void operatorLevelCheckpoints() {
    strategy::Problem problem =
        make_test_problem(make_graph(4, 1024, 16, 8), make_cluster({make_pool("a", 1, 8)}), 1024, 16);
    problem.software.stack = strategy::Stack::torch_native;
    problem.software.compiled = true;
    problem.software.operator_checkpoint = true;
    const LayerCost layer = layer_of(problem, {});
    const auto selective = static_cast<std::size_t>(strategy::Recompute::selective);
    checkNear(layer.kept_bytes[selective], 2.0 * 1024 * (1024 + 2 * 1024 + 512 + 4096), 1e-9);
    // It does less again than all of the layer, and more than attention alone.
    const auto full = static_cast<std::size_t>(strategy::Recompute::full);
    const double base = layer.time[0].backward_seconds;
    QVERIFY(layer.time[selective].backward_seconds > base);
    QVERIFY(layer.time[selective].backward_seconds < layer.time[full].backward_seconds);
  }

  /// Recomputed norms drop two results of hidden width, 2 bytes each.
  void modulesDropTheirResults() {
    strategy::Problem problem =
        make_test_problem(make_graph(4, 1024, 16, 8), make_cluster({make_pool("a", 1, 8)}), 1024, 16);
    problem.software.recompute_modules = strategy::again_norms;
    const LayerCost layer = layer_of(problem, {});
    const auto selective = static_cast<std::size_t>(strategy::Recompute::selective);
    checkNear(layer.kept_bytes[0] - layer.kept_bytes[selective], 2.0 * 1024 * 2.0 * 1024, 1e-9);
    QVERIFY(layer.time[selective].backward_seconds > layer.time[0].backward_seconds);
  }

  /// 64 experts' ranks on 8 nodes of 8, 4096 tokens of width 7168, top 8 in at most 4 groups: a rank sends
  /// 2 x 4096 x 8 x 7168 B, 7/8 of it to other nodes, half of that as a token goes to each node once:
  /// 205.5 MB at 0.88 of 50 GB/s, 4.67 ms, which hides the links' part. Dispatch and combine, 0.8 exposed, of
  /// which today's release hides some.
  void tokensOnceANode() {
    auto graph = make_graph(4, 7168, 64, 64, 256);
    graph->classes[0].experts->top_k = 8;
    graph->classes[0].experts->routing_groups = 8;
    graph->classes[0].experts->routing_top_groups = 4;
    strategy::Problem problem = make_test_problem(graph, make_cluster({make_pool("a", 8, 8)}), 4096, 64);
    problem.software.dispatcher = strategy::Dispatcher::once_a_node;
    Splitting splitting;
    splitting.expert_parallel = 64;
    const Device device = make_device(problem.cluster.pools[0], problem.job.precision,
                                      coefficients_of(problem), problem.software);
    const StackTraits traits = stack_traits(problem, false);
    checkNear(traits.expert_exposed, 0.8 * traits.release, 1e-12);
    const double exposed = split_parts(problem, device, splitting).at(0).at(0).forward[Part::expert_parallel];
    const double bytes = 2.0 * 4096 * 8 * 7168 * 7.0 / 8.0 * 0.5;
    checkNear(exposed, traits.expert_exposed * 2.0 * (bytes / (0.88 * 50e9) + 5e-6) * traits.factor, 1e-6);
    problem.software.dispatcher = strategy::Dispatcher::all_to_all;
    QVERIFY(split_parts(problem, device, splitting).at(0).at(0).forward[Part::expert_parallel] >
            2.0 * exposed);
  }

  /// A scale for each row instead of one for all: products at 0.68 of the efficiency, and tensor-parallel
  /// gathers in 2 bytes instead of 1. Gathers are half of that traffic.
  void rowwiseScales() {
    strategy::Problem problem =
        make_test_problem(make_graph(4, 8192, 64, 8), make_cluster({make_pool("a", 1, 8)}), 4096, 16);
    problem.job.precision = hardware::Precision::fp8;
    problem.software = strategy::software_of(strategy::Stack::torch_native);
    strategy::Problem rows = problem;
    rows.software.rowwise_scales = true;
    const auto device = [](const strategy::Problem& asked) {
      return make_device(asked.cluster.pools[0], asked.job.precision, coefficients_of(asked), asked.software);
    };
    const auto product = [&](const strategy::Problem& asked) {
      return gemm_seconds(device(asked), 8192, 8192, 8192, true, Product::forward);
    };
    checkNear(product(rows) / product(problem), 1.0 / 0.68, 1e-9);
    Splitting splitting;
    splitting.tensor_parallel = 8;
    splitting.sequence_parallel = true;
    const auto traffic = [&](const strategy::Problem& asked) {
      return split_parts(asked, device(asked), splitting).at(0).at(0).forward[Part::tensor_parallel];
    };
    checkNear(traffic(problem) / traffic(rows), 0.75, 0.06);
    const double plain = traffic(rows);
    splitting.overlap_tensor_parallel = true;
    checkNear(traffic(rows), 0.5 * plain, 1e-9);
  }

  /// Releases speed up the software's own share of a pass alone: a dense layer takes P + r S, P its products
  /// and attention at the hardware's rates, S what moves its elements, r = exp(-rate (year - 2024.5)).
  void releasesKeepProducts() {
    strategy::Problem problem =
        make_test_problem(make_graph(4, 8192, 64, 8), make_cluster({make_pool("a", 1, 8)}), 8192, 16);
    const Device device = make_device(problem.cluster.pools[0], problem.job.precision,
                                      coefficients_of(problem), problem.software);
    const auto forward = [&](double year) {
      problem.software.year = year;
      return layer_of(problem, {}).time[0].forward_seconds;
    };
    const model::LayerClass& layer = problem.graph->classes[0];
    double products = attention_forward_seconds(device, layer.attention[0], 1.0, 8192.0, 1, 1, true);
    for (const model::Gemm& gemm : layer.gemms)
      products += gemm_seconds(device, 8192.0, static_cast<double>(gemm.n), static_cast<double>(gemm.k),
                               gemm.low_precision, Product::forward);
    checkNear(forward(2500.0), products, 1e-9);
    const double rate = coefficients_of(problem).software_dense;
    QVERIFY(rate > 0.0);
    for (const double year : {2024.5, 2025.5, 2026.5})
      checkNear((forward(year) - products) / (forward(2024.5) - products), std::exp(-rate * (year - 2024.5)),
                1e-3);
    // Where a release hides nothing more, traffic is exposed whole, not more than whole.
    problem.graph = make_graph(4, 1024, 16, 8, 8);
    problem.software.year = 2015.0;
    QCOMPARE(stack_traits(problem, false).expert_exposed, 1.0);
    QVERIFY(stack_traits(problem, false).tensor_overlap >= 0.0);
  }

  /// Graphs of the routing alone leave a layer's other launches to the host, as a run's notes list them.
  void graphsOfTheRoutingAlone() {
    const auto launches = [](const char* notes, const char* graphs) {
      const auto table = calibration::read_measured_runs(
          "id,model,layers,hidden,heads,ffn,experts,topk,expert_ffn,vocab,seq,gpu,n_gpus,dtype,tp,pp,dp,ep,"
          "mbs,"
          "gbs,framework,date,measured_kind,measured_value,cuda_graphs,notes\na,x,32,2048,16,4096,64,8,768,"
          "32000,"
          "4096,H100-SXM-80GB,8,bf16,1,1,8,8,1,64,Megatron-Bridge,2026-04,iter_s,1," +
          std::string(graphs) + "," + notes + "\n");
      const auto made = calibration::make_case(table->runs.at(0), hardware::Catalogue::built_in());
      return made ? stack_traits(made->problem, false).host_layer_seconds : 0.0;
    };
    const double captured = launches("\"x; cuda_graphs: TE: attn, moe_router, moe_preprocess\"", "layers");
    QCOMPARE(launches("", "layers"), captured);
    QCOMPARE(launches("\"cuda_graphs: TE: moe_router, moe_preprocess; attn\"", "layers"),
             launches("", "none"));
    QVERIFY(launches("", "none") > 3.0 * captured);
  }

  /// A ring of four ranks in PyTorch works in blocks: attention takes 1 + 0.135 x 2 of the time of one block.
  void ringsInBlocks() {
    strategy::Problem problem =
        make_test_problem(make_graph(4, 1024, 16, 8), make_cluster({make_pool("a", 1, 8)}), 65536, 16);
    problem.software = strategy::software_of(strategy::Stack::torch_native);
    Splitting splitting;
    splitting.context_parallel = 4;
    const auto computed = [&](strategy::ContextMethod method) {
      problem.software.context_method = method;
      const Device device = make_device(problem.cluster.pools[0], problem.job.precision,
                                        coefficients_of(problem), problem.software);
      return split_parts(problem, device, splitting).at(0).at(0).forward[Part::compute_forward];
    };
    const Device device = make_device(problem.cluster.pools[0], problem.job.precision,
                                      coefficients_of(problem), problem.software);
    const double attention =
        attention_forward_seconds(device, problem.graph->classes[0].attention[0], 1.0, 65536.0, 1, 4, true);
    const double factor = stack_traits(problem, false).factor;
    checkNear((computed(strategy::ContextMethod::ring) - computed(strategy::ContextMethod::gather)) / factor,
              0.27 * attention, 1e-6);
  }

  /// DeepSpeed's ZeRO-3 engine on one GPU gathers nothing, and its hooks run all the same: 24 layers x 8
  /// micro-batches x 5 ms x 1.33 of a recomputed one, 1.28 s, where the host is what a step waits for.
  void hooksOfOneGpu() {
    const auto seconds = [](const char* mode) {
      const auto table = calibration::read_measured_runs(
          "id,model,layers,hidden,heads,ffn,vocab,seq,gpu,n_gpus,dtype,tp,pp,dp,mbs,gbs,zero,recompute,"
          "framework,date,measured_kind,measured_value,train_mode\na,x,24,2048,16,5504,151936,256,"
          "A100-SXM-80GB,1,bf16,1,1,1,1,8,0,full,\"Qwen finetune.py (HF Trainer)\",2023-12,iter_s,2.1," +
          std::string(mode) + "\n");
      const auto made = calibration::make_case(table->runs.at(0), hardware::Catalogue::built_in());
      return made ? calibration::predict(*made) * made->tokens_per_step : 0.0;
    };
    QVERIFY(seconds("sft") > 24 * 8 * (2.85e-3 + 5e-3) * 1.2);
    QVERIFY(seconds("sft") - seconds("pretrain") > 24 * 8 * 5e-3);
  }

  /// Gradients have one width in the reduction, whichever way weights are sharded: 4 bytes where the job says
  /// fp32. ZeRO 3 moves them and gathers weights twice besides, so that ZeRO 2 is not slower.
  void gradientsOfShardedWeights() {
    strategy::Problem problem =
        make_test_problem(make_graph(4, 4096, 32, 8), make_cluster({make_pool("a", 2, 8)}), 4096, 64);
    QCOMPARE(stack_traits(problem, false).sharded_gradient_bytes, 4.0);
    const auto seconds = [&](int zero) {
      strategy::Strategy strategy;
      strategy.data_parallel = 16;
      strategy.sharding_group = 16;
      strategy.zero_stage = zero;
      strategy.overlap_grad_reduce = strategy.overlap_param_gather = true;
      strategy.stages = {{0, 4, 1, strategy::Recompute::none, 0}};
      cost::Tables tables(problem);
      return cost::Shape(tables, strategy).evaluate({4}).step.value;
    };
    QVERIFY2(seconds(2) <= seconds(3), qPrintable(QStringLiteral("%1 %2").arg(seconds(2)).arg(seconds(3))));
    problem.job.gradient_precision = strategy::GradientPrecision::bf16;
    QCOMPARE(stack_traits(problem, false).sharded_gradient_bytes, 2.0);
  }

  /// The less stands behind a prediction, the wider its band; a doubt widens it once
  /// more, a sibling's at least, by 1.75 in the logarithm.
  void bandsByEvidence() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 1024, 16);
    strategy::Strategy strategy;
    strategy.stages.resize(1);
    const auto width = [&](bool doubtful) {
      const Band band = step_band(problem, strategy, doubtful);
      return band.high / band.low;
    };
    QCOMPARE(evidence_of(problem), Evidence::measured);
    const double measured = width(false);
    const double doubtful = width(true);
    problem.software.stack = strategy::Stack::torch_native;
    QCOMPARE(evidence_of(problem), Evidence::sibling);
    QVERIFY(width(false) > measured);
    checkNear(std::log(width(true)) / std::log(width(false)), 1.75, 1e-12);
    QCOMPARE(width(true), doubtful);
    const double sibling = width(false);
    problem.cluster.pools[0].gpu.id = "new";
    problem.cluster.pools[0].gpu.architecture = "Nobody's";
    QCOMPARE(evidence_of(problem), Evidence::datasheet);
    QVERIFY(width(false) > sibling);
    // A datasheet alone: 1.35 to both sides, dense. With mixers that carry a state twice that in the
    // logarithm.
    checkNear(width(false), 1.35 * 1.35, 1e-12);
    auto graph = std::make_shared<model::Graph>(*problem.graph);
    graph->classes[0].state_mixers.emplace_back();
    problem.graph = graph;
    checkNear(width(false), std::pow(1.35, 4.0), 1e-12);
  }

  /// Two layouts that come out equal are half right; a layout that two releases publish is no pair.
  void tiesCountHalf() {
    const std::string row =
        ",m,llama,32,4096,32,32,11008,1,32000,4096,H100-SXM-80GB,8,8,,bf16,1,1,,1,8,1,MBS,1,0,none,NeMo,2025-"
        "01,"
        "iter_s,VALUE,,,,,\n";
    const auto with = [&](const std::string& id, const std::string& batch, const std::string& value) {
      std::string text = id + row;
      text.replace(text.find("MBS"), 3, batch);
      return text.replace(text.find("VALUE"), 5, value);
    };
    const auto cases = cases_of(with("a", "128", "5") + with("b", "128", "7") + with("c", "256", "20"));
    QCOMPARE(cases.size(), std::size_t{3});
    const calibration::Ordering order =
        calibration::order_of(cases, std::vector<double>{1.0, 1.0, 1.0}, 0.05);
    QCOMPARE(order.pairs, 2);  // a and b are one layout
    QCOMPARE(order.right, 1.0);
  }
};

}  // namespace tst_software_costs

ASTROLABE_TEST(tst_software_costs, TestSoftwareCosts)
#include "tst_software_costs.moc"
