import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give away by themselves (Linux: from 32768, IANA: from 49152). */
const FIRST = 20_000
const COUNT = 12_000

/**
 * A port of 127.0.0.1 that nobody listens on, for a program that cannot take port 0. It comes from a range from which no
 * system picks ports for connections, so that it is still free a moment later.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
