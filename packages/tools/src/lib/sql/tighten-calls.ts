import type { SqlToken } from './tokens.ts'

/** Words behind which a value is wanted, or what gives rows: a name with a bracket is a call there. */
const BEFORE_CALL =
  /^(?:select|distinct|all|where|and|or|not|having|by|when|then|else|case|between|like|return|returns|from|join|lateral|call|set|is|in|limit|offset|default|using|values)$/i
/** What takes brackets without being called. */
const NO_CALL =
  /^(?:in|exists|any|all|some|unique|check|key|index|using|over|filter|within|values|and|or|not|as|on|by|with|table|primary|foreign|constraint|partition|select|from|where|when|then|else|case|between|like|ilike|is|union|except|intersect|interval|array|row|set|having|order|group|distinct|limit|offset|join|lateral|returning|into|default|references|grouping|sets|cube|rollup|pivot|unpivot|tablesample)$/i

/**
 * Takes out the space that the formatter puts before the bracket of a call whose name it does not know: `my_func (1)` is
 * `my_func(1)` where it was. Behind what may name a table (`INSERT INTO t (a)`) the space stays.
 */
export function tightenCalls(before: readonly SqlToken[], after: readonly SqlToken[]): readonly SqlToken[] {
  const calls = findCalls(before)
  if (calls.size === 0) return after
  let place = 0
  return after.filter((token, at) => {
    if (!isGap(token)) {
      place++
      return true
    }
    return !(token.raw === ' ' && after[at + 1]?.raw === '(' && calls.has(place) && !isGap(after[at - 1]!))
  })
}

/** The brackets of calls, counted without gaps. */
function findCalls(tokens: readonly SqlToken[]): ReadonlySet<number> {
  const solid = tokens.filter((token) => !isGap(token))
  const calls = new Set<number>()
  const open: number[] = []
  for (const [at, token] of solid.entries()) {
    if (token.raw === '(') {
      open.push(at)
      const name = solid[at - 1]
      if (name?.end === token.start && isName(name) && isCallBehind(findBefore(solid, at - 1))) calls.add(at)
    } else if (token.raw === ')') {
      const start = open.pop()
      if (start !== undefined && namesColumns(solid, start, at)) calls.delete(start)
    }
  }
  return calls
}

/** Whether brackets name the columns of a further query of WITH: `, b(x) AS (`. */
const namesColumns = (solid: readonly SqlToken[], start: number, end: number): boolean =>
  solid[start - 2]?.raw === ',' && /^as$/i.test(solid[end + 1]?.raw ?? '') && solid[end + 2]?.raw === '('

const isGap = ({ kind }: SqlToken): boolean => kind === 'space' || kind === 'comment'
const isName = ({ kind, raw }: SqlToken): boolean =>
  kind === 'name' || (kind === 'word' && /^[^\d]/.test(raw) && !NO_CALL.test(raw))

/** What stands before the name at a place, with all before its last dot. */
function findBefore(solid: readonly SqlToken[], name: number): SqlToken | undefined {
  let at = name
  while (at >= 2 && solid[at - 1]!.raw === '.') at -= 2
  return solid[at - 1]
}

/** Signs other than those that end something, and words that want a value. */
const isCallBehind = (token: SqlToken | undefined): boolean =>
  token !== undefined &&
  (token.kind === 'mark' ? !/^[)\];.]$/.test(token.raw) : token.kind === 'word' && BEFORE_CALL.test(token.raw))
