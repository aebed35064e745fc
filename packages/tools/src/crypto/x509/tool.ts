import { bytes } from '@octet/core/field.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { readBlob } from '../../lib/bytes.ts'
import type { Decoded } from './decode.ts'
import { listBlocks, type Block } from './pem-blocks.ts'

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

/** Certificates that one page shows. */
const MAX_BLOCKS = 20

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })

export default defineTool({
  id: 'x509',
  route: '/crypto/x509',
  group: 'crypto',
  rank: 120,
  icon: 'Certificate',
  title: { en: 'Certificate decoder', zh: '证书解析' },
  summary: { en: 'Read X.509 certificates, chains and certificate requests', zh: '解析 X.509 证书、证书链与证书请求（CSR）' },
  about: {
    en: 'RFC 5280 certificates, PKCS #10 requests and PKCS #7 bundles (.p7b) as PEM, DER or bare Base64. Several blocks are read one after the other. Trust is not judged: this shows what a certificate says, not whether it is right.',
    zh: '支持 PEM、DER 或裸 Base64 格式的 RFC 5280 证书、PKCS #10 请求与 PKCS #7 证书包（.p7b），可一次解析多个块。此处只展示证书内容，不判断是否可信。',
  },
  keywords: ['x509', 'certificate', 'csr', 'pem', 'der', 'ssl', 'tls', 'p7b', '证书', '证书请求', '指纹'],
  input: z.object({
    text: z
      .string()
      .max(500_000)
      .default('')
      .meta({ ...L('Certificate (PEM or Base64)', '证书（PEM 或 Base64）'), widget: 'text', main: true }),
    file: bytes().optional().meta(L('or a file', '或选择文件')),
  }),
  output: z.object({
    text: z.string().meta({ ...L('Subject', '主体'), main: true }),
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
            .meta({ ...L('Days left', '剩余天数'), unit: 'd' }),
          names: z.array(z.string()).meta(L('Names', '适用名称')),
          publicKey: z.string().meta(L('Public key', '公钥')),
          signatureAlgorithm: z.string().meta(L('Signature', '签名算法')),
          isCa: z.boolean().optional().meta(L('May issue certificates', 'CA 证书')),
          isSelfSigned: z.boolean().optional().meta(L('Issuer is subject', '自签名')),
          usages: z.array(z.string()).meta(L('Usages', '用途')),
          sha256: z.string().meta(L('SHA-256 fingerprint', 'SHA-256 指纹')),
          sha1: z.string().meta(L('SHA-1 fingerprint', 'SHA-1 指纹')),
          spkiSha256: z.string().meta(L('SHA-256 of the public key', '公钥 SHA-256')),
          extensions: z
            .array(
              z.object({
                name: z.string().meta(L('Extension', '扩展')),
                isCritical: z.boolean().meta(L('Critical', '关键')),
                value: z.string().meta(L('Value', '值')),
              }),
            )
            .meta({ ...L('Extensions', '扩展'), widget: 'table' }),
          attributes: z
            .array(z.object({ name: z.string().meta(L('Attribute', '属性')), value: z.string().meta(L('Value', '值')) }))
            .optional()
            .meta({ ...L('Attributes of the request', '请求属性'), widget: 'table' }),
        }),
      )
      .meta(L('Certificates', '证书')),
    notes: z.array(z.string()).meta(L('Notes', '提示')),
  }),
  accepts: { pem: {} },
  examples: [
    { name: { en: 'A server certificate', zh: '服务器证书' }, input: { text: PEM } },
    { name: { en: 'The same as bare Base64', zh: '裸 Base64' }, input: { text: PEM.replaceAll(/-----.*-----/g, '') } },
    { name: { en: 'Two in one file', zh: '一次两个' }, input: { text: `${PEM}\n${PEM}` } },
  ],
  run: async ({ text, file }, { now, lang }) => {
    const { decodeBlock, isDecodable, unpackBlock } = await import('./decode.ts')
    const blocks = (await Promise.all(listBlocks(text, file ? await readBlob(file) : undefined).map(unpackBlock))).flat()
    const wanted = blocks.filter(isDecodable)
    const others = wanted.length > 0 ? blocks.filter((block) => !isDecodable(block)) : []
    const shown = (wanted.length > 0 ? wanted : blocks).slice(0, MAX_BLOCKS)
    const certificates = await Promise.all(shown.map((block) => decodeBlock(block, { now: now(), lang })))
    const notes = [
      ...listLeftOut(others, wanted.length),
      ...certificates.flatMap((certificate) => listNotes(certificate, now())),
    ].map((note) => note[lang])
    return { text: certificates.map(({ subject }) => subject).join('\n'), certificates, notes }
  },
})

function listLeftOut(others: readonly Block[], count: number): Text[] {
  const labels = [...new Set(others.map(({ label }) => label))].join(', ')
  const notes: (Text | false)[] = [
    labels !== '' && { en: `Not decoded: ${labels}`, zh: `未解析：${labels}` },
    others.some(({ label }) => /PRIVATE KEY/.test(label)) && {
      en: 'There is a private key in this text; keep it secret. Whether it belongs to the certificate is told at /crypto/keys',
      zh: '这段内容含有私钥，请妥善保密；它与证书是否匹配，可用 /crypto/keys 判断',
    },
    count > MAX_BLOCKS && {
      en: `The first ${MAX_BLOCKS} of ${count} certificates are shown`,
      zh: `共 ${count} 个证书，仅显示前 ${MAX_BLOCKS} 个`,
    },
  ]
  return notes.filter((note) => note !== false)
}

function listNotes({ subject, notBefore, notAfter, daysLeft, signatureAlgorithm }: Decoded, now: Date): Text[] {
  const isEarly = notBefore !== undefined && new Date(notBefore) > now
  const notes: (Text | false)[] = [
    daysLeft !== undefined &&
      daysLeft < 0 && { en: `${subject}: expired at ${notAfter}`, zh: `${subject}：已于 ${notAfter} 过期` },
    daysLeft !== undefined &&
      daysLeft >= 0 &&
      daysLeft < 30 && { en: `${subject}: expires in ${daysLeft} days`, zh: `${subject}：${daysLeft} 天后过期` },
    isEarly && { en: `${subject}: not valid before ${notBefore}`, zh: `${subject}：${notBefore} 才生效` },
    /SHA-1$|MD[25]/.test(signatureAlgorithm) && {
      en: `${subject}: signed with a broken hash (${signatureAlgorithm})`,
      zh: `${subject}：使用了不安全的签名哈希（${signatureAlgorithm}）`,
    },
  ]
  return notes.filter((note) => note !== false)
}
