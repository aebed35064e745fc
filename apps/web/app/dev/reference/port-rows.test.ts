import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMON } from '@octet/tools/web/ports/common.ts'
import { toCommonPorts, toPortEntries, toPortRange } from './port-rows.ts'

const https = { port: 443, service: 'https', description: 'http over TLS' }

test('the transports of one service are one entry', () =>
  assert.deepEqual(
    toPortEntries([
      { ...https, protocol: 'tcp', practice: 'HTTPS' },
      { ...https, protocol: 'udp', practice: 'HTTP/3' },
      { ...https, protocol: 'sctp', practice: '' },
    ]),
    [{ ...https, protocols: ['tcp', 'udp', 'sctp'], practice: 'HTTPS · HTTP/3' }],
  ))

test('two services of one number stay two', () =>
  assert.equal(
    toPortEntries([
      { ...https, protocol: 'tcp', practice: '' },
      { ...https, service: 'other', protocol: 'tcp', practice: '' },
    ]).length,
    2,
  ))

test('numbers have their range', () =>
  assert.deepEqual([0, 1023, 1024, 49_151, 49_152].map(toPortRange), ['system', 'system', 'user', 'user', 'dynamic']))

test('common ports name each number once', () => {
  const entries = toCommonPorts(COMMON)
  assert.equal(new Set(entries.map(({ port }) => port)).size, entries.length)
  assert.deepEqual(entries.find(({ port }) => port === 443)?.protocols, ['tcp', 'udp'])
})
