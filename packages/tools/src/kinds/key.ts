import { defineKind } from '@octet/core/kind.ts'
import type { Text } from '@octet/core/text.ts'

/** Lines of SSH: options, the kind of the key, its bytes, a comment. */
const SSH_LINE = /^(?:\S+ )?((?:ssh|ecdsa|sk-ssh|sk-ecdsa)-[\w@.-]+)\s+AAAA[A-Za-z0-9+/]{20,}/
/** The first line of a file of PuTTY. */
const PUTTY = /^(PuTTY)-User-Key-File-\d+: /

export default defineKind({
  id: 'key',
  title: { en: 'Cryptographic key', zh: '密钥' },
  examples: [
    '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp\n-----END PRIVATE KEY-----',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ==\n-----END OPENSSH PRIVATE KEY-----',
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBm/RAlphM3+hUG6wWfcO5bIUIaqMLa2ywxcOK1wMWbh ann@example.com',
    'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: ann@example.com',
    '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}',
  ],
  counterExamples: [
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    'ssh-keygen -t ed25519',
    '{"kty":1}',
    'ssh-rsa',
  ],
  detect(sample) {
    const label = /-----BEGIN ((?:[A-Z0-9]+ )*(?:PRIVATE|PUBLIC) KEY)-----/.exec(sample)?.[1]
    const name = label ?? PUTTY.exec(sample)?.[1] ?? SSH_LINE.exec(sample)?.[1] ?? findJwkName(sample)
    return name === undefined ? undefined : { score: 1, note: toNote(name) }
  },
})

/** What a JWK or a set of them says first of its kind. */
function findJwkName(sample: string): string | undefined {
  if (!sample.startsWith('{')) return undefined
  const kind = /"kty"\s*:\s*"(RSA|EC|OKP)"/.exec(sample)?.[1]
  return kind === undefined ? undefined : `JWK, ${kind}`
}

const toNote = (name: string): Text => ({ en: name, zh: name })
