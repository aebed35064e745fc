import { isAppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { decodeText } from '../../lib/charset.ts'
import { parseJsonTree, readText, toEntry, type JsonNode } from '../../lib/json/tree.ts'
import { writeJson } from '../../lib/json/write.ts'
import { parseBase64, toBase64Url } from '../../lib/radix-text.ts'
import { HASHES } from '../../lib/signatures/hashes.ts'

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
export function toDigest(text: string, algorithm: string): string | undefined {
  const name = Object.hasOwn(NAMES, algorithm) ? NAMES[algorithm as keyof typeof NAMES] : undefined
  return name && toBase64Url(HASHES[name].hash(new TextEncoder().encode(text)))
}

type Read = { readonly name?: string; readonly value: JsonNode; readonly digest: string | undefined; isIn: boolean }

/** The payload with what was shown put in its places (RFC 9901 §7.1), numbers with every digit, and the claims that were shown. */
export function putIn(
  payloadText: string,
  { disclosures }: Shown,
): { payloadText: string; disclosures: Disclosure[]; notes: Text[]; hash: string } {
  const whole = parseJsonTree(payloadText)
  const hash = findText(whole, '_sd_alg') ?? 'sha-256'
  const read = disclosures.map((text) => readDisclosure(text, hash))
  const byDigest = new Map(read.flatMap((one) => (one?.digest ? [[one.digest, one]] : [])))
  let hidden = 0
  const take = (digest: JsonNode): Read | undefined => {
    const found = digest.type === 'string' ? byDigest.get(readText(digest)) : undefined
    // Each stands in one place (§7.1): what comes again would go round for ever.
    if (!found || found.isIn) {
      hidden++
      return undefined
    }
    found.isIn = true
    return found
  }
  const fill = (node: JsonNode): JsonNode => {
    if (node.type === 'array')
      return {
        type: 'array',
        items: node.items.flatMap((item) => {
          const place = findPlace(item)
          if (!place) return [fill(item)]
          const found = take(place)
          return found ? [fill(found.value)] : []
        }),
      }
    if (node.type !== 'object') return node
    const own = node.entries.filter(({ key }) => key !== '_sd' && key !== '_sd_alg')
    const digests = node.entries.find(({ key }) => key === '_sd')?.value
    const open = own.map(({ key, value }) => toEntry(key, fill(value)))
    const shown = (digests?.type === 'array' ? digests.items : []).flatMap((digest) => {
      const found = take(digest)
      return found?.name === undefined ? [] : [toEntry(found.name, fill(found.value))]
    })
    return { type: 'object', entries: [...open, ...shown] }
  }
  const filled = writeJson(fill(whole), { indent: '' })
  const rows = read.map((one, at) => toDisclosure(one, disclosures[at]!))
  return { payloadText: filled, disclosures: rows, notes: listNotes(read, hidden, hash), hash }
}

function findText(node: JsonNode, name: string): string | undefined {
  const value = node.type === 'object' ? node.entries.find(({ key }) => key === name)?.value : undefined
  return value?.type === 'string' ? readText(value) : undefined
}

/** The digest that stands for an item of a list (§4.2.4.2). */
function findPlace(item: JsonNode): JsonNode | undefined {
  return item.type === 'object' && item.entries.length === 1 && item.entries[0]!.key === '...'
    ? item.entries[0]!.value
    : undefined
}

/** Salt, name and value, or salt and value of an item of a list (§4.2). */
function readDisclosure(text: string, hash: string): Read | undefined {
  const list = parse(decodeText(parseBase64(text, 'disclosure'), 'utf-8'))
  if (list?.type !== 'array' || list.items.length < 2 || list.items.length > 3) return undefined
  const value = list.items.at(-1)!
  const digest = toDigest(text, hash)
  if (list.items.length === 2) return { value, digest, isIn: false }
  const name = list.items[1]!
  return name.type === 'string' ? { name: readText(name), value, digest, isIn: false } : undefined
}

function parse(text: string): JsonNode | undefined {
  try {
    return parseJsonTree(text)
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

function toDisclosure(read: Read | undefined, text: string): Disclosure {
  if (!read) return { claim: '', value: text.slice(0, 60), isIn: false }
  const value = read.value.type === 'string' ? readText(read.value) : writeJson(read.value, { indent: '' })
  return { claim: read.name ?? '[…]', value, isIn: read.isIn }
}

function listNotes(read: readonly (Read | undefined)[], hidden: number, algorithm: string): Text[] {
  const unreadable = read.filter((one) => !one).length
  const foreign = read.filter((one) => one && !one.isIn).length
  const isKnown = toDigest('', algorithm) !== undefined
  const notes: (Text | false)[] = [
    !isKnown && {
      en: `_sd_alg: ${algorithm.slice(0, 40)} is not supported here (sha-256, sha-384, sha-512): the disclosures could not be checked`,
      zh: `_sd_alg 为 ${algorithm.slice(0, 40)}，此处不支持（支持 sha-256、sha-384、sha-512）：未能核对所披露的声明`,
    },
    isKnown &&
      foreign > 0 && {
        en: `Disclosures whose digest is not in the token: ${foreign}. They were altered or belong to another token; verifiers refuse it`,
        zh: `有 ${foreign} 项披露的摘要不在令牌中：已被改动或属于其他令牌，验证方会拒绝`,
      },
    unreadable > 0 && {
      en: `Disclosures that are not a JSON array of salt, name and value: ${unreadable}`,
      zh: `有 ${unreadable} 项披露不是由盐、名称与值组成的 JSON 数组`,
    },
    hidden > 0 && {
      en: `Claims that were not disclosed, or decoy digests: ${hidden}`,
      zh: `未披露的声明（或用于混淆的摘要）：${hidden} 项`,
    },
  ]
  return notes.filter((note) => note !== false)
}
