import type { Text } from '@octet/core/text.ts'
import { decodeText } from '../../lib/charset.ts'
import { parseBase64, toBase64Url } from '../../lib/radix-text.ts'
import { HASHES } from '../../lib/signatures/hashes.ts'
import { readPayload, type Json } from './token.ts'

/** What follows the token of an issuer (SD-JWT, RFC 9901 §4): claims that its holder shows, and the proof of who holds it. */
export type Shown = {
  readonly disclosures: readonly string[]
  readonly binding?: string
  /** What the proof covers: all before it. */
  readonly bound: string
}
/** A claim as it was shown, and whether the token holds its digest. */
export type Disclosure = { readonly claim: string; readonly value: string; readonly isIn: boolean }

const PART = '[\\w-]+\\.[\\w-]+\\.[\\w-]*'
const SD_JWT = new RegExp(`(?<![\\w.~-])(${PART}~(?:[\\w-]+~)*)(${PART})?(?![\\w.~-])`)

/** The disclosures behind the token of a text; nothing where it has none and is a plain one. */
export function findShown(text: string): Shown | undefined {
  const [, bound = '', binding] = SD_JWT.exec(text.replaceAll(/\s/g, '')) ?? SD_JWT.exec(text) ?? []
  if (!bound) return undefined
  return { disclosures: bound.split('~').slice(1, -1), bound, ...(binding && { binding }) }
}

const NAMES = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' } as const

/** The digest of a text of signs that stand for themselves; nothing for a hash that is not known. */
export function toDigest(text: string, algorithm: unknown = 'sha-256'): string | undefined {
  const name =
    typeof algorithm === 'string' && Object.hasOwn(NAMES, algorithm) ? NAMES[algorithm as keyof typeof NAMES] : undefined
  return name && toBase64Url(HASHES[name].hash(new TextEncoder().encode(text)))
}

type Read = { readonly name?: string; readonly value: unknown; readonly digest: string | undefined; isIn: boolean }

/** The payload with what was shown put in its places (RFC 9901 §7.1), and the claims that were shown. */
export function putIn(payload: Json, { disclosures }: Shown): { payload: Json; disclosures: Disclosure[]; notes: Text[] } {
  const algorithm = payload._sd_alg ?? 'sha-256'
  const read = disclosures.map((text) => readDisclosure(text, algorithm))
  const byDigest = new Map(read.flatMap((one) => (one?.digest ? [[one.digest, one]] : [])))
  let hidden = 0
  const take = (digest: unknown): Read | undefined => {
    const found = typeof digest === 'string' ? byDigest.get(digest) : undefined
    // Each stands in one place (§7.1): what comes again would go round for ever.
    if (!found || found.isIn) {
      hidden++
      return undefined
    }
    found.isIn = true
    return found
  }
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.flatMap((item: unknown) => {
        if (!isPlace(item)) return [fill(item)]
        const found = take(item['...'])
        return found ? [fill(found.value)] : []
      })
    if (typeof value !== 'object' || value === null) return value
    const { _sd: digests, _sd_alg: _, ...open } = value as Json
    const own = Object.entries(open).map(([name, inner]) => [name, fill(inner)] as const)
    const shown = (Array.isArray(digests) ? digests : []).flatMap((digest: unknown) => {
      const found = take(digest)
      return found?.name === undefined ? [] : [[found.name, fill(found.value)] as const]
    })
    return Object.fromEntries([...own, ...shown])
  }
  const filled = fill(payload) as Json
  return {
    payload: filled,
    disclosures: read.map((one, at) => toDisclosure(one, disclosures[at]!)),
    notes: listNotes(read, hidden, algorithm),
  }
}

const isPlace = (item: unknown): item is { '...': unknown } =>
  typeof item === 'object' && item !== null && Object.keys(item).length === 1 && '...' in item

/** Salt, name and value, or salt and value of an item of a list (§4.2). */
function readDisclosure(text: string, algorithm: unknown): Read | undefined {
  const parts: unknown = readPayload(decodeText(parseBase64(text, 'disclosure'), 'utf-8'))
  if (!Array.isArray(parts) || parts.length < 2 || parts.length > 3) return undefined
  const [value, name] = [parts.at(-1) as unknown, parts.length === 3 ? (parts[1] as unknown) : undefined]
  if (name !== undefined && typeof name !== 'string') return undefined
  return { ...(name !== undefined && { name }), value, digest: toDigest(text, algorithm), isIn: false }
}

function toDisclosure(read: Read | undefined, text: string): Disclosure {
  if (!read) return { claim: '', value: text.slice(0, 60), isIn: false }
  const value = typeof read.value === 'string' ? read.value : JSON.stringify(read.value)
  return { claim: read.name ?? '[…]', value, isIn: read.isIn }
}

function listNotes(read: readonly (Read | undefined)[], hidden: number, algorithm: unknown): Text[] {
  const unreadable = read.filter((one) => !one).length
  const foreign = read.filter((one) => one && !one.isIn).length
  const isKnown = toDigest('', algorithm) !== undefined
  const notes: (Text | false)[] = [
    !isKnown && {
      en: `_sd_alg: ${String(algorithm).slice(0, 40)} is not known here (sha-256, sha-384, sha-512): the disclosures could not be checked`,
      zh: `_sd_alg 为 ${String(algorithm).slice(0, 40)}，此处不支持（支持 sha-256、sha-384、sha-512）：未能核对所披露的声明`,
    },
    isKnown &&
      foreign > 0 && {
        en: `Disclosures whose digest the token does not hold: ${foreign}. They were changed or belong to another token; verifiers refuse it`,
        zh: `有 ${foreign} 项披露的摘要不在令牌中：已被改动或属于其他令牌，验证方会拒绝`,
      },
    unreadable > 0 && {
      en: `Disclosures that are no JSON list of salt, name and value: ${unreadable}`,
      zh: `有 ${unreadable} 项披露不是由盐、名称与值组成的 JSON 数组`,
    },
    hidden > 0 && {
      en: `Claims that were not shown, or digests that stand for none: ${hidden}`,
      zh: `未披露的声明（或用于混淆的摘要）：${hidden} 项`,
    },
  ]
  return notes.filter((note) => note !== false)
}
