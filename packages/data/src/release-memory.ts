import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/**
 * Frees what the last phase of a build has left behind. Large typed arrays live outside the heap, so that the engine
 * sees no need to collect them for a long time: without this a build holds up to twice the memory it needs.
 */
export function releaseMemory(): void {
  collect()
}
