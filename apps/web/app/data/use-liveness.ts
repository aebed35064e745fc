import { useEffect, useState } from 'react'
import type { Text } from '@octet/core/text.ts'
import { CALL_TIMEOUT_MS, readEnvelope, toOwnFailure } from '../api/call.ts'
import { readPageLang } from '../page-lang.ts'
import { dataText } from '../text/data-pages.ts'

/** How a call of this server went: undefined while it is under way. */
export type Liveness = { readonly ms: number; readonly failure: Text | undefined } | undefined

/** Asks a path once and takes the time; `failure` is missing when it answered. */
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

/** Why there is no answer of the server, short enough for one line on a phone: a second one would push what stands below. */
const NO_ANSWER: Readonly<Record<number, Text>> = { 502: dataText.unreadable, 504: dataText.late }

async function ask(path: string): Promise<NonNullable<Liveness>> {
  const startedAt = performance.now()
  try {
    const headers = { 'accept-language': readPageLang() }
    const answer = await fetch(path, { cache: 'no-store', headers, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    const ms = Math.max(1, Math.round(performance.now() - startedAt))
    const { code, msg } = await readEnvelope(answer)
    return { ms, failure: code === 200 ? undefined : { en: msg, zh: msg } }
  } catch (error) {
    return { ms: 0, failure: NO_ANSWER[toOwnFailure(error).code] ?? dataText.unreachable }
  }
}
