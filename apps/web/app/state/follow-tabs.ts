type KeptStore = { readonly persist: { rehydrate(): unknown; getOptions(): { readonly name?: string } } }

/**
 * Takes over what another tab changes in a store that local storage keeps: each write holds the whole store, so that a tab
 * that had not seen the change would undo it. Returns how to stop.
 */
export function followTabs(store: KeptStore): () => void {
  const asked = new AbortController()
  const { signal } = asked
  addEventListener('storage', ({ key }) => key === store.persist.getOptions().name && store.persist.rehydrate(), { signal })
  // A page that «Back» brings out of the browser's cache has heard nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && store.persist.rehydrate(), { signal })
  return () => asked.abort()
}
