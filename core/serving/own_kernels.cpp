// The forms of kernels fitted to measured ones.
#include "core/serving/own_kernels.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

#include "core/base/error_codes.h"
#include "core/serving/robust.h"

namespace astrolabe::serving {

namespace {

constexpr double kLatentWidth = 576.0, kLatentValues = 512.0, kLatentLeast = 16.0;
constexpr double kFormStep = 0.01;  // of ln(constant) in derivatives
/// Deviations of ln(constant) around its generation's: launches, shares of a rate, others.
constexpr double kLaunchPrior = 0.7, kSharePrior = 0.4, kOtherPrior = 1.0;

double sixth_power_norm(double a, double b) {
  return std::pow(std::pow(a, 6.0) + std::pow(b, 6.0), 1.0 / 6.0);
}

/// Number format by the names of tables; names of experts' kernels are of their weights.
DataType type_of(const std::string& dtype) {
  if (dtype.find("mxfp4") != std::string::npos) return DataType::mxfp4;
  if (dtype == "int4_wo") return DataType::int4;
  return data_type_from(dtype).value_or(DataType::bf16);
}

bool narrow_cache(const KernelTime& kernel) { return bytes_of(type_of(kernel.dtype)) < 2.0; }

double product_us(const Machine& machine, const KernelTime& kernel) {
  const DataType type = type_of(kernel.dtype);
  const ProductForm form = product_form(machine, type, kernel.outputs, kernel.inputs, 1.0, 1.0);
  return form.us(kernel.rows) *
         value_at(product_ratios(machine, type, kernel.outputs * kernel.inputs), row_place(kernel.rows));
}

double decode_us(const Machine& machine, const KernelTime& kernel) {
  const KernelConstants& forms = kernels_of(machine);
  const double cache = narrow_cache(kernel) ? 1.0 : 2.0;
  const double share = forms.decode.bandwidth_share * (narrow_cache(kernel) ? forms.fp8_cache : 1.0);
  const double keys = kernel.window > 0.0 ? std::min(kernel.context, kernel.window) : kernel.context;
  const AttentionRatios spans =
      attention_ratios(machine, narrow_cache(kernel) ? DataType::fp8 : DataType::bf16);
  const GridPlace heads = head_place(kernel.batch * kernel.kv_heads);
  double ratio = value_at(spans[4], heads);
  if (kernel.window <= 0.0) {
    const GridPlace span = span_place(keys);
    const double near = value_at(spans[span.index], heads);
    ratio = near + span.weight * (value_at(spans[span.index + 1], heads) - near);
  }
  return ratio * decode_attention_us(machine, forms.decode, share, 1.0, kernel.batch, keys, kernel.heads,
                                     kernel.kv_heads, kernel.head_dim, cache);
}

double latent_us(const Machine& machine, const KernelTime& kernel) {
  const KernelConstants& forms = kernels_of(machine);
  const double pairs = kernel.batch * kernel.context;
  const double bytes = pairs * kLatentWidth * (narrow_cache(kernel) ? 1.0 : 2.0);
  const double work = 2.0 * std::max(kernel.heads, kLatentLeast) * (kLatentWidth + kLatentValues) * pairs /
                      (forms.latent.compute_share * machine.bf16_tflops * 1e6);
  return forms.latent.launch_us +
         sixth_power_norm(bytes / (forms.latent.bandwidth_share * machine.gb_per_s * 1e3), work) +
         forms.decode.cold_us * std::min(1.0, bytes / (machine.l2_mb * 1e6));
}

double experts_us(const Machine& machine, const KernelTime& kernel) {
  const DataType type = type_of(kernel.dtype);
  const ExpertConstants forms = expert_constants(machine, type, kernel.runtime);
  const int ranks = kernel.expert_parallel;
  const double local = kernel.experts / ranks;
  double active = distinct_experts(local, kernel.experts, kernel.top_k, kernel.tokens);
  double rows = kernel.tokens * kernel.top_k / ranks;
  if (ranks > 1) {
    active = fullest_experts(active, local, ranks);
    rows += std::sqrt(2.0 * std::log(ranks) * rows);
  }
  const double weights = 3.0 * kernel.hidden * kernel.expert_ffn / kernel.tensor_parallel;
  const double memory = machine.gb_per_s * 1e3;
  const double read = active * weights * bytes_of(type) / (forms.bandwidth_share * memory);
  const double work =
      2.0 * weights * (rows + forms.padding_rows * active) / (forms.compute_share * forms.peak_tflops * 1e6);
  const double us = forms.launch_us + std::cbrt(cube(read) + cube(work)) + forms.expert_us * active +
                    forms.token_traffic * kernel.tokens / ranks * kernel.top_k * kernel.hidden * 2.0 / memory;
  return us * value_at(expert_ratios(machine, type, kernel.runtime), token_place(kernel.tokens));
}

/// The constants of one table's form, in place.
std::vector<double*> constants_of(OwnKernels& own, const KernelTime& kernel) {
  KernelConstants& forms = own.constants;
  switch (kernel.kernel) {
    case InferenceKernel::product: {
      ProductConstants& one = forms.product[static_cast<std::size_t>(type_of(kernel.dtype))];
      return {&one.launch_us, &one.bandwidth_share, &one.compute_share};
    }
    case InferenceKernel::decode_attention:
      return {&forms.decode.launch_us, &forms.decode.bandwidth_share, &forms.decode.cold_us,
              &forms.fp8_cache};
    case InferenceKernel::latent_attention:
      return {&forms.latent.launch_us, &forms.latent.bandwidth_share};
    case InferenceKernel::all_reduce:
      return {&forms.all_reduce.latency_us, &forms.all_reduce.bandwidth_share, &forms.all_reduce.rank_us,
              &forms.all_reduce.root_us};
    case InferenceKernel::experts:
      break;
  }
  ExpertConstants& one = own.experts[kernel.dtype + '|' + to_string(kernel.runtime)];
  return {&one.launch_us,    &one.bandwidth_share, &one.compute_share,
          &one.padding_rows, &one.expert_us,       &one.token_traffic};
}

double deviation_of(std::size_t place) {
  return place == 0 ? kLaunchPrior : place < 3 ? kSharePrior : kOtherPrior;
}

using TableName = std::tuple<std::string, InferenceKernel, std::string>;

/// Attention in both types of the cache is one table: they share their launches.
TableName table_of(const KernelTime& kernel) {
  std::string name = kernel.dtype;
  if (kernel.kernel == InferenceKernel::experts) name += '|' + std::string(to_string(kernel.runtime));
  const bool together = kernel.kernel == InferenceKernel::decode_attention ||
                        kernel.kernel == InferenceKernel::latent_attention ||
                        kernel.kernel == InferenceKernel::all_reduce;
  return {kernel.gpu, kernel.kernel, together ? std::string() : name};
}

std::map<TableName, std::vector<const KernelTime*>> tables_of(const KernelTimes& times) {
  std::map<TableName, std::vector<const KernelTime*>> tables;
  for (const KernelTime& one : times.rows) tables[table_of(one)].push_back(&one);
  return tables;
}

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  const auto place = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(place), values.end());
  return values[place];
}

std::vector<double> absolute_errors(const Machine& machine, const std::vector<const KernelTime*>& rows) {
  std::vector<double> errors;
  for (const KernelTime* one : rows) errors.push_back(std::abs(kernel_us(machine, *one) / one->us - 1.0));
  return errors;
}

KernelFitError error_of(const TableName& name, const std::vector<const KernelTime*>& rows,
                        const Machine& before, const Machine& after) {
  const std::vector<double> found = absolute_errors(after, rows);
  return {std::get<0>(name),
          to_string(std::get<1>(name)),
          std::get<2>(name),
          static_cast<int>(rows.size()),
          percentile(absolute_errors(before, rows), 0.5),
          percentile(found, 0.5),
          percentile(found, 0.95)};
}

/// The forms that a type has without a fit, with a row of experts where the table is of them.
OwnKernels unfitted(const Machine& machine, const KernelTime& kernel) {
  OwnKernels own;
  own.constants = kernels_of(machine);
  if (kernel.kernel == InferenceKernel::experts)
    own.experts[kernel.dtype + '|' + to_string(kernel.runtime)] =
        expert_constants(machine, type_of(kernel.dtype), kernel.runtime);
  return own;
}

/// Fits the constants of one table into `own`.
void fit_table(const Machine& plain, const std::vector<const KernelTime*>& rows, OwnKernels& into) {
  const OwnKernels start = unfitted(plain, *rows.front());
  std::vector<double> centre, deviations;
  {
    OwnKernels read = start;
    for (const double* one : constants_of(read, *rows.front())) {
      deviations.push_back(deviation_of(centre.size()));
      centre.push_back(std::max(*one, 1e-9));
    }
  }
  const auto machine_at = [&](const std::vector<double>& at) {
    auto own = std::make_shared<OwnKernels>(start);
    const std::vector<double*> places = constants_of(*own, *rows.front());
    for (std::size_t j = 0; j < places.size(); ++j) *places[j] = centre[j] * std::exp(at[j]);
    Machine machine = plain;
    machine.kernels = std::move(own);
    return machine;
  };
  const auto errors_at = [&](const std::vector<double>& at) {
    const Machine machine = machine_at(at);
    std::vector<double> errors;
    for (const KernelTime* one : rows) errors.push_back(std::log(kernel_us(machine, *one) / one->us));
    return errors;
  };
  const auto lines_at = [&](const std::vector<double>& at) {
    Lines lines{at, errors_at(at), std::vector<double>(rows.size(), 1.0), {}};
    for (std::size_t j = 0; j < at.size(); ++j) {
      std::vector<double> near = at;
      near[j] += kFormStep;
      std::vector<double>& slopes = lines.slopes.emplace_back(errors_at(near));
      for (std::size_t i = 0; i < slopes.size(); ++i) slopes[i] = (slopes[i] - lines.errors[i]) / kFormStep;
    }
    return lines;
  };
  const std::vector<double> found =
      robust_fit(std::vector<double>(centre.size(), 0.0), deviations, lines_at, errors_at);
  const std::vector<double*> places = constants_of(into, *rows.front());
  for (std::size_t j = 0; j < places.size(); ++j) *places[j] = centre[j] * std::exp(found[j]);
  if (rows.front()->kernel == InferenceKernel::product)
    into.constants.native[static_cast<std::size_t>(type_of(rows.front()->dtype))] = true;
}

/// The form of one table of `from` in the place of that of `into`.
void take_form(OwnKernels from, const KernelTime& kernel, OwnKernels& into) {
  const std::vector<double*> values = constants_of(from, kernel), places = constants_of(into, kernel);
  for (std::size_t j = 0; j < places.size(); ++j) *places[j] = *values[j];
  if (kernel.kernel != InferenceKernel::product) return;
  const auto type = static_cast<std::size_t>(type_of(kernel.dtype));
  into.constants.native[type] = from.constants.native[type];
}

/// The type as predictions have it, without own kernels.
Machine plain_machine(const std::string& gpu, const hardware::Catalogue& catalogue) {
  return *machine_of(*catalogue.find_gpu(gpu));
}

}  // namespace

const char* to_string(InferenceKernel kernel) {
  constexpr const char* kNames[] = {"product", "decode_attention", "latent_attention", "experts",
                                    "all_reduce"};
  return kNames[static_cast<int>(kernel)];
}

double kernel_us(const Machine& machine, const KernelTime& kernel) {
  switch (kernel.kernel) {
    case InferenceKernel::product:
      return product_us(machine, kernel);
    case InferenceKernel::decode_attention:
      return decode_us(machine, kernel);
    case InferenceKernel::latent_attention:
      return latent_us(machine, kernel);
    case InferenceKernel::experts:
      return experts_us(machine, kernel);
    case InferenceKernel::all_reduce:
      break;
  }
  return all_reduce_us(machine, kernels_of(machine).all_reduce, kernel.ranks, kernel.bytes);
}

Result<FittedKernels> fit_kernel_forms(const KernelTimes& times, const hardware::Catalogue& catalogue,
                                       const KernelTimes& judging, bool also_worse) {
  FittedKernels fitted;
  std::map<std::string, OwnKernels> all, taken;
  const auto judges = tables_of(judging);
  for (const auto& [name, rows] : tables_of(times)) {
    const std::string& gpu = std::get<0>(name);
    const Machine plain = plain_machine(gpu, catalogue);
    if (static_cast<int>(rows.size()) < kFewestKernelRows) {
      fitted.too_small.push_back(
          {gpu, to_string(std::get<1>(name)), std::get<2>(name), static_cast<int>(rows.size())});
      continue;
    }
    auto alone = std::make_shared<OwnKernels>();
    alone->constants = kernels_of(plain);
    fit_table(plain, rows, *alone);
    for (std::map<std::string, OwnKernels>* forms : {&all, &taken}) {
      auto [at, fresh] = forms->try_emplace(gpu);
      if (fresh) at->second.constants = kernels_of(plain);
    }
    take_form(*alone, *rows.front(), all.at(gpu));
    Machine after = plain;
    after.kernels = alone;
    const auto judge = judges.find(name);
    KernelFitError& error = fitted.tables.emplace_back(
        error_of(name, judge != judges.end() ? judge->second : rows, plain, after));
    error.unseen = judge != judges.end();
    error.taken = also_worse || error.median_after <= error.median_before;
    if (error.taken) take_form(*alone, *rows.front(), taken.at(gpu));
  }
  if (all.empty())
    return fail(code::too_few_rows, "the tables", std::to_string(times.rows.size()) + " rows",
                {Wanted::Kind::at_least, {std::to_string(kFewestKernelRows)}});
  for (auto& [gpu, forms] : all) fitted.all[gpu] = std::make_shared<const OwnKernels>(std::move(forms));
  for (auto& [gpu, forms] : taken)
    if (std::any_of(fitted.tables.begin(), fitted.tables.end(),
                    [&](const KernelFitError& table) { return table.gpu == gpu && table.taken; }))
      fitted.kernels[gpu] = std::make_shared<const OwnKernels>(std::move(forms));
  return fitted;
}

}  // namespace astrolabe::serving
