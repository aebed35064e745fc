import type { Text } from '@octet/core/text.ts'

const MOBILE: Text = { en: 'China Mobile', zh: '中国移动' }
const UNICOM: Text = { en: 'China Unicom', zh: '中国联通' }
const TELECOM: Text = { en: 'China Telecom', zh: '中国电信' }
const BROADCAST: Text = { en: 'China Broadnet', zh: '中国广电' }

export type Segment = { readonly carrier: Text; readonly kind: 'ordinary' | 'virtual' | 'satellite' | 'data' }

/** Segments as the ministry has assigned them: kind, network, prefixes. The longest prefix counts. */
const ROWS: readonly (readonly [Segment['kind'], Text, string])[] = [
  ['ordinary', MOBILE, '134 135 136 137 138 139 147 150 151 152 157 158 159 172 178 182 183 184 187 188 195 197 198'],
  ['ordinary', UNICOM, '130 131 132 145 155 156 166 175 176 185 186 196'],
  ['ordinary', TELECOM, '133 153 173 177 180 181 189 190 191 193 199'],
  ['ordinary', BROADCAST, '192'],
  ['virtual', MOBILE, '165 1703 1705 1706'],
  ['virtual', UNICOM, '167 171 1704 1707 1708 1709'],
  ['virtual', TELECOM, '162 1700 1701 1702'],
  ['satellite', TELECOM, '1349 17400 17401 17402 17403 17404 17405'],
  ['data', MOBILE, '148 1440'],
  ['data', UNICOM, '146 140'],
  ['data', TELECOM, '141 149'],
]

const SEGMENTS = new Map(
  ROWS.flatMap(([kind, carrier, prefixes]) => prefixes.split(' ').map((prefix) => [prefix, { carrier, kind }] as const)),
)

/** The network that a Chinese mobile number was assigned to; it may have been ported since. */
export function findSegment(nationalNumber: string): Segment | undefined {
  for (const length of [5, 4, 3]) {
    const found = SEGMENTS.get(nationalNumber.slice(0, length))
    if (found) return found
  }
  return undefined
}
