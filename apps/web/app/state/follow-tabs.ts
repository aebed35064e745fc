type KeptStore = { readonly persist: { rehydrate(): unknown; getOptions(): { readonly name?: string } } }

/**
 * Takes over what another tab changes in a store that local storage keeps: each write holds the whole store, so that a tab
 * that had not seen the change would undo it. Returns how to stop.
 */
export function followTabs({ persist }: KeptStore): () => void {
  return hearTabs(persist.getOptions().name ?? '', () => persist.rehydrate())
}

/** Does something whenever another tab may have changed what local storage keeps by a name. Returns how to stop. */
export function hearTabs(name: string, act: () => unknown): () => void {
  const asked = new AbortController()
  const { signal } = asked
  addEventListener('storage', ({ key }) => key === name && act(), { signal })
  // A page that «Back» brings out of the browser's cache has heard nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && act(), { signal })
  return () => asked.abort()
}
