#include "core/exports/serving_start.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/quoting.h"
#include "core/exports/visible_gpus.h"
#include "core/exports/yaml.h"

namespace astrolabe::exports {

using serving::Runtime;

namespace {

constexpr int kSideChannelPort = 5600;
constexpr const char* kBootstrapArgument = "--disaggregation-bootstrap-port";

/// `port` of a copy, as a shell reads it.
std::string port_of(const Server& server, int port) {
  const auto first = server.only_first_gpu();
  return first ? std::to_string(port + kPortsOfGpu * *first)
               : fmt::format("$(({} + {} * FIRST))", port, kPortsOfGpu);
}

/// The command without its settings; the port is a shell expression.
std::string command_of(Runtime runtime, const Server& server) {
  const std::string port = port_of(server, kFirstPort);
  switch (runtime) {
    case Runtime::vllm:
      return fmt::format("vllm serve \"$MODEL\" --host 0.0.0.0 --port {}", port);
    case Runtime::sglang:
      return fmt::format("python3 -m sglang.launch_server --model-path \"$MODEL\" --host 0.0.0.0 --port {}",
                         port);
    case Runtime::tensorrt_llm:
      break;
  }
  return fmt::format("{}trtllm-serve \"$MODEL\" --host 0.0.0.0 --port {}",
                     server.nodes() > 1 ? "trtllm-llmapi-launch " : "", port);
}

/// Settings two spaces in, as lines that go on.
std::string lines_of(const Server& server, const EngineStart& start) {
  std::string text;
  for (const auto& [name, value] : start.arguments)
    text += name == kBootstrapArgument
                ? fmt::format(" \\\n      {} {}", name, port_of(server, value.get<int>()))
                : fmt::format(" \\\n      {}", fmt::join(words_of({{name, value}}), " "));
  for (const auto& [name, value] : start.place)
    text += fmt::format(" \\\n      {} {}{}{}", name, value.front() == '$' ? "\"" : "", value,
                        value.front() == '$' ? "\"" : "");
  if (start.later_headless) text += " \\\n      ${LATER:+--headless}";
  return text;
}

/// Which GPUs a copy sees where it does not have the whole machine.
std::string own_gpus(const Server& server) {
  const int gpus = server.gpus_a_node();
  const auto only = server.only_first_gpu();
  if (only && gpus == server.pool->gpus_per_node) return {};
  const std::string_view visible = visible_devices(server.pool->vendor);
  if (only) return fmt::format("    export {}=$(seq -s, {} {})\n", visible, *only, *only + gpus - 1);
  std::string text = fmt::format("    # COPY from 0 to {}: which of them this machine starts, see above.\n",
                                 server.copies - 1);
  text += fmt::format("    COPY=${{2:?}}\n    [ \"$COPY\" -lt {} ] || exit 2\n", server.copies);
  const int together = server.copies_a_node();
  bool regular = true;
  for (int copy = 0; copy < server.copies; ++copy)
    regular = regular && server.places[static_cast<std::size_t>(copy)].first_gpu == copy % together * gpus;
  if (regular) {
    text += fmt::format("    FIRST=$((COPY % {} * {}))\n", together, gpus);
  } else {
    std::vector<int> firsts;
    for (const CopyPlace& place : server.places) firsts.push_back(place.first_gpu);
    text += fmt::format("    FIRSTS=({})\n    FIRST=${{FIRSTS[COPY]:?}}\n", fmt::join(firsts, " "));
  }
  return text + fmt::format("    export {}=$(seq -s, $FIRST $((FIRST + {})))\n", visible, gpus - 1);
}

/// What a copy sees of its machine: which GPUs, or which machine it is.
std::string before_command(Runtime runtime, const Server& server, const EngineStart& start) {
  std::string text;
  const int gpus = server.worker.gpus();
  if (server.nodes() > 1) {
    if (runtime == Runtime::tensorrt_llm)
      return fmt::format(
          "    # In an allocation of {} machines: srun -N {} --ntasks {} --ntasks-per-node {} --mpi=pmix "
          "bash "
          "THIS {}\n",
          server.nodes(), server.nodes(), gpus, server.gpus_a_node(), server.name);
    text += fmt::format(
        "    # On each of the {} machines of a copy: NODE_RANK from 0 on, HEAD is the first of them.\n",
        server.nodes());
    text += "    NODE_RANK=${2:?} HEAD=${3:?}\n";
    if (start.later_headless) text += "    LATER=${NODE_RANK#0}\n";
  }
  return text + own_gpus(server);
}

std::string transfer_environment(Runtime runtime, const Server& server) {
  if (server.role == Role::whole || runtime != Runtime::vllm) return {};
  std::string text = "    export VLLM_NIXL_SIDE_CHANNEL_HOST=$(hostname -i)\n";
  return text + fmt::format("    export VLLM_NIXL_SIDE_CHANNEL_PORT={}\n", port_of(server, kSideChannelPort));
}

/// One case of the script.
Result<std::string> case_of(Runtime runtime, const ServedFleet& served, const Server& server) {
  const auto start = engine_start(runtime, served, server);
  if (!start) return tl::unexpected<Error>(start.error());
  std::string text = fmt::format("  {})\n    # {}\n", server.name, line_of(server));
  for (const std::string& remark : remarks_of(runtime, server)) text += "    # " + remark + '\n';
  text += before_command(runtime, server, *start) + transfer_environment(runtime, server);
  // A file of its own for each process: those of several machines write side by side.
  const bool file = !start->file.empty();
  if (file)
    text += fmt::format("    FILE=$(mktemp)\n    cat >\"$FILE\" <<'END'\n{}END\n",
                        yaml_text(nested_settings(start->file)));
  text += "    exec " + command_of(runtime, server) + lines_of(server, *start);
  if (file) text += " \\\n      --extra_llm_api_options \"$FILE\"";
  return text + "\n    ;;\n";
}

/// Which copies each machine starts, on which GPUs and ports.
std::string machine_lines(const std::vector<Server>& servers) {
  std::string text;
  for (const MachineStarts& machines : machines_of(servers)) {
    text += machines.first == machines.last
                ? fmt::format("# machine {}", machines.first + 1)
                : fmt::format("# machines {} to {}", machines.first + 1, machines.last + 1);
    text += fmt::format(" of {}, each:", comment_text(machines.starts.front().server->pool->id));
    const char* separator = " ";
    for (const auto& [server, first] : machines.starts) {
      const int last = first + server->gpus_a_node() - 1;
      text += fmt::format("{}{} on GPU {}{}, port {}", separator, server->name, first,
                          last > first ? fmt::format(" to {}", last) : "", kFirstPort + kPortsOfGpu * first);
      separator = "; ";
    }
    text += '\n';
  }
  return text;
}

/// What stands in front of several servers.
std::string router_of(Runtime runtime, const std::vector<Server>& servers) {
  const bool parted = std::any_of(servers.begin(), servers.end(),
                                  [](const Server& server) { return server.role != Role::whole; });
  int copies = 0;
  for (const Server& server : servers) copies += server.copies;
  if (copies == 1) return {};
  std::string text = "# In front of the servers: what spreads requests over them, by the shares above.\n";
  if (runtime == Runtime::sglang)
    text += parted ? "#   python3 -m sglang_router.launch_router --pd-disaggregation --prefill "
                     "http://HOST:PORT BOOTSTRAP_PORT … --decode http://HOST:PORT …\n"
                   : "#   python3 -m sglang_router.launch_router --worker-urls http://HOST:PORT …\n";
  if (runtime == Runtime::tensorrt_llm && parted)
    text +=
        "#   trtllm-serve disaggregated -c FILE, whose context_servers and generation_servers are these\n";
  if (runtime == Runtime::vllm && parted)
    text += "#   a proxy that sends prompts to a prefill server first, as that of llm-d (form llm-d)\n";
  return text;
}

}  // namespace

std::vector<std::string> words_of(const EngineSettings& settings) {
  std::vector<std::string> words;
  for (const auto& [name, value] : settings) {
    words.push_back(name);
    if (value == true) continue;
    words.push_back(shell_word(value.is_string() ? value.get<std::string>() : text_of(value)));
  }
  return words;
}

std::string line_of(const Server& server) {
  const serving::Worker& worker = server.worker;
  const int machines = server.machines();
  std::string text = fmt::format(
      "{} {} on {} {} of {}: tensor {}", server.copies, server.copies == 1 ? "copy" : "copies", machines,
      machines == 1 ? "machine" : "machines", comment_text(server.pool->id), worker.tensor_parallel);
  if (worker.attention_data_parallel > 1)
    text += fmt::format(", attention data {}", worker.attention_data_parallel);
  if (worker.pipeline_parallel > 1) text += fmt::format(", pipeline {}", worker.pipeline_parallel);
  if (worker.expert_parallel > 1) text += fmt::format(", expert {}", worker.expert_parallel);
  if (server.role != Role::whole) text += fmt::format(", {} alone", to_string(server.role));
  return text + fmt::format(", {:.3g} % of requests", 100.0 * server.share);
}

std::string serving_heading(const ServedFleet& served, const std::vector<Server>& servers, Runtime runtime) {
  const EngineArguments known(to_string(runtime));
  std::string text = served.plan.empty() ? "" : fmt::format("# plan: {}\n", comment_text(served.plan));
  text += fmt::format("# model: {}\n", comment_text(served.model));
  for (const Server& server : servers) text += fmt::format("# {}: {}\n", server.name, line_of(server));
  if (!served.version.empty()) text += fmt::format("# Astrolabe {}\n", comment_text(served.version));
  text += fmt::format("# {}, {}, read {}\n", known.title(), known.source(),
                      known.all().empty() ? "" : known.all().front().date);
  if (runtime != served.job.runtime)
    text += fmt::format("# The figures of the plan are of {}, not of this engine.\n",
                        EngineArguments(to_string(served.job.runtime)).title());
  return text;
}

Result<std::string> start_script(Runtime runtime, const ServedFleet& served) {
  const auto servers = servers_of(served);
  if (!servers) return tl::unexpected<Error>(servers.error());
  std::string text =
      "#!/bin/bash\n" + serving_heading(served, *servers, runtime) + machine_lines(*servers) +
      router_of(runtime, *servers) +
      "# Words in capitals are to be filled in. Start: bash THIS SERVER …, as each case says.\n"
      "set -e\nMODEL=${MODEL:-MODEL}\ncase ${1:?} in\n";
  for (const Server& server : *servers) {
    const auto one = case_of(runtime, served, server);
    if (!one) return one;
    text += *one;
  }
  return text + "  *)\n    echo \"no server is called $1\" >&2\n    exit 2\n    ;;\nesac\n";
}

const std::vector<ServingForm>& serving_forms() {
  static const std::vector<ServingForm> forms{
      {"vllm", "vLLM", ".vllm.sh",
       [](const ServedFleet& served) { return start_script(Runtime::vllm, served); }},
      {"sglang", "SGLang", ".sglang.sh",
       [](const ServedFleet& served) { return start_script(Runtime::sglang, served); }},
      {"tensorrt-llm", "TensorRT-LLM", ".tensorrt-llm.sh",
       [](const ServedFleet& served) { return start_script(Runtime::tensorrt_llm, served); }},
      {"llm-d", "llm-d", ".llm-d.yaml", llm_d_manifests},
      {"dynamo", "NVIDIA Dynamo", ".dynamo.yaml", dynamo_manifest}};
  return forms;
}

const ServingForm* find_serving_form(std::string_view id) {
  for (const ServingForm& form : serving_forms())
    if (id == form.id) return &form;
  return nullptr;
}

}  // namespace astrolabe::exports
