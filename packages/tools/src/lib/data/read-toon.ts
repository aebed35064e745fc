import { splitLines } from '@octet/core/lines.ts'
import { decodeStreamSync, ToonDecodeError, type JsonStreamEvent } from '@toon-format/toon'
import { AppError } from '@octet/core/errors.ts'
import { syntaxError, toOffset } from '../syntax-error.ts'
import { toToonReason } from './toon-reasons.ts'
import { findMark } from './toon-mark.ts'
import { NULL, toEntry, toTextNode, type JsonEntry, type JsonNode } from '../json/tree.ts'
import { cutEnd } from '../cut-end.ts'

const MAX_DEPTH = 200

const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`
/** A quoted text, to the end where its quote is missing, or what may be a number where a value can stand: between a colon, a hyphen or commas of any form. */
const VALUE = new RegExp(String.raw`"(?:[^"\\]|\\.)*(?:"|$)|(^|[:,|\t-])( *)(${NUMBER})(?= *(?:$|[,|\t]))`, 'g')
const WHOLE_NUMBER = new RegExp(`^${NUMBER}$`)

/**
 * TOON 4 → tree: keys in their order, numbers with their digits. Throws `syntax_error`, also where a list has more or fewer
 * items than its head says, and `too_large` for what is nested too deep.
 */
export function readToon(text: string): JsonNode {
  // The library makes doubles of numbers, and texts of those out of their range: with a mark before them all come as texts.
  const mark = findMark([text])
  const lines = splitLines(cutEnd(text.replace(/^\ufeff/, ''), '\r\n')).map((line) =>
    line.replaceAll(VALUE, (all, lead?: string, gap?: string, number?: string) =>
      number === undefined ? all : `${lead}${gap}${mark}${number}`,
    ),
  )
  try {
    return toTree(decodeStreamSync(lines), mark)
  } catch (error) {
    if (!(error instanceof ToonDecodeError)) throw error
    const english = error.message.replace(/^Line \d+: /, '').replaceAll(mark, '')
    throw syntaxError({ format: 'TOON', text, offset: toOffset(text, error.line ?? 1, 1), reason: toToonReason(english) })
  }
}

function toTree(events: Iterable<JsonStreamEvent>, mark: string): JsonNode {
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
        key = event.key.replaceAll(mark, '')
        break
      case 'primitive':
        put(toScalar(event.value, mark))
    }
  return root
}

function toScalar(value: string | number | boolean | null, mark: string): JsonNode {
  if (value === null) return NULL
  if (typeof value === 'boolean') return { type: 'boolean', raw: String(value) }
  const text = String(value).replaceAll(mark, '')
  const isNumber = typeof value === 'number' || (value.startsWith(mark) && WHOLE_NUMBER.test(text))
  return isNumber ? { type: 'number', raw: text } : toTextNode(text)
}
