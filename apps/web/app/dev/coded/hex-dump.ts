const ROW_BYTES = 16

/** Bytes as people read them: place, sixteen bytes, and the same as ASCII. */
export function toHexDump(bytes: Uint8Array): string {
  return Array.from({ length: Math.ceil(bytes.length / ROW_BYTES) }, (_, row) => {
    const part = [...bytes.subarray(row * ROW_BYTES, (row + 1) * ROW_BYTES)]
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const ascii = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '.')).join('')
    return `${(row * ROW_BYTES).toString(16).padStart(4, '0')}  ${hex.padEnd(ROW_BYTES * 3 - 1)}  ${ascii}`
  }).join('\n')
}
