import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const LOOK_MS = 50
/** A request that is on its way has come by then. */
const QUIET_MS = 1_000

type Finish = {
  /** Called again and again meanwhile, to end connections that end with no answer. */
  readonly onLook?: () => void
  /** How long connections that are idle are left open, for a request that may be on its way. */
  readonly quietMs?: number
}

/** Whether this process is about to stop. Set once; read by every answer that may be the last of its connection. */
export class Drain {
  #isStopping = false

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** From now on `/readyz` says no, and every answer closes its connection. */
  begin(): void {
    this.#isStopping = true
  }

  /**
   * Stops taking connections and waits until the open ones have had their last answer, or for `limitMs`. Idle ones are
   * not cut at once: a request may be on its way on each of them, and would be lost. After `quietMs` they are, and so often
   * again: each answer closes its connection now, so that one which is open and idle still has been so all the while. A balancer
   * would keep the others for longer than a stop may take.
   */
  async finish(server: Server, limitMs: number, { onLook = () => {}, quietMs = QUIET_MS }: Finish = {}): Promise<void> {
    this.begin()
    const { closeIdleConnections } = server
    server.closeIdleConnections = () => {} // `close` would call it
    server.close()
    server.closeIdleConnections = closeIdleConnections
    const beganMs = performance.now()
    let cutMs = beganMs + quietMs
    for (let nowMs = beganMs; nowMs < beganMs + limitMs; nowMs = performance.now()) {
      onLook()
      if (nowMs >= cutMs) {
        server.closeIdleConnections()
        cutMs = nowMs + quietMs
      }
      if ((await countConnections(server)) === 0) return
      await wait(LOOK_MS)
    }
  }
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
}
