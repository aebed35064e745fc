import { findAddress } from '@octet/core/ip/address.ts'
import { isIban } from '../../lib/is-iban.ts'
import { isLuhn } from '../../lib/luhn.ts'
import { readNumber } from '../../lookup/cn-id/read-number.ts'
import { FINDERS } from '../extract/finders.ts'
import { SECRET_ADDRESSES, TOKENS } from './token-forms.ts'

/** What is looked for, in the order in which one goes before another where both fit. */
export const KINDS = ['secret', 'email', 'id', 'card', 'phone', 'ip', 'plate', 'name'] as const
export type Kind = (typeof KINDS)[number]
export type Find<K = Kind> = { readonly kind: K; readonly start: number; readonly end: number; readonly text: string }

type Rule = {
  /** Linear in the length of the text; a group named `value` is masked alone. */
  readonly pattern: RegExp
  isRight?(found: string): boolean
}

const isNumber = (found: string): boolean => {
  // A day to come is nobody's birthday; which day today is does not matter here.
  const read = readNumber(found, new Date(Date.UTC(2200, 0)))
  return read !== undefined && read.kind !== 'organisation' && !read.problem
}
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** Words that a secret stands behind; `_key` may follow, as in `SECRET_KEY`. The shell's `PWD=/…` is where it stands. */
const SECRET_WORDS = String.raw`(?:passw(?:or)?d|passphrase|pwd(?!["']?[ \t]{0,3}[:=][ \t]{0,3}["']?/)|secret|(?:api|access|account|private|signing|encryption)[_-]?key|(?:auth|access|refresh|id)[_-]?token|token|(?<=[_-])pass|密码|口令|密钥|令牌)(?:[_-]?key)?`

const RULES: Readonly<Record<Kind, readonly Rule[]>> = {
  secret: [
    { pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{1,20000}-----END [A-Z ]{0,30}PRIVATE KEY-----/g },
    { pattern: /(?<![\w-])eyJ[\w-]{8,4000}\.[\w-]{2,8000}\.[\w-]{0,1000}(?![\w-])/g },
    { pattern: TOKENS },
    ...SECRET_ADDRESSES.map((pattern) => ({ pattern })),
    // Behind the word for it: in settings, in headers, in sentences. In quotes a secret may hold blanks and commas.
    {
      pattern: new RegExp(
        String.raw`${SECRET_WORDS}["']?[ \t]{0,3}(?::=|=>|[:=：])[ \t]{0,3}(?:"(?<value>[^"\r\n]{4,500})"|'(?<single>[^'\r\n]{4,500})')`,
        'gi',
      ),
    },
    {
      pattern: new RegExp(
        String.raw`${SECRET_WORDS}["']?[ \t]{0,3}(?::=|=>|[:=：])[ \t]{0,3}["']?(?<value>[^\s"',;，；。&<>]{4,500})`,
        'gi',
      ),
    },
    // Options of commands: `--password x`, and `-u name:x` of curl.
    {
      pattern:
        /(?<![\w-])--(?:[a-z-]{0,20}-)?(?:password|passwd|secret|token|api-key)[ \t]{1,3}["']?(?<value>[^\s"'-][^\s"']{3,200})/g,
    },
    { pattern: /\bcurl\b[^\n]{0,500}?[ \t](?:-u|--user)[ \t]{1,3}["']?[^\s"':]{1,100}:(?<value>[^\s"']{1,200})/g },
    // Statements of SQL and lines of ~/.netrc have no sign between the word and the secret.
    { pattern: /\b(?:IDENTIFIED[ \t]{1,3}BY|PASSWORD)[ \t]{1,3}'(?<value>[^'\r\n]{1,200})'/gi },
    { pattern: /\blogin[ \t]{1,3}\S{1,100}\s{1,9}password[ \t]{1,3}(?<value>\S{1,200})/g },
    // Cookies are what a session is known by.
    { pattern: /(?<![\w-])(?:Set-)?Cookie["']?[ \t]{0,3}:[ \t]{0,3}["']?(?<value>[^\s=;"']{1,100}=[^\r\n"']{1,4000})/gi },
    { pattern: /(?<![\w-])(?:Bearer|Basic)[ \t]{1,3}(?<value>[\w.~+/=-]{8,2000})/gi },
    { pattern: /:\/\/[^\s:/@]{0,200}:(?<value>[^\s/?#]{1,200})@/g },
  ],
  email: [
    {
      pattern: /(?<![\w.+-])[\w.+'&-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,63}(?![\p{L}\p{N}-])/gu,
      isRight: (found) => FINDERS.email(found).length === 1,
    },
  ],
  id: [
    // A digit too many or wrong does not make it less of somebody: the day of birth in it is enough.
    {
      pattern:
        /(?<![\dA-Za-z])[1-9]\d{5}[ -]?(?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[ -]?\d{3}[\dXx](?![\dA-Za-z])/g,
    },
    {
      pattern: /(?<![\dA-Za-z.])[1-9]\d{7}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}(?![\dA-Za-z.])/g,
      isRight: isNumber,
    },
    // The social security numbers of the United States that are given out (SSA POMS RM 10201.035).
    { pattern: /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\w-])/g },
    // Hong Kong.
    { pattern: /(?<![A-Za-z\d])[A-Z]{1,2}\d{6}[(（][\dA][)）]/g },
    {
      pattern:
        /(?:护照|通行证|passport)[^\n\dA-Za-z]{0,8}(?:号码?|no\.?)?[^\n\dA-Za-z]{0,4}(?<value>[A-Z]{1,2}\d{7,9})(?![\dA-Za-z])/gi,
    },
  ],
  card: [
    {
      pattern: /(?<![\w.-])[2-69]\d{3}(?:[ -]?\d){9,15}(?![\w-]|\.\d)/g,
      isRight: (found) => isLuhn(digitsOf(found)),
    },
    // IBAN, as it is printed or stored.
    {
      pattern: /(?<![A-Za-z\d])[A-Z]{2}\d\d(?:[ -]?[A-Z\d]{4}){2,7}(?:[ -]?[A-Z\d]{1,3})?(?![A-Za-z\d])/g,
      isRight: isIban,
    },
  ],
  phone: [
    { pattern: /(?<![\w.-])(?:(?:\+|00)?86[ -]?)?(?<value>1[3-9]\d[ -]?\d{4}[ -]?\d{4})(?![\w-]|\.\d)/g },
    { pattern: /(?<![\w.-])(?:0\d{2,3}[ -]|[(（]0\d{2,3}[)）][ -]?)[2-9]\d{6,7}(?:-\d{1,6})?(?![\w-]|\.\d)/g },
    {
      pattern: /(?<![\w.+-])\+[1-9]\d{0,3}(?:[ ()-]{1,2}\d{1,5}){1,6}(?![\w-]|\.\d)|(?<![\w.+-])\+[1-9]\d{7,14}(?![\w-]|\.\d)/g,
      isRight: (found) => digitsOf(found).length >= 8 && digitsOf(found).length <= 15,
    },
    { pattern: /(?<![\w.+-])(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}(?![\w-]|\.\d)/g },
  ],
  ip: [
    {
      pattern:
        /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)|[\dA-Fa-f]{0,4}(?::[\dA-Fa-f]{0,4}){2,7}(?:\.\d{1,3}){0,3}(?![\w:]|\.\d))/g,
      // 10:30:05 is a time, and fd::ab of a program.
      isRight: (found) =>
        findAddress(found) !== undefined &&
        (found.includes('.') || (/\d/.test(found) && (found.includes('::') || found.split(':').length === 8))),
    },
  ],
  plate: [
    {
      pattern:
        /[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-NP-Z][·•. -]?(?:[A-HJ-NP-Z\d]{4}[A-HJ-NP-Z\d挂学警港澳]|[A-HJ-NP-Z\d]{6})(?![A-Za-z\d])/g,
    },
  ],
  name: [
    {
      pattern:
        /(?:姓名|名字|联系人|收件人|收货人|寄件人|客户|患者|申请人|法定代表人|经办人)[ \t]{0,3}[:：][ \t]{0,3}(?<value>\p{Script=Han}{1,6}(?:·\p{Script=Han}{1,8})?)(?!\p{Script=Han})/gu,
    },
    {
      pattern:
        /(?<![\p{L}\p{N}_])(?:full[ _]?name|first[ _]?name|last[ _]?name|name|contact|customer|patient)["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(?<value>\p{Lu}[\p{L}'’-]{0,30}(?: \p{Lu}[\p{L}'’.-]{0,30}){0,3})/giu,
    },
    { pattern: /(?<![A-Za-z])(?:Mr|Mrs|Ms|Dr|Prof)\.? (?<value>\p{Lu}[\p{Ll}'’-]{1,30}(?: \p{Lu}[\p{Ll}'’-]{1,30}){0,2})/gu },
    {
      pattern:
        /(?<value>(?:欧阳|上官|司马|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|[王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤])\p{Script=Han}{0,2}?)(?=先生|女士|小姐|同学|老师|医生|教授|经理|总监|律师)/gu,
    },
  ],
}

/** More are not masked one by one; the text is then refused. */
export const MAX_FINDS = 200_000

/** Every find of the kinds, in order; where two overlap, that of the kind named first. */
export function findPersonal(text: string, kinds: ReadonlySet<Kind>): Find[] {
  const finds = KINDS.filter((kind) => kinds.has(kind)).flatMap((kind) => RULES[kind].flatMap((rule) => apply(text, kind, rule)))
  return withoutOverlaps(finds, text.length)
}

function apply(text: string, kind: Kind, { pattern, isRight = () => true }: Rule): Find[] {
  const finds: Find[] = []
  for (const match of text.matchAll(pattern)) {
    const found = match.groups?.['value'] ?? match.groups?.['single'] ?? match[0]
    if (!isRight(found)) continue
    const start = match.index + match[0].lastIndexOf(found)
    finds.push({ kind, start, end: start + found.length, text: found })
  }
  return finds
}

/** The finds in the order of the text; an earlier one of the list keeps what a later one would share with it. */
export function withoutOverlaps<K>(finds: readonly Find<K>[], length: number): Find<K>[] {
  const taken = new Uint8Array(length)
  const kept = finds.filter(({ start, end }) => {
    if (taken.subarray(start, end).includes(1)) return false
    taken.fill(1, start, end)
    return end > start
  })
  return kept.sort((a, b) => a.start - b.start)
}
