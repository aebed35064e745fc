import { refuse } from './fault.ts'
import type { Token } from './tokens.ts'

/**
 * The records of BIND’s `$GENERATE 1-10 host-$ A 192.0.2.$`: owner, and what stands behind it, for each number. Throws
 * {@link ZoneFault}; ends after `most`.
 */
export function* generate(
  [range, owner, ...rest]: readonly Token[],
  most: number,
): Generator<{ owner: string; tokens: Token[] }> {
  const [, first, last, step = '1'] = /^(\d{1,10})-(\d{1,10})(?:\/(\d{1,10}))?$/.exec(range?.text ?? '') ?? []
  if (first === undefined || Number(step) < 1 || Number(first) > Number(last))
    return refuse(`“${range?.text}” is no range such as 1-10 or 0-20/2`, `“${range?.text}”不是范围（如 1-10、0-20/2）`)
  if (!owner || rest.length === 0)
    return refuse('$GENERATE wants a range, a name, a type and its data', '$GENERATE 应依次为范围、名称、类型和数据')
  let count = 0
  for (let number = Number(first); number <= Number(last) && count < most; number += Number(step), count++)
    yield {
      owner: fill(owner.text, number),
      tokens: rest.map((token) => ({ ...token, text: fill(token.text, number) })),
    }
}

/** `$`, or `${offset,width,base}` (BIND 9 reference, “BIND Primary File Extension”); `$$` and `\$` are a dollar sign. */
function fill(text: string, number: number): string {
  return text.replaceAll(/\\\$|\$\$|\$(?:\{([^}]*)\})?/g, (place: string, modifier: string | undefined) => {
    if (place === '$$' || place === String.raw`\$`) return '$'
    if (modifier === undefined) return String(number)
    const [, offset = '0', width = '0', base = 'd'] =
      /^(-?\d{1,10})(?:,(\d{1,3})(?:,([doxXnN]))?)?$/.exec(modifier) ??
      refuse(`“${place}” is no place of $GENERATE`, `“${place}”不是 $GENERATE 的占位符`)
    return write(number + Number(offset), Number(width), base)
  })
}

const BASES: Readonly<Record<string, number>> = { d: 10, o: 8, x: 16, X: 16 }

function write(value: number, width: number, base: string): string {
  if (base === 'n' || base === 'N') return writeNibbles(value >>> 0, width, base === 'N')
  if (base === 'd') return `${value < 0 ? '-' : ''}${String(Math.abs(value)).padStart(width - (value < 0 ? 1 : 0), '0')}`
  const digits = (value >>> 0).toString(BASES[base]).padStart(width, '0')
  return base === 'X' ? digits.toUpperCase() : digits
}

/** Hexadecimal digits from the last on, a label each, as a reverse name has them; the width counts the dots, too. */
function writeNibbles(value: number, width: number, isUpper: boolean): string {
  let text = ''
  for (let rest = value; text === '' || rest > 0 || text.length < width; rest = Math.floor(rest / 16)) {
    text += (rest % 16).toString(16)
    if (rest >= 16 || text.length < width) text += '.'
  }
  return isUpper ? text.toUpperCase() : text
}
