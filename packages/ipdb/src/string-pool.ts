import type { Loaded } from './load.ts'

/** What JSON.stringify would not copy as it is. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

/** The strings of a database, decoded when first asked for. String 0 is empty and stands for none. */
export class StringPool {
  readonly #offsets: Uint32Array
  readonly #read: (start: number, end: number) => string
  readonly #cache: (string | null | undefined)[]

  constructor(offsets: Uint32Array, { readText, toKept }: Pick<Loaded, 'readText' | 'toKept'>) {
    this.#offsets = offsets
    this.#read = readText
    this.#cache = toKept<string | null>(Math.max(1, offsets.length - 1))
    this.#cache[0] = null
  }

  /** The string of a number as JSON, quoted; `null` for 0. */
  getJson(id: number): string {
    const text = this.get(id)
    if (text === null) return 'null'
    return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`
  }

  /** The string of a number; null for 0. */
  get(id: number): string | null {
    const cached = this.#cache[id]
    if (cached !== undefined) return cached
    return (this.#cache[id] = this.#read(this.#offsets[id]!, this.#offsets[id + 1]!))
  }
}
