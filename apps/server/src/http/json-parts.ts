/** Characters of a text that is written by itself, and of a part that others are gathered in. */
const PART_LENGTH = 65_536

/**
 * The JSON of a value in parts, each made when it is asked for: one text of megabytes at a time. Joined they are what
 * `JSON.stringify` gives for the same plain values.
 */
export function* toJsonParts(value: unknown): Generator<string> {
  let part = ''
  for (const piece of toPieces(value)) {
    part += piece
    if (part.length < PART_LENGTH) continue
    yield part
    part = ''
  }
  if (part) yield part
}

function* toPieces(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return yield JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) {
    yield '['
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ','
      yield* toPieces(item)
    }
    return yield ']'
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  yield '{'
  for (const [index, [key, item]] of entries.entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`
    yield* toPieces(item)
  }
  yield '}'
}
