import type { Config } from './config.ts'

/** Hosts that mean every address of the machine, and the one of them that a browser here can open. */
const OPENED: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/** Where a browser or program on this machine finds the server. */
export function toLocalOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const opened = OPENED.get(host) ?? host
  return `http://${opened.includes(':') ? `[${opened}]` : opened}:${port}`
}

/** Whether the public origin only repeats a host that means every address, which no browser can open. */
export function isPlaceless({ publicOrigin }: Pick<Config, 'publicOrigin'>): boolean {
  return OPENED.has(new URL(publicOrigin).hostname.replace(/^\[(.*)\]$/, '$1'))
}

/** Where the operator opens a page: at the public origin where there is one. */
export function toOpenOrigin(config: Pick<Config, 'host' | 'port' | 'publicOrigin'>): string {
  return isPlaceless(config) ? toLocalOrigin(config) : config.publicOrigin
}
