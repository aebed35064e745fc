const TIMEOUT_MS = 6000
const AT_ONCE = 5

export type Reached = {
  readonly state: 'reached' | 'failed' | 'blocked'
  /** Until the first answer, name lookup and connection included. */
  readonly ms: number | undefined
}

/** Something to ask for: any answer of it counts. */
export type ReachTarget = { readonly id: string; readonly url: string }

/**
 * Asks every site once from the browser. `no-cors` hides what comes back, so that any answer counts. `blocked` means that the
 * page's own policy forbids the connection: it came from another page of this site and has to be loaded again.
 */
export async function reachFromHere(
  targets: readonly ReachTarget[],
  onReached: (id: string, reached: Reached) => void,
  signal: AbortSignal,
): Promise<void> {
  const blocked = new Set<string>()
  const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => blocked.add(toOrigin(blockedURI))
  document.addEventListener('securitypolicyviolation', onViolation)
  const waiting = [...targets]
  const work = async () => {
    for (let site = waiting.shift(); site && !signal.aborted; site = waiting.shift())
      onReached(site.id, await reach(site, blocked, signal))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  document.removeEventListener('securitypolicyviolation', onViolation)
}

async function reach({ url }: ReachTarget, blocked: ReadonlySet<string>, signal: AbortSignal): Promise<Reached> {
  const startedAt = performance.now()
  try {
    await fetch(url, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
  } catch {
    await new Promise((resolve) => setTimeout(resolve)) // the violation is told in a later task
    return { state: blocked.has(new URL(url).origin) ? 'blocked' : 'failed', ms: undefined }
  }
  return { state: 'reached', ms: performance.now() - startedAt }
}

function toOrigin(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).origin : uri
}
