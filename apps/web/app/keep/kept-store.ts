import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { storeStorage } from '../state/kept-storage.ts'
import type { Kept } from './kept-input.ts'

/** A kept input as its browser remembers it: what it can be removed by, never the key. */
export type OwnKept = Kept & { readonly name: string }

type Own = { readonly kept: readonly OwnKept[] }

const MAX_REMEMBERED = 100

/** What this browser has had kept, newest first, in local storage under `kept-inputs`. What has ended is left out. */
export const useOwnKept = create<Own>()(
  persist((): Own => ({ kept: [] }), {
    name: 'kept-inputs',
    skipHydration: true,
    storage: storeStorage(),
    // Another version may have written it, or somebody by hand.
    merge: (stored) => {
      const { kept } = Object(stored) as { readonly kept?: unknown }
      return { kept: Array.isArray(kept) ? kept.filter(isOwnKept) : [] }
    },
  }),
)

function isOwnKept(value: unknown): value is OwnKept {
  const { id, removal, expires_at: end, name } = Object(value) as Readonly<Record<string, unknown>>
  return [id, removal, end, name].every((part) => typeof part === 'string') && Date.parse(String(end)) > Date.now()
}

export function rememberKept({ id, removal, expires_at, name }: OwnKept): void {
  useOwnKept.setState(({ kept }) => ({ kept: [{ id, removal, expires_at, name }, ...kept].slice(0, MAX_REMEMBERED) }))
}

export function forgetKept(id: string): void {
  useOwnKept.setState(({ kept }) => ({ kept: kept.filter((one) => one.id !== id) }))
}
