import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Challenge, Payload } from 'altcha-lib'
import type { Caller } from '@octet/core/endpoint.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import * as z from 'zod'
import { checkWork, makeWork, toWrong, WORK } from '../../domain/proof/work.ts'
import type { Brakes } from '../brakes.ts'
import { toClientKey } from '../caller.ts'

/** Header in which a solved challenge comes back. */
export const PROOF_HEADER = 'x-proof'
const LIFE_SECONDS = 300
const MAX_PROOF_CHARS = 4000

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z
      .object({
        algorithm: z.literal(WORK.algorithm),
        nonce: z.string(),
        salt: z.string(),
        cost: z.literal(WORK.cost),
        keyLength: z.literal(WORK.keyLength),
        keyPrefix: z.literal(WORK.keyPrefix),
        expiresAt: z.number(),
        data: z.object({ client: z.string() }),
      })
      .loose(),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }).loose(),
})

type Passing = {
  readonly caller: Pick<Caller, 'address'>
  readonly units: number
  readonly headers: IncomingHttpHeaders
  /** Whether the caller has an account or a key; asked only of those who have used up what anybody gets. */
  readonly isKnown: () => Promise<boolean>
}

/**
 * What network tools cost a caller without an account, beside the plain limit: a share that anybody has, and after it a second
 * of the caller's own computing time for each further share (Altcha, version 2). Nothing is stored: a challenge carries its
 * signature, and those that have been used are remembered in memory that all threads share until they expire.
 */
export class ProbeGate {
  readonly #brakes: Brakes

  constructor(brakes: Brakes) {
    this.#brakes = brakes
  }

  /** Lets a call through; throws `proof_wanted` with a challenge, `proof_wrong` for one that does not count. */
  async pass({ caller, units, headers, isKnown }: Passing): Promise<void> {
    const client = toClientKey(caller.address)
    const sent = headers[PROOF_HEADER]
    const hasWorked = typeof sent === 'string'
    if (hasWorked) await this.#redeem(sent, client)
    const { isAllowed, retryAfterSeconds } = this.#brakes.probe(client, units, { hasWorked })
    if (isAllowed || (await isKnown())) return
    throw new AppError('proof_wanted', {
      challenge: JSON.stringify(await this.#make(client)),
      header: PROOF_HEADER,
      retryAfter: Math.max(1, retryAfterSeconds),
    })
  }

  /** Signed with what only this server knows, for one client and five minutes. */
  #make(client: string): Promise<Challenge> {
    return makeWork({
      secret: this.#brakes.secret,
      expiresAt: new Date(Date.now() + LIFE_SECONDS * 1000),
      data: { client: toMark(client) },
    })
  }

  async #redeem(text: string, client: string): Promise<void> {
    const { challenge, solution } = parseProof(text)
    const { data, nonce } = challenge.parameters
    if (data?.['client'] !== toMark(client)) throw toWrong('the challenge was made for another address', '题目发给了另一个地址')
    await checkWork({ challenge, solution }, this.#brakes.secret)
    if (!this.#brakes.spendProof(nonce)) throw toWrong('the challenge has been used', '题目已使用')
    this.#brakes.repayProbe(client)
  }
}

/** A proof as it is sent: base64 of the JSON of challenge and solution. */
function parseProof(text: string): Payload {
  const words = { field: PROOF_HEADER, expected: 'base64(JSON {challenge, solution})', got: text.slice(0, 40) }
  if (text.length > MAX_PROOF_CHARS) throw new AppError('bad_input', words)
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(text, 'base64').toString()))
  } catch (cause) {
    throw new AppError('bad_input', words, { cause })
  }
}

/** The client without its address. */
const toMark = (client: string): string => createHash('sha256').update(client).digest('base64url').slice(0, 22)

/** Whether a look for an account or a key finds one; a bad one is none. */
export async function isFound(find: () => unknown): Promise<boolean> {
  try {
    return Boolean(await find())
  } catch (error) {
    if (isAppError(error)) return false
    throw error
  }
}
