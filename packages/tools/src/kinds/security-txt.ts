import { defineKind } from '@octet/core/kind.ts'

/** A field of RFC 9116 with what belongs there. */
const CONTACT = /^contact:[ \t]*(?:https?:|mailto:|tel:|[^\s@]+@)/im
const OTHERS = [
  /^expires:[ \t]*\d{4}-\d\d-\d\d/im,
  /^canonical:[ \t]*https?:\/\/\S+security\.txt/im,
  /^(?:policy|encryption|acknowledge?ments|hiring|csaf):[ \t]*(?:https?|dns|openpgp4fpr):/im,
  /^preferred-languages:[ \t]*[a-z]/im,
]

export default defineKind({
  id: 'security-txt',
  title: { en: 'security.txt', zh: 'security.txt 文件' },
  first: 'security-txt',
  examples: [
    'Contact: mailto:security@example.com\nExpires: 2027-12-31T23:00:00Z',
    '# Our security policy\nPolicy: https://example.com/policy\nContact: https://example.com/report\nPreferred-Languages: en',
    '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nContact: mailto:security@example.com\nExpires: 2027-12-31T23:00:00Z\n-----BEGIN PGP SIGNATURE-----\n\niHUEARYIAB0WIQ==\n-----END PGP SIGNATURE-----',
  ],
  counterExamples: [
    'Contact: mailto:security@example.com',
    'Expires: 2027-12-31T23:00:00Z',
    'Expires: Wed, 21 Oct 2026 07:28:00 GMT\nCache-Control: max-age=60',
    'User-agent: *\nDisallow: /contact:',
  ],
  detect(sample) {
    if (!CONTACT.test(sample) || !OTHERS.some((pattern) => pattern.test(sample))) return undefined
    // Signed it is a text of OpenPGP, too.
    return { score: sample.startsWith('-----BEGIN PGP') ? 1 : 0.98 }
  },
})
