import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCertificates, readHostCertificate, type HostCertificate } from './host-certificate.ts'
import { readHostKey } from './host-key.ts'
import { toSshString } from './wire.ts'

test('a certificate holds for what its names say, of hosts, and only as it was signed', () => {
  const made = (more: Partial<HostCertificate>): HostCertificate => ({
    key: KEY,
    isForHosts: true,
    id: '',
    principals: [],
    from: undefined,
    to: undefined,
    authority: KEY,
    isSigned: true,
    ...more,
  })
  const told = (more: Partial<HostCertificate>, host = 'a.example') =>
    checkCertificates(host, [made(more)], new Date('2026-06-01')).map(({ verdict, text }) => `${verdict}: ${text.en}`)[0]!
  assert.match(told({}), /^good: the ssh-ed25519 certificate is valid, by the authority SHA256:/)
  for (const name of ['A.EXAMPLE', '?.example', '*', '*e', 'a.*.example*', 'a*example'])
    assert.equal(told({ principals: [name] }).startsWith('good'), name !== 'a.*.example*', name)
  assert.match(told({ isForHosts: false }), /^bad: .*is not for hosts/)
  assert.match(told({ isSigned: false }), /^bad: .*was not signed by the authority/)
  assert.match(told({ from: Date.parse('2026-07-01') / 1000 }), /^bad: .*valid only from 2026-07-01T00:00:00Z on/)
  // As many stars as fit, which must not be tried one against the other.
  const start = performance.now()
  told({ principals: [`${'*a'.repeat(120)}b`] }, 'a'.repeat(253))
  assert.ok(performance.now() - start < 1_000)
  const blob = Buffer.concat([toSshString('ssh-ed25519-cert-v01@openssh.com'), toSshString('nonce'), toSshString('short')])
  assert.throws(() => readHostCertificate(blob), RangeError)
  assert.throws(() => readHostCertificate(Buffer.concat([toSshString('sk-x-cert-v01@openssh.com'), blob])), RangeError)
})

const KEY = readHostKey(Buffer.concat([toSshString('ssh-ed25519'), toSshString(Buffer.alloc(32, 1))]))
