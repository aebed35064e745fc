import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const LOOK_MS = 50

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
   * not cut: a request may be on its way on each of them, and would be lost. `onLook` is called again and again meanwhile,
   * to end connections that end with no answer.
   */
  async finish(server: Server, limitMs: number, { onLook = () => {} }: { onLook?: () => void } = {}): Promise<void> {
    this.begin()
    const { closeIdleConnections } = server
    server.closeIdleConnections = () => {} // `close` would call it
    server.close()
    server.closeIdleConnections = closeIdleConnections
    const endMs = performance.now() + limitMs
    while (performance.now() < endMs) {
      onLook()
      if ((await countConnections(server)) === 0) return
      await wait(LOOK_MS)
    }
  }
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
}
