import type { Challenge } from 'altcha-lib'
import { request, type Failure } from '../account/request.ts'

export type Proof = { readonly challenge: Challenge; readonly solution: object }

/** Whether this page may do the work: browsers give the functions for it to pages over https, and of the machine itself. */
export const canProve = (): boolean => typeof crypto.subtle === 'object'

/** Asks for a challenge and solves it, in about a second. */
export async function solveProof(): Promise<Proof | Failure> {
  const [{ data, failure }, { solveChallenge }, { deriveKey }] = await Promise.all([
    request<{ challenge: Challenge }>('GET', 'contact/challenge', {}, { isQuiet: true }),
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  if (failure) return failure
  const solution = await solveChallenge({ challenge: data.challenge, deriveKey })
  if (!solution) throw new Error('the challenge was not solved in time')
  return { challenge: data.challenge, solution }
}
