import type { Lang, Text } from '@octet/core/text.ts'
import { toPrefixed, toTimeWords } from './units.ts'

/** The largest window without and with its option (RFC 7323 §2.2), in bytes. */
const PLAIN_WINDOW = 65_535
const SCALED_WINDOW = 65_535 * 2 ** 14
/** Data of a segment over Ethernet with timestamps, in bytes. */
const SEGMENT = 1448

type Way = {
  /** Bits in a second that the line carries. */
  readonly rate: number
  readonly roundTripSeconds: number
  readonly windowBits?: number
  readonly bits: number
  readonly lang: Lang
}

/** What a long way does to one TCP connection. */
export function describeDelay({ rate, roundTripSeconds, windowBits, bits, lang }: Way): { fact: string; value: string }[] {
  const bytes = (rate * roundTripSeconds) / 8
  const reach = (window: number) => Math.min(rate, window / roundTripSeconds)
  const rows: (readonly [Text, string] | false)[] = [
    [{ en: 'Window for the full rate (bandwidth × delay)', zh: '跑满带宽所需窗口（带宽时延积）' }, toBytes(bytes)],
    [{ en: 'Segments in flight', zh: '在途报文段' }, Math.ceil(bytes / SEGMENT).toLocaleString('en')],
    [
      { en: 'Maximum with a 64 KiB window, without scaling', zh: '不启用窗口缩放（64 KiB）时最高' },
      toPrefixed(reach(PLAIN_WINDOW * 8), 'bit/s'),
    ],
    bytes > SCALED_WINDOW && [
      { en: 'Maximum of one connection (window 1 GiB)', zh: '单连接上限（窗口 1 GiB）' },
      toPrefixed(reach(SCALED_WINDOW * 8), 'bit/s'),
    ],
    windowBits !== undefined && [{ en: 'With your window', zh: '使用所填窗口可达' }, toPrefixed(reach(windowBits), 'bit/s')],
    windowBits !== undefined && [
      { en: 'The transfer then takes', zh: '此时传输用时' },
      toTimeWords(bits / reach(windowBits), lang),
    ],
    // Mathis, Semke, Mahdavi and Ott 1997: rate < MSS / RTT × 1.22 / √loss, solved for the loss.
    [
      { en: 'Segments per lost one, with Reno at full rate', zh: 'Reno 跑满时每丢一个报文段至少需成功' },
      Math.max(1, Math.round(((rate * roundTripSeconds) / (SEGMENT * 8 * 1.22)) ** 2)).toLocaleString('en'),
    ],
  ]
  return rows.flatMap((row) => (row ? [{ fact: row[0][lang], value: row[1] }] : []))
}

const toBytes = (bytes: number) => `${toPrefixed(bytes, 'B')} = ${toPrefixed(bytes, 'B', { isBinary: true })}`
