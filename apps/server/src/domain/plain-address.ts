/** An IPv4 client on a dual-stack socket comes as `::ffff:a.b.c.d`. */
export function toPlainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '')
}
