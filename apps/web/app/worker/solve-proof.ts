import type { Challenge } from 'altcha-lib'

/** Whether this page may do the work: browsers give the functions for it to pages over https, and of the machine itself. */
const canProve = (): boolean => typeof crypto.subtle === 'object'

/**
 * Does the work a server asks for before it goes on, in about a second, and gives what belongs into the header `x-proof`.
 * Undefined when this page cannot do it.
 */
export async function solveProof(challengeText: unknown, signal: AbortSignal): Promise<string | undefined> {
  if (!canProve() || typeof challengeText !== 'string') return undefined
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const challenge: Challenge = JSON.parse(challengeText)
  const controller = new AbortController()
  signal.addEventListener('abort', () => controller.abort(), { once: true })
  const solution = await solveChallenge({ challenge, deriveKey, controller })
  signal.throwIfAborted()
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined
}
