import type { Envelope } from '@octet/core/envelope.ts'
import { LOG_OUT_CODE, toHeaders, toOwnFailure } from '../api/call.ts'
import { arrived } from '../arrived.ts'
import { logOutHere } from '../state/user-store.ts'
import { readEvents } from './read-events.ts'
import type { RunOptions } from './run-here.ts'

type ThereOptions = Omit<RunOptions, 'lang'>

/** Runs a tool on the server and hands on each result so far; does the work that a server asks of much use. Never throws. */
export async function runThere(id: string, input: unknown, options: ThereOptions): Promise<Envelope<unknown>> {
  const { signal } = options
  try {
    const answer = await ask(id, input, options)
    if (answer.code === LOG_OUT_CODE) logOutHere(toHeaders()['token'])
    const { error, challenge } = (answer.data ?? {}) as { error?: string; challenge?: unknown }
    if (answer.code === 200 || error !== 'proof_wanted') return answer
    const { PROOF_HEADER, solveText } = await arrived(import('@octet/client/proof/solve.ts'))
    const proof = await solveText(challenge, signal)
    return proof ? await ask(id, input, options, { [PROOF_HEADER]: proof }) : answer
  } catch (error) {
    return toOwnFailure(signal.aborted ? signal.reason : error)
  }
}

async function ask(
  id: string,
  input: unknown,
  { signal, onValue }: ThereOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<Envelope<unknown>> {
  const answer = await fetch(`/v1/tools/${id}`, {
    method: 'POST',
    headers: { ...toHeaders(), 'content-type': 'application/json', accept: 'text/event-stream, application/json', ...headers },
    body: JSON.stringify(await toSendable(input)),
    signal,
  })
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream') || !answer.body) return answer.json()
  return readStream(answer.body, onValue)
}

/** Each event is the envelope of the whole result so far; the last one is the answer. */
async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onValue: (value: unknown) => void,
): Promise<Envelope<unknown>> {
  let last: Envelope<unknown> | undefined
  for await (const { event, data } of readEvents(body)) {
    if (event === 'done' && last) return last
    const envelope: Envelope<unknown> = JSON.parse(data)
    if (event === 'error' || envelope.code !== 200) return envelope
    onValue(envelope.data)
    last = envelope
  }
  // Cut off on the way: what has come is no answer, though nothing failed.
  return toOwnFailure(new Error('the stream ended without an answer'))
}

/** JSON cannot carry bytes: a file becomes base64. */
async function toSendable(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return toBase64(new Uint8Array(await value.arrayBuffer()))
  if (Array.isArray(value)) return Promise.all(value.map(toSendable))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    await Promise.all(Object.entries(value).map(async ([key, inner]) => [key, await toSendable(inner)] as const)),
  )
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCodePoint(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
