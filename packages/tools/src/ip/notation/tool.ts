import { counted } from '@octet/core/counted.ts'
import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import { formatAddress } from '@octet/core/ip/address.ts'
import { parseCidr } from '@octet/core/ip/cidr.ts'
import { findSpecial } from '@octet/core/ip/special.ts'
import { fromEui64 } from '@octet/core/ip/eui64.ts'
import { splitLines } from '@octet/core/lines.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Lang } from '@octet/core/text.ts'
import * as z from 'zod'
import { toNotations } from './notations.ts'
import { readAddress, type ReadAddress } from './read-address.ts'

const MAX_LINES = 10_000
const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

export default defineTool({
  id: 'notation',
  route: '/ipv4zh',
  group: 'ip',
  rank: 60,
  icon: 'ArrowsTransferUpDown',
  title: { en: 'IP address notations', zh: 'IP 地址格式转换' },
  summary: {
    en: 'Dotted, integer, hex, octal, binary, short, mapped, 6to4, NAT64, reverse name; IPv6 written out and decoded',
    zh: '点分、整数、十六进制、八进制、二进制、简写、映射、6to4、NAT64、反向名互转；IPv6 展开、压缩与解码',
  },
  about: {
    en: 'Reads an address in any notation, one per line, and writes it in all of them. Octal and short forms (010.1) are read as inet_aton of BSD does, with a warning: programs disagree about them (RFC 6943 §3.1.1), which is why lookups on this site refuse them. With a MAC address and a /64 it makes the EUI-64 address of RFC 4291 appendix A.',
    zh: '读取任意写法的地址（每行一个），并给出全部写法。八进制和简写（010.1）按 BSD 的 inet_aton 读取并给出警告：不同程序的理解并不一致（RFC 6943 §3.1.1），因此本站的查询不接受这类写法。填写 MAC 与 /64 前缀可按 RFC 4291 附录 A 生成 EUI-64 地址。',
  },
  keywords: [
    'ip to integer',
    'ip to hex',
    'inet_aton',
    'eui-64',
    'teredo',
    '6to4',
    'nat64',
    'ptr',
    'IP 转整数',
    '十进制 IP',
    'IPv6 压缩',
    'IPv6 展开',
    'ip to decimal',
    'ip to binary',
    'expand ipv6',
    'ipv4 to ipv6',
    'IP转数字',
    'IP转十进制',
    'IPv4转IPv6',
    'ipv4 address converter',
    'change ip format',
    'parse ipv6',
    'integer to ip',
    'ip转数字',
    '数字转ip',
  ],
  input: z.object({
    text: z.string().meta({
      label: { en: 'Addresses, one per line', zh: 'IP 地址，每行一个' },
      widget: 'text',
      main: true,
      placeholder: {
        en: '192.0.2.1 · 3221225985 · 0xc0000201 · 2001:db8::1',
        zh: '192.0.2.1 · 3221225985 · 0xc0000201 · 2001:db8::1',
      },
    }),
    to: z
      .enum(['canonical', 'integer', 'hex', 'binary', 'full', 'arpa'])
      .default('integer')
      .meta({
        label: { en: 'Result as', zh: '结果形式' },
        options: {
          canonical: { en: 'Canonical', zh: '规范写法' },
          integer: { en: 'Integer', zh: '整数' },
          hex: { en: 'Hexadecimal', zh: '十六进制' },
          binary: { en: 'Binary', zh: '二进制' },
          full: { en: 'Written out', zh: '完整写法' },
          arpa: { en: 'Reverse name', zh: '反向解析名' },
        },
      }),
    mac: z
      .string()
      .max(30)
      .default('')
      .meta({
        label: { en: 'MAC for an EUI-64 address', zh: '用于生成 EUI-64 地址的 MAC' },
        help: { en: 'The input is then an IPv6 /64', zh: '此时输入应为 IPv6 /64 前缀' },
        placeholder: { en: '00:00:5e:00:53:af', zh: '00:00:5e:00:53:af' },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    notations: z
      .array(
        z.object({ id: z.string().meta({ widget: 'hidden' }), name: shown('Notation', '格式'), value: shown('Value', '值') }),
      )
      .optional()
      .meta({ label: { en: 'All notations', zh: '全部写法' }, widget: 'table' }),
    form: shown('Read as', '输入识别为').optional(),
    type: shown('Type', '地址类型').optional(),
    warning: shown('Warning', '提示').optional(),
    rows: z
      .array(z.object({ input: shown('Input', '输入'), result: shown('Result', '结果'), note: shown('Note', '说明') }))
      .optional()
      .meta({ label: { en: 'Line by line', zh: '逐行结果' }, widget: 'table' }),
  }),
  errors: ['bad_address', 'not_one_address'],
  accepts: { ip: { text: '' }, 'reverse-name': { text: '' }, 'ip-number': { text: '', to: 'canonical' } },
  // All notations of an address are many: notation.test.ts compares them.
  examples: [
    { name: { en: 'Dotted to integer', zh: '点分转整数' }, input: { text: '192.0.2.1' } },
    { name: { en: 'Integer to dotted', zh: '整数转点分' }, input: { text: '3221225985', to: 'canonical' } },
    { name: { en: 'How inet_aton reads 010.1', zh: 'inet_aton 如何读 010.1' }, input: { text: '010.1', to: 'canonical' } },
    { name: { en: 'A Teredo address', zh: 'Teredo 地址' }, input: { text: '2001:0:4136:e378:8000:63bf:3fff:fdd2', to: 'full' } },
    {
      name: { en: 'Several lines', zh: '多行批量' },
      input: { text: '192.0.2.1\n0xc0000202\nnot an address', to: 'canonical' },
      output: {
        text: '192.0.2.1\n192.0.2.2\n',
        rows: [
          { input: '192.0.2.1', result: '192.0.2.1', note: '' },
          { input: '0xc0000202', result: '192.0.2.2', note: '' },
          {
            input: 'not an address',
            result: '',
            note: 'Please enter any IPv4 or IPv6 address: spaces do not belong in an address, got “not an address”',
          },
        ],
      },
    },
  ],
  run({ text, to, mac }, { lang }) {
    if (mac.trim()) return describe({ address: toEui64(text, mac), form: 'mac' }, { to, lang })
    const lines = splitLines(text)
      .map((line) => line.trim())
      .filter(Boolean)
    if (lines.length > MAX_LINES)
      throw new AppError('too_large', { field: 'text', limit: counted(MAX_LINES, 'lines'), got: lines.length })
    if (lines.length < 2) return describe(readAddress(lines[0] ?? ''), { to, lang })
    const rows = lines.map((line) => toRow(line, { to, lang }))
    return { text: rows.map(({ result }) => result).join('\n'), rows }
  },
})

type Choice = { readonly to: string; readonly lang: Lang }

function describe(read: ReadAddress, { to, lang }: Choice) {
  const special = findSpecial(read.address)
  return {
    text: write(read, to),
    notations: toNotations(read.address, lang),
    form: toFormWord(read, lang),
    type: special ? `${special.name[lang]} (${special.rfc})` : { en: 'Global unicast', zh: '公网单播地址' }[lang],
    ...(read.note ? { warning: read.note[lang] } : {}),
  }
}

function toRow(line: string, { to, lang }: Choice) {
  try {
    const read = readAddress(line)
    return { input: line, result: write(read, to), note: read.note?.[lang] ?? '' }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { input: line, result: '', note: toErrorMessage(error, lang) }
  }
}

/** The chosen notation; what a family lacks falls back to its canonical spelling. */
function write({ address }: ReadAddress, to: string): string {
  const ids: Readonly<Record<string, string>> = { full: address.version === 4 ? 'padded' : 'full' }
  return toNotations(address, 'en').find(({ id }) => id === (ids[to] ?? to))?.value ?? formatAddress(address)
}

function toFormWord({ form }: ReadAddress, lang: Lang): string {
  const words = {
    address: { en: 'address', zh: '标准地址' },
    integer: { en: 'integer', zh: '整数' },
    hex: { en: 'hexadecimal', zh: '十六进制' },
    binary: { en: 'binary', zh: '二进制' },
    loose: { en: 'inet_aton spelling', zh: 'inet_aton 写法' },
    arpa: { en: 'reverse name', zh: '反向解析名' },
    mac: { en: 'EUI-64 of a MAC', zh: '由 MAC 生成的 EUI-64' },
  }
  return words[form][lang]
}

function toEui64(text: string, mac: string) {
  const { network } = parseCidr(text.trim())
  const digits = mac.replaceAll(/[-:.\s]/g, '')
  if (!/^[\da-f]{12}$/i.test(digits)) {
    const expected = { en: 'a MAC address of 12 hexadecimal digits', zh: '12 位十六进制的 MAC 地址' }
    throw new AppError('bad_input', { field: 'mac', expected, got: mac })
  }
  if (network.version !== 6 || (network.prefix > 64 && network.prefix < 128)) {
    const expected = { en: 'an IPv6 prefix of at most 64 bits', zh: '不长于 64 位的 IPv6 前缀' }
    throw new AppError('bad_input', { field: 'text', expected, got: text.slice(0, 80) })
  }
  return fromEui64(network.value, BigInt(`0x${digits}`))
}
