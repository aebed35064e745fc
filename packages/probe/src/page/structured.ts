import type { Head } from './read-head.ts'

const MOST_KINDS = 100
/** Things that are looked at, whatever lies in them. */
const MOST_LOOKED = 5_000

/** Kinds of things that JSON-LD describes; those in a graph or a list, too. */
export function listStructured({ jsonLd }: Head): string[] {
  const kinds = new Set<string>()
  const open: unknown[] = jsonLd.map(parseJson)
  for (let looked = 0; open.length > 0 && looked < MOST_LOOKED; looked++) {
    const value = open.pop()
    if (Array.isArray(value)) open.push(...(value as unknown[]).slice(0, 1_000))
    else if (typeof value === 'object' && value !== null) {
      const { '@type': kind, '@graph': graph } = value as Record<string, unknown>
      for (const name of [kind].flat()) if (typeof name === 'string') kinds.add(name.slice(0, 100))
      if (graph !== undefined) open.push(graph)
    }
  }
  return [...kinds].slice(0, MOST_KINDS)
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
