import { toStringValue } from './nodes.ts'
import { isNodes, toNumber, toTruth, type Value } from './values.ts'

type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='

const NUMBERS: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}
const TURNED = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

/** A comparison (XPath 1.0 §3.4): nodes compare when one of them does. */
export function compare(operator: Comparison, left: Value, right: Value): boolean {
  if (isNodes(left) && isNodes(right)) return compareNodes(operator, left.map(toStringValue), right.map(toStringValue))
  if (isNodes(left)) return compareWithOne(operator, left, right)
  if (isNodes(right)) return compareWithOne(TURNED[operator], right, left)
  return compareOnes(operator, left, right)
}

function compareWithOne(operator: Comparison, nodes: Extract<Value, readonly unknown[]>, one: Value): boolean {
  if (typeof one === 'boolean') return compareOnes(operator, toTruth(nodes), one)
  return nodes.some((node) => compareOnes(operator, toStringValue(node), one))
}

function compareOnes(operator: Comparison, left: Value, right: Value): boolean {
  if (operator === '=' || operator === '!=') {
    if (typeof left === 'boolean' || typeof right === 'boolean') return (toTruth(left) === toTruth(right)) === (operator === '=')
    if (typeof left === 'string' && typeof right === 'string') return (left === right) === (operator === '=')
  }
  return NUMBERS[operator](toNumber(left), toNumber(right))
}

/** Each set is looked at once; comparing every pair would take the product of their sizes. */
function compareNodes(operator: Comparison, left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 0 || right.length === 0) return false
  if (operator === '=') {
    const known = new Set(left)
    return right.some((text) => known.has(text))
  }
  if (operator === '!=') return new Set([...left, ...right]).size > 1
  const [a, b] = [left, right].map((texts) => texts.map((text) => toNumber(text)).filter((value) => !Number.isNaN(value)))
  if (!a?.length || !b?.length) return false
  const lowest = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other))
  const highest = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other))
  const isLess = operator === '<' || operator === '<='
  return isLess ? NUMBERS[operator](lowest(a), highest(b)) : NUMBERS[operator](highest(a), lowest(b))
}
