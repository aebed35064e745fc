import { bytes } from '@octet/core/field.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { passphraseField } from '../../lib/keys/passphrase-field.ts'
import { notesField } from '../../lib/notes-field.ts'
import { HOLD_NAMES, HOLDS, REASON_NAMES, REASONS, SIGNATURE_STATES, SIGNATURES } from './crl-words.ts'

const PEM = `-----BEGIN CERTIFICATE-----
MIICGzCCAcKgAwIBAgIUAiDrdjFXTqLQMgF48gmzYJJoaAMwCgYIKoZIzj0EAwIw
OzELMAkGA1UEBhMCQ04xFjAUBgNVBAoMDU9jdGV0IEV4YW1wbGUxFDASBgNVBAMM
C2V4YW1wbGUuY29tMB4XDTI2MTEyMTEzMDYwOFoXDTM2MTExODEzMDYwOFowOzEL
MAkGA1UEBhMCQ04xFjAUBgNVBAoMDU9jdGV0IEV4YW1wbGUxFDASBgNVBAMMC2V4
YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEK6QEWvHzzBAEUGsn
ggSjfIIVpILPpQEahV0wFCxegzebEfdqP/1x1FUmWlNr5LN5QdlGWYzad+I7nWQk
vu14D6OBozCBoDAdBgNVHQ4EFgQU//vbdg1BSnpclUscZwFaYZFsp78wHwYDVR0j
BBgwFoAU//vbdg1BSnpclUscZwFaYZFsp78wDwYDVR0TAQH/BAUwAwEB/zArBgNV
HREEJDAiggtleGFtcGxlLmNvbYINKi5leGFtcGxlLmNvbYcEywBxBzALBgNVHQ8E
BAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwEwCgYIKoZIzj0EAwIDRwAwRAIgaQh+
A+h/62VNEK0rvq8rp5nihQ0psJibuFNNTWljrUkCIF+fLrLwJ3OeKzewXrW8hCCr
lft35QltkN/0eTWG/NtL
-----END CERTIFICATE-----`

const CRL = `-----BEGIN X509 CRL-----
MIIBJzCBzgIBATAKBggqhkjOPQQDAjBAMQswCQYDVQQGEwJDTjEWMBQGA1UECgwN
T2N0ZXQgRXhhbXBsZTEZMBcGA1UEAwwQT2N0ZXQgRXhhbXBsZSBDQRcNMjYxMTIz
MjMwMzM5WhcNMzYxMTIwMjMwMzM5WjAsMCoCCwIg63YxV06i0DIBFw0yNjExMDEw
OTAwMDBaMAwwCgYDVR0VBAMKAQGgLzAtMB8GA1UdIwQYMBaAFHh5yDVpgtmlSKo5
/IOxyjrjaAMNMAoGA1UdFAQDAgEqMAoGCCqGSM49BAMCA0gAMEUCIQDse8yRw/EO
w5yA9I6F9j7+3RM5csRNrEi+aNjBho9uFgIgbgphTR6IWKrYJTEIqXl/M3sBDCF7
y+37T2CeN77aB+g=
-----END X509 CRL-----`

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })

/** Extensions of a certificate, a request or a list. */
const extensionRows = z
  .array(
    z.object({
      name: z.string().meta(L('Extension', '扩展')),
      isCritical: z.boolean().meta(L('Critical', '关键')),
      value: z.string().meta(L('Value', '值')),
    }),
  )
  .meta({ ...L('Extensions', '扩展'), widget: 'table' })

export default defineTool({
  id: 'x509',
  route: '/crypto/x509',
  group: 'crypto',
  rank: 120,
  icon: 'Certificate',
  title: { en: 'Certificate decoder', zh: '证书解析' },
  summary: {
    en: 'Read X.509 certificates, chains, certificate requests and revocation lists',
    zh: '解析 X.509 证书、证书链、证书请求（CSR）与吊销列表（CRL）',
  },
  about: {
    en: 'RFC 5280 certificates and revocation lists, PKCS #10 requests and PKCS #7 bundles (.p7b) as PEM, DER or bare Base64, and the certificates of PKCS #12 files (.p12, .pfx). Several blocks are read one after the other. If the issuer’s certificate is pasted with a revocation list, the signature of the list is checked, and certificates pasted with it are looked up in it.\n\nTrust is not judged: this shows what a certificate says, not whether to trust it.',
    zh: '支持 PEM、DER 或裸 Base64 格式的 RFC 5280 证书与吊销列表、PKCS #10 请求、PKCS #7 证书包（.p7b）以及 PKCS #12 文件（.p12、.pfx）中的证书，可一次解析多个块。吊销列表与颁发者证书一并粘贴时会校验列表签名，并查找同时粘贴的证书是否已被吊销。\n\n此处只展示证书内容，不判断是否可信。',
  },
  keywords: [
    'x509',
    'certificate',
    'csr',
    'pem',
    'der',
    'ssl',
    'tls',
    'p7b',
    'p12',
    'pfx',
    'crl',
    'revocation',
    '证书',
    '证书请求',
    '指纹',
    '吊销列表',
    'openssl',
  ],
  input: z.object({
    text: z
      .string()
      .max(500_000)
      .default('')
      .meta({
        ...L('Certificate or revocation list', '证书或吊销列表'),
        placeholder: { en: 'PEM or Base64', zh: 'PEM 或 Base64' },
        widget: 'text',
        main: true,
      }),
    file: bytes().optional().meta(L('or a file', '或选择文件')),
    passphrase: passphraseField({
      ...L('Passphrase', '口令'),
      help: { en: 'Only for PKCS #12 files (.p12, .pfx)', zh: '仅 PKCS #12 文件（.p12、.pfx）需要' },
      advanced: true,
    }),
    serial: z
      .string()
      .max(200)
      .default('')
      .meta({
        ...L('Serial number to look for', '查找序列号'),
        help: { en: 'In a revocation list; in hexadecimal digits', zh: '在吊销列表中查找，十六进制' },
        placeholder: { en: '0A:1B:2C', zh: '0A:1B:2C' },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ ...L('Name', '名称'), main: true }),
    certificates: z
      .array(
        z.object({
          type: z.enum(['certificate', 'request']).meta({
            ...L('Kind', '类型'),
            options: { certificate: { en: 'Certificate', zh: '证书' }, request: { en: 'Request', zh: '证书请求' } },
          }),
          subject: z.string().meta(L('Subject', '主体')),
          issuer: z.string().optional().meta(L('Issuer', '颁发者')),
          serial: z.string().optional().meta(L('Serial number', '序列号')),
          notBefore: z.string().optional().meta(L('Valid from', '生效时间')),
          notAfter: z.string().optional().meta(L('Valid until', '到期时间')),
          daysLeft: z
            .int()
            .optional()
            .meta({ ...L('Days left', '剩余天数') }),
          names: z.array(z.string()).meta(L('Names', '适用名称')),
          publicKey: z.string().meta(L('Public key', '公钥')),
          signatureAlgorithm: z.string().meta(L('Signature', '签名算法')),
          isCa: z.boolean().optional().meta(L('May issue certificates', 'CA 证书')),
          isSelfSigned: z.boolean().optional().meta(L('Issuer is subject', '自签名')),
          usages: z.array(z.string()).meta(L('Usages', '用途')),
          sha256: z.string().meta(L('SHA-256 fingerprint', 'SHA-256 指纹')),
          sha1: z.string().meta(L('SHA-1 fingerprint', 'SHA-1 指纹')),
          spkiSha256: z.string().meta(L('SHA-256 of the public key', '公钥 SHA-256')),
          extensions: extensionRows,
          attributes: z
            .array(z.object({ name: z.string().meta(L('Attribute', '属性')), value: z.string().meta(L('Value', '值')) }))
            .optional()
            .meta({ ...L('Attributes of the request', '请求属性'), widget: 'table' }),
        }),
      )
      .optional()
      .meta(L('Certificates', '证书')),
    revocationLists: z
      .array(
        z.object({
          issuer: z.string().meta(L('Issuer', '颁发者')),
          thisUpdate: z.string().meta(L('Issued at', '本次更新')),
          nextUpdate: z.string().optional().meta(L('Next update', '下次更新')),
          isOutOfDate: z.boolean().optional().meta(L('Out of date', '已过期')),
          number: z.string().optional().meta(L('Number', '编号')),
          isDelta: z.boolean().meta(L('Changes only (delta)', '增量列表')),
          signatureAlgorithm: z.string().meta(L('Signature', '签名算法')),
          signature: z.enum(SIGNATURE_STATES).meta({ ...L('Signature checked', '签名校验'), options: SIGNATURES }),
          count: z.int().meta(L('Revoked certificates', '吊销证书数')),
          revocations: z
            .array(
              z.object({
                serial: z.string().meta(L('Serial number', '序列号')),
                revokedAt: z.string().meta(L('Revoked at', '吊销时间')),
                reason: z
                  .enum(REASON_NAMES)
                  .optional()
                  .meta({ ...L('Reason', '原因'), options: REASONS }),
                hold: z
                  .enum(HOLD_NAMES)
                  .optional()
                  .meta({ ...L('While on hold', '暂停期间'), options: HOLDS }),
                invalidAt: z.string().optional().meta(L('Invalid since', '失效时间')),
                issuer: z.string().optional().meta(L('Issuer of the certificate', '证书颁发者')),
              }),
            )
            .meta({ ...L('Revoked', '已吊销'), widget: 'table' }),
          extensions: extensionRows,
          sha256: z.string().meta(L('SHA-256 fingerprint', 'SHA-256 指纹')),
          sha1: z.string().meta(L('SHA-1 fingerprint', 'SHA-1 指纹')),
        }),
      )
      .optional()
      .meta(L('Revocation lists', '吊销列表')),
    notes: notesField,
  }),
  errors: ['unsupported_value', 'wrong_passphrase'],
  accepts: { pem: {} },
  files: { certificate: {}, signed: {} },
  examples: [
    { name: { en: 'A server certificate', zh: '服务器证书' }, input: { text: PEM } },
    { name: { en: 'The same as bare Base64', zh: '裸 Base64' }, input: { text: PEM.replaceAll(/-----.*-----/g, '') } },
    { name: { en: 'A revocation list', zh: '吊销列表' }, input: { text: CRL } },
    { name: { en: 'Two in one file', zh: '一次两个' }, input: { text: `${PEM}\n${PEM}` } },
  ],
  run: async (input, host) => (await import('./run.ts')).readCertificates(input, host),
})
