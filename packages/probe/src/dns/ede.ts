import type { Text } from '@octet/core/text.ts'

/** What a server says of its answer: a number of the registry, its name, and words of its own. */
export type ExtendedError = { readonly code: number; readonly text: string; readonly extra: string }

/** Extended DNS errors (RFC 8914 §4 and the IANA registry). */
export const EDE_TEXTS: Readonly<Record<number, Text>> = {
  0: { en: 'Other Error', zh: '其他错误' },
  1: { en: 'Unsupported DNSKEY Algorithm', zh: '不支持的 DNSKEY 算法' },
  2: { en: 'Unsupported DS Digest Type', zh: '不支持的 DS 摘要类型' },
  3: { en: 'Stale Answer', zh: '过期的应答' },
  4: { en: 'Forged Answer', zh: '伪造的应答' },
  5: { en: 'DNSSEC Indeterminate', zh: 'DNSSEC 无法判定' },
  6: { en: 'DNSSEC Bogus', zh: 'DNSSEC 伪造' },
  7: { en: 'Signature Expired', zh: '签名已过期' },
  8: { en: 'Signature Not Yet Valid', zh: '签名尚未生效' },
  9: { en: 'DNSKEY Missing', zh: '缺少 DNSKEY' },
  10: { en: 'RRSIGs Missing', zh: '缺少 RRSIG' },
  11: { en: 'No Zone Key Bit Set', zh: '未设置区密钥位' },
  12: { en: 'NSEC Missing', zh: '缺少 NSEC' },
  13: { en: 'Cached Error', zh: '缓存的错误' },
  14: { en: 'Not Ready', zh: '尚未就绪' },
  15: { en: 'Blocked', zh: '已拦截' },
  16: { en: 'Censored', zh: '已审查' },
  17: { en: 'Filtered', zh: '已过滤' },
  18: { en: 'Prohibited', zh: '禁止查询' },
  19: { en: 'Stale NXDOMAIN Answer', zh: '过期的 NXDOMAIN 应答' },
  20: { en: 'Not Authoritative', zh: '非权威服务器' },
  21: { en: 'Not Supported', zh: '不支持' },
  22: { en: 'No Reachable Authority', zh: '没有可达的权威服务器' },
  23: { en: 'Network Error', zh: '网络错误' },
  24: { en: 'Invalid Data', zh: '数据无效' },
  25: { en: 'Signature Expired before Valid', zh: '签名在生效前已过期' },
  26: { en: 'Too Early', zh: '过早' },
  27: { en: 'Unsupported NSEC3 Iterations Value', zh: '不支持的 NSEC3 迭代次数' },
  28: { en: 'Unable to conform to policy', zh: '不符合策略' },
  29: { en: 'Synthesized', zh: '合成的应答' },
  30: { en: 'Invalid Query Type', zh: '查询类型无效' },
}

const MAX_EXTRA = 200

type Answer = { readonly edns?: { readonly extendedErrors: readonly ExtendedError[] } | undefined }

/** What the server adds to its answer in an extended error; null when it adds nothing. */
export function findExtendedError({ edns }: Answer): Text | null {
  const first = edns?.extendedErrors[0]
  if (!first) return null
  const { en, zh } = EDE_TEXTS[first.code] ?? { en: first.text, zh: first.text }
  const extra = first.extra.slice(0, MAX_EXTRA)
  return extra ? { en: `${en}: ${extra}`, zh: `${zh}：${extra}` } : { en, zh }
}
