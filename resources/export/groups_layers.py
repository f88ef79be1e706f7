import math
import os
import zlib

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.distributed.device_mesh import DeviceMesh
from torch.utils.checkpoint import checkpoint

DEVICE, DTYPE, SUM = torch.device("cpu"), torch.float32, torch.float32


# Who holds what. Every process works it out for all of them from the tables above, so nothing is sent about it.


def span(extent, parts, index):
    """First element and end of a part of a dimension; more parts than elements share them."""
    begin = index * extent // parts
    return begin, max(begin + 1, (index + 1) * extent // parts)


def stage_gpus(c):
    """Of a group's stage: experts wider than the ranks around them are data parallelism inside the group."""
    return max(c["tensor"] * c["context"], c["expert"] * c["expert_tensor"])


class Seat:
    """Where a process works. Ranks go through tensor, context and data, stages last, class after class."""

    def __init__(self, rank):
        self.rank, self.first = rank, 0
        for self.number, self.c in enumerate(CLASSES):
            gpus = self.c["groups"] * stage_gpus(self.c) * self.c["stages"]
            if rank < self.first + gpus:
                break
            self.first += gpus
        c = self.c
        self.around = c["tensor"] * c["context"]
        self.inner_parts = stage_gpus(c) // self.around
        self.of_stage = c["groups"] * stage_gpus(c)
        self.stage, at = divmod(rank - self.first, self.of_stage)
        self.data, within = divmod(at, self.around)
        self.context, self.tensor = divmod(within, c["tensor"])
        self.group, self.inner = divmod(self.data, self.inner_parts)
        wide = c["expert"] * c["expert_tensor"]
        self.expert, self.expert_tensor = divmod(at % wide, c["expert_tensor"])
        self.node = (self.number, (rank - self.first) // c["gpus_per_node"])

    def at_stage(self, stage):
        """The rank with this place in another stage of the pipeline."""
        return self.rank + (stage - self.stage) * self.of_stage

    def part(self, axis):
        if axis == "tensor":
            return self.c["tensor"], self.tensor
        return (self.c["expert"], self.expert) if axis == "expert" else (self.c["expert_tensor"], self.expert_tensor)

    def box(self, shape, cuts):
        """Its part of a tensor: first element and end of each dimension."""
        return [span(n, *self.part(cuts[d])) if d in cuts else (0, n) for d, n in enumerate(shape)]

    def stages_of(self, layer):
        """Stages of its class with a layer, an int, or with "front" or "back", the ends of the model."""
        way = self.c["way"]
        if layer == "front":
            return {way[0][0], way[-1][0]} if MODEL["tied"] else {way[0][0]}
        if layer == "back":
            return {way[-1][0]}
        return {stage for stage, _, begin, count in way if begin <= layer < begin + count}


def parameters_of(layer):
    """(name, shape, dimensions that are cut and along which axis, start): of a layer, "front" or "back"."""
    h = MODEL["hidden"]
    if layer == "front":
        if MODEL["vocabulary"] == 0:
            return [("patches", [h, h], {}, h)]
        places = [("positions", [JOB["sequence"], h], {}, h)] if MODEL["positions"] else []
        return [("embedding", [MODEL["vocabulary"], h], {0: "tensor"}, h)] + places
    if layer == "back":
        gain = [("norm", [h], {}, "ones")] if KINDS[LAYERS[-1]]["gated"] else []
        own = MODEL["head"] and not MODEL["tied"]
        return gain + ([("head", [MODEL["vocabulary"], h], {0: "tensor"}, h)] if own else [])
    k, made = KINDS[LAYERS[layer]], []

    def weight(name, shape, cuts, inputs):
        made.append((name, shape, cuts, inputs))

    def mlp(name, width):
        weight(name + ".up", [2 if k["gated"] else 1, width, h], {1: "tensor"}, h)
        weight(name + ".down", [h, width], {1: "tensor"}, width)

    heads, key, value = k["heads"], k["head_dim"], k["value_head_dim"]
    if k["gated"]:
        for name in ["norm"] if k["parallel"] else ["attention.norm", "mlp.norm"]:
            weight(name, [h], {}, "ones")
    if k["latent_kv"]:
        source = k["latent_q"] or h
        if k["latent_q"]:
            weight("q.down", [k["latent_q"], h], {}, h)
            weight("q.norm", [k["latent_q"]], {}, "ones")
        weight("kv.down", [k["latent_kv"], h], {}, h)
        weight("kv.norm", [k["latent_kv"]], {}, "ones")
        weight("rope", [k["rope_dim"], h], {}, h)
        weight("q", [heads, key, source], {0: "tensor"}, source)
        weight("kv", [heads, key - k["rope_dim"] + value, k["latent_kv"]], {0: "tensor"}, k["latent_kv"])
    else:
        weight("q", [heads, key, h], {0: "tensor"}, h)
        weight("kv", [k["kv_heads"], key + value, h], {0: "tensor"}, h)
    weight("out", [h, heads, value], {1: "tensor"}, heads * value)
    if k["ffn"]:
        mlp("mlp", k["ffn"])
    if k["shared_ffn"]:
        mlp("shared", k["shared_ffn"])
    if k["experts"]:
        count, width = k["experts"], k["expert_ffn"]
        weight("gate", [count, h], {}, h)
        weight("experts.up", [count, 2 if k["gated"] else 1, width, h], {0: "expert", 2: "expert_tensor"}, h)
        weight("experts.down", [count, h, width], {0: "expert", 2: "expert_tensor"}, width)
    return made


def cut(x, box):
    for d, (begin, end) in enumerate(box):
        x = x.narrow(d, begin, end - begin)
    return x


def drawn(name, shape, start):
    """The whole parameter, alike wherever it is drawn; replace by a checkpoint."""
    if start == "ones":
        return torch.ones(shape)
    source = torch.Generator().manual_seed(zlib.crc32(name.encode()))
    return (torch.rand(shape, generator=source) * 2 - 1) * math.sqrt(1 / start)


# Inside a group. Between its operators a rank of tensor and context parallelism has its part of the sequence.


class Axis:
    """Ranks that share something out among them."""

    def __init__(self, group=None, ranks=(0,), index=0):
        self.group, self.ranks, self.index, self.size = group, list(ranks), index, len(ranks)


class Place:
    """What a process knows of itself: filled by set_up()."""

    seat = tensor = context = expert = expert_tensor = None
    shards, totals = {}, {}  # parameters and the sums of their gradients, by (layer, name)


def is_gloo():
    return dist.get_backend() == "gloo"


def gathered(x, dim, axis):
    if axis.size == 1:
        return x
    if x.numel() == 0:
        return torch.cat([x] * axis.size, dim)
    parts = [torch.empty_like(x, memory_format=torch.contiguous_format) for _ in axis.ranks]
    dist.all_gather(parts, x.contiguous(), group=axis.group)
    return torch.cat(parts, dim)


def scattered(x, dim, axis):
    """Own part of the sum."""
    if axis.size == 1:
        return x
    parts = [part.contiguous() for part in x.chunk(axis.size, dim)]
    if x.numel() == 0:
        return parts[axis.index]
    if is_gloo():
        total = x.clone(memory_format=torch.contiguous_format)
        dist.all_reduce(total, group=axis.group)
        return total.chunk(axis.size, dim)[axis.index].contiguous()
    result = torch.empty_like(parts[0])
    dist.reduce_scatter(result, parts, group=axis.group)
    return result


class Gather(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, dim, axis):
        ctx.dim, ctx.axis = dim, axis
        return gathered(x, dim, axis)

    @staticmethod
    def backward(ctx, g):
        return scattered(g, ctx.dim, ctx.axis), None, None


class Scatter(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, dim, axis):
        ctx.dim, ctx.axis = dim, axis
        return scattered(x, dim, axis)

    @staticmethod
    def backward(ctx, g):
        return gathered(g, ctx.dim, ctx.axis), None, None


def all_to_all(x, send, receive, axis):
    """Rows of x: send[i] of them to rank i of the axis, receive[i] from it."""
    result = x.new_empty([sum(receive)] + list(x.shape[1:]))
    if not is_gloo():
        dist.all_to_all_single(result, x.contiguous(), receive, send, group=axis.group)
        return result
    outgoing, incoming, calls = x.contiguous().split(send), result.split(receive), []
    for i, rank in enumerate(axis.ranks):
        if i == axis.index:
            incoming[i].copy_(outgoing[i])
            continue
        if send[i]:
            calls.append(dist.isend(outgoing[i], rank, group=axis.group))
        if receive[i]:
            calls.append(dist.irecv(incoming[i], rank, group=axis.group))
    for call in calls:
        call.wait()
    return result


class Exchange(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, send, receive, axis):
        ctx.send, ctx.receive, ctx.axis = send, receive, axis
        return all_to_all(x, send, receive, axis)

    @staticmethod
    def backward(ctx, g):
        return all_to_all(g, ctx.receive, ctx.send, ctx.axis), None, None, None


class Product(torch.autograd.Function):
    """x times a weight [outputs, inputs], whose gradient is added to `total` at once, or later where a schedule
    puts it off."""

    later = None

    @staticmethod
    def forward(ctx, x, weight, total):
        ctx.save_for_backward(x, weight)
        ctx.total = total
        return F.linear(x, weight)

    @staticmethod
    def backward(ctx, g):
        x, weight = ctx.saved_tensors
        part = (ctx.total, g.reshape(-1, g.shape[-1]), x.reshape(-1, x.shape[-1]))
        if Product.later is None:
            add_product(*part)
        else:
            Product.later.append(part)
        return g @ weight, None, None


@torch.no_grad()
def add_product(total, g, x):
    total.add_((g.T @ x).to(total.dtype))


def product(x, layer, name, expert=None):
    """By a parameter as a matrix: all of its last dimensions, of "out" and "down" all but the first, are inputs."""
    weight, total = Place.shards[layer, name].detach(), Place.totals[layer, name]
    if expert is not None:
        weight, total = weight[expert], total[expert]
    rows = weight.shape[0] if name.endswith(("out", "down")) else -1
    columns = -1 if name.endswith(("out", "down")) else weight.shape[-1]
    return Product.apply(x, weight.reshape(rows, columns), total.view(rows, columns))


def norm(x, layer, name):
    if (layer, name) not in Place.shards:
        return F.layer_norm(x, x.shape[-1:], None, None, 1e-5)
    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-5) * Place.shards[layer, name]


def places_of(context, index):
    """Which tokens of a sequence a rank of context parallelism has: early and late ones, so that all have as
    many keys to see."""
    n, size = JOB["sequence"], context
    half = n // (2 * size)
    if size == 1:
        return torch.arange(n)
    first, second = index * half, (2 * size - 1 - index) * half
    return torch.cat([torch.arange(first, first + half), torch.arange(second, second + half)])


def rotate(x, places):
    """Queries or keys [sequences, tokens, heads, width] by their place; put the model's own rotation here."""
    return x


def attend(q, k, v, kind):
    """Heads of this rank; queries of its tokens, keys and values of all."""
    size = Place.context.size
    own = places_of(size, Place.context.index).to(q.device)
    q, k = rotate(q, own), rotate(k, own)
    k, v = Gather.apply(k, 1, Place.context), Gather.apply(v, 1, Place.context)
    b, s, heads, _ = q.shape
    if q.numel() == 0:
        return q.new_zeros((b, s, heads * v.shape[-1])) + 0 * (q.sum() + k.sum() + v.sum())
    times = heads // k.shape[2]
    q, k, v = (t.transpose(1, 2) for t in (q, k.repeat_interleave(times, 2), v.repeat_interleave(times, 2)))
    narrow = 0 < kind["window"] < JOB["sequence"]
    if kind["causal"] and size == 1 and not narrow:
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    else:
        seen = None
        if kind["causal"] or narrow:
            of_key = torch.cat([places_of(size, i) for i in range(size)]).to(q.device)
            behind = own.unsqueeze(1) - of_key.unsqueeze(0)
            seen = behind >= 0 if kind["causal"] else behind >= -kind["window"]
            if narrow:
                seen = seen & (behind < kind["window"])
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=seen)
    return y.transpose(1, 2).flatten(2)


def attention(x, layer, kind):
    """x: this rank's tokens; its heads see those of all ranks of tensor parallelism."""
    key, value = kind["head_dim"], kind["value_head_dim"]
    if kind["latent_kv"]:
        latent = norm(product(x, layer, "kv.down"), layer, "kv.norm")
        source = norm(product(x, layer, "q.down"), layer, "q.norm") if kind["latent_q"] else x
        widths = [source.shape[-1], kind["latent_kv"], kind["rope_dim"]]
        whole = Gather.apply(torch.cat([source, latent, product(x, layer, "rope")], -1), 1, Place.tensor)
        source, latent, rope = whole.split(widths, -1)
        q = product(source, layer, "q").unflatten(-1, (-1, key))
        content, v = product(latent, layer, "kv").unflatten(-1, (-1, key - kind["rope_dim"] + value)).split(
            [key - kind["rope_dim"], value], -1)
        k = torch.cat([content, rope.unsqueeze(2).expand(-1, -1, content.shape[2], -1)], -1)
    else:
        whole = Gather.apply(x, 1, Place.tensor)
        q = product(whole, layer, "q").unflatten(-1, (-1, key))
        k, v = product(whole, layer, "kv").unflatten(-1, (-1, key + value)).split([key, value], -1)
    return Scatter.apply(product(attend(q, k, v, kind), layer, "out"), 1, Place.tensor)


def activated(x, kind):
    if not kind["gated"]:
        return F.gelu(x)
    gate, up = x.chunk(2, -1)
    return F.silu(gate) * up


def mlp(x, layer, name, kind):
    whole = Gather.apply(x, 1, Place.tensor)
    y = activated(product(whole, layer, name + ".up"), kind)
    return Scatter.apply(product(y, layer, name + ".down"), 1, Place.tensor)


def padded(x, rows):
    return torch.cat([x, x.new_zeros([rows - x.shape[0]] + list(x.shape[1:]))])


def experts(x, layer, kind):
    """Every token to its experts, wherever in the group they are, and back; none is dropped."""
    tokens, count, choices = x.flatten(0, 1), kind["experts"], kind["top_k"]
    weight, chosen = torch.softmax(product(tokens, layer, "gate").to(SUM), -1).topk(choices, -1)
    order = chosen.flatten().argsort(stable=True)
    own = chosen.flatten().bincount(minlength=count)
    table = gathered(own.unsqueeze(0), 0, Place.expert).cpu()  # by rank of the axis and expert
    spans = [span(count, Place.expert.size, i) for i in range(Place.expert.size)]
    send = [int(table[Place.expert.index, a:b].sum()) for a, b in spans]
    begin, end = spans[Place.expert.index]
    receive = [int(rows.sum()) for rows in table[:, begin:end]]
    got = Exchange.apply(tokens[order // choices], send, receive, Place.expert)
    of = torch.arange(end - begin).repeat(Place.expert.size).repeat_interleave(table[:, begin:end].flatten())
    of, rows = of.to(x.device), [got.shape[0]]
    if Place.expert_tensor.size > 1:  # ranks that cut each expert see the tokens of all of them
        rows = gathered(torch.tensor(rows, device=x.device), 0, Place.expert_tensor).tolist()
        got = Gather.apply(padded(got, max(rows)), 0, Place.expert_tensor)
        of = gathered(padded(of, max(rows)), 0, Place.expert_tensor)
    by_expert = of.argsort(stable=True)
    parts = got[by_expert].split(of.bincount(minlength=end - begin).tolist())
    done = [product(activated(product(part, layer, "experts.up", e), kind), layer, "experts.down", e)
            for e, part in enumerate(parts)]
    y = torch.cat(done)[by_expert.argsort()]
    if Place.expert_tensor.size > 1:
        y = Scatter.apply(y, 0, Place.expert_tensor)[:rows[Place.expert_tensor.index]]
    back = Exchange.apply(y, receive, send, Place.expert) * weight.flatten()[order].unsqueeze(-1).to(x.dtype)
    return torch.zeros_like(tokens).index_add(0, order // choices, back).view_as(x)


def feed(x, layer, kind):
    y = 0
    if kind["ffn"]:
        y = y + mlp(x, layer, "mlp", kind)
    if kind["shared_ffn"]:
        y = y + mlp(x, layer, "shared", kind)
    if kind["experts"]:
        y = y + experts(x, layer, kind)
    return y


def run_layer(x, layer):
    kind = KINDS[LAYERS[layer]]
    if kind["parallel"]:
        normed = norm(x, layer, "norm")
        return x + attention(normed, layer, kind) + feed(normed, layer, kind)
    x = x + attention(norm(x, layer, "attention.norm"), layer, kind)
    return x + feed(norm(x, layer, "mlp.norm"), layer, kind)


def own_tokens(x):
    """Of whole sequences [sequences, tokens, …] this rank's part."""
    places = places_of(Place.context.size, Place.context.index)
    return x[:, places.chunk(Place.tensor.size)[Place.tensor.index]]


def front(batch):
    """Rows of the table that this rank holds, zeros for those of others, added up."""
    if MODEL["vocabulary"] == 0:
        return product(own_tokens(batch["x"]).to(DEVICE, DTYPE).requires_grad_(), "front", "patches")
    table, ids = Place.shards["front", "embedding"], batch["ids"]
    begin, _ = span(MODEL["vocabulary"], Place.tensor.size, Place.tensor.index)
    rows = ids[:, places_of(Place.context.size, Place.context.index)].to(DEVICE) - begin
    held = (rows >= 0) & (rows < table.shape[0])
    x = Scatter.apply(table[rows.clamp(0, table.shape[0] - 1)] * held.unsqueeze(-1), 1, Place.tensor)
    if MODEL["positions"]:
        x = x + own_tokens(Place.shards["front", "positions"].unsqueeze(0))
    return x


class Entropy(torch.autograd.Function):
    """Summed over this rank's tokens, of classes cut over tensor parallelism."""

    @staticmethod
    def forward(ctx, logits, labels, begin, axis):
        maximum = logits.max(-1).values
        rows = labels - begin
        held = (rows >= 0) & (rows < logits.shape[-1])
        rows = rows.clamp(0, logits.shape[-1] - 1)
        if axis.size > 1 and logits.numel():
            dist.all_reduce(maximum, dist.ReduceOp.MAX, group=axis.group)
        powers = torch.exp(logits - maximum.unsqueeze(-1))
        total = powers.sum(-1)
        of_label = logits.gather(-1, rows.unsqueeze(-1)).squeeze(-1) * held
        if axis.size > 1 and logits.numel():
            dist.all_reduce(total, group=axis.group)
            dist.all_reduce(of_label, group=axis.group)
        ctx.save_for_backward(powers / total.unsqueeze(-1), rows, held)
        return (maximum + torch.log(total) - of_label).sum()

    @staticmethod
    def backward(ctx, g):
        shares, rows, held = ctx.saved_tensors
        return g * shares.scatter_add(-1, rows.unsqueeze(-1), -held.unsqueeze(-1).to(shares.dtype)), None, None, None


def back(x, batch):
    """The loss of these sequences: a sum, divided once by the tokens of the whole batch, whatever part of it
    this group has. Ranks of tensor parallelism have the same."""
    tokens = JOB["batch"] * JOB["sequence"]
    x = norm(x, "back", "norm")
    if not MODEL["head"]:
        return x.to(SUM).sum() / tokens
    whole = Gather.apply(x, 1, Place.tensor)
    logits = product(whole, *(("front", "embedding") if MODEL["tied"] else ("back", "head")))
    labels = batch["labels"][:, places_of(Place.context.size, Place.context.index)].to(DEVICE)
    begin, _ = span(MODEL["vocabulary"], Place.tensor.size, Place.tensor.index)
    return Entropy.apply(logits.to(SUM), labels, begin, Place.tensor) / tokens
