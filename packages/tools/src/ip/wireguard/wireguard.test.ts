import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { array, assert as check, asyncProperty, constantFrom, property, string, uint8Array } from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import { contains, parseCidr, toLastAddress } from '@octet/core/ip/cidr.ts'
import { findCode } from '../../generate/qr/find-code.ts'
import { noWg, runBeside } from '../../lib/keys/peers.testing.ts'
import { readPng } from '../../lib/png.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { checkConfigs } from './check.ts'
import type { WireguardInput } from './input.ts'
import { isKey, makeKeyPair } from './keys.ts'
import { listRoutes } from './routes.ts'
import type { WireguardOutput } from './run.ts'
import tool from './tool.ts'

const run = async (input: Partial<WireguardInput>): Promise<WireguardOutput> =>
  (await answerTool(tool, input, { ...createTestHost(), random: randomBytes })) as WireguardOutput
const make = (input: Partial<WireguardInput> = {}) => run({ devices: 'phone\nlaptop', endpoint: 'vpn.example.com', ...input })
const findField = (text: string | undefined, name: string): string[] =>
  [...(text ?? '').matchAll(new RegExp(`^${name} = (.*)$`, 'gm'))].map(([, value = '']) => value)
const listTexts = async (config: string) => (await run({ action: 'check', config })).findings!.map(({ text }) => text)

test('what is made is found good, both ends and any number of devices', async () => {
  for (const input of [
    {},
    { route: 'public' },
    { route: 'vpn', behind: '192.168.7.0/24' },
    { network: '10.9.0.0/29' },
  ] as const) {
    const { text } = await make(input)
    assert.deepEqual(await listTexts(text), ['Nothing is wrong, and the ends fit each other'])
  }
})

test('the keys are those that wg makes of the private ones', { skip: noWg }, async () => {
  const { privateKey, publicKey } = makeKeyPair(randomBytes)
  const toPublic = (key: string) => runBeside({ key }, 'sh', ['-c', 'wg pubkey < key']).toString().trim()
  assert.equal(toPublic(privateKey), publicKey)
  const { server, devices } = await make()
  const [serverKey] = findField(server, 'PrivateKey')
  for (const { config } of devices!) assert.deepEqual(findField(config, 'PublicKey'), [toPublic(serverKey!)])
})

test('a key that is not whole Base64 of 32 bytes is none', () => {
  check(property(uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => isKey(Buffer.from(bytes).toString('base64'))))
  check(property(uint8Array({ maxLength: 40 }), (bytes) => bytes.length === 32 || !isKey(Buffer.from(bytes).toString('base64'))))
})

test('a device that keeps its private key has only its public one in the files, and no picture', async () => {
  const { publicKey } = makeKeyPair(randomBytes)
  const { server, devices, notes } = await make({ devices: `phone ${publicKey}\nlaptop` })
  assert.equal(findField(server, 'PublicKey')[0], publicKey)
  assert.deepEqual(findField(devices![0]!.config, 'PrivateKey'), [])
  assert.deepEqual([devices![0]!.qr, typeof devices![1]!.qr], [undefined, 'string'])
  assert.match(notes!.join(), /keeps its private key/)
})

test('a picture holds the file of its device', async () => {
  const [device] = (await make({ devices: 'phone' })).devices!
  const png = Buffer.from(device!.qr!.slice(device!.qr!.indexOf(',') + 1), 'base64')
  assert.equal((await findCode(await readPng(png)))?.text, device!.config)
})

test('routes hold just what is asked for', () => {
  const networks = [parseCidr('10.8.0.0/24').network, parseCidr('fd00:8::/64').network]
  const toRoutes = (route: WireguardInput['route'], exclude: string[] = []) =>
    listRoutes({
      route,
      networks,
      behind: [],
      exclude: exclude.map((text) => {
        const { network } = parseCidr(text)
        return { version: network.version, first: network.value, last: toLastAddress(network).value }
      }),
    })
  const holds = (routes: readonly string[], address: string) =>
    routes.some((route) => {
      const [{ network }, found] = [parseCidr(route), findAddress(address)!]
      return network.version === found.version && contains(network, found)
    })
  assert.deepEqual(toRoutes('all'), ['0.0.0.0/0', '::/0'])
  assert.deepEqual(toRoutes('vpn'), ['10.8.0.0/24', 'fd00:8::/64'])
  const all = toRoutes('public')
  for (const inside of ['8.8.8.8', '11.0.0.1', '223.255.255.255', '2001:db8::1', '10.8.0.200', 'fd00:8::9', '192.169.0.0'])
    assert.ok(holds(all, inside), inside)
  for (const outside of [
    '10.8.1.0',
    '192.168.1.1',
    '172.31.255.255',
    '169.254.1.1',
    '127.0.0.1',
    '224.0.0.1',
    'fe80::1',
    'fd00:9::1',
  ])
    assert.ok(!holds(all, outside), outside)
  const without = toRoutes('all', ['192.168.1.0/24'])
  assert.ok(!holds(without, '192.168.1.77') && holds(without, '192.168.2.0') && holds(without, '8.8.8.8'))
})

test('networks without room, doubled names and wrong fields are refused at their field', async () => {
  const refused = async (input: Partial<WireguardInput>) => {
    const error = await make(input).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    assert.ok(isAppError(error), JSON.stringify(input))
    return error.details['field']
  }
  assert.equal(await refused({ network: '10.0.0.0/30' }), 'network')
  assert.equal(await refused({ network: '10.0.0.0/24, 10.1.0.0/24' }), 'network')
  assert.equal(await refused({ network: 'nonsense' }), 'network')
  assert.equal(await refused({ devices: 'a\na' }), 'devices')
  assert.equal(await refused({ devices: '' }), 'devices')
  assert.equal(await refused({ devices: Array.from({ length: 251 }, (_, i) => i).join('\n') }), 'devices')
  assert.equal(await refused({ devices: `a ${'x'.repeat(43)}=` }), 'devices')
  assert.equal(await refused({ endpoint: '' }), 'endpoint')
  assert.equal(await refused({ endpoint: 'a b' }), 'endpoint')
  assert.equal(await refused({ dns: '300.1.1.1' }), 'dns')
  assert.equal(await refused({ outside: 'eth0; reboot' }), 'outside')
  assert.equal(await refused({ behind: '10.0.0.0/33' }), 'behind')
})

test('the server’s name is written as WireGuard takes it', async () => {
  const toEndpoint = async (endpoint: string) => findField((await make({ endpoint })).devices![0]!.config, 'Endpoint')[0]
  assert.equal(await toEndpoint('https://VPN.example.com/'), 'vpn.example.com:51820')
  assert.equal(await toEndpoint('2001:db8::5'), '[2001:db8::5]:51820')
  assert.equal(await toEndpoint('[2001:db8::5]:443'), '[2001:db8::5]:443')
  assert.equal(await toEndpoint('例子.测试:1234'), 'xn--fsqu00a.xn--0zwm56d:1234')
})

test('ends that do not know each other are told so', async () => {
  const [one, other] = [await make({ devices: 'phone' }), await make({ devices: 'phone' })]
  const said = await listTexts(`${one.server}${other.devices![0]!.config}`)
  assert.equal(said.filter((words) => words.includes('do not know each other')).length, 2, said.join('; '))
})

test('each fault is found, with its line', async () => {
  const { text } = await make({ devices: 'phone', network: '10.8.0.0/24', route: 'vpn' })
  const listErrors = async (from: string | RegExp, to: string) =>
    (await run({ action: 'check', config: text.replace(from, to) })).findings!.filter(({ level }) => level === 'error')
  const cases: [string | RegExp, string, RegExp][] = [
    [
      /PrivateKey = .*/,
      `PrivateKey = ${makeKeyPair(randomBytes).privateKey}`,
      /PublicKey of this peer is not that|Only one end knows/,
    ],
    [/PrivateKey = (.*)=/, 'PrivateKey = $1', /PrivateKey: expected 44 characters/],
    [/PresharedKey = .*/, `PresharedKey = ${makeKeyPair(randomBytes).privateKey}`, /PresharedKey is not the same/],
    ['AllowedIPs = 10.8.0.2/32', 'AllowedIPs = 10.8.0.9/32', /does not hold 10\.8\.0\.2/],
    ['AllowedIPs = 10.8.0.0/24', 'AllowedIPs = 10.8.0.128/25', /does not hold 10\.8\.0\.1/],
    [/Endpoint = .*/, 'Endpoint = vpn.example.com', /Endpoint: expected host:port/],
    [/Endpoint = .*/, '', /Neither end has an Endpoint/],
    ['AllowedIPs = 10.8.0.0/24', 'AllowedIP = 10.8.0.0/24', /is no setting of this section/],
    ['ListenPort = 51820', 'ListenPort = 518200', /ListenPort: expected a number/],
    ['[Peer]', '[Peers]', /is no setting/],
  ]
  for (const [from, to, expected] of cases) {
    const errors = await listErrors(from, to)
    const found = errors.find(({ text: words }) => expected.test(words))
    assert.ok(found && found.line! > 0, `expected ${expected}, got ${JSON.stringify(errors)}`)
  }
})

test('all of IPv4 without IPv6 is doubtful, written as two halves too; with both it is not', async () => {
  const { privateKey, publicKey } = makeKeyPair(randomBytes)
  const write = (allowed: string) =>
    `[Interface]\nPrivateKey = ${privateKey}\nAddress = 10.0.0.2/32\n[Peer]\nPublicKey = ${makeKeyPair(randomBytes).publicKey}\nAllowedIPs = ${allowed}\nEndpoint = 192.0.2.1:1\n`
  for (const allowed of ['0.0.0.0/0', '0.0.0.0/1, 128.0.0.0/1'])
    assert.match((await listTexts(write(allowed))).join(), /add ::\/0/)
  assert.deepEqual(await listTexts(write('0.0.0.0/0, ::/0')), ['Nothing is wrong with this file'])
  assert.match(
    (await listTexts(`${write('10.0.0.0/8')}\n[Peer]\nPublicKey = ${publicKey}\nAllowedIPs = 10.0.0.0/8`)).join(),
    /two peers.*public key of this end|public key of this end.*two peers/s,
  )
})

test('no key of a file stands in what is said of it', async () => {
  const { text } = await make({ devices: 'phone' })
  const secrets = [...findField(text, 'PrivateKey'), ...findField(text, 'PresharedKey')]
  const broken = text.replaceAll('AllowedIPs', 'AllowedIP').replaceAll(/(PrivateKey = .{20})/g, '$1!')
  const said = JSON.stringify(await run({ action: 'check', config: broken }))
  for (const secret of secrets) assert.ok(!said.includes(secret.slice(0, 20)), secret)
})

test('any text is checked or refused', async () => {
  const { text } = await make({ devices: 'phone' })
  const lines = text.split('\n')
  await check(
    asyncProperty(
      array(constantFrom(...lines, '[Peer]', '[Interface]', 'x', '= 1', '#', 'AllowedIPs ='), { maxLength: 40 }),
      async (chosen) => {
        try {
          checkConfigs(chosen.join('\n'), 'zh')
        } catch (error) {
          assert.ok(isAppError(error), String(error))
        }
      },
    ),
  )
  check(
    property(string({ unit: 'binary', maxLength: 300 }), (any) => {
      try {
        checkConfigs(any, 'en')
      } catch (error) {
        assert.ok(isAppError(error), String(error))
      }
    }),
  )
})
