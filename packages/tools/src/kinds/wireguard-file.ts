import { defineKind } from '@octet/core/kind.ts'

const HEADING = /^[ \t]*\[(?:Interface|Peer)\][ \t]*(?:#.*)?$/im
const SETTING = /^[ \t]*(?:PrivateKey|PublicKey|PresharedKey|AllowedIPs)[ \t]*=/im

export default defineKind({
  id: 'wireguard-file',
  title: { en: 'WireGuard file', zh: 'WireGuard 配置' },
  examples: [
    '[Interface]\nPrivateKey = IJX2qQT8Zb3HckTcBuNTEHifkHXjzYvDzadNxqf3hGc=\nAddress = 10.8.0.2/32',
    '# phone\n[Peer]\nPublicKey=cGHZbjG6nJwg9UzIZ0LQzNwP140voLCckChi+eEIV1A=\nAllowedIPs=0.0.0.0/0',
  ],
  counterExamples: ['[Interface]\nname = eth0', 'PublicKey = abc', '[peer]\nhost = 10.0.0.1'],
  detect: (sample) => (HEADING.test(sample) && SETTING.test(sample) ? { score: 0.97 } : undefined),
})
