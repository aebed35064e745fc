import { defineKind } from '@octet/core/kind.ts'

/** A command with a password and the number of its form, as IOS and NX-OS write them. */
const NUMBERED = /\b(?:password|secret|key|key-string|ascii|md5) (?:[4589] [$./\w]{20}|7 \d\d[\dA-F]{4})/
/** What shows by itself: $9$ of Junos and IOS, $8$, ENC of FortiOS, the file of Cisco’s VPN client. */
const MARKED = /(?:^|[\s"])\$[89]\$[\w./-]{5,}|\bset \S+ ENC [\w+/]{20}|\benc_(?:GroupPwd|UserPassword) ?= ?[\dA-F]{20}/

export default defineKind({
  id: 'device-password',
  title: { en: 'Passwords of network devices', zh: '网络设备密码' },
  examples: [
    'username admin privilege 15 password 7 02050D480809',
    'enable secret 9 $9$2MJBozw/9R3UsU$2lFhcKvpghcyw8deP25GOfyZaagyUOGBymkryvOdfo6',
    '$9$2GgZjHkPQ39.PhrvLVb.P5Tz6',
    'set system radius-server 192.0.2.1 secret "$9$2GgZjHkPQ39.PhrvLVb.P5Tz6"',
    'set psksecret ENC AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIj',
  ],
  counterExamples: [
    'my password 7',
    'password 5 characters',
    'the key 7 of them',
    'password: 7 times',
    '$9.99',
    'ENC',
    '$9$ each',
  ],
  detect: (sample) => (NUMBERED.test(sample) || MARKED.test(sample) ? { score: 0.98 } : undefined),
})
