import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { loadPortRegister } from '../../lib/port-register.ts'
import { COMMON } from './common.ts'
import { findTopicPorts } from './topics.ts'

const MAX_ROWS = 500
const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

export default defineTool({
  id: 'ports',
  route: '/web/ports',
  group: 'web',
  rank: 30,
  icon: 'Plug',
  title: { en: 'Port numbers', zh: '端口号查询' },
  summary: {
    en: 'Search the IANA register of TCP and UDP ports by number, range or name',
    zh: '按端口号、范围或名称查询 IANA 登记的 TCP/UDP 端口',
  },
  about: {
    en: 'Names registered with IANA (RFC 6335): 0–1023 system ports, 1024–49151 user ports, 49152–65535 free for ephemeral use. What is usually found there is shown beside the registered name.',
    zh: '名称来自 IANA 登记（RFC 6335）：0–1023 为系统端口，1024–49151 为用户端口，49152–65535 供临时使用。登记名称旁另列出实际中常见的服务。',
  },
  keywords: [
    'tcp',
    'udp',
    'service',
    'iana',
    '端口',
    '服务',
    '常用端口',
    'common ports',
    '常见端口',
    'well-known ports',
    'port list',
    'tcp port list',
    'ssh端口',
    'mysql port',
    'mysql端口',
    'redis端口',
    'default port',
    '默认端口',
    'snmp',
  ],
  input: z.object({
    text: z
      .string()
      .max(200)
      .meta({
        label: { en: 'Port, range or word', zh: '端口、范围或关键词' },
        main: true,
        placeholder: { en: '443 · 53/udp · 8000-8100 · mysql', zh: '443 · 53/udp · 8000-8100 · 数据库' },
      }),
    protocol: z
      .enum(['all', 'tcp', 'udp', 'sctp', 'dccp'])
      .default('all')
      .meta({
        label: { en: 'Protocol', zh: '协议' },
        widget: 'segments',
        options: {
          all: { en: 'All', zh: '全部' },
          tcp: { en: 'TCP', zh: 'TCP' },
          udp: { en: 'UDP', zh: 'UDP' },
          sctp: { en: 'SCTP', zh: 'SCTP' },
          dccp: { en: 'DCCP', zh: 'DCCP' },
        },
      }),
  }),
  output: z.object({
    text: shown('Found', '查询结果'),
    rows: z
      .array(
        z.object({
          port: z.int().meta({ label: { en: 'Port', zh: '端口' } }),
          protocol: shown('Protocol', '协议'),
          service: shown('Service', '服务'),
          description: shown('Description', '说明'),
          practice: shown('In practice', '常见用途'),
        }),
      )
      .meta({ label: { en: 'Ports', zh: '端口' }, widget: 'table' }),
    total: z.int().meta({ label: { en: 'Total found', zh: '总数' } }),
  }),
  accepts: { 'port-number': { text: '' } },
  examples: [
    {
      name: { en: 'One port', zh: '单个端口' },
      input: { text: '5432', protocol: 'tcp' },
      output: {
        text: '5432/tcp postgresql PostgreSQL',
        rows: [
          { port: 5432, protocol: 'tcp', service: 'postgresql', description: 'PostgreSQL Database', practice: 'PostgreSQL' },
        ],
        total: 1,
      },
    },
    { name: { en: 'A word', zh: '关键词' }, input: { text: 'mqtt' } },
    { name: { en: 'A range', zh: '端口范围' }, input: { text: '6379-6381' } },
  ],
  async run({ text, protocol }) {
    const names = await loadPortRegister()
    const toRank = toRanking(text)
    const rows = [...new Set([...Object.keys(names), ...Object.keys(COMMON)])]
      .map((key) => {
        const [port = '', transport = ''] = key.split('/')
        const [service = '', description = ''] = names[key] ?? []
        const row = { port: Number(port), protocol: transport, service, description, practice: COMMON[key] ?? '' }
        return { row, rank: toRank(row) }
      })
      .filter(({ row, rank }) => (protocol === 'all' || row.protocol === protocol) && rank !== undefined)
      .sort((a, b) => a.rank! - b.rank! || a.row.port - b.row.port || a.row.protocol.localeCompare(b.row.protocol))
      .map(({ row }) => row)
    const lines = rows
      .slice(0, MAX_ROWS)
      .map((row) => `${row.port}/${row.protocol} ${row.service} ${row.practice || row.description}`.trim())
    return { text: lines.join('\n'), rows: rows.slice(0, MAX_ROWS), total: rows.length }
  },
})

type Row = { port: number; protocol: string; service: string; description: string; practice: string }

const MAX_PORT = 65_535

/** How well a row fits, the smallest number best; nothing where it does not. */
type Ranking = (row: Row) => number | undefined

/** What is asked for, which all rows are: mysql port, ssh默认端口. */
const PORT_WORDS = /(?:默认)?端口号?|(?<![a-z-])(?:(?:default|standard) )?ports?(?: numbers?)?(?![a-z-])/g

/** Numbers and ranges pick ports, a protocol beside them (53/udp, tcp 443) its rows; anything else is looked for in names and topics. */
function toRanking(text: string): Ranking {
  const plain = text.normalize('NFKC').toLowerCase()
  const bare = plain.replaceAll(PORT_WORDS, ' ')
  const parts = (bare.trim() === '' ? plain : bare)
    .split(/[\s,;，；、/]+|(?<=[a-z]):(?=\d)/)
    .map((part) => part.replace(/^:(?=\d)/, ''))
    .filter(Boolean)
  const protocols = parts.filter((part) => PROTOCOLS.has(part))
  const others = parts.filter((part) => !PROTOCOLS.has(part))
  const ranges = others.map(findPortRange)
  if (others.length === 0 || ranges.some((range) => range === undefined)) return toWordRanking(parts)
  return ({ port, protocol }) =>
    (protocols.length === 0 || protocols.includes(protocol)) &&
    ranges.some((range) => range && port >= range.first && port <= range.last)
      ? 0
      : undefined
}

const PROTOCOLS: ReadonlySet<string> = new Set(['tcp', 'udp', 'sctp', 'dccp'])

function findPortRange(part: string): { first: number; last: number } | undefined {
  const match = /^(\d+)(?:[-–:~](\d+))?$/.exec(part)
  if (!match) return undefined
  const first = Number(match[1])
  const last = Number(match[2] ?? first)
  if (first > MAX_PORT || last > MAX_PORT || first > last)
    throw new AppError('bad_input', {
      field: 'text',
      expected: {
        en: `a port of 0–${MAX_PORT}, or a range with the smaller one first`,
        zh: `0–${MAX_PORT} 的端口，或小的在前的范围`,
      },
      got: part,
    })
  return { first, last }
}

/** All words have to be met; what goes by such a name comes before what has it in a longer word. */
function toWordRanking(words: readonly string[]): Ranking {
  const whole = findTopicPorts(words.join(' '))
  const wanted = words.map((word) => ({ word, ports: findTopicPorts(word), isWord: toWordTest(word) }))
  return (row) => {
    const ranks = wanted.map(({ word, ports, isWord }) => {
      if (ports.has(row.port)) return ports.get(row.port)!
      const { service, description, practice, protocol } = row
      if (service === word || protocol === word || isWord(practice)) return 0
      if (isWord(service) || isWord(description)) return 1
      return `${service} ${description} ${practice}`.toLowerCase().includes(word) ? 2 : undefined
    })
    if (whole.has(row.port)) return whole.get(row.port)
    return ranks.length === 0 || ranks.includes(undefined) ? undefined : Math.max(...ranks.map((rank) => rank ?? 0))
  }
}

function toWordTest(word: string): (text: string) => boolean {
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\d])${word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}(?![\p{L}\d])`,
    'iu',
  )
  return (text) => pattern.test(text)
}
