import { AppError } from '@octet/core/errors.ts'
import { readText, type JsonArray, type JsonEntry, type JsonNode, type JsonObject } from '../json/tree.ts'

/** Writes a tree as TOML 1.0. Throws `unsupported_value` with the path for what TOML lacks: null, a top level that is no object, integers above 64 bits. */
export function toToml(node: JsonNode): string {
  if (node.type !== 'object')
    throw refuse('$', { en: 'TOML begins with keys; the top level must be an object', zh: 'TOML 顶层必须是对象' })
  const lines: string[] = []
  writeTable(node, [], lines)
  return lines
    .map((line) => `${line}\n`)
    .join('')
    .replace(/^\n/, '')
}

function writeTable(node: JsonObject, path: readonly string[], lines: string[]): void {
  refuseDoubles(node.entries, path)
  const isTable = ({ value }: JsonEntry) => value.type === 'object' || isTableArray(value)
  for (const { key, value } of node.entries.filter((entry) => !isTable(entry)))
    lines.push(`${toKey(key)} = ${toInline(value, [...path, key])}`)
  for (const { key, value } of node.entries.filter(isTable)) {
    const inner = [...path, key]
    const name = inner.map(toKey).join('.')
    if (value.type === 'object') {
      const needsHead = value.entries.length === 0 || !value.entries.every(isTable)
      if (needsHead) lines.push('', `[${name}]`)
      writeTable(value, inner, lines)
    } else if (value.type === 'array')
      for (const item of value.items) {
        lines.push('', `[[${name}]]`)
        if (item.type === 'object') writeTable(item, inner, lines)
      }
  }
}

function isTableArray(node: JsonNode): node is JsonArray {
  return node.type === 'array' && node.items.length > 0 && node.items.every(({ type }) => type === 'object')
}

function toInline(node: JsonNode, path: readonly string[]): string {
  switch (node.type) {
    case 'null':
      throw refuse(toPath(path), { en: 'TOML has no null', zh: 'TOML 没有 null' })
    case 'string':
      return toTomlText(readText(node))
    case 'number':
      return toTomlNumber(node.raw, path)
    case 'boolean':
      return node.raw
    case 'array':
      return `[${node.items.map((item, index) => toInline(item, [...path, String(index)])).join(', ')}]`
    case 'object':
      refuseDoubles(node.entries, path)
      return `{ ${node.entries.map(({ key, value }) => `${toKey(key)} = ${toInline(value, [...path, key])}`).join(', ')} }`.replace(
        /^\{ {2}\}$/,
        '{}',
      )
  }
}

/** Numbers that JSON lacks, as TOML writes them. */
const NON_FINITE: Readonly<Record<string, string>> = { Infinity: 'inf', '-Infinity': '-inf', NaN: 'nan' }

function toTomlNumber(raw: string, path: readonly string[]): string {
  if (!/^-?\d+$/.test(raw)) return NON_FINITE[raw] ?? raw
  const value = BigInt(raw)
  if (value !== BigInt.asIntN(64, value))
    throw refuse(toPath(path), { en: 'TOML integers have 64 bits', zh: 'TOML 整数最多 64 位' })
  return raw === '-0' ? '-0' : raw
}

function toTomlText(text: string): string {
  return JSON.stringify(text).replaceAll('\x7f', '\\u007f')
}

function toKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : toTomlText(key)
}

function refuseDoubles(entries: readonly JsonEntry[], path: readonly string[]): void {
  const seen = new Set<string>()
  for (const { key } of entries) {
    if (seen.has(key)) throw refuse(toPath([...path, key]), { en: 'the key appears twice', zh: '键名重复' })
    seen.add(key)
  }
}

function toPath(path: readonly string[]): string {
  return path.map(toKey).join('.') || '$'
}

function refuse(got: string, reason: { en: string; zh: string }): AppError {
  return new AppError('unsupported_value', { got, reason })
}
