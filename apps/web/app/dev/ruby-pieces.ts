/** A character as the tool read it; `others` holds all its readings, parted by blanks. */
export type Reading = { readonly text: string; readonly reading: string; readonly others: string }

export type RubyPiece = {
  readonly key: number
  readonly text: string
  /** Undefined for what has no reading: marks, Latin, line breaks. */
  readonly reading: string | undefined
  readonly others: readonly string[]
}

/** Puts the readings back over the characters of a text. `chosen` names another reading by its place, per character. */
export function toRubyPieces(text: string, readings: readonly Reading[], chosen: Readonly<Record<number, number>>): RubyPiece[] {
  let next = 0
  return Array.from(text, (char, key) => {
    const found = readings[next]
    if (found?.text !== char) return { key, text: char, reading: undefined, others: [] }
    next++
    const others = [...new Set([found.reading, ...found.others.split(' ').filter(Boolean)])]
    return { key, text: char, reading: others[chosen[key] ?? 0], others }
  })
}
