import math
import zlib

import torch
import torch.distributed as dist
import torch.nn.functional as F

RANK, DEVICE = 0, torch.device("cpu")


# Shards. A tensor is held whole (I), as parts of a sum (R), or cut along one dimension (G) by RATIOS[segment].


def lengths(extent, segment):
    """Lengths of the shards of a dimension: rounded down, then one more to whoever lacks most."""
    ratios = RATIOS[segment]
    result = [math.floor(ratio * extent * (1 + 1e-12)) for ratio in ratios]
    for _ in range(extent - sum(result)):
        most, largest = 0, -math.inf
        for i, ratio in enumerate(ratios):
            lack = ratio - result[i] / extent
            if lack >= largest - 1e-12:
                most, largest = i, max(lack, largest)
        result[most] += 1
    return result


def span(extent, segment, rank=None):
    """First element and length of a device's shard."""
    rank = RANK if rank is None else rank
    all_lengths = lengths(extent, segment)
    return sum(all_lengths[:rank]), all_lengths[rank]


def cut(x, dim, segment):
    """I -> G: no communication."""
    begin, length = span(x.shape[dim], segment)
    return x.narrow(dim, begin, length).contiguous()


def mask(x):
    """I -> R: the first device keeps its value."""
    return x if RANK == 0 else torch.zeros_like(x)


def pad(x, dim, extent, segment):
    """G -> R: zeros around the shard."""
    begin, length = span(extent, segment)
    shape = list(x.shape)
    shape[dim] = extent
    result = x.new_zeros(shape)
    result.narrow(dim, begin, length).copy_(x)
    return result


def padded(x, dim, length):
    """The shard with zeros behind it."""
    shape = list(x.shape)
    shape[dim] = length
    result = x.new_zeros(shape)
    result.narrow(dim, 0, x.shape[dim]).copy_(x)
    return result


# Collectives.


def is_gloo():
    return dist.get_backend() == "gloo"


def all_reduce(x):
    """R -> I."""
    result = x.clone()
    dist.all_reduce(result)
    return result


def all_gather(x, dim, extent, segment):
    """G -> I: shards padded to the longest, one regular all-gather, trimmed."""
    all_lengths = lengths(extent, segment)
    own = padded(x, dim, max(all_lengths))
    parts = [torch.empty_like(own) for _ in all_lengths]
    dist.all_gather(parts, own)
    return torch.cat([part.narrow(dim, 0, n) for part, n in zip(parts, all_lengths)], dim)


def all_gather_grouped(x, dim, extent, segment):
    """G -> I: one broadcast of exact length from each device."""
    parts, calls = [], []
    for rank, length in enumerate(lengths(extent, segment)):
        shape = list(x.shape)
        shape[dim] = length
        parts.append(x.contiguous() if rank == RANK else x.new_empty(shape))
        if length > 0:
            calls.append(dist.broadcast(parts[-1], rank, async_op=True))
    for call in calls:
        call.wait()
    return torch.cat(parts, dim)


def reduce_scatter(x, dim, segment):
    """R -> G: shards padded to the longest, one regular reduce-scatter, trimmed."""
    if is_gloo():
        return cut(all_reduce(x), dim, segment)
    all_lengths = lengths(x.shape[dim], segment)
    parts = [padded(part, dim, max(all_lengths)) for part in torch.split(x, all_lengths, dim)]
    result = torch.empty_like(parts[0])
    dist.reduce_scatter(result, parts)
    return result.narrow(dim, 0, all_lengths[RANK]).contiguous()


def reduce_scatter_grouped(x, dim, segment):
    """R -> G: one reduction of exact length to each device."""
    if is_gloo():
        return cut(all_reduce(x), dim, segment)
    parts = [part.clone() for part in torch.split(x, lengths(x.shape[dim], segment), dim)]
    calls = [dist.reduce(part, rank, async_op=True) for rank, part in enumerate(parts) if part.numel() > 0]
    for call in calls:
        call.wait()
    return parts[RANK]


def all_to_all(x, dim_from, dim_to, extent, segment):
    """G of one dimension -> G of another: exact uneven splits."""
    if is_gloo():
        return cut(all_gather(x, dim_from, extent, segment), dim_to, segment)
    outgoing = [part.contiguous() for part in torch.split(x, lengths(x.shape[dim_to], segment), dim_to)]
    incoming = []
    for length in lengths(extent, segment):
        shape = list(outgoing[RANK].shape)
        shape[dim_from] = length
        incoming.append(x.new_empty(shape))
    dist.all_to_all(incoming, outgoing)
    return torch.cat(incoming, dim_from)


def reshard(x, dim, extent, segment_from, segment_to):
    """Shards by the ratios of one segment -> by those of another."""
    return cut(all_gather(x, dim, extent, segment_from), dim, segment_to)


# Operators that PyTorch does not have in this form.


def gradient(function, x, g):
    """Gradient with respect to x of sum(function(x) * g)."""
    with torch.enable_grad():
        x = x.detach().requires_grad_(True)
        return torch.autograd.grad(function(x), x, g)[0]


def rms_norm(x, gain=None):
    y = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-5)
    return y if gain is None else y * gain


def layer_norm(x, gain=None):
    return F.layer_norm(x, x.shape[-1:], gain, None, 1e-5)


def windows(extents, sizes, strides):
    return [(n - size) // stride + 1 for n, size, stride in zip(extents, sizes, strides)]


def around(x, rows, columns, value=0.0):
    """With `value` before and behind the rows and columns, as many as their last two numbers say."""
    sides = columns[2:] + rows[2:]
    return F.pad(x, sides, value=value) if any(sides) else x


def convolution(x, w, rows, columns):
    """rows, columns: stride, dilation, zeros before and behind. In as many groups as the weight's channels
    ask for. A device without channels has zeros."""
    strides, dilations = (rows[0], columns[0]), (rows[1], columns[1])
    if x.numel() == 0 or w.numel() == 0:
        extents = [n + sum(side[2:]) for n, side in zip(x.shape[2:], (rows, columns))]
        extents = windows(extents, [d * (k - 1) + 1 for d, k in zip(dilations, w.shape[2:])], strides)
        return x.new_zeros([x.shape[0], w.shape[0]] + extents) + 0 * (x.sum() + w.sum())
    return F.conv2d(around(x, rows, columns), w, None, strides, 0, dilations, x.shape[1] // w.shape[1])


def max_pool(x, rows, columns):
    """rows, columns: window, stride, nothing before and behind."""
    sizes, strides = (rows[0], columns[0]), (rows[1], columns[1])
    if x.numel() == 0:
        extents = [n + sum(side[2:]) for n, side in zip(x.shape[2:], (rows, columns))]
        return x.new_zeros(list(x.shape[:2]) + windows(extents, sizes, strides)) + 0 * x.sum()
    return F.max_pool2d(around(x, rows, columns, float("-inf")), sizes, strides)


def average_pool(x, extents):
    if x.numel() == 0:
        return x.new_zeros(list(x.shape[:2]) + extents) + 0 * x.sum()
    return F.adaptive_avg_pool2d(x, extents)


def average_windows(x, rows, columns, counts_padding):
    """rows, columns: window, stride, elements before and behind, which count as zeros or not at all."""
    sizes, strides = (rows[0], columns[0]), (rows[1], columns[1])
    if x.numel() == 0:
        extents = [n + sum(side[2:]) for n, side in zip(x.shape[2:], (rows, columns))]
        return x.new_zeros(list(x.shape[:2]) + windows(extents, sizes, strides)) + 0 * x.sum()
    mean = F.avg_pool2d(around(x, rows, columns), sizes, strides)
    if counts_padding:
        return mean
    return mean / F.avg_pool2d(around(torch.ones_like(x[:1, :1]), rows, columns), sizes, strides)


def resize(x, extents, kind):
    if x.numel() == 0:
        return x.new_zeros(list(x.shape[:2]) + extents) + 0 * x.sum()
    if kind == "nearest":
        return F.interpolate(x, extents, mode="nearest")
    if kind != "from_corner":
        return F.interpolate(x, extents, mode="bilinear", align_corners=kind == "align_ends")
    for dim, extent in zip((2, 3), extents):
        place = torch.arange(extent, device=x.device) * (x.shape[dim] / extent)
        first = place.long()
        share = (place - first).reshape([-1] + [1] * (3 - dim))
        second = torch.clamp(first + 1, max=x.shape[dim] - 1)
        x = x.index_select(dim, first) * (1 - share) + x.index_select(dim, second) * share
    return x


def gated_silu(x):
    return F.silu(x[..., 0, :]) * x[..., 1, :]


def attention(qkv, per_group, head_dim, causal):
    """qkv [b, s, groups, (per_group + 1) * head_dim + value]: queries, key and value of each group."""
    b, s, groups, width = qkv.shape
    value = width - (per_group + 1) * head_dim
    q, k, v = torch.split(qkv, [per_group * head_dim, head_dim, value], -1)
    q = q.reshape(b, s, groups * per_group, head_dim).transpose(1, 2)
    k = k.repeat_interleave(per_group, 2).transpose(1, 2)
    v = v.repeat_interleave(per_group, 2).transpose(1, 2)
    if qkv.numel() == 0:  # a device without sequences or heads has a gradient, too
        return qkv.new_zeros((b, s, groups, per_group * value)) + 0 * qkv.sum()
    y = F.scaled_dot_product_attention(q, k, v, is_causal=causal)
    return y.transpose(1, 2).reshape(b, s, groups, per_group * value)


def dropout(x, probability, stream, step, whole, begin):
    """The mask depends on the element's place in the whole tensor, never on the device."""
    element = torch.zeros((), dtype=torch.int64, device=x.device)
    stride = 1
    for d in reversed(range(x.dim())):
        places = (torch.arange(x.shape[d], device=x.device) + begin[d]) * stride
        element = element + places.reshape([-1] + [1] * (x.dim() - 1 - d))
        stride *= whole[d]

    def wrapped(number):  # to a signed number of 64 bits
        return (number + 2**63) % 2**64 - 2**63

    def mixed(z, shift):
        return z ^ ((z >> shift) & (2 ** (64 - shift) - 1))

    seed = wrapped((stream + 1) * 0x9E3779B97F4A7C15 + (step + 1) * 0x94D049BB133111EB)
    z = element * wrapped(0xBF58476D1CE4E5B9) + seed
    z = mixed(z, 30) * wrapped(0xBF58476D1CE4E5B9)
    z = mixed(z, 27) * wrapped(0x94D049BB133111EB)
    z = mixed(z, 31)
    drawn = ((z >> 11) & (2**53 - 1)).double() * 2.0**-53
    return torch.where(drawn < 1 - probability, x / (1 - probability), torch.zeros_like(x))


def embedding(ids, table, begin):
    """Rows of the table; zeros for those that another device holds."""
    rows = ids - begin
    held = (rows >= 0) & (rows < table.shape[0])
    if table.shape[0] == 0:
        return table.new_zeros(list(ids.shape) + [table.shape[1]])
    return table[rows.clamp(0, table.shape[0] - 1)] * held.unsqueeze(-1)


def embedding_gradient(g, ids, begin, count):
    rows = (ids - begin).flatten()
    held = (rows >= 0) & (rows < count)
    table = g.new_zeros((count, g.shape[-1]))
    return table.index_add_(0, rows[held], g.reshape(-1, g.shape[-1])[held])


def cross_entropy(logits, labels):
    classes = logits.shape[-1]
    return F.cross_entropy(logits.reshape(-1, classes), labels.flatten(), reduction="sum")


def cross_entropy_gradient(logits, labels):
    return torch.softmax(logits, -1) - F.one_hot(labels, logits.shape[-1]).to(logits.dtype)


def split_entropy(logits, labels, begin):
    """Of classes cut over the devices: exponentials, their sum, labels' logits; three exchanges per token."""
    maximum = logits.new_full(labels.shape, -1e30)
    if logits.shape[-1] > 0:
        maximum = logits.max(-1).values
    dist.all_reduce(maximum, dist.ReduceOp.MAX)
    powers = torch.exp(logits - maximum.unsqueeze(-1))
    total = powers.sum(-1)
    dist.all_reduce(total)
    places = torch.arange(logits.shape[-1], device=logits.device) + begin
    hits = (labels.unsqueeze(-1) == places).to(logits.dtype)
    of_label = (logits * hits).sum(-1)
    dist.all_reduce(of_label)
    return powers, total, hits, (maximum + torch.log(total) - of_label).sum()


def cross_entropy_split(logits, labels, begin):
    return split_entropy(logits, labels, begin)[3]


def cross_entropy_gradient_split(logits, labels, begin):
    powers, total, hits, _ = split_entropy(logits, labels, begin)
    return powers / total.unsqueeze(-1) - hits


def top2_gate(x, gate, capacity, choices):
    """Dispatch (0 or 1) and combine (weights) [b, s, e, capacity]; a full expert takes no more tokens."""
    p = torch.softmax(x @ gate, -1)
    order = torch.sort(p, dim=-1, descending=True, stable=True).indices[..., :choices]
    used = p.new_zeros((p.shape[0], p.shape[2]))
    dispatch = p.new_zeros(list(p.shape) + [capacity])
    for k in range(choices):
        hits = F.one_hot(order[..., k], p.shape[2]).to(p.dtype)
        place = hits.cumsum(1) - hits + used.unsqueeze(1)
        taken = hits * (place < capacity)
        slots = F.one_hot(place.clamp(max=capacity - 1).long(), capacity).to(p.dtype)
        dispatch = dispatch + taken.unsqueeze(-1) * slots
        used = used + taken.sum(1)
    return dispatch, dispatch * p.unsqueeze(-1)


def place(x, dim, begin, extent):
    shape = list(x.shape)
    shape[dim] = extent
    result = x.new_zeros(shape)
    result.narrow(dim, begin, x.shape[dim]).copy_(x)
    return result


# State from step to step.

PARAMETERS, MOMENTS = {}, {}


def parameter(name, shape, start, dim=None, segment=0):
    """The device's part. `start` is "ones", "zeros" or the number of inputs to draw for, like everywhere else;
    replace by a checkpoint."""
    if name not in PARAMETERS:
        if isinstance(start, str):
            whole = torch.ones(shape) if start == "ones" else torch.zeros(shape)
        else:
            source = torch.Generator().manual_seed(zlib.crc32(name.encode()))
            whole = (torch.rand(shape, generator=source) * 2 - 1) * math.sqrt(1 / start)
        PARAMETERS[name] = (whole if dim is None else cut(whole, dim, segment)).to(DEVICE)
    return PARAMETERS[name]


def read(whole, dim=None, segment=0):
    """The device's part of an input that every device can read."""
    return (whole if dim is None else cut(whole, dim, segment)).to(DEVICE)


def adam(name, w, g, step, rate=1e-3, first=0.9, second=0.999, epsilon=1e-8):
    m, v = MOMENTS.get(name, (torch.zeros_like(w), torch.zeros_like(w)))
    m = first * m + (1 - first) * g
    v = second * v + (1 - second) * g.square()
    MOMENTS[name] = (m, v)
    return w - rate * (m / (1 - first ** (step + 1))) / ((v / (1 - second ** (step + 1))).sqrt() + epsilon)
