import { AppError } from '@octet/core/errors.ts'
import type { JsonEntry, JsonNode } from './tree.ts'

/** Longest result in UTF-16 units; engines stop at about twice that. */
export const MAX_OUTPUT = 256 * 2 ** 20

/** Refuses a result that no text can hold. */
export function refuseLongOutput(length: number): void {
  if (length > MAX_OUTPUT)
    throw new AppError('too_large', {
      field: { en: 'Result', zh: '结果' },
      limit: '256 MiB',
      got: `${Math.round(length / 2 ** 20)}+ MiB`,
    })
}

export type WriteOptions = {
  /** One level of indentation; empty for one line without spaces. */
  readonly indent: string
  /** Arrays of plain values that fit into so many columns stay on one line; 0 for none. */
  readonly foldWidth?: number
  /** Rewrites each value and key; without it they stay as they are. */
  readonly rewrite?: ((raw: string) => string) | undefined
}

/** Writes a tree; numbers, escapes, order and duplicate keys as they were read. */
export function writeJson(node: JsonNode, { indent, foldWidth = 0, rewrite = (raw) => raw }: WriteOptions): string {
  const parts: string[] = []
  let length = 0
  const put = (part: string) => {
    parts.push(part)
    length += part.length
    refuseLongOutput(length)
  }
  const write = (value: JsonNode, outer: string): void => {
    if (value.type !== 'array' && value.type !== 'object') return put(rewrite(value.raw))
    const [open, close] = value.type === 'array' ? '[]' : '{}'
    const children: readonly (JsonNode | JsonEntry)[] = value.type === 'array' ? value.items : value.entries
    if (children.length === 0) return put(`${open}${close}`)
    const folded = foldWidth > 0 && indent ? toFolded(value, foldWidth, rewrite) : undefined
    if (folded !== undefined) return put(folded)
    const inner = indent ? outer + indent : outer
    put(open!)
    children.forEach((child, index) => {
      put(`${index > 0 ? ',' : ''}${indent ? inner : ''}`)
      if (!('rawKey' in child)) return write(child, inner)
      put(`${rewrite(child.rawKey)}:${indent ? ' ' : ''}`)
      write(child.value, inner)
    })
    put(`${indent ? outer : ''}${close}`)
  }
  write(node, '\n')
  return parts.join('')
}

function toFolded(node: JsonNode, width: number, rewrite: (raw: string) => string): string | undefined {
  if (node.type !== 'array' || node.items.length > width) return undefined
  const raws = node.items.map((item) => ('raw' in item ? rewrite(item.raw) : undefined))
  if (raws.includes(undefined)) return undefined
  const line = `[${raws.join(', ')}]`
  return line.length <= width ? line : undefined
}
