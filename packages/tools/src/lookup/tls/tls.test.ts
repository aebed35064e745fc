import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TlsProbe } from '@octet/core/probe/tls.ts'
import tool from './tool.ts'

type Asked = Parameters<TlsProbe['report']>[0]

/** What the probe is asked for a host as people write it. */
function ask(host: string): Asked {
  let asked: Asked | undefined
  const probe = { tls: { report: (request: Asked) => ((asked = request), []) } }
  const input = tool.input.parse({ host })
  void tool.run(input, { probe } as unknown as Parameters<typeof tool.run>[1])
  return asked!
}

for (const [host, port] of [
  ['example.com', 443],
  ['example.com:80', 80],
  ['http://example.com:80/', 80],
  ['http://example.com', 443],
  ['https://example.com', 443],
  ['[2001:db8::1]:8443', 8443],
] as const)
  test(`${host} is asked on port ${port}`, () => assert.equal(ask(host).port, port))

test('a port without TLS of its own is refused with those that have it', () =>
  assert.throws(() => ask('example.com:8080'), { key: 'bad_input' }))
