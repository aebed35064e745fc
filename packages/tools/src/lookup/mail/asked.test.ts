import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAsked } from './asked.ts'

for (const [domain, selectors, expected] of [
  ['example.com', '', ['example.com', 'postmaster@example.com']],
  ['Ann <ann@example.com>', '', ['example.com', 'ann@example.com']],
  ['mailto:ann@example.com', '', ['example.com', 'ann@example.com']],
  ['https://mail.example.com/x', '', ['mail.example.com', 'postmaster@mail.example.com']],
  ['_dmarc.example.com', '', ['example.com', 'postmaster@example.com']],
  ['_mta-sts.example.com', '', ['example.com', 'postmaster@example.com']],
  ['_smtp._tls.example.com', '', ['example.com', 'postmaster@example.com']],
  ['default._bimi.example.com', '', ['example.com', 'postmaster@example.com']],
  ['s1._domainkey.example.com', 's2', ['example.com', 'postmaster@example.com', 's1', 's2']],
  ['a.b._domainkey.example.com', '', ['example.com', 'postmaster@example.com', 'a.b']],
  ['example.com', 's1, s2；s3、s4', ['example.com', 'postmaster@example.com', 's1', 's2', 's3', 's4']],
  ['example.com', 's=s1; s1', ['example.com', 'postmaster@example.com', 's1']],
  ['example.com', 's1._domainkey.example.com', ['example.com', 'postmaster@example.com', 's1']],
] as const)
  test(`“${domain}” with “${selectors}”`, () => {
    const { host, mailbox, selectors: found } = parseAsked(domain, selectors)
    assert.deepEqual([host, mailbox, ...found], expected)
  })

test('what is no selector is refused, not passed over', () =>
  assert.throws(() => parseAsked('example.com', 's1, d=example.com'), { key: 'bad_input' }))

test('an address has no mail records', () => assert.throws(() => parseAsked('a@192.0.2.1', ''), { key: 'bad_domain' }))
