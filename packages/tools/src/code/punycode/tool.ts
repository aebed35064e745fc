import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { isAllLookalike, isSuspiciousMix, listScripts, toScriptName, toSkeleton } from '../../lib/confusable.ts'
import { findAsciiHost, findUnicodeHost } from '../../lib/idn.ts'

type Row = { input: string; ascii: string; unicode: string; scripts: string; looksLike?: string; warnings: string[] }

export default defineTool({
  id: 'punycode',
  route: '/code/punycode',
  group: 'code',
  rank: 50,
  icon: 'WorldWww',
  title: { en: 'Punycode and look-alike domains', zh: 'Punycode 与仿冒域名检查' },
  summary: {
    en: 'International domain names both ways, with a check for look-alike letters',
    zh: '国际化域名双向转换，并检查形近字母',
  },
  about: {
    en: 'Names are converted to ASCII by the rules of browsers (UTS 46, RFC 3492). A label that mixes scripts as no language does, or that consists only of look-alikes of Latin letters, is pointed out with the name it imitates.',
    zh: '按浏览器规则（UTS 46、RFC 3492）转换为 ASCII。若某一段混用了不应同时出现的文字，或全部由形似拉丁字母的字符组成，会给出警告并指出它所模仿的名称。',
  },
  keywords: ['punycode', 'idn', 'idna', 'xn--', 'homograph', 'homoglyph', 'phishing', '中文域名', '国际化域名', '仿冒', '钓鱼'],
  input: z.object({
    text: z
      .string()
      .min(1)
      .max(20_000)
      .meta({
        label: { en: 'Domain names, one per line', zh: '域名，每行一个' },
        help: { en: 'The name in a URL or email address, too', zh: '也可以是网址或邮箱地址' },
        widget: 'text',
        main: true,
        placeholder: { en: '例子.测试', zh: '例子.测试' },
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    rows: z
      .array(
        z.object({
          input: z.string().meta({ label: { en: 'Name', zh: '域名' } }),
          ascii: z.string().meta({ label: { en: 'ASCII', zh: 'ASCII' } }),
          unicode: z.string().meta({ label: { en: 'Unicode', zh: 'Unicode' } }),
          scripts: z.string().meta({ label: { en: 'Scripts', zh: '文字' } }),
          looksLike: z
            .string()
            .optional()
            .meta({ label: { en: 'Looks like', zh: '形似' } }),
          warnings: z.array(z.string()).meta({ label: { en: 'Warnings', zh: '警告' } }),
        }),
      )
      .meta({ label: { en: 'Names', zh: '域名' }, widget: 'table' }),
  }),
  errors: ['bad_domain'],
  accepts: { punycode: {}, domain: {} },
  examples: [
    {
      name: { en: 'A Chinese name', zh: '中文域名' },
      input: { text: '例子.测试' },
      output: {
        text: 'xn--fsqu00a.xn--0zwm56d',
        rows: [{ input: '例子.测试', ascii: 'xn--fsqu00a.xn--0zwm56d', unicode: '例子.测试', scripts: 'Han', warnings: [] }],
      },
    },
    {
      name: { en: 'Back to Unicode', zh: '还原为 Unicode' },
      input: { text: 'xn--mnchen-3ya.de' },
      output: {
        text: 'münchen.de',
        rows: [{ input: 'xn--mnchen-3ya.de', ascii: 'xn--mnchen-3ya.de', unicode: 'münchen.de', scripts: 'Latin', warnings: [] }],
      },
    },
    {
      name: { en: 'A look-alike', zh: '仿冒域名' },
      input: { text: 'аррӏе.com' },
      output: {
        text: 'xn--80ak6aa92e.com',
        rows: [
          {
            input: 'аррӏе.com',
            ascii: 'xn--80ak6aa92e.com',
            unicode: 'аррӏе.com',
            scripts: 'Latin, Cyrillic',
            looksLike: 'apple.com',
            warnings: ['“аррӏе” has only letters that look Latin but are not'],
          },
        ],
      },
    },
  ],
  run: ({ text }, { lang }) => {
    const names = text.split(/[\s,，、;；]+/).filter(Boolean)
    if (!names.length) throw new AppError('bad_domain', { got: text, reason: { en: 'it is empty', zh: '内容为空' } })
    const rows = names.map((name) => (names.length === 1 ? toRow(name, lang) : toRowOrReason(name, lang)))
    return { text: rows.map(writeResult).join('\n'), rows }
  },
})

/** Of several names a wrong one has its own reason, and the others go on. */
function toRowOrReason(input: string, lang: Lang): Row {
  try {
    return toRow(input, lang)
  } catch (error) {
    if (!isAppError(error)) throw error
    return { input, ascii: '', unicode: '', scripts: '', warnings: [toErrorMessage(error, lang)] }
  }
}

/** Where the name stands in a URL, in an email address, or before a port or path. */
const PLACES = [
  /^((?:[a-z][\w+.-]*:)?\/\/(?:[^/?#@]*@)?)([^/?#:@]+)(.*)$/isu,
  /^([^@/?#]+@)([^@/?#:]+)()$/su,
  /^()([^@/?#:]+)([/?#:].*)$/su,
]

function splitName(input: string): { before: string; name: string; after: string } {
  const match = PLACES.map((place) => place.exec(input)).find((found) => found !== null)
  return match ? { before: match[1]!, name: match[2]!, after: match[3]! } : { before: '', name: input, after: '' }
}

/** A name, or the URL or email address around it, in the other spelling. */
function writeResult({ input, ascii, unicode }: Row): string {
  const { before, name, after } = splitName(input)
  const written = /xn--/i.test(name) ? unicode : ascii
  return written && before + written + after
}

function toRow(input: string, lang: Lang): Row {
  const { name } = splitName(input)
  const ascii = findAsciiHost(name)
  const unicode = ascii === undefined ? undefined : findUnicodeHost(ascii)
  // Browsers do not count; the DNS does (RFC 1035 §2.3.4).
  const isLong = ascii !== undefined && (ascii.length > 253 || ascii.split('.').some((label) => label.length > 63))
  if (ascii === undefined || unicode === undefined || isLong)
    throw new AppError('bad_domain', { got: name, reason: isLong ? TOO_LONG : findReason(name) })
  const skeleton = toSkeleton(unicode).toLowerCase()
  const looksLike = isTaken(unicode.normalize('NFD').toLowerCase(), skeleton) ? skeleton.normalize('NFC') : undefined
  const warnings = unicode.split('.').flatMap((label) => listWarnings(label))
  return {
    input,
    ascii,
    unicode,
    scripts: listScripts(unicode)
      .map((script) => toScriptName(script)[lang])
      .join({ en: ', ', zh: '、' }[lang]),
    ...(looksLike ? { looksLike } : {}),
    warnings: warnings.map((warning) => warning[lang]),
  }
}

/** Whether a label can be taken for another one of ASCII; of other scripts a skeleton is a mix of letters that nobody would write. */
function isTaken(name: string, skeleton: string): boolean {
  const labels = name.split('.')
  return skeleton.split('.').some((label, at) => label !== labels[at] && /^[\x21-\x7e]+$/.test(label))
}

const TOO_LONG: Text = {
  en: 'in ASCII a label is longer than 63 characters, or the name than 253',
  zh: '转换为 ASCII 后某一段超过 63 个字符，或总长超过 253',
}

function findReason(input: string): Text {
  const bad = input.split('.').find((label) => /^xn--/i.test(label) && findUnicodeHost(label) === undefined)
  if (bad) return { en: `“${bad}” is not valid Punycode`, zh: `“${bad}”不是有效的 Punycode` }
  if (/^[.。．｡]|[.。．｡]{2}/u.test(input)) return { en: 'a label between two dots is empty', zh: '两个点之间没有内容' }
  return { en: 'it contains characters that are not allowed in host names', zh: '含有主机名不允许的字符' }
}

function listWarnings(label: string): Text[] {
  const scripts = listScripts(label)
  const names = scripts.map(toScriptName)
  const warnings: (Text | false)[] = [
    isSuspiciousMix(scripts) && {
      en: `“${label}” mixes ${names.map(({ en }) => en).join(' and ')}`,
      zh: `“${label}”混用了${names.map(({ zh }) => zh).join('与')}`,
    },
    isAllLookalike(label) && {
      en: `“${label}” has only letters that look Latin but are not`,
      zh: `“${label}”全部由形似拉丁字母的其他文字组成`,
    },
  ]
  return warnings.filter((warning) => warning !== false)
}
