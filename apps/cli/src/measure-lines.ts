import { MEASUREMENT_TYPES, type Measurement, type MeasurementRow, type RowPoint } from '@octet/core/probe/measurement.ts'
import { findRowData, toOrdered, toRowMs, toSummary, type RowData } from '@octet/core/probe/measurement-figures.ts'
import type { TraceResult } from '@octet/core/probe/ping.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { toClean, toTable, type Column, type TableRow } from './text-table.ts'

type LineOptions = {
  readonly lang: Lang
  /** Signs of a line; Infinity where nobody counts them. */
  readonly width: number
}

const NONE = '–'
const WORDS = {
  point: { en: 'Point', zh: '监测点' },
  place: { en: 'Place', zh: '位置' },
  network: { en: 'Network', zh: '网络' },
  running: { en: 'running', zh: '进行中' },
  offline: { en: 'went offline', zh: '已离线' },
  reached: { en: 'reached', zh: '已到达' },
  notReached: { en: 'not reached', zh: '未到达' },
  hop: { en: 'Hop', zh: '跳' },
  host: { en: 'Host', zh: '主机' },
} as const satisfies Record<string, Text>

const text = (en: string, zh: string) => ({ en, zh, isNumber: false })
const number = (en: string, zh: string) => ({ en, zh, isNumber: true })
const TRACE = [
  number('Hops', '跳数'),
  text('Target', '目标'),
  number('Loss', '丢包'),
  number('Min ms', '最短 ms'),
  number('Mean ms', '平均 ms'),
  number('Max ms', '最长 ms'),
]
/** Columns that each kind has beside point, place and network. */
const COLUMNS = {
  ping: [
    number('Loss', '丢包'),
    number('Min ms', '最短 ms'),
    number('Median ms', '中位 ms'),
    number('Mean ms', '平均 ms'),
    number('Max ms', '最长 ms'),
  ],
  traceroute: TRACE,
  mtr: TRACE,
  dns: [text('Answer', '应答'), number('Time ms', '耗时 ms')],
  http: [text('Status', '状态码'), number('First byte ms', '首字节 ms'), number('Total ms', '总耗时 ms')],
  tls: [text('Grade', '评级'), text('Version', '版本'), number('Days left', '剩余天数')],
} as const satisfies Record<RowData['type'], readonly unknown[]>

/** Where a measurement stands, in a line, and its rows. */
export function toLiveLines(measurement: Measurement, options: LineOptions): string[] {
  const { type, targets, results } = measurement
  const { done } = toSummary(measurement)
  const head = toClean(`${MEASUREMENT_TYPES[type][options.lang]} ${targets.join(', ')}`)
  const state = { en: `${done} of ${results.length} done`, zh: `已完成 ${done} / ${results.length}` }
  return [`${head}: ${state[options.lang]}`, ...targets.flatMap((target) => toTargetTable(measurement, target, options))]
}

/** A measurement as it is printed at the end: for each target its rows and what they come to, routes with their hops. */
export function toEndLines(measurement: Measurement, options: LineOptions): string[] {
  const { targets, results } = measurement
  return targets.flatMap((target, at) => {
    const part = { ...measurement, results: results.filter((row) => row.target === target) }
    return [
      ...(at > 0 ? [''] : []),
      ...(targets.length > 1 ? [toClean(target)] : []),
      ...toTargetTable(part, target, options),
      ...toOrdered(part).flatMap((row) => toHops(part.type, row, options)),
      '',
      toSummaryLine(part, options.lang),
    ]
  })
}

/** Whether somebody answered: a route that ends on the way, and packets that are lost, are no answer. */
export function hasAnswer({ type, results }: Measurement): boolean {
  return results.some((row) => row.result.status === 'finished' && (type === 'tls' || toRowMs(type, row) !== null))
}

function toTargetTable(measurement: Measurement, target: string, { lang, width }: LineOptions): string[] {
  const { type } = measurement
  const columns: Column[] = [
    ...[WORDS.point, WORDS.place, WORDS.network].map((words) => ({ head: words[lang] })),
    ...COLUMNS[type].map((column) => ({ head: column[lang], isNumber: column.isNumber })),
  ]
  const rows = toOrdered(measurement)
    .filter((row) => row.target === target)
    .map((row) => toTableRow(type, row, lang))
  return toTable(columns, rows, width)
}

function toTableRow(type: Measurement['type'], row: MeasurementRow, lang: Lang): TableRow {
  const { status, error } = row.result
  const found = status === 'failed' ? undefined : findRowData(type, row)
  const cells = found ? toCells(found, lang) : COLUMNS[type].map(() => NONE)
  const note = error?.message[lang] ?? (status === 'offline' ? WORDS.offline[lang] : found ? undefined : WORDS.running[lang])
  return { cells: [...toPointCells(row.probe, lang), ...cells], note: status === 'finished' ? undefined : note }
}

function toPointCells({ name, nameZh, city, cityZh, country, asn, network }: RowPoint, lang: Lang): string[] {
  const isChinese = lang === 'zh'
  const place = [isChinese ? (cityZh ?? city) : city, country].filter(Boolean).join(isChinese ? '，' : ', ')
  return [isChinese ? (nameZh ?? name) : name, place, [asn === null ? '' : `AS${asn}`, network ?? ''].filter(Boolean).join(' ')]
}

function toCells(found: RowData, lang: Lang): string[] {
  switch (found.type) {
    case 'ping': {
      const { lossPercent, minMs, medianMs, avgMs, maxMs } = found.data
      return [toPercent(lossPercent), ...[minMs, medianMs, avgMs, maxMs].map(toMs)]
    }
    case 'traceroute':
    case 'mtr': {
      const { hops, isReached, isComplete } = found.data
      const last = isReached ? hops.at(-1) : undefined
      const state = isReached ? WORDS.reached : isComplete ? WORDS.notReached : WORDS.running
      const times = last ? [last.bestMs, last.avgMs, last.worstMs] : [null, null, null]
      return [String(hops.length), state[lang], toPercent(last?.lossPercent ?? null), ...times.map(toMs)]
    }
    case 'dns': {
      const { rcode, answers, ms } = found.data
      return [rcode === 'NOERROR' ? answers.map(({ data }) => data).join(', ') || NONE : rcode, toMs(ms)]
    }
    case 'http': {
      const { hops, status, totalMs } = found.data
      const chain = hops.map((hop) => hop.status).join(' → ') || String(status)
      return [chain, toMs(hops.at(-1)?.timing.firstByteMs ?? null), toMs(totalMs)]
    }
    case 'tls': {
      const { grade, protocol, certificates } = found.data
      return [grade, protocol, String(certificates[0]?.daysLeft ?? NONE)]
    }
  }
}

/** The way of one point, hop by hop. */
function toHops(type: Measurement['type'], row: MeasurementRow, { lang, width }: LineOptions): string[] {
  const found = findRowData(type, row)
  if ((found?.type !== 'traceroute' && found?.type !== 'mtr') || row.result.status === 'failed') return []
  const columns: Column[] = [
    { head: WORDS.hop[lang], isNumber: true },
    { head: WORDS.host[lang] },
    ...TRACE.slice(2).map((column) => ({ head: column[lang], isNumber: true })),
  ]
  const rows = found.data.hops.map((hop) => ({ cells: toHopCells(hop) }))
  return ['', toClean(toPointCells(row.probe, lang).filter(Boolean).join(', ')), ...toTable(columns, rows, width)]
}

function toHopCells({ ttl, addresses, names, lossPercent, bestMs, avgMs, worstMs }: TraceResult['hops'][number]): string[] {
  const hosts = addresses.map((address, at) => (names[at] ? `${names[at]} (${address})` : address))
  return [String(ttl), hosts.join(', ') || '*', toPercent(lossPercent), ...[bestMs, avgMs, worstMs].map(toMs)]
}

/** Over all points, each with the time that stands for it: other words than the packets of one point have. */
function toSummaryLine(measurement: Measurement, lang: Lang): string {
  const { fastest, median, slowest, loss, failures, done } = toSummary(measurement)
  const isChinese = lang === 'zh'
  const total = measurement.results.length
  const parts = [
    isChinese ? `已完成 ${done} / ${total}` : `${done} of ${total} done`,
    ...(failures > 0 ? [isChinese ? `失败或离线 ${failures}` : `${failures} failed or offline`] : []),
    ...(fastest === null
      ? []
      : isChinese
        ? [`最快 ${toMs(fastest)} ms`, `中位 ${toMs(median)} ms`, `最慢 ${toMs(slowest)} ms`]
        : [`fastest ${toMs(fastest)} ms`, `median ${toMs(median)} ms`, `slowest ${toMs(slowest)} ms`]),
    ...(loss === null ? [] : [isChinese ? `丢包 ${toPercent(loss)}` : `loss ${toPercent(loss)}`]),
  ]
  return parts.join(isChinese ? '，' : ', ')
}

function toMs(value: number | null): string {
  return value === null ? NONE : value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}

function toPercent(value: number | null): string {
  return value === null ? NONE : `${Math.round(value * 10) / 10}%`
}
