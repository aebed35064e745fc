import type { Text } from '@octet/core/text.ts'

const row = (en: string, zh: string): Text => ({ en, zh })
const NO_ISSUER = row('its issuer is not known, or an intermediate certificate is missing', '签发者未知，或缺少中间证书')
const NO_AUTHORITY = row('a certificate in the chain may not issue others', '证书链中有证书无权签发其他证书')
const OTHER_NAME = row('it is for another name', '证书不属于该域名')

/** Why OpenSSL or Node refuses a certificate, by code (X509_verify_cert_error_string(3), Node's TLS errors). */
const PROBLEMS: Readonly<Record<string, Text>> = {
  UNABLE_TO_GET_ISSUER_CERT: NO_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NO_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NO_ISSUER,
  DEPTH_ZERO_SELF_SIGNED_CERT: row('the server vouches for itself (self-signed)', '自签名证书'),
  SELF_SIGNED_CERT_IN_CHAIN: row('its root is not a public one', '根证书不在公共信任列表中'),
  CERT_HAS_EXPIRED: row('a certificate has expired', '证书已过期'),
  CERT_NOT_YET_VALID: row('a certificate is not valid yet', '证书尚未生效'),
  CERT_SIGNATURE_FAILURE: row('a signature in the chain is wrong', '证书链中的签名不正确'),
  CERT_REVOKED: row('a certificate has been revoked', '证书已被吊销'),
  CERT_UNTRUSTED: row('its root is not trusted for servers', '根证书不被信任用于服务器'),
  CERT_REJECTED: row('its root rejects this use', '根证书拒绝此用途'),
  CERT_CHAIN_TOO_LONG: row('the chain is too long', '证书链过长'),
  INVALID_CA: NO_AUTHORITY,
  KEYUSAGE_NO_CERTSIGN: NO_AUTHORITY,
  PERMITTED_VIOLATION: row(
    'an authority in the chain may not vouch for this name (name constraints)',
    '证书链中的 CA 无权为该域名签发（名称约束）',
  ),
  UNSPECIFIED: row('the chain breaks a rule that OpenSSL does not name', '证书链不符合规则，OpenSSL 未说明原因'),
  PATH_LENGTH_EXCEEDED: row('the chain is longer than an authority in it allows', '证书链超出其中 CA 允许的长度'),
  INVALID_PURPOSE: row('it is not for servers (extended key usage)', '证书用途不含服务器认证（扩展密钥用途）'),
  INVALID_KEY_USAGE: row('its key is not for TLS (key usage)', '证书密钥的用途不含 TLS（密钥用途）'),
  UNHANDLED_CRITICAL_EXTENSION: row('it has a critical extension that is not known', '证书含有无法识别的关键扩展'),
  HOSTNAME_MISMATCH: OTHER_NAME,
  ERR_TLS_CERT_ALTNAME_INVALID: OTHER_NAME,
}

/** The words for a code; undefined for one that does not speak of a certificate. */
export function findCertificateProblem(code: string): Text | undefined {
  return Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined
}
