import { setTimeout as sleep } from 'node:timers/promises'
import { lockBuild, LockedError } from '../packages/data/src/build-lock.ts'

const ASK_AGAIN_MS = 500

/** Waits while another process builds in a folder, says so once, and then keeps others out. */
export async function lockWhenFree(folder: string): Promise<AsyncDisposable> {
  for (let isTold = false; ; isTold = true)
    try {
      return await lockBuild(folder)
    } catch (error) {
      if (!(error instanceof LockedError)) throw error
      if (!isTold) console.log(`Waiting: ${error.message}`)
      await sleep(ASK_AGAIN_MS)
    }
}
