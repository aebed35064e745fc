import { toHeaders } from '../api/call.ts'
import type { SpeedSample } from './figures.ts'

/** Connections at once; a browser opens six to one origin over HTTP/1.1, and the latency needs its own. */
const STREAMS = 4
const SAMPLE_MS = 200
const MIN_BYTES = 1 << 20
const MAX_BYTES = 16 << 20
const DOWNLOAD = '/v1/speed/download'

export type TransferOptions = {
  readonly durationMs: number
  readonly signal: AbortSignal
  /** All samples so far, about five a second. */
  readonly onSamples: (samples: readonly SpeedSample[]) => void
}

/** Milliseconds of one empty request on an open connection. Throws an `Error` with the server's words. */
export async function measureRoundTrip(signal: AbortSignal): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(DOWNLOAD, { cache: 'no-store', signal, headers: toHeaders() })
  if (!answer.ok) throw await toFailure(answer)
  await answer.arrayBuffer()
  return performance.now() - startedAt
}

/** Downloads random bytes over several connections for a while. */
export const download = (options: TransferOptions): Promise<readonly SpeedSample[]> =>
  transfer(options, async (sizeBytes, signal, onBytes) => {
    const answer = await fetch(`${DOWNLOAD}?bytes=${sizeBytes}`, { cache: 'no-store', signal, headers: toHeaders() })
    if (!answer.ok) throw await toFailure(answer)
    const reader = answer.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) onBytes(part.value.length)
  })

/** Uploads random bytes over several connections for a while; counted when they leave the browser. */
export const upload = (options: TransferOptions): Promise<readonly SpeedSample[]> => {
  const blob = toRandomBlob()
  return transfer(options, (sizeBytes, signal, onBytes) => send(blob.slice(0, sizeBytes), signal, onBytes))
}

type Transfer = (sizeBytes: number, signal: AbortSignal, onBytes: (count: number) => void) => Promise<void>

/** Repeats requests on each stream, sized so that one takes about a second, until the time is up. */
async function transfer({ durationMs, signal, onSamples }: TransferOptions, run: Transfer): Promise<readonly SpeedSample[]> {
  const startedAt = performance.now()
  const atMs = () => performance.now() - startedAt
  const samples: SpeedSample[] = [{ atMs: 0, bytes: 0 }]
  let bytes = 0
  const sample = () => {
    samples.push({ atMs: atMs(), bytes })
    onSamples([...samples])
  }
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const stop = setTimeout(() => ended.abort(), durationMs)
  const timer = setInterval(sample, SAMPLE_MS)
  const stream = async () => {
    let sizeBytes = MIN_BYTES
    while (!either.aborted) {
      const begunAt = atMs()
      await run(sizeBytes, either, (count) => (bytes += count))
      sizeBytes = Math.max(MIN_BYTES, Math.min(MAX_BYTES, Math.round((sizeBytes * 1000) / Math.max(50, atMs() - begunAt))))
    }
  }
  try {
    await Promise.all(Array.from({ length: STREAMS }, stream))
  } catch (error) {
    if (!ended.signal.aborted || signal.aborted) throw error
  } finally {
    clearTimeout(stop)
    clearInterval(timer)
    ended.abort()
  }
  sample()
  return samples
}

/** `fetch` does not tell how much of a body has gone; the older request does. */
function send(body: Blob, signal: AbortSignal, onBytes: (count: number) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  let sentBytes = 0
  request.upload.addEventListener('progress', ({ loaded }) => {
    onBytes(loaded - sentBytes)
    sentBytes = loaded
  })
  request.addEventListener('load', () => (request.status === 200 ? resolve() : reject(toRefusal(request.responseText))))
  request.addEventListener('error', () => reject(new TypeError('no connection')))
  request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
  request.open('POST', '/v1/speed/upload')
  for (const [name, value] of Object.entries(toHeaders())) request.setRequestHeader(name, value)
  request.setRequestHeader('content-type', 'application/octet-stream')
  signal.addEventListener('abort', abort, { once: true })
  request.send(body)
  return promise.finally(() => signal.removeEventListener('abort', abort))
}

/** Random, so that nothing on the way makes it smaller. 64 KiB is the most that the browser gives at once. */
function toRandomBlob(): Blob {
  const part = () => crypto.getRandomValues(new Uint8Array(65_536))
  const block = new Blob(Array.from({ length: 16 }, part))
  return new Blob(Array.from({ length: MAX_BYTES / MIN_BYTES }, () => block))
}

/** What the server says of a transfer that it refuses. */
export class TransferRefused extends Error {}

const toFailure = async (answer: Response) => toRefusal(await answer.text())

function toRefusal(text: string): Error {
  try {
    return new TransferRefused((JSON.parse(text) as { msg: string }).msg)
  } catch (error) {
    return error as SyntaxError
  }
}
