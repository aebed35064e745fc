/** What others call the address in lists of objects, ip-api's batches and most logs among them. */
const NAMES = ['ip', 'query', 'address'] as const

/** The address that an object holds, given itself or as JSON; undefined for anything else. */
export function findAddressIn(item: unknown): string | undefined {
  const value = typeof item === 'string' ? parse(item) : item
  if (typeof value !== 'object' || value === null) return undefined
  const found = NAMES.map((name) => (value as Record<string, unknown>)[name])
  return found.find((address) => typeof address === 'string')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
