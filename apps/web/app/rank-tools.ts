import type { CatalogueRow } from '@octet/tools/catalogue.ts'

export type Ranked = {
  readonly id: string
  readonly kind: string
  readonly score: number
  readonly preset: Readonly<Record<string, unknown>>
}

/** Tools for the kinds of a text: the surest kind first, within a kind the one it names, then those of the catalogue, each tool once. */
export function rank(
  guesses: readonly { readonly kind: string; readonly score: number; readonly first?: string | undefined }[],
  rows: readonly Pick<CatalogueRow, 'id' | 'accepts'>[],
): Ranked[] {
  const seen = new Set<string>()
  const ranked: Ranked[] = []
  for (const { kind, score, first } of guesses.toSorted((a, b) => b.score - a.score))
    for (const { id, accepts } of [...rows.filter((row) => row.id === first), ...rows]) {
      const preset = accepts[kind]
      if (!preset || seen.has(id)) continue
      seen.add(id)
      ranked.push({ id, kind, score, preset })
    }
  return ranked
}
