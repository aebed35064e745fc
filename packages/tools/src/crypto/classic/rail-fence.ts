/**
 * Rail fence: characters are written up and down over a number of rails and read rail by rail. Takes and gives code points,
 * so that a character beyond 16 bits stays whole.
 */
export function writeRails(text: string, rails: number): string {
  const characters = Array.from(text)
  return listOrder(characters.length, rails)
    .map((from) => characters[from])
    .join('')
}

/** The text that {@link writeRails} has written over so many rails. */
export function readRails(text: string, rails: number): string {
  const characters = Array.from(text)
  const plain: string[] = []
  for (const [at, from] of listOrder(characters.length, rails).entries()) plain[from] = characters[at]!
  return plain.join('')
}

/** For each place of the written text, which character of the plain one stands there. */
function listOrder(count: number, rails: number): number[] {
  const lines: number[][] = Array.from({ length: Math.min(rails, count) }, () => [])
  const period = Math.max(1, 2 * (rails - 1))
  for (let at = 0; at < count; at++) {
    const step = at % period
    lines[Math.min(step, period - step)]?.push(at)
  }
  return lines.flat()
}
