import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'openpgp',
  title: { en: 'OpenPGP (PGP, GPG)', zh: 'OpenPGP（PGP、GPG）' },
  examples: [
    '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEaVZhwBYJKwYBBAHaRw8BAQdA',
    '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nRelease 1.2.0\n-----BEGIN PGP SIGNATURE-----\n\niHUEARYIAB0',
    '-----BEGIN PGP MESSAGE-----\n\nhF4DGvOd0ov8jHA',
  ],
  counterExamples: ['BEGIN PGP MESSAGE', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
  detect(sample) {
    const [, label] = /-----BEGIN (PGP [A-Z ]+)-----/.exec(sample) ?? []
    return label === undefined ? undefined : { score: 1, note: { en: label, zh: label } }
  },
})
