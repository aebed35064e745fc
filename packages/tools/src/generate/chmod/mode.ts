import { AppError } from '@octet/core/errors.ts'

/** Who × what: the twelve bits of a mode, highest first (POSIX.1-2024 chmod). */
const LETTERS = 'rwxrwxrwx'
const SHIFTS = { u: 6, g: 3, o: 0 } as const
const BITS = { r: 4, w: 2, x: 1 } as const

/** Reads `755`, `4755`, `rwxr-xr-x`, `-rwsr-xr-x`, or changes such as `u=rwx,go=rx` to a base. Throws `bad_input`. */
export function readMode(text: string, base: number): number {
  const plain = text.trim()
  if (/^0?[0-7]{1,4}$/.test(plain)) return Number.parseInt(plain, 8)
  const symbols = /^[-dlbcps]?((?:[r-][w-][xsS-]){2}[r-][w-][xtT-])[.+@]?$/.exec(plain)?.[1]
  if (symbols) return readSymbols(symbols)
  const clauses = plain.split(/\s*,\s*/)
  return clauses.reduce((mode, clause) => applyClause(mode, clause, text), base)
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

/** `u+x`, `go-w`, `a=rX`, `u=g`; X is x where the mode has any x already. */
function applyClause(mode: number, clause: string, text: string): number {
  const match = /^([ugoa]*)((?:[-+=](?:[rwxXst]*|[ugo]))+)$/.exec(clause)
  if (!match) {
    const expected = { en: 'a mode such as 755, rwxr-xr-x or u=rwx,go=rx', zh: '权限，如 755、rwxr-xr-x 或 u=rwx,go=rx' }
    throw new AppError('bad_input', { field: 'text', expected, got: text.slice(0, 60) })
  }
  const who = match[1] === '' || match[1]!.includes('a') ? 'ugo' : match[1]!
  let result = mode
  for (const [, sign, what = ''] of match[2]!.matchAll(/([-+=])([rwxXstugo]*)/g))
    for (const person of who as Iterable<'u' | 'g' | 'o'>) result = applyBits(result, { person, sign: sign!, what })
  return result
}

function applyBits(mode: number, { person, sign, what }: { person: 'u' | 'g' | 'o'; sign: string; what: string }): number {
  const shift = SHIFTS[person]
  const special = person === 'u' ? 0o4000 : person === 'g' ? 0o2000 : 0
  let bits = 0
  if (/^[ugo]$/.test(what)) bits = ((mode >> SHIFTS[what as 'u' | 'g' | 'o']) & 7) << shift
  else
    for (const letter of what) {
      if (letter in BITS) bits |= BITS[letter as 'r' | 'w' | 'x'] << shift
      else if (letter === 'X' && mode & 0o111) bits |= 1 << shift
      else if (letter === 's') bits |= special
      else if (letter === 't') bits |= 0o1000
    }
  if (sign === '+') return mode | bits
  return sign === '-' ? mode & ~bits : (mode & ~((7 << shift) | special)) | bits
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
