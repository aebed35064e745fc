import { spellV4, spellV6, widestV4, widestV6 } from '../spelling.ts'
import type { Run } from './runs.ts'

const START = new Uint32Array(4)

/** Calls with each of the fewest networks that make up a run, in CIDR notation and in address order. */
export function forEachNetwork(run: Run, call: (network: string) => void): void {
  if (run.version === 4) return splitV4(run.first[3]!, run.last[3]!, call)
  START.set(run.first)
  for (;;) {
    const hostBits = Math.min(countHostBits(START), widestV6(START, run.first, run.last))
    call(`${spellV6(START)}/${128 - hostBits}`)
    if (!advance(START, hostBits)) return
    if (isBehind(START, run.last)) return
  }
}

function splitV4(first: number, last: number, call: (network: string) => void): void {
  for (let start = first; start <= last;) {
    const aligned = start === 0 ? 32 : 31 - Math.clz32(start & -start)
    const hostBits = Math.min(aligned, widestV4(start, first, last))
    call(`${spellV4(start)}/${32 - hostBits}`)
    start += 2 ** hostBits
  }
}

/** Zero bits at the end: the largest network that can start here. */
function countHostBits(words: Uint32Array): number {
  for (let word = 3; word >= 0; word--) {
    const value = words[word]!
    if (value !== 0) return 32 * (3 - word) + 31 - Math.clz32(value & -value)
  }
  return 128
}

/** To the first address behind a network; false when there is none. */
function advance(words: Uint32Array, hostBits: number): boolean {
  if (hostBits === 128) return false
  let word = 3 - (hostBits >>> 5)
  let step = 2 ** (hostBits & 31)
  for (; word >= 0; word--) {
    const sum = words[word]! + step
    words[word] = sum
    if (sum < 2 ** 32) return true
    step = 1
  }
  return false
}

function isBehind(words: Uint32Array, last: Uint32Array): boolean {
  for (let word = 0; word < 4; word++) if (words[word] !== last[word]) return words[word]! > last[word]!
  return false
}
