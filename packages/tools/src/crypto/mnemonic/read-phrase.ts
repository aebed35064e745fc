import { AppError } from '@octet/core/errors.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { countOf } from '@octet/core/counted.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { LIST_WORDS, loadNormal, type ListId } from './word-lists.ts'

export const COUNTS = [12, 15, 18, 21, 24] as const
const BITS_OF_WORD = 11

/** What a phrase holds: its random bits, and whether the last of its bits are the check of the others. */
export type Phrase = { readonly entropy: Bytes; readonly isValid: boolean; readonly indexes: readonly number[] }

/** Reads a phrase (BIP 39, «Generating the mnemonic»). Throws `unsupported_value` for a wrong number of words, or one that is in no list. */
export async function readPhrase(words: readonly string[], list: ListId): Promise<Phrase> {
  if (!(COUNTS as readonly number[]).includes(words.length))
    throw new AppError('unsupported_value', {
      got: { en: countOf(words.length, 'word'), zh: `${words.length} 个词` }, // no words: they are a secret
      reason: { en: 'a mnemonic has 12, 15, 18, 21 or 24 words', zh: '助记词应为 12、15、18、21 或 24 个词' },
    })
  const all = await loadNormal(list)
  const places = new Map(all.map((word, at) => [word, at]))
  const indexes = words.map((word, at) => {
    const index = places.get(word)
    if (index === undefined) throw toUnknown(word, { place: at + 1, all, list })
    return index
  })
  return { ...check(indexes), indexes }
}

type Unknown = { readonly place: number; readonly all: readonly string[]; readonly list: ListId }

function toUnknown(word: string, { place, all, list }: Unknown): AppError {
  const near = findNear(word, all)
  return new AppError('unsupported_value', {
    got: word.normalize('NFC').slice(0, 40),
    reason: {
      en: `word ${place} is not in the list (${LIST_WORDS[list].en})${near.length > 0 ? `; near it: ${near.join(', ')}` : ''}`,
      zh: `第 ${place} 个词不在词表（${LIST_WORDS[list].zh}）中${near.length > 0 ? `；相近的有：${near.join('、')}` : ''}`,
    },
  })
}

/** Words with the longest beginning in common; in most lists four letters tell a word. */
function findNear(word: string, all: readonly string[]): string[] {
  for (let size = Math.min(word.length, 8); size >= 2; size--) {
    const near = all.filter((one) => one.startsWith(word.slice(0, size)))
    if (near.length > 0) return near.slice(0, 5).map((one) => one.normalize('NFC'))
  }
  return []
}

function check(indexes: readonly number[]): { entropy: Bytes; isValid: boolean } {
  const bits = indexes.map((index) => index.toString(2).padStart(BITS_OF_WORD, '0')).join('')
  const size = (bits.length * 32) / 33
  const entropy = Uint8Array.from({ length: size / 8 }, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2))
  return { entropy, isValid: bits.slice(size) === toCheckBits(entropy) }
}

const toCheckBits = (entropy: Uint8Array): string =>
  (sha256(entropy)[0] ?? 0)
    .toString(2)
    .padStart(8, '0')
    .slice(0, entropy.length / 4)

/** The places of words for random bits of 16, 20, 24, 28 or 32 bytes. */
export function toIndexes(entropy: Uint8Array): number[] {
  const bits = Array.from(entropy, (byte) => byte.toString(2).padStart(8, '0')).join('') + toCheckBits(entropy)
  return Array.from({ length: bits.length / BITS_OF_WORD }, (_, at) =>
    Number.parseInt(bits.slice(at * BITS_OF_WORD, (at + 1) * BITS_OF_WORD), 2),
  )
}

/** Places of all words that would end a phrase rightly: 128 of them behind eleven words, 8 behind twenty-three. */
export function findLast(indexes: readonly number[]): number[] {
  const before = indexes.slice(0, -1)
  const step = 2 ** (indexes.length / 3)
  const found: number[] = []
  for (let high = 0; high < 2048; high += step)
    for (let low = 0; low < step; low++)
      if (check([...before, high + low]).isValid) {
        found.push(high + low)
        break
      }
  return found
}
