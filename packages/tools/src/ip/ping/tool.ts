import { pingResultSchema, type PingResult } from '@octet/core/probe/ping.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { findPlace, placeSchema, type Place } from '../../lib/place.ts'
import { targetField } from '../../lib/target-field.ts'
import { parseTarget } from '../../lib/target.ts'

const PROTOCOLS = { icmp: { en: 'ICMP', zh: 'ICMP' }, tcp: { en: 'TCP', zh: 'TCP' }, http: { en: 'HTTP', zh: 'HTTP' } } as const
const FAMILIES = { any: { en: 'any', zh: '自动' }, ipv4: { en: 'IPv4', zh: 'IPv4' }, ipv6: { en: 'IPv6', zh: 'IPv6' } } as const

const output = pingResultSchema.extend({ place: placeSchema.nullable().meta({ label: { en: 'Where', zh: '归属' } }) })

export default defineTool({
  id: 'ping',
  route: '/pingip',
  call: 'ping_ip',
  group: 'ip',
  rank: 20,
  icon: 'Activity',
  title: { en: 'Ping', zh: 'IP Ping' },
  summary: {
    en: 'Round-trip times by ICMP, TCP or HTTP, live, with loss and jitter',
    zh: '用 ICMP、TCP 或 HTTP 实时测量往返时间、丢包与抖动',
  },
  about: {
    en: 'Packets leave this server, not your browser. ICMP echoes go out through one mtr-packet process; where the machine lacks it, the next step of the ladder is used and named in the result. TCP counts a refusal as an answer: the host is there. Deviation is the standard deviation, jitter the mean difference of neighbours.',
    zh: '数据包由本站服务器发出，而非您的浏览器。ICMP 由单个 mtr-packet 进程发送；若服务器不具备，则依次降级，并在结果中注明。TCP 方式下“拒绝连接”也算应答，说明主机在线。标准差反映总体离散程度，抖动为相邻两次之差的平均值。',
  },
  keywords: ['icmp', 'latency', 'rtt', 'packet loss', 'tcping', '延迟', '丢包', '测速'],
  needs: ['probe', 'ip'],
  accepts: { ip: {}, domain: {} },
  cost: 3,
  input: z.object({
    target: targetField,
    protocol: z
      .enum(['icmp', 'tcp', 'http'])
      .default('icmp')
      .meta({ label: { en: 'By', zh: '协议' }, options: PROTOCOLS }),
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
      .enum(['any', 'ipv4', 'ipv6'])
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
      .meta({ label: { en: 'Packet size', zh: '包大小' }, unit: 'bytes', when: { protocol: ['icmp'] }, advanced: true }),
  }),
  output,
  examples: [
    { name: { en: 'A public resolver', zh: '公共 DNS' }, input: { target: '1.1.1.1' } },
    { name: { en: 'A web server by TCP', zh: 'TCP 测网站' }, input: { target: 'example.com', protocol: 'tcp', port: 443 } },
    { name: { en: 'IPv6', zh: 'IPv6' }, input: { target: 'example.com', family: 'ipv6', count: 5 } },
  ],
  async *run({ target, family, ...request }, { probe, ip, signal }): AsyncGenerator<z.infer<typeof output>> {
    const wanted = family === 'any' ? {} : { family: family === 'ipv4' ? (4 as const) : (6 as const) }
    let place: Place | null | undefined
    const locate = async ({ address }: PingResult) => (place === undefined ? (place = await findPlace(address, ip)) : place)
    for await (const sofar of probe.ping.ping({ ...request, ...wanted, target: parseTarget(target).host, signal }))
      yield { ...sofar, place: await locate(sofar) }
  },
})
