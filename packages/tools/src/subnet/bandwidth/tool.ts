import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Lang } from '@octet/core/text.ts'
import * as z from 'zod'
import { shown } from '../fields.ts'
import { notesField } from '../../lib/notes-field.ts'
import { describeDelay } from './delay.ts'
import { LINES } from './lines.ts'
import { parseRate, parseSize, parseTime, toPrefixed, toTimeWords, type Amount } from './units.ts'

const typed = (en: string, zh: string, placeholder: string) =>
  z
    .string()
    .max(60)
    .default('')
    .meta({ label: { en, zh }, placeholder: { en: placeholder, zh: placeholder } })

export default defineTool({
  id: 'bandwidth',
  route: '/ip/bandwidth',
  group: 'subnet',
  rank: 60,
  icon: 'Gauge',
  title: { en: 'Bandwidth calculator', zh: '传输时间与带宽计算' },
  summary: {
    en: 'Size, rate and time: two give the third; monthly volume, and the TCP window for a long path',
    zh: '大小、速率、时间知二求一；估算每月流量与长距离链路的 TCP 窗口',
  },
  about: {
    en: 'Lines are sold in bits per second with decimal prefixes, files are shown in bytes, by some systems with binary prefixes (1,024): 100 Mbit/s is 12.5 MB/s or 11.92 MiB/s. Over Ethernet, TCP carries about 94% of the line rate. Over a long path TCP needs a window of rate × round-trip time, or it waits for acknowledgements.',
    zh: '带宽以比特每秒出售、按千进位；文件以字节显示，有的系统按 1024 进位：100 Mbit/s 等于 12.5 MB/s 或 11.92 MiB/s。以太网上 TCP 的有效载荷约为线路的 94%。长距离传输时，TCP 窗口至少要达到速率 × 往返时间，否则会停下来等待确认。',
  },
  keywords: [
    'bandwidth',
    'transfer time',
    'download time',
    'mbps',
    'throughput',
    'bdp',
    'tcp window',
    '下载时间',
    '网速',
    '换算',
    '兆',
    '流量',
    '带宽时延积',
    '带宽计算',
    'bandwidth calculator',
    '下载速度换算',
  ],
  input: z.object({
    size: typed('Size', '大小', '4.7 GB').meta({ main: true, wanted: true }),
    rate: typed('Rate', '速率', '100 Mbit/s').meta({ wanted: true }),
    time: typed('Time', '时间', '1h 30m').meta({
      wanted: true,
      help: { en: 'Leave one of the three empty to calculate it', zh: '三项留空一项，即为所求' },
    }),
    share: z
      .number()
      .min(0.1)
      .max(100)
      .default(100)
      .meta({
        label: { en: 'Usable share of the line', zh: '线路可用比例' },
        unit: '%',
        help: { en: '94 for TCP over Ethernet; less on busy lines', zh: '以太网上的 TCP 约为 94，繁忙线路更低' },
      }),
    roundTrip: typed('Round trip', '往返时延', '150 ms').meta({
      help: { en: 'For long paths: the window that TCP needs', zh: '用于长距离链路：计算所需 TCP 窗口' },
      advanced: true,
    }),
    window: typed('TCP window', 'TCP 窗口', '64 KiB').meta({
      help: { en: 'Shows what one connection can reach with it', zh: '计算单连接可达速率' },
      advanced: true,
    }),
  }),
  output: z.object({
    text: shown('Result', '结果').meta({ main: true }),
    size: shown('Size', '大小'),
    rate: shown('Rate', '速率'),
    time: shown('Time', '时间'),
    seconds: z.number().meta({ label: { en: 'Time', zh: '时间' }, unit: 's', widget: 'hidden' }),
    bitsPerSecond: z.number().meta({ label: { en: 'Rate', zh: '速率' }, unit: 'bit/s', widget: 'hidden' }),
    bytes: z.number().meta({ label: { en: 'Size', zh: '大小' }, unit: 'B', widget: 'hidden' }),
    volumes: z
      .array(z.object({ period: shown('In', '时段'), volume: shown('Volume at that rate', '该速率下的流量') }))
      .meta({ label: { en: 'Volume', zh: '流量' }, widget: 'table' }),
    delay: z
      .array(z.object({ fact: shown('Fact', '项目'), value: shown('Value', '值') }))
      .optional()
      .meta({ label: { en: 'Over a long path', zh: '长距离传输' }, widget: 'table' }),
    lines: z
      .array(z.object({ line: shown('Line', '线路'), time: shown('Time for that size', '传输用时') }))
      .meta({ label: { en: 'On other lines', zh: '其他线路' }, widget: 'table' }),
    notes: notesField,
  }),
  // Tables are long: bandwidth.test.ts compares them.
  examples: [
    { name: { en: 'A DVD at 100 Mbit/s', zh: '100 Mbit/s 下载 DVD' }, input: { size: '4.7 GB', rate: '100 Mbit/s', share: 94 } },
    { name: { en: 'Which rate for a nightly backup?', zh: '夜间备份需要多大带宽？' }, input: { size: '2 TiB', time: '6h' } },
    { name: { en: 'How much in an hour?', zh: '一小时能传多少？' }, input: { rate: '1 Gbit/s', time: '1 hour' } },
    {
      name: { en: 'Across the ocean', zh: '跨洋传输' },
      input: { size: '10 GB', rate: '1 Gbit/s', roundTrip: '150 ms', window: '64 KiB' },
    },
  ],
  run({ size, rate, time, share, roundTrip, window }, { lang }) {
    const given = [size, rate, time].filter((text) => text.trim() !== '').length
    if (given !== 2) throw wrongCount(given)
    const usable = share / 100
    const read: Amount[] = []
    const note = (amount: Amount) => (read.push(amount), amount.bits)
    const known = {
      bits: size.trim() ? note(parseSize(size)) : undefined,
      rate: rate.trim() ? note(parseRate(rate)) : undefined,
      seconds: time.trim() ? parseTime(time) : undefined,
    }
    const { bits, line, seconds } = solve(known, usable)
    const words = {
      size: toSizeWords(bits),
      rate: toRateWords(line),
      time: toTimeWords(seconds, lang),
    }
    return {
      text: known.seconds === undefined ? words.time : known.rate === undefined ? words.rate : words.size,
      ...words,
      seconds: toSignificant(seconds),
      bitsPerSecond: toSignificant(line),
      bytes: toSignificant(bits / 8),
      volumes: toVolumes(line * usable, lang),
      ...(roundTrip.trim() && {
        delay: describeDelay({
          rate: line * usable,
          roundTripSeconds: requirePositive(parseTime(roundTrip, 'roundTrip'), 'roundTrip', roundTrip),
          ...(window.trim() && { windowBits: requirePositive(note(parseSize(window)), 'window', window) }),
          bits,
          lang,
        }),
      }),
      lines: LINES.map(({ name, bitsPerSecond }) => ({
        line: name[lang],
        time: toTimeWords(bits / (bitsPerSecond * usable), lang),
      })),
      notes: read.flatMap((amount) => (amount.note ? [amount.note[lang]] : [])),
    }
  },
})

type Known = { readonly bits: number | undefined; readonly rate: number | undefined; readonly seconds: number | undefined }

/** size = rate × usable share × time. */
function solve(known: Known, usable: number): { bits: number; line: number; seconds: number } {
  const bits = known.bits ?? known.rate! * usable * known.seconds!
  const line = known.rate ?? known.bits! / usable / requirePositive(known.seconds!, 'time', String(known.seconds))
  const seconds = known.seconds ?? known.bits! / usable / requirePositive(known.rate!, 'rate', String(known.rate))
  return { bits, line, seconds }
}

function requirePositive(value: number, field: string, got: string): number {
  if (value > 0) return value
  throw new AppError('bad_input', { field, expected: { en: 'more than zero', zh: '大于零的值' }, got })
}

function wrongCount(given: number): AppError {
  return new AppError('bad_input', {
    field: given === 3 ? 'time' : 'size',
    expected: { en: 'two of size, rate and time', zh: '大小、速率、时间中的两项' },
    got: { en: given === 0 ? 'none' : `${given}`, zh: given === 0 ? '全部为空' : `${given} 项` },
  })
}

const toSizeWords = (bits: number) =>
  `${toPrefixed(bits / 8, 'B')} = ${toPrefixed(bits / 8, 'B', { isBinary: true })} = ${toPrefixed(bits, 'bit')}`
const toRateWords = (bits: number) =>
  `${toPrefixed(bits, 'bit/s')} = ${toPrefixed(bits / 8, 'B/s')} = ${toPrefixed(bits / 8, 'B/s', { isBinary: true })}`
const toSignificant = (value: number) => Number(value.toPrecision(12))

function toVolumes(rate: number, lang: Lang) {
  const periods = [
    [{ en: 'per minute', zh: '每分钟' }, 60],
    [{ en: 'per hour', zh: '每小时' }, 3600],
    [{ en: 'per day', zh: '每天' }, 86_400],
    [{ en: '30 days', zh: '30 天' }, 30 * 86_400],
  ] as const
  return periods.map(([name, seconds]) => ({
    period: name[lang],
    volume: `${toPrefixed((rate * seconds) / 8, 'B')} = ${toPrefixed((rate * seconds) / 8, 'B', { isBinary: true })}`,
  }))
}
