import { readText, type JsonNode, type JsonObject } from '../json/tree.ts'

/** What a function may also be given: an expression for each item. */
export type Reference = { readonly type: 'expression'; readonly of: (value: JsonNode) => JsonNode }
export type Value = JsonNode | Reference

/** The values of an object by name; of a name that comes twice the last one. */
export const toMap = ({ entries }: JsonObject): Map<string, JsonNode> => new Map(entries.map(({ key, value }) => [key, value]))

export const toBoolean = (value: boolean): JsonNode => ({ type: 'boolean', raw: String(value) })

export const readString = (node: JsonNode): string => (node.type === 'string' ? readText(node) : '')
