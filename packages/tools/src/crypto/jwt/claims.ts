import { parseJsonTree, readText, toEntry, toTextNode, type JsonNode } from '../../lib/json/tree.ts'
import { writeJson } from '../../lib/json/write.ts'

/** A claim of a token with its value as text: texts without quotes, numbers with every digit they have. */
export type ClaimText = { readonly name: string; readonly value: string }

/** JSON laid out for reading: numbers keep their digits, repeated names stay, escapes become the characters they mean. */
export function toReadableJson(text: string): string {
  return writeJson(unescape(parseJsonTree(text)), { indent: '  ' })
}

/** The members of a JSON object or array, in their order, repeated ones too. */
export function listClaimTexts(text: string): ClaimText[] {
  const node = unescape(parseJsonTree(text))
  if (node.type === 'object') return node.entries.map(({ key, value }) => ({ name: key, value: toValue(value) }))
  return node.type === 'array' ? node.items.map((item, index) => ({ name: `${index}`, value: toValue(item) })) : []
}

function toValue(node: JsonNode): string {
  return node.type === 'string' ? readText(node) : writeJson(node, { indent: '' })
}

function unescape(node: JsonNode): JsonNode {
  if (node.type === 'array') return { type: 'array', items: node.items.map(unescape) }
  if (node.type === 'object')
    return { type: 'object', entries: node.entries.map(({ key, value }) => toEntry(key, unescape(value))) }
  return node.type === 'string' ? toTextNode(readText(node)) : node
}
