/** Why a handshake ends, by the last part of OpenSSL's code (`openssl/sslerr.h`): alerts of RFC 8446 §6.2 first, then what is found here. */
const WORDS: Readonly<Record<string, string>> = {
  UNEXPECTED_MESSAGE: '收到意外的消息',
  BAD_RECORD_MAC: '记录校验失败',
  RECORD_OVERFLOW: '记录过长',
  HANDSHAKE_FAILURE: '没有双方都接受的加密参数',
  BAD_CERTIFICATE: '证书无效',
  UNSUPPORTED_CERTIFICATE: '证书类型不受支持',
  CERTIFICATE_REVOKED: '证书已被吊销',
  CERTIFICATE_EXPIRED: '证书已过期',
  CERTIFICATE_UNKNOWN: '证书不被接受',
  ILLEGAL_PARAMETER: '参数不合法',
  UNKNOWN_CA: '证书的签发者未知',
  ACCESS_DENIED: '拒绝访问',
  DECODE_ERROR: '消息无法解码',
  DECRYPT_ERROR: '密码学校验失败',
  PROTOCOL_VERSION: '协议版本不受支持',
  INSUFFICIENT_SECURITY: '安全强度不足',
  INTERNAL_ERROR: '对方内部错误',
  INAPPROPRIATE_FALLBACK: '拒绝降级的协议版本',
  MISSING_EXTENSION: '缺少必要的扩展',
  UNSUPPORTED_EXTENSION: '扩展不受支持',
  UNRECOGNIZED_NAME: '主机名不被识别',
  CERTIFICATE_REQUIRED: '要求客户端证书',
  NO_APPLICATION_PROTOCOL: '没有双方都支持的应用层协议',
  WRONG_VERSION_NUMBER: '应答不是 TLS',
  PACKET_LENGTH_TOO_LONG: '应答不是 TLS',
  HTTP_REQUEST: '应答不是 TLS，而是 HTTP',
  UNSUPPORTED_PROTOCOL: '协议版本不受支持',
  UNEXPECTED_EOF_WHILE_READING: '连接在握手中途断开',
  UNSAFE_LEGACY_RENEGOTIATION_DISABLED: '对方只支持不安全的重协商',
  DH_KEY_TOO_SMALL: 'DH 密钥过短',
  EE_KEY_TOO_SMALL: '证书密钥过短',
  CA_KEY_TOO_SMALL: '签发者的密钥过短',
  CA_MD_TOO_WEAK: '证书链的签名算法过弱',
  BAD_SIGNATURE: '签名不正确',
  WRONG_SIGNATURE_TYPE: '签名算法不符',
  WRONG_CIPHER_RETURNED: '对方选择了未提供的密码套件',
  NO_CIPHERS_AVAILABLE: '没有可用的密码套件',
}

/** Longest part first, so that `ALERT_BAD_CERTIFICATE` is not taken for a shorter one. */
const KNOWN = Object.keys(WORDS).sort((one, other) => other.length - one.length)

/** In Chinese, with the code behind it: `ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION` → `协议版本不受支持（TLSV1_ALERT_PROTOCOL_VERSION）`. */
export function toHandshakeZh(code: string): string {
  const short = code.replace(/^ERR_SSL_/, '').slice(0, 100)
  const known = KNOWN.find((end) => short.endsWith(end))
  return known === undefined ? `原因代码 ${short}` : `${WORDS[known]}（${short}）`
}
