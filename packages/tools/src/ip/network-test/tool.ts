import { isAppError, toFailureWords } from '@octet/core/errors.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import type { Host } from '@octet/core/host.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { parseTarget } from '../../lib/target.ts'
import { SITES, type Site } from './sites.ts'

const REGIONS = {
  all: { en: 'All', zh: '全部' },
  china: { en: 'China', zh: '中国' },
  world: { en: 'World', zh: '全球' },
} as const
const STATES = {
  waiting: { en: 'waiting', zh: '等待中' },
  reached: { en: 'reached', zh: '可访问' },
  failed: { en: 'not reached', zh: '无法访问' },
} as const
/** Sites asked at once, and the time one may take. */
const MAX_AT_ONCE = 9
const SITE_TIMEOUT_MS = 4000

const row = z.object({
  id: z.string().meta({ widget: 'hidden' }),
  name: z.string().meta({ label: { en: 'Site', zh: '网站' } }),
  url: z.string().meta({ label: { en: 'URL', zh: 'URL' } }),
  state: z.enum(['waiting', 'reached', 'failed']).meta({ label: { en: 'State', zh: '状态' }, options: STATES }),
  status: z
    .number()
    .nullable()
    .meta({ label: { en: 'HTTP', zh: 'HTTP' } }),
  ms: z
    .number()
    .nullable()
    .meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
  reason: z
    .string()
    .nullable()
    .meta({ label: { en: 'Reason', zh: '原因' } }),
})
type Row = z.infer<typeof row>

const output = z.object({
  address: z
    .string()
    .nullable()
    .meta({ label: { en: 'Your address, as this server sees it', zh: '本站看到的您的地址' } }),
  family: z
    .number()
    .nullable()
    .meta({ label: { en: 'IP version', zh: 'IP 版本' } }),
  sites: z.array(row).meta({ label: { en: 'Reached from this server', zh: '本站服务器的可达性' }, widget: 'table' }),
  isComplete: z.boolean().meta({ widget: 'hidden' }),
})

export default defineTool({
  id: 'network-test',
  route: '/networktest',
  group: 'ip',
  rank: 23,
  icon: 'Gauge',
  title: { en: 'Network test', zh: '网络测试' },
  summary: {
    en: 'Speed with latency under load, IPv6, packet size, DNS and WebRTC leaks, and which sites can be reached',
    zh: '测速与负载延迟、IPv6 就绪情况、MTU、DNS 与 WebRTC 泄露和网站可达性',
  },
  about: {
    en: 'Speed is measured between your browser and this server with several connections at once, so the result is about that path only. Latency is measured before and during the transfers; the difference is what full buffers on the way add (bufferbloat).\n\nA site counts as reached when it answers at all: a browser may not read what another site says. The packet size is that of the connection that loaded this page. The DNS leak test needs a DNS zone of this installation’s own. The API and the command line answer with what this server reaches.',
    zh: '测速在您的浏览器与本站服务器之间用多条连接同时进行，结果只代表这一条路径。延迟分别在空闲时与传输中测量，两者之差就是沿途缓冲区被填满后多出的等待，即“缓冲膨胀”。\n\n网站只要有应答即视为可访问，浏览器无法得知其具体内容。数据包大小取自加载本页的连接。DNS 泄露检测需要本站拥有自己的 DNS 区域。接口与命令行返回的是从本站服务器出发的可达性。',
  },
  keywords: [
    '测速',
    'speed test',
    'bandwidth',
    'bufferbloat',
    'ipv6 test',
    'webrtc leak',
    'dns leak',
    'mtu',
    '网速',
    '带宽',
    '连通性',
    '网络诊断',
    'DNS 泄露',
    'ipv6测试',
    '宽带测速',
    'vpn leak',
    'DNS泄漏',
    'internet speed',
    'do i have ipv6',
    'wifi speed',
    '上传下载速度',
    '网站能不能访问',
    '网站打不开',
  ],
  needs: ['probe', 'ip'],
  cost: 10,
  input: z.object({
    region: z
      .enum(['all', 'china', 'world'])
      .default('all')
      .meta({ label: { en: 'Sites', zh: '网站' }, options: REGIONS }),
    site: z
      .string()
      .max(2048)
      .default('')
      .meta({
        label: { en: 'Your own site', zh: '自定义网站' },
        placeholder: { en: 'example.com', zh: 'example.com' },
        main: true,
      }),
  }),
  output,
  examples: [
    { name: { en: 'All sites', zh: '全部网站' }, input: {} },
    { name: { en: 'Sites in China', zh: '国内网站' }, input: { region: 'china' } },
  ],
  async *run({ region, site }, host) {
    const sites = [...toOwnSite(site), ...SITES.filter((each) => region === 'all' || each.region === region)]
    const rows = sites.map(({ id, name, url }): Row => toRow({ id, name: name[host.lang], url }, 'waiting'))
    const address = host.ip.self ?? null
    const sofar = (isComplete: boolean) => ({
      address,
      family: address === null ? null : (findAddress(address)?.version ?? null),
      sites: [...rows],
      isComplete,
    })
    yield sofar(false)
    const waiting = new Map<number, Promise<number>>()
    for (let next = 0; next < rows.length || waiting.size > 0;) {
      while (waiting.size < MAX_AT_ONCE && next < rows.length) {
        const index = next++
        waiting.set(
          index,
          reach(rows[index]!, host).then((row) => ((rows[index] = row), index)),
        )
      }
      waiting.delete(await Promise.race(waiting.values()))
      yield sofar(waiting.size === 0 && next === rows.length)
    }
  },
})

function toOwnSite(text: string): Site[] {
  if (text.trim() === '') return []
  const { host } = parseTarget(text, 'site')
  const url = `https://${host.includes(':') ? `[${host}]` : host}/`
  return [{ id: 'own', name: { en: host, zh: host }, region: 'world', url }]
}

const toRow = (site: Pick<Row, 'id' | 'name' | 'url'>, state: Row['state'], found: Partial<Row> = {}): Row => ({
  ...site,
  state,
  status: null,
  ms: null,
  reason: null,
  ...found,
})

/** Any HTTP answer counts; a known error is the site's outcome. */
async function reach({ id, name, url }: Row, { probe, signal, lang }: Host<'probe'>): Promise<Row> {
  try {
    const { status, totalMs } = await probe.http.report(url, { method: 'HEAD', signal, timeoutMs: SITE_TIMEOUT_MS })
    return toRow({ id, name, url }, 'reached', { status, ms: totalMs })
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return toRow({ id, name, url }, 'failed', { reason: toFailureWords(error, lang) })
  }
}
