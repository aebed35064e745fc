import type { Text } from '@octet/core/text.ts'

/** Why certificates are revoked (RFC 5280 §5.3.1); 7 stands for nothing. */
export const REASONS = {
  unspecified: { en: 'Unspecified', zh: '未说明' },
  keyCompromise: { en: 'Key compromised', zh: '密钥泄露' },
  cACompromise: { en: 'Authority compromised', zh: 'CA 密钥泄露' },
  affiliationChanged: { en: 'Affiliation changed', zh: '隶属关系变更' },
  superseded: { en: 'Superseded', zh: '已被取代' },
  cessationOfOperation: { en: 'No longer in operation', zh: '停止使用' },
  certificateHold: { en: 'On hold', zh: '暂停使用' },
  unused: { en: 'Unknown reason', zh: '原因未知' },
  removeFromCRL: { en: 'Removed from the list', zh: '从列表中移除' },
  privilegeWithdrawn: { en: 'Privilege withdrawn', zh: '权限被收回' },
  aACompromise: { en: 'Attribute authority compromised', zh: '属性颁发机构泄露' },
} as const satisfies Record<string, Text>
export type Reason = keyof typeof REASONS
export const REASON_NAMES = Object.keys(REASONS) as [Reason, ...Reason[]]

/** What to do with a certificate on hold (X9.55, RFC 2459 §5.3.2), by the last number of its object identifier. */
export const HOLDS = {
  none: { en: 'None given', zh: '无' },
  callIssuer: { en: 'Call the issuer', zh: '联系颁发者' },
  reject: { en: 'Refuse', zh: '拒绝' },
  unknown: { en: 'Unknown instruction', zh: '未知指示' },
} as const satisfies Record<string, Text>
export type Hold = keyof typeof HOLDS
export const HOLD_NAMES = Object.keys(HOLDS) as [Hold, ...Hold[]]

/** Whether the signature of a list holds. */
export const SIGNATURES = {
  valid: { en: 'Valid: signed by the issuer’s certificate in this text', zh: '有效：由文本中的颁发者证书签署' },
  notAllowed: {
    en: 'Matches, but the issuer’s certificate may not sign lists',
    zh: '签名相符，但颁发者证书无权签署吊销列表',
  },
  invalid: { en: 'Not valid', zh: '无效' },
  unsupported: { en: 'Not checked: the algorithm is not supported', zh: '未校验：不支持该算法' },
  unchecked: { en: 'Not checked: paste the issuer’s certificate, too', zh: '未校验：请一并粘贴颁发者证书' },
} as const satisfies Record<string, Text>
export type SignatureState = keyof typeof SIGNATURES
export const SIGNATURE_STATES = Object.keys(SIGNATURES) as [SignatureState, ...SignatureState[]]
