import { bytes } from '@octet/core/field.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { LOCK_COST } from '../../lib/keys/key-kinds.ts'
import { passphraseField } from '../../lib/keys/passphrase-field.ts'
import { notesField } from '../../lib/notes-field.ts'
import { EXAMPLE_AUTHORITY, EXAMPLE_KEY, EXAMPLE_SERVER } from './examples.ts'
import { FORMATS } from './input.ts'
import { ROLE_NAMES, ROLES } from './roles.ts'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })
const pem = (en: string, zh: string) =>
  z
    .string()
    .optional()
    .meta({ ...L(en, zh), widget: 'text' })

export default defineTool({
  id: 'convert-certificate',
  route: '/crypto/certificate-convert',
  group: 'crypto',
  rank: 122,
  icon: 'Certificate',
  title: { en: 'Certificate converter', zh: '证书格式转换' },
  summary: {
    en: 'PEM, PFX (PKCS #12), P7B, DER and JKS into one another, with the chain in order and the key checked',
    zh: 'PEM、PFX（PKCS #12）、P7B、DER、JKS 互转，自动整理证书链并校验密钥是否匹配',
  },
  about: {
    en: 'Give the files that an authority sent you, in any format and any order: certificate, chain and private key are told apart, each signature is checked, and the chain is put in the order in which servers send it. A key of another certificate is refused.\n\nPFX and P12 are two names of PKCS #12. Nothing leaves your device.',
    zh: '直接放入 CA 发来的文件，格式与顺序不限：自动区分证书、证书链与私钥，逐级校验签名，并按服务器发送的顺序排列；私钥与证书不匹配时会拒绝。\n\nPFX 与 P12 是 PKCS #12 的两种扩展名。全部在您的设备上完成。',
  },
  keywords: [
    'certificate converter',
    'ssl converter',
    'pem to pfx',
    'pfx to pem',
    'crt to pem',
    'cer to pem',
    'p12',
    'pfx',
    'p7b to pem',
    'pkcs12',
    'pkcs7',
    'jks',
    'keystore',
    'truststore',
    'fullchain',
    'certificate key match',
    '证书转换',
    '证书格式转换',
    'pem转pfx',
    'pfx转pem',
    'jks转pem',
    '证书链',
    '证书匹配',
    '密钥库',
  ],
  timeoutMs: 20_000,
  cost: ({ to, newPassphrase }) => (to === 'pkcs12' || newPassphrase ? LOCK_COST : 1),
  input: z.object({
    text: z
      .string()
      .max(5_000_000)
      .default('')
      .meta({
        ...L('Certificates and private key', '证书与私钥'),
        placeholder: { en: 'PEM, one behind the other, or files below', zh: '依次粘贴 PEM，或在下方选择文件' },
        widget: 'text',
        main: true,
        secret: true,
        wanted: true,
      }),
    file: bytes()
      .optional()
      .meta({
        ...L('File', '文件'),
        help: { en: '.pem .crt .cer .der .p7b .pfx .p12 .jks', zh: '.pem .crt .cer .der .p7b .pfx .p12 .jks' },
        wanted: true,
      }),
    keyFile: bytes()
      .optional()
      .meta({ ...L('Private key file, if it is another', '私钥文件（如单独存放）'), wanted: true }),
    chainFile: bytes()
      .optional()
      .meta({ ...L('Chain file, if it is another', '证书链文件（如单独存放）'), wanted: true }),
    to: z
      .enum(FORMATS)
      .default('pem')
      .meta({
        ...L('Into', '转换为'),
        options: {
          pem: { en: 'PEM (nginx, Apache)', zh: 'PEM（nginx、Apache）' },
          pkcs12: { en: 'PFX, P12 (Windows, Java, macOS)', zh: 'PFX、P12（Windows、Java、macOS）' },
          pkcs7: { en: 'P7B (certificates only)', zh: 'P7B（仅证书）' },
          der: { en: 'DER (one certificate)', zh: 'DER（单个证书）' },
          jks: { en: 'JKS (old Java)', zh: 'JKS（旧版 Java）' },
        },
        widget: 'select',
      }),
    passphrase: passphraseField({
      ...L('Passphrase', '原文件口令'),
      help: { en: 'PFX, JKS and encrypted keys', zh: 'PFX、JKS 与加密的私钥需要' },
    }),
    newPassphrase: passphraseField({
      ...L('New passphrase', '新口令'),
      help: { en: 'Of the private key', zh: '用于保护私钥' },
      when: { to: ['pem', 'pkcs12', 'jks'] },
    }),
    name: z
      .string()
      .max(100)
      .default('')
      .meta({
        ...L('Name in the store', '别名'),
        help: { en: 'The common name if empty', zh: '留空则取通用名' },
        advanced: true,
        when: { to: ['pkcs12', 'jks'] },
      }),
    lock: z
      .enum(['modern', 'old'])
      .default('modern')
      .meta({
        ...L('Encryption', '加密方式'),
        options: {
          modern: { en: 'AES-256, SHA-256', zh: 'AES-256、SHA-256' },
          old: { en: '3DES, SHA-1 (before 2019)', zh: '3DES、SHA-1（2019 年前的系统）' },
        },
        advanced: true,
        when: { to: ['pkcs12'] },
      }),
    hasRoot: z
      .boolean()
      .default(false)
      .meta({ ...L('With the root', '包含根证书'), advanced: true }),
  }),
  output: z.object({
    text: z.string().meta({ ...L('Result', '结果'), widget: 'hidden', main: true, secret: true }),
    hasKey: z.boolean().meta(L('With its private key', '含匹配的私钥')),
    certificates: z
      .array(
        z.object({
          role: z.enum(ROLE_NAMES).meta({ ...L('Role', '角色'), options: ROLES }),
          subject: z.string().meta(L('Subject', '主体')),
          issuer: z.string().meta(L('Issuer', '颁发者')),
          notAfter: z.string().meta(L('Valid until', '到期时间')),
          publicKey: z.string().optional().meta(L('Public key', '公钥')),
          sha256: z.string().meta(L('SHA-256 fingerprint', 'SHA-256 指纹')),
        }),
      )
      .meta({ ...L('Certificates', '证书'), widget: 'table' }),
    notes: notesField,
    file: bytes()
      .optional()
      .meta({ ...L('File', '文件'), secret: true }),
    fullchain: pem('Certificate with its chain', '完整证书链'),
    certificate: pem('Certificate', '证书'),
    chain: pem('Chain alone', '仅上级证书'),
    privateKey: z
      .string()
      .optional()
      .meta({ ...L('Private key', '私钥'), widget: 'text', secret: true }),
    setup: pem('For servers', '服务器配置'),
    command: pem('The same with OpenSSL', '等效的 OpenSSL 命令'),
  }),
  errors: ['unsupported_value', 'wrong_passphrase', 'too_large'],
  accepts: { pem: {} },
  files: { certificate: {} },
  examples: [
    {
      name: { en: 'Put a chain in order', zh: '整理证书链' },
      input: { text: `${EXAMPLE_AUTHORITY}${EXAMPLE_KEY}${EXAMPLE_SERVER}` },
    },
    {
      name: { en: 'A PFX for Windows', zh: '生成 PFX' },
      input: { text: `${EXAMPLE_SERVER}${EXAMPLE_KEY}${EXAMPLE_AUTHORITY}`, to: 'pkcs12', newPassphrase: 'example' },
    },
    {
      name: { en: 'A trust store for Java', zh: 'Java 信任库' },
      input: { text: EXAMPLE_AUTHORITY, to: 'jks', newPassphrase: 'changeit', name: 'example-ca' },
    },
    {
      name: { en: 'Certificates as P7B', zh: '生成 P7B' },
      input: { text: `${EXAMPLE_SERVER}${EXAMPLE_AUTHORITY}`, to: 'pkcs7' },
    },
  ],
  run: async (input, host) => (await import('./run.ts')).convertCertificate(input, host),
})
