import { create } from 'zustand'

export type ToastType = 'msg' | 'success' | 'error' | 'warning'

export type Toast = { readonly id: number; readonly type: ToastType; readonly text: string; readonly hasClose: boolean }

/** What a toast is made from; without a duration it stays for {@link DEFAULT_DURATION_MS}. */
export type ToastOptions = {
  readonly type?: ToastType
  readonly text: string
  readonly hasClose?: boolean
  readonly durationMs?: number
}

/** SPEC §9 gives two times: one for the messages that close by themselves, one for a toast without a duration. */
const AUTO_CLOSE_MS = 1500
const DEFAULT_DURATION_MS = 2400
const MAX_KEPT = 3

let lastId = 0

export const useToastStore = create<{
  readonly toasts: readonly Toast[]
  /** Read out where the screen shows it in another way. */
  readonly said: string
}>()(() => ({ toasts: [], said: '' }))

/** Shows a toast and gives its id. When more than two are there, the oldest goes first. */
export function showToast({ type = 'msg', text, hasClose = false, durationMs = DEFAULT_DURATION_MS }: ToastOptions): number {
  const id = ++lastId
  useToastStore.setState(({ toasts }) => ({ toasts: [...toasts.slice(-(MAX_KEPT - 1)), { id, type, text, hasClose }] }))
  setTimeout(hideToast, durationMs, id)
  return id
}

export function hideToast(id: number): void {
  useToastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** Says to those who do not see it what the screen shows already. It goes again, so that the same is said anew. */
export function say(said: string): void {
  useToastStore.setState({ said })
  clearTimeout(silence)
  silence = setTimeout(() => useToastStore.setState({ said: '' }), AUTO_CLOSE_MS)
}

let silence: ReturnType<typeof setTimeout> | undefined

const closing = (type: ToastType) => (text: string, hasClose?: boolean) =>
  showToast({ type, text, durationMs: AUTO_CLOSE_MS, ...(hasClose === undefined ? {} : { hasClose }) })

/** Messages of the four types, each closing by itself after 1500 ms. */
export const toast = {
  msg: closing('msg'),
  success: closing('success'),
  error: closing('error'),
  warning: closing('warning'),
} as const
