import type { Lang } from '@octet/core/text.ts'
import { isField } from './check-fields.ts'
import type { Problem } from './problem.ts'
import { readExpiry } from './read-expiry.ts'
import type { Field } from './read-lines.ts'

type Told = {
  readonly verdict: 'valid' | 'flawed' | 'invalid'
  readonly fields: readonly Field[]
  readonly problems: readonly Problem[]
  readonly now: Date
  readonly lang: Lang
}

const HEADS = {
  valid: { en: 'Valid', zh: '有效' },
  flawed: { en: 'Valid, could be better', zh: '有效，可改进' },
  invalid: { en: 'Breaks the standard', zh: '不符合标准' },
} as const

/** The verdict, whom to tell, and each finding on a line. */
export function toSummary({ verdict, fields, problems, lang }: Told): string {
  const contacts = fields.filter((field) => isField(field, 'contact')).map(({ value }) => value)
  const until = readExpiry(fields.find((field) => isField(field, 'expires'))?.value ?? '')
  const day = until?.toISOString().slice(0, 10)
  const [head, contact, end, at] =
    lang === 'zh'
      ? [HEADS[verdict].zh, '联系：', '有效期至：', (line: number) => `第 ${line} 行：`]
      : [HEADS[verdict].en, 'Contact: ', 'Until: ', (line: number) => `line ${line}: `]
  return [
    head,
    ...contacts.slice(0, 10).map((value) => contact + value),
    ...(day ? [end + day] : []),
    ...problems.map(({ line, text, rule }) => `${line === undefined ? '' : at(line)}${text[lang]} (${rule})`),
  ].join('\n')
}

/** What is no fault. */
export function toNotes({ isSigned, lang }: { isSigned: boolean; lang: Lang }): string[] {
  if (isSigned)
    return [
      lang === 'zh'
        ? '签名本身未校验：请用 OpenPGP 工具，并提供签署人的公钥'
        : 'The signature itself was not checked: the OpenPGP tool does that with the public key of the signer',
    ]
  return [
    lang === 'zh'
      ? '文件没有签名；RFC 9116 §2.3 建议以 OpenPGP 签名'
      : 'The file is not signed; RFC 9116 §2.3 recommends a signature of OpenPGP',
  ]
}
