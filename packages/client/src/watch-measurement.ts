import type { Measurement, MeasurementRow } from '@octet/core/probe/measurement.ts'
import { readStream } from '@octet/core/read-stream.ts'
import { wait, type CallInit, type CallOptions } from './create-caller.ts'
import { OctetError } from './octet-error.ts'

type Event =
  | { readonly event: 'measurement'; readonly data: Measurement }
  | { readonly event: 'rows'; readonly data: readonly { readonly index: number; readonly result: MeasurementRow['result'] }[] }
  | { readonly event: 'done'; readonly data: { readonly updatedAt: string } }

type WatchTools = {
  /** Gives the answer when it begins. */
  readonly open: (path: string, init: CallInit) => Promise<Response>
  readonly read: (path: string, init: CallInit) => Promise<Measurement>
}
export type WatchOptions = CallOptions & {
  /** Milliseconds of silence after which a stream is given up; 5,000 unless said. */
  readonly silenceMs?: number | undefined
  /** Milliseconds between two questions where nothing is streamed; 1,000 unless said. */
  readonly pollMs?: number | undefined
}

const MEDIA = 'application/x-ndjson'
/** A measurement ends after ten seconds or some more; one that does not is given up. */
const LIMIT_MS = 120_000

/**
 * A measurement after each change, the last one finished: streamed, and asked for again and again once a stream breaks,
 * is silent, or is none, as behind a proxy that holds it back. Throws what calls throw, a `TimeoutError` after two minutes.
 */
export async function* watchMeasurement(
  id: string,
  { open, read }: WatchTools,
  { signal, silenceMs = 5_000, pollMs = 1_000 }: WatchOptions = {},
): AsyncGenerator<Measurement> {
  const path = `/v1/measurements/${encodeURIComponent(id)}`
  const limit = AbortSignal.timeout(LIMIT_MS)
  const ending = signal ? AbortSignal.any([signal, limit]) : limit
  try {
    for await (const measurement of follow(path, { open, ending, silenceMs })) {
      yield measurement
      if (measurement.status === 'finished') return
    }
  } catch (error) {
    if (ending.aborted || error instanceof OctetError) throw ending.aborted ? ending.reason : error
  }
  for (;;) {
    const measurement = await read(path, { signal: ending })
    yield measurement
    if (measurement.status === 'finished') return
    await wait(pollMs, ending)
  }
}

type FollowOptions = Pick<WatchTools, 'open'> & { readonly ending: AbortSignal; readonly silenceMs: number }

/** The states that a stream tells, as far as it comes. */
async function* follow(path: string, { open, ending, silenceMs }: FollowOptions): AsyncGenerator<Measurement> {
  const silence = new AbortController()
  const start = () => setTimeout(() => silence.abort(new DOMException('The stream is silent', 'TimeoutError')), silenceMs)
  let timer = start()
  try {
    const answer = await open(path, { headers: { accept: MEDIA }, signal: AbortSignal.any([ending, silence.signal]) })
    if (!answer.headers.get('content-type')?.startsWith(MEDIA) || !answer.body) return void (await answer.body?.cancel())
    let state: Measurement | undefined
    for await (const event of readLines(answer.body)) {
      clearTimeout(timer)
      state = withEvent(state, event)
      if (state) yield state
      timer = start()
    }
  } finally {
    clearTimeout(timer)
  }
}

async function* readLines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Event> {
  let rest = ''
  for await (const text of readStream(body.pipeThrough(new TextDecoderStream()))) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line) yield JSON.parse(line) as Event
  }
}

function withEvent(state: Measurement | undefined, { event, data }: Event): Measurement | undefined {
  if (event === 'measurement') return data
  if (!state) return undefined
  if (event === 'done') return { ...state, status: 'finished', updatedAt: data.updatedAt }
  const results = [...state.results]
  for (const { index, result } of data) {
    const row = results[index]
    if (row) results[index] = { ...row, result }
  }
  return { ...state, results }
}
