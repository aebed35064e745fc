/** Ports of proxies that are written without one: of all but those over TLS 1080 (curl manual, --proxy). */
const DEFAULT_PORTS: Readonly<Record<string, number>> = { https: 443 }
const OTHER_PORT = 1080

/** The address of a proxy as other clients read it: with its scheme, and its port, which most take for 80. None for an empty text. */
export function toProxy(value: string): string | undefined {
  const [, scheme = 'http', rest = ''] = /^(?:([a-z][\w+.-]*):\/\/)?([^/?#]*)/i.exec(value) ?? []
  if (rest === '') return undefined
  const port = /:\d+$/.test(rest) ? '' : `:${DEFAULT_PORTS[scheme.toLowerCase()] ?? OTHER_PORT}`
  return `${scheme.toLowerCase()}://${rest}${port}`
}

/** Whether it is one that every client with proxies knows: plain HTTP to the proxy, not SOCKS and not TLS. */
export const isPlainProxy = (proxy: string): boolean => proxy.startsWith('http://')
