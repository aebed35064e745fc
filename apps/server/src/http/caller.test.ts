import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { toPlainAddress } from '../domain/plain-address.ts'
import { toCaller, toClientKey } from './caller.ts'

const keys: [string, string][] = [
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8:1::3:4:5', '2001:db8:1:0'],
  ['::3:4:5:6:7', '0:0:0:3'],
  ['2001:0DB8:0001:0002:0:0:0:1', '2001:db8:1:2'],
]
for (const [address, key] of keys) test(`${address} is counted as ${key}`, () => assert.equal(toClientKey(address), key))

test('an IPv4 client on a dual-stack socket is plain', () => assert.equal(toPlainAddress('::ffff:127.0.0.1'), '127.0.0.1'))
test('a zone is not part of the address', () => assert.equal(toPlainAddress('fe80::1%eth0'), 'fe80::1'))

const call = (headers: Record<string, string>, query = {}, body?: object | null) =>
  toCaller({ ip: '::ffff:203.0.113.9', id: 'r1', headers, query, body } as unknown as FastifyRequest)

test('a call says its language, the asked one first, and its platform', () => {
  assert.deepEqual(call({}), { address: '203.0.113.9', lang: 'en', plat: 'pc', requestId: 'r1' })
  const chinese = { 'accept-language': 'zh-CN,en;q=0.8', plat: 'wap' }
  assert.deepEqual([call(chinese).lang, call(chinese).plat], ['zh', 'wap'])
  assert.equal(call(chinese, { lang: 'en' }).lang, 'en')
  assert.equal(call({}, { lang: 'zh' }).lang, 'zh')
  assert.equal(call(chinese, { lang: 'fr' }).lang, 'zh')
  assert.equal(call({}, {}, { lang: 'zh' }).lang, 'zh')
  assert.equal(call({}, { lang: 'en' }, { lang: 'zh' }).lang, 'zh')
  assert.equal(call(chinese, {}, null).lang, 'zh')
})
