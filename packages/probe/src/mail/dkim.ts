import { countOf } from '@octet/core/counted.ts'
import type { MailReport } from '@octet/core/probe/mail.ts'
import type { Text } from '@octet/core/text.ts'
import { toCheck, type Check } from '../check.ts'
import { readKeyRecord } from './dkim-key.ts'
import { parseTags, type TextBook } from './txt.ts'

type Key = MailReport['dkim'][number]

/** What shows that a record is meant as a key, however it is written. */
const MEANT = /DKIM1|\bk\s*=\s*(?:rsa|ed25519)\b/i

/** The key under a selector; records of another kind are none, as those that a wildcard gives (RFC 6376 §3.6.1). */
export async function readDkim(selector: string, domain: string, book: TextBook): Promise<Key | undefined> {
  const texts = await book.find(`${selector}._domainkey.${domain}`)
  const meant = texts.filter((text) => {
    const tags = parseTags(text)
    return MEANT.test(text) || (tags['p'] !== undefined && tags['v'] === undefined)
  })
  const [record] = meant
  if (record === undefined) return undefined
  const { problem, ...key } = readKeyRecord(record)
  return {
    selector,
    ...key,
    isTesting: /(^|:)\s*y\s*(:|$)/.test(parseTags(record)['t'] ?? ''),
    record,
    problem: problem ?? (meant.length > 1 ? toSeveral(meant.length) : null),
  }
}

/** Which one receivers take is left to chance (RFC 6376 §3.6.2.2). */
const toSeveral = (count: number): Text => ({
  en: `${count} records, of which one is allowed`,
  zh: `存在 ${count} 条记录，只允许一条`,
})

/** What signatures by the keys that were found are worth. */
export function checkDkim(keys: readonly Key[]): Check[] {
  const usable = keys.filter(({ isRevoked, problem }) => !isRevoked || problem)
  const testing = usable.filter(({ isTesting }) => isTesting)
  return [
    usable.length === 0 ? REVOKED : toKeysCheck(usable),
    ...(testing.length > 0
      ? [
          toCheck(
            'dkim-testing',
            'notice',
            `t=y: receivers treat mail signed by these keys as unsigned (RFC 6376 §3.6.1): ${list(testing)}`,
            `t=y：收件方把这些密钥签名的邮件视同未签名（RFC 6376 §3.6.1）：${list(testing)}`,
          ),
        ]
      : []),
  ]
}

/** A key that cannot be used, or is too short, signs nothing that anybody takes (RFC 6376 §6.1.2, RFC 8301 §3.2). */
function toKeysCheck(usable: readonly Key[]): Check {
  const rsa = usable.filter(({ keyType }) => keyType === 'rsa')
  const broken = usable.flatMap(({ selector, problem }) => (problem ? [{ selector, ...problem }] : [])).slice(0, 5)
  const tooShort = rsa.filter(({ bits }) => bits !== null && bits < 1024)
  const short = rsa.filter(({ bits }) => bits !== null && bits < 2048)
  const hashes = usable.filter(({ record }) => takesOnlySha1(record))
  if (broken.length > 0)
    return toCheck(
      'dkim',
      'bad',
      `faulty DKIM records, so no signature made with their keys is valid: ${broken.map(({ selector, en }) => `${selector} (${en})`).join('; ')}`,
      `DKIM 记录有误，用其密钥签名的邮件均无法通过验证：${broken.map(({ selector, zh }) => `${selector}（${zh}）`).join('；')}`,
    )
  if (tooShort.length > 0)
    return toCheck(
      'dkim',
      'bad',
      `DKIM keys below 1024 bits, which receivers do not accept (RFC 8301): ${list(tooShort)}`,
      `不足 1024 位的 DKIM 密钥，收件方不予采信（RFC 8301）：${list(tooShort)}`,
    )
  if (hashes.length > 0)
    return toCheck(
      'dkim',
      'bad',
      `DKIM keys for SHA-1 only, which receivers do not accept (RFC 8301): ${list(hashes)}`,
      `只允许 SHA-1 的 DKIM 密钥，收件方不予采信（RFC 8301）：${list(hashes)}`,
    )
  if (short.length > 0)
    return toCheck('dkim', 'notice', `DKIM keys below 2048 bits: ${list(short)}`, `不足 2048 位的 DKIM 密钥：${list(short)}`)
  return toCheck('dkim', 'good', `${countOf(usable.length, 'DKIM key')} found`, `找到 ${usable.length} 个 DKIM 密钥`)
}

function takesOnlySha1(record: string | null): boolean {
  const hashes = parseTags(record ?? '')['h']
  return hashes !== undefined && !/(^|:)\s*sha256\s*(:|$)/i.test(hashes)
}

const list = (keys: readonly Key[]): string => keys.map(({ selector }) => selector).join(', ')

const REVOKED = toCheck(
  'dkim',
  'notice',
  'all DKIM keys found are revoked: the domain signs no mail by them',
  '找到的 DKIM 密钥均已撤销：此域名不用它们签名邮件',
)

/** Selectors that were asked for by name and hold nothing: mail that names them fails. */
export function checkMissing(selectors: readonly string[], domain: string): Check[] {
  if (selectors.length === 0) return []
  const names = selectors.map((selector) => `${selector}._domainkey.${domain}`).join(', ')
  return [
    toCheck(
      'dkim-selector',
      'bad',
      `no DKIM key at ${names}: signatures that name it are not valid`,
      `${names} 没有 DKIM 密钥：使用该选择器的签名均无法通过验证`,
    ),
  ]
}
