import type { Envelope } from '@octet/core/envelope.ts'
import { withChanges } from '@octet/core/list-changes.ts'
import { LOG_OUT_CODE, readEnvelope, toFilled, toHeaders, toOwnFailure } from '../api/call.ts'
import { arrived } from '../arrived.ts'
import { readPageLang } from '../page-lang.ts'
import { logOutHere } from '../state/user-store.ts'
import { readEvents } from './read-events.ts'
import type { RunOptions } from './run-here.ts'
import { createSilence } from './silence.ts'

type ThereOptions = Omit<RunOptions, 'lang'>

/** A server that says nothing for so long is gone: no tool works for half of it without a word. */
const SILENCE_MS = 90_000

/** Runs a tool on the server and hands on each result so far; does the work that a server asks of much use. Never throws. */
export async function runThere(id: string, input: unknown, given: ThereOptions): Promise<Envelope<unknown>> {
  const silence = createSilence(SILENCE_MS)
  const signal = AbortSignal.any([given.signal, silence.signal])
  const options = { ...given, signal, onWord: silence.restart }
  try {
    const answer = await ask(id, input, options)
    if (answer.code === LOG_OUT_CODE) logOutHere(toHeaders()['token'])
    const { error, challenge } = (answer.data ?? {}) as { error?: string; challenge?: unknown }
    if (answer.code === 200 || error !== 'proof_wanted') return toFilled(answer)
    const { PROOF_HEADER, solveText } = await arrived(import('@octet/client/proof/solve.ts'))
    const proof = await solveText(challenge, signal)
    return proof ? toFilled(await ask(id, input, options, { [PROOF_HEADER]: proof })) : answer
  } catch (error) {
    return toOwnFailure(signal.aborted ? signal.reason : error, SILENCE_MS)
  } finally {
    silence.end()
  }
}

type AskOptions = ThereOptions & { readonly onWord: () => void }

async function ask(
  id: string,
  input: unknown,
  { signal, onValue, onWord }: AskOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<Envelope<unknown>> {
  const answer = await fetch(`/v1/tools/${id}`, {
    method: 'POST',
    headers: { ...toHeaders(), 'content-type': 'application/json', accept: 'text/event-stream, application/json', ...headers },
    body: JSON.stringify(await toSendable(input)),
    signal,
  })
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream') || !answer.body) return readEnvelope(answer)
  return readStream(answer.body, { onValue, onWord, signal })
}

/** Each event is the envelope of the result so far, or of what changed in it; the last one is the answer. */
async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onValue, onWord, signal }: Omit<AskOptions, 'role'>,
): Promise<Envelope<unknown>> {
  let last: Envelope<unknown> | undefined
  try {
    for await (const { event, data } of readEvents(body)) {
      onWord()
      if (event === 'done' && last) return last
      const envelope: Envelope<unknown> = JSON.parse(data)
      if (event === 'error' || envelope.code !== 200) return envelope
      last = { ...envelope, data: withChanges(last?.data, envelope.data) }
      if (last.data !== null) onValue(last.data)
    }
  } catch (error) {
    if (signal.aborted) throw error
  }
  return toCutOff()
}

/** What has come is no answer, though nothing failed but the line. */
const toCutOff = (): Envelope<unknown> => ({
  code: 503,
  msg:
    readPageLang() === 'zh'
      ? '连接中断，结果不完整，请重试'
      : 'The connection broke off before the answer was complete. Try again',
  data: { error: 'unavailable' },
})

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
