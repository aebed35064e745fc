import { NULL, toEntry, toTextNode, type JsonNode } from '../../lib/json/tree.ts'
import { toOneLine } from './notation.ts'
import type { Part } from './part.ts'

/** A value as JSON: tags are left out, keys that are no text become their notation, what JSON lacks becomes null (RFC 8949 §6.1). */
export function toJsonNode(part: Part): JsonNode {
  if (part.json !== undefined) return toScalar(part.json)
  if (!part.parts) return toTextNode(part.value)
  if (part.holds === 'list') return { type: 'array', items: part.parts.map(toJsonNode) }
  if (part.holds === 'map')
    return { type: 'object', entries: part.parts.map((value) => toEntry(toKeyText(value.key), toJsonNode(value))) }
  return part.parts[0] ? toJsonNode(part.parts[0]) : NULL
}

function toScalar(raw: string): JsonNode {
  if (raw.startsWith('"')) return { type: 'string', raw }
  if (raw === 'null') return NULL
  return { type: raw === 'true' || raw === 'false' ? 'boolean' : 'number', raw }
}

function toKeyText(key: Part['key']): string {
  if (typeof key === 'string') return JSON.parse(key) as string
  if (key?.json?.startsWith('"')) return JSON.parse(key.json) as string
  return key ? toOneLine(key) : ''
}

/** Keys that stand twice in one map. */
export function listDoubleKeys(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (!part.parts) return []
    const keys = part.holds === 'map' ? part.parts.map(({ key }) => toKeyText(key)) : []
    const seen = new Set<string>()
    const double = keys.filter((key) => seen.has(key) || !seen.add(key))
    return [...double, ...listDoubleKeys(part.parts)]
  })
}
