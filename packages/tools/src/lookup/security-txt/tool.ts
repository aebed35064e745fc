import { AppError } from '@octet/core/errors.ts'
import type { ProbeCapability } from '@octet/core/probe.ts'
import type { SecurityTxtPlace } from '@octet/core/probe/page.ts'
import type { Lang } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { familyField, toFamily } from '../../lib/family-field.ts'
import { findUrl } from '../../lib/find-url.ts'
import { notesField } from '../../lib/notes-field.ts'
import { TARGET_ERRORS } from '../../lib/target.ts'
import { checkFields } from './check-fields.ts'
import { checkCanonical, checkPlaces, isThere } from './check-places.ts'
import { describeFields } from './describe-fields.ts'
import { bad, notice, type Problem } from './problem.ts'
import { readLines } from './read-lines.ts'
import { readSigners } from './read-signature.ts'
import { toNotes, toSummary } from './words.ts'

const MOST_FIELDS = 500
const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

export default defineTool({
  id: 'security-txt',
  route: '/lookup/security-txt',
  group: 'lookup',
  rank: 12,
  icon: 'ShieldQuestion',
  title: { en: 'security.txt check', zh: 'security.txt 检测' },
  summary: {
    en: 'Whom to tell about a security hole in a site, and whether its security.txt is right and current',
    zh: '查看网站的漏洞报告联系方式，检查其 security.txt 是否正确、是否过期',
  },
  about: {
    en: 'A security.txt (RFC 9116) says whom to tell of a weakness and until when that holds. This server fetches /.well-known/security.txt by HTTPS, and /security.txt, where it stood before, following redirects as any other address is checked. A file applies to its own host alone, not to names below it.\n\nA pasted file is read in your browser, and nothing is sent; with a domain beside it, Canonical is compared with that. Each finding names its line and the section of the RFC.\n\nOf a signed file the key that claims to have signed it is named; whether the signature holds, the OpenPGP tool checks with the public key.',
    zh: 'security.txt（RFC 9116）说明发现漏洞应告知谁，以及该信息的有效期。由本站服务器以 HTTPS 抓取 /.well-known/security.txt 与旧位置 /security.txt，重定向的每个地址都经过同样的检查。文件只适用于所在主机，不包括其子域名。\n\n粘贴的文件在您的浏览器中解读，不发送任何内容；同时填写域名时，会与 Canonical 比对。每个问题都注明行号与 RFC 的章节。\n\n若文件带有签名，会列出声称签名的密钥；签名是否有效，可用 OpenPGP 工具配合公钥校验。',
  },
  keywords: [
    'security.txt',
    'rfc 9116',
    'well-known',
    'vulnerability disclosure',
    'security contact',
    'bug bounty',
    'responsible disclosure',
    '漏洞报告',
    '漏洞披露',
    '安全联系人',
    '安全联系方式',
  ],
  needs: ['probe'],
  aloneWith: 'file',
  errors: TARGET_ERRORS,
  accepts: { 'security-txt': { file: '' }, domain: {}, url: {} },
  cost: ({ file }) => (file.trim() === '' ? 2 : 1),
  input: z.object({
    url: z
      .string()
      .max(2048)
      .default('')
      .meta({
        label: { en: 'Domain or URL', zh: '域名或网址' },
        placeholder: { en: 'example.com', zh: 'example.com' },
        main: true,
        wanted: true,
      }),
    file: z
      .string()
      .max(1_000_000)
      .default('')
      .meta({
        label: { en: 'security.txt', zh: 'security.txt' },
        help: { en: 'Empty: it is fetched from the domain.', zh: '留空则从域名抓取。' },
        widget: 'code',
        wanted: true,
      }),
    family: familyField,
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    verdict: z.enum(['valid', 'flawed', 'invalid', 'missing', 'unreached']).meta({
      label: { en: 'Verdict', zh: '结论' },
      options: {
        valid: { en: 'valid', zh: '有效' },
        flawed: { en: 'valid, could be better', zh: '有效，可改进' },
        invalid: { en: 'breaks the standard', zh: '不符合标准' },
        missing: { en: 'there is none', zh: '没有此文件' },
        unreached: { en: 'could not be fetched', zh: '无法抓取' },
      },
    }),
    problems: z
      .array(
        z.object({
          line: z
            .number()
            .optional()
            .meta({ label: { en: 'Line', zh: '行' } }),
          verdict: z.enum(['bad', 'notice']).meta({
            label: { en: 'Verdict', zh: '结论' },
            options: { bad: { en: 'bad', zh: '有问题' }, notice: { en: 'could be better', zh: '可改进' } },
          }),
          problem: shown('Finding', '说明'),
          rule: shown('Rule', '依据'),
        }),
      )
      .optional()
      .meta({ label: { en: 'Findings', zh: '检查结果' }, widget: 'table' }),
    fields: z
      .array(
        z.object({
          line: z.number().meta({ label: { en: 'Line', zh: '行' } }),
          name: shown('Field', '字段'),
          value: shown('Value', '值'),
          says: shown('Meaning', '含义'),
        }),
      )
      .optional()
      .meta({ label: { en: 'Fields', zh: '字段' }, widget: 'table' }),
    signatures: z
      .array(
        z.object({
          keyId: shown('Key', '密钥'),
          signedAt: z
            .string()
            .optional()
            .meta({ label: { en: 'Signed at', zh: '签署时间' } }),
          hash: shown('Hash', '摘要算法'),
        }),
      )
      .optional()
      .meta({ label: { en: 'Signatures', zh: '签名' }, widget: 'table' }),
    places: z
      .array(
        z.object({
          url: shown('URL', 'URL'),
          answer: shown('Answer', '应答'),
          type: shown('Content-Type', 'Content-Type'),
          redirects: shown('Redirected to', '重定向到'),
        }),
      )
      .optional()
      .meta({ label: { en: 'Places', zh: '位置' }, widget: 'table' }),
    notes: notesField,
    file: z
      .string()
      .optional()
      .meta({ label: { en: 'security.txt', zh: 'security.txt' }, widget: 'code' }),
  }),
  examples: [
    {
      name: { en: 'A file with mistakes', zh: '有错误的文件' },
      input: {
        file: 'Contact: security@example.com\nContact: http://example.com/report\nExpires: 2020-01-01T00:00:00Z\nAcknowledgements: https://example.com/thanks\nPreferred-Languages: en, zh_CN\n',
      },
    },
    {
      name: { en: 'A file of one site', zh: '网站的文件' },
      input: {
        url: 'example.com',
        file: '# Thank you for telling us\nContact: mailto:security@example.com\nContact: tel:+1-201-555-0123\nExpires: 2999-12-31T23:00:00Z\nPreferred-Languages: en, zh\nCanonical: https://example.com/.well-known/security.txt\nPolicy: https://example.com/policy\n',
      },
    },
    { name: { en: 'Of a site', zh: '检测站点' }, input: { url: 'www.google.com' } },
  ],
  async run({ url, file, family }, { probe, signal, lang, now }) {
    const site = url.trim()
    if (file.trim() !== '') return describe(file, { problems: [], places: toPlaces(site), lang, now: now() })
    if (site === '')
      throw new AppError('missing_input', {
        field: 'url',
        act: { en: 'enter', zh: '输入' },
        label: { en: 'Domain or URL', zh: '域名或网址' },
      })
    return describeSite(await probe.page.securityTxt(site, { signal, ...toFamily(family) }), { lang, now: now() })
  },
})

type Context = { readonly lang: Lang; readonly now: Date }
type Given = Context & { readonly problems: readonly Problem[]; readonly places: readonly string[] }

/** Where a pasted file would be, by the site that is named beside it. */
function toPlaces(site: string): string[] {
  if (site === '') return []
  const page = findUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(site) ? site : `https://${site}`)
  return page ? [`https://${page.host}/.well-known/security.txt`] : []
}

async function describeSite(places: Awaited<ReturnType<ProbeCapability['page']['securityTxt']>>, context: Context) {
  const [wellKnown, older] = places as readonly [SecurityTxtPlace, SecurityTxtPlace]
  const used = [wellKnown, older].find(isThere)
  const rows = places.map((place) => toPlaceRow(place, context.lang))
  if (!used) return { ...toMissing(wellKnown, context.lang), places: rows }
  const described = await describe(used.text!, {
    ...context,
    problems: checkPlaces([wellKnown, older], used),
    places: [...new Set([used.asked, used.url])],
  })
  return { ...described, places: rows, file: used.text!.slice(0, 100_000) }
}

function toMissing({ asked, status, text, problem }: SecurityTxtPlace, lang: Lang) {
  const [en, zh] =
    problem !== null
      ? [`${asked} cannot be reached: ${problem.en}`, `无法访问 ${asked}：${problem.zh}`]
      : text === null
        ? [`There is no security.txt: ${asked} answers ${status}`, `没有 security.txt：${asked} 返回 ${status}`]
        : [`There is no security.txt: at ${asked} is an HTML page`, `没有 security.txt：${asked} 处是 HTML 网页`]
  return { text: { en, zh }[lang], verdict: problem === null ? ('missing' as const) : ('unreached' as const), notes: [] }
}

function toPlaceRow({ asked, status, type, redirects, problem }: SecurityTxtPlace, lang: Lang) {
  return { url: asked, answer: problem?.[lang] ?? String(status), type: type ?? '', redirects: redirects.join('\n') }
}

async function describe(text: string, { problems, places, lang, now }: Given) {
  const { fields, isSigned, problems: ofLines } = readLines(text)
  const signed = isSigned ? await readSigners(text) : { signers: [], problems: [] }
  const hasCanonical = fields.some(({ name }) => /^canonical$/i.test(name))
  const all: Problem[] = [
    ...problems,
    ...(fields.length === 0 && /^\s*</.test(text)
      ? [bad('3', 'This is an HTML page and no security.txt', '这是 HTML 网页，而不是 security.txt')]
      : []),
    ...ofLines,
    ...checkFields(fields, now),
    ...checkCanonical(fields, places),
    ...signed.problems,
    ...(isSigned && !hasCanonical
      ? [
          notice(
            '2.3',
            'A signed file should have a Canonical: else it could be shown by another site as its own',
            '签名的文件应有 Canonical，否则其他网站可以原样冒用',
          ),
        ]
      : []),
  ]
  const sorted = all.toSorted(
    (a, b) => Number(b.verdict === 'bad') - Number(a.verdict === 'bad') || (a.line ?? 0) - (b.line ?? 0),
  )
  const verdict = all.some((one) => one.verdict === 'bad') ? 'invalid' : all.length > 0 ? 'flawed' : 'valid'
  return {
    text: toSummary({ verdict, fields, now, problems: sorted, lang }),
    verdict: verdict as 'invalid' | 'flawed' | 'valid',
    ...(sorted.length > 0 && {
      problems: sorted.map(({ text: words, ...problem }) => ({ ...problem, problem: words[lang] })),
    }),
    ...(fields.length > 0 && { fields: describeFields(fields.slice(0, MOST_FIELDS), { lang, now }) }),
    ...(signed.signers.length > 0 && { signatures: signed.signers }),
    notes: toNotes({ isSigned, lang }),
  }
}
