import { readText, type JsonNode, type JsonObject } from '../json/tree.ts'

/** What a function may also be given: an expression for each item. */
export type Reference = { readonly type: 'expression'; readonly of: (value: JsonNode) => JsonNode }
export type Value = JsonNode | Reference

/** The values of an object by name; of a name that comes twice the last one. */
export const toMap = ({ entries }: JsonObject): Map<string, JsonNode> => new Map(entries.map(({ key, value }) => [key, value]))

export const toBoolean = (value: boolean): JsonNode => ({ type: 'boolean', raw: String(value) })

export const readString = (node: JsonNode): string => (node.type === 'string' ? readText(node) : '')

/** Texts in the order of their code points, which is not that of UTF-16 units. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0
  const [a, b] = [[...left], [...right]]
  const place = a.findIndex((char, index) => char !== b[index])
  if (place < 0) return -1
  return b[place] === undefined ? 1 : a[place]!.codePointAt(0)! - b[place].codePointAt(0)!
}
