import { bytes } from '@octet/core/field.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { passphraseField } from '../../lib/keys/passphrase-field.ts'
import { FORM_NAMES, FORMS } from '../../lib/keys/form.ts'
import { KINDS, LOCK_COST, toKeyCost, type KeyKind } from '../../lib/keys/key-kinds.ts'
import { notesField } from '../../lib/notes-field.ts'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })
const pem = (en: string, zh: string) =>
  z
    .string()
    .optional()
    .meta({ ...L(en, zh), widget: 'text', secret: true })
const open = (en: string, zh: string) =>
  z
    .string()
    .optional()
    .meta({ ...L(en, zh), widget: 'text' })

/** RFC 8410 §10.3. */
const PRIVATE = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----`
/** RFC 8410 §10.1. */
const PUBLIC = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----`
/** RFC 7517 §A.1. */
const JWK = `{"kty":"EC","crv":"P-256",
 "x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
 "y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}`

export default defineTool({
  id: 'key-pair',
  route: '/crypto/keys',
  group: 'crypto',
  rank: 124,
  icon: 'Key',
  title: { en: 'Key pair generator', zh: '密钥对生成与转换' },
  summary: {
    en: 'Make key pairs for SSH, TLS and tokens, or read, check and convert a key',
    zh: '生成 SSH、TLS、令牌所用的密钥对，或解析、校验、转换密钥',
  },
  about: {
    en: 'Every format of a key at once: PKCS #8, SPKI, PKCS #1, SEC 1, OpenSSH and JWK, with the fingerprints that ssh-keygen and browsers show. Keys and certificates pasted together are compared: do they belong together? Of SSH certificates you see for whom and until when they are. Keys are made and read on your device; a private key for another machine is better made there.\n\nPrivate keys with a passphrase can be opened: PEM (AES, SM4, DES, 3DES, RC2), OpenSSH, PuTTY (.ppk) and PKCS #12 (.p12, .pfx), with its certificates; PKCS #8 and OpenSSH keys can be given one.',
    zh: '一次给出密钥的全部格式：PKCS #8、SPKI、PKCS #1、SEC 1、OpenSSH 与 JWK，并附 ssh-keygen 与浏览器所示的指纹。同时粘贴多个密钥或证书时，会判断它们是否配对。SSH 证书会显示适用对象与有效期。密钥在您的设备上生成与解析；若私钥用于其他机器，最好在该机器上生成。\n\n可打开带口令的私钥：PEM（AES、SM4、DES、3DES、RC2）、OpenSSH、PuTTY（.ppk）与 PKCS #12（.p12、.pfx，连同其中的证书）；也可为 PKCS #8 与 OpenSSH 私钥设置口令。',
  },
  keywords: [
    'key pair',
    'keygen',
    'ssh',
    'ssh-keygen',
    'rsa',
    'ecdsa',
    'ed25519',
    'x25519',
    'pkcs8',
    'pkcs1',
    'pem',
    'jwk',
    'openssh',
    'putty',
    'ppk',
    'pkcs12',
    'p12',
    'pfx',
    'fingerprint',
    'ssh certificate',
    'public key',
    'private key',
    '密钥对',
    '公钥',
    '私钥',
    '密钥转换',
    '指纹',
    '生成密钥',
    'ssh key',
    '密钥生成',
    'rsa key generator',
  ],
  timeoutMs: 10_000,
  cost: ({ action, kind, newPassphrase }) => (action === 'make' ? toKeyCost(kind) : 1) + (newPassphrase ? LOCK_COST : 0),
  input: z.object({
    action: z
      .enum(['make', 'read'])
      .default('make')
      .meta({
        ...L('Action', '操作'),
        options: { make: { en: 'Make', zh: '生成' }, read: { en: 'Read and convert', zh: '解析与转换' } },
        widget: 'segments',
      }),
    kind: z
      .enum(Object.keys(KINDS) as [KeyKind, ...KeyKind[]])
      .default('ed25519')
      .meta({ ...L('Kind', '类型'), options: KINDS, widget: 'select', when: { action: ['make'] } }),
    text: z
      .string()
      .max(500_000)
      .default('')
      .meta({
        ...L('Key: PEM, OpenSSH, PuTTY or JWK', '密钥：PEM、OpenSSH、PuTTY 或 JWK'),
        widget: 'text',
        main: true,
        secret: true,
        when: { action: ['read'] },
      }),
    file: bytes()
      .optional()
      .meta({ ...L('or a file', '或选择文件'), when: { action: ['read'] } }),
    passphrase: passphraseField({
      ...L('Passphrase', '口令'),
      help: { en: 'Only if the key is encrypted', zh: '仅加密的私钥需要' },
      when: { action: ['read'] },
    }),
    comment: z
      .string()
      .max(200)
      .regex(/^[^\r\n]*$/)
      .default('')
      .meta({
        ...L('Comment', '注释'),
        help: { en: 'At the end of the SSH line', zh: '写在 SSH 公钥行末尾' },
        placeholder: { en: 'ann@example.com', zh: 'ann@example.com' },
      }),
    newPassphrase: passphraseField({
      ...L('Passphrase for the private key', '为私钥设置口令'),
      help: { en: 'Leave empty for no passphrase', zh: '留空则不加密' },
    }),
  }),
  output: z.object({
    text: z.string().meta({ ...L('Key', '密钥'), widget: 'hidden', main: true, secret: true }),
    verdict: z
      .enum(['match', 'differs'])
      .optional()
      .meta({
        ...L('The keys', '密钥之间'),
        options: {
          match: { en: 'Belong together', zh: '相互匹配' },
          differs: { en: 'Do not belong together', zh: '互不匹配' },
        },
      }),
    name: z.string().optional().meta(L('Kind', '类型')),
    form: z
      .enum(FORM_NAMES)
      .optional()
      .meta({ ...L('Format', '格式'), options: FORMS }),
    bits: z
      .int()
      .optional()
      .meta({ ...L('Size', '长度'), unit: 'bit' }),
    exponent: z.string().optional().meta(L('Public exponent', '公钥指数')),
    comment: z.string().optional().meta(L('Comment', '注释')),
    isWhole: z.boolean().optional().meta(L('Private and public part match', '私钥与公钥相符')),
    certificateFor: z
      .enum(['user', 'host'])
      .optional()
      .meta({
        ...L('Certificate for', '证书用途'),
        options: { user: { en: 'Users', zh: '用户' }, host: { en: 'Hosts', zh: '主机' } },
      }),
    certificateId: z.string().optional().meta(L('Name of the certificate', '证书名称')),
    serial: z.string().optional().meta(L('Serial number', '序列号')),
    principals: z.array(z.string()).optional().meta(L('For these names', '适用名称')),
    validFrom: z.string().optional().meta(L('Valid from', '生效时间')),
    validTo: z.string().optional().meta(L('Valid until', '到期时间')),
    criticalOptions: z.array(z.string()).optional().meta(L('Restrictions', '限制')),
    extensions: z.array(z.string()).optional().meta(L('Allowed', '允许')),
    authority: z.string().optional().meta(L('Authority', '签发 CA')),
    signatureAlgorithm: z.string().optional().meta(L('Signed with', '签名算法')),
    isSigned: z.boolean().optional().meta(L('The authority’s signature holds', 'CA 签名有效')),
    sshSha256: z.string().optional().meta(L('SSH fingerprint', 'SSH 指纹')),
    sshMd5: z.string().optional().meta(L('SSH fingerprint (old)', 'SSH 指纹（旧式）')),
    spkiSha256: z.string().optional().meta(L('SHA-256 of the public key', '公钥 SHA-256')),
    pin: z.string().optional().meta(L('The same as Base64 (pin-sha256)', '同上，Base64（pin-sha256）')),
    thumbprint: z.string().optional().meta(L('JWK thumbprint', 'JWK 指纹')),
    keys: z
      .array(
        z.object({
          form: z.enum(FORM_NAMES).meta({ ...L('Format', '格式'), options: FORMS }),
          name: z.string().meta(L('Kind', '类型')),
          isPrivate: z.boolean().meta(L('Private', '私钥')),
          isSame: z.boolean().meta(L('Of the shown pair', '属于所示密钥对')),
          spkiSha256: z.string().meta(L('SHA-256 of the public key', '公钥 SHA-256')),
        }),
      )
      .optional()
      .meta({ ...L('Keys in the text', '文本中的密钥'), widget: 'table' }),
    notes: notesField,
    privatePkcs8: pem('Private key, PKCS #8', '私钥，PKCS #8'),
    privateOpenssh: pem('Private key, OpenSSH', '私钥，OpenSSH'),
    privatePkcs1: pem('Private key, PKCS #1', '私钥，PKCS #1'),
    privateSec1: pem('Private key, SEC 1', '私钥，SEC 1'),
    privateJwk: pem('Private key, JWK', '私钥，JWK'),
    publicSpki: open('Public key, SPKI', '公钥，SPKI'),
    publicSsh: open('Public key, line of SSH', '公钥，SSH 行'),
    publicPkcs1: open('Public key, PKCS #1', '公钥，PKCS #1'),
    publicJwk: open('Public key, JWK', '公钥，JWK'),
    certificates: open('Certificates, PEM', '证书，PEM'),
    progress: z.number().min(0).max(1).optional().meta(L('Progress', '进度')),
  }),
  errors: ['unsupported_value', 'wrong_passphrase'],
  accepts: { key: { action: 'read' } },
  examples: [
    { name: { en: 'A pair for SSH', zh: 'SSH 密钥对' }, input: { kind: 'ed25519', comment: 'ann@example.com' } },
    { name: { en: 'RSA of 2048 bits', zh: 'RSA 2048' }, input: { kind: 'rsa2048' } },
    { name: { en: 'Convert a private key', zh: '转换私钥' }, input: { action: 'read', text: PRIVATE } },
    {
      name: { en: 'Do these two belong together?', zh: '两者是否配对？' },
      input: { action: 'read', text: `${PRIVATE}\n${PUBLIC}` },
    },
    { name: { en: 'A JWK as PEM and SSH', zh: 'JWK 转 PEM 与 SSH' }, input: { action: 'read', text: JWK } },
  ],
  run: async function* (input, host) {
    const { runKeyPair } = await import('./run.ts')
    yield* runKeyPair(input, host)
  },
})
