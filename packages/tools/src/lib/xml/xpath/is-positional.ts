import type { Expression } from './ast.ts'

const TRUTHS = ['boolean', 'not', 'true', 'false', 'lang', 'contains', 'starts-with']
const COMPARISONS = ['or', 'and', '=', '!=', '<', '<=', '>', '>=', '|']

/** Whether a predicate may depend on the place of its node: it may be a number, or asks for a place (§2.4). */
export function isPositional(predicate: Expression): boolean {
  return !isTruth(predicate) || asksForPlace(predicate)
}

function isTruth(expression: Expression): boolean {
  switch (expression.kind) {
    case 'call':
      return TRUTHS.includes(expression.name)
    case 'binary':
      return COMPARISONS.includes(expression.operator)
    case 'path':
    case 'filter':
    case 'text':
      return true
    default:
      return false
  }
}

/** Places inside the predicates of a path are their own; only what stands in this context counts. */
function asksForPlace(expression: Expression): boolean {
  switch (expression.kind) {
    case 'extension':
      return expression.args.some(asksForPlace)
    case 'call':
      return expression.name === 'position' || expression.name === 'last' || expression.args.some(asksForPlace)
    case 'binary':
      return asksForPlace(expression.left) || asksForPlace(expression.right)
    case 'negate':
    case 'filter':
      return asksForPlace(expression.of)
    case 'path':
      return typeof expression.from === 'object' && asksForPlace(expression.from)
    default:
      return false
  }
}
