import type { Measurement } from '@octet/core/probe/measurement.ts'
import type { Bus } from '../bus.ts'
import { LiveMeasurement, type RowChange } from './live-measurement.ts'
import { toNode } from './measurement-id.ts'

/** How long another thread may take to say what it knows of a measurement. */
const ASK_MS = 5_000

type Letter =
  | { readonly kind: 'watch'; readonly from: string; readonly id: string }
  | { readonly kind: 'leave'; readonly from: string; readonly id: string }
  | { readonly kind: 'state'; readonly id: string; readonly measurement: Measurement | null }
  | { readonly kind: 'rows'; readonly id: string; readonly changes: readonly RowChange[]; readonly isEnd: boolean }

type MirrorOptions = {
  /** The name of this thread on the bus. */
  readonly node: string
  readonly bus: Bus
  readonly hasNode: (node: string) => boolean
  /** A measurement that this thread runs. */
  readonly findOwn: (id: string) => LiveMeasurement | undefined
}

const toBox = (node: string): string => `measurements:${node}`

/** Measurements that other threads run and somebody watches here, and the other way round: what threads tell each other of them. */
export class MeasurementMirrors implements Disposable {
  readonly #options: MirrorOptions
  /** Run elsewhere, watched here: those asked for, and those that are known. */
  readonly #mirrors = new Map<string, Promise<LiveMeasurement | undefined>>()
  readonly #asked = new Map<string, (measurement: Measurement | null) => void>()
  readonly #mirrored = new Map<string, LiveMeasurement>()
  /** Run here, watched elsewhere: what ends the telling, by measurement and thread. */
  readonly #watchers = new Map<string, Map<string, () => void>>()
  #subscription: Disposable | undefined

  constructor(options: MirrorOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { bus, node } = this.#options
    this.#subscription = await bus.subscribe(toBox(node), (letter) => this.#read(letter as Letter))
  }

  /** One that another thread runs, asked of that thread and followed from then on. */
  find(id: string): Promise<LiveMeasurement | undefined> {
    const node = toNode(id)
    if (node === undefined || node === this.#options.node || !this.#options.hasNode(node)) return Promise.resolve(undefined)
    const mirror = this.#mirrors.get(id) ?? this.#mirror(id, node)
    this.#mirrors.set(id, mirror)
    return mirror
  }

  /** No longer follows one that nobody watches here. */
  leaveWhenIdle(id: string): void {
    const mirrored = this.#mirrored.get(id)
    if (!mirrored || mirrored.watcherCount > 0) return
    this.#mirrored.delete(id)
    this.#mirrors.delete(id)
    const node = toNode(id)
    if (node !== undefined) this.#post(node, { kind: 'leave', from: this.#options.node, id })
  }

  /** What another thread ran cannot go on: its rows that are open end as offline. */
  loseNode(node: string): void {
    for (const [id, live] of this.#mirrored) if (toNode(id) === node) live.abandon()
    for (const watchers of this.#watchers.values()) watchers.get(node)?.()
  }

  async #mirror(id: string, node: string): Promise<LiveMeasurement | undefined> {
    const state = await new Promise<Measurement | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), ASK_MS)
      this.#asked.set(id, (measurement) => {
        clearTimeout(timer)
        resolve(measurement)
      })
      this.#post(node, { kind: 'watch', from: this.#options.node, id })
    })
    this.#asked.delete(id)
    const live = state ? this.#mirrored.get(id) : undefined
    if (!live) this.#mirrors.delete(id)
    return live
  }

  #post(node: string, letter: Letter): void {
    this.#options.bus.publish(toBox(node), letter)
  }

  #read(letter: Letter): void {
    const { id } = letter
    switch (letter.kind) {
      case 'watch':
        return this.#letWatch(id, letter.from)
      case 'leave':
        this.#watchers.get(id)?.get(letter.from)?.()
        return
      case 'state':
        // What is said next must find it: it is put away before anybody is told.
        if (letter.measurement) this.#mirrored.set(id, new LiveMeasurement(letter.measurement))
        return this.#asked.get(id)?.(letter.measurement)
      case 'rows': {
        const mirrored = this.#mirrored.get(id)
        for (const { index, result } of letter.changes) mirrored?.change(index, result)
        if (letter.isEnd) mirrored?.end()
      }
    }
  }

  /** Tells another thread what a measurement is and each change of it. */
  #letWatch(id: string, node: string): void {
    const live = this.#options.findOwn(id)
    this.#post(node, { kind: 'state', id, measurement: live?.state ?? null })
    const watchers = this.#watchers.get(id) ?? new Map<string, () => void>()
    if (!live || live.state.status === 'finished' || watchers.has(node)) return
    const stop = live.onChange((changes, isEnd) => {
      this.#post(node, { kind: 'rows', id, changes, isEnd })
      if (isEnd) leave()
    })
    const leave = (): void => {
      stop()
      watchers.delete(node)
      if (watchers.size === 0) this.#watchers.delete(id)
    }
    this.#watchers.set(id, watchers.set(node, leave))
  }

  [Symbol.dispose](): void {
    this.#subscription?.[Symbol.dispose]()
  }
}
