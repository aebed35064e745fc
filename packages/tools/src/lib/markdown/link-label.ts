import type { MarkdownIt, StateInline } from 'markdown-it'

const OPENING = 0x5b
const CLOSING = 0x5d
/** The end of a label that has none. */
const NONE = -1

/** Where labels end that begin at or behind one place and end before another, as far as it is known. */
type Ends = { readonly from: number; readonly to: number; readonly list: number[] }

/**
 * Lets a parser find the end of `[label]` as it does by itself, but walk over what stands between two brackets once: by
 * itself it walks on from every opening bracket, over up to as many as may stand in each other.
 */
export function keepLabelEnds({ helpers, inline }: MarkdownIt): void {
  const ends = { any: new EndsOfTexts(), plain: new EndsOfTexts() }

  function parseLinkLabel(state: StateInline, start: number, isPlain = false): number {
    const { from, list } = ends[isPlain ? 'plain' : 'any'].get(state, start)
    return list[start - from] || walk(state, { start, isPlain, from, list })
  }

  function walk(state: StateInline, { start, isPlain, from, list }: Walk): number {
    const before = state.pos
    const open = [start]
    let found = NONE
    state.pos = start + 1
    while (state.pos < state.posMax) {
      const { pos } = state
      const sign = state.src.charCodeAt(pos)
      if (sign === CLOSING) {
        list[open.pop()! - from] = pos
        if (open.length === 0) {
          found = pos
          break
        }
      }
      inline.skipToken(state)
      if (sign !== OPENING) continue
      const isBracket = state.pos === pos + 1
      const end = isBracket ? list[pos - from] : undefined
      // A label in which this one cannot end, or a link in a label without.
      if (end === NONE || (!isBracket && isPlain)) break
      if (end) {
        state.pos = end
        inline.skipToken(state)
      } else if (isBracket) open.push(pos)
    }
    for (const each of open) list[each - from] = NONE
    state.pos = before
    return found
  }

  Object.assign(helpers, { parseLinkLabel })
}

type Walk = { readonly start: number; readonly isPlain: boolean; readonly from: number; readonly list: number[] }

/** Ends by text. A parser reads it, and a label in it, from left to right; no label that it reads stands in another one. */
class EndsOfTexts {
  readonly #ofTexts = new WeakMap<StateInline, Ends>()
  readonly #ofLabels = new WeakMap<StateInline, Ends>()

  get(state: StateInline, from: number): Ends {
    const kept = state.posMax === state.src.length ? this.#ofTexts : this.#ofLabels
    const known = kept.get(state)
    if (known?.to === state.posMax) return known
    const list: number[] = []
    list.length = state.posMax - from
    const ends = { from, to: state.posMax, list }
    kept.set(state, ends)
    return ends
  }
}
