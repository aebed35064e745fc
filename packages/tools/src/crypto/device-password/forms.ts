import type { Text } from '@octet/core/text.ts'

/** What whoever sees a configuration gets of a password in it. */
export type Safety = 'clear' | 'reversible' | 'weak' | 'strong' | 'hash' | 'locked'

/** How devices keep passwords. */
export const FORMS = {
  clear: { name: { en: 'Plain text', zh: '明文' }, safety: 'clear' },
  cisco7: { name: { en: 'Cisco type 7', zh: 'Cisco type 7' }, safety: 'reversible' },
  junos9: { name: { en: 'Junos $9$', zh: 'Junos $9$' }, safety: 'reversible' },
  fortinet: { name: { en: 'FortiOS ENC, fixed key', zh: 'FortiOS ENC（固定密钥）' }, safety: 'reversible' },
  vpnClient: { name: { en: 'Cisco VPN client', zh: 'Cisco VPN 客户端' }, safety: 'reversible' },
  cisco4: { name: { en: 'Cisco type 4 (SHA-256)', zh: 'Cisco type 4（SHA-256）' }, safety: 'weak' },
  md5crypt: { name: { en: 'Type 5, $1$ (MD5-crypt)', zh: 'type 5、$1$（MD5-crypt）' }, safety: 'weak' },
  asa: { name: { en: 'Cisco ASA (MD5)', zh: 'Cisco ASA（MD5）' }, safety: 'weak' },
  sha1: { name: { en: 'SHA-1 without salt', zh: 'SHA-1（无盐）' }, safety: 'weak' },
  fortinetSha1: { name: { en: 'FortiOS AK1 (SHA-1)', zh: 'FortiOS AK1（SHA-1）' }, safety: 'weak' },
  fortinetSha2: { name: { en: 'FortiOS SH2 (SHA-256)', zh: 'FortiOS SH2（SHA-256）' }, safety: 'weak' },
  cisco8: { name: { en: 'Cisco type 8 (PBKDF2)', zh: 'Cisco type 8（PBKDF2）' }, safety: 'strong' },
  cisco9: { name: { en: 'Cisco type 9 (scrypt)', zh: 'Cisco type 9（scrypt）' }, safety: 'strong' },
  shaCrypt: { name: { en: 'SHA-crypt ($5$, $6$)', zh: 'SHA-crypt（$5$、$6$）' }, safety: 'strong' },
  asaPbkdf2: { name: { en: 'Cisco ASA (PBKDF2)', zh: 'Cisco ASA（PBKDF2）' }, safety: 'strong' },
  huaweiHash: { name: { en: 'Huawei irreversible-cipher', zh: '华为 irreversible-cipher' }, safety: 'hash' },
  h3cHash: { name: { en: 'H3C hash', zh: 'H3C hash' }, safety: 'hash' },
  cisco6: { name: { en: 'Cisco type 6 (AES)', zh: 'Cisco type 6（AES）' }, safety: 'locked' },
  junos8: { name: { en: 'Junos $8$ (AES)', zh: 'Junos $8$（AES）' }, safety: 'locked' },
  fortinetOther: { name: { en: 'FortiOS ENC, another key', zh: 'FortiOS ENC（其他密钥）' }, safety: 'locked' },
  huaweiCipher: { name: { en: 'Huawei cipher', zh: '华为 cipher' }, safety: 'locked' },
  h3cCipher: { name: { en: 'H3C cipher', zh: 'H3C cipher' }, safety: 'locked' },
} as const satisfies Readonly<Record<string, { readonly name: Text; readonly safety: Safety }>>

export type FormId = keyof typeof FORMS
export type Pattern = { readonly form: FormId; readonly pattern: RegExp }

const B64 = String.raw`[\w./]`
const at = (form: FormId, pattern: string): Pattern => ({ form, pattern: new RegExp(pattern, 'dg') })

/** Words in front of a password whose type is a number behind them. */
const WORDS =
  '(?:password|passwd|secret|key|key-string|passphrase|ascii|md5|community|pre-shared-key|authentication|auth|psk|hex|text|encrypted|string)'

/** What shows by its own marks, or by those in front; tried in this order, and each part of a line is taken once. */
export const MARKED: readonly Pattern[] = [
  at('cisco8', String.raw`(?<value>\$8\$${B64}{14}\$${B64}{43})(?!${B64})`),
  at('cisco9', String.raw`(?<value>\$9\$${B64}{14}\$${B64}{43})(?!${B64})`),
  at('junos8', String.raw`(?<value>\$8\$[\w-]+\$[^\s";]+)`),
  at('junos9', String.raw`(?<value>\$9\$[\w./-]{3,})(?![$\w])`),
  at('asaPbkdf2', String.raw`(?<value>\$sha512\$\d+\$[\w+/=]+\$[\w+/=]+)`),
  at('md5crypt', String.raw`(?<value>\$1\$[^$\s"]{0,8}\$${B64}{22})(?!${B64})`),
  at('shaCrypt', String.raw`(?<value>\$[56]\$(?:rounds=\d+\$)?[^$\s"]{0,16}\$${B64}{43,86})(?!${B64})`),
  at('huaweiHash', String.raw`\birreversible-cipher (?<value>\S+)`),
  at('huaweiCipher', String.raw`(?<value>%(?:\^%#|@%[@#]|\$%\$|\+%#)\S{1,500}?%(?:\^%#|@%[@#]|\$%\$|\+%#))`),
  at('h3cHash', String.raw`(?<value>\$h\$\d\$[\w+/=]+(?:\$[\w+/=]+)?)`),
  at('h3cCipher', String.raw`(?<value>\$c\$\d\$[\w+/=]+)`),
  at('fortinetSha1', String.raw`\bENC (?<value>AK1[\w+/]{43}=)`),
  at('fortinetSha2', String.raw`\bENC (?<value>SH2[\w+/]{59}=)`),
  at('fortinet', String.raw`\bENC (?<value>[\w+/]{20,}={0,2})`),
  at('vpnClient', String.raw`\benc_(?:GroupPwd|UserPassword) *= *(?<value>(?:[\dA-Fa-f]{2}){48,})(?![\dA-Fa-f])`),
  at('cisco7', String.raw`\b${WORDS} (?:\S+ )??7 "?(?<value>[0-5]\d(?:[\dA-Fa-f]{2})+)(?![^\s"',;])`),
  at('cisco7', String.raw`\bauthentication-key \d+ md5 (?<value>[0-5]\d(?:[\dA-Fa-f]{2})+) 7(?!\S)`),
  at('cisco6', String.raw`\b${WORDS} (?:\S+ )??6 (?<value>[A-Za-i\[-\`]{10,})(?!\S)`),
  at('cisco4', String.raw`\b(?:password|secret) 4 (?<value>${B64}{43})(?!\S)`),
  at('asa', String.raw`\b(?:password|passwd) (?<value>${B64}{16}) encrypted\b`),
  at('sha1', String.raw`\bsha1 "?(?<value>[\dA-Fa-f]{40})\b`),
  at('clear', String.raw`\b${WORDS} 0 (?<value>"[^"]+"|[^\s"]\S*)`),
]

/** A password as it is: no number, no mark of another form and no word of the command. */
const PLAIN = String.raw`(?!\d{1,2} |cipher |hash |ENC |encrypted\b|level |encryption|ascii-text |simple )(?<value>"[^"]+"|[^\s"$*<{%][^\s;]*)`

/** Passwords as they are, by the commands in which they stand. */
export const CLEAR: readonly Pattern[] = [
  at(
    'clear',
    String.raw`\b(?:password|key|cipher|community(?: read| write)?|md5 \d+|authentication-mode \S+) simple (?<value>\S+)`,
  ),
  at('clear', String.raw`^\s*(?:enable )?(?:password|passwd|secret) (?:level \d+ )?${PLAIN}\s*$`),
  at('clear', String.raw`^\s*username \S+ (?:\S+ )*?(?:password|secret) ${PLAIN}\s*$`),
  at('clear', String.raw`^\s*snmp-server community ${PLAIN}`),
  at('clear', String.raw`^\s*snmp-agent community (?:read|write) ${PLAIN}`),
  at('clear', String.raw`^\s*(?:set )?(?:snmp )?community "?(?<value>[\w.-]+)"? ?[{;]`),
  at('clear', String.raw`^\s*neighbor \S+ password ${PLAIN}\s*$`),
  at('clear', String.raw`\bkey-string ${PLAIN}\s*$`),
  at(
    'clear',
    String.raw`\bpre-shared-key (?:(?:address|hostname) \S+ (?:\d[\d.]+ )?|local |remote |ascii-text )?(?:key )?${PLAIN}`,
  ),
  at('clear', String.raw`\bcrypto isakmp key ${PLAIN} (?:address|hostname)\b`),
  at('clear', String.raw`^\s*(?:tacacs|radius)-server (?:host \S+ (?:\S+ )*?)?key ${PLAIN}\s*$`),
  at('clear', String.raw`\bip ospf (?:authentication-key|message-digest-key \d+ md5) ${PLAIN}\s*$`),
  at('clear', String.raw`\bset (?:passwd|password|psksecret|secret|key|passphrase|auth-pwd|priv-pwd) ${PLAIN}\s*$`),
  at(
    'clear',
    String.raw`(?:^|\s)(?:password|secret|wpa2?-pre-shared-key|ipsec-secret|authentication-(?:key|password)|encryption-password|passphrase)=${PLAIN}`,
  ),
  at('clear', String.raw`\bset snmp community ${PLAIN}`),
]

/** The forms of a password that stands alone. */
export const ALONE: readonly Pattern[] = [
  at('cisco7', String.raw`^(?<value>[0-5]\d(?:[\dA-Fa-f]{2}){1,80})$`),
  at('vpnClient', String.raw`^(?<value>(?:[\dA-Fa-f]{2}){48,})$`),
  at('fortinetSha1', String.raw`^(?<value>AK1[\w+/]{43}=)$`),
  at('fortinetSha2', String.raw`^(?<value>SH2[\w+/]{59}=)$`),
  at('sha1', String.raw`^(?<value>[\dA-Fa-f]{40})$`),
  at('cisco4', String.raw`^(?<value>${B64}{43})$`),
  at('asa', String.raw`^(?=.*[A-Z])(?=.*[a-z])(?=.*[\d./])(?<value>${B64}{16})$`),
  at('fortinet', String.raw`^(?<value>[\w+/]{20,}={0,2})$`),
]
