import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toOwnScript } from './own-script.ts'

for (const url of ['/assets/tool-worker-Bd2LtGnr.js', '/assets/desk-worker-DBkiG7_2.js', '/service-worker.js'])
  test(`${url} may become a worker`, () => assert.equal(toOwnScript(url), url))

for (const url of [
  'https://elsewhere.example/assets/tool-worker-Bd2LtGnr.js',
  '//elsewhere.example/assets/tool-worker-Bd2LtGnr.js',
  '/\\elsewhere.example/assets/tool-worker-Bd2LtGnr.js',
  '/assets/../v1/echo-Bd2LtGnr.js',
  '/assets/%2e%2e/v1-Bd2LtGnr.js',
  '/assets/a/b-Bd2LtGnr.js',
  '/embed.js',
  'data:text/javascript,alert(1)',
  'blob:https://octet.example/8f2c',
  '/assets/tool-worker-Bd2LtGnr.js?x=1',
  '/assets/tool-worker-Bd2LtGnr.js\n',
  '',
])
  test(`${JSON.stringify(url)} is refused`, () => assert.throws(() => toOwnScript(url), TypeError))
