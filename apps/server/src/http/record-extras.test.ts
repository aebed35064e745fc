import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startLiveProbes } from '../testing/live-probes.ts'
import { startProduct } from '../testing/start.ts'
import { readExtras, toExtrasCost } from './record-extras.ts'

let probes: Awaited<ReturnType<typeof startLiveProbes>>
let product: Awaited<ReturnType<typeof startProduct>>
before(async () => {
  probes = await startLiveProbes()
  product = await startProduct({ probe: probes.probe })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await probes[Symbol.asyncDispose]()
})

const get = (url: string, headers: Record<string, string> = {}) => product.app.inject({ url, headers })
const getData = async (url: string, headers?: Record<string, string>) => (await get(url, headers)).json().data

test('the name of an address, and whether it leads back', async () => {
  const { hostname, reverse, problems } = await getData('/v1/ip/8.8.8.8?include=hostname')
  assert.deepEqual([hostname, reverse, problems], ['a.example', { names: ['a.example'], is_confirmed: true }, undefined])
  const other = await getData('/v1/ip/8.8.4.4?include=hostname&fields=hostname,reverse')
  assert.deepEqual(other, { hostname: 'b.example', reverse: { names: ['b.example'], is_confirmed: false } })
})

test('where abuse is to be reported, and what the registry says, by one question', async () => {
  const { abuse, whois } = await getData('/v1/ip/8.8.8.8?include=abuse,whois&exclude=sources')
  assert.deepEqual(abuse, {
    email: 'abuse@example.net',
    phone: '+1-555-0100',
    network: ['8.8.8.0/24'],
    name: 'EXAMPLE-NET',
    country_code: 'US',
  })
  assert.deepEqual([whois.source, whois.network.name, probes.countAsked()], ['rdap', 'EXAMPLE-NET', 1])
})

test('what cannot be had is null, with the reason in the caller’s language, and the record is there', async () => {
  const { country_name, abuse, problems } = await getData('/v1/ip/1.1.1.1?include=abuse&lang=zh')
  assert.deepEqual([country_name, abuse, Object.keys(problems)], ['澳大利亚', null, ['abuse']])
  assert.match(problems.abuse, /没有解析到/)
})

test('names in both languages, whatever the language of the answer is', async () => {
  const { country_name, names } = await getData('/v1/ip/8.8.8.8?include=names&lang=zh')
  assert.deepEqual([country_name, names.country_name], ['美国', { en: 'United States', zh: '美国' }])
})

test('the program of the caller', async () => {
  const { user_agent } = await getData('/v1/ip/8.8.8.8?include=user_agent', { 'user-agent': 'curl/8.9.1' })
  assert.deepEqual([user_agent.browser, user_agent.browserVersion, user_agent.isBot], ['curl', '8.9.1', true])
})

test('one of them as text', async () => {
  assert.equal((await get('/v1/ip/8.8.8.8/hostname')).body, 'a.example\n')
  assert.equal((await get('/v1/ip/8.8.8.8/abuse.email')).body, 'abuse@example.net\n')
  assert.equal((await get('/v1/ip/8.8.8.8/names.country_name.zh')).body, '美国\n')
})

test('one of them as text is no empty line where nobody could tell', async () => {
  for (const field of ['abuse', 'abuse.email']) {
    const answer = await get(`/v1/ip/1.1.1.1/${field}?lang=zh`)
    assert.deepEqual([answer.statusCode, answer.json().data.error], [424, 'target_failed'])
    assert.match(answer.json().msg, /没有解析到/)
  }
  assert.equal((await get('/v1/ip/1.1.1.1/zip_code')).body, '\n')
})

test('an extra that there is not is refused with those that there are', async () => {
  const answer = await get('/v1/ip/8.8.8.8?include=hostname,weather')
  const { error, field, got, expected } = answer.json().data
  assert.deepEqual([answer.statusCode, error, field, got], [400, 'bad_input', 'include', 'weather'])
  assert.equal(expected, 'hostname, abuse, whois, user_agent, names')
})

test('questions to others take more of the allowance than a lookup', () => {
  const cost = (list?: string) => 1 + toExtrasCost(readExtras(list))
  assert.deepEqual([cost(), cost('names,user_agent'), cost('hostname'), cost('hostname, abuse,whois')], [1, 1, 3, 5])
})

test('strangers work for more questions than anybody has, not for what is in memory', async () => {
  const ask = (extra: string) => product.app.inject({ url: `/v1/ip/8.8.8.8?include=${extra}`, remoteAddress: '192.0.2.77' })
  let answer = await ask('hostname')
  for (let i = 0; i < 100 && answer.statusCode === 200; i++) answer = await ask('hostname')
  assert.equal(answer.json().data.error, 'proof_wanted')
  assert.equal((await ask('names')).statusCode, 200)
})

test('what is switched off is not asked', async (t) => {
  t.mock.method(product.services.switches, 'isOff', (id: string) => id === 'whois')
  assert.equal((await get('/v1/ip/8.8.8.8?include=abuse')).json().data.error, 'tool_off')
  assert.equal((await get('/v1/ip/8.8.8.8?include=hostname')).statusCode, 200)
})
