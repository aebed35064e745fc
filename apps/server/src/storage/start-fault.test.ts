import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { startStorage } from '../testing/start-storage.ts'
import { openStorage } from './open-storage.ts'
import { describeStartFault } from './start-fault.ts'

const log = pino({ level: 'silent' })
const PLAIN = 'postgres://octet:pa55@127.0.0.1/octet'
const ofCode = (code: string, message: string) => Object.assign(new Error(message), { code })
const NO_ENTRY = 'no pg_hba.conf entry for host "127.0.0.1", user "octet", database "octet", no encryption'

// What PostgreSQL 15 with `hostssl` alone, and pg 8, have said.
for (const [error, url, expected] of [
  [
    ofCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate; try running Node.js with --use-system-ca'),
    `${PLAIN}?sslmode=verify-full`,
    /^expected a certificate that is trusted, got .*\(UNABLE_TO_VERIFY_LEAF_SIGNATURE\); sslrootcert names the file of an authority of your own$/,
  ],
  [
    ofCode('28000', NO_ENTRY),
    PLAIN,
    /^expected to be let in without TLS, got: no pg_hba\.conf entry .*; sslmode=verify-full speaks TLS$/,
  ],
  [ofCode('28000', NO_ENTRY), `${PLAIN}?sslmode=disable`, /; sslmode=verify-full speaks TLS$/],
  [
    ofCode('28000', 'no pg_hba.conf entry, SSL encryption'),
    `${PLAIN}?sslmode=verify-full`,
    /^no pg_hba\.conf entry, SSL encryption$/,
  ],
] as const)
  test(`${error.message.slice(0, 40)} at ${url} is put in words`, () => assert.match(describeStartFault(error, url), expected))

test('a start without accounts says what was expected of the database, and what came', async (t) => {
  await using storage = await startStorage()
  const elsewhere = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  elsewhere.listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const { port } = elsewhere.address() as AddressInfo
  for (const [name, url, expected] of [
    [
      'wrong password',
      storage.url.replace(/:[^:@/]+@/, ':another@'),
      /^expected the user and password of DATABASE_URL to be right, got: /,
    ],
    [
      'wrong name',
      storage.url.replace(/\/[^/?]+\?/, '/missing?'),
      /^expected the database that DATABASE_URL names, got: .*"missing"/,
    ],
    ['other server', `postgres://octet:pa55@127.0.0.1:${port}/octet`, /^expected PostgreSQL, got another server \(/],
  ] as const)
    await t.test(name, async () => {
      await using opened = await openStorage({ databaseUrl: url, varFolder: '/nowhere', log })
      assert.match(opened.fault ?? '', expected)
    })
  elsewhere.close()
})
