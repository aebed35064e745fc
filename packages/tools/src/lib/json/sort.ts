import type { JsonNode } from './tree.ts'

export type KeyOrder = 'none' | 'asc' | 'desc'

/** Sorts the keys of every object by code point; equal keys keep their order. */
export function sortKeys(node: JsonNode, order: KeyOrder): JsonNode {
  if (order === 'none') return node
  if (node.type === 'array') return { ...node, items: node.items.map((item) => sortKeys(item, order)) }
  if (node.type !== 'object') return node
  const sign = order === 'asc' ? 1 : -1
  const entries = node.entries.map((entry) => ({ ...entry, value: sortKeys(entry.value, order) }))
  return { ...node, entries: entries.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -sign : sign)) }
}
