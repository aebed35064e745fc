import { useEffect, useRef, useState } from 'react'
import { fetchData } from '../api/fetch-data.ts'
import { useLang } from '../lang.tsx'
import { reachFromHere } from './reach.ts'

export type LeakPlace = {
  readonly address: string
  readonly country: string | null
  readonly city: string | null
  readonly asn: number | null
  readonly network: string | null
}
export type LeakResolver = LeakPlace & {
  readonly subnets: readonly string[]
  readonly relation: 'own' | 'public' | 'elsewhere' | 'unknown'
  readonly public_resolver: string | null
}
export type LeakResult = {
  readonly verdict: LeakResolver['relation'] | 'none'
  readonly summary: string
  readonly caller: LeakPlace
  readonly resolvers: readonly LeakResolver[]
}
type Begun = { readonly id: string; readonly names: readonly string[] }

const POLL_MS = 1000
/** Names are resolved long before; connecting to them need not work. */
const CONNECT_MS = 4000
/** Polls without news after which nobody is expected any more. */
const QUIET_POLLS = 2
const MAX_POLLS = 15

/** Whether the server can test: undefined until it has said so. */
export function useLeakState(): 'off' | 'silent' | 'ready' | undefined {
  const lang = useLang()
  const [state, setState] = useState<'off' | 'silent' | 'ready'>()
  useEffect(() => {
    let isGone = false
    void fetchData<{ state: 'off' | 'silent' | 'ready' }>('/v1/dns_leak', { lang }).then(
      // Who could not be asked may still answer a click, and that says what is the matter.
      ({ data }) => !isGone && setState(data?.state ?? 'ready'),
    )
    return () => void (isGone = true)
  }, [lang])
  return state
}

/** Makes the browser ask for names that nobody has asked for, and reads from the server which resolvers came. */
export function useDnsLeak() {
  const lang = useLang()
  const [result, setResult] = useState<LeakResult>()
  const [message, setMessage] = useState('')
  const [isBlocked, setBlocked] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>(undefined)
  const start = async () => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const show = <T>(set: (value: T) => void, value: T) => signal.aborted || set(value)
    setRunning(true)
    setResult(undefined)
    setMessage('')
    setBlocked(false)
    const { data, msg } = await fetchData<Begun>('/v1/dns_leak', { lang, fields: {} })
    if (!data) {
      show(setMessage, msg)
      return void show(setRunning, false)
    }
    const asking = askFor(data.names, signal, () => show(setBlocked, true))
    const failure = await poll(data.id, { lang, signal, asking, onResult: (found) => show(setResult, found) })
    if (failure) show(setMessage, failure)
    show(setRunning, false)
  }
  useEffect(() => () => running.current?.abort(), [])
  return { result, message, isBlocked, isRunning, start }
}

/** Resolves the names by asking for something under them; whether anything answers does not matter. */
async function askFor(names: readonly string[], signal: AbortSignal, onBlocked: () => void): Promise<void> {
  const targets = names.map((name) => ({ id: name, url: `https://${name}/` }))
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)])
  await reachFromHere(targets, (_, { state }) => state === 'blocked' && onBlocked(), limit)
}

type Polling = {
  readonly lang: 'zh' | 'en'
  readonly signal: AbortSignal
  readonly asking: Promise<void>
  readonly onResult: (result: LeakResult) => void
}

/** What went wrong, where nothing could be read at all. */
async function poll(id: string, { lang, signal, asking, onResult }: Polling): Promise<string | undefined> {
  let isAsked = false
  let failure: string | undefined
  let hasResult = false
  void asking.then(() => (isAsked = true))
  let before = ''
  for (let quiet = 0, polls = 0; quiet < QUIET_POLLS && polls < MAX_POLLS && !signal.aborted; polls++) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const { data, msg } = await fetchData<LeakResult>(`/v1/dns_leak/${id}`, { lang })
    if (!data) {
      failure = msg
      continue
    }
    hasResult = true
    const now = data.resolvers.map(({ address, subnets }) => [address, ...subnets].join()).join(' ')
    quiet = isAsked && now === before ? quiet + 1 : 0
    before = now
    onResult(data)
  }
  return hasResult ? undefined : failure
}
