import { toStringValue, type XPathNode } from './nodes.ts'

/** What an expression gives (XPath 1.0 §1); nodes in the order of the document. */
export type Value = string | number | boolean | readonly XPathNode[]

export const isNodes = (value: Value): value is readonly XPathNode[] => typeof value === 'object'

/** string() (§4.2): of nodes, the string-value of the first. */
export function toText(value: Value): string {
  if (isNodes(value)) return value[0] ? toStringValue(value[0]) : ''
  return typeof value === 'number' ? writeNumber(value) : String(value)
}

/** number() (§4.4). */
export function toNumber(value: Value): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = toText(value).replaceAll(/^[\t\n\r ]+|[\t\n\r ]+$/g, '')
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}

/** boolean() (§4.3). */
export function toTruth(value: Value): boolean {
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value)
  return typeof value === 'boolean' ? value : value.length > 0
}

/** A number as XPath writes it: in decimals, never with an exponent (§4.2). */
function writeNumber(value: number): string {
  const plain = String(value === 0 ? 0 : value)
  const [, sign = '', whole = '', part = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(plain) ?? []
  if (exponent === undefined) return plain
  const digits = whole + part
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return sign + digits.padEnd(point, '0')
}
