import { isJson } from './is-json.ts'
import { parseJsonTree, readText, type JsonNode } from './tree.ts'

/** Levels down to which texts are read; each may hold a thousand more. */
const MAX_DEPTH = 1000

/** Puts what texts hold in their place where that is an object or an array in JSON, and so within it: `"{\"a\":\"[1]\"}"` is `{"a":[1]}`. */
export function readNested(node: JsonNode, depth = 0): JsonNode {
  if (depth > MAX_DEPTH) return node
  if (node.type === 'array') return { ...node, items: node.items.map((item) => readNested(item, depth + 1)) }
  if (node.type === 'object')
    return { ...node, entries: node.entries.map((entry) => ({ ...entry, value: readNested(entry.value, depth + 1) })) }
  if (node.type !== 'string' || !/^"(?:\s|\\[nrt])*[{[]/.test(node.raw)) return node
  const text = readText(node)
  return isJson(text) ? readNested(parseJsonTree(text), depth) : node
}
