import { quoteShell } from '../../lib/curl/quote.ts'

/** `$$` is a dollar, `$NAME` and `${NAME…}` are filled in (Compose Specification, “Interpolation”). */
const DOLLARS = /\$\$|\$\{[^{}]*\}|\$[A-Za-z_]\w*/g
/** Where every shell knows what to fill in: the folder that it is in, and home. */
export const [HERE, HOME] = ['${PWD}', '${HOME}'] as const

/** Whether Compose fills something in, other than where it is. */
export const hasVariables = (text: string): boolean =>
  Array.from(text.matchAll(DOLLARS)).some(([found]) => found !== '$$' && found !== HERE && found !== HOME)

/** What a shell fills in as Compose does: a name, and what stands for it where it is not set. */
const VARIABLE = /^\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*(?:(:?[-+?])(.*))?\})$/s

/** What stands behind the flags of a command, with `--` before it where it would be one (XBD §12.2 of POSIX, guideline 10). */
export const toOperand = (text: string): string[] => (isFlag(text) ? ['--', text] : [text])

/** Whether a word may begin with `-` once it is filled in; what the variables of a visitor hold is their own. */
function isFlag(text: string): boolean {
  const [start = ''] = /^(?:\$[A-Za-z_]\w*|\$\{[^{}]*\})*/.exec(text) ?? []
  const instead = Array.from(start.matchAll(DOLLARS), ([dollars]) => VARIABLE.exec(dollars)?.[2] ?? '')
  return [...instead, text.slice(start.length)].some((part) => part.startsWith('-'))
}

/** A word for a POSIX shell, which fills in the variables that Compose would, and runs nothing. */
export function quoteWord(text: string): string {
  const found = [...text.matchAll(DOLLARS)]
  if (found.every(([dollars]) => dollars === '$$')) return quoteShell(text.replaceAll('$$', () => '$'))
  let out = ''
  let done = 0
  for (const { 0: dollars, index } of found) {
    out += escape(text.slice(done, index)) + (dollars === '$$' ? String.raw`\$` : toVariable(dollars))
    done = index + dollars.length
  }
  return `"${out}${escape(text.slice(done))}"`
}

/** In the text that stands for a missing one a shell would run commands, which are mere text for Compose. */
function toVariable(dollars: string): string {
  const found = VARIABLE.exec(dollars)
  if (!found) return escape(dollars)
  const [, sign, instead = ''] = found
  return sign === undefined ? dollars : `${dollars.slice(0, -1 - instead.length)}${escape(instead)}}`
}

const escape = (text: string): string => text.toWellFormed().replaceAll(/["\\`$]/g, String.raw`\$&`)
