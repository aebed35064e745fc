import type { Span } from '../../storage/queries/beats.ts'
import { CHECK_SECONDS, PARTS, type PartStates } from './part.ts'

/** A check speaks for so long before it at the most: a program that was held up for longer did not serve meanwhile. */
const REACH_MS = 2 * CHECK_SECONDS * 1_000
/** Turns that differ from each other. As many come only where a part changes each time for hours; the oldest are given up. */
const MOST_TURNS = 1_000

/** A time of this process and what was seen then; no states where it was held up. */
export type Turn = { readonly fromMs: number; readonly toMs: number; readonly states: PartStates | undefined }

/** What checks have seen and the database has not been told yet, by the steady clock of this process. */
export class CheckLog {
  #turns: Turn[] = []
  #fromMs: number

  constructor(nowMs: number) {
    this.#fromMs = nowMs
  }

  /** All turns with one that ends now. It is not kept. */
  listWith(states: PartStates, nowMs: number): Turn[] {
    const lastMs = this.#turns.at(-1)?.toMs ?? this.#fromMs
    const fromMs = Math.max(lastMs, nowMs - REACH_MS)
    const held: Turn[] = fromMs > lastMs ? [{ fromMs: lastMs, toMs: fromMs, states: undefined }] : []
    return [...this.#turns, ...held, { fromMs, toMs: nowMs, states }]
  }

  /** Keeps turns for the next time; those that were alike become one. */
  keep(turns: readonly Turn[]): void {
    const kept: Turn[] = []
    for (const turn of turns) {
      const last = kept.at(-1)
      if (last && areAlike(last, turn)) kept[kept.length - 1] = { ...last, toMs: turn.toMs }
      else kept.push(turn)
    }
    this.#turns = kept.slice(-MOST_TURNS)
    this.#fromMs = this.#turns[0]?.fromMs ?? this.#fromMs
  }

  /** Forgets what was before a moment: it has been written down. */
  dropBefore(ms: number): void {
    this.#turns = this.#turns.filter(({ toMs }) => toMs > ms)
    this.#turns = this.#turns.map((turn) => ({ ...turn, fromMs: Math.max(turn.fromMs, ms) }))
    this.#fromMs = Math.max(this.#fromMs, ms)
  }
}

/** Whether some part did not work in one of the turns. */
export function hasFailed(turns: readonly Turn[]): boolean {
  return turns.some(({ states }) => states === undefined || PARTS.some((part) => states[part] === 'failing'))
}

/** The times in which a part did not work, in seconds before now. */
export function toSpans(turns: readonly Turn[], nowMs: number): Span[] {
  const toSpan = ({ fromMs, toMs }: Turn) => ({ from: (nowMs - fromMs) / 1_000, to: (nowMs - toMs) / 1_000 })
  const spans: Span[] = turns.flatMap((turn) => (turn.states ? [] : [{ part: null, state: 'stopped' as const, ...toSpan(turn) }]))
  for (const part of PARTS) {
    let last: Span | undefined
    for (const turn of turns) {
      const state = turn.states?.[part] ?? 'up'
      if (state === 'up') last = undefined
      else if (last?.state === state) spans[spans.indexOf(last)] = last = { ...last, to: toSpan(turn).to }
      else spans.push((last = { part, state, ...toSpan(turn) }))
    }
  }
  return spans
}

function areAlike(a: Turn, b: Turn): boolean {
  if (!a.states || !b.states) return a.states === b.states
  const [one, other] = [a.states, b.states]
  return PARTS.every((part) => one[part] === other[part])
}
