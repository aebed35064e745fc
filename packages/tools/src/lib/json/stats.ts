import type { JsonNode } from './tree.ts'

/** Counts over a document. */
export type JsonStats = {
  depth: number
  objects: number
  arrays: number
  keys: number
  values: number
  strings: number
  numbers: number
  booleans: number
  nulls: number
}
/** One part of a document and how much of it it takes. */
export type NodeSize = { path: string; type: string; children: number; size: number; share: number }

const ROWS = 200
const LEVELS = 3

/** Counts what a document holds. */
export function countJson(nodes: readonly JsonNode[]): JsonStats {
  const stats: JsonStats = { depth: 0, objects: 0, arrays: 0, keys: 0, values: 0, strings: 0, numbers: 0, booleans: 0, nulls: 0 }
  const visit = (node: JsonNode, depth: number): void => {
    stats.depth = Math.max(stats.depth, depth)
    if (node.type === 'object') {
      stats.objects++
      stats.keys += node.entries.length
      for (const { value } of node.entries) visit(value, depth + 1)
    } else if (node.type === 'array') {
      stats.arrays++
      for (const item of node.items) visit(item, depth + 1)
    } else {
      stats.values++
      stats[`${node.type}s`]++
    }
  }
  for (const node of nodes) visit(node, 1)
  return stats
}

/** The parts of a document down to three levels, the largest first; sizes are those of the shortest form, in UTF-8 bytes. */
export function measureNodes(root: JsonNode): NodeSize[] {
  const rows: NodeSize[] = []
  const visit = (node: JsonNode, path: string, level: number): number => {
    const children = toChildren(node)
    const inner = children.reduce((sum, [name, child, overhead]) => sum + overhead + visit(child, path + name, level + 1), 0)
    const size = 'raw' in node ? toByteLength(node.raw) : inner + 2 + Math.max(0, children.length - 1)
    if (level <= LEVELS) rows.push({ path, type: node.type, children: children.length, size, share: 0 })
    return size
  }
  const total = visit(root, '$', 0)
  return rows
    .map((row) => ({ ...row, share: Math.round((row.size / total) * 1000) / 10 }))
    .sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1))
    .slice(0, ROWS)
}

function toChildren(node: JsonNode): [name: string, child: JsonNode, overhead: number][] {
  if (node.type === 'array') return node.items.map((item, index) => [`[${index}]`, item, 0])
  if (node.type !== 'object') return []
  return node.entries.map(({ key, rawKey, value }) => [
    /^[a-z_]\w*$/i.test(key) ? `.${key}` : `[${rawKey}]`,
    value,
    toByteLength(rawKey) + 1,
  ])
}

function toByteLength(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x7f) bytes += code > 0x7ff && (code & 0xf800) !== 0xd800 ? 2 : 1
  }
  return bytes
}
