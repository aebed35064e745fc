import { createJSONStorage } from 'zustand/middleware'

type Kind = 'localStorage' | 'sessionStorage'

/** What the browser remembers. One that blocks it or has no room keeps nothing: the page works on, and forgets. */
const createSafe = (kind: Kind): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => ({
  getItem: (name) => attempt(() => globalThis[kind].getItem(name)) ?? null,
  setItem: (name, text) => attempt(() => globalThis[kind].setItem(name, text)),
  removeItem: (name) => attempt(() => globalThis[kind].removeItem(name)),
})

/** Of this browser, for all its tabs. */
export const browserStorage = createSafe('localStorage')
/** Of this tab. */
export const tabStorage = createSafe('sessionStorage')

/** Where stores are kept. */
export const storeStorage = <S>() => createJSONStorage<S>(() => browserStorage)

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined // a setting of the browser (SecurityError), a full disk (QuotaExceededError)
  }
}
