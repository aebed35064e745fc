import type { IpCapability } from '@octet/core/host.ts'
import { traceResultSchema } from '@octet/core/probe/ping.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { familyField, toFamily } from '../../lib/family-field.ts'
import { findPlace, placeSchema, type Place } from '../../lib/place.ts'
import { targetField } from '../../lib/target-field.ts'
import { parseTarget, TARGET_ERRORS } from '../../lib/target.ts'

const PROTOCOLS = { icmp: { en: 'ICMP', zh: 'ICMP' }, udp: { en: 'UDP', zh: 'UDP' }, tcp: { en: 'TCP', zh: 'TCP' } } as const

const output = traceResultSchema.extend({
  hops: z
    .array(
      traceResultSchema.shape.hops.element.extend({ place: placeSchema.nullable().meta({ label: { en: 'Where', zh: '归属' } }) }),
    )
    .meta({ label: { en: 'Hops', zh: '各跳' }, widget: 'table' }),
  asPath: z.array(z.object({ asn: z.number(), name: z.string().nullable() })).meta({ label: { en: 'AS path', zh: 'AS 路径' } }),
  text: z.string().meta({ label: { en: 'As text', zh: '文本' }, widget: 'text', main: true }),
})
type Output = z.infer<typeof output>

export default defineTool({
  id: 'traceroute',
  route: '/ipluyou',
  call: 'traceroute',
  callNames: { target: ['ip', 'domain', 'host', 'hostname', 'address', 'name'] },
  group: 'ip',
  rank: 21,
  icon: 'Route',
  title: { en: 'Traceroute', zh: '路由跟踪' },
  summary: {
    en: 'The route to a host, hop by hop, with names, networks and places',
    zh: '逐跳显示到目标的路径、名称、所属网络与位置',
  },
  about: {
    en: 'This server sends packets with increasing TTL; each router where one expires reports back (RFC 792). Several rounds give loss and deviation per hop, as mtr does. Loss at a single hop usually means that the router limits its answers, not that packets are lost. The return path may differ.\n\nWith UDP and TCP each round has a flow that keeps its ports, as in Paris traceroute: where load balancers send flows different ways, all the ways are shown; ten rounds find most of them.\n\nmtr-packet keeps both ports with UDP over IPv4 only; for UDP over IPv6 and for TCP the system’s traceroute is used as well, which needs the right to open raw sockets for TCP. ICMP has no ports and so no flows.',
    zh: '由本站服务器发出 TTL 递增的数据包，途中每台使其耗尽的路由器都会回报（RFC 792）。多轮测量可像 mtr 一样给出每跳丢包与离散程度。仅单跳丢包通常只表示该路由器限制应答，并不代表真正丢包；回程路径可能不同。\n\n用 UDP 或 TCP 时，每轮各有一条端口保持不变的流（同 Paris traceroute）：负载均衡把不同的流分到不同路径时，会列出全部路径；十轮可找出其中大部分。\n\nmtr-packet 仅在 UDP（IPv4）下能固定两个端口；UDP（IPv6）与 TCP 则另用系统的 traceroute 测量，其中 TCP 需要原始套接字权限。ICMP 没有端口，也就没有流。',
  },
  keywords: ['tracert', 'mtr', 'hops', 'route', 'path', '路由', '跳数', '路径', '路由追踪', 'trace ip', '追踪'],
  needs: ['probe', 'ip'],
  errors: TARGET_ERRORS,
  accepts: { ip: {}, domain: {}, 'trace-command': {} },
  cost: 5,
  input: z.object({
    target: targetField,
    protocol: z
      .enum(['icmp', 'udp', 'tcp'])
      .default('icmp')
      .meta({ label: { en: 'Protocol', zh: '协议' }, options: PROTOCOLS }),
    port: z.coerce
      .number()
      .int()
      .min(1)
      .max(65_535)
      .default(443)
      .meta({ label: { en: 'Port', zh: '端口' }, when: { protocol: ['tcp'] } }),
    rounds: z.coerce
      .number()
      .int()
      .min(1)
      .max(10)
      .default(3)
      .meta({ label: { en: 'Rounds', zh: '轮数' } }),
    maxHops: z.coerce
      .number()
      .int()
      .min(1)
      .max(64)
      .default(30)
      .meta({ label: { en: 'Maximum hops', zh: '最大跳数' }, advanced: true }),
    family: familyField,
  }),
  output,
  examples: [
    { name: { en: 'A public resolver', zh: '公共 DNS' }, input: { target: '1.1.1.1' } },
    {
      name: { en: 'Through firewalls by TCP', zh: '用 TCP 穿过防火墙' },
      input: { target: 'example.com', protocol: 'tcp', port: 443 },
    },
  ],
  async *run({ target, family, ...request }, { probe, ip, signal }): AsyncGenerator<Output> {
    const places = new PlaceBook(ip)
    for await (const sofar of probe.ping.trace({ ...request, ...toFamily(family), target: parseTarget(target).host, signal })) {
      const hops = await Promise.all(
        sofar.hops.map(async (hop) => ({ ...hop, place: hop.addresses[0] ? await places.find(hop.addresses[0]) : null })),
      )
      yield { ...sofar, hops, asPath: toAsPath(hops), text: [toText(hops), ...toPathLines(sofar.paths)].join('\n') }
    }
  },
})

/** Each address is looked up once per trace. */
class PlaceBook {
  readonly #ip: IpCapability
  readonly #known = new Map<string, Promise<Place | null>>()

  constructor(ip: IpCapability) {
    this.#ip = ip
  }

  find(address: string): Promise<Place | null> {
    const known = this.#known.get(address) ?? findPlace(address, this.#ip)
    this.#known.set(address, known)
    return known
  }
}

function toAsPath(hops: Output['hops']): Output['asPath'] {
  const path: Output['asPath'] = []
  for (const { place } of hops)
    if (place?.asn && path.at(-1)?.asn !== place.asn) path.push({ asn: place.asn, name: place.network })
  return path
}

function toText(hops: Output['hops']): string {
  const lines = hops.map(({ ttl, addresses, names, isUnreachable, lossPercent, bestMs, avgMs, worstMs, place }) => {
    const who = addresses.length > 0 ? `${names.find(Boolean) ?? addresses[0]} (${addresses.join(', ')})` : '*'
    const times = avgMs === null ? '' : `${[bestMs, avgMs, worstMs].map((ms) => ms?.toFixed(2)).join(' / ')} ms`
    return [
      String(ttl).padStart(2),
      isUnreachable ? `${who} !H` : who,
      times,
      lossPercent ? `${lossPercent}%` : '',
      place?.asn ? `AS${place.asn}` : '',
    ]
      .filter(Boolean)
      .join('  ')
  })
  return lines.join('\n')
}

/** Several ways as lines below the hops; one is what the hops say. */
function toPathLines(paths: Output['paths']): string[] {
  if (paths.length < 2) return []
  return ['', ...paths.map(({ flows, addresses }) => `×${flows}  ${addresses.map((address) => address ?? '*').join(' > ')}`)]
}
