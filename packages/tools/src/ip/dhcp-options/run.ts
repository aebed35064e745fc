import { AppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import { toHex } from '../../lib/bytes.ts'
import { MAX_OPTION } from '../../lib/dhcp/options.ts'
import { nameOfOption, toOptionText } from '../../lib/dhcp/read-option.ts'
import { toCommands } from './commands.ts'
import type { ControllerId } from './controllers.ts'
import { readOptions, type OptionRow } from './decode.ts'
import { encodeController, encodeNames, encodeOption, encodeRoutes, type Encoded } from './encode.ts'

export type DhcpInput = {
  option: 'routes' | 'names' | 'controller' | 'other' | 'read'
  vendor: ControllerId
  code?: number | undefined
  values: string
}
export type DhcpOutput = {
  text: string
  code?: number
  name?: string
  length?: number
  spaced?: string
  value?: string
  notes?: string[]
  commands?: string
  options?: OptionRow[]
}

const MAX_CHARACTERS = 100_000
/** Longer than any packet holds (RFC 2131 §2 with the largest message of option 57). */
const MAX_BYTES = 4096

/** Writes an option of DHCP from what it says, with the settings of servers, or reads what one says. Throws `bad_input`, `too_large`. */
export function runDhcpOptions(input: DhcpInput, lang: Lang): DhcpOutput {
  const { values, code } = input
  if (values.length > MAX_CHARACTERS)
    throw new AppError('too_large', { field: 'values', limit: MAX_CHARACTERS, got: values.length })
  if (input.option === 'read') {
    const options = readOptions(values, { code, lang })
    return { text: options.map(({ code: number, name, value }) => `${number} ${name}: ${value}`).join('\n'), options }
  }
  const option = encode(input.option, input)
  const { bytes } = option
  if (bytes.length > MAX_BYTES) throw new AppError('too_large', { field: 'values', limit: MAX_BYTES, got: bytes.length })
  const name = nameOfOption(option.code)
  const notes = option.notes.map((note) => note[lang])
  if (bytes.length > MAX_OPTION) notes.push(lang === 'zh' ? TOO_LONG.zh : TOO_LONG.en)
  return {
    text: toHex(bytes),
    code: option.code,
    name: typeof name === 'string' ? name : name[lang],
    length: bytes.length,
    spaced: toHex(bytes, ':'),
    value: toOptionText(option.code, bytes),
    notes,
    commands: toCommands(option),
  }
}

const TOO_LONG = {
  en: `Over ${MAX_OPTION} bytes: a server must send it in several pieces (RFC 3396), which some clients do not read`,
  zh: `超过 ${MAX_OPTION} 字节：服务器须分成多段发送（RFC 3396），部分客户端不支持`,
}

function encode(option: Exclude<DhcpInput['option'], 'read'>, { vendor, code, values }: DhcpInput): Encoded {
  switch (option) {
    case 'routes':
      return encodeRoutes(values)
    case 'names':
      return encodeNames(values)
    case 'controller':
      return encodeController(values, vendor)
    case 'other':
      if (code === undefined)
        throw new AppError('missing_input', {
          field: 'code',
          label: { en: 'Number', zh: '编号' },
          act: { en: 'enter', zh: '输入' },
        })
      return encodeOption(code, values)
  }
}
