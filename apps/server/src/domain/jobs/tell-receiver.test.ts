import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import type { Guard } from '@octet/probe/guard/guard.ts'
import { tellReceiver } from './tell-receiver.ts'
import { WebhookRefusedError } from './webhook.ts'

const heard: { path: string; body: string; signature: unknown }[] = []
let answer = '{"errcode":0}'
const server = createServer(async (request, response) => {
  heard.push({ path: request.url ?? '', body: await text(request), signature: request.headers['x-octet-signature'] })
  response.end(answer)
})
before(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')))
after(() => server.close())

/** Takes every connection to the server of this test, whatever it is for. */
const guard = {
  connect: async () => connect((server.address() as AddressInfo).port, '127.0.0.1'),
} as unknown as Guard

const MESSAGE = { body: '{"text":"bad"}', now: new Date('2026-11-30T01:02:03Z'), chatSecret: 'SECx' }

test('a robot hears its form with its own signature, and the receiver’s of ours where there is a secret', async () => {
  heard.length = 0
  const url = 'https://oapi.dingtalk.com/robot/send?access_token=a'
  await tellReceiver(guard, { ...MESSAGE, url, secret: Buffer.from('00', 'hex') })
  await tellReceiver(guard, { ...MESSAGE, url: 'https://open.feishu.cn/open-apis/bot/v2/hook/a' })
  const [ding, feishu] = heard
  assert.match(ding!.path, /^\/robot\/send\?access_token=a&timestamp=1796000523000&sign=[\w%]+$/)
  assert.deepEqual(JSON.parse(ding!.body), { msgtype: 'text', text: { content: 'bad' }, at: { isAtAll: false } })
  assert.match(String(ding!.signature), /^sha256=[\da-f]{64}$/)
  assert.deepEqual(Object.keys(JSON.parse(feishu!.body)), ['timestamp', 'sign', 'msg_type', 'content'])
  assert.equal(feishu!.signature, undefined)
})

test('a robot that does not want the signature has not taken the message, though it says 200', async () => {
  answer = '{"errcode":310000,"errmsg":"sign not match"}'
  const url = 'https://oapi.dingtalk.com/robot/send?access_token=a'
  await assert.rejects(tellReceiver(guard, { ...MESSAGE, url }), (error) => {
    assert.ok(error instanceof WebhookRefusedError)
    assert.deepEqual([error.said, error.heard.status], ['310000 sign not match', 200])
    return true
  })
})
