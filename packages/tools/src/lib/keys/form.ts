import type { Text } from '@octet/core/text.ts'

/** How a key was written. */
export const FORMS = {
  pkcs8: { en: 'PKCS #8', zh: 'PKCS #8' },
  spki: { en: 'Public key (SPKI)', zh: '公钥（SPKI）' },
  pkcs12: { en: 'PKCS #12 (.p12, .pfx)', zh: 'PKCS #12（.p12、.pfx）' },
  pkcs1: { en: 'PKCS #1', zh: 'PKCS #1' },
  sec1: { en: 'SEC 1', zh: 'SEC 1' },
  openssh: { en: 'OpenSSH private key', zh: 'OpenSSH 私钥' },
  ppk: { en: 'PuTTY private key (.ppk)', zh: 'PuTTY 私钥（.ppk）' },
  ssh: { en: 'SSH public key', zh: 'SSH 公钥' },
  sshCertificate: { en: 'SSH certificate', zh: 'SSH 证书' },
  jwk: { en: 'JWK', zh: 'JWK' },
  certificate: { en: 'Certificate', zh: '证书' },
  request: { en: 'Certificate request', zh: '证书请求' },
} as const satisfies Record<string, Text>
export type Form = keyof typeof FORMS
export const FORM_NAMES = Object.keys(FORMS) as [Form, ...Form[]]
