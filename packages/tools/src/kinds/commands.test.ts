import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTools } from '../registry.ts'
import dns from './dns-command.ts'
import mail from './mail-command.ts'
import tls from './tls-command.ts'

for (const [line, text, fields] of [
  ['dig example.com', 'example.com', {}],
  ['dig @192.0.2.53 example.com MX +short', 'example.com', { type: 'MX', server: '192.0.2.53' }],
  ['dig mx example.com +trace', 'example.com', { type: 'MX', mode: 'trace' }],
  ['dig +dnssec example.com', 'example.com', { mode: 'dnssec' }],
  ['delv example.com AAAA', 'example.com', { type: 'AAAA', mode: 'dnssec' }],
  ['$ host -t txt example.com', 'example.com', { type: 'TXT' }],
  ['nslookup -type=srv example.com 192.0.2.53', 'example.com', { type: 'SRV', server: '192.0.2.53' }],
  ['nslookup.exe -q=any example.com', 'example.com', { type: 'ALL' }],
  ['dig -x 192.0.2.1', '192.0.2.1', {}],
  ['mx:example.com', 'example.com', { type: 'MX' }],
  ['CAA example.com', 'example.com', { type: 'CAA' }],
  ['dns example.com', 'example.com', { type: 'ALL' }],
  ['解析：example.com', 'example.com', {}],
] as const)
  test(`“${line}” asks the DNS about ${text} with ${JSON.stringify(fields)}`, () => {
    const found = dns.detect(line)
    assert.deepEqual([found?.text, found?.fields], [text, fields])
  })

test('what a command says of the DNS is what the tool takes', async () => {
  const tool = (await loadTools()).find(({ id }) => id === 'dns')!
  for (const line of ['dig @192.0.2.53 example.com MX', 'dig example.com +trace', 'any example.com', 'delv example.com']) {
    const { text, fields } = dns.detect(line)!
    assert.ok(tool.input.safeParse({ name: text, ...fields }).success, line)
  }
})

test('a selector of DKIM is asked for by its record', () => {
  assert.equal(mail.detect('dkim:example.com:s1')?.text, 's1._domainkey.example.com')
  assert.equal(mail.detect('dkim:example.com')?.text, 'example.com')
  assert.equal(mail.detect('spf:example.com:s1'), undefined)
})

test('a certificate is asked for at the usual port, unless another is named', () => {
  assert.equal(tls.detect('ssl:example.com')?.text, 'example.com:443')
  assert.equal(tls.detect('tls example.com:8443')?.text, 'example.com:8443')
  assert.equal(tls.detect('ssl:2001:db8::1')?.text, '[2001:db8::1]:443')
})
