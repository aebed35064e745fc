import { tabStorage } from '../state/kept-storage.ts'
import type { Input } from './form.ts'

const KEY = 'draft'
let readCurrent: (() => { id: string; input: Input } | undefined) | undefined
let handed: { id: string; input: Input } | undefined
let shown: string | undefined

/** The tool page says here how its input can be read. */
export function offerDraft(read: typeof readCurrent): void {
  readCurrent = read
}

/** The tool page says here under which name its page of the history keeps its input. */
export function showEntry(name: string): void {
  shown = name
}

/** Whether a page of the history with this name is the one on show. */
export const isOnShow = (name: string | undefined): boolean => name !== undefined && name === shown

/** Keeps the input on show over the next page load of this tab, as when its code is gone. */
export function keepDraft(): void {
  const current = readCurrent?.()
  if (!current) return
  keep(KEY, JSON.stringify(current))
}

/** Hands an input to the tool page that opens next. */
export function handOver(id: string, input: Input): void {
  handed = { id, input }
}

/** Whether an input waits for this tool. */
export const isHandedTo = (id: string): boolean => handed?.id === id

/** Keeps what was handed over, where the next page is loaded whole. */
export function keepHandedOver(): void {
  if (handed) keep(KEY, JSON.stringify(handed))
}

/** Takes what was handed over or kept for this tool, once. */
export function takeDraft(id: string): Input | undefined {
  const draft = handed ?? takeKept()
  handed = undefined
  return draft?.id === id ? draft.input : undefined
}

/** Longer inputs are not kept. */
const MAX_KEPT_CHARS = 200_000

/** Keeps what stands on a page of this tab's history, for «Back» and for a reload; nothing when there is nothing to keep. */
export function keepForReturn(name: string, input: Input | undefined, maxChars = MAX_KEPT_CHARS): void {
  const text = input && JSON.stringify(input)
  keep(name, text === undefined || text.length > maxChars ? undefined : text)
}

/** What was kept for earlier pages makes way where there is no room left. */
function keep(name: string, text: string | undefined): void {
  try {
    sessionStorage.removeItem(name)
    if (text === undefined) return
    const earlier = Object.keys(sessionStorage).filter((key) => key.startsWith(`${KEY} `))
    for (const key of [...earlier.toSorted(byTime), undefined])
      try {
        return sessionStorage.setItem(name, text)
      } catch {
        if (key !== undefined) sessionStorage.removeItem(key)
      }
  } catch {
    // The browser keeps nothing: the page opens empty.
  }
}

/** Names end with the moment at which they were made. */
const byTime = (a: string, b: string): number => Number(a.split(' ').at(-1)) - Number(b.split(' ').at(-1))

/** What was kept for a page of the history. */
export const findReturned = (name: string): Input | undefined => parse(tabStorage.getItem(name)) as Input | undefined

function takeKept(): { id: string; input: Input } | undefined {
  const text = tabStorage.getItem(KEY)
  tabStorage.removeItem(KEY)
  return parse(text) as { id: string; input: Input } | undefined
}

function parse(text: string | null): unknown {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined // written by hand, or by another version
  }
}
