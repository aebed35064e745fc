import { createChallenge, verifySolution, type Challenge, type Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { AppError } from '@octet/core/errors.ts'

/** About 256 keys of 5,000 rounds each until one begins with a zero byte: a second for a browser, 2 ms to check. */
export const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, keyPrefix: '00', keyLength: 32 } as const

export type WorkOptions = {
  readonly secret: string
  readonly expiresAt: Date
  readonly data?: Readonly<Record<string, string>>
}

/** A signed piece of work for a browser (Altcha, version 2). */
export function makeWork({ secret, expiresAt, data }: WorkOptions): Promise<Challenge> {
  return createChallenge({ ...WORK, deriveKey, expiresAt, ...(data && { data }), hmacSignatureSecret: secret })
}

/** Checks signature, age and solution. Throws `proof_wrong`. */
export async function checkWork({ challenge, solution }: Payload, secret: string): Promise<void> {
  const { expired, verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: secret })
  if (expired) throw toWrong('the challenge has expired', '题目已过期')
  if (!verified) throw toWrong('the solution does not fit', '答案不正确')
}

/** Why a solved challenge does not count. */
export const toWrong = (en: string, zh: string): AppError => new AppError('proof_wrong', { reason: { en, zh } })
