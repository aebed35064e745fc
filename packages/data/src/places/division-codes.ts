import type { Division } from '../sources/divisions/source.ts'
import { OUR_NAMES, REASSIGNED } from './division-names.ts'

/** Finds the ISO 3166-2 code of a region by the name that a source has for it. */
export class DivisionCodes {
  /** By country and name; null where two divisions are called the same. */
  readonly #ours = makeTables()
  readonly #listed = makeTables()
  readonly #parts = makeTables()

  constructor() {
    for (const [code, names] of Object.entries(OUR_NAMES)) for (const name of names.split(' | ')) put(this.#ours, name, code)
  }

  add({ code, name, level }: Division): void {
    if (REASSIGNED.has(code.slice(0, 2))) return
    put(level === 1 ? this.#listed : this.#parts, name, code)
  }

  /** Undefined where the name is none of the list, or more than one. */
  find(country: string, region: string): string | undefined {
    const whole = toKey(country, toLetters(region))
    const bare = toKey(country, toBare(region))
    return (
      this.#ours.whole.get(whole) ??
      this.#listed.whole.get(whole) ??
      this.#ours.bare.get(bare) ??
      this.#listed.bare.get(bare) ??
      this.#parts.whole.get(whole) ??
      this.#parts.bare.get(bare) ??
      undefined
    )
  }
}

/** By the name as it is, and without words for the kind of division. */
type Tables = { readonly [spelling in 'whole' | 'bare']: Map<string, string | null> }
const makeTables = (): Tables => ({ whole: new Map(), bare: new Map() })

function put(tables: Tables, name: string, code: string): void {
  for (const [table, key] of [
    [tables.whole, toKey(code, toLetters(name))],
    [tables.bare, toKey(code, toBare(name))],
  ] as const) {
    const known = table.get(key)
    table.set(key, known === undefined || known === code ? code : null)
  }
}

const toKey = (code: string, name: string) => `${code.slice(0, 2)} ${name}`

/** Letters that are no base letter with a mark. */
const LETTERS: Readonly<Record<string, string>> = { ø: 'o', œ: 'oe', æ: 'ae', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ß: 'ss' }

/** Small letters without marks, words apart. */
function toLetters(name: string): string {
  return name
    .replaceAll(/[²†]/g, '')
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’`ʻʼ‘]/gu, '')
    .toLowerCase()
    .replaceAll(/[øœæłđðþıß]/g, (letter) => LETTERS[letter]!)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Words that say of what kind a division is. Not “city”: a city and the land around it often share their name. */
const KINDS = new Set(
  'province state county region governorate oblast oblisi oblysy voblasc republic district prefecture municipality department autonomous krai kray kraj voivodeship parish canton emirate special administrative division territory commune do si of the'.split(
    ' ',
  ),
)

/** The same without words for what kind of division it is; as it is where nothing else stands in it. */
function toBare(name: string): string {
  const words = toLetters(name).split(' ')
  const rest = words.filter((word) => !KINDS.has(word))
  return (rest.length === 0 ? words : rest).join(' ')
}
