import { AppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { parseHex, toHex } from '../../lib/bytes.ts'
import { nameOfOption, toOptionText } from '../../lib/dhcp/read-option.ts'

export type OptionRow = { code: number; name: string; length: number; value: string; hex: string }

/** The magic cookie between the fields of BOOTP and the options (RFC 2131 §3). */
const COOKIE = '63825363'
const END = 255

/**
 * Reads one option's data, or, where no code is given, a list of options as a packet holds it: code, length, data. Throws
 * `bad_input` where the bytes are no such list.
 */
export function readOptions(text: string, { code, lang }: { code: number | undefined; lang: Lang }): OptionRow[] {
  const bytes = parseHex(text.replaceAll('.', ' '), 'values')
  if (bytes.length === 0) throw new AppError('bad_input', { field: 'values', expected: HEX, got: NOTHING })
  if (code !== undefined) return [toRow(code, bytes, lang)]
  const start = toHex(bytes).indexOf(COOKIE)
  const options = findOptions(start >= 0 && start % 2 === 0 ? bytes.subarray(start / 2 + 4) : bytes)
  if (!options)
    throw new AppError('bad_input', { field: 'values', expected: A_LIST, got: `${toHex(bytes.subarray(0, 16), ' ')} …` })
  return [...options].map(([number, data]) => toRow(number, data, lang))
}

const HEX: Text = { en: 'hexadecimal digits', zh: '十六进制数字' }
const NOTHING: Text = { en: 'none', zh: '没有' }
const A_LIST: Text = {
  en: 'options of code, length and data, one behind another; or the number of the one option whose data these are',
  zh: '依次为编号、长度和数据的选项列表；若只是一个选项的数据，请填写其编号',
}

/** Data of the same code belong together (RFC 3396 §7). */
function findOptions(bytes: Uint8Array): Map<number, Uint8Array> | undefined {
  const options = new Map<number, Uint8Array>()
  for (let at = 0; at < bytes.length;) {
    const code = bytes[at]!
    if (code === END) break
    if (code === 0) {
      at++
      continue
    }
    const length = bytes[at + 1]
    if (length === undefined || at + 2 + length > bytes.length) return undefined
    options.set(code, Uint8Array.of(...(options.get(code) ?? []), ...bytes.subarray(at + 2, at + 2 + length)))
    at += 2 + length
  }
  return options.size > 0 ? options : undefined
}

function toRow(code: number, bytes: Uint8Array, lang: Lang): OptionRow {
  const name = nameOfOption(code)
  return {
    code,
    name: typeof name === 'string' ? name : name[lang],
    length: bytes.length,
    value: toOptionText(code, bytes),
    hex: toHex(bytes),
  }
}
