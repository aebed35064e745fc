import { AppError } from '@octet/core/errors.ts'
import { toHalfWidth } from '../../lib/half-width.ts'

/** The twelve bits of a mode, highest first (POSIX.1-2024 chmod), and those that each person's clauses may touch. */
const LETTERS = 'rwxrwxrwx'
const SHIFTS = { u: 6, g: 3, o: 0 } as const
const TOUCHED = { u: 0o4700, g: 0o2070, o: 0o1007, a: 0o7777 } as const
const BITS = { r: 4, w: 2, x: 1 } as const
const FOR_ALL = { r: 0o444, w: 0o222, x: 0o111, s: 0o6000, t: 0o1000 } as const

/**
 * Reads `755`, `4755`, `rwxr-xr-x`, `-rwsr-xr-x`, or changes such as `u=rwx,go=rx` to a base; also out of a chmod command and
 * of what ls -l and stat print. A change that names nobody (`+w`) leaves the bits of the umask alone (POSIX.1-2024 chmod).
 * Throws `bad_input`.
 */
export function readMode(text: string, base: number, umask = 0): number {
  const plain = findMode(toHalfWidth(text).trim())
  if (/^(?:0o)?0*[0-7]{1,4}$/.test(plain)) return Number.parseInt(plain.replace('0o', ''), 8)
  const symbols = /^[-dlbcps]?((?:[r-][w-][xsS-]){2}[r-][w-][xtT-])[.+@]?$/.exec(plain)?.[1]
  if (symbols) return readSymbols(symbols)
  const clauses = plain.split(/\s*,\s*/)
  return clauses.reduce((mode, clause) => applyClause(mode, clause, { text, umask }), base)
}

const COMMAND = /^(?:[#$]\s*)?(?:sudo\s+)?chmod\s+(?:--?[a-zA-Z][\w-]*\s+)*(\S+)/
const LISTED = /^([-dlbcps][-rwxsStT]{9}[.+@]?)\s+\d/
const STATED = /\b(0[0-7]{3,4})\/[-dlbcps][-rwxsStT]{9}/

/** The mode of a line that holds more. */
function findMode(line: string): string {
  return [COMMAND, LISTED, STATED].map((pattern) => pattern.exec(line)?.[1]).find((mode) => mode !== undefined) ?? line
}

function readSymbols(symbols: string): number {
  let mode = 0
  for (const [at, char] of [...symbols].entries()) {
    if (char !== '-' && char !== 'S' && char !== 'T') mode |= 1 << (8 - at)
    if (/[sS]/.test(char)) mode |= at === 2 ? 0o4000 : 0o2000
    if (/[tT]/.test(char)) mode |= 0o1000
  }
  return mode
}

/** `u+x`, `go-w`, `a=rX`, `u=g`, and `+111` as GNU has it; X is x where the mode has any x already. */
function applyClause(mode: number, clause: string, { text, umask }: { text: string; umask: number }): number {
  const match = /^(?:([ugoa]*)((?:[-+=](?:[rwxXst]*|[ugo]))+)|([-+=])0*([0-7]{1,4}))$/.exec(clause)
  if (!match) {
    const expected = { en: 'a mode such as 755, rwxr-xr-x or u=rwx,go=rx', zh: '权限，如 755、rwxr-xr-x 或 u=rwx,go=rx' }
    throw new AppError('bad_input', { field: 'text', expected, got: text.slice(0, 60) })
  }
  const [, who = '', changes = '', sign, octal] = match
  if (sign && octal) return applyBits(mode, { touched: TOUCHED.a, sign, bits: Number.parseInt(octal, 8) })
  const people = [...(who || 'a')] as (keyof typeof TOUCHED)[]
  const touched = people.reduce((bits, person) => bits | TOUCHED[person], 0)
  let result = mode
  for (const [, change, what = ''] of changes.matchAll(/([-+=])([rwxXstugo]*)/g))
    result = applyBits(result, { touched, sign: change!, bits: toBits(what, result) & (who ? TOUCHED.a : ~umask) })
  return result
}

/** The bits that `rX` or `u` stand for, for everybody. */
function toBits(what: string, mode: number): number {
  if (/^[ugo]$/.test(what)) return ((mode >> SHIFTS[what as 'u' | 'g' | 'o']) & 7) * 0o111
  const letters = (mode & 0o111 ? what.replaceAll('X', 'x') : what.replaceAll('X', '')) as Iterable<keyof typeof FOR_ALL>
  return Array.from(letters).reduce((bits, letter) => bits | FOR_ALL[letter], 0)
}

function applyBits(mode: number, { touched, sign, bits }: { touched: number; sign: string; bits: number }): number {
  if (sign === '+') return mode | (bits & touched)
  return sign === '-' ? mode & ~(bits & touched) : (mode & ~touched) | (bits & touched)
}

/** `rwxr-xr-x` with s, S, t and T for the special bits. */
export function writeSymbols(mode: number): string {
  const chars = [...LETTERS].map((letter, at) => (mode & (1 << (8 - at)) ? letter : '-'))
  const mark = (at: number, bit: number, letter: string) => {
    if (mode & bit) chars[at] = chars[at] === 'x' ? letter : letter.toUpperCase()
  }
  mark(2, 0o4000, 's')
  mark(5, 0o2000, 's')
  mark(8, 0o1000, 't')
  return chars.join('')
}

/** Three digits, four when a special bit is set. */
export function writeOctal(mode: number): string {
  return mode.toString(8).padStart(3, '0')
}

/** The mode as clauses of chmod: `u=rwx,g=rx,o=rx`. */
export function writeClauses(mode: number): string {
  return (['u', 'g', 'o'] as const)
    .map((person) => {
      const bits = (mode >> SHIFTS[person]) & 7
      const letters = (['r', 'w', 'x'] as const).filter((letter) => bits & BITS[letter]).join('')
      const special =
        (person === 'u' && mode & 0o4000) || (person === 'g' && mode & 0o2000) ? 's' : person === 'o' && mode & 0o1000 ? 't' : ''
      return `${person}=${letters}${special}`
    })
    .join(',')
}
