/** What the tool finds when it looks at each character. */
export type Inspection = {
  readonly counts: Readonly<Record<string, number>>
  readonly findings: readonly Finding[]
  readonly characters: readonly Character[]
  readonly writings?: readonly { readonly notation: string; readonly text: string }[]
}
/** Something hidden or misleading; `at` counts characters from 1. */
export type Finding = { readonly at: number; readonly point: string; readonly what: string }
export type Character = {
  readonly char: string
  readonly point: string
  readonly name: string
  readonly block: string
  readonly category: string
  readonly utf8: string
  readonly width: number
}

/** A character of the strip: drawn as itself, or by its code point where the eye would see nothing. */
export type Cell = Character & { readonly at: number; readonly isShown: boolean; readonly finding: Finding | undefined }

/** The characters in their order, each with what was found about it. */
export function toCells(characters: readonly Character[], findings: readonly Finding[]): Cell[] {
  const byPlace = new Map(findings.map((finding) => [finding.at, finding]))
  return characters.map((character, index) => ({
    ...character,
    at: index + 1,
    // Blank, no character of its own, or a mark that would sit on its neighbour.
    isShown: character.char.trim() !== '' && !/^[CZ]/.test(character.category) && character.width > 0,
    finding: byPlace.get(index + 1),
  }))
}
