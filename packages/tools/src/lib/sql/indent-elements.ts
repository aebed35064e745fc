import type { SqlTraits } from './dialects.ts'
import { scanSql, type SqlToken } from './tokens.ts'

/** Deeper ones are indented no further. */
const MAX_DEPTH = 40

/** Whether a piece of the XML of MyBatis stands on a line of its own; a short CDATA is an operator. */
export const isElement = (raw: string): boolean => /^(?:<\/?[a-z]|<!--|<!\[CDATA\[$|\]\]>)/i.test(raw)

/** Laid-out SQL in which lines go in with the elements of MyBatis that hold them; where there are none, as it came. */
export function indentElements(text: string, unit: string, traits: SqlTraits): string {
  if (!text.includes('<')) return text
  const tokens = scanSql(text, traits)
  if (!tokens.some(isElementToken)) return text
  /** The indentation of each element that is open. */
  const open: string[] = []
  let lineIndent = ''
  return tokens
    .map((token, at) => {
      if (isElementToken(token)) follow(open, token.raw, lineIndent)
      const next = tokens[at + 1]
      const [, before, own] = (token.kind === 'space' && next && /^([\s\S]*\n)([ \t]*)$/.exec(token.raw)) || []
      if (before === undefined || own === undefined) return token.raw
      const isEnd = isElementToken(next!) && isClosing(next!.raw)
      lineIndent = (isEnd ? open.at(-1) : undefined) ?? own + unit.repeat(Math.min(open.length, MAX_DEPTH))
      return before + lineIndent
    })
    .join('')
}

const isElementToken = ({ kind, raw }: SqlToken): boolean => kind === 'placeholder' && isElement(raw)
const isClosing = (raw: string): boolean => /^(?:<\/|\]\])/.test(raw)

function follow(open: string[], raw: string, indent: string): void {
  if (/^<!--|\/>$/.test(raw)) return
  if (isClosing(raw)) open.pop()
  else open.push(indent)
}
