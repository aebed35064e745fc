import type { Challenge } from 'altcha-lib'
import { request, type Failure } from '../account/request.ts'

export type Proof = { readonly challenge: Challenge; readonly solution: object }

/** Whether this page may do the work: browsers give the functions for it to pages over https, and of the machine itself. */
export const canProve = (): boolean => typeof crypto.subtle === 'object'

/** Asks for a challenge and solves it, in about a second. */
export async function solveProof(): Promise<Proof | Failure | 'unsolved'> {
  const { data, failure } = await request<{ challenge: Challenge }>('GET', 'contact/challenge', {}, { isQuiet: true })
  if (failure) return failure
  const solution = await solve(data.challenge).catch(() => undefined)
  return solution ? { challenge: data.challenge, solution } : 'unsolved'
}

/** The code comes with the first use, and may not come. */
async function solve(challenge: Challenge): Promise<object | null> {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  return solveChallenge({ challenge, deriveKey })
}
