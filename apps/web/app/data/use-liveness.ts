import { useEffect, useState } from 'react'
import { CALL_TIMEOUT_MS, readEnvelope, toOwnFailure } from '../api/call.ts'

/** How a call of this server went: undefined while it is under way. */
export type Liveness = { readonly ms: number; readonly failure: string } | undefined

/** Asks a path once and takes the time; `failure` is empty when it answered. */
export function useLiveness(path: string): Liveness {
  const [state, setState] = useState<Liveness>()
  useEffect(() => {
    let isGone = false
    void ask(path).then((found) => isGone || setState(found))
    return () => {
      isGone = true
    }
  }, [path])
  return state
}

async function ask(path: string): Promise<NonNullable<Liveness>> {
  const startedAt = performance.now()
  try {
    const answer = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    const ms = Math.max(1, Math.round(performance.now() - startedAt))
    const { code, msg } = await readEnvelope(answer)
    return { ms, failure: code === 200 ? '' : msg }
  } catch (error) {
    return { ms: 0, failure: toOwnFailure(error).msg }
  }
}
