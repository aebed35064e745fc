import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { readBlob, type Bytes } from '../../lib/bytes.ts'
import { findWritten } from '../../lib/written-bytes.ts'
import { isDmarcText, readDmarc } from './dmarc.ts'
import { isFeedbackText, readFeedback } from './feedback.ts'
import { isMail } from './read-mails.ts'
import { readTexts, type ReportText } from './read-texts.ts'
import type { Complaint, DmarcReport, FeedbackReport, MailReports, Policy, Source, TlsReport } from './report.ts'
import { isTlsText, readTls } from './tls.ts'

const MOST_ROWS = 1_000
/** How much of a pasted text tells whether it is a mail. */
const HEAD_CHARS = 65_536

/** Reads reports of mail servers and adds them up; where a file has several kinds, those of the first, which is told. */
export async function runMailReports(
  { text, file }: { text: string; file?: Blob | undefined },
  lang: Lang,
): Promise<MailReports> {
  const all = await readReports(text, file)
  const reports = dropTwins(all)
  const [dmarc, tls, feedback] = [
    reports.filter((report) => report.kind === 'dmarc'),
    reports.filter((report) => report.kind === 'tls'),
    reports.filter((report) => report.kind === 'feedback'),
  ]
  const shown = dmarc.length > 0 ? dmarc : tls.length > 0 ? tls : feedback
  const output =
    shown === dmarc ? toDmarcOutput(dmarc, lang) : shown === tls ? toTlsOutput(tls, lang) : toFeedbackOutput(feedback, lang)
  const told = [...listLeftOut(reports.length - shown.length), ...listTwins(all.length - reports.length)]
  return { ...output, notes: [...told.map((note) => note[lang]), ...output.notes] }
}

/** A report that goes to two mailboxes comes twice; a complaint without an ID may be of another mail. */
function dropTwins(reports: readonly AnyReport[]): AnyReport[] {
  const seen = new Set<string>()
  return reports.filter((report) => {
    const key = JSON.stringify(report)
    const isTwin = report.head.id !== '' && seen.has(key)
    seen.add(key)
    return !isTwin
  })
}

type AnyReport = DmarcReport | TlsReport | FeedbackReport

async function readReports(text: string, file: Blob | undefined): Promise<AnyReport[]> {
  const isReport = isDmarcText(text) || isTlsText(text)
  const packed = file ? await readBlob(file) : isReport ? undefined : findBytes(text)
  const field = file ? 'file' : 'text'
  const texts = packed ? await readTexts(packed) : [{ text }]
  const isOne = texts.length === 1 && texts[0]!.file === undefined
  const reports = texts.flatMap((report) => readOne(report, !isOne))
  if (reports.length === 0) throw refuse(field, texts)
  return reports
}

/** The bytes that a pasted text stands for: those of a mail, or such as are written in base64 or hexadecimal. */
function findBytes(text: string): Bytes | undefined {
  const toBytes = (part: string) => new TextEncoder().encode(part)
  return isMail(toBytes(text.slice(0, HEAD_CHARS))) ? toBytes(text) : findWritten(text)
}

/** Among several files of an archive, one of another kind is left out. */
function readOne({ text }: ReportText, isOneOfMore: boolean): AnyReport[] {
  if (isDmarcText(text)) return [readDmarc(text)]
  if (isTlsText(text)) return [readTls(text)]
  if (isFeedbackText(text)) return [readFeedback(text)]
  return isOneOfMore || text.trim() === '' ? [] : refuseText(text)
}

function refuseText(text: string): never {
  throw new AppError('bad_input', { field: 'text', expected: EXPECTED, got: `${text.trim().slice(0, 40)}…` })
}

function refuse(field: string, texts: readonly ReportText[]): AppError {
  const names = texts.map(({ file }) => file ?? '').filter(Boolean)
  return new AppError('bad_input', { field, expected: EXPECTED, got: names.length > 0 ? names.slice(0, 3).join(', ') : NOTHING })
}

const EXPECTED: Text = {
  en: 'a DMARC report (XML), a TLS report (JSON), either packed by gzip or ZIP, or the mail that it came by; a complaint in its mail',
  zh: 'DMARC 报告（XML）或 TLS 报告（JSON）、其 gzip 或 ZIP 压缩文件，或附有报告的邮件；投诉邮件',
}
const NOTHING: Text = { en: 'nothing of the kind', zh: '其中没有报告' }

function toDmarcOutput(reports: readonly DmarcReport[], lang: Lang): MailReports {
  const sources = mergeSources(reports.flatMap((report) => report.sources))
  const policies = mergePolicies(reports.map(({ policy }) => policy))
  const counts = { ...toCounts(policies), quarantined: countBy(sources, 'quarantine'), rejected: countBy(sources, 'reject') }
  return {
    text: toSummary(policies, counts, { en: 'messages pass DMARC', zh: '封邮件通过 DMARC' })[lang],
    kind: 'dmarc',
    ...counts,
    notes: [...listDmarcNotes(sources, policies), ...listMore(sources.length)].map((note) => note[lang]),
    sources: sources.slice(0, MOST_ROWS),
    policies,
    reports: reports.map(({ head }) => head),
  }
}

function toTlsOutput(reports: readonly TlsReport[], lang: Lang): MailReports {
  const failures = reports.flatMap((report) => report.failures).sort((one, other) => other.count - one.count)
  const policies = mergePolicies(reports.flatMap((report) => report.policies))
  const counts = toCounts(policies)
  return {
    text: toSummary(policies, counts, { en: 'sessions were encrypted as asked', zh: '次会话按要求加密' })[lang],
    kind: 'tls',
    ...counts,
    notes: listMore(failures.length).map((note) => note[lang]),
    failures: failures.slice(0, MOST_ROWS),
    policies,
    reports: reports.map(({ head }) => head),
  }
}

function toFeedbackOutput(reports: readonly FeedbackReport[], lang: Lang): MailReports {
  const complaints = mergeComplaints(reports.map(({ complaint }) => complaint))
  const total = complaints.reduce((sum, { count }) => sum + count, 0)
  return {
    text: toFeedbackSummary(complaints, total)[lang],
    kind: 'feedback',
    total,
    notes: [...listFeedbackNotes(complaints), ...listMore(complaints.length)].map((note) => note[lang]),
    complaints: complaints.slice(0, MOST_ROWS),
    policies: [],
    reports: reports.map(({ head }) => head).slice(0, MOST_ROWS),
  }
}

/** Those that differ in their number and time only become one, with the last time; the most come first. */
function mergeComplaints(complaints: readonly Complaint[]): Complaint[] {
  const merged = new Map<string, Complaint>()
  for (const complaint of complaints) {
    const key = JSON.stringify({ ...complaint, count: 0, at: '' })
    const known = merged.get(key)
    if (!known) merged.set(key, { ...complaint })
    else {
      known.count += complaint.count
      if ((complaint.at ?? '') > (known.at ?? '')) known.at = complaint.at ?? ''
    }
  }
  return [...merged.values()].sort((one, other) => other.count - one.count)
}

function toFeedbackSummary(complaints: readonly Complaint[], total: number): Text {
  const domains = [...new Set(complaints.map(({ domain }) => domain).filter(Boolean))].join(', ')
  const types = new Map<string, number>()
  for (const { type, count } of complaints) types.set(type, (types.get(type) ?? 0) + count)
  const parts = [...types].map(([type, count]) => `${type} ${count}`)
  return {
    en: `${domains || 'No domain named'}: ${countOf(total, 'mail')} reported (${parts.join(', ')})`,
    zh: `${domains || '未注明域名'}：${total} 封邮件被报告（${parts.join('、')}）`,
  }
}

function listFeedbackNotes(complaints: readonly Complaint[]): Text[] {
  const has = (...types: string[]) => complaints.some(({ type }) => types.includes(type))
  return [
    ...(has('abuse', 'fraud', 'virus')
      ? [
          {
            en: 'Somebody complained: take the receiver out of your lists, and see whether a server or an account of yours was misused.',
            zh: '收件人作了投诉：请将其移出发送名单，并检查服务器或账户是否被滥用。',
          },
        ]
      : []),
    ...(has('auth-failure')
      ? [
          {
            en: 'A check failed: where the address is yours or your provider’s, see to DKIM and SPF; the rest is not from you.',
            zh: '验证未通过：若该地址属于您或您的服务商，请检查 DKIM 与 SPF；其余并非由您发出。',
          },
        ]
      : []),
  ]
}

/** Rows that differ in their number only become one; those that fail come first, then those with the most mails. */
function mergeSources(sources: readonly Source[]): Source[] {
  const merged = new Map<string, Source>()
  for (const source of sources) {
    const key = JSON.stringify({ ...source, count: 0 })
    const known = merged.get(key)
    if (known) known.count += source.count
    else merged.set(key, { ...source })
  }
  return [...merged.values()].sort(
    (one, other) => Number(one.result === 'pass') - Number(other.result === 'pass') || other.count - one.count,
  )
}

function mergePolicies(policies: readonly Policy[]): Policy[] {
  const merged = new Map<string, Policy>()
  for (const { domain, policy, passed, failed } of policies) {
    const key = JSON.stringify([domain, policy])
    const known = merged.get(key) ?? { domain, policy, passed: 0, failed: 0 }
    merged.set(key, { ...known, passed: known.passed + passed, failed: known.failed + failed })
  }
  return [...merged.values()]
}

type Counts = { total: number; passed: number; failed: number; passedPercent?: number }

function toCounts(policies: readonly Policy[]): Counts {
  const [passed, failed] = (['passed', 'failed'] as const).map((name) => policies.reduce((sum, policy) => sum + policy[name], 0))
  const total = passed! + failed!
  return { total, passed: passed!, failed: failed!, ...(total > 0 && { passedPercent: toPercent(passed!, total) }) }
}

/** To a tenth, and never rounded to all or nothing. */
function toPercent(part: number, whole: number): number {
  const percent = Math.round((part / whole) * 1000) / 10
  if (percent === 100 && part < whole) return 99.9
  return percent === 0 && part > 0 ? 0.1 : percent
}

const countBy = (sources: readonly Source[], disposition: string): number =>
  sources.reduce((sum, source) => sum + (source.disposition === disposition ? source.count : 0), 0)

function toSummary(policies: readonly Policy[], { total, passed, passedPercent }: Counts, words: Text): Text {
  const domains = [...new Set(policies.map(({ domain }) => domain))].join(', ')
  const share = passedPercent === undefined ? '' : ` (${passedPercent}%)`
  const [one, all] = [passed, total].map((number) => number.toLocaleString('en'))
  return { en: `${domains}: ${one} of ${all} ${words.en}${share}`, zh: `${domains}：${all} 中有 ${one} ${words.zh}${share}` }
}

function listDmarcNotes(sources: readonly Source[], policies: readonly Policy[]): Text[] {
  const failing = sources.filter(({ result }) => result === 'fail')
  const addresses = new Set(failing.map(({ ip }) => ip)).size
  const mails = failing.reduce((sum, { count }) => sum + count, 0)
  const bySpf = sources.reduce((sum, { dkim, spf, count }) => sum + (spf === 'pass' && dkim !== 'pass' ? count : 0), 0)
  const isWatching = mails > 0 && policies.some(({ policy }) => /^p=none\b/.test(policy))
  return [
    ...(mails > 0
      ? [
          {
            en: `${countOf(mails, 'message')} from ${countOf(addresses, 'address', 'addresses')} failed. Where the address is yours or your provider’s, let it sign with DKIM or add it to SPF; the rest is not from you.`,
            zh: `来自 ${addresses} 个地址的 ${mails} 封邮件未通过。若该地址属于您或您的服务商，请为其启用 DKIM 签名或加入 SPF；其余并非由您发出。`,
          },
        ]
      : []),
    ...(isWatching
      ? [
          {
            en: 'The policy p=none only watches: what failed was delivered all the same.',
            zh: '策略 p=none 仅作监测，未通过的邮件照常投递。',
          },
        ]
      : []),
    ...(bySpf > 0
      ? [
          {
            en: `${countOf(bySpf, 'message')} passed by SPF alone, which forwarding breaks: sign these with DKIM.`,
            zh: `${bySpf} 封邮件仅凭 SPF 通过，一经转发即失效，建议加上 DKIM 签名。`,
          },
        ]
      : []),
  ]
}

const listLeftOut = (count: number): Text[] =>
  count > 0
    ? [
        {
          en: `${countOf(count, 'report')} of another kind left out: choose these by themselves.`,
          zh: `此文件中另有 ${count} 份其他类型的报告未计入，请单独选择。`,
        },
      ]
    : []

const listTwins = (count: number): Text[] =>
  count > 0
    ? [
        {
          en: `${countOf(count, 'report')} that came more than once counted once.`,
          zh: `${count} 份重复的报告只计一次。`,
        },
      ]
    : []

const listMore = (count: number): Text[] =>
  count > MOST_ROWS
    ? [{ en: `The first ${MOST_ROWS} of ${count} rows are shown.`, zh: `显示前 ${MOST_ROWS} 行，共 ${count} 行。` }]
    : []
