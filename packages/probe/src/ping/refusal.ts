import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { TraceHop, TraceResult } from '@octet/core/probe/ping.ts'
import type { Text } from '@octet/core/text.ts'
import { runLines } from './system.ts'

/** Who on the way says that a packet goes no further, and why; `from` is null where only the size that fits is known. */
export type Refusal = {
  readonly from: string | null
  readonly outcome: 'unreachable' | 'oversized' | 'expired'
  readonly text: Text
}

type Why = readonly [words: RegExp, outcome: Refusal['outcome'], en: string, zh: string]

/** Words of ping(8) and marks of traceroute(8) for the codes of RFC 792, 1812 and 4443, and what they mean behind the address. */
const WHYS: readonly Why[] = [
  [/frag needed|too big|^!F/i, 'oversized', 'the packets do not fit on its next link', '数据包超过其下一段链路的 MTU'],
  [/time to live|time exceeded|hop limit/i, 'expired', 'the TTL ran out: mostly a routing loop', 'TTL 耗尽，多半是路由环路'],
  [
    /prohibited|filtered|policy|<5>|^!X/i,
    'unreachable',
    'refused by a firewall or an access list (administratively prohibited)',
    '被防火墙或访问控制列表拒绝（administratively prohibited）',
  ],
  [/net(work)? (unreachable|unknown)|no route|<6>|^!N/i, 'unreachable', 'it has no route to the target', '没有到目标的路由'],
  [
    /(host|address) (unreachable|unknown)|^!H/i,
    'unreachable',
    'it finds nobody at this address (host unreachable)',
    '找不到使用该地址的主机（host unreachable）',
  ],
  [/./, 'unreachable', 'it rejects the packets, as firewalls do', '拒绝了数据包，通常是防火墙所为'],
]

/** What a router said, in words. Undefined where the word comes from this machine, whose addresses are nobody's business. */
export function toRefusal(from: string, said: string): Refusal | undefined {
  if (isIP(from) === 0 || isOwn(from)) return undefined
  const [, outcome, en, zh] = WHYS.find(([words]) => words.test(said))!
  const [, size] = /(?:mtu ?[=:] ?|^!F-?)(\d+)/i.exec(said) ?? []
  const behind = size === undefined ? ['', ''] : [` (MTU ${size})`, `（MTU ${size}）`]
  return { from, outcome, text: { en: `${from}: ${en}${behind[0]}`, zh: `${from}：${zh}${behind[1]}` } }
}

const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some((one) => one.address === address))

const ASK_MS = 1500

/**
 * Whether the answers to echo requests come from this other address, which mtr-packet does not tell from a refusal: a host with
 * several addresses, or one behind a translator of addresses that lets them out under another.
 */
export async function answersAs(from: string, { address, signal, path, timeoutMs = ASK_MS }: Asking): Promise<boolean> {
  for await (const line of runLines(path, ['-n', '-c', '1', '-W', '1', '--', address], { signal, timeoutMs }))
    if (/^\d+ bytes from ([\da-f.:]+?):? .*time[=<]/i.exec(line)?.[1] === from) return true
  return false
}

/** What to make of answers from another address. */
export const toElsewhere = (from: string): Text => ({
  en: `the answers come from ${from}, not from the address that was asked: a host with several addresses, or NAT`,
  zh: `应答来自 ${from}，而非所询问的地址：主机有多个地址，或经过 NAT`,
})

type Asking = { readonly address: string; readonly signal: AbortSignal; readonly path: string; readonly timeoutMs?: number }

/** Below this no link of the Internet has to cut packets (RFC 791 §3.1). */
export const SMALL_BYTES = 576

/**
 * Asks by one more ping why packets do not come through, which mtr-packet does not tell. Where it is large it is not to be cut
 * into pieces on the way. More packets than one are for refusals that not every packet meets.
 */
export async function askByPing(
  { address, signal, path, timeoutMs = ASK_MS }: Asking,
  sizeBytes: number | undefined,
  packets = 1,
): Promise<Refusal | undefined> {
  const heads = isIP(address) === 6 ? 48 : 28
  const size = sizeBytes === undefined ? [] : ['-s', String(Math.max(8, sizeBytes - heads))]
  const whole = sizeBytes !== undefined && sizeBytes > SMALL_BYTES ? ['-M', 'do'] : []
  const args = ['-n', '-c', String(packets), '-i', '0.2', '-W', '1', ...whole, ...size, '--', address]
  for await (const line of runLines(path, args, { signal, timeoutMs, readsErrors: true })) {
    const [, from, said] = /^from ([\da-f.:]+?):? .*?seq=\d+ (?!.*time=)(.*)$/i.exec(line) ?? []
    if (from !== undefined && said !== undefined) return toRefusal(from, said)
    const [, mtu] = /local error: message too long, mtu ?[=:] ?(\d+)/i.exec(line) ?? []
    if (mtu !== undefined) return toKnownSize(mtu)
  }
  return undefined
}

/** The kernel keeps what a router told it, but not who it was. */
const toKnownSize = (mtu: string): Refusal => ({
  from: null,
  outcome: 'oversized',
  text: { en: `the packets do not fit on a link of the path (MTU ${mtu})`, zh: `数据包超过路径中某段链路的 MTU（${mtu}）` },
})

type TraceAsking = Asking & { readonly ttl: number; readonly protocol: 'icmp' | 'udp' | 'tcp'; readonly port: number }

/** No way is that long (RFC 1812 §4.2.2.9 counts on 64 at most; on the Internet it is half of that). */
const FAR_HOPS = 30

/** Asks the system's traceroute who refuses at a distance, and why. */
export async function askByTraceroute({
  address,
  ttl,
  protocol,
  port,
  signal,
  path,
  timeoutMs = ASK_MS,
}: TraceAsking): Promise<Refusal | undefined> {
  const method = { icmp: ['-I'], udp: ['-U', '-p', String(port)], tcp: ['-T', '-p', String(port)] }[protocol]
  const args = [`-${isIP(address)}`, '-n', ...method, '-q', '1', '-w', '1', '-f', String(ttl), '-m', String(ttl), '--', address]
  for await (const line of runLines(path, args, { signal, timeoutMs })) {
    const [, from, mark] = /^\s*\d{1,2}\s+([\da-f.:]+)\s+[\d.]+ ms(?:\s+(!\S+))?/i.exec(line) ?? []
    if (from === undefined) continue
    if (mark !== undefined) return toRefusal(from, mark)
    if (ttl >= FAR_HOPS && from !== address) return toRefusal(from, 'time exceeded')
  }
  return undefined
}

/** How a way ends that nobody refuses: in silence, or further away than was asked; undefined where it reaches the target. */
export function findSilence(
  { hops, protocol, port, isReached }: Pick<TraceResult, 'hops' | 'protocol' | 'port' | 'isReached'>,
  maxHops: number,
): Text | undefined {
  const last = hops.at(-1)
  if (isReached || !last || last.isUnreachable) return undefined
  if (last.addresses.length > 0)
    return last.ttl < maxHops ? undefined : { en: `the target is more than ${maxHops} hops away`, zh: `目标超过 ${maxHops} 跳` }
  const seen = hops.findLast(({ addresses }) => addresses.length > 0)
  const asked = `${protocol.toUpperCase()}${port === null ? '' : ` ${port}`}`
  const where = seen
    ? { en: `behind hop ${seen.ttl} (${seen.addresses[0]})`, zh: `第 ${seen.ttl} 跳（${seen.addresses[0]}）之后` }
    : { en: 'on the whole way', zh: '全程' }
  return {
    en: `nobody answers ${where.en}: a firewall drops ${asked}, or the target is down; another protocol may get further`,
    zh: `${where.zh}无应答：防火墙丢弃了 ${asked}，或目标不在线；换用其他协议或可走得更远`,
  }
}

/** How often a circle is gone through before it is called one. */
const MIN_TURNS = 2
const MAX_CIRCLE = 6

/** Two routers, or more, that send packets to each other until their TTL runs out; undefined where the way ends otherwise. */
export function findLoop(hops: readonly Pick<TraceHop, 'addresses' | 'isTarget'>[]): Text | undefined {
  const way = hops.map(({ addresses }) => addresses[0])
  const isRepeated = (length: number) => {
    const tail = way.slice(-length * (MIN_TURNS + 1))
    return (
      tail.length === length * (MIN_TURNS + 1) &&
      new Set(tail).size === length &&
      tail.every((address, index) => address !== undefined && (index < length || address === tail[index - length]))
    )
  }
  if (hops.some(({ isTarget }) => isTarget)) return undefined
  const length = [2, 3, 4, 5, MAX_CIRCLE].find(isRepeated)
  if (length === undefined) return undefined
  const routers = [...new Set(way.slice(-length))].sort((a, b) => way.indexOf(a) - way.indexOf(b))
  return {
    en: `a routing loop: the packets go round between ${routers.join(', ')} until their TTL runs out`,
    zh: `路由环路：数据包在 ${routers.join('、')} 之间循环，直到 TTL 耗尽`,
  }
}
