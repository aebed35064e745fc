import { bytes } from '@octet/core/field.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { notesField } from '../../lib/notes-field.ts'
import { AUTHORITY, CHANGED_PDF, SIGNED_MAIL, SIGNED_PDF, SIGNED_TEXT } from './examples.ts'
import { CLOCKS, COVERS, PURPOSES, STATE_WORDS, STATES, TRUST } from './words.ts'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })
const text = (en: string, zh: string) => z.string().optional().meta(L(en, zh))
const keysOf = <K extends string>(words: Readonly<Record<K, Text>>) => Object.keys(words) as [K, ...K[]]

export default defineTool({
  id: 'signed-file',
  route: '/crypto/signed-file',
  group: 'crypto',
  rank: 128,
  icon: 'FileCertificate',
  title: { en: 'PDF and file signatures', zh: '电子签名验证（PDF、P7M）' },
  summary: {
    en: 'Who signed a PDF, P7M, mail or Windows program, when, and whether it was changed afterwards',
    zh: '查看 PDF、P7M、邮件或 Windows 程序由谁、何时签署，签后是否被改动',
  },
  about: {
    en: 'The hash of what is signed, the signature and the chain of certificates are checked with CMS (RFC 5652), time stamps with RFC 3161: PDF (ISO 32000-2 §12.8, PAdES), .p7m and .p7s, S/MIME (RFC 8551) and Authenticode; RSA, ECDSA, Ed25519 and the Chinese SM2 with SM3. The file stays on this device.\n\nOf a PDF it is told how much a signature is over: what was added later shows in readers like the rest, and need not be signed. No list of trusted authorities is asked, and no revocation.',
    zh: '按 CMS（RFC 5652）核对内容哈希、签名与证书链，按 RFC 3161 核对时间戳：支持 PDF（ISO 32000-2 §12.8、PAdES）、.p7m 与 .p7s、S/MIME（RFC 8551）及 Authenticode；算法支持 RSA、ECDSA、Ed25519 和国密 SM2/SM3。文件不会离开本机。\n\n对 PDF 会指明签名覆盖到哪里：签署之后追加的内容在阅读器中看起来并无不同，却可能不受签名保护。不查询受信任机构列表，也不查询吊销状态。',
  },
  keywords: [
    'pdf signature',
    'verify signature',
    'digital signature',
    'signed pdf',
    'p7m',
    'p7s',
    'pades',
    'cades',
    'cms',
    's/mime',
    'authenticode',
    'rfc 3161',
    'tsr',
    'open p7m',
    '电子签名',
    '数字签名',
    'pdf签名',
    '验签',
    '签名验证',
    '电子签章',
    '可信时间戳',
  ],
  input: z.object({
    file: bytes()
      .optional()
      .meta({
        ...L('Signed file', '已签名的文件'),
        help: { en: '.pdf .p7m .p7s .eml .exe .dll .tsr', zh: '.pdf .p7m .p7s .eml .exe .dll .tsr' },
        wanted: true,
      }),
    text: z
      .string()
      .max(20_000_000)
      .default('')
      .meta({
        ...L('or its text', '或粘贴内容'),
        placeholder: { en: 'PEM, Base64 or the source of a mail', zh: 'PEM、Base64 或邮件源码' },
        widget: 'text',
        main: true,
        secret: true,
        wanted: true,
      }),
    original: bytes()
      .optional()
      .meta({
        ...L('The file it is over', '被签名的原文件'),
        help: { en: 'Where the signature is a file of its own', zh: '签名单独成文件时需要' },
      }),
    trusted: z
      .string()
      .max(2_000_000)
      .default('')
      .meta({
        ...L('Certificates you trust', '信任的证书'),
        placeholder: { en: 'PEM', zh: 'PEM' },
        widget: 'text',
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ ...L('Result', '结果'), main: true }),
    signatures: z
      .array(
        z.object({
          state: z.enum(STATES).meta({ ...L('Outcome', '结论'), options: STATE_WORDS }),
          signer: text('Signed by', '签署人'),
          issuer: text('Issued by', '颁发者'),
          signedAt: text('Signed at', '签署时间'),
          clock: z
            .enum(keysOf(CLOCKS))
            .optional()
            .meta({ ...L('Time told by', '时间来源'), options: CLOCKS }),
          timestampBy: text('Time stamp of', '时间戳机构'),
          covers: z
            .enum(keysOf(COVERS))
            .optional()
            .meta({ ...L('Over', '覆盖范围'), options: COVERS }),
          addedBytes: z
            .int()
            .optional()
            .meta({ ...L('Added afterwards', '签后追加'), unit: 'B' }),
          allows: text('Allowed afterwards', '签后允许'),
          name: text('Name given', '自称姓名'),
          reason: text('Reason', '签署原因'),
          location: text('Place', '签署地点'),
          trust: z
            .enum(keysOf(TRUST))
            .optional()
            .meta({ ...L('Trusted', '可信'), options: TRUST }),
          purpose: z.enum(keysOf(PURPOSES)).meta({ ...L('Kind', '类型'), options: PURPOSES }),
          algorithm: z.string().meta(L('Key and hash', '密钥与哈希')),
          notBefore: text('Certificate valid from', '证书生效'),
          notAfter: text('Certificate valid until', '证书到期'),
          serial: text('Serial number', '序列号'),
          sha256: text('SHA-256 fingerprint', 'SHA-256 指纹'),
          chain: z.array(z.string()).meta(L('Chain above', '上级证书')),
        }),
      )
      .meta(L('Signatures', '签名')),
    notes: notesField,
    content: z
      .string()
      .optional()
      .meta({ ...L('What is signed', '被签名的内容'), widget: 'text' }),
    file: bytes().optional().meta(L('What is signed, as a file', '被签名的内容（文件）')),
    certificates: z
      .string()
      .optional()
      .meta({ ...L('Certificates', '证书'), widget: 'text' }),
  }),
  errors: ['unsupported_value', 'too_large'],
  files: { pdf: {}, signed: {}, 'signed-mail': {}, program: {} },
  examples: [
    { name: { en: 'A signed PDF', zh: '已签名的 PDF' }, input: { text: SIGNED_PDF } },
    { name: { en: 'A PDF changed afterwards', zh: '签后被改的 PDF' }, input: { text: CHANGED_PDF } },
    {
      name: { en: 'A text in its signature (P7M)', zh: '内含原文的签名（P7M）' },
      input: { text: SIGNED_TEXT, trusted: AUTHORITY },
    },
    { name: { en: 'A mail with S/MIME', zh: 'S/MIME 邮件' }, input: { text: SIGNED_MAIL } },
  ],
  run: async (input, host) => (await import('./run.ts')).checkFile(input, host),
})
