import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY, toBody, toChanges, toDraft, toMonitorErrors, type KeptMonitor } from './monitor-draft.ts'

const KEPT: KeptMonitor = {
  name: 'Shop',
  request: {
    type: 'ping',
    target: 'example.com',
    locations: 'Germany, Tokyo',
    measurementOptions: { protocol: 'tcp', port: 8443 },
  },
  every_minutes: 3,
  rules: { onFailure: true, lossPercent: null, latencyMs: 250, minPoints: 1, confirmations: 2 },
  wants_mail: false,
  webhook_url: 'https://example.com/hook',
}
const first = toDraft(KEPT)!
const change = (typed: object) => toChanges({ ...first, ...typed }, { first, monitor: KEPT })
const STAYS = { name: 'Shop', every_minutes: 3, wants_mail: false, webhook_url: 'https://example.com/hook' }

test('a monitor in the form says what the server keeps', () => {
  const { request, rules, ...rest } = toBody(first)
  assert.deepEqual([request, rules], [{ type: 'ping', target: 'example.com', locations: 'Germany, Tokyo' }, KEPT.rules])
  assert.deepEqual(rest, STAYS)
})

test('what is measured and its rules are sent only where they change, as their state begins anew then', () => {
  assert.deepEqual(change({ every: '10', webhook: '' }), { ...STAYS, every_minutes: 10, webhook_url: '' })
  assert.deepEqual(change({ loss: '20' }), { ...STAYS, rules: { ...KEPT.rules, lossPercent: 20 } })
})

test('settings that the form has no field for stay with the type, and go with it', () => {
  const wanted = { type: 'ping', target: 'example.org', locations: 'Germany, Tokyo' }
  const { measurementOptions } = KEPT.request
  assert.deepEqual(change({ target: 'example.org' })['request'], { ...wanted, measurementOptions })
  assert.deepEqual(change({ target: 'example.org', type: 'tls', limit: '2' })['request'], { ...wanted, type: 'tls', limit: 2 })
})

test('what a program has made and the form cannot hold is not offered', () => {
  const of = (request: object) => toDraft({ ...KEPT, request: { ...KEPT.request, ...request } })
  assert.equal(of({ locations: [{ country: 'DE' }] }), undefined)
  assert.equal(of({ target: undefined, targets: ['a.example', 'b.example'] }), undefined)
  assert.equal(of({ target: undefined, targets: ['a.example'] })?.target, 'a.example')
})

test('without a number of points none is sent: there is one for each place then', () => {
  assert.deepEqual(toBody({ ...EMPTY, target: 'a.example', limit: ' ' }).request, {
    type: 'ping',
    target: 'a.example',
    locations: 'world',
  })
})

for (const [lang, field, msg, errors] of [
  ['en', 'webhook_url', 'webhook_url: expected a URL', { webhook: 'Webhook: expected a URL' }],
  ['zh', 'webhook_url', 'webhook_url：应为网址', { webhook: 'Webhook：应为网址' }],
  ['zh', 'request.locations', 'request.locations：应为地点', { from: '测量地点：应为地点' }],
  ['en', 'rules.lossPercent', 'rules.lossPercent: expected ≤ 100', { loss: 'Loss at least: expected ≤ 100' }],
  ['en', 'every_minutes', 'every_minutes: expected ≥ 1', { form: 'Every: expected ≥ 1' }],
  ['zh', 'every_minutes', 'every_minutes：应 ≥ 1', { form: '间隔：应 ≥ 1' }],
  ['en', 'request.type', 'request.type: expected ping', { form: 'Type: expected ping' }],
  ['en', 'other', 'other: expected nothing', { form: 'other: expected nothing' }],
] as const)
  test(`a refusal of ${field} names it as the form does (${lang})`, () =>
    assert.deepEqual(
      toMonitorErrors({ field, msg }, (text) => text[lang]),
      errors,
    ))
