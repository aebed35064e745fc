import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { readMac, readMacBits, readMacs, toEui64, writeMac } from '../../lib/mac.ts'
import { CHINESE_MAKERS } from './chinese-makers.ts'
import { toCountryWords } from './country-words.ts'
import { findAssignment, isDivided, loadRegistry, searchAssignments } from './registry.ts'
import type { MacRow } from './row.ts'
import { findSpecialUse, toLocalKind } from './special.ts'

const MAX_FOUND = 2000
/** Characters of a text that is no address. */
const MAX_SHOWN = 60
const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

export default defineTool({
  id: 'mac-vendor',
  route: '/mac',
  group: 'lookup',
  rank: 75,
  icon: 'Cpu',
  title: { en: 'MAC address lookup', zh: 'MAC 地址厂商查询' },
  summary: {
    en: 'The maker behind a MAC address, random or multicast, its EUI-64 and IPv6 address; the blocks of a maker',
    zh: '查询 MAC 地址所属厂商，识别随机与组播地址，推算 EUI-64 与 IPv6 地址；也可按厂商查号段',
  },
  about: {
    en: 'Blocks are those of the IEEE Registration Authority: MA-L (24 bits), MA-M (28) and MA-S (36), the smallest that matches. The second lowest bit of the first byte marks addresses set locally: phones and computers use random ones per network, and those have no maker. The lowest bit marks multicast. The first six digits or more are enough.',
    zh: '号段来自 IEEE 注册管理机构：MA-L（24 位）、MA-M（28 位）、MA-S（36 位），取最小的匹配。首字节次低位为 1 表示本地设置的地址：手机和电脑会为每个网络随机生成，查不到厂商；最低位为 1 表示组播。只输入前六位以上也可查询。',
  },
  keywords: [
    'mac',
    'oui',
    'vendor',
    'manufacturer',
    'eui-64',
    'ieee',
    'random mac',
    '网卡',
    '物理地址',
    '厂商',
    '随机 MAC',
    '查询',
  ],
  input: z.object({
    mode: z
      .enum(['lookup', 'search'])
      .default('lookup')
      .meta({
        label: { en: 'Look for', zh: '查询方式' },
        options: { lookup: { en: 'The maker', zh: '查厂商' }, search: { en: 'The blocks of a maker', zh: '查厂商号段' } },
      }),
    text: z.string().meta({
      label: { en: 'MAC addresses, one per line, or a name', zh: 'MAC 地址（每行一个）或厂商名' },
      widget: 'text',
      main: true,
      placeholder: { en: '08:00:20:12:34:56 · 0800.2012.3456 · 08-00-20', zh: '08:00:20:12:34:56 · 0800.2012.3456 · 08-00-20' },
    }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    rows: z
      .array(
        z.object({
          mac: shown('MAC', 'MAC'),
          vendor: shown('Maker', '厂商'),
          country: shown('Country', '国家或地区'),
          block: shown('Block', '号段'),
          scope: shown('Scope', '范围'),
          cast: shown('Receivers', '接收者'),
          note: shown('Note', '说明'),
          eui64: shown('Modified EUI-64', '修正 EUI-64'),
          linkLocal: shown('IPv6 link-local', 'IPv6 链路本地地址'),
          address: shown('Address of the maker', '厂商地址'),
        }),
      )
      .optional()
      .meta({ label: { en: 'Details', zh: '详细信息' }, widget: 'table' }),
    blocks: z
      .array(
        z.object({
          block: shown('Block', '号段'),
          registry: shown('Registry', '类别'),
          vendor: shown('Maker', '厂商'),
          country: shown('Country', '国家或地区'),
        }),
      )
      .optional()
      .meta({ label: { en: 'Blocks', zh: '号段' }, widget: 'table' }),
    total: z
      .number()
      .optional()
      .meta({ label: { en: 'Blocks found', zh: '号段总数' } }),
  }),
  accepts: { mac: { text: '' }, 'mac-prefix': { text: '' } },
  examples: [
    {
      name: { en: 'A network card', zh: '网卡' },
      input: { text: '08-00-20-12-34-56' },
      output: {
        text: '08:00:20:12:34:56  Oracle Corporation',
        rows: [
          {
            mac: '08:00:20:12:34:56',
            vendor: 'Oracle Corporation',
            country: 'United States',
            block: '08-00-20 /24 (MA-L)',
            scope: 'universal',
            cast: 'one station',
            note: '',
            eui64: '0a:00:20:ff:fe:12:34:56',
            linkLocal: 'fe80::a00:20ff:fe12:3456',
            address: '17 Network Circle, Menlo Park CA 95025',
          },
        ],
      },
    },
    {
      name: { en: 'A random address of a phone', zh: '手机的随机地址' },
      input: { text: 'da:a1:19:00:00:01' },
      output: {
        text: 'da:a1:19:00:00:01  –',
        rows: [
          {
            mac: 'da:a1:19:00:00:01',
            vendor: '',
            country: '',
            block: '',
            scope: 'local',
            cast: 'one station',
            note: 'made from a company’s identifier (ELI); no maker: phones and computers use random addresses like this',
            eui64: 'd8:a1:19:ff:fe:00:00:01',
            linkLocal: 'fe80::d8a1:19ff:fe00:1',
            address: '',
          },
        ],
      },
    },
    {
      name: { en: 'Several, and only the beginning of one', zh: '多个地址，其中一个只有前缀' },
      input: { text: '00:00:5e:00:01:0a\n0050.56' },
    },
    { name: { en: 'The blocks of a maker', zh: '某厂商的号段' }, input: { mode: 'search', text: 'raspberry pi' } },
  ],
  async run({ mode, text }, { lang }) {
    const registry = await loadRegistry()
    const named = mode === 'search' || isName(text) ? search(registry, text, lang) : undefined
    if (named && (mode === 'search' || named.total > 0)) return named
    const read = (written: string) => describe(registry, readMac(written, { minDigits: 6 }), lang)
    const rows = readMacs(text, (written, isAlone) => (isAlone ? read(written) : readOrNote(written, read, lang)))
    return { text: rows.map(({ mac, vendor }) => `${mac}  ${vendor || '–'}`).join('\n'), rows }
  },
})

/** One line of at least three letters, or two of Chinese, some of which no address has; and no address in it. */
const isName = (text: string): boolean =>
  text.length <= MAX_SHOWN &&
  /^[^\n]*(?:[g-z]|\p{Lo}{2})[^\n]*$/iu.test(text.trim()) &&
  text.trim().length > (/\p{Lo}/u.test(text) ? 1 : 2) &&
  !/(?:[\da-f]{2}[:.-]?){3}/i.test(text)

/** One of several: what is wrong with it stands in its row. */
function readOrNote(written: string, read: (written: string) => MacRow, lang: Lang): MacRow {
  try {
    return read(written)
  } catch (error) {
    if (!isAppError(error)) throw error
    const [mac, note] = [written.slice(0, MAX_SHOWN), toErrorMessage(error, lang)]
    return { mac, note, vendor: '', country: '', block: '', scope: '', cast: '', eui64: '', linkLocal: '', address: '' }
  }
}

type Registry = Awaited<ReturnType<typeof loadRegistry>>

function search(registry: Registry, text: string, lang: Lang) {
  const given = text.trim()
  const name = given.replace(/(?:技术|科技|通信|电子|公司)+$/, '')
  const query = (Object.hasOwn(CHINESE_MAKERS, name) && CHINESE_MAKERS[name]) || given
  if (query.length < 2)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'at least two letters of a name', zh: '至少两个字符的厂商名' },
      got: given || '∅',
    })
  const { rows, total } = searchAssignments(registry, query, MAX_FOUND)
  const blocks = rows.map(({ prefix, registry: kind, name, country }) => ({
    block: toBlock(prefix),
    registry: kind,
    vendor: name,
    country: toCountryWords(country, lang),
  }))
  return { text: blocks.map(({ block, vendor }) => `${block}  ${vendor}`).join('\n'), blocks, total }
}

/** `08-00-20 /24`, the digits of a block and its length in bits. */
function toBlock(prefix: string): string {
  return `${writeMac(prefix, 'hyphen')} /${prefix.length * 4}`
}

const WORDS = {
  en: { local: 'local', universal: 'universal', all: 'all stations', group: 'a group', one: 'one station' },
  zh: { local: '本地', universal: '全球唯一', all: '全部设备', group: '组播', one: '单个设备' },
} as const satisfies Record<Lang, object>

const NOTES = {
  random: {
    en: 'no maker: phones and computers use random addresses like this',
    zh: '手机、电脑的随机地址即属此类，查不到厂商',
  },
  free: { en: 'a block that is assigned in parts; this part is in no list', zh: '该号段分块分配，此部分未登记' },
  private: { en: 'the holder does not want to be named', zh: '持有者要求不公开' },
  unknown: { en: 'in no list of the IEEE', zh: 'IEEE 名单中没有此号段' },
} as const

function describe(registry: Registry, hex: string, lang: Lang): MacRow {
  const { isLocal, isGroup, isBroadcast } = readMacBits(hex)
  const words = WORDS[lang]
  // The group bit is no part of what was assigned: 01:00:5e belongs to the holder of 00:00:5e.
  const base = isGroup ? `${(Number.parseInt(hex.slice(0, 2), 16) & 0xfe).toString(16).padStart(2, '0')}${hex.slice(2)}` : hex
  const found = isLocal ? undefined : findAssignment(registry, base)
  const isFree = found !== undefined && isDivided(found)
  const notes = [
    findSpecialUse(hex),
    isLocal && !isBroadcast && !hex.startsWith('3333') ? toLocalKind(hex) : undefined,
    isLocal && !isGroup ? NOTES.random : undefined,
    isFree ? NOTES.free : undefined,
    found?.name === 'Private' ? NOTES.private : undefined,
    !isLocal && !found ? NOTES.unknown : undefined,
  ]
  const isWhole = hex.length >= 12
  return {
    mac: writeMac(hex, 'colon'),
    vendor: found && !isFree ? found.name : '',
    country: found && !isFree ? toCountryWords(found.country, lang) : '',
    block: found ? `${toBlock(found.prefix)} (${found.registry})` : '',
    scope: isLocal ? words.local : words.universal,
    cast: isBroadcast ? words.all : isGroup ? words.group : words.one,
    note: notes.flatMap((note) => (note ? [note[lang]] : [])).join(lang === 'zh' ? '；' : '; '),
    ...(isWhole ? toEui64(hex) : { eui64: '', linkLocal: '' }),
    address: found && !isFree ? found.address : '',
  }
}
