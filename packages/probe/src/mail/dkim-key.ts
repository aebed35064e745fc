import { createPublicKey } from 'node:crypto'
import type { Text } from '@octet/core/text.ts'
import { findTagFault, parseTags } from './txt.ts'

/** What a DKIM key record says, and why no signature by it holds. */
export type KeyRecord = {
  readonly keyType: string
  readonly bits: number | null
  readonly isRevoked: boolean
  readonly problem: Text | null
}

/** Reads a key record as strictly as receivers do (RFC 6376 §3.6.1). */
export function readKeyRecord(record: string): KeyRecord {
  const tags = readTags(record)
  const keyType = tags['k'] ?? 'rsa'
  const key = (tags['p'] ?? '').replaceAll(/\s/g, '')
  const bits = countBits(keyType, key)
  const isRevoked = tags['p'] === ''
  return {
    keyType,
    bits,
    isRevoked,
    problem: findTagProblem(record, tags) ?? (isRevoked ? null : findKeyProblem(key, bits, keyType)),
  }
}

type Tags = Readonly<Record<string, string>>

/** Names of tags have small letters; receivers pass over others, as over all that they do not know (RFC 6376 §3.2). */
function readTags(record: string): Tags {
  const written = new Set(record.split(';').map((part) => part.split('=', 1)[0]!.trim()))
  return Object.fromEntries(Object.entries(parseTags(record)).filter(([name]) => written.has(name)))
}

function findTagProblem(record: string, tags: Tags): Text | null {
  const fault = findTagFault(record)
  if (fault) return fault
  const { v, k = 'rsa', s = '*' } = tags
  if (v !== undefined && v !== 'DKIM1')
    return { en: `v=${cut(v)}, where v=DKIM1 must stand, in capitals`, zh: `v=${cut(v)}，应为大写的 v=DKIM1` }
  const { p, k: kind = 'rsa' } = parseTags(record)
  if ((p !== undefined && tags['p'] === undefined) || (kind !== 'rsa' && tags['k'] === undefined))
    return { en: 'names of tags in capitals', zh: '标签名使用了大写字母' }
  if (v !== undefined && !/^\s*v\s*=/.test(record))
    return { en: 'v= does not stand first, as it must', zh: 'v= 必须是第一个标签' }
  if (k !== 'rsa' && k !== 'ed25519')
    return { en: `k=${cut(k)} is no key type (rsa, ed25519)`, zh: `k=${cut(k)} 不是密钥类型（应为 rsa 或 ed25519）` }
  if (!/(^|:)\s*(\*|email)\s*(:|$)/.test(s)) return { en: `s=${cut(s)}: not meant for mail`, zh: `s=${cut(s)}：未允许用于邮件` }
  return tags['p'] === undefined ? { en: 'no key in it (p=)', zh: '缺少密钥（p=）' } : null
}

function findKeyProblem(key: string, bits: number | null, keyType: string): Text | null {
  if (/BEGIN|-----/.test(key))
    return { en: 'the lines BEGIN and END of a PEM file stand in p=', zh: 'p= 中混入了 PEM 文件的 BEGIN/END 行' }
  const stray = /[^A-Za-z\d+/=]/.exec(key)?.[0]
  if (stray !== undefined) return { en: `“${stray}” in p=, which is no base64`, zh: `p= 中含有“${stray}”，不是有效的 base64` }
  if (!/^[^=]*={0,2}$/.test(key) || (key.includes('=') && key.length % 4 !== 0))
    return { en: 'p= is no base64: “=” stands in its midst, or too often', zh: 'p= 不是有效的 base64：“=”位置或数量有误' }
  if (bits !== null) return null
  const bytes = Buffer.from(key, 'base64')
  const wanted = readDerSize(bytes)
  if (keyType === 'ed25519' && isSpki(bytes))
    return {
      en: 'p= holds the whole public key (SPKI), where the last 32 bytes of it must stand alone (RFC 8463 §4.2)',
      zh: 'p= 中是完整公钥（SPKI），应只填写其最后 32 字节（RFC 8463 §4.2）',
    }
  if (keyType === 'rsa' && isPkcs1(bytes))
    return {
      en: 'p= holds the RSA key in PKCS #1, which many receivers do not read; export it as a public key (SPKI)',
      zh: 'p= 中是 PKCS #1 格式的 RSA 密钥，许多收件方无法读取，请导出为公钥（SPKI）格式',
    }
  return wanted !== undefined && wanted > bytes.length
    ? {
        en: `the key is cut off: ${bytes.length} of ${wanted} bytes`,
        zh: `密钥被截断：共 ${wanted} 字节，只有 ${bytes.length} 字节`,
      }
    : { en: 'p= is no such key', zh: 'p= 不是该类型的密钥' }
}

function isSpki(bytes: Buffer): boolean {
  try {
    return createPublicKey({ key: bytes, format: 'der', type: 'spki' }).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

/** RSAPublicKey of RFC 8017 §A.1.1: what RFC 6376 §3.6.1 asks for by the letter, and hardly anybody publishes. */
function isPkcs1(bytes: Buffer): boolean {
  try {
    return createPublicKey({ key: bytes, format: 'der', type: 'pkcs1' }).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** How long a DER sequence says that it is; undefined where it is none. */
function readDerSize(bytes: Buffer): number | undefined {
  const [tag, first = 0] = bytes
  if (tag !== 0x30) return undefined
  if (first < 0x80) return 2 + first
  const count = first & 0x7f
  return count === 0 || count > 2 || bytes.length < 2 + count ? undefined : 2 + count + bytes.readUIntBE(2, count)
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

const cut = (text: string): string => text.slice(0, 40)
