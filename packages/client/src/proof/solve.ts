import type { Challenge, Solution } from 'altcha-lib'

export type { Challenge } from 'altcha-lib'

/** A challenge of the server with what solves it. */
export type Proof = { readonly challenge: Challenge; readonly solution: Solution }

/**
 * Does the work a server asks for before it goes on: about a second, some seconds on pages that came without encryption
 * and so have no Web Crypto. Undefined where it was not done within a minute and a half. Throws the reason of `signal` once
 * it aborts, and what went wrong when the code for the work does not come.
 */
export async function solve(challenge: Challenge, signal?: AbortSignal): Promise<Proof | undefined> {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    crypto.subtle ? import('altcha-lib/algorithms/web/pbkdf2') : import('./plain-pbkdf2.ts'),
  ])
  signal?.throwIfAborted()
  const controller = new AbortController()
  signal?.addEventListener('abort', () => controller.abort(), { once: true })
  const solution = await solveChallenge({ challenge, deriveKey, controller })
  signal?.throwIfAborted()
  return solution ? { challenge, solution } : undefined
}

/** Header in which a solved challenge is sent back. */
export const PROOF_HEADER = 'x-proof'

/** The same for a challenge as text, as calls of tools and measurements hand it out; gives what belongs into the header. */
export async function solveText(challengeText: unknown, signal: AbortSignal): Promise<string | undefined> {
  if (typeof challengeText !== 'string') return undefined
  const proof = await solve(JSON.parse(challengeText) as Challenge, signal)
  return proof && btoa(JSON.stringify(proof))
}
