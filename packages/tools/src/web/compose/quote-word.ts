import { quoteShell } from '../../lib/curl/quote.ts'

/** `$$` is a dollar, `$NAME` and `${NAME…}` are filled in (Compose Specification, “Interpolation”). */
const DOLLARS = /\$\$|\$\{[^{}]*\}|\$[A-Za-z_]\w*/g
/** Where every shell knows what to fill in: the folder that it is in, and home. */
export const [HERE, HOME] = ['${PWD}', '${HOME}'] as const

/** Whether Compose fills something in, other than where it is. */
export const hasVariables = (text: string): boolean =>
  Array.from(text.matchAll(DOLLARS)).some(([found]) => found !== '$$' && found !== HERE && found !== HOME)

/** A word for a POSIX shell, which fills in the variables that Compose would. */
export function quoteWord(text: string): string {
  const found = [...text.matchAll(DOLLARS)]
  if (found.every(([dollars]) => dollars === '$$')) return quoteShell(text.replaceAll('$$', () => '$'))
  let out = ''
  let done = 0
  for (const { 0: dollars, index } of found) {
    out += escape(text.slice(done, index)) + (dollars === '$$' ? String.raw`\$` : dollars)
    done = index + dollars.length
  }
  return `"${out}${escape(text.slice(done))}"`
}

const escape = (text: string): string => text.toWellFormed().replaceAll(/["\\`$]/g, String.raw`\$&`)
