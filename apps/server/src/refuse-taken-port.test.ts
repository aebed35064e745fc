import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { refuseTakenPort } from './refuse-taken-port.ts'

const host = '127.0.0.1'

for (const reusePort of [false, true])
  test(`a port where ${reusePort ? 'a program that shares it' : 'another program'} listens is refused`, async () => {
    const other = createServer().listen({ host, port: 0, reusePort })
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const setting = reusePort ? 'PORT' : 'METRICS_PORT'
    await assert.rejects(refuseTakenPort({ host, port, setting }), {
      name: 'ConfigError',
      message: `${setting}: expected a port that is free, got ${port}, where another program listens already (on ${host})`,
    })
    other.close()
    await once(other, 'close')
    await refuseTakenPort({ host, port, setting })
  })

test('an address of another machine is named with its setting', async () => {
  const port = await findFreePort()
  for (const [setting, expected] of [
    ['PORT', 'HOST'],
    ['METRICS_PORT', 'METRICS_HOST'],
  ] as const)
    await assert.rejects(refuseTakenPort({ host: '192.0.2.1', port, setting }), {
      message: `${expected}: expected an address of this machine, got 192.0.2.1`,
    })
})

test('what else the system says of an address stands behind its setting', async () => {
  const port = await findFreePort()
  // A link-local address without its interface.
  await assert.rejects(refuseTakenPort({ host: 'fe80::1', port, setting: 'PORT' }), {
    name: 'ConfigError',
    message: /^HOST: expected an address .*of this machine, got fe80::1/,
  })
})

test('any free port may be asked for', () => refuseTakenPort({ host, port: 0, setting: 'PORT' }))
