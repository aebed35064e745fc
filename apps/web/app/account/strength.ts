/** From «too short» to «strong». */
export type Strength = 0 | 1 | 2 | 3 | 4

const MIN_LENGTH = 8
const WALKS = /(?:0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf|zxcv|pass|admin|welcome|letmein|iloveyou|woaini|520|1314)/gi

/**
 * How hard a password is to guess, from the bits of its characters, where repeated ones and well-known beginnings count
 * little. A hint while typing; what is refused is the server's list.
 */
export function toStrength(password: string): Strength {
  if ([...password].length < MIN_LENGTH) return 0
  const rest = password.replaceAll(WALKS, '').replaceAll(/(.)\1+/gu, '$1')
  const bits = [...rest].length * Math.log2(toPool(rest))
  return bits < 36 ? 1 : bits < 52 ? 2 : bits < 72 ? 3 : 4
}

/** Of how many characters each could have been. */
function toPool(text: string): number {
  const kinds: readonly [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[ -/:-@[-`{-~]/, 33],
    [/[^\0-\x7f]/, 500],
  ]
  return Math.max(
    2,
    kinds.reduce((sum, [kind, size]) => sum + (kind.test(text) ? size : 0), 0),
  )
}
