import type { Measurement, MeasurementRow } from '@octet/core/probe/measurement.ts'
import { Mailbox } from '@octet/probe/mailbox.ts'

export type RowChange = { readonly index: number; readonly result: MeasurementRow['result'] }

/** What a watcher gets: the whole once, then rows that changed, then the end. */
export type MeasurementEvent =
  | { readonly event: 'measurement'; readonly data: Measurement }
  | { readonly event: 'rows'; readonly data: readonly RowChange[] }
  | { readonly event: 'done'; readonly data: { readonly updatedAt: string } }

type Heed = (changes: readonly RowChange[], isEnd: boolean) => void

/** Changes are handed on in bundles of so many milliseconds: a browser draws no faster. */
const BUNDLE_MS = 100

/** A measurement that changes, and who watches it. A row that has ended stays as it is. */
export class LiveMeasurement {
  #state: Measurement
  readonly #heeds = new Set<Heed>()
  readonly #changed = new Map<number, MeasurementRow['result']>()
  readonly #ended = Promise.withResolvers<void>()
  #timer: NodeJS.Timeout | undefined

  constructor(state: Measurement) {
    this.#state = { ...state, results: [...state.results] }
    if (state.status === 'finished') this.#ended.resolve()
  }

  get state(): Measurement {
    return { ...this.#state, results: [...this.#state.results] }
  }

  get watcherCount(): number {
    return this.#heeds.size
  }

  /** Kept when all rows have ended. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  change(index: number, result: MeasurementRow['result']): void {
    const row = this.#state.results[index]
    if (!row || row.result.status !== 'in-progress') return
    this.#state.results[index] = { ...row, result }
    this.#state = { ...this.#state, updatedAt: new Date().toISOString() }
    this.#changed.set(index, result)
    this.#timer ??= setTimeout(() => this.#tell(false), BUNDLE_MS)
  }

  end(): void {
    if (this.#state.status === 'finished') return
    this.#state = { ...this.#state, status: 'finished', updatedAt: new Date().toISOString() }
    this.#tell(true)
    this.#heeds.clear()
    this.#ended.resolve()
  }

  /** Ends it where it stands: open rows become offline. */
  abandon(): void {
    for (const [index, { result }] of this.#state.results.entries())
      if (result.status === 'in-progress') this.change(index, { ...result, status: 'offline' })
    this.end()
  }

  /** Calls back with each bundle of changes; the returned function stops it. */
  onChange(heed: Heed): () => void {
    this.#heeds.add(heed)
    return () => void this.#heeds.delete(heed)
  }

  /** The whole, then every change, until the end or the signal. */
  async *watch(signal: AbortSignal): AsyncGenerator<MeasurementEvent> {
    const mailbox = new Mailbox<MeasurementEvent>()
    const finish = (): void => {
      mailbox.put({ event: 'done', data: { updatedAt: this.#state.updatedAt } })
      mailbox.close()
    }
    const stop = this.onChange((data, isEnd) => {
      if (data.length > 0) mailbox.put({ event: 'rows', data })
      if (isEnd) finish()
    })
    if (this.#state.status === 'finished') finish()
    const leave = (): void => mailbox.close()
    signal.addEventListener('abort', leave, { once: true })
    try {
      // A bundle that waits is in the whole already; that it comes once more does no harm.
      yield { event: 'measurement', data: this.state }
      yield* mailbox
    } finally {
      stop()
      signal.removeEventListener('abort', leave)
    }
  }

  #tell(isEnd: boolean): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const changes = [...this.#changed].map(([index, result]) => ({ index, result }))
    this.#changed.clear()
    for (const heed of this.#heeds) heed(changes, isEnd)
  }
}
