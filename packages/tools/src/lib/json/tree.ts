import { syntaxError } from '../syntax-error.ts'
import { readJson5Text, toPlainNumber } from './json5.ts'
import { EVENT, JsonReader, type JsonSyntax } from './reader.ts'
import type { Pacer } from '../pacer.ts'

/**
 * A value of JSON without loss: numbers keep their digits, texts their escapes, objects their order and
 * duplicate keys. Every other format is read into it and written from it.
 */
export type JsonNode = JsonScalar | JsonArray | JsonObject
export type JsonScalar = { readonly type: 'string' | 'number' | 'boolean' | 'null'; readonly raw: string }
export type JsonArray = { readonly type: 'array'; readonly items: JsonNode[]; readonly start?: number; readonly end?: number }
export type JsonObject = {
  readonly type: 'object'
  readonly entries: JsonEntry[]
  readonly start?: number
  readonly end?: number
}
export type JsonEntry = { readonly key: string; readonly rawKey: string; readonly value: JsonNode }

export const NULL: JsonScalar = { type: 'null', raw: 'null' }

/** A scalar holding a text. */
export function toTextNode(value: string): JsonScalar {
  return { type: 'string', raw: JSON.stringify(value) }
}

export function toEntry(key: string, value: JsonNode): JsonEntry {
  return { key, rawKey: JSON.stringify(key), value }
}

/** The text that a string node stands for. */
export function readText(node: JsonScalar): string {
  return node.raw.includes('\\') ? String(JSON.parse(node.raw)) : node.raw.slice(1, -1)
}

/** Reads one value and nothing behind it. Throws `syntax_error`, `too_large`. */
export function parseJsonTree(text: string, syntax: JsonSyntax = 'json'): JsonNode {
  const reader = new JsonReader(text, { syntax })
  const node = readNode(reader, reader.next())!
  reader.next()
  return node
}

/** Reads all values of a text: one after the other, or one per line (NDJSON, RFC 7464). */
export async function parseJsonTrees(
  text: string,
  options: { syntax: JsonSyntax; isMany: boolean; breathe: Pacer },
): Promise<JsonNode[]> {
  const reader = new JsonReader(text, options)
  const nodes: JsonNode[] = []
  for (let event = reader.next(); event !== EVENT.end; event = reader.next()) {
    const node = readNode(reader, event)
    if (node) nodes.push(node)
    await options.breathe()
  }
  return nodes
}

type Frame = { node: JsonArray | (JsonObject & { start: number }); start: number; key: string; rawKey: string }

/** Builds the tree below the current token; undefined if only comments are left. */
function readNode(reader: JsonReader, first: number): JsonNode | undefined {
  const frames: Frame[] = []
  for (let event = first; event !== EVENT.end; event = reader.next()) {
    const top = frames.at(-1)
    let value: JsonNode | undefined
    if (event === EVENT.key) {
      top!.rawKey = reader.syntax === 'json5' ? JSON.stringify(readJson5Text(reader.raw)) : reader.raw
      top!.key = readText({ type: 'string', raw: top!.rawKey })
    } else if (event === EVENT.openObject || event === EVENT.openArray) {
      const { start } = reader
      const node =
        event === EVENT.openObject
          ? { type: 'object' as const, entries: [], start }
          : { type: 'array' as const, items: [], start }
      frames.push({ node, start, key: '', rawKey: '' })
    } else if (event === EVENT.closeObject || event === EVENT.closeArray) {
      value = Object.assign(frames.pop()!.node, { end: reader.end })
    } else if (event === EVENT.scalar) value = toScalar(reader)
    if (!value) continue
    const parent = frames.at(-1)
    if (!parent) {
      if (reader.documents > 0 && event !== EVENT.comment) return value
    } else if (parent.node.type === 'array') parent.node.items.push(value)
    else parent.node.entries.push({ key: parent.key, rawKey: parent.rawKey, value })
  }
  return undefined
}

function toScalar(reader: JsonReader): JsonScalar {
  const { raw, syntax } = reader
  const first = raw[0]
  if (first === '"' || first === "'")
    return { type: 'string', raw: syntax === 'json5' ? JSON.stringify(readJson5Text(raw)) : raw }
  if (raw === 'true' || raw === 'false') return { type: 'boolean', raw }
  if (raw === 'null') return NULL
  if (syntax !== 'json5') return { type: 'number', raw }
  const plain = toPlainNumber(raw)
  if (plain === undefined)
    throw syntaxError({
      format: 'JSON5',
      text: reader.text,
      offset: reader.start,
      reason: { en: `plain JSON has no ${raw}`, zh: `普通 JSON 不能表示 ${raw}` },
    })
  return { type: 'number', raw: plain }
}
