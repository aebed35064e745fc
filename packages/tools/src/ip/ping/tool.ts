import { AppError, isAppError, toFailureWords } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import { pingResultSchema, type PingRequest } from '@octet/core/probe/ping.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { mergeLanes } from '../../lib/merge-lanes.ts'
import { findPlace, placeSchema, type Place } from '../../lib/place.ts'
import { parseTarget, TARGET_ERRORS } from '../../lib/target.ts'

const PROTOCOLS = { icmp: { en: 'ICMP', zh: 'ICMP' }, tcp: { en: 'TCP', zh: 'TCP' }, http: { en: 'HTTP', zh: 'HTTP' } } as const
const FAMILIES = {
  any: { en: 'Any', zh: '自动' },
  ipv4: { en: 'IPv4', zh: 'IPv4' },
  ipv6: { en: 'IPv6', zh: 'IPv6' },
  both: { en: 'Both, side by side', zh: '同时测两种' },
} as const
/** Targets side by side in one run. */
const MAX_TARGETS = 5
const COST_PER_LANE = 3

const lane = pingResultSchema.extend({ place: placeSchema.nullable().meta({ label: { en: 'Where', zh: '归属' } }) })
type LaneResult = z.infer<typeof lane>

const output = lane.extend({
  others: z.array(lane).meta({ label: { en: 'Further targets', zh: '其余目标' } }),
  failures: z
    .array(
      z.object({
        target: z.string().meta({ label: { en: 'Target', zh: '目标' } }),
        message: z.string().meta({ label: { en: 'Reason', zh: '原因' } }),
      }),
    )
    .meta({ label: { en: 'Not measured', zh: '未能测量' } }),
})

export default defineTool({
  id: 'ping',
  route: '/pingip',
  call: 'ping_ip',
  callNames: { target: ['ip', 'domain', 'host', 'hostname', 'address', 'name'] },
  group: 'ip',
  rank: 20,
  icon: 'Activity',
  title: { en: 'Ping', zh: 'IP Ping' },
  summary: {
    en: 'Round-trip times by ICMP, TCP or HTTP, live, with loss and jitter',
    zh: '用 ICMP、TCP 或 HTTP 实时测量往返时间、丢包与抖动',
  },
  about: {
    en: 'Packets are sent by this server, not your browser. ICMP echo requests go out through one mtr-packet process; where the machine lacks it, the next best method is used and named in the result. TCP counts a refused connection as an answer: the host is there. Deviation is the standard deviation, jitter the mean difference between consecutive times.',
    zh: '数据包由本站服务器发出，而非您的浏览器。ICMP 由单个 mtr-packet 进程发送；若服务器不具备，则依次降级，并在结果中注明。TCP 方式下“拒绝连接”也算应答，说明主机在线。标准差反映总体离散程度，抖动为相邻两次之差的平均值。',
  },
  keywords: [
    'icmp',
    'latency',
    'rtt',
    'packet loss',
    'tcping',
    '延迟',
    '丢包',
    '测速',
    'ping test',
    'latency test',
    '延迟测试',
    'ping测试',
    '服务器延迟',
    '网络延迟',
  ],
  needs: ['probe', 'ip'],
  errors: TARGET_ERRORS,
  accepts: { ip: {}, domain: {}, 'ping-command': {} },
  cost: ({ target, family }) => COST_PER_LANE * toLanes(target, family).length,
  input: z.object({
    target: z
      .string()
      .min(1)
      .max(2048)
      .meta({
        label: { en: 'Hosts or addresses', zh: '主机名或 IP' },
        placeholder: { en: 'example.com, 1.1.1.1 (up to five)', zh: 'example.com, 1.1.1.1（最多五个）' },
        main: true,
      }),
    protocol: z
      .enum(['icmp', 'tcp', 'http'])
      .default('icmp')
      .meta({ label: { en: 'Protocol', zh: '协议' }, options: PROTOCOLS }),
    port: z.coerce
      .number()
      .int()
      .min(1)
      .max(65_535)
      .default(443)
      .meta({ label: { en: 'Port', zh: '端口' }, when: { protocol: ['tcp', 'http'] } }),
    count: z.coerce
      .number()
      .int()
      .min(1)
      .max(30)
      .default(10)
      .meta({ label: { en: 'Packets', zh: '次数' } }),
    family: z
      .enum(['any', 'ipv4', 'ipv6', 'both'])
      .default('any')
      .meta({ label: { en: 'Family', zh: '协议族' }, options: FAMILIES, advanced: true }),
    intervalMs: z.coerce
      .number()
      .int()
      .min(200)
      .max(2000)
      .default(250)
      .meta({ label: { en: 'Interval', zh: '间隔' }, unit: 'ms', advanced: true }),
    sizeBytes: z.coerce
      .number()
      .int()
      .min(28)
      .max(1472)
      .default(64)
      .meta({ label: { en: 'Packet size', zh: '包大小' }, unit: 'B', when: { protocol: ['icmp'] }, advanced: true }),
  }),
  output,
  examples: [
    { name: { en: 'A public resolver', zh: '公共 DNS' }, input: { target: '1.1.1.1' } },
    { name: { en: 'A web server by TCP', zh: 'TCP 测网站' }, input: { target: 'example.com', protocol: 'tcp', port: 443 } },
    { name: { en: 'IPv4 beside IPv6', zh: '对比 IPv4 与 IPv6' }, input: { target: 'example.com', family: 'both', count: 5 } },
    { name: { en: 'Three at once', zh: '同时测三个' }, input: { target: '1.1.1.1, 8.8.8.8, 9.9.9.9' } },
  ],
  async *run({ target, family, ...request }, host): AsyncGenerator<z.infer<typeof output>> {
    const lanes = toLanes(target, family)
    const results: (LaneResult | undefined)[] = lanes.map(() => undefined)
    const errors: (AppError | undefined)[] = lanes.map(() => undefined)
    for await (const arrived of mergeLanes(lanes.map((wanted) => pingLane({ ...request, ...wanted }, host)))) {
      if ('isDone' in arrived) continue
      if ('value' in arrived) results[arrived.lane] = arrived.value
      else errors[arrived.lane] = toKnown(arrived.error)
      const [first, ...others] = results.filter((result) => result !== undefined)
      if (first) yield { ...first, others, failures: toFailures(lanes, errors, host.lang) }
    }
    const failed = errors.find((error) => error !== undefined)
    if (failed && results.every((result) => result === undefined)) throw failed
  },
})

type Wanted = Pick<PingRequest, 'target' | 'family'>

/** What is measured side by side: every target once, or by each family. */
function toLanes(text: string, family: keyof typeof FAMILIES): Wanted[] {
  const parts = [...new Set(text.split(/[\s,;，；、]+/).filter(Boolean))]
  if (parts.length > MAX_TARGETS)
    throw new AppError('bad_input', {
      field: 'target',
      expected: { en: `at most ${MAX_TARGETS} targets`, zh: `最多 ${MAX_TARGETS} 个目标` },
      got: parts.length,
    })
  const targets = (parts.length > 0 ? parts : ['']).map((part) => parseTarget(part))
  return targets.flatMap(({ host: target, isAddress }): Wanted[] => {
    if (isAddress || family === 'any') return [{ target }]
    if (family === 'both')
      return [
        { target, family: 4 },
        { target, family: 6 },
      ]
    return [{ target, family: family === 'ipv4' ? 4 : 6 }]
  })
}

async function* pingLane(request: PingRequest, { probe, ip, signal }: Host<'probe' | 'ip'>): AsyncGenerator<LaneResult> {
  let place: Place | null | undefined
  for await (const sofar of probe.ping.ping({ ...request, signal })) {
    if (place === undefined) place = await findPlace(sofar.address, ip)
    yield { ...sofar, place }
  }
}

/** A target that cannot be measured is a row; a bug or the caller's leaving ends the run. */
function toKnown(error: unknown): AppError {
  if (!isAppError(error) || error.key === 'cancelled') throw error
  return error
}

function toFailures(lanes: readonly Wanted[], errors: readonly (AppError | undefined)[], lang: 'en' | 'zh') {
  return lanes.flatMap(({ target }, index) => {
    const error = errors[index]
    return error ? [{ target, message: toFailureWords(error, lang) }] : []
  })
}
