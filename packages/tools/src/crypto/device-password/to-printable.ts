/** Text of printable ASCII, as passwords of devices are; undefined for other bytes, which come of a wrong key. */
export function toPrintable(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || bytes.some((byte) => byte < 0x20 || byte > 0x7e)) return undefined
  return String.fromCharCode(...bytes)
}
