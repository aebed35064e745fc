import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options?: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void
let collect: Collect | undefined

/** Asked of the engine when it is first needed: a context of its own takes longer to make than most modules. */
function getCollect(): Collect {
  if (collect) return collect
  setFlagsFromString('--expose-gc')
  collect = runInNewContext('gc') as Collect
  // Code that was kept compiled under other flags is not taken: what is kept from here on is for a program that begins without.
  setFlagsFromString('--no-expose-gc')
  return collect
}

/** What arrays may hold beside the heap before it is worth looking through all objects for those that nobody needs. */
const WORTH_BYTES = 1 << 28

/**
 * Frees what the last phase of a build has left behind. Large typed arrays live outside the heap, so that the engine
 * sees no need to collect them for a long time: without this a build holds up to twice the memory it needs. In a small
 * one the look takes longer than all the rest, and is left out.
 */
export function releaseMemory(): void {
  if (process.memoryUsage().arrayBuffers >= WORTH_BYTES) getCollect()()
}

/** Looks through all objects now, so that what runs next does not pay for what ran before. */
export function collectGarbage(): void {
  getCollect()()
}

/** The same with all that can be made anew, which takes about a tenth of a second: after a start a third of the heap goes. */
export function releaseAllMemory(): void {
  getCollect()({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
