import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** Names the file that says what is held. */
export const HELD_FILE = 'TRIAL_HELD_FILE'

/** Buffers go some time after what pointed to them: collections before the one that counts, and the pause behind each. */
const [ROUNDS, PAUSE_MS] = [2, 1_000]

/**
 * Loaded into a server by a trial (`node --import`): at SIGUSR2 all garbage is collected and the megabytes that are held
 * then are written down. What is in use between two collections says as much about the garbage as about the program.
 */
const file = process.env[HELD_FILE]
if (isMainThread && file) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  process.on('SIGUSR2', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      collect()
      await sleep(PAUSE_MS)
    }
    collect()
    const { heapUsed, external } = process.memoryUsage()
    await writeFile(file, String((heapUsed + external) / 1_048_576))
  })
}
