import type { Text } from '@octet/core/text.ts'

/** Signatures that are read of one file: each takes time. */
export const MAX_SIGNATURES = 20

/** The outcome for one signature: in a line of the summary, and in full. */
const OUTCOMES = {
  valid: {
    short: { en: 'Valid', zh: '有效' },
    full: { en: 'Valid: the content is as it was signed', zh: '有效：内容与签署时一致' },
  },
  extended: {
    short: { en: 'Added to afterwards', zh: '签后有追加' },
    full: {
      en: 'The signed part is unchanged, but something was added afterwards that no signature is over',
      zh: '已签名部分未变，但签后追加了不受签名保护的内容',
    },
  },
  altered: {
    short: { en: 'Not valid', zh: '无效' },
    full: { en: 'Not valid: the content is not what was signed', zh: '无效：内容与签署时不一致' },
  },
  wrong: {
    short: { en: 'Not valid', zh: '无效' },
    full: {
      en: 'Not valid: the key of the named certificate did not make this signature',
      zh: '无效：该签名并非由所指证书的密钥生成',
    },
  },
  damaged: {
    short: { en: 'Not valid', zh: '无效' },
    full: { en: 'Not valid: the signature is damaged', zh: '无效：签名已损坏' },
  },
  gap: {
    short: { en: 'Not valid', zh: '无效' },
    full: {
      en: 'Not valid: it leaves out more of the file than itself, where anything may stand',
      zh: '无效：除签名自身外还跳过了文件的其他部分，那里可被任意改写',
    },
  },
  missing: {
    short: { en: 'Not checked', zh: '未校验' },
    full: { en: 'Not checked: give the file that was signed, too', zh: '未校验：请一并提供被签名的原文件' },
  },
  noCertificate: {
    short: { en: 'Not checked', zh: '未校验' },
    full: { en: 'Not checked: the signer’s certificate is not in it', zh: '未校验：其中没有签署人证书' },
  },
  unsupported: {
    short: { en: 'Not checked', zh: '未校验' },
    full: { en: 'Not checked: this kind of signature is not supported', zh: '未校验：不支持此类签名' },
  },
} as const satisfies Record<string, { short: Text; full: Text }>

export type State = keyof typeof OUTCOMES
export const STATES = Object.keys(OUTCOMES) as [State, ...State[]]
export const toShortState = (state: State): Text => OUTCOMES[state].short
export const STATE_WORDS = Object.fromEntries(STATES.map((state) => [state, OUTCOMES[state].full])) as Record<State, Text>

/** What a signature is for (ISO 32000-2 §12.8.1, §12.8.5). */
export const PURPOSES = {
  signature: { en: 'Signature', zh: '签名' },
  certification: { en: 'Certification by the author', zh: '作者认证签名' },
  timestamp: { en: 'Time stamp', zh: '时间戳' },
} as const satisfies Record<string, Text>
export type Purpose = keyof typeof PURPOSES

/** How much of a PDF a signature is over. */
export const COVERS = {
  all: { en: 'The whole file', zh: '整个文件' },
  earlier: { en: 'An earlier version: something was added afterwards', zh: '较早版本：签署后文件又有追加' },
} as const satisfies Record<string, Text>

/** Who says when it was signed. */
export const CLOCKS = {
  timestamp: { en: 'Time stamp authority', zh: '时间戳机构' },
  signer: { en: 'The signer alone', zh: '仅签署人自称' },
} as const satisfies Record<string, Text>

/** Whether the chain of a certificate ends at one that was given as trusted. */
export const TRUST = {
  trusted: { en: 'Yes, by the certificates given', zh: '是，依据所给证书' },
  unknown: { en: 'No: it leads to none of the certificates given', zh: '否：未通向所给证书' },
  broken: { en: 'No: a certificate of the chain was not signed by the next', zh: '否：证书链中有证书并非由上级签发' },
} as const satisfies Record<string, Text>
export type Trust = keyof typeof TRUST

/** What the author of a PDF allows to be changed afterwards (ISO 32000-2 §12.8.2.2.2), from 1. */
export const PERMISSIONS: readonly Text[] = [
  { en: 'nothing', zh: '不允许任何更改' },
  { en: 'forms and signatures', zh: '填写表单与签名' },
  { en: 'forms, signatures and comments', zh: '填写表单、签名与批注' },
]
