import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { browserStorage, storeStorage } from './kept-storage.ts'

type Prefs = {
  /** Ids of tools, newest first. */
  readonly favourites: readonly string[]
  readonly recents: readonly string[]
  /** Leave the input out of shared links. */
  readonly isInputPrivate: boolean
}

const MAX_RECENTS = 8

/** What this browser remembers of the tools, kept in local storage under `prefs`. */
export const usePrefs = create<Prefs>()(
  persist((): Prefs => ({ favourites: [], recents: [], isInputPrivate: false }), {
    name: 'prefs',
    skipHydration: true,
    storage: storeStorage(),
    // Another version may have written it, or somebody by hand: what is of no use is left out.
    merge: (kept) => {
      const { favourites, recents, isInputPrivate } = Object(kept) as Readonly<Record<string, unknown>>
      return { favourites: toIds(favourites), recents: toIds(recents), isInputPrivate: isInputPrivate === true }
    },
  }),
)

const toIds = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])

export function toggleFavourite(id: string): void {
  usePrefs.setState(({ favourites }) => ({
    favourites: favourites.includes(id) ? favourites.filter((other) => other !== id) : [id, ...favourites],
  }))
}

export function rememberTool(id: string): void {
  usePrefs.setState(({ recents }) => ({ recents: [id, ...recents.filter((other) => other !== id)].slice(0, MAX_RECENTS) }))
}

export type Theme = 'light' | 'dark' | 'system'

/** The chosen colour scheme; the page's first script reads the same entry. */
export function readTheme(): Theme {
  const stored = browserStorage.getItem('theme')
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    browserStorage.removeItem('theme')
    delete document.documentElement.dataset.theme
  } else {
    browserStorage.setItem('theme', theme)
    document.documentElement.dataset.theme = theme
  }
}
