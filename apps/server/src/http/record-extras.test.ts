import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDnsClient } from '@octet/probe/dns/client.ts'
import { createDnsProbe } from '@octet/probe/dns/dns-probe.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import { rr, startDnsServer, type DnsTestServer } from '@octet/probe/testing/dns-server.ts'
import { guard as whoisGuard, serveRdap } from '@octet/probe/testing/whois-server.ts'
import { createWhoisProbe } from '@octet/probe/whois/whois-probe.ts'
import { startProduct } from '../testing/start.ts'
import { readExtras, toExtrasCost } from './record-extras.ts'

const NETWORK = {
  objectClassName: 'ip network',
  handle: 'NET-8-8-8-0-1',
  name: 'EXAMPLE-NET',
  country: 'US',
  startAddress: '8.8.8.0',
  endAddress: '8.8.8.255',
  cidr0_cidrs: [{ v4prefix: '8.8.8.0', length: 24 }],
  entities: [
    {
      objectClassName: 'entity',
      roles: ['abuse'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['email', {}, 'text', 'abuse@example.net'],
          ['tel', {}, 'text', '+1-555-0100'],
        ],
      ],
    },
  ],
}

let product: Awaited<ReturnType<typeof startProduct>>
let dns: DnsTestServer
let asked: number
let registry: Awaited<ReturnType<typeof serveRdap>>

/** The product with probes that reach loopback alone: 8.8.8.8 has a name that leads back, 8.8.4.4 one that does not. */
before(async () => {
  dns = await startDnsServer(({ name, type }) => {
    if (type === 12) return { answers: [rr(name, 'PTR', { name: name.startsWith('8.8.8.8') ? 'a.example.' : 'b.example.' })] }
    return { answers: type === 1 && name === 'a.example.' ? [rr(name, 'A', { address: '8.8.8.8' })] : [] }
  })
  asked = 0
  registry = await serveRdap(({ url }, response) => {
    if (url === '/ipv4.json') response.end(JSON.stringify({ services: [[['8.0.0.0/8'], [registry.base]]] }))
    else if (url === '/ip/8.8.8.8' && ++asked) response.end(JSON.stringify(NETWORK))
    else response.writeHead(404).end()
  })
  const guard = createGuard({ resolver: async () => [] })
  const client = createDnsClient({
    guard,
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: dns.port, isTrusted: true }],
  })
  product = await startProduct({
    probe: {
      dns: createDnsProbe({ client, guard }),
      whois: createWhoisProbe({ guard: whoisGuard, fetcher: registry.fetcher, bootstrapUrl: registry.base }),
    },
  })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await dns[Symbol.asyncDispose]()
  await registry[Symbol.asyncDispose]()
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
  assert.deepEqual([whois.source, whois.network.name, asked], ['rdap', 'EXAMPLE-NET', 1])
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
