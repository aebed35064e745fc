import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Measurement, MeasurementRow } from '@octet/core/probe/measurement.ts'
import { Mailbox } from '@octet/probe/mailbox.ts'
import { toTaskError } from '@octet/probe/point/run-job.ts'

export type RowChange = { readonly index: number; readonly result: MeasurementRow['result'] }

/** What a watcher gets: the whole once, then rows that changed, then the end. */
export type MeasurementEvent =
  | { readonly event: 'measurement'; readonly data: Measurement }
  | { readonly event: 'rows'; readonly data: readonly RowChange[] }
  | { readonly event: 'done'; readonly data: { readonly updatedAt: string } }

type Heed = (changes: readonly RowChange[], isEnd: boolean) => void

/** Changes are handed on in bundles of so many milliseconds: a browser draws no faster. */
const BUNDLE_MS = 100

/** Results of one measurement as JSON: 32,000 characters for each of 500 rows. Points are not trusted with more memory. */
const MAX_DATA_CHARS = 16_000_000

const TOO_LARGE: MeasurementRow['result'] = {
  status: 'failed',
  data: null,
  error: toTaskError(
    new AppError('too_large', {
      field: 'results',
      limit: counted(MAX_DATA_CHARS, 'bytes'),
      got: { en: 'more', zh: '更多' },
    }),
  ),
}

/** A measurement that changes, and who watches it. A row that has ended stays as it is. */
export class LiveMeasurement {
  #state: Measurement
  /** How long the results are as JSON, by row and in all. */
  readonly #chars = new Map<number, number>()
  #allChars = 0
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

  /** Length of all results as JSON. */
  get sizeChars(): number {
    return this.#allChars
  }

  get isFinished(): boolean {
    return this.#state.status === 'finished'
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
    const kept = this.#takeRoom(index, result.data) ? result : TOO_LARGE
    this.#state.results[index] = { ...row, result: kept }
    this.#state = { ...this.#state, updatedAt: new Date().toISOString() }
    this.#changed.set(index, kept)
    this.#timer ??= setTimeout(() => this.#tell(false), BUNDLE_MS)
  }

  /** Whether there is room for the result of a row, in place of the one before. */
  #takeRoom(index: number, data: MeasurementRow['result']['data']): boolean {
    const chars = data === null ? 0 : JSON.stringify(data).length
    const others = this.#allChars - (this.#chars.get(index) ?? 0)
    const fits = others + chars <= MAX_DATA_CHARS
    this.#chars.set(index, fits ? chars : 0)
    this.#allChars = others + (fits ? chars : 0)
    return fits
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
