import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { createDnsClient } from '../dns/client.ts'
import { createGuard } from '../guard/guard.ts'
import { rr, startDnsServer } from '../testing/dns-server.ts'
import { UNHURRIED } from '../testing/unhurried.ts'
import { readHostKey } from './host-key.ts'
import { checkSshfp, toSshfpRecords } from './sshfp.ts'
import { toSshString } from './wire.ts'

const point = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(12)
const key = readHostKey(Buffer.concat([toSshString('ssh-ed25519'), toSshString(point)]))
const hash = (algorithm: string) => createHash(algorithm).update(key.blob).digest('hex').toUpperCase()
const FALSE = '00'.repeat(32)
const FLAGS = { qr: true, aa: false, tc: false, rd: true, ra: true, ad: true, cd: false }

/** What is said of the key with these records; undefined where nothing is. */
async function check(
  records: readonly (readonly [algorithm: number, type: number, fingerprint: string])[],
  { isSigned = true, host = 'ssh.example.com', rcode = 0 } = {},
) {
  await using server = await startDnsServer(({ name }) => {
    assert.equal(name, 'ssh.example.com.')
    const answers = records.map(([algorithm, type, fingerprint]) => rr(name, 'SSHFP', { algorithm, type, fingerprint }))
    return rcode ? { rcode } : { answers, flags: { ...FLAGS, ad: isSigned } }
  })
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }] as const
  const client = createDnsClient({ guard: createGuard(), systemServers })
  const [found] = await checkSshfp(host, [key], client, { signal: undefined, timeoutMs: UNHURRIED.askMs })
  return found?.verdict
}

for (const [title, records, options, expected] of [
  ['its SHA-256', [[4, 2, hash('sha256')]], {}, 'good'],
  ['its SHA-1', [[4, 1, hash('sha1')]], {}, 'good'],
  [
    'a wrong one beside the right one',
    [
      [4, 2, FALSE],
      [4, 2, hash('sha256')],
    ],
    {},
    'good',
  ],
  ['another key', [[4, 2, FALSE]], {}, 'bad'],
  ['the right one, which nothing protects', [[4, 2, hash('sha256')]], { isSigned: false }, 'notice'],
  ['nothing', [], {}, undefined],
  ['a server that fails', [[4, 2, FALSE]], { rcode: 2 }, undefined],
  ['an address, which has no records', [[4, 2, FALSE]], { host: '192.0.2.1' }, undefined],
  ['keys of other kinds alone', [[1, 2, FALSE]], {}, undefined],
] as const)
  test(`SSHFP with ${title}: ${expected ?? 'nothing is said'}`, async () => {
    assert.equal(await check(records, options), expected)
  })

test('records are written for a zone, and none for an address', () => {
  assert.deepEqual(toSshfpRecords('bücher.example', [key]), [
    `xn--bcher-kva.example. IN SSHFP 4 2 ${hash('sha256').toLowerCase()}`,
  ])
  assert.deepEqual(toSshfpRecords('2001:db8::1', [key]), [])
})
