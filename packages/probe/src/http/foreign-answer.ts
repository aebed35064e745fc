import type { Text } from '@octet/core/text.ts'

const MAX_SHOWN = 60

/** The type of a SETTINGS frame, with which every HTTP/2 server begins (RFC 9113 §3.4, §6.5). */
const SETTINGS = 4
const FRAME_HEAD_BYTES = 9
/** Content types of TLS records: alert, handshake (RFC 8446 §5.1). */
const TLS_RECORDS: readonly (number | undefined)[] = [0x15, 0x16]

/** What a server sent in place of an answer of HTTP/1.1, by its first bytes: “sent …”. */
export function describeForeign(bytes: Buffer): Text {
  if (isSettings(bytes))
    return {
      en: 'no valid HTTP answer, but frames of HTTP/2: without TLS it takes HTTP/2 alone',
      zh: 'HTTP/2 帧，而非有效的 HTTP 应答：未加密时只接受 HTTP/2',
    }
  if (TLS_RECORDS.includes(bytes[0]) && bytes[1] === 3)
    return { en: 'no valid HTTP answer, but TLS: ask it by https://', zh: 'TLS 数据，而非有效的 HTTP 应答：请改用 https://' }
  const shown = toShown(bytes)
  return { en: `no valid HTTP answer, but “${shown}”`, zh: `“${shown}”，而非有效的 HTTP 应答` }
}

/** A frame of the connection as a whole that holds settings of six bytes each. */
function isSettings(bytes: Buffer): boolean {
  if (bytes.length < FRAME_HEAD_BYTES || bytes[3] !== SETTINGS) return false
  return bytes.readUIntBE(0, 3) % 6 === 0 && bytes.readUInt32BE(5) === 0
}

/** The first line, what cannot be shown as a dot. */
function toShown(bytes: Buffer): string {
  const [line = ''] = bytes
    .toString('latin1', 0, 4 * MAX_SHOWN)
    .trim()
    .split(/[\r\n]/, 1)
  const shown = line.slice(0, MAX_SHOWN).replaceAll(/[^\x20-\x7e]/g, '.')
  return line.length > MAX_SHOWN ? `${shown}…` : shown
}
