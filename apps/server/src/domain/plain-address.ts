/**
 * An IPv4 client on a dual-stack socket comes as `::ffff:a.b.c.d`; some proxies write the client's port behind its address
 * (`203.0.113.7:49152`, `[2001:db8::7]:49152`).
 */
export function toPlainAddress(address: string): string {
  if (!address.includes(':') && !address.includes('%')) return address
  return address
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
    .replace(/%.*$/, '')
}
