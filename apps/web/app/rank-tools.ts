import type { CatalogueRow } from '@octet/tools/catalogue.ts'

export type Ranked = {
  readonly id: string
  readonly kind: string
  readonly score: number
  readonly preset: Readonly<Record<string, unknown>>
}

/** Tools for the kinds of a text: the surest kind first, within a kind in the order of the catalogue, each tool once. */
export function rank(
  guesses: readonly { readonly kind: string; readonly score: number }[],
  rows: readonly Pick<CatalogueRow, 'id' | 'accepts'>[],
): Ranked[] {
  const seen = new Set<string>()
  const ranked: Ranked[] = []
  for (const { kind, score } of guesses.toSorted((a, b) => b.score - a.score))
    for (const { id, accepts } of rows) {
      const preset = accepts[kind]
      if (!preset || seen.has(id)) continue
      seen.add(id)
      ranked.push({ id, kind, score, preset })
    }
  return ranked
}
