import { encode, rawString } from '@toon-format/toon'
import { AppError } from '@octet/core/errors.ts'
import { readText, type JsonNode } from '../json/tree.ts'
import { findMark } from './toon-mark.ts'

/**
 * Writes a tree as TOON (Token-Oriented Object Notation 4): numbers keep their digits, keys their order. Throws
 * `unsupported_value` for a key that appears twice in one object, and for a text that holds every noncharacter at once.
 */
export function toToon(node: JsonNode): string {
  const texts: string[] = []
  collectTexts(node, texts)
  const mark = findMark(texts)
  // An object of JavaScript moves keys such as "10" to its front: with a mark before them they stay. The library quotes
  // a marked key as it has to quote the bare one.
  const toKey = (key: string) => (/^\d+$/.test(key) ? `${mark}${key}` : key)
  const written = encode(toPlain(node, { mark, toKey, path: '$' }), {
    replacer: (_, value) => (typeof value === 'string' && value.startsWith(mark) ? rawString(value.slice(mark.length)) : value),
  })
  return `${written.replaceAll(`"${mark}`, '"')}\n`
}

function collectTexts(node: JsonNode, texts: string[]): void {
  if (node.type === 'array') for (const item of node.items) collectTexts(item, texts)
  else if (node.type === 'object')
    for (const { key, value } of node.entries) {
      texts.push(key)
      collectTexts(value, texts)
    }
  else if (node.type === 'string') texts.push(readText(node))
}

type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain }
type Context = { readonly mark: string; readonly toKey: (key: string) => string; readonly path: string }

/** As the library takes it; a number that a double does not hold as it is written becomes a marked text. */
function toPlain(node: JsonNode, context: Context): Plain {
  const { mark, toKey, path } = context
  switch (node.type) {
    case 'null':
      return null
    case 'boolean':
      return node.raw === 'true'
    case 'string':
      return readText(node)
    case 'number':
      return String(Number(node.raw)) === node.raw ? Number(node.raw) : `${mark}${node.raw}`
    case 'array':
      return node.items.map((item, index) => toPlain(item, { ...context, path: `${path}[${index}]` }))
    case 'object': {
      const object: { [key: string]: Plain } = Object.create(null)
      for (const { key, value } of node.entries) {
        const inner = `${path}.${key}`
        if (toKey(key) in object) throw refuse(inner, { en: 'the key appears twice', zh: '键名重复' })
        object[toKey(key)] = toPlain(value, { ...context, path: inner })
      }
      return object
    }
  }
}

function refuse(got: string, reason: { en: string; zh: string }): AppError {
  return new AppError('unsupported_value', { got, reason })
}
