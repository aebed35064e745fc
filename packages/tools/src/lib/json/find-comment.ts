import { EVENT, JsonReader, type JsonSyntax } from './reader.ts'

/** Where the first comment of a text begins; nothing without one. Throws what {@link JsonReader} throws. */
export function findComment(text: string, options: { syntax: JsonSyntax; isMany: boolean }): number | undefined {
  const reader = new JsonReader(text, options)
  for (let event = reader.next(); event !== EVENT.end; event = reader.next()) if (event === EVENT.comment) return reader.start
  return undefined
}
