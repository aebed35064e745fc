import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'pem',
  title: { en: 'PEM certificate', zh: 'PEM 证书' },
  examples: [
    '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ2VydA==\n-----END CERTIFICATE-----',
    '-----BEGIN CERTIFICATE REQUEST-----\nMIH4MIGfAgEAMD0x\n-----END CERTIFICATE REQUEST-----',
  ],
  counterExamples: [
    '-----',
    'BEGIN CERTIFICATE',
    '-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----',
    '-----BEGIN PGP PUBLIC KEY BLOCK-----',
  ],
  detect(sample) {
    // Keys are a kind of their own; a text with both is of both kinds.
    const name = [...sample.matchAll(/-----BEGIN ([A-Z0-9# ]+)-----/g)]
      .map(([, label = '']) => label)
      .find((label) => !label.endsWith('KEY') && !label.startsWith('PGP '))
    return name ? { score: 1, note: { en: name, zh: name } } : undefined
  },
})
