import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OctetError } from '@octet/client/octet-error.ts'
import { Refused } from './ask-server.ts'
import { findServerFault } from './server-fault.ts'

const SERVER = 'http://127.0.0.1:9'

const refusal = new OctetError({ code: 429, msg: 'too many', data: { error: 'too_many_requests', resolution: 'Wait a minute.' } })
const cut = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') })
const late = new DOMException('', 'TimeoutError')

for (const [name, error, en, zh] of [
  ['one over the socket says it in both languages', new Refused({ en: 'not now', zh: '现在不行' }), 'not now', '现在不行'],
  ['a refusal says what the server said and what to do', refusal, 'too many\nWait a minute.', 'too many\nWait a minute.'],
  [
    'a server that is not there is named with the reason',
    cut,
    `${SERVER} does not answer: connect ECONNREFUSED 127.0.0.1:9. Is it running?`,
    `${SERVER} 没有应答（connect ECONNREFUSED 127.0.0.1:9），请确认服务器正在运行`,
  ],
  ['one that is silent is named', late, `${SERVER} did not answer in time`, `${SERVER} 未在时限内应答`],
] as const)
  test(name, () => {
    assert.equal(findServerFault(error, { server: SERVER, lang: 'en' }), en)
    assert.equal(findServerFault(error, { server: SERVER, lang: 'zh' }), zh)
  })

test('an address that is none is told by the name of its setting', () =>
  assert.match(
    findServerFault(new TypeError('Failed to parse URL from x:'), { server: 'x:', lang: 'en' }) ?? '',
    /^OCTET_SERVER: .*“x:”/,
  ))

test('any other error is a bug and keeps its stack', () => {
  assert.equal(findServerFault(new TypeError('x is not a function'), { server: SERVER, lang: 'en' }), undefined)
  assert.equal(findServerFault('text', { server: SERVER, lang: 'en' }), undefined)
})
