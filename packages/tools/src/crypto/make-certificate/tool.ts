import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { KINDS, LOCK_COST, toKeyCost, type KeyKind } from '../../lib/keys/key-kinds.ts'
import { passphraseField } from '../../lib/keys/passphrase-field.ts'
import { notesField } from '../../lib/notes-field.ts'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })
const line = (maxLength: number) => z.string().max(maxLength).default('')
const pem = (en: string, zh: string) =>
  z
    .string()
    .optional()
    .meta({ ...L(en, zh), widget: 'text' })

/** Kinds of keys that certificates are of. */
const KEYS = ['p256', 'p384', 'p521', 'rsa2048', 'rsa3072', 'rsa4096', 'ed25519', 'ed448'] as const satisfies KeyKind[]
const KEY_WORDS = Object.fromEntries(KEYS.map((kind) => [kind, KINDS[kind]])) as Record<(typeof KEYS)[number], Text>
const MAX_PEM = 100_000
/** What programs can be told: a hundred years. */
const MAX_DAYS = 36_500

/** An authority with its key, for the example only, made with OpenSSL for a hundred years. */
const AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBxzCCAW2gAwIBAgIUOo6DDGQxyFmqoIHbSEj2GQ/90O4wCgYIKoZIzj0EAwIw
MDEUMBIGA1UECgwLRXhhbXBsZSBMdGQxGDAWBgNVBAMMD0V4YW1wbGUgUm9vdCBD
QTAgFw0yNjExMjkyMTQzMzhaGA8yMTI2MTEwNTIxNDMzOFowMDEUMBIGA1UECgwL
RXhhbXBsZSBMdGQxGDAWBgNVBAMMD0V4YW1wbGUgUm9vdCBDQTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABE/40ch1YxGFS22LrJ3/pnK/2VS2Sqo1Ax2/LjvsNmr3
IXERlIRoOiPIR6SLLUAeaw6v9lETvvs9BnO5rCFZHLWjYzBhMB0GA1UdDgQWBBSW
ss2jWx+C5nnVX6/A+nhpxkmfkTAfBgNVHSMEGDAWgBSWss2jWx+C5nnVX6/A+nhp
xkmfkTAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAKBggqhkjOPQQD
AgNIADBFAiEAv2lm1N8udQGtjTSzuEWXKocGBSg7YJywiMmwAEprINkCIBZQUoCC
fWYqrlmZhmAFhb0GeTcDgtXAVko+/nUkLMwc
-----END CERTIFICATE-----
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOukK5+VVJaNwC4ja
sVbtenJlhcxpoA1A+dAoXTv+xHWhRANCAARP+NHIdWMRhUtti6yd/6Zyv9lUtkqq
NQMdvy477DZq9yFxEZSEaDojyEekiy1AHmsOr/ZRE777PQZzuawhWRy1
-----END PRIVATE KEY-----`

export default defineTool({
  id: 'make-certificate',
  route: '/crypto/certificate',
  group: 'crypto',
  rank: 126,
  icon: 'Certificate2',
  title: { en: 'CSR and certificate generator', zh: 'CSR 与证书生成' },
  summary: {
    en: 'Make a self-signed certificate, a request (CSR) or a private CA that issues certificates',
    zh: '生成自签名证书、证书请求（CSR），或创建私有 CA 并签发证书',
  },
  about: {
    en: 'All is made on your device: the private key goes nowhere. Names may be host names, with a star or in Unicode, addresses, mail addresses and URLs. What comes out carries the extensions that browsers, OpenSSL and Go look for, and beside it stands the openssl command that makes the same.\n\nFor a few machines of your own, make a CA, trust it once on each device, and let it issue a certificate for each server; a request made elsewhere is checked and signed, too. For the public Web, make a request and send it to a certificate authority.',
    zh: '全部在您的设备上完成，私钥不会外传。适用名称可为域名（含通配符与中文域名）、IP 地址、邮箱与 URL。生成的证书带有浏览器、OpenSSL 与 Go 所要求的扩展，并附上效果相同的 openssl 命令。\n\n内部使用时，可先创建 CA，在各设备上信任一次，再为每台服务器签发证书；也可校验并签署他处生成的请求。公网网站请生成证书请求，提交给证书颁发机构。',
  },
  keywords: [
    'csr generator',
    'self-signed certificate',
    'certificate generator',
    'private ca',
    'root ca',
    'mkcert',
    'openssl req',
    'certificate signing request',
    'san certificate',
    'wildcard certificate',
    'client certificate',
    'mtls',
    '自签名证书',
    '证书生成',
    '证书请求',
    '生成csr',
    '根证书',
    '私有ca',
    '签发证书',
    '通配符证书',
  ],
  timeoutMs: 10_000,
  cost: ({ kind, newPassphrase }) => (kind === 'own' ? 1 : toKeyCost(kind)) + (newPassphrase ? LOCK_COST : 0),
  input: z.object({
    action: z
      .enum(['self', 'request', 'authority', 'issue'])
      .default('self')
      .meta({
        ...L('Make', '生成'),
        options: {
          self: { en: 'Self-signed', zh: '自签名证书' },
          request: { en: 'Request (CSR)', zh: '证书请求' },
          authority: { en: 'CA', zh: '根 CA' },
          issue: { en: 'Issue by a CA', zh: '由 CA 签发' },
        },
        widget: 'segments',
      }),
    names: z
      .string()
      .max(20_000)
      .default('')
      .meta({
        ...L('Names', '适用名称'),
        help: { en: 'Domains, addresses; * for any first part', zh: '域名、IP，可用 * 通配' },
        placeholder: { en: 'example.com\nwww.example.com\n192.0.2.1', zh: 'example.com\nwww.example.com\n192.0.2.1' },
        widget: 'text',
        main: true,
        wanted: true,
        when: { action: ['self', 'request', 'issue'] },
      }),
    issuer: z
      .string()
      .max(MAX_PEM)
      .default('')
      .meta({
        ...L('CA: certificate and private key', 'CA 证书与私钥'),
        help: { en: 'Both as PEM, one behind the other', zh: '均为 PEM，先后粘贴' },
        widget: 'text',
        secret: true,
        when: { action: ['issue'] },
      }),
    issuerPassphrase: passphraseField({
      ...L('Passphrase of the CA’s key', 'CA 私钥口令'),
      help: { en: 'Only if it is encrypted', zh: '仅加密的私钥需要' },
      when: { action: ['issue'] },
    }),
    request: z
      .string()
      .max(MAX_PEM)
      .default('')
      .meta({
        ...L('Request (CSR)', '证书请求（CSR）'),
        help: { en: 'If empty, a key is made, too', zh: '留空则同时生成私钥' },
        widget: 'text',
        wanted: true,
        when: { action: ['issue'] },
      }),
    commonName: line(200).meta({
      ...L('Common name', '通用名（CN）'),
      help: { en: 'The first name if empty', zh: '留空则取第一个名称' },
      wanted: true,
    }),
    organization: line(200).meta(L('Organization', '组织（O）')),
    kind: z
      .enum([...KEYS, 'own'])
      .default('p256')
      .meta({
        ...L('Key', '密钥'),
        options: { ...KEY_WORDS, own: { en: 'A key that I have', zh: '使用已有私钥' } },
        widget: 'select',
      }),
    key: z
      .string()
      .max(MAX_PEM)
      .default('')
      .meta({
        ...L('Private key', '私钥'),
        help: { en: 'PEM, OpenSSH, PuTTY or JWK', zh: 'PEM、OpenSSH、PuTTY 或 JWK' },
        widget: 'text',
        secret: true,
        when: { kind: ['own'] },
      }),
    passphrase: passphraseField({
      ...L('Passphrase', '口令'),
      help: { en: 'Only if the key is encrypted', zh: '仅加密的私钥需要' },
      when: { kind: ['own'] },
    }),
    days: z
      .int()
      .min(1)
      .max(MAX_DAYS)
      .optional()
      .meta({
        ...L('Days', '有效天数'),
        help: { en: '365 if empty, 3650 for a CA', zh: '留空为 365 天，CA 为 3650 天' },
        when: { action: ['self', 'authority', 'issue'] },
      }),
    purpose: z
      .enum(['server', 'client', 'both', 'email', 'code', 'any'])
      .default('server')
      .meta({
        ...L('For', '用途'),
        options: {
          server: { en: 'Servers (TLS)', zh: '服务器（TLS）' },
          client: { en: 'Clients (mTLS)', zh: '客户端（mTLS）' },
          both: { en: 'Servers and clients', zh: '服务器与客户端' },
          email: { en: 'Mail (S/MIME)', zh: '邮件（S/MIME）' },
          code: { en: 'Signing of code', zh: '代码签名' },
          any: { en: 'Anything', zh: '不限' },
        },
        widget: 'select',
        when: { action: ['self', 'request', 'issue'] },
      }),
    isAuthority: z
      .boolean()
      .default(false)
      .meta({ ...L('Issue an intermediate CA', '签发中级 CA'), advanced: true, when: { action: ['issue'] } }),
    newPassphrase: passphraseField({
      ...L('Passphrase for the private key', '为私钥设置口令'),
      help: { en: 'Leave empty for no passphrase', zh: '留空则不加密' },
      advanced: true,
    }),
    unit: line(200).meta({ ...L('Unit', '部门（OU）'), advanced: true }),
    locality: line(200).meta({ ...L('Town', '城市（L）'), advanced: true }),
    state: line(200).meta({ ...L('State or province', '省份（ST）'), advanced: true }),
    country: line(200).meta({
      ...L('Country', '国家（C）'),
      help: { en: 'Two letters', zh: '两个字母' },
      placeholder: { en: 'CN', zh: 'CN' },
      advanced: true,
    }),
    from: line(40).meta({
      ...L('Valid from', '生效时间'),
      help: { en: 'Now if empty', zh: '留空为现在' },
      placeholder: { en: '2026-01-31', zh: '2026-01-31' },
      advanced: true,
      when: { action: ['self', 'authority', 'issue'] },
    }),
    hash: z
      .enum(['auto', 'sha256', 'sha384', 'sha512'])
      .default('auto')
      .meta({
        ...L('Hash', '哈希'),
        options: {
          auto: { en: 'Fits the key', zh: '与密钥匹配' },
          sha256: { en: 'SHA-256', zh: 'SHA-256' },
          sha384: { en: 'SHA-384', zh: 'SHA-384' },
          sha512: { en: 'SHA-512', zh: 'SHA-512' },
        },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ ...L('Made', '结果'), widget: 'hidden', main: true, secret: true }),
    subject: z.string().optional().meta(L('Subject', '主体')),
    issuer: z.string().optional().meta(L('Issuer', '颁发者')),
    names: z.array(z.string()).optional().meta(L('Names', '适用名称')),
    notBefore: z.string().optional().meta(L('Valid from', '生效时间')),
    notAfter: z.string().optional().meta(L('Valid until', '到期时间')),
    serial: z.string().optional().meta(L('Serial number', '序列号')),
    publicKey: z.string().optional().meta(L('Public key', '公钥')),
    signature: z.string().optional().meta(L('Signature', '签名算法')),
    sha256: z.string().optional().meta(L('SHA-256 fingerprint', 'SHA-256 指纹')),
    notes: notesField,
    certificate: pem('Certificate', '证书'),
    privateKey: z
      .string()
      .optional()
      .meta({ ...L('Private key', '私钥'), widget: 'text', secret: true }),
    request: pem('Request (CSR)', '证书请求（CSR）'),
    chain: pem('Certificate with those of the CAs between', '证书链（含中级 CA）'),
    command: pem('The same with OpenSSL', '等效的 OpenSSL 命令'),
    progress: z.number().min(0).max(1).optional().meta(L('Progress', '进度')),
  }),
  errors: ['unsupported_value', 'wrong_passphrase'],
  examples: [
    { name: { en: 'For a server at home', zh: '内网服务器' }, input: { names: 'nas.home.arpa\n192.168.1.10' } },
    {
      name: { en: 'A request for a certificate authority', zh: '提交给 CA 的请求' },
      input: {
        action: 'request',
        names: 'example.com www.example.com',
        organization: 'Example Ltd',
        country: 'DE',
        kind: 'rsa2048',
      },
    },
    {
      name: { en: 'A CA of your own', zh: '自建根 CA' },
      input: { action: 'authority', commonName: 'Example Root CA', organization: 'Example Ltd' },
    },
    {
      name: { en: 'Issue for a client', zh: '签发客户端证书' },
      input: { action: 'issue', names: 'ann@example.com', purpose: 'client', issuer: AUTHORITY },
    },
  ],
  run: async function* (input, host) {
    const { runCertificate } = await import('./run.ts')
    yield* runCertificate(input, host)
  },
})
