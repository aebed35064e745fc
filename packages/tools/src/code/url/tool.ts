import { countOf } from '@octet/core/counted.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { CHARSET_NAMES, CHARSETS, type Charset } from '../../lib/charset.ts'
import { notesField } from '../../lib/notes-field.ts'
import { decodePercent, ENCODE_STYLES, encodePercent, type EncodeStyle, type PercentDecoded } from './percent.ts'
import { followRedirects } from './redirect.ts'
import {
  buildUrl,
  cleanUrl,
  findRelative,
  listLines,
  listQuery,
  listUrlParts,
  looksLikeUrl,
  parseUrl,
  type QueryRow,
  type RelativeUrl,
  type UrlPart,
} from './url-parts.ts'
import { refuseLoneSurrogate } from '../../lib/text-place.ts'

type UrlInput = {
  text: string
  action: 'auto' | 'encode' | 'decode' | 'parse' | 'clean' | 'build'
  style: EncodeStyle
  charset: Charset | 'auto'
  plus: boolean
  repeat: boolean
  strict: boolean
  sort: boolean
  query: string
}
type UrlOutput = {
  text: string
  action: 'encode' | 'decode' | 'parse' | 'clean' | 'build'
  charset?: string
  rounds?: number
  parts?: UrlPart[]
  query?: QueryRow[]
  notes: string[]
}

/** More rounds than this are no accident but a loop. */
const MAX_ROUNDS = 10

const ACTIONS = {
  encode: { en: 'Encode', zh: '编码' },
  decode: { en: 'Decode', zh: '解码' },
  parse: { en: 'Parse', zh: '解析网址' },
  clean: { en: 'Clean', zh: '清理跟踪参数' },
  build: { en: 'Rebuild', zh: '重组网址' },
} as const satisfies Record<string, Text>

export default defineTool({
  id: 'url',
  route: '/code/urlcode',
  group: 'code',
  rank: 20,
  icon: 'Link',
  title: { en: 'URL encoding', zh: 'URL 编码解码' },
  summary: {
    en: 'Percent-encode and decode; parse, clean and rebuild URLs',
    zh: 'URL 编码与解码，解析、清理和重组网址',
  },
  about: {
    en: 'Encoding follows RFC 3986 or the form rules of browsers; parsing follows the WHATWG URL standard. Bytes that are not UTF-8 are tried as GB18030. A percent sign without two hex digits stays in the text and is pointed out. Text encoded more than once is noticed. Cleaning removes tracking parameters and unwraps links that pass through another page (Safe Links, search engines, apps), without visiting that page.',
    zh: '编码遵循 RFC 3986 或浏览器表单规则，解析遵循 WHATWG URL 标准。非 UTF-8 字节会尝试按 GB18030 解码；缺少两位十六进制数字的百分号会原样保留并指出位置；多次编码也会被识别。清理会去掉跟踪参数，并还原经中转页跳转的链接（Safe Links、搜索引擎、各类应用），不会访问中转页。',
  },
  keywords: [
    'url',
    'uri',
    'urlencode',
    'urldecode',
    'percent',
    'safelinks',
    'redirect',
    '跳转链接',
    'query',
    'utm',
    '网址',
    '链接',
    '编码',
    '解码',
    '参数',
    'percent encoding',
    '网址解码',
  ],
  input: z.object({
    text: z.string().meta({ label: { en: 'Text or URL', zh: '文本或网址' }, widget: 'text', main: true }),
    action: z
      .enum(['auto', 'encode', 'decode', 'parse', 'clean', 'build'])
      .default('auto')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: { auto: { en: 'Auto', zh: '自动' }, ...ACTIONS },
        widget: 'segments',
      }),
    style: z
      .enum(['component', 'rfc3986', 'uri', 'form', 'all'])
      .default('component')
      .meta({
        label: { en: 'Style', zh: '方式' },
        options: ENCODE_STYLES,
        widget: 'select',
        when: { action: ['auto', 'encode'] },
      }),
    charset: z
      .enum(['auto', ...CHARSET_NAMES])
      .default('auto')
      .meta({
        label: { en: 'Character set', zh: '字符集' },
        options: { auto: { en: 'Auto (UTF-8)', zh: '自动（UTF-8）' }, ...CHARSETS },
        when: { action: ['auto', 'encode', 'decode'] },
        advanced: true,
      }),
    plus: z
      .boolean()
      .default(false)
      .meta({ label: { en: '+ means space', zh: '将 + 视为空格' }, when: { action: ['auto', 'decode'] }, advanced: true }),
    repeat: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Decode until nothing changes', zh: '反复解码直到不再变化' },
        when: { action: ['auto', 'decode'] },
        advanced: true,
      }),
    strict: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Stop at an invalid %', zh: '遇到无效的 % 即报错' },
        when: { action: ['auto', 'decode'] },
        advanced: true,
      }),
    sort: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Sort the parameters', zh: '参数排序' }, when: { action: ['clean'] } }),
    query: z
      .string()
      .default('')
      .meta({
        label: { en: 'Parameters, one name=value per line', zh: '参数，每行一个“名称=值”' },
        widget: 'text',
        when: { action: ['build'] },
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    action: z
      .enum(['encode', 'decode', 'parse', 'clean', 'build'])
      .meta({ label: { en: 'Action', zh: '操作' }, options: ACTIONS }),
    charset: z
      .string()
      .optional()
      .meta({ label: { en: 'Character set', zh: '字符集' } }),
    rounds: z
      .int()
      .optional()
      .meta({ label: { en: 'Times decoded', zh: '解码次数' } }),
    parts: z
      .array(
        z.object({
          part: z.string().meta({ label: { en: 'Part', zh: '部分' } }),
          value: z.string().meta({ label: { en: 'Raw', zh: '原文' } }),
          decoded: z
            .string()
            .optional()
            .meta({ label: { en: 'Decoded', zh: '解码后' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Parts', zh: '组成部分' }, widget: 'table' }),
    query: z
      .array(
        z.object({
          name: z.string().meta({ label: { en: 'Name', zh: '名称' } }),
          value: z.string().meta({ label: { en: 'Value', zh: '值' } }),
          isTracking: z.boolean().meta({ label: { en: 'Tracking', zh: '跟踪参数' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Parameters', zh: '查询参数' }, widget: 'table' }),
    notes: notesField,
  }),
  errors: ['unsupported_value'],
  accepts: { 'percent-encoded': { action: 'decode' }, url: { action: 'parse' } },
  examples: [
    {
      name: { en: 'Chinese and a space', zh: '中文与空格' },
      input: { text: '中文 a/b', action: 'encode' },
      output: { text: '%E4%B8%AD%E6%96%87%20a%2Fb', action: 'encode', notes: [] },
    },
    {
      name: { en: 'Decode', zh: '解码' },
      input: { text: '%E4%B8%AD%E6%96%87%20a%2Fb' },
      output: { text: '中文 a/b', action: 'decode', charset: 'utf-8', rounds: 1, notes: [] },
    },
    {
      name: { en: 'GBK bytes', zh: 'GBK 字节' },
      input: { text: '%D6%D0%CE%C4', action: 'decode' },
      output: {
        text: '中文',
        action: 'decode',
        charset: 'gb18030',
        rounds: 1,
        notes: ['The bytes are not UTF-8; read as GB18030'],
      },
    },
    {
      name: { en: 'Encoded twice', zh: '编码了两次' },
      input: { text: '%25E4%25B8%25AD', action: 'decode', repeat: true },
      output: { text: '中', action: 'decode', charset: 'utf-8', rounds: 2, notes: [] },
    },
    {
      name: { en: 'An invalid percent sign', zh: '无效的百分号' },
      input: { text: '100%zz%20ok', action: 'decode' },
      output: {
        text: '100%zz ok',
        action: 'decode',
        charset: 'utf-8',
        rounds: 1,
        notes: ['1 percent sign without two hex digits kept: “%zz” @4'],
      },
    },
    {
      name: { en: 'Clean a shared link', zh: '清理分享链接' },
      input: { text: 'https://example.com/a?utm_source=x&id=7&fbclid=abc', action: 'clean' },
    },
    {
      name: { en: 'A link from an email or an app', zh: '还原跳转链接' },
      input: { text: 'https://link.zhihu.com/?target=https%3A//example.com/a%3Fid%3D7%26utm_source%3Dzhihu', action: 'clean' },
    },
    {
      name: { en: 'Parse a URL', zh: '解析网址' },
      input: { text: 'https://user:pw@例子.测试:8443/路径/b?q=你好&q=2#top', action: 'parse' },
    },
    {
      name: { en: 'Rebuild with new parameters', zh: '用新参数重组' },
      input: { text: 'https://example.com/s?old=1', action: 'build', query: 'q=中文 x\npage=2' },
    },
  ],
  run: (input, { lang }) => runUrl(input, lang),
})

function runUrl(input: UrlInput, lang: Lang): UrlOutput {
  switch (chooseAction(input)) {
    case 'encode':
      return {
        text: encodePercent(input.text, input.style, input.charset === 'auto' ? 'utf-8' : input.charset),
        action: 'encode',
        notes: [],
      }
    case 'decode':
      return decode(input, lang)
    case 'parse': {
      const relative = findRelative(input.text)
      if (relative) return { text: relative.text, action: 'parse', ...toRelativeTables(relative), notes: [] }
      const url = parseUrl(input.text)
      return { text: url.href, action: 'parse', ...toTables(url), notes: [] }
    }
    case 'clean':
      return clean(input, lang)
    case 'build': {
      refuseLoneSurrogate(input.query, 'query')
      const text = buildUrl(parseUrl(input.text), input.query)
      return { text, action: 'build', ...toTables(new URL(text)), notes: [] }
    }
  }
}

/** Links a line; the parts are shown of one alone. */
function clean({ text, sort }: UrlInput, lang: Lang): UrlOutput {
  const followed = listLines(text).map((line) => followRedirects(parseUrl(line)))
  const cleaned = followed.map(({ url }) => cleanUrl(url, { isSorted: sort, isCleaned: true }))
  const hosts = [...new Set(followed.flatMap((line) => line.hosts))]
  const removed = [...new Set(cleaned.flatMap((line) => line.removed))]
  const tables = cleaned.length === 1 ? toTables(new URL(cleaned[0]!.url)) : {}
  const notes = [
    ...(hosts.length
      ? [{ en: `Redirect removed: ${hosts.join(', ')}`, zh: `已还原经 ${hosts.join('、')} 跳转的链接` }[lang]]
      : []),
    ...(removed.length ? [{ en: `Removed: ${removed.join(', ')}`, zh: `已移除：${removed.join('、')}` }[lang]] : []),
  ]
  return { text: cleaned.map(({ url }) => url).join('\n'), action: 'clean', ...tables, notes }
}

function chooseAction({ action, text }: UrlInput): UrlOutput['action'] {
  if (action !== 'auto') return action
  if (/%[0-9a-f]{2}|%u[0-9a-f]{4}/i.test(text)) return 'decode'
  return looksLikeUrl(text) ? 'parse' : 'encode'
}

function decode(input: UrlInput, lang: Lang): UrlOutput {
  const options = { charset: input.charset, isPlusSpace: input.plus, isStrict: input.strict }
  const first = decodePercent(input.text, options)
  let last: PercentDecoded = first
  let rounds = 1
  while (input.repeat && !last.cuts?.length && rounds < MAX_ROUNDS && isEncoded(last.text)) {
    last = decodePercent(last.text, options)
    rounds++
  }
  const relative = findRelative(input.text)
  const tables = looksLikeUrl(input.text)
    ? toTables(parseUrl(input.text))
    : relative?.url.search
      ? toRelativeTables(relative)
      : {}
  const notes = listDecodeNotes(first, isEncoded(last.text), input.charset).map((note) => note[lang])
  return { text: last.text, action: 'decode', charset: first.charset, rounds, ...tables, notes }
}

function isEncoded(text: string): boolean {
  return /%[0-9a-f]{2}/i.test(text) && !/%(?![0-9a-f]{2})/i.test(text)
}

function toTables(url: URL): Pick<UrlOutput, 'parts' | 'query'> {
  const query = listQuery(url)
  return { parts: listUrlParts(url), ...(query.length ? { query } : {}) }
}

function toRelativeTables({ url, parts }: RelativeUrl): Pick<UrlOutput, 'parts' | 'query'> {
  return { ...toTables(url), parts }
}

function listDecodeNotes(
  { charset, faults, cuts = [] }: PercentDecoded,
  isStillEncoded: boolean,
  wanted: Charset | 'auto',
): Text[] {
  const show = (places: typeof faults) =>
    places
      .slice(0, 5)
      .map(({ offset, found }) => `“${found}” @${offset + 1}`)
      .join(', ')
  const shown = show(faults)
  const notes: (Text | false)[] = [
    wanted === 'auto' &&
      charset === 'gb18030' && { en: 'The bytes are not UTF-8; read as GB18030', zh: '这些字节不是 UTF-8，已按 GB18030 解码' },
    charset === 'hex' && {
      en: 'The bytes are neither UTF-8 nor GB18030; shown as hex',
      zh: '这些字节既不是 UTF-8 也不是 GB18030，已按十六进制显示',
    },
    cuts.length > 0 && {
      en: `Cut off inside a character, kept as it is: ${show(cuts)}`,
      zh: `此处字符被截断，已原样保留：${show(cuts)}`,
    },
    faults.length > 0 && {
      en: `${countOf(faults.length, 'percent sign')} without two hex digits kept: ${shown}`,
      zh: `有 ${faults.length} 个百分号后缺少两位十六进制数字，已原样保留：${shown}`,
    },
    isStillEncoded &&
      cuts.length === 0 && {
        en: 'The result is still percent-encoded: it was encoded more than once',
        zh: '结果中仍有百分号编码：原文被编码了不止一次',
      },
  ]
  return notes.filter((note) => note !== false)
}
