import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { toLocalOrigin, toOpenOrigin } from './local-origin.ts'

for (const [env, local, open] of [
  [{}, 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  [{ HOST: '0.0.0.0', PORT: '80' }, 'http://127.0.0.1:80', 'http://127.0.0.1:80'],
  [{ HOST: '::' }, 'http://[::1]:3000', 'http://[::1]:3000'],
  [{ HOST: '2001:db8::1' }, 'http://[2001:db8::1]:3000', 'http://[2001:db8::1]:3000'],
  [{ HOST: '::', PUBLIC_ORIGIN: 'https://octet.example.org' }, 'http://[::1]:3000', 'https://octet.example.org'],
] as const)
  test(`${JSON.stringify(env)} is opened at ${local}, its pages at ${open}`, () => {
    const config = readConfig(env)
    assert.deepEqual([toLocalOrigin(config), toOpenOrigin(config)], [local, open])
  })
