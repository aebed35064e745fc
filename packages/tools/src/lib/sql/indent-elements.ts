import type { SqlTraits } from './dialects.ts'
import { scanSql, type SqlToken } from './tokens.ts'

/** Deeper ones are indented no further. */
const MAX_DEPTH = 40

/** Whether a piece of the XML of MyBatis stands on a line of its own; a short CDATA is an operator. */
export const isElement = (raw: string): boolean => /^(?:<[/a-z?]|<!(?:--|DOCTYPE)|<!\[CDATA\[$|\]\]>)/i.test(raw)

/** Laid-out SQL in which lines go in with the elements of MyBatis that hold them; where there are none, as it came. */
export function indentElements(text: string, unit: string, traits: SqlTraits): string {
  if (!text.includes('<')) return text
  const tokens = scanSql(text, traits)
  if (!tokens.some(isElementToken)) return text
  /** The indentation of each element that is open. */
  const open: string[] = []
  /** What an element goes by that follows another: in what opens, beside what does not. */
  let beside: string | undefined
  let lineIndent = ''
  return tokens
    .map((token, at) => {
      if (isElementToken(token)) {
        beside = isOpening(token.raw) && open.length < MAX_DEPTH ? lineIndent + unit : lineIndent
        follow(open, token.raw, lineIndent)
      } else if (token.kind !== 'space') beside = undefined
      const next = tokens[at + 1]
      const [, before, own] = (token.kind === 'space' && next && /^([\s\S]*\n)([ \t]*)$/.exec(token.raw)) || []
      if (before === undefined || own === undefined) return token.raw
      const inside = own + unit.repeat(Math.min(open.length, MAX_DEPTH))
      lineIndent = !isElementToken(next!) ? inside : ((isClosing(next!.raw) ? open.at(-1) : beside) ?? inside)
      return before + lineIndent
    })
    .join('')
}

const isElementToken = ({ kind, raw }: SqlToken): boolean => kind === 'placeholder' && isElement(raw)
const isClosing = (raw: string): boolean => /^(?:<\/|\]\])/.test(raw)

const isOpening = (raw: string): boolean => !isClosing(raw) && !/^<(?:!--|\?|!DOCTYPE)|\/>$/i.test(raw)

function follow(open: string[], raw: string, indent: string): void {
  if (isOpening(raw)) open.push(indent)
  else if (isClosing(raw)) open.pop()
}
