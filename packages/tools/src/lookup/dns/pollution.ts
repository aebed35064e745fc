import { findAddress } from '@octet/core/ip/address.ts'
import { findEmbeddedIpv4 } from '@octet/core/ip/embedded.ts'
import { isOffInternet } from '@octet/core/ip/special.ts'
import { pollutionRowSchema, type PollutionRow } from '@octet/core/probe/dns.ts'
import { fillText, type Text } from '@octet/core/text.ts'
import * as z from 'zod'

const text = z.object({ en: z.string(), zh: z.string() })

export const POLLUTION_MARKS = {
  same: { en: 'agrees', zh: '一致' },
  network: { en: 'other address, same network', zh: '地址不同，网络相同' },
  other: { en: 'another network', zh: '网络不同' },
  missing: { en: 'says there is no address', zh: '称无记录' },
  forged: { en: 'forged', zh: '伪造' },
  quiet: { en: 'as expected', zh: '正常' },
} as const

export const VERDICTS = {
  forged: { en: 'Answers are forged', zh: '存在伪造应答' },
  intercepted: { en: 'All DNS of this server is intercepted', zh: '本站的 DNS 流量被整体劫持' },
  suspected: { en: 'Answers differ suspiciously', zh: '结果差异可疑' },
  clean: { en: 'No sign of forged answers from here', zh: '从本站看未发现污染' },
  unclear: { en: 'Cannot be determined from here', zh: '从本站无法判断' },
} as const

export const pollutionSchema = z.object({
  type: z.string(),
  verdict: z
    .enum(['forged', 'intercepted', 'suspected', 'clean', 'unclear'])
    .meta({ label: { en: 'Verdict', zh: '结论' }, options: VERDICTS }),
  findings: z
    .array(z.object({ verdict: z.enum(['good', 'notice', 'bad']), text }))
    .meta({ label: { en: 'Findings', zh: '依据' } }),
  reference: z
    .array(z.string())
    .describe('What resolvers outside China answered over TLS')
    .meta({ label: { en: 'Encrypted answer', zh: '加密应答' } }),
  rows: z
    .array(
      pollutionRowSchema.extend({
        mark: z
          .enum(['same', 'network', 'other', 'missing', 'forged', 'quiet'])
          .nullable()
          .meta({ label: { en: 'Beside the encrypted answer', zh: '与加密应答相比' }, options: POLLUTION_MARKS }),
        why: text.nullable().meta({ label: { en: 'Why', zh: '原因' } }),
      }),
    )
    .meta({ label: { en: 'Answers', zh: '应答' } }),
  isComplete: z.boolean(),
})
export type Pollution = z.infer<typeof pollutionSchema>
type Row = Pollution['rows'][number]

/** The AS of an address, where the data knows it. */
export type FindAsn = (address: string) => number | undefined

/**
 * Addresses that forged answers of the Great Firewall have carried for years, whoever was asked for; none of them serves
 * any of those names. Collected by many, e.g. in ChinaDNS and its kin since 2010.
 */
const KNOWN_FORGERIES: ReadonlySet<string> = new Set(
  `4.36.66.178 8.7.198.45 8.7.198.46 37.61.54.158 46.82.174.68 46.82.174.69 49.2.123.56 54.76.135.1 59.24.3.173 59.24.3.174
   64.33.88.161 64.33.99.47 64.66.163.251 65.104.202.252 65.160.219.113 66.45.252.237 77.4.7.92 78.16.49.15 93.46.8.89 93.46.8.90
   118.5.49.6 128.121.126.139 159.24.3.173 159.106.121.75 169.132.13.103 188.5.4.96 189.163.17.5 192.67.198.6 197.4.4.12
   202.106.1.2 202.181.7.85 203.98.7.65 203.161.230.171 207.12.88.98 208.56.31.43 209.36.73.33 209.145.54.50 209.220.30.174
   211.94.66.147 213.169.251.35 216.221.188.182 216.234.179.13 23.89.5.60`.split(/\s+/),
)

/** Whose addresses forged answers carry today (Hoang et al., USENIX Security 2021, §5): Facebook, Twitter, Dropbox. */
const DECOYS: ReadonlySet<number> = new Set([32934, 63293, 13414, 35995, 19679])

const WHY = {
  known: { en: 'a known forged address', zh: '已知的污染地址' },
  special: { en: 'an address that is not on the Internet', zh: '非公网地址' },
  decoy: { en: 'an address of another company, which forged answers carry', zh: '污染常用的其他公司地址' },
  raced: { en: 'two different answers came to one question', zh: '一次提问收到两种不同应答' },
  bait: { en: 'nothing at that place can have answered this', zh: '该处不可能给出此应答' },
  control: { en: 'answers for every name: all DNS of this server is intercepted', zh: '对任何域名都有应答：本站 DNS 被整体劫持' },
} as const satisfies Record<string, Text>

/** Everybody's addresses, for {@link FindAsn} to look up. */
export function toAddresses(rows: readonly PollutionRow[]): string[] {
  return [...new Set(rows.flatMap(({ answers }) => answers.flatMap(({ values }) => values)))]
}

/** What the answers say together. Their addresses differ by place for good reasons, so difference alone proves nothing. */
export function judgePollution(type: string, rows: readonly PollutionRow[], findAsn: FindAsn): Pollution {
  const truth = rows.filter(isReference).flatMap(toStatements)
  const reference = [...new Set(truth.flatMap(({ values }) => values))].sort()
  const hasReference = truth.length > 0
  const marked = rows.map((row) => ({ ...row, ...mark(row, { reference, hasReference, findAsn }) }))
  const isComplete = rows.every(({ state }) => state !== 'waiting')
  const findings = toFindings(marked, { reference, hasReference })
  return { type, verdict: toVerdict(marked, hasReference), findings, reference, rows: marked, isComplete }
}

type Known = { readonly reference: readonly string[]; readonly hasReference: boolean; readonly findAsn: FindAsn }

const isInside = ({ country }: PollutionRow): boolean => country === 'CN'
const isReference = (row: PollutionRow): boolean => row.way === 'encrypted' && !isInside(row)
const isBait = ({ way }: PollutionRow): boolean => way === 'root' || way === 'silent'

/** Answers that say what the name has, or that it has nothing; SERVFAIL, REFUSED and the like say neither. */
const toStatements = ({ answers }: PollutionRow): PollutionRow['answers'] =>
  answers.filter(({ rcode, values }) => values.length > 0 || rcode === 'NOERROR' || rcode === 'NXDOMAIN')

function mark(row: PollutionRow, known: Known): Pick<Row, 'mark' | 'why'> {
  if (isBait(row)) return markBait(row)
  const answers = toStatements(row)
  if (answers.length === 0) return { mark: null, why: null }
  const why = findForgery(answers, known)
  if (why) return { mark: 'forged', why }
  if (!known.hasReference) return { mark: null, why: null }
  return { mark: compare(answers.flatMap(({ values }) => values).filter(isFromZone), known), why: null }
}

/** What the resolver of a network without IPv4 puts in place of an A record (DNS64, RFC 6147) is nobody's record. */
function isFromZone(value: string): boolean {
  const address = findAddress(value)
  return !address || findEmbeddedIpv4(address)?.kind !== 'nat64'
}

/** A root server refers; one that is silent was not reached, and shows nothing. */
function markBait({ way, state, answers, isControlAnswered }: PollutionRow): Pick<Row, 'mark' | 'why'> {
  if (isControlAnswered) return { mark: 'forged', why: WHY.control }
  if (answers.length > 0) return { mark: 'forged', why: WHY.bait }
  return { mark: state === 'answered' || (state === 'silent' && way === 'silent') ? 'quiet' : null, why: null }
}

function compare(values: readonly string[], { reference, findAsn }: Known): Row['mark'] {
  if (values.length === 0) return reference.length === 0 ? 'same' : 'missing'
  if (reference.length === 0) return 'other'
  if (values.some((value) => reference.includes(value))) return 'same'
  const theirs = new Set(reference.map(findAsn).filter((asn) => asn !== undefined))
  return values.some((value) => theirs.has(findAsn(value) ?? -1)) ? 'network' : 'other'
}

/** What no honest answer looks like; an encrypted answer that says the same speaks for it. */
function findForgery(answers: PollutionRow['answers'], { reference, hasReference, findAsn }: Known): Text | null {
  const isOwn = (value: string) => reference.includes(value)
  const values = answers.flatMap((answer) => answer.values)
  const doubtful = values.filter((value) => !isOwn(value))
  if (answers.length > 1 && isRaced(answers.map((answer) => answer.values))) return WHY.raced
  if (doubtful.some((value) => KNOWN_FORGERIES.has(value))) return WHY.known
  if (!hasReference || doubtful.length < values.length || values.length === 0) return null
  if (doubtful.every(isOffInternet) && !reference.some(isOffInternet)) return WHY.special
  const isDecoy = (value: string) => DECOYS.has(findAsn(value) ?? -1)
  return doubtful.every(isDecoy) && !reference.some(isDecoy) ? WHY.decoy : null
}

/** A question that is sent once has one answer; a network may repeat it, but not with other addresses. */
function isRaced(all: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = all
  return others.some((values) => values.length !== first.length || values.some((value) => !first.includes(value)))
}

function toVerdict(rows: readonly Row[], hasReference: boolean): Pollution['verdict'] {
  if (rows.some(({ isControlAnswered }) => isControlAnswered)) return 'intercepted'
  if (rows.some((row) => row.mark === 'forged')) return 'forged'
  if (!hasReference) return 'unclear'
  const plain = rows.filter((row) => row.mark !== null && !isReference(row) && !isBait(row))
  const isOdd = ({ mark: one }: Row) => one === 'other' || one === 'missing'
  const inside = plain.filter(isInside)
  if (plain.some((row) => row.mark === 'missing') || (inside.length > 1 && inside.every(isOdd))) return 'suspected'
  return plain.length === 0 ? 'unclear' : 'clean'
}

function toFindings(rows: readonly Row[], { reference, hasReference }: Omit<Known, 'findAsn'>): Pollution['findings'] {
  const findings: Pollution['findings'] = []
  const add = (verdict: 'good' | 'notice' | 'bad', words: Text, values: Readonly<Record<string, unknown>> = {}) =>
    findings.push({ verdict, text: { en: fillText(words.en, values), zh: fillText(words.zh, values) } })
  const done = rows.filter(({ state }) => state !== 'waiting')
  if (!hasReference) add('notice', WORDS.noReference)
  else if (reference.length === 0) add('notice', WORDS.noRecord)
  const baits = done.filter(isBait)
  const caught = baits.filter((row) => row.mark === 'forged')
  const quiet = baits.filter((row) => row.mark === 'quiet')
  if (caught.some(({ isControlAnswered }) => isControlAnswered)) add('bad', WORDS.intercepted)
  else if (caught.length > 0) add('bad', WORDS.injected, { count: caught.length, all: baits.length })
  else if (quiet.length > 0) add('good', WORDS.quiet, { count: quiet.length })
  for (const side of SIDES) {
    const answered = done.filter((row) => side.has(row) && toStatements(row).length > 0)
    const forged = answered.filter((row) => row.mark === 'forged')
    const agreeing = answered.filter((row) => row.mark === 'same' || row.mark === 'network')
    const all = answered.length
    if (forged.length > 0) add('bad', side.forged, { count: forged.length, all })
    else if (all > 0 && hasReference)
      add(agreeing.length === all ? 'good' : 'notice', side.agree, { count: agreeing.length, all })
  }
  return findings
}

const SIDES: readonly { has(row: Row): boolean; forged: Text; agree: Text }[] = [
  {
    has: (row) => isInside(row) && row.way === 'plain',
    forged: {
      en: 'In plain UDP, {count} of {all} asked in China gave a forged answer.',
      zh: '明文 UDP：{all} 个境内解析器中 {count} 个给出伪造应答。',
    },
    agree: {
      en: 'In plain UDP, {count} of {all} asked in China answer from the same addresses or networks.',
      zh: '明文 UDP：{all} 个境内解析器中 {count} 个结果相同或属同一网络。',
    },
  },
  {
    has: (row) => isInside(row) && row.way === 'encrypted',
    forged: {
      en: 'Encrypted, too, {count} of {all} asked in China gave a forged answer: it is in their own cache.',
      zh: '加密查询：{all} 个境内解析器中仍有 {count} 个给出伪造应答，说明其缓存已被污染。',
    },
    agree: {
      en: 'Encrypted, {count} of {all} asked in China answer from the same addresses or networks.',
      zh: '加密查询：{all} 个境内解析器中 {count} 个结果相同或属同一网络。',
    },
  },
  {
    has: (row) => !isInside(row) && (row.way === 'plain' || row.way === 'own'),
    forged: {
      en: 'In plain UDP, {count} of {all} asked elsewhere gave a forged answer: the path from this server to them is poisoned.',
      zh: '明文 UDP：{all} 个境外解析器中 {count} 个给出伪造应答，说明本站到其之间的链路被污染。',
    },
    agree: {
      en: 'In plain UDP, {count} of {all} asked elsewhere answer from the same addresses or networks.',
      zh: '明文 UDP：{all} 个境外解析器中 {count} 个结果相同或属同一网络。',
    },
  },
]

const WORDS = {
  noReference: {
    en: 'No resolver outside China could be asked over TLS, so there is nothing to compare the others with.',
    zh: '无法通过加密方式询问境外解析器，缺少对照。',
  },
  noRecord: {
    en: 'Encrypted, the name has no address of this type.',
    zh: '加密查询显示该域名没有此类型的地址。',
  },
  intercepted: {
    en: 'Root servers seem to answer for every name, which they never do: all plain UDP DNS is answered by something on the path.',
    zh: '根服务器似乎对任何域名都直接应答，而它们从不如此：所有明文 DNS 都在途中被代答。',
  },
  injected: {
    en: '{count} of {all} servers that never give addresses “answered” this name: forged on the way from this server.',
    zh: '{all} 台从不返回地址的服务器中，有 {count} 台“应答”了该域名：系本站出口链路上的伪造。',
  },
  quiet: {
    en: 'Servers that never give addresses stayed silent or sent a referral, as they should: {count}.',
    zh: '从不返回地址的服务器表现正常：{count} 台。',
  },
} as const satisfies Record<string, Text>
