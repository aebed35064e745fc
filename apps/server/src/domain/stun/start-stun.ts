import { networkInterfaces } from 'node:os'
import type { Logger } from 'pino'
import { serveStun } from '@octet/probe/stun/serve-stun.ts'
import { toListenAddresses } from '../dns-leak/listen-addresses.ts'
import type { StunConfig } from './stun-schema.ts'

type StunParts = { readonly config: StunConfig; readonly log: Logger; readonly take: (address: string) => boolean }

/** Opens the ports of the STUN server; one that cannot be had is logged and ends nothing else. */
export async function startStun({ config, log, take }: StunParts): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  for (const { host, port } of toListenAddresses(config.listen, networkInterfaces())) {
    try {
      stack.use(await serveStun({ host, port, take }))
      log.info({ host, port }, 'answering STUN for the WebRTC leak test')
    } catch (error) {
      log.warn({ host, port, err: error }, 'no STUN here: the port cannot be opened')
    }
  }
  return stack.move()
}
