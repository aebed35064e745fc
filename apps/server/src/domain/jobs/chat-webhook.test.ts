import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChatRefusal, toSentBody, toSigned, wantsSecret } from './chat-webhook.ts'

const BODY = JSON.stringify({ id: 'a', event: 'monitor.bad', text: 'Shop <!channel>: bad' })

for (const [url, sent] of [
  ['https://hooks.slack.com/services/T0/B0/x', { text: 'Shop &lt;!channel&gt;: bad' }],
  ['https://discord.com/api/webhooks/1/x', { content: 'Shop <!channel>: bad', allowed_mentions: { parse: [] } }],
  ['https://chat.googleapis.com/v1/spaces/A/messages?key=k', { text: 'Shop <!channel>: bad' }],
  ['https://open.feishu.cn/open-apis/bot/v2/hook/x', { msg_type: 'text', content: { text: 'Shop &lt;!channel&gt;: bad' } }],
  [
    'https://oapi.dingtalk.com/robot/send?access_token=x',
    { msgtype: 'text', text: { content: 'Shop <!channel>: bad' }, at: { isAtAll: false } },
  ],
  ['https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=x', { msgtype: 'text', text: { content: 'Shop <!channel>: bad' } }],
] as const)
  test(`${new URL(url).hostname} gets its own form`, () => assert.deepEqual(JSON.parse(toSentBody(url, BODY)), sent))

for (const url of [
  'https://example.com/hook',
  'https://discord.com.example.org/api/webhooks/1/x',
  'https://slack.com/services/x',
  'no',
])
  test(`${url} gets the message as it is`, () => assert.equal(toSentBody(url, BODY), BODY))

test('a message from before texts goes as it is', () =>
  assert.equal(toSentBody('https://discord.com/api/webhooks/1/x', '{"id":"a"}'), '{"id":"a"}'))

const DING = 'https://oapi.dingtalk.com/robot/send?access_token=x'
for (const [url, answer, refusal] of [
  [DING, '{"errcode":0,"errmsg":"ok"}', undefined],
  [DING, '{"errcode":310000,"errmsg":"keywords not in content"}', '310000 keywords not in content'],
  ['https://open.feishu.cn/open-apis/bot/v2/hook/x', '{"code":19024,"msg":"Key Words Not Found"}', '19024 Key Words Not Found'],
  ['https://hooks.slack.com/services/T0/B0/x', 'ok', undefined],
  ['https://example.com/', '{"errcode":1}', undefined],
] as const)
  test(`${new URL(url).hostname} that says ${answer} ${refusal ? 'has not taken it' : 'has taken it'}`, () =>
    assert.equal(findChatRefusal(url, answer), refusal))

const NOW = new Date('2026-11-30T01:02:03.456Z')
const SECRET = 'SEC0123456789abcdef'

// The signatures are those of OpenSSL: printf '%s\n%s' … | openssl dgst -sha256 -hmac … -binary | base64
test('a robot of DingTalk with a secret has milliseconds and a signature in its address', () => {
  const { url, body } = toSigned(DING, BODY, { secret: SECRET, now: NOW })
  const { searchParams } = new URL(url)
  assert.deepEqual(Object.fromEntries(searchParams), {
    access_token: 'x',
    timestamp: '1796000523456',
    sign: 'yaNL+Zjvplz39kQv6UqVpm0AVLQnB9MaUBoQ2nBkqMI=',
  })
  assert.ok(!/sign=[^&]*[+/]/.test(url), 'plus and slash are escaped')
  assert.equal(body, toSentBody(DING, BODY))
})

for (const host of ['open.feishu.cn', 'open.larksuite.com'])
  test(`a bot at ${host} with a secret has seconds and a signature in its body`, () => {
    const address = `https://${host}/open-apis/bot/v2/hook/x`
    const { url, body } = toSigned(address, BODY, { secret: SECRET, now: NOW })
    assert.equal(url, address)
    assert.deepEqual(JSON.parse(body), {
      timestamp: '1796000523',
      sign: 'tLwWztE1k43/hGcIcHPcXpkUEoGEtIHsOASeZ9Pjvbs=',
      msg_type: 'text',
      content: { text: 'Shop &lt;!channel&gt;: bad' },
    })
  })

for (const [url, secret] of [
  [DING, null],
  ['https://hooks.slack.com/services/T0/B0/x', SECRET],
  ['https://example.com/hook', SECRET],
] as const)
  test(`nothing is signed for ${new URL(url).hostname} ${secret === null ? 'without' : 'with'} a secret`, () => {
    assert.deepEqual(toSigned(url, BODY, { secret, now: NOW }), { url, body: toSentBody(url, BODY) })
    assert.equal(wantsSecret(url), url === DING)
  })

const FLOW = '/workflows/0f/triggers/manual/paths/invoke?api-version=2016-06-01&sig=x'
for (const url of [
  `https://prod-12.westeurope.logic.azure.com:443${FLOW}`,
  `https://default0f.0a.environment.api.powerplatform.com:443/powerautomate/automations/direct${FLOW}`,
])
  test(`a workflow of Teams at ${new URL(url).hostname} gets a card`, () => {
    const text =
      '[Octet monitor] Shop turned bad. **1** of 1 is [bad](https://evil.example).\nhttps://octet.example/measurements/1'
    const { type, attachments } = JSON.parse(toSentBody(url, JSON.stringify({ text })))
    assert.deepEqual([type, attachments.length], ['message', 1])
    const [{ contentType, content }] = attachments
    assert.equal(contentType, 'application/vnd.microsoft.card.adaptive')
    assert.deepEqual([content.type, content.version], ['AdaptiveCard', '1.4'])
    assert.deepEqual(content.body, [
      {
        type: 'RichTextBlock',
        inlines: [{ type: 'TextRun', text: '[Octet monitor] Shop turned bad. **1** of 1 is [bad](https://evil.example).' }],
      },
    ])
    assert.deepEqual(content.actions, [
      { type: 'Action.OpenUrl', title: 'octet.example', url: 'https://octet.example/measurements/1' },
    ])
  })

test('another service at an address like that of a workflow gets the message as it is', () =>
  assert.equal(toSentBody(`https://logic.azure.com.example.org${FLOW}`, BODY), BODY))
