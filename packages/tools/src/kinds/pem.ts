import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'pem',
  title: { en: 'PEM certificate or key', zh: 'PEM 证书或密钥' },
  examples: [
    '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ2VydA==\n-----END CERTIFICATE-----',
    '-----BEGIN CERTIFICATE REQUEST-----\nMIH4MIGfAgEAMD0x\n-----END CERTIFICATE REQUEST-----',
  ],
  counterExamples: ['-----', 'BEGIN CERTIFICATE'],
  detect(sample) {
    const name = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(sample)?.[1]
    return name ? { score: 1, note: { en: name, zh: name } } : undefined
  },
})
