import { AppError } from '@octet/core/errors.ts'
import { parseXmlTree, type XmlElement } from '../../lib/xml/tree.ts'
import type { DmarcReport, Policy, ReportHead, Source } from './report.ts'

/** Whether a text is an aggregate report, by its beginning. */
export const isDmarcText = (text: string): boolean =>
  /^\s*(?:<\?xml[^<>]*>\s*|<!--(?:(?!-->).)*-->\s*)*<(?:\w+:)?feedback[\s>]/s.test(text)

/**
 * Reads an aggregate report of DMARC (RFC 7489 Appendix C, RFC 9990 Appendix A).
 *
 * @throws {AppError} `syntax_error` for broken XML, `bad_input` where there is no record of a policy
 */
export function readDmarc(text: string): DmarcReport {
  const root = parseXmlTree(text)
  const metadata = find(root, 'report_metadata')
  const published = find(root, 'policy_published')
  const sources = list(root, 'record').map(toSource)
  if (!metadata || !published)
    throw new AppError('bad_input', {
      field: 'text',
      expected: {
        en: 'report_metadata and policy_published in feedback',
        zh: 'feedback 中的 report_metadata 与 policy_published',
      },
      got: root.children.map(({ name }) => name).join(', '),
    })
  return {
    kind: 'dmarc',
    head: toHead(metadata, { domain: read(published, 'domain'), count: sum(sources) }),
    policy: toPolicy(published, sources),
    sources,
  }
}

const sum = (sources: readonly Source[]): number => sources.reduce((total, { count }) => total + count, 0)

function toHead(metadata: XmlElement, rest: { domain: string; count: number }): ReportHead {
  const contact = read(metadata, 'email')
  const [begin, end] = ['begin', 'end'].map((name) => toDay(read(find(metadata, 'date_range'), name)))
  return {
    organization: read(metadata, 'org_name'),
    id: read(metadata, 'report_id'),
    ...rest,
    ...(contact && { contact }),
    ...(begin && { begin }),
    ...(end && { end }),
  }
}

/** Seconds since 1970 as RFC 3339. */
function toDay(text: string): string | undefined {
  const moment = /^\d{1,12}$/.test(text) ? new Date(Number(text) * 1000) : undefined
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString().replace('.000Z', 'Z') : undefined
}

/** Tags of the record in the order of RFC 9989 §4.7. */
const TAGS = ['p', 'sp', 'np', 'adkim', 'aspf', 'fo', 'pct', 'testing'] as const

function toPolicy(published: XmlElement, sources: readonly Source[]): Policy {
  const tags = TAGS.flatMap((name) => {
    const value = read(published, name)
    return value ? [`${name === 'testing' ? 't' : name}=${value}`] : []
  })
  const failed = sum(sources.filter(({ result }) => result === 'fail'))
  return { domain: read(published, 'domain'), policy: tags.join('; '), passed: sum(sources) - failed, failed }
}

function toSource(record: XmlElement): Source {
  const row = find(record, 'row')
  const evaluated = find(row, 'policy_evaluated')
  const identifiers = find(record, 'identifiers')
  const results = find(record, 'auth_results')
  const [dkim, spf] = [toResult(read(evaluated, 'dkim')), toResult(read(evaluated, 'spf'))]
  const reason = list(evaluated, 'reason').map((element) => join(' – ', read(element, 'type'), read(element, 'comment')))
  return {
    ip: read(row, 'source_ip'),
    count: toCount(read(row, 'count')),
    // A mail passes with either of them (RFC 9989 §5.3.6).
    result: dkim === 'pass' || spf === 'pass' ? 'pass' : 'fail',
    disposition: toResult(read(evaluated, 'disposition')),
    from: read(identifiers, 'header_from'),
    dkim,
    spf,
    signatures: list(results, 'dkim').map(toSignature).join(', '),
    envelope: list(results, 'spf')
      .map((element) => join(' ', read(element, 'domain'), read(element, 'result')))
      .join(', '),
    ...(reason.length > 0 && { reason: reason.join(', ') }),
  }
}

const toResult = (text: string): string => (text === '' ? 'none' : text.toLowerCase())
const toCount = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

/** Domain, selector and result: `example.com (s1) pass`. */
function toSignature(element: XmlElement): string {
  const selector = read(element, 'selector')
  return join(' ', read(element, 'domain'), selector && `(${selector})`, read(element, 'result'))
}

const join = (separator: string, ...words: readonly string[]): string => words.filter(Boolean).join(separator)

/** Some writers put their names into a namespace of their own. */
const isNamed = (element: XmlElement, name: string): boolean => element.name.replace(/^.*:/, '') === name
const list = (element: XmlElement | undefined, name: string): XmlElement[] =>
  (element?.children ?? []).filter((child) => isNamed(child, name))
const find = (element: XmlElement | undefined, name: string): XmlElement | undefined => list(element, name)[0]
const read = (element: XmlElement | undefined, name: string): string => find(element, name)?.text.trim() ?? ''
