import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { tabStorage } from '../state/kept-storage.ts'
import { useUserStore } from '../state/user-store.ts'
import { isLeaving } from './log-out.ts'

type Kept = { readonly owner: string; readonly draft: Readonly<Record<string, unknown>> }

const toName = (form: string): string => `interrupted ${form}`

/** Keeps in this tab what was typed when the session of `owner` ended. */
export function keepInterrupted(form: string, kept: Kept): void {
  tabStorage.setItem(toName(form), JSON.stringify(kept))
}

/** Whether something that this user typed waits for its form. */
export const isInterrupted = (form: string, owner: string): boolean => parse(form)?.owner === owner

/** Gives what this user typed back, once. Values of another shape, as another version may have kept, stay as they are in `first`. */
export function takeInterrupted<T extends object>(form: string, owner: string, first: T): T | undefined {
  const kept = parse(form)
  if (kept?.owner !== owner) return undefined
  tabStorage.removeItem(toName(form))
  const fitting = Object.entries(first).filter(([key, value]) => {
    const typed = kept.draft[key]
    return typeof typed === typeof value && Array.isArray(typed) === Array.isArray(value)
  })
  return { ...first, ...Object.fromEntries(fitting.map(([key]) => [key, kept.draft[key]])) }
}

function parse(form: string): Kept | undefined {
  try {
    return JSON.parse(tabStorage.getItem(toName(form)) ?? 'null') ?? undefined
  } catch {
    return undefined // written by hand, or by another version
  }
}

/**
 * State of a form that outlives the end of a session, when the page is left for the log-in: whoever logs in again finds
 * what they typed. `secrets` are not kept; without a name nothing is.
 */
export function useInterruptible<T extends object>(
  form: string | undefined,
  first: T,
  secrets: Partial<T> = {},
): [T, Dispatch<SetStateAction<T>>] {
  const [draft, setDraft] = useState(first)
  const owner = useUserStore(({ user }) => user?.email)
  const latest = useRef({ first, draft, secrets })
  useEffect(() => {
    latest.current.draft = draft
  }, [draft])
  useEffect(() => {
    if (form === undefined || owner === undefined) return
    const kept = takeInterrupted(form, owner, latest.current.first)
    if (kept) setDraft(kept)
    return useUserStore.subscribe(({ token }, before) => {
      const { first, draft, secrets } = latest.current
      if (token === '' && before.token !== '' && !isLeaving() && draft !== first)
        keepInterrupted(form, { owner, draft: { ...draft, ...secrets } })
    })
  }, [form, owner])
  return [draft, setDraft]
}
