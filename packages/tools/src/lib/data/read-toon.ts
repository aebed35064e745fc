import { decodeStreamSync, ToonDecodeError, type JsonStreamEvent } from '@toon-format/toon'
import { AppError } from '@octet/core/errors.ts'
import { syntaxError, toOffset } from '../syntax-error.ts'
import { NULL, toEntry, toTextNode, type JsonEntry, type JsonNode } from '../json/tree.ts'

const MAX_DEPTH = 200

/**
 * TOON 4 → tree: keys in their order, numbers as IEEE 754 doubles. Throws `syntax_error`, also where a list has more or
 * fewer items than its head says, `unsupported_value` for an integer that a double does not hold, and `too_large` for what
 * is nested too deep.
 */
export function readToon(text: string): JsonNode {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/(?:\r?\n)+$/, '')
    .split(/\r?\n/)
  try {
    return toTree(decodeStreamSync(lines))
  } catch (error) {
    if (!(error instanceof ToonDecodeError)) throw error
    const english = error.message.replace(/^Line \d+: /, '')
    const reason = { en: `${english[0]!.toLowerCase()}${english.slice(1)}`, zh: `此处不符合 TOON 语法（${english}）` }
    throw syntaxError({ format: 'TOON', text, offset: toOffset(text, error.line ?? 1, 1), reason })
  }
}

function toTree(events: Iterable<JsonStreamEvent>): JsonNode {
  type Open = { readonly node: JsonNode; readonly add: (value: JsonNode) => void }
  let root: JsonNode = NULL
  const open: Open[] = []
  let key = ''
  const put = (node: JsonNode) => {
    const outer = open.at(-1)
    if (outer) outer.add(node)
    else root = node
  }
  const begin = (one: Open) => {
    if (open.length >= MAX_DEPTH)
      throw new AppError('too_large', {
        field: { en: 'Nesting', zh: '嵌套层数' },
        limit: { en: `${MAX_DEPTH} levels`, zh: `${MAX_DEPTH} 层` },
        got: { en: 'more', zh: '更多' },
      })
    put(one.node)
    open.push(one)
  }
  for (const event of events)
    switch (event.type) {
      case 'startObject': {
        const entries: JsonEntry[] = []
        begin({ node: { type: 'object', entries }, add: (value) => entries.push(toEntry(key, value)) })
        break
      }
      case 'startArray': {
        const items: JsonNode[] = []
        begin({ node: { type: 'array', items }, add: (value) => items.push(value) })
        break
      }
      case 'endObject':
      case 'endArray':
        open.pop()
        break
      case 'key':
        key = event.key
        break
      case 'primitive':
        put(toScalar(event.value))
    }
  return root
}

function toScalar(value: string | number | boolean | null): JsonNode {
  if (value === null) return NULL
  if (typeof value === 'string') return toTextNode(value)
  if (typeof value === 'boolean') return { type: 'boolean', raw: String(value) }
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new AppError('unsupported_value', {
      got: String(value),
      reason: {
        en: 'TOON is read with doubles, and an integer above 2^53 would lose digits; write it in quotes',
        zh: 'TOON 数字按双精度读取，超过 2^53 的整数会丢失数位；请加引号',
      },
    })
  return { type: 'number', raw: String(value) }
}
