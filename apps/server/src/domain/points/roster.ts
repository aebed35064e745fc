import type { PointChecks, PointLoad } from '@octet/core/probe/point-protocol.ts'
import type { Bus } from '../bus.ts'
import type { Point, PointStatus } from './point.ts'

/** Everybody's list of points, kept by words on the bus. */
const CHANNEL = 'points'
const BEAT_MS = 2_000
/** A thread that is silent for so many signs of life is gone, and its points with it. */
const MISSED_BEATS = 4.5

type State = { readonly id: string; readonly status: PointStatus; readonly load: PointLoad; readonly checks: PointChecks }
type Word =
  | { readonly kind: 'here'; readonly node: string; readonly points: readonly Point[] }
  | { readonly kind: 'gone'; readonly node: string; readonly ids: readonly string[] }
  | { readonly kind: 'beat'; readonly node: string; readonly count: number; readonly states: readonly State[] }
  | { readonly kind: 'who'; readonly node: string }
  | { readonly kind: 'bye'; readonly node: string }

export type RosterOptions = {
  readonly bus: Bus
  /** Name of this thread among all. */
  readonly node: string
  /** Told of points that are not there any more. */
  readonly onGone: (ids: readonly string[]) => void
  /** Told of threads that are not there any more. */
  readonly onNodeGone: (node: string) => void
  /** Told when a point of this thread has connected to another one since. */
  readonly onMoved: (id: string) => void
  /** How often a sign of life is given; shorter in tests. */
  readonly beatMs?: number
}

/**
 * All connected points, wherever they are connected. Each thread tells what it holds and repeats a sign of life with a
 * count; who hears a count that differs from its own list asks for the list.
 */
export class Roster implements AsyncDisposable {
  readonly #options: RosterOptions
  readonly #points = new Map<string, Point>()
  readonly #nodes = new Map<string, number>()
  readonly #changed = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #subscription: Disposable | undefined

  constructor(options: RosterOptions) {
    this.#options = options
  }

  /** Starts to listen and asks who is there. */
  async start(): Promise<void> {
    this.#subscription = await this.#options.bus.subscribe(CHANNEL, (word) => this.#heed(word as Word))
    this.#timer = setInterval(() => this.#beat(), this.#options.beatMs ?? BEAT_MS)
    this.#timer.unref()
    this.#say({ kind: 'who', node: this.#options.node })
  }

  get size(): number {
    return this.#points.size
  }

  get(id: string): Point | undefined {
    return this.#points.get(id)
  }

  list(): Point[] {
    return [...this.#points.values()]
  }

  /** Whether a thread has been heard of lately. */
  hasNode(node: string): boolean {
    return node === this.#options.node || this.#nodes.has(node)
  }

  /** A point has connected here. */
  add(point: Point): void {
    this.#points.set(point.id, point)
    this.#say({ kind: 'here', node: this.#options.node, points: [point] })
  }

  /** A point of this thread says how it is; the others hear with the next sign of life, of a new status at once. */
  update(id: string, state: Omit<State, 'id'>): void {
    const point = this.#points.get(id)
    if (!point) return
    this.#points.set(id, { ...point, ...state })
    if (state.status === point.status) this.#changed.add(id)
    else this.#say({ kind: 'here', node: this.#options.node, points: [this.#points.get(id)!] })
  }

  /** A point of this thread has left. */
  remove(id: string): void {
    if (this.#points.get(id)?.node !== this.#options.node) return
    this.#points.delete(id)
    this.#changed.delete(id)
    this.#options.onGone([id])
    this.#say({ kind: 'gone', node: this.#options.node, ids: [id] })
  }

  #say(word: Word): void {
    this.#options.bus.publish(CHANNEL, word)
  }

  #beat(): void {
    const own = this.#own()
    const states = [...this.#changed].flatMap((id): State[] => {
      const point = this.#points.get(id)
      return point ? [{ id, status: point.status, load: point.load, checks: point.checks }] : []
    })
    this.#changed.clear()
    this.#say({ kind: 'beat', node: this.#options.node, count: own.length, states })
    const deadBefore = performance.now() - (this.#options.beatMs ?? BEAT_MS) * MISSED_BEATS
    for (const [node, heardAt] of this.#nodes) if (heardAt < deadBefore) this.#drop(node)
  }

  #heed(word: Word): void {
    if (word.kind === 'who') {
      this.#say({ kind: 'here', node: this.#options.node, points: this.#own() })
      return
    }
    if (word.node === this.#options.node) return // nobody else knows better what is here
    if (word.kind === 'bye') return this.#drop(word.node)
    this.#nodes.set(word.node, performance.now())
    if (word.kind === 'here') for (const point of word.points) this.#take(point)
    else if (word.kind === 'gone') this.#forget(word.ids.filter((id) => this.#points.get(id)?.node === word.node))
    else this.#compare(word)
  }

  #take(point: Point): void {
    const before = this.#points.get(point.id)
    if (before?.node === this.#options.node) {
      if (before.connectedAt > point.connectedAt) return
      this.#points.set(point.id, point)
      this.#options.onMoved(point.id)
    } else this.#points.set(point.id, point)
  }

  #compare({ node, count, states }: Extract<Word, { kind: 'beat' }>): void {
    for (const { id, ...state } of states) {
      const point = this.#points.get(id)
      if (point?.node === node) this.#points.set(id, { ...point, ...state })
    }
    const known = this.list().filter((point) => point.node === node).length
    if (known === count) return
    // Words were lost: what is not said again is gone.
    if (known > count) this.#forget(this.list().flatMap((point) => (point.node === node ? [point.id] : [])))
    this.#say({ kind: 'who', node: this.#options.node })
  }

  #drop(node: string): void {
    this.#nodes.delete(node)
    this.#forget(this.list().flatMap((point) => (point.node === node ? [point.id] : [])))
    this.#options.onNodeGone(node)
  }

  #forget(ids: readonly string[]): void {
    for (const id of ids) this.#points.delete(id)
    if (ids.length > 0) this.#options.onGone(ids)
  }

  #own(): Point[] {
    return this.list().filter(({ node }) => node === this.#options.node)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    this.#subscription?.[Symbol.dispose]()
    this.#say({ kind: 'bye', node: this.#options.node })
  }
}
