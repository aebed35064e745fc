import type { Text } from '@octet/core/text.ts'
import { startsWith, toLatin, toView } from './image-scan.ts'

export type Profile = { readonly name: string; readonly space: string; readonly version: string }

const MAX_TAGS = 100
const MAX_NAME_CHARS = 200

/** Name, colour space and version of a profile (ICC.1:2022 §7.2, §9.2.41 and, before version 4, textDescriptionType). */
export function readIcc(bytes: Uint8Array): Profile | undefined {
  if (bytes.length < 132 || !startsWith(bytes, 'acsp', 36)) return undefined
  const view = toView(bytes)
  const count = Math.min(view.getUint32(128), MAX_TAGS)
  let name = ''
  for (let i = 0; i < count && 132 + i * 12 + 12 <= bytes.length && !name; i++) {
    const at = 132 + i * 12
    if (startsWith(bytes, 'desc', at)) name = readName(bytes, view.getUint32(at + 4))
  }
  return { name, space: toLatin(bytes.subarray(16, 20)).trim(), version: `${bytes[8]}.${bytes[9]! >> 4}` }
}

function readName(bytes: Uint8Array, at: number): string {
  if (at + 28 > bytes.length) return ''
  const view = toView(bytes)
  const cut = (text: string) => text.replaceAll('\0', '').trim().slice(0, MAX_NAME_CHARS)
  if (startsWith(bytes, 'desc', at))
    return cut(toLatin(bytes.subarray(at + 12, at + 12 + Math.min(view.getUint32(at + 8), MAX_NAME_CHARS))))
  if (!startsWith(bytes, 'mluc', at)) return ''
  const [size, from] = [Math.min(view.getUint32(at + 20), MAX_NAME_CHARS * 2), at + view.getUint32(at + 24)]
  return cut(new TextDecoder('utf-16be').decode(bytes.subarray(from, from + size)))
}

export const toProfileText = ({ name, space, version }: Profile): string => `${name || '–'} (${space}, ICC ${version})`

export const BAD_PROFILE: Text = { en: 'The colour profile cannot be read.', zh: '色彩配置无法读取。' }
