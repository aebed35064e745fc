import { splitLines } from '@octet/core/lines.ts'
import { parseJsonTree, readText, type JsonNode } from '../json/tree.ts'
import { writeJson } from '../json/write.ts'
import type { SqlTraits } from './dialects.ts'
import { isSqlNumber, toSqlBoolean, toSqlText } from './literal.ts'

/** What placeholders stand for, as literals: by place, and by name. */
export type SqlValues = { readonly list: readonly string[]; readonly named: ReadonlyMap<string, string> }

const NAMED = /^[:@]?([\p{L}_][\p{L}\p{N}_.]*)[^\S\n]*(?:=|:)[^\S\n]*(\S.*)$/u

/** Values as people write them: a JSON array or object, else one a line, all with their names (`id = 5`) or none. */
export function readSqlValues(text: string, traits: SqlTraits): SqlValues {
  const plain = text.trim()
  if (/^[[{]/.test(plain)) return readJson(parseJsonTree(plain), traits)
  const lines = plain === '' ? [] : splitLines(plain).map((line) => line.trim())
  const pairs = lines.map((line) => NAMED.exec(line))
  const named = new Map(pairs.map((pair) => [pair?.[1] ?? '', toLiteral(pair?.[2] ?? '', traits)]))
  return pairs.every((pair) => pair)
    ? { list: [...named.values()], named }
    : { list: lines.map((line) => toLiteral(line, traits)), named: new Map() }
}

function readJson(node: JsonNode, traits: SqlTraits): SqlValues {
  if (node.type === 'object') {
    const named = new Map(node.entries.map(({ key, value }) => [key, fromJson(value, traits)]))
    return { list: [...named.values()], named }
  }
  return { list: node.type === 'array' ? node.items.map((item) => fromJson(item, traits)) : [], named: new Map() }
}

/** An array is the list of an IN; an object is JSON in a text. */
function fromJson(node: JsonNode, traits: SqlTraits): string {
  switch (node.type) {
    case 'null':
      return 'NULL'
    case 'number':
      return node.raw
    case 'boolean':
      return toSqlBoolean(node.raw === 'true', traits)
    case 'string':
      return toSqlText(readText(node), traits)
    case 'array':
      return node.items.map((item) => fromJson(item, traits)).join(', ')
    case 'object':
      return toSqlText(writeJson(node, { indent: '' }), traits)
  }
}

/** A value of a line: numbers, null, true, false and what stands in quotes are known as such; all else is a text. */
function toLiteral(value: string, traits: SqlTraits): string {
  const bare = value.replace(/,$/, '')
  if (isSqlNumber(bare)) return bare
  if (/^null$/i.test(bare)) return 'NULL'
  if (/^(?:true|false)$/i.test(bare)) return toSqlBoolean(/^t/i.test(bare), traits)
  const [, quote, inner] = /^(['"])(.*)\1$/s.exec(bare) ?? []
  return toSqlText(quote === undefined ? value : inner!.replaceAll(quote + quote, quote), traits)
}
