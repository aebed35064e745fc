import type { Text } from '@octet/core/text.ts'
import type { State } from './certificate.ts'
import type { Outcome } from './signed-data.ts'

type Words<K extends string> = Readonly<Record<K, Text>>

export const STATE_WORDS: Words<State> = {
  valid: { en: 'Valid', zh: '有效' },
  expired: { en: 'Expired', zh: '已过期' },
  revoked: { en: 'Revoked', zh: '已吊销' },
  unbound: { en: 'Not signed by the key', zh: '未经主密钥签名' },
  unchecked: { en: 'Not checked', zh: '未校验' },
}

export const OUTCOME_WORDS: Words<Outcome> = {
  valid: { en: 'Valid: the content is as it was signed', zh: '有效：内容与签署时一致' },
  keyGone: {
    en: 'The signature holds, but its key is revoked, had expired, is not signed by the primary key, or is not for signing',
    zh: '签名相符，但其密钥已吊销、签署时已过期、未经主密钥签名，或不可用于签名',
  },
  expired: { en: 'The signature held until it expired', zh: '签名相符，但已过有效期' },
  changed: { en: 'Not valid: the content is not what was signed', zh: '无效：内容与签署时不一致' },
  invalid: { en: 'Not valid: this key did not make it', zh: '无效：并非由该密钥签署' },
  noKey: { en: 'Not checked: give the public key of the signer, too', zh: '未校验：请一并提供签署人的公钥' },
  missing: { en: 'Not checked: give the file that was signed, too', zh: '未校验：请一并提供被签名的文件' },
  unsupported: { en: 'Not checked: this kind of signature is not supported', zh: '未校验：不支持此类签名' },
}

export const keysOf = <K extends string>(words: Words<K>): [K, ...K[]] => Object.keys(words) as [K, ...K[]]
