import type { HtmlToken } from './scan.ts'

export type StartTag = Extract<HtmlToken, { kind: 'open' }>

/** Which open elements a start tag ends by itself, while one of them is the innermost (HTML §13.1.2.4). */
const ENDED = {
  li: ['li', 'p'],
  dt: ['dt', 'dd', 'p'],
  dd: ['dt', 'dd', 'p'],
  option: ['option'],
  optgroup: ['option', 'optgroup'],
  tr: ['td', 'th', 'tr', 'p'],
  td: ['td', 'th', 'p'],
  th: ['td', 'th', 'p'],
  tbody: ['td', 'th', 'tr', 'thead', 'tbody', 'caption', 'colgroup'],
  tfoot: ['td', 'th', 'tr', 'thead', 'tbody'],
  thead: ['caption', 'colgroup'],
  body: ['head'],
  p: ['p'],
} as const satisfies Readonly<Record<string, readonly string[]>>
const ENDS_P =
  'address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol pre section table ul'.split(
    ' ',
  )
const NONE: readonly string[] = []

const ENDED_BY: ReadonlyMap<string, readonly string[]> = new Map([
  ...ENDS_P.map((name) => [name, ['p']] as const),
  ...Object.entries(ENDED),
])

/** The elements that a start tag of this name ends, one after the other. */
export const findEnded = (name: string): readonly string[] => ENDED_BY.get(name) ?? NONE

/** The elements that are open at a place, the innermost last. Each is pushed and taken once, however deep they stand. */
export class OpenElements {
  readonly #stack: { readonly tag: StartTag; readonly depth: number }[] = []
  readonly #counts = new Map<string, number>()
  readonly #isCounted: (tag: StartTag) => boolean

  /** `isCounted` says which of them count for {@link depth}. */
  constructor(isCounted: (tag: StartTag) => boolean = () => true) {
    this.#isCounted = isCounted
  }

  get depth(): number {
    return this.#stack.at(-1)?.depth ?? 0
  }

  push(tag: StartTag): void {
    this.#stack.push({ tag, depth: this.depth + (this.#isCounted(tag) ? 1 : 0) })
    this.#counts.set(tag.name, (this.#counts.get(tag.name) ?? 0) + 1)
  }

  /** Ends what a start tag ends by itself. */
  endBefore(name: string): void {
    const ended = findEnded(name)
    while (ended.includes(this.#stack.at(-1)?.tag.name ?? '')) this.#pop()
  }

  /** Ends the element of an end tag, and those inside of it; undefined for an end tag that closes nothing. */
  take(name: string): StartTag | undefined {
    if (!this.#counts.get(name)) return undefined
    for (let tag = this.#pop(); tag; tag = this.#pop()) if (tag.name === name) return tag
    return undefined
  }

  /** From the innermost outwards. */
  *outwards(): Generator<StartTag> {
    for (let at = this.#stack.length - 1; at >= 0; at--) yield this.#stack[at]!.tag
  }

  #pop(): StartTag | undefined {
    const tag = this.#stack.pop()?.tag
    if (tag) this.#counts.set(tag.name, this.#counts.get(tag.name)! - 1)
    return tag
  }
}
