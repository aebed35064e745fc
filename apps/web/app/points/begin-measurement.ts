import type { Envelope } from '@octet/core/envelope.ts'
import { readEnvelope, toHeaders, toOwnFailure } from '../api/call.ts'
import { arrived } from '../arrived.ts'

/** What `POST /v1/measurements` is told; see its documentation for the settings of each type. */
export type Wish = {
  readonly type: string
  readonly target?: string
  readonly targets?: readonly string[]
  readonly locations: string
  readonly limit?: number
  readonly measurementOptions: Readonly<Record<string, unknown>>
}
type Begun = { readonly id: string; readonly failure?: undefined } | { readonly id?: undefined; readonly failure: string }

/** Work for a proof may take some seconds on a phone. */
const LIMIT_MS = 60_000

/** Begins a measurement; does the work that strangers are asked for after many. Never throws. */
export async function beginMeasurement(wish: Wish): Promise<Begun> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  try {
    let answer = await send(wish, signal)
    const { error, challenge } = answer.data as { error?: string; challenge?: unknown }
    if (error === 'proof_wanted') {
      const { PROOF_HEADER, solveText } = await arrived(import('@octet/client/proof/solve.ts'))
      const proof = await solveText(challenge, signal)
      if (proof) answer = await send(wish, signal, { [PROOF_HEADER]: proof })
    }
    const { code, msg, data } = answer
    return code === 200 ? { id: (data as { id: string }).id } : { failure: msg }
  } catch (error) {
    return { failure: toOwnFailure(error, LIMIT_MS).msg }
  }
}

async function send(wish: Wish, signal: AbortSignal, headers: Readonly<Record<string, string>> = {}): Promise<Envelope<unknown>> {
  const answer = await fetch('/v1/measurements', {
    method: 'POST',
    headers: { ...toHeaders(), 'content-type': 'application/json', ...headers },
    body: JSON.stringify(wish),
    signal,
  })
  return readEnvelope(answer)
}
