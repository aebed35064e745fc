import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  EMPTY,
  findErrors,
  toBody,
  toChanges,
  toDraft,
  toMonitorErrors,
  toTypeChange,
  type KeptMonitor,
} from './monitor-draft.ts'
import { isRobotAddress } from './robot-address.ts'

const KEPT: KeptMonitor = {
  name: 'Shop',
  request: {
    type: 'ping',
    target: 'example.com',
    locations: 'Germany, Tokyo',
    measurementOptions: { protocol: 'tcp', port: 8443 },
  },
  every_minutes: 3,
  rules: {
    onFailure: true,
    lossPercent: null,
    latencyMs: 250,
    certificateDays: 14,
    registrationDays: 30,
    answers: null,
    minPoints: 1,
    confirmations: 2,
  },
  wants_mail: false,
  webhook_url: 'https://example.com/hook',
}
const first = toDraft(KEPT)!
const change = (typed: object) => toChanges({ ...first, ...typed }, { first, monitor: KEPT })
const STAYS = { name: 'Shop', every_minutes: 3, wants_mail: false, webhook_url: 'https://example.com/hook' }

test('a monitor in the form says what the server keeps', () => {
  const { request, rules, ...rest } = toBody(first)
  const measurementOptions = { protocol: 'tcp' } // the port is only told when it is changed
  const shown = { type: 'ping', target: 'example.com', locations: 'Germany, Tokyo', measurementOptions }
  assert.deepEqual([request, rules], [shown, KEPT.rules])
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

test('another protocol leaves the port of the one before', () => {
  const { measurementOptions } = change({ protocol: 'icmp' })['request'] as { measurementOptions: object }
  assert.deepEqual(measurementOptions, { protocol: 'icmp' })
})

test('a record and the answers expected go with the DNS question', () => {
  const { request, rules } = toBody({
    ...EMPTY,
    type: 'dns',
    record: 'MX',
    protocol: 'tcp',
    answers: '10 a.example, 20 b.example，',
  })
  assert.deepEqual(request['measurementOptions'], { recordType: 'MX' })
  assert.deepEqual((rules as { answers: unknown }).answers, ['10 a.example', '20 b.example'])
  const kept = { ...KEPT.request, type: 'dns', measurementOptions: { recordType: 'TXT' } } as const
  const held = (answers: string[]) => toDraft({ ...KEPT, request: kept, rules: { ...KEPT.rules, answers } })
  assert.deepEqual([held(['a', 'b'])?.answers, held(['a', 'b'])?.record], ['a, b', 'TXT'])
  assert.equal(held(['v=x, y']), undefined, 'which would come back as two')
})

for (const [target, type, protocol, isLost] of [
  ['example.com:22', 'ping', '', true],
  ['[2001:db8::1]:22', 'mtr', 'icmp', true],
  ['example.com:22', 'ping', 'tcp', false],
  ['2001:db8::1', 'ping', '', false],
  ['example.com:8443', 'tls', '', false],
  ['https://example.com:8443/x', 'ping', '', false],
] as const)
  test(`${type} ${protocol} of ${target} ${isLost ? 'asks for a protocol with ports' : 'is sent'}`, () =>
    assert.equal(findErrors({ ...EMPTY, name: 'a', target, type, protocol }).target !== undefined, isLost))

test('only what is shown for the type can be wrong', () => {
  const wrong = { ...EMPTY, name: 'a', target: 'b', loss: 'x', days: '0' }
  assert.deepEqual(Object.keys(findErrors({ ...wrong, type: 'ping' })), ['loss'])
  assert.deepEqual(Object.keys(findErrors({ ...wrong, type: 'tls' })), ['days'])
  assert.deepEqual(Object.keys(findErrors({ ...wrong, type: 'dns' })), [])
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

const ROBOT = 'https://oapi.dingtalk.com/robot/send?access_token=x'
for (const [name, typed, sent] of [
  [
    'a secret goes with the address of its robot',
    { webhook: ROBOT, chatSecret: ' SECx ' },
    { webhook_url: ROBOT, chat_secret: 'SECx' },
  ],
  ['an empty one leaves the one that is kept', { webhook: ROBOT }, { webhook_url: ROBOT }],
  ['one that is to be forgotten is', { webhook: ROBOT, forgetsSecret: true }, { webhook_url: ROBOT, chat_secret: '' }],
  [
    'one that was typed for another address is not told',
    { webhook: 'https://example.com/hook', chatSecret: 'SECx' },
    { webhook_url: 'https://example.com/hook' },
  ],
] as const)
  test(name, () => assert.deepEqual(change(typed), { ...STAYS, ...sent }))

for (const [address, isRobot] of [
  [ROBOT, true],
  ['https://open.larksuite.com/open-apis/bot/v2/hook/x', true],
  [' https://OPEN.feishu.cn/open-apis/bot/v2/hook/x', true],
  ['https://open.feishu.cn.example.com/open-apis/bot/', false],
  ['https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=x', false],
  ['', false],
] as const)
  test(`${address || 'nothing'} is ${isRobot ? '' : 'not '}the address of a robot that may want a secret`, () =>
    assert.equal(isRobotAddress(address), isRobot))

test('a domain is asked of no points: its days are told, and no place', () => {
  const domain = { ...EMPTY, name: 'Name', type: 'domain', target: ' example.com ', registrationDays: '45' } as const
  const { request, rules } = toBody(domain)
  assert.deepEqual(request, { type: 'domain', target: 'example.com' })
  assert.partialDeepStrictEqual(rules, { registrationDays: 45, confirmations: 2 })
  assert.deepEqual(findErrors({ ...domain, limit: 'x', loss: 'x', minPoints: '' }), {})
  assert.deepEqual(Object.keys(findErrors({ ...domain, registrationDays: '366' })), ['registrationDays'])
})

test('another type comes with the days that it warns at, unless there are some', () => {
  assert.deepEqual(toTypeChange({ ...EMPTY, registrationDays: '' }, 'domain'), { type: 'domain', registrationDays: '30' })
  assert.deepEqual(toTypeChange({ ...EMPTY, days: '7' }, 'tls'), { type: 'tls' })
  assert.deepEqual(toTypeChange({ ...EMPTY, type: 'tls', days: '' }, 'tls'), { type: 'tls' })
  assert.deepEqual(toTypeChange(EMPTY, 'dns'), { type: 'dns' })
})
