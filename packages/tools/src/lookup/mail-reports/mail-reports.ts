import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { readBlob, type Bytes } from '../../lib/bytes.ts'
import { findWritten } from '../../lib/written-bytes.ts'
import { isDmarcText, readDmarc } from './dmarc.ts'
import { isMail } from './read-mails.ts'
import { readTexts, type ReportText } from './read-texts.ts'
import type { DmarcReport, MailReports, Policy, Source, TlsReport } from './report.ts'
import { isTlsText, readTls } from './tls.ts'

const MOST_ROWS = 1_000
/** How much of a pasted text tells whether it is a mail. */
const HEAD_CHARS = 65_536

/** Reads reports of mail servers and adds them up; where a file has both kinds, those of DMARC, which is told. */
export async function runMailReports(
  { text, file }: { text: string; file?: Blob | undefined },
  lang: Lang,
): Promise<MailReports> {
  const reports = await readReports(text, file)
  const dmarc = reports.filter((report) => report.kind === 'dmarc')
  if (dmarc.length === 0) return toTlsOutput(reports as TlsReport[], lang)
  const output = toDmarcOutput(dmarc, lang)
  return { ...output, notes: [...listLeftOut(reports.length - dmarc.length).map((note) => note[lang]), ...output.notes] }
}

async function readReports(text: string, file: Blob | undefined): Promise<(DmarcReport | TlsReport)[]> {
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
function readOne({ text }: ReportText, isOneOfMore: boolean): (DmarcReport | TlsReport)[] {
  if (isDmarcText(text)) return [readDmarc(text)]
  if (isTlsText(text)) return [readTls(text)]
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
  en: 'a DMARC report (XML), a TLS report (JSON), either packed by gzip or ZIP, or the mail that it came by',
  zh: 'DMARC 报告（XML）或 TLS 报告（JSON）、其 gzip 或 ZIP 压缩文件，或附有报告的邮件',
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

type Counts = Pick<MailReports, 'total' | 'passed' | 'failed' | 'passedPercent'>

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
  const share = passedPercent === undefined ? '' : ` (${passedPercent} %)`
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
          en: `${countOf(count, 'TLS report')} of this file left out: choose these by themselves.`,
          zh: `此文件中另有 ${count} 份 TLS 报告未计入，请单独选择。`,
        },
      ]
    : []

const listMore = (count: number): Text[] =>
  count > MOST_ROWS
    ? [{ en: `The first ${MOST_ROWS} of ${count} rows are shown.`, zh: `显示前 ${MOST_ROWS} 行，共 ${count} 行。` }]
    : []
