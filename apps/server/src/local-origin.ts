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

/** Where the operator opens a page: at the public origin, unless it only repeats a host that no browser can open. */
export function toOpenOrigin(config: Pick<Config, 'host' | 'port' | 'publicOrigin'>): string {
  const { hostname } = new URL(config.publicOrigin)
  return OPENED.has(hostname.replace(/^\[(.*)\]$/, '$1')) ? toLocalOrigin(config) : config.publicOrigin
}
