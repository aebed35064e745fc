import { createPublicKey } from 'node:crypto'
import { countOf } from '@octet/core/counted.ts'
import type { MailReport } from '@octet/core/probe/mail.ts'
import { toCheck, type Check } from '../check.ts'
import { parseTags, type TextBook } from './txt.ts'

type Key = MailReport['dkim'][number]

/** The key under a selector; records of another version are none, as those that a wildcard gives (RFC 6376 §3.6.1). */
export async function readDkim(selector: string, domain: string, book: TextBook): Promise<Key | undefined> {
  const records = (await book.find(`${selector}._domainkey.${domain}`)).map((record) => ({ record, tags: parseTags(record) }))
  const found = records.find(({ tags }) => tags['p'] !== undefined && (tags['v'] ?? 'DKIM1') === 'DKIM1')
  if (!found) return undefined
  const { record, tags } = found
  const keyType = tags['k'] ?? 'rsa'
  const key = (tags['p'] ?? '').replaceAll(/\s/g, '')
  return {
    selector,
    keyType,
    bits: countBits(keyType, key),
    isTesting: /(^|:)\s*y\s*(:|$)/.test(tags['t'] ?? ''),
    isRevoked: key === '',
    record,
  }
}

/** Size of a DKIM key; null where it cannot be read. */
function countBits(keyType: string, base64: string): number | null {
  if (keyType === 'ed25519') return Buffer.from(base64, 'base64').length === 32 ? 256 : null
  try {
    return (
      createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyDetails?.modulusLength ??
      null
    )
  } catch {
    return null // not a key
  }
}

/** What signatures by the keys that were found are worth. */
export function checkDkim(keys: readonly Key[]): Check[] {
  const usable = keys.filter(({ isRevoked }) => !isRevoked)
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

/** A key that cannot be read, or is too short, signs nothing that anybody takes (RFC 6376 §6.1.2, RFC 8301 §3.2). */
function toKeysCheck(usable: readonly Key[]): Check {
  const rsa = usable.filter(({ keyType }) => keyType === 'rsa')
  const broken = usable.filter(({ bits, keyType }) => bits === null && (keyType === 'rsa' || keyType === 'ed25519'))
  const tooShort = rsa.filter(({ bits }) => bits !== null && bits < 1024)
  const short = rsa.filter(({ bits }) => bits !== null && bits < 2048)
  const hashes = usable.filter(({ record }) => takesOnlySha1(record))
  if (broken.length > 0)
    return toCheck(
      'dkim',
      'bad',
      `unreadable DKIM keys, so no signature made with them is valid: ${list(broken)}`,
      `无法解析的 DKIM 密钥，其签名均无法通过验证：${list(broken)}`,
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
