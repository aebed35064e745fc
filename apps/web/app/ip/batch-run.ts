import { readStream } from '@octet/core/read-stream.ts'
import { readEnvelope, toHeaders, toOwnFailure } from '../api/call.ts'
import { readBatchInput, type BatchInput } from './batch-input.ts'
import { createSilence } from '../worker/silence.ts'
import { BATCH_FIELDS, toBatchRow, type BatchRow } from './batch-row.ts'
import type { CountedPoint } from './points-map.tsx'

export type BatchState = 'idle' | 'reading' | 'running' | 'stopped' | 'failed' | 'done'
export type Tally = { readonly id: string; readonly name: string; readonly count: number }

/** The page hears of news at most this often. */
const TICK_MS = 300
/** Addresses of one call; a list of 100,000 takes a few of them, each far within the server's time limit. */
const MAX_PER_CALL = 10_000
/** A server that sends nothing for so long is gone. */
const SILENCE_MS = 90_000
/** Work done before the page gets its turn. */
const MAX_WORK_MS = 12
const MAX_POINTS = 400

/**
 * One list on its way through the server: read here, sent once as lines, answered as NDJSON line by line in the same
 * order. It can be stopped, and goes on where it stopped.
 */
export class BatchRun {
  readonly rows: BatchRow[] = []
  state: BatchState = 'idle'
  input: BatchInput | undefined
  /** Why it failed, in the server's words. */
  failure = ''
  elapsedMs = 0
  #addresses: readonly string[] = []
  readonly #countries = new Map<string, { name: string; count: number }>()
  readonly #networks = new Map<number, { name: string; count: number }>()
  readonly #points = new Map<string, { latitude: number; longitude: number; count: number }>()
  readonly #lang: 'en' | 'zh'
  readonly #onNews: () => void
  #running: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ lang, onNews }: { lang: 'en' | 'zh'; onNews: () => void }) {
    this.#lang = lang
    this.#onNews = onNews
  }

  /** Reads a list and looks its addresses up. */
  async start(text: string): Promise<void> {
    this.#set('reading')
    this.input = await readBatchInput(text)
    this.#addresses = [...this.input.counts.keys()]
    if (this.state === 'reading') await this.resume()
  }

  /** Looks up what has no answer yet. */
  async resume(): Promise<void> {
    const running = new AbortController()
    this.#running = running
    this.#set('running')
    const [startedAt, before] = [performance.now(), this.elapsedMs]
    try {
      while (this.rows.length < this.#addresses.length) {
        const had = this.rows.length
        const part = this.#addresses.slice(had, had + MAX_PER_CALL)
        for await (const lines of askLines(part, { lang: this.#lang, signal: running.signal })) {
          await this.#takeAll(lines, running.signal)
          if (running.signal.aborted) return
          this.elapsedMs = before + performance.now() - startedAt
        }
        // Asking again for the same would never end.
        if (this.rows.length === had) throw new Error('The answer has no lines')
      }
      this.#set('done')
    } catch (error) {
      if (running.signal.aborted) return
      this.failure = error instanceof BatchFailure ? error.message : toOwnFailure(error, SILENCE_MS).msg
      this.#set('failed')
    }
  }

  stop(): void {
    this.#running?.abort()
    this.#set('stopped')
  }

  /** Countries by addresses, most first; the id is the code. */
  get countries(): Tally[] {
    return [...this.#countries].map(([id, tally]) => ({ id, ...tally })).sort((a, b) => b.count - a.count)
  }

  /** Autonomous systems by addresses, most first; the id is the number. */
  get networks(): Tally[] {
    return [...this.#networks].map(([id, tally]) => ({ id: String(id), ...tally })).sort((a, b) => b.count - a.count)
  }

  /** The places with the most addresses. */
  get points(): CountedPoint[] {
    return [...this.#points.values()].sort((a, b) => b.count - a.count).slice(0, MAX_POINTS)
  }

  async #takeAll(lines: readonly string[], signal: AbortSignal): Promise<void> {
    let startedAt = performance.now()
    for (const line of lines) {
      this.#take(line)
      if (performance.now() - startedAt < MAX_WORK_MS) continue
      await new Promise((resolve) => setTimeout(resolve))
      // What was asked for before a stop is asked for again by whoever goes on.
      if (signal.aborted) return
      startedAt = performance.now()
    }
  }

  #take(line: string): void {
    const address = this.#addresses[this.rows.length] ?? ''
    const row = toBatchRow(line, this.input?.counts.get(address) ?? 1, this.#lang)
    this.rows.push(row)
    const { count, latitude, longitude } = row
    add(this.#countries, row.countryCode ?? '', { name: row.country ?? '', count })
    add(this.#networks, row.asn ?? 0, { name: row.organization ?? '', count })
    if (latitude !== null && longitude !== null) add(this.#points, `${latitude},${longitude}`, { latitude, longitude, count })
    this.#timer ??= setTimeout(() => this.#tell(), TICK_MS)
  }

  #set(state: BatchState): void {
    this.state = state
    this.#tell()
  }

  #tell(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#onNews()
  }
}

function add<K, V extends { count: number }>(map: Map<K, V>, key: K, value: V): void {
  const known = map.get(key)
  if (known) known.count += value.count
  else map.set(key, value)
}

class BatchFailure extends Error {}

/** Lines of the server's answer in the pieces in which they come. */
async function* askLines(
  addresses: readonly string[],
  { lang, signal }: { lang: string; signal: AbortSignal },
): AsyncGenerator<string[]> {
  const silence = createSilence(SILENCE_MS)
  try {
    const answer = await fetch(`/v1/ip/batch?format=ndjson&lang=${lang}&fields=${BATCH_FIELDS}`, {
      method: 'POST',
      headers: { ...toHeaders(), 'content-type': 'text/plain' },
      body: addresses.join('\n'),
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!answer.ok || !answer.body) throw new BatchFailure((await readEnvelope(answer)).msg)
    let rest = ''
    for await (const text of readStream(answer.body.pipeThrough(new TextDecoderStream()))) {
      silence.end()
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      yield lines
      silence.restart()
    }
    if (rest) yield [rest]
  } finally {
    silence.end()
  }
}
