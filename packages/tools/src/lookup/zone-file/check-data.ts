import type { Report } from './finding.ts'
import type { ZoneRecord } from './read-zone.ts'
import { PSEUDO_TYPES } from './record-types.ts'

const DAY_S = 86_400

type Check = (record: ZoneRecord, report: Report, nowMs: number) => void

/** What is doubtful in a record by itself. */
export function checkData(record: ZoneRecord, report: Report, nowMs: number): void {
  if (record.isSplit)
    report(
      'error',
      record,
      'A string is longer than 255 bytes; it is written as several, as it must be (RFC 1035 §3.3)',
      '字符串超过 255 字节；已按规定拆成多个（RFC 1035 §3.3）',
    )
  if (record.type in PSEUDO_TYPES)
    report(
      'warning',
      record,
      `${record.type} is an invention of some providers; other servers refuse it`,
      `${record.type} 是部分服务商自创的类型，其他服务器不接受`,
    )
  if (record.fields[0] !== String.raw`\#`) CHECKS[record.type]?.(record, report, nowMs)
}

const numberAt = ({ fields }: ZoneRecord, at: number): number => Number(fields[at])
const textAt = ({ fields }: ZoneRecord, at: number): string => String(fields[at] ?? '')

const checkSoa: Check = (record, report) => {
  const [refresh, retry, expire, minimum] = [3, 4, 5, 6].map((at) => numberAt(record, at)) as [number, number, number, number]
  const mailbox = record.fields[1]
  if (typeof mailbox === 'object' && mailbox.labels.some((label) => label.includes('@')))
    report('error', record, 'The mail address of the SOA is written with a dot in place of the @', 'SOA 的邮箱地址应以点代替 @')
  if (retry >= refresh)
    report(
      'warning',
      record,
      `Retry (${retry}) is not below refresh (${refresh}), so that it means nothing`,
      `重试间隔（${retry}）不小于刷新间隔（${refresh}），失去意义`,
    )
  if (expire <= refresh + retry)
    report(
      'warning',
      record,
      `Expire (${expire}) is not above refresh and retry together (${refresh + retry}): one missed refresh ends the zone`,
      `过期时间（${expire}）不大于刷新与重试之和（${refresh + retry}）：一次刷新失败区域即失效`,
    )
  else if (expire < 7 * DAY_S)
    report(
      'note',
      record,
      `Expire (${expire}) is less than a week; two to four weeks are usual (RFC 1912 §2.2)`,
      `过期时间（${expire}）不足一周；通常为两到四周（RFC 1912 §2.2）`,
    )
  if (minimum > DAY_S)
    report(
      'warning',
      record,
      `A missing name is remembered for ${minimum} seconds; more than a day is too long (RFC 2308 §5)`,
      `不存在的名称会被缓存 ${minimum} 秒，超过一天过长（RFC 2308 §5）`,
    )
}

/** Bytes of digests by the number that stands for the algorithm. */
const checkDigest =
  (kindAt: number, digestAt: number, sizes: Readonly<Record<number, number>>): Check =>
  (record, report) => {
    const size = sizes[numberAt(record, kindAt)]
    const got = textAt(record, digestAt).length / 2
    if (size !== undefined && got !== size)
      report(
        'error',
        record,
        `A digest of this kind has ${size} bytes, and this one ${got}`,
        `此类摘要应为 ${size} 字节，实为 ${got} 字节`,
      )
  }

const checkDs: Check = (record, report, nowMs) => {
  if (textAt(record, 3) === '00' && numberAt(record, 1) === 0) return // asks the parent to drop it (RFC 8078 §4)
  checkDigest(2, 3, { 1: 20, 2: 32, 3: 32, 4: 48 })(record, report, nowMs)
  if (numberAt(record, 2) === 1)
    report(
      'warning',
      record,
      'The digest is SHA-1; validators need no longer take it (RFC 8624)',
      '摘要为 SHA-1，验证方可不再接受（RFC 8624）',
    )
}

const OLD_ALGORITHMS: ReadonlySet<number> = new Set([1, 3, 5, 6, 7, 12])

const checkKey: Check = (record, report) => {
  const [flags, protocol, algorithm] = [0, 1, 2].map((at) => numberAt(record, at)) as [number, number, number]
  if (algorithm === 0) return
  if (protocol !== 3)
    report(
      'error',
      record,
      `The protocol of a key is 3, not ${protocol} (RFC 4034 §2.1.2)`,
      `公钥的协议号应为 3，而非 ${protocol}（RFC 4034 §2.1.2）`,
    )
  if (OLD_ALGORITHMS.has(algorithm))
    report(
      'warning',
      record,
      `Algorithm ${algorithm} must no longer sign (RFC 8624)`,
      `算法 ${algorithm} 已不得用于签名（RFC 8624）`,
    )
  if ((flags & 0x0100) === 0)
    report(
      'note',
      record,
      'This key signs no zone: the flag for it (256) is missing',
      '该密钥未设置区域密钥标志（256），不用于签名区域',
    )
}

const checkSignature: Check = (record, report, nowMs) => {
  const [expires, begins] = [4, 5].map((at) => toMs(textAt(record, at))) as [number, number]
  if (expires < nowMs)
    report(
      'error',
      record,
      `The signature of ${record.owner.text} ${textAt(record, 0)} ended on ${toDay(expires)}`,
      `${record.owner.text} ${textAt(record, 0)} 的签名已于 ${toDay(expires)} 过期`,
    )
  else if (begins > nowMs)
    report(
      'error',
      record,
      `The signature of ${record.owner.text} ${textAt(record, 0)} begins on ${toDay(begins)}`,
      `${record.owner.text} ${textAt(record, 0)} 的签名自 ${toDay(begins)} 起才生效`,
    )
}

/** `20260131120000` (RFC 4034 §3.2). */
function toMs(text: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
}
const toDay = (ms: number): string => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 10) : '?')

const checkNsec3: Check = (record, report) => {
  if (numberAt(record, 2) > 0)
    report(
      'warning',
      record,
      `${numberAt(record, 2)} extra iterations; it must be 0 (RFC 9276 §3.1)`,
      `额外迭代 ${numberAt(record, 2)} 次，应为 0（RFC 9276 §3.1）`,
    )
}

const CAA_TAGS = new Set(['issue', 'issuewild', 'iodef', 'contactemail', 'contactphone', 'issuevmc', 'issuemail'])

const checkCaa: Check = (record, report) => {
  const [flags, tag] = [numberAt(record, 0), textAt(record, 1)]
  if (flags !== 0 && flags !== 128)
    report(
      'warning',
      record,
      `Of the flags of CAA only 128 (critical) means something, not ${flags}`,
      `CAA 标志只有 128（关键）有意义，而非 ${flags}`,
    )
  if (!CAA_TAGS.has(tag.toLowerCase()))
    report(
      flags === 128 ? 'error' : 'warning',
      record,
      `“${tag}” is no tag of CAA${flags === 128 ? ', and marked as critical it keeps every authority from issuing' : ''}`,
      `“${tag}”不是 CAA 标签${flags === 128 ? '，且标为关键，所有机构都将拒绝签发' : ''}`,
    )
}

const checkBound: Check = (record, report) => {
  if (numberAt(record, 0) === 0 && record.fields.length > 2)
    report(
      'warning',
      record,
      'With the priority 0 it is an alias, and parameters are passed over (RFC 9460 §2.4.2)',
      '优先级为 0 表示别名，参数会被忽略（RFC 9460 §2.4.2）',
    )
}

const checkTlsa: Check = (record, report, nowMs) => {
  checkDigest(2, 3, { 1: 32, 2: 64 })(record, report, nowMs)
  const [usage, selector, matching] = [0, 1, 2].map((at) => numberAt(record, at)) as [number, number, number]
  if (usage > 3 || selector > 1 || matching > 2)
    report(
      'warning',
      record,
      `${usage} ${selector} ${matching} are not usage 0–3, selector 0–1 and matching 0–2 (RFC 6698 §2.1)`,
      `${usage} ${selector} ${matching} 超出用途 0–3、选择器 0–1、匹配 0–2 的范围（RFC 6698 §2.1）`,
    )
}

const CHECKS: Readonly<Record<string, Check>> = {
  SOA: checkSoa,
  DS: checkDs,
  CDS: checkDs,
  DLV: checkDs,
  DNSKEY: checkKey,
  RRSIG: checkSignature,
  NSEC3: checkNsec3,
  NSEC3PARAM: checkNsec3,
  CAA: checkCaa,
  SVCB: checkBound,
  HTTPS: checkBound,
  TLSA: checkTlsa,
  SMIMEA: checkTlsa,
  SSHFP: checkDigest(1, 2, { 1: 20, 2: 32 }),
  SPF: (record, report) =>
    report(
      'warning',
      record,
      'The type SPF is no longer read; write it as TXT (RFC 7208 §3.1)',
      'SPF 类型已不再使用，请写成 TXT（RFC 7208 §3.1）',
    ),
}
