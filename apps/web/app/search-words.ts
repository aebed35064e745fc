/** Query string → words. The router's own reading would turn `1` into a number and quote what looks like JSON. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Words → query string; empty and missing ones are left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(words.map(([name, value]) => [name, String(value)])).toString()
  return query ? `?${query}` : ''
}
