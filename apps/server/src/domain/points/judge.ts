import { countOf } from '@octet/core/counted.ts'
import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import type { DnsAnswer } from '@octet/core/probe/dns.ts'
import type { HttpReport } from '@octet/core/probe/http.ts'
import type { Measurement, MeasurementRow } from '@octet/core/probe/measurement.ts'
import type { PingResult, TraceResult } from '@octet/core/probe/ping.ts'
import type { TlsReport } from '@octet/core/probe/tls.ts'
import type { Text } from '@octet/core/text.ts'
import type { MonitorRules } from './monitor.ts'

/** What one run says: `unknown` when no point could judge. */
export type Verdict = {
  readonly kind: 'good' | 'bad' | 'unknown'
  readonly words: Text
  /** The time that it took, the median of the points; null where none says one. */
  readonly ms: number | null
}

export type MonitorState = { readonly state: 'unknown' | 'good' | 'bad'; readonly streak: number }

/** How many bad points are named in words. */
const NAMED = 3

/** Judges a run by its rules. A point that went offline or failed for reasons of its own says nothing of the target. */
export function judgeRun({ type, results }: Measurement, rules: MonitorRules): Verdict {
  const ms = toMedianMs(type, results)
  const judged = results.map((row) => ({ row, fault: findFault(type, row, rules) })).filter(({ fault }) => fault !== undefined)
  if (judged.length === 0) return { kind: 'unknown', words: toSilence(results), ms: null }
  const bad = judged.flatMap(({ row, fault }) => (fault ? [{ row, fault }] : []))
  if (bad.length < Math.min(rules.minPoints, judged.length))
    return { kind: 'good', words: toCounted('well', judged.length - bad.length, judged.length), ms }
  const named = (lang: 'en' | 'zh') =>
    bad
      .slice(0, NAMED)
      .map(({ row: { probe }, fault }) => `${(lang === 'zh' && probe.nameZh) || probe.name}: ${fault[lang]}`)
      .join(lang === 'en' ? '; ' : '；')
  const { en, zh } = toCounted('bad', bad.length, judged.length)
  return { kind: 'bad', words: { en: `${en} ${named('en')}.`, zh: `${zh}${named('zh')}。` }, ms }
}

function toMedianMs(type: Measurement['type'], results: readonly MeasurementRow[]): number | null {
  const times = results
    .flatMap(({ result: { status, data } }) => (status === 'finished' && data ? [toFacts(type, data).ms ?? []] : []).flat())
    .sort((a, b) => a - b)
  const median = times[Math.floor((times.length - 1) / 2)]
  return median === undefined ? null : Math.round(median * 10) / 10
}

/** Why nothing is known of the target: what the first point says that says anything. */
function toSilence(results: readonly MeasurementRow[]): Text {
  const said = results.find(({ result }) => result.error)
  if (!said?.result.error) return { en: 'No point could measure.', zh: '没有监测点能够完成测量。' }
  const { probe, result } = said
  const { en, zh } = result.error!.message
  return {
    en: `No point could measure. ${probe.name}: ${en}`,
    zh: `没有监测点能够完成测量。${probe.nameZh ?? probe.name}：${zh}`,
  }
}

function toCounted(kind: 'well' | 'bad', count: number, all: number): Text {
  return kind === 'well'
    ? { en: `${count} of ${countOf(all, 'result')} ${count === 1 ? 'is' : 'are'} good.`, zh: `${all} 个结果中 ${count} 个正常。` }
    : { en: `${count} of ${countOf(all, 'result')} ${count === 1 ? 'is' : 'are'} bad.`, zh: `${all} 个结果中 ${count} 个异常：` }
}

/**
 * The state after a run. It changes only after so many runs in a row that say otherwise; `isNews` is told to the owner.
 * From «unknown» to «good» is no news.
 */
export function toNextState(
  { state, streak }: MonitorState,
  verdict: Verdict['kind'],
  confirmations: number,
): MonitorState & { readonly isNews: boolean } {
  if (verdict === 'unknown') return { state, streak, isNews: false }
  if (verdict === state) return { state, streak: 0, isNews: false }
  if (state === 'unknown' && verdict === 'good') return { state: 'good', streak: 0, isNews: false }
  if (streak + 1 < confirmations) return { state, streak: streak + 1, isNews: false }
  return { state: verdict, streak: 0, isNews: true }
}

/**
 * The state after a run during maintenance: it stays, and so does what is told of it. Runs that say otherwise are counted, so that
 * the first one after the end decides. From «unknown» to «good» is no news.
 */
export function toHeldState(
  { state, streak }: MonitorState,
  verdict: Verdict['kind'],
): MonitorState & { readonly isNews: false } {
  if (verdict === 'unknown') return { state, streak, isNews: false }
  if (verdict === state) return { state, streak: 0, isNews: false }
  if (state === 'unknown' && verdict === 'good') return { state: 'good', streak: 0, isNews: false }
  return { state, streak: streak + 1, isNews: false }
}

/** What a point has said goes into mails and histories: as much as stands in a line. */
const toShort = (said: string): string => (said.length > 100 ? `${said.slice(0, 100)}…` : said)

/** Errors that come from the point and not from the target, whether it says so or not. */
const OWN_FAULTS = new Set(['too_many_requests', 'cancelled', 'bad_input', 'missing_input', 'too_large', 'refused_target'])

/** What is wrong with a row; null when nothing is, undefined when it says nothing. */
function findFault(type: Measurement['type'], { result }: MeasurementRow, rules: MonitorRules): Text | null | undefined {
  const { status, data, error } = result
  if (status === 'failed' && error) {
    if (error.isOwn || OWN_FAULTS.has(error.key)) return undefined
    return rules.onFailure ? error.message : null
  }
  if (status !== 'finished' || !data) return undefined
  // The server has checked the shape of the data by the type.
  const facts = toFacts(type, data as unknown)
  if (rules.onFailure && facts.failure) return facts.failure
  const change = type === 'dns' ? findOtherAnswer(data, rules) : type === 'tls' ? findEnd(data, rules) : null
  if (change) return change
  if (rules.lossPercent !== null && facts.loss !== null && facts.loss >= rules.lossPercent)
    return { en: `loss ${facts.loss}%`, zh: `丢包 ${facts.loss}%` }
  if (rules.latencyMs !== null && facts.ms !== null && facts.ms >= rules.latencyMs)
    return { en: `${facts.ms} ms`, zh: `${facts.ms} ms` }
  return null
}

/** A host that refuses answers, too; who asks for a port wants to know whether something listens there. */
function findClosedPort({ protocol, port, packets = [] }: Partial<PingResult>): Text | null {
  const isClosed = protocol !== 'icmp' && packets.some(({ outcome }) => outcome === 'refused')
  if (!isClosed || packets.some(({ outcome }) => outcome === 'reply')) return null
  return { en: `port ${port} is closed`, zh: `端口 ${port} 已关闭` }
}

/** Redirects that never end at a page; those that a cookie may end are no fault of the site. */
function findLostRedirect({ status, checks = [] }: Partial<HttpReport>): Text | null {
  const found = checks.find(({ id, verdict }) => id === 'redirects' && verdict === 'bad')
  return found ? { en: `HTTP ${status}, ${toShort(found.text.en)}`, zh: `HTTP ${status}，${toShort(found.text.zh)}` } : null
}

/** The records that were asked for: a CNAME that leads to none is no answer (RFC 2308 §2.2). */
function findAnswers({ question, answers }: Partial<DnsAnswer>): DnsAnswer['answers'] {
  const type = question?.type
  return (answers ?? []).filter((record) => type === undefined || type === 'ANY' || record.type === type)
}

/** Something that DNS answers though it is not expected: a record that was changed, or an answer that was forged. */
function findOtherAnswer(data: Partial<DnsAnswer>, { answers: expected }: MonitorRules): Text | null {
  if (!expected) return null
  const known = new Set(expected.map(toPlainData))
  const other = findAnswers(data).find((record) => !known.has(toPlainData(record.data)))
  if (!other) return null
  const shown = toShort(other.data)
  return { en: `another answer: ${shown}`, zh: `应答与预期不符：${shown}` }
}

/** Data of a record as it compares: without quotes, case and final dot; addresses in one spelling. */
function toPlainData(data: string): string {
  const plain = data.replaceAll(/"\s+"/g, '').replaceAll('"', '').replace(/\.$/, '').toLowerCase()
  const address = findAddress(plain)
  return address ? formatAddress(address) : plain
}

/** A certificate that nobody may rely on: not trusted, or revoked by its authority. */
function findDistrust({ isTrusted, problem, ocsp, checks = [] }: Partial<TlsReport>): Text | null {
  if (!isTrusted) {
    const said = checks.find(({ id, verdict }) => id === 'trust' && verdict === 'bad')?.text
    const words = problem ?? 'not trusted'
    return { en: `certificate: ${toShort(said?.en ?? words)}`, zh: `证书：${toShort(said?.zh ?? words)}` }
  }
  return ocsp?.status === 'revoked' ? { en: 'certificate: revoked', zh: '证书：已吊销' } : null
}

/** A certificate whose days are counted. */
function findEnd({ certificates = [] }: Partial<TlsReport>, { certificateDays }: MonitorRules): Text | null {
  const [leaf] = certificates
  if (!leaf || certificateDays == null || leaf.daysLeft > certificateDays) return null
  const [days, day] = [Math.max(0, Math.floor(leaf.daysLeft)), toShort(leaf.validTo.slice(0, 10))]
  return { en: `the certificate ends in ${countOf(days, 'day')} (${day})`, zh: `证书将在 ${days} 天后到期（${day}）` }
}

type Facts = { readonly loss: number | null; readonly ms: number | null; readonly failure: Text | null }

function toFacts(type: Measurement['type'], data: unknown): Facts {
  switch (type) {
    case 'ping': {
      const { lossPercent, avgMs, received } = data as PingResult
      const failure = received === 0 ? { en: 'no answer', zh: '无应答' } : findClosedPort(data as PingResult)
      return { loss: lossPercent, ms: avgMs, failure }
    }
    case 'traceroute':
    case 'mtr': {
      const { isReached, hops } = data as TraceResult
      const last = isReached ? hops.at(-1) : undefined
      const failure = isReached ? null : { en: 'the target was not reached', zh: '未到达目标' }
      return { loss: last?.lossPercent ?? null, ms: last?.avgMs ?? null, failure }
    }
    case 'dns': {
      const { rcode, ms } = data as DnsAnswer
      const isEmpty = rcode !== 'NOERROR' || findAnswers(data as DnsAnswer).length === 0
      const code = toShort(rcode)
      return { loss: null, ms, failure: isEmpty ? { en: `the answer is ${code}, empty`, zh: `应答为 ${code}，无记录` } : null }
    }
    case 'http': {
      const { status, totalMs } = data as HttpReport
      const failure = status >= 400 ? { en: `HTTP ${status}`, zh: `HTTP ${status}` } : findLostRedirect(data as HttpReport)
      return { loss: null, ms: totalMs, failure }
    }
    case 'tls': {
      return { loss: null, ms: null, failure: findDistrust(data as TlsReport) }
    }
  }
}
