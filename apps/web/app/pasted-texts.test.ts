import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCatalogueRow } from '@octet/tools/catalogue.ts'
import { detectKinds } from '@octet/tools/detect-kinds.ts'
import { loadKinds, loadTools } from '@octet/tools/registry.ts'
import { rank } from './rank-tools.ts'

const kinds = await loadKinds()
const rows = (await loadTools()).map(toCatalogueRow)
const find = (text: string) => {
  const guesses = detectKinds(kinds, text).map(({ kind, score }) => ({ kind: kind.id, score, first: kind.first }))
  return rank(guesses, rows).map(({ id }) => id)
}
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'

/** What people paste, and the tool that is offered first. */
const pasted = [
  ['192.0.2.7', 'ip'],
  ['192.0.2.7:53', 'port-scan'],
  ['[2001:db8::1]:443', 'port-scan'],
  ['example.com:8443', 'port-scan'],
  ['2001:db8::1', 'ip'],
  ['192.0.2.0/24', 'routing'],
  ['10.0.0.0/24', 'network'],
  ['fd12:3456:789a::/48', 'network'],
  ['192.0.2.0 255.255.255.0', 'network'],
  ['192.0.2.0/255.255.255.0', 'network'],
  ['192.0.2.*', 'ip-range'],
  ['192.0.2.10-20', 'ip-range'],
  ['１９２．０。２。１', 'ip'],
  ['ＡＳ６４５００', 'routing'],
  ['http：//example.com', 'ip'],
  ['192.0.2.1 - - [25/Nov/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "curl/8.5.0"', 'ip-batch'],
  ['ping -c 4 192.0.2.1', 'ping'],
  ['tracert example.com', 'traceroute'],
  ['dig example.com MX', 'dns'],
  ['whois example.com', 'whois'],
  ['telnet example.com 25', 'port-scan'],
  ['mx:example.com', 'dns'],
  ['txt example.com', 'dns'],
  ['spf:example.com', 'mail'],
  ['blacklist:192.0.2.1', 'dnsbl'],
  ['trace:192.0.2.1', 'traceroute'],
  ['tcp:example.com:25', 'port-scan'],
  ['ssl example.com', 'tls'],
  ['备案 example.com', 'icp'],
  ['openssl s_client -connect example.com:443', 'tls'],
  ['72°F', 'units'],
  ['5 ft 11 in', 'units'],
  ['3斤2两', 'units'],
  ['10 GiB', 'units'],
  ['80 + 15%', 'calculator'],
  ['12×34=', 'calculator'],
  ['0xC0000201', 'base'],
  ['10.0.0.1-10.0.0.50', 'ip-range'],
  ['192.0.2.1\n198.51.100.2\n203.0.113.3', 'ip-batch'],
  ['255.255.255.0', 'mask-inverse'],
  ['0.0.0.255', 'mask-inverse'],
  ['1.2.0.192.in-addr.arpa', 'notation'],
  ['AS64500', 'routing'],
  ['example.com', 'ip'],
  ['xn--fiqs8s.example', 'punycode'],
  ['https://example.com/a?b=c&utm_source=x', 'ip'],
  ['ann@example.com', 'mail'],
  ['mailto:ann@example.com', 'mail'],
  ['Ann <ann@example.com>', 'mail'],
  ['+44 20 7946 0958', 'phone'],
  ['tel:+8613800138000', 'phone'],
  ['4111 1111 1111 1111', 'bank-card'],
  ['11010519491231002X', 'cn-id'],
  ['440524188001010014', 'cn-id'],
  ['91350100M000100Y43', 'cn-id'],
  ['DE89 3704 0044 0532 0130 00', 'iban'],
  ['00:1A:2B:3C:4D:5E', 'mac-vendor'],
  ['001a.2b3c.4d5e', 'mac-vendor'],
  ['001A2B3C4D5E', 'mac-vendor'],
  ['00:1a:2b', 'mac-vendor'],
  ['{"a":1,"b":[1,2]}', 'json'],
  ["{a:1, 'b': [1,2,],}", 'json'],
  ["{'ok': True, 'none': None}", 'json'],
  ['{"a":1,"b":[1,2', 'json'],
  ['{"a":1}\n{"a":2}', 'json'],
  [token, 'jwt'],
  [`Bearer ${token}`, 'jwt'],
  [`Authorization: Bearer ${token}`, 'jwt'],
  ['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', 'x509'],
  ['-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----', 'x509'],
  ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl ann@host', 'key-pair'],
  ["curl 'https://example.com/a' -H 'Accept: */*'", 'curl'],
  ['GET /a HTTP/1.1\nHost: example.com', 'curl'],
  ['*/5 * * * *', 'cron'],
  ['1700000000', 'time'],
  ['2026-11-25T08:00:00Z', 'time'],
  ['2026年11月25日', 'time'],
  ['25/Nov/2026:08:00:00 +0000', 'time'],
  ['20261125T080000Z', 'time'],
  ['20261125', 'time'],
  ['11/25/2026', 'time'],
  ['2026-W48-3', 'time'],
  ['133444736000000000', 'time'],
  ['550e8400-e29b-41d4-a716-446655440000', 'uuid'],
  ['018f4e2e-7b5a-7c3e-9d1a-2b3c4d5e6f70', 'time'],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'time'],
  ['507f1f77bcf86cd799439011', 'time'],
  ['d41d8cd98f00b204e9800998ecf8427e', 'hash-identify'],
  ['$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', 'hash-identify'],
  ['SGVsbG8sIHRoaXMgaXMgYSB0ZXN0', 'base64'],
  ['48656c6c6f20776f726c64', 'base64'],
  ['0xDEADBEEF', 'base'],
  ['0b1010', 'base'],
  ['0xff', 'base'],
  ['0x48 0x65 0x6c', 'base64'],
  ['00000000: 4865 6c6c 6f20 776f 726c 6421 0a         Hello world!.', 'base64'],
  ['72 101 108 108 111', 'unicode'],
  ['JBSWY3DPEHPK3PXP', 'base64'],
  ['<~87cURD]j7BEbo80~>', 'base64'],
  ['404', 'http-status'],
  ['443', 'ports'],
  ['0755', 'chmod'],
  ['42', 'case'],
  ['%E4%BD%A0%E5%A5%BD', 'url'],
  [String.raw`\u4f60\u597d`, 'unicode'],
  ['=?UTF-8?B?5L2g5aW9?=', 'unicode'],
  ['ä½\u00a0å¥½', 'unicode'],
  ['Itâ€™s late', 'unicode'],
  ['&lt;a href=&quot;x&quot;&gt;', 'html-entities'],
  ['data:image/gif;base64,R0lGODlhAQABAAAAACw=', 'base64-file'],
  ['otpauth://totp/Octet:ann?secret=JBSWY3DPEHPK3PXP', 'totp'],
  ['-rw-r--r--', 'chmod'],
  ['.... . .-.. .-.. ---', 'classic'],
  ['a2627374c11a514b67b0647465737441ff', 'binary-data'],
  ['{"organization-name": "A", "report-id": "1", "policies": []}', 'mail-reports'],
  ['#ff8800', 'colour'],
  ['rebeccapurple', 'colour'],
  ['<?xml version="1.0"?><a><b>1</b></a>', 'xml'],
  ['<div class="a"><p>Hi</p></div>', 'html'],
  ['a{color:red;margin:0}', 'css'],
  ['select a,b from t where id=1 order by b', 'sql'],
  ['a: 1\nb:\n  - x\n  - y', 'yaml'],
  ['services:\n  web:\n    image: nginx:1.29', 'compose'],
  ['docker run -d -p 8080:80 nginx', 'compose'],
  ['docker network create back\n# the shop\ndocker run -d --network back nginx', 'compose'],
  ['name,age\nBob,3\nAnn,4', 'data-convert'],
  ['# Title\n\n- one\n- two', 'markdown'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'user-agent',
  ],
  [
    'Received: from mail.example.org ([203.0.113.25])\n  by mx.example.com\nFrom: Bob <bob@example.org>\nSubject: Tea',
    'mail-headers',
  ],
] as const
for (const [text, id] of pasted)
  test(`“${text.slice(0, 40).replaceAll('\n', ' ')}” is taken to ${id}`, () => assert.equal(find(text)[0], id))

test('a compose.yaml is offered to the tools for YAML, too', () => {
  const offered = find('services:\n  web:\n    image: nginx:1.29')
  assert.deepEqual(offered.slice(0, 2), ['compose', 'yaml'])
})

test('what is no kind of text leads nowhere', () => {
  for (const text of [
    'hello world',
    '你好，世界',
    '你好。世界',
    '第１章：开始',
    'café crème',
    '00000000  7f 45 |.E|\n00000010  03 00 |..|', // lines between are missing
    'fetch("https://example.com", {method:"POST"})',
    '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQEN\n-----END PGP PUBLIC KEY BLOCK-----',
  ])
    assert.deepEqual(find(text), [], text)
})
