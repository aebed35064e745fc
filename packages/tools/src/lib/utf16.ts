import type { Bytes } from './bytes.ts'

/** UTF-16 with the highest byte first. */
export function toUtf16(text: string): Bytes {
  const bytes = new Uint8Array(2 * text.length)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i))
  return bytes
}
