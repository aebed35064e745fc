import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { MODALS } from './domain/modals.ts'

let folder = ''
before(async () => void (folder = await mkdtemp(join(tmpdir(), 'octet-config-'))))
after(() => rm(folder, { recursive: true }))

const readOperator = (operator: unknown) => {
  const path = join(folder, 'octet.json')
  writeFileSync(path, JSON.stringify(operator))
  return readConfig({ OCTET_CONFIG: path }).operator
}

for (const server of ['192.0.2.53', '192.0.2.53:5353', '2001:db8::53', '[2001:db8::53]:5353'])
  test(`name server ${server} is taken`, () => assert.deepEqual(readOperator({ nameServers: [server] }).nameServers, [server]))

for (const server of ['dns.example', '192.0.2.53:0', '192.0.2.53:65536', '2001:db8::53:x', 'tls://192.0.2.53', ''])
  test(`name server “${server}” stops the start with what was expected`, () =>
    assert.throws(() => readOperator({ nameServers: [server] }), /nameServers\.0: expected a name server such as .*, got/))

for (const name of ['', ' ', ' Acme', 'Acme ', 'A\tB', 'A\nB', 'A\u2028B', 'A\u202eB', '\u200b', '\ud83d', '长'.repeat(41), 7])
  test(`a brand called ${JSON.stringify(name)} stops the start with what was expected`, () =>
    assert.throws(
      () => readOperator({ brand: { name } }),
      /brand\.name: expected (?:a name of 1–40 characters on one line, without blanks at its ends|string), got /,
    ))
test('a brand is a name of up to 40 characters; without one it is that of the product', () => {
  for (const name of ['X', `A & "B" <c>'s`, '云图网络工具', '𠮷'.repeat(40), 'می‌خواهم', '👩‍💻 Tools'])
    assert.equal(readOperator({ brand: { name } }).brand.name, name)
  assert.equal(readOperator({}).brand.name, 'Octet')
})

test('names of one family are taken as origins', () => {
  const { familyHosts } = readOperator({
    familyHosts: { ipv4: 'https://IPv4.octet.example/', ipv6: 'http://[2001:db8::1]:3000' },
  })
  assert.deepEqual(familyHosts, { ipv4: 'https://ipv4.octet.example', ipv6: 'http://[2001:db8::1]:3000' })
  assert.deepEqual(readOperator({}).familyHosts, {})
})

for (const ipv4 of ['ipv4.octet.example', 'https://octet.example/ip', 'ftp://octet.example', 'https://a;b', ''])
  test(`the name of one family “${ipv4}” stops the start with what was expected`, () =>
    assert.throws(() => readOperator({ familyHosts: { ipv4 } }), /familyHosts\.ipv4: expected an origin such as .*, got/))

test('a STUN server is heard on the usual port of all addresses', () => {
  const { stun } = readOperator({ stun: { url: 'stun:stun.octet.example:3478' } })
  assert.deepEqual(stun, { url: 'stun:stun.octet.example:3478', listen: ['0.0.0.0:3478', '[::]:3478'] })
})

for (const [given, expected] of [
  [{ url: 'stun.octet.example' }, /stun\.url: expected an address such as stun:stun\.octet\.example:3478, got/],
  [{ url: 'turn:octet.example:3478' }, /stun\.url: expected an address/],
  [{ url: 'stun:octet.example:3478', listen: ['192.0.2.1'] }, /stun\.listen\.0: expected an address and a port/],
] as const)
  test(`${JSON.stringify(given)} stops the start with what was expected`, () =>
    assert.throws(() => readOperator({ stun: given }), expected))

const LEAK = { zone: 'Leak.Example.com.', addresses: ['192.0.2.10'] }
test('the zone of the leak test is taken in lower case, with usual values for the rest', () => {
  const { dnsLeak } = readOperator({ dnsLeak: LEAK })
  assert.deepEqual(dnsLeak, {
    zone: 'leak.example.com',
    addresses: ['192.0.2.10'],
    nameServers: [],
    listen: ['0.0.0.0:53', '[::]:53'],
  })
  assert.equal(readOperator({}).dnsLeak, undefined)
})
for (const [given, expected] of [
  [{ zone: 'example' }, /dnsLeak\.zone: expected a host name of at most 80 letters/],
  [{ zone: `${'x'.repeat(40)}.${'y'.repeat(40)}.example` }, /dnsLeak\.zone: expected a host name/],
  [{ zone: 'a b.example' }, /dnsLeak\.zone: expected a host name/],
  [{ zone: "x.example; script-src 'unsafe-inline'" }, /dnsLeak\.zone: expected a host name/],
  [{ addresses: [] }, /dnsLeak\.addresses: /],
  [{ addresses: ['www.example.com'] }, /dnsLeak\.addresses\.0: expected an address/],
  [{ listen: ['ns.example.com:53'] }, /dnsLeak\.listen\.0: expected an address and a port/],
  [{ listen: ['192.0.2.10:0'] }, /dnsLeak\.listen\.0: expected an address and a port/],
] as const)
  test(`the leak test with ${JSON.stringify(given)} stops the start`, () =>
    assert.throws(() => readOperator({ dnsLeak: { ...LEAK, ...given } }), expected))

test('where traces go is taken without its last slash, nowhere unless given, and said to be wrong without being shown', () => {
  const endpoint = 'http://collector.example:4318/'
  assert.deepEqual(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '0.25' }).traces, {
    endpoint: 'http://collector.example:4318',
    serviceName: 'octet',
    sampled: 0.25,
  })
  assert.equal(readConfig({}).traces, undefined)
  assert.throws(
    () => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'tcp://user:hunter2@collector.example' }),
    (error) => {
      assert.match((error as Error).message, /^OTEL_EXPORTER_OTLP_ENDPOINT: /)
      return error instanceof ConfigError && !error.message.includes('hunter2')
    },
  )
  assert.throws(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: '2' }), /OTEL_TRACES_SAMPLER_ARG: .*got "2"/)
})

test('an unknown setting is refused by its name', () =>
  assert.throws(
    () => readOperator({ brnad: {} }),
    (error) => error instanceof ConfigError && error.message.includes('brnad'),
  ))

test('every part of the operator’s file, and every dialog that can be switched off, is in its manual', async () => {
  const manual = await readFile(join(import.meta.dirname, '../../../docs/operator-file.md'), 'utf8')
  const missing = [...Object.keys(readOperator({})), 'dnsLeak', 'stun', 'mailFrom', 'mirrorFrom', ...MODALS].filter(
    (name) => !manual.includes(`\`${name}\``),
  )
  assert.deepEqual(missing, [])
})

for (const [origin, expected] of [
  ['https://octet.example.org', 'https://octet.example.org'],
  ['https://octet.example.org:8443/', 'https://octet.example.org:8443'],
  ['http://[2001:db8::1]:3000', 'http://[2001:db8::1]:3000'],
] as const)
  test(`PUBLIC_ORIGIN ${origin} is taken`, () => assert.equal(readConfig({ PUBLIC_ORIGIN: origin }).publicOrigin, expected))

for (const origin of [
  'octet.example.org',
  'https://octet.example.org/tools',
  'https://octet.example.org?a',
  'ftp://octet.example.org',
])
  test(`PUBLIC_ORIGIN ${origin} stops the start with what was expected`, () =>
    assert.throws(
      () => readConfig({ PUBLIC_ORIGIN: origin }),
      /^ConfigError: PUBLIC_ORIGIN: expected an origin such as .*, got "/,
    ))

for (const [origin, expected] of [
  ['https://例子.example', 'https://xn--fsqu00a.example'],
  ['https://Octet.Example.org:443/', 'https://octet.example.org'],
  [' https://octet.example.org ', 'https://octet.example.org'],
] as const)
  test(`PUBLIC_ORIGIN “${origin}” is kept as browsers write it`, () =>
    assert.equal(readConfig({ PUBLIC_ORIGIN: origin }).publicOrigin, expected))

for (const [name, value] of [
  ['DATABASE_URL', 'postgres://octet:pa55@%2Ftmp%2Fsocket/postgres'],
  ['DATABASE_URL', 'postgresql:///octet?host=/run/postgresql'],
  ['DATABASE_URL', 'postgres://octet:p%2355@db.example.org:5432/octet?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://db.example.org/octet?user=octet@db'],
  ['DATABASE_URL', '/run/postgresql octet'],
  ['REDIS_URL', 'rediss://:pa55@redis.example.org:6380/1'],
  ['REDIS_URL', '/run/redis.sock'],
  ['SMTP_URL', 'smtps://octet%40example.org:pa55@mail.example.org'],
] as const)
  test(`${name} ${value} is taken`, () => assert.ok(Object.values(readConfig({ [name]: value })).includes(value)))

for (const [name, value] of [
  ['DATABASE_URL', 'mysql://octet:pa55@db.example.org/octet'],
  ['DATABASE_URL', 'db.example.org'],
  ['DATABASE_URL', 'postgres://octet:pa55@db.example.org:99999/octet'],
  ['DATABASE_URL', 'postgres://octet:pa55#1@db.example.org/octet'],
  ['DATABASE_URL', 'postgres://octet:se@pa55/1@db.example.org:5432/octet'],
  ['DATABASE_URL', 'postgres://octet:12/pa55@db.example.org/octet'],
  ['DATABASE_URL', 'postgres://octet:se@pa55?1@db.example.org/octet'],
  ['DATABASE_URL', 'postgres://octet:12#pa55@db.example.org/octet'],
  ['REDIS_URL', 'redis://:se@pa55/1@redis.example.org'],
  ['SMTP_URL', 'smtp://octet:se@pa55/1@mail.example.org'],
  ['REDIS_URL', 'localhost:6379'],
  ['REDIS_URL', 'http://octet:pa55@redis.example.org'],
  ['REDIS_URL', 'redis://octet:pa55@redis.example.org:99999'],
  ['SMTP_URL', 'mail.example.org'],
  ['SMTP_URL', 'smtp://octet:pa55#1@mail.example.org'],
  ['SMTP_URL', 'smtp://'],
] as const)
  test(`${name} ${value} stops the start with what was expected, unseen`, () =>
    assert.throws(
      () => readConfig({ [name]: value }),
      ({ message }: Error) => message.startsWith(`${name}: expected an address such as `) && !message.includes('pa55'),
    ))

test('a database of Redis that is no number stops the start, and the password is not shown', () =>
  assert.throws(() => readConfig({ REDIS_URL: 'redis://:pa55@redis.example.org/octet' }), {
    name: 'ConfigError',
    message: 'REDIS_URL: expected the number of a database behind the host, as in redis://redis.example.org:6379/1, got another',
  }))

for (const [given, kept] of [
  ['?sslmode=require', '?sslmode=verify-full'],
  ['?connect_timeout=5&sslmode=prefer&application_name=x', '?connect_timeout=5&sslmode=verify-full&application_name=x'],
  ['?sslmode=verify-ca', '?sslmode=verify-full'],
  ['?sslmode=verify-full', '?sslmode=verify-full'],
  ['?sslmode=no-verify', '?sslmode=no-verify'],
  ['?sslmode=disable', '?sslmode=disable'],
  ['?uselibpqcompat=true&sslmode=require', '?uselibpqcompat=true&sslmode=require'],
  ['', ''],
] as const)
  test(`a database with ${given || 'no mode of TLS'} is asked with ${kept || 'none'}, and nothing is warned of`, () => {
    const { databaseUrl } = readConfig({ DATABASE_URL: `postgres://octet:pa55@db.example.org/octet${given}` })
    assert.equal(databaseUrl, `postgres://octet:pa55@db.example.org/octet${kept}`)
  })

test('a mode of TLS that there is not stops the start, and the password is not shown', () =>
  assert.throws(() => readConfig({ DATABASE_URL: 'postgres://octet:pa55@db.example.org/octet?sslmode=always' }), {
    name: 'ConfigError',
    message:
      'DATABASE_URL: expected sslmode to be one of disable, prefer, require, verify-ca, verify-full, no-verify, got always',
  }))

for (const name of ['sslrootcert', 'sslcert', 'sslkey'])
  test(`a file of ${name} that cannot be read stops the start, and the password is not shown`, () => {
    const path = join(folder, `${name}.pem`)
    const env = { DATABASE_URL: `postgres://octet:pa55@db.example.org/octet?sslmode=verify-full&${name}=${path}` }
    const message = `DATABASE_URL: expected ${name} to name a file that this user may read, got ${path} (ENOENT)`
    assert.throws(() => readConfig(env), { name: 'ConfigError', message })
    writeFileSync(path, '')
    assert.equal(readConfig(env).databaseUrl, env.DATABASE_URL)
  })

for (const [text, expected] of [
  ['billing: { stripe: { secretkey: pa55 } }', /billing\.stripe: Unrecognized key: "secretkey"; there are .*secretKey/],
  ['brnad: { name: pa55 }', /file: Unrecognized key: "brnad"; there are (?:.*, )?brand\b/],
  ['billing: { stripe: pa55 }', /billing\.stripe: expected object, received string$/],
  ['mirror: { token: pa55 }', /mirror\.token: expected a word of at least 16 characters, got another/],
  ['mirror: { token: [pa55] }', /mirror\.token\.0: expected a word of at least 16 characters, got another/],
  ['billing: { stripe: { secretKey: "pa55 } }', /cannot read .*: Missing closing "quote at line 1, column \d+$/],
] as const)
  test(`${text} stops the start, and the secret is not shown`, () => {
    const path = join(folder, 'secret.yaml')
    writeFileSync(path, text)
    assert.throws(
      () => readConfig({ OCTET_CONFIG: path }),
      ({ message }: Error) => {
        assert.match(message, expected)
        return !message.includes('pa55')
      },
    )
  })

for (const mailFrom of ['nobody', 'Octet no-reply@example.org', 'a@b\nBcc: c@d', 'Octet <no-reply>'])
  test(`mails from ${JSON.stringify(mailFrom)} stop the start`, () =>
    assert.throws(() => readOperator({ mailFrom }), /mailFrom: expected a sender such as .*, got "/))
test('mails are sent from an address, with or without a name', () => {
  for (const mailFrom of ['no-reply@example.org', '网络工具 <no-reply@例子.example>'])
    assert.equal(readOperator({ mailFrom }).mailFrom, mailFrom)
})

test('figures and the site ask for ports of their own', () => {
  const same = { PORT: '3000', METRICS_PORT: '3000' }
  assert.throws(() => readConfig(same), /^ConfigError: METRICS_PORT: expected another port than that of PORT, got 3000/)
  assert.throws(() => readConfig({ ...same, HOST: '192.0.2.1', METRICS_HOST: '0.0.0.0' }), /METRICS_PORT/)
  assert.equal(readConfig({ ...same, METRICS_HOST: '192.0.2.1' }).metrics?.port, 3000)
  assert.equal(readConfig({ PORT: '0', METRICS_PORT: '0' }).metrics?.port, 0)
})

test('a folder with tools must be there', () => {
  assert.deepEqual(readConfig({ OCTET_TOOLS: folder }).toolFolders, [folder])
  for (const path of [join(folder, 'missing'), import.meta.filename])
    assert.throws(() => readConfig({ OCTET_TOOLS: `${folder}:${path}` }), /^ConfigError: OCTET_TOOLS: expected folders/)
})

test('a modal that is switched off must be one', () =>
  assert.throws(() => readOperator({ disabledModals: ['pay', 'payy'] }), /disabledModals\.1: .*"pay".*, got "payy"/))

for (const [env, message] of [
  [{ PORT: 'x' }, 'PORT: expected a whole number of 0–65535, got "x"'],
  [{ PORT: '99999999999999999999' }, 'PORT: expected a whole number of 0–65535, got "99999999999999999999"'],
  [{ METRICS_PORT: '1.5' }, 'METRICS_PORT: expected a whole number of 0–65535, got "1.5"'],
  [{ OCTET_PROCESSES: '0' }, 'OCTET_PROCESSES: expected a whole number of 1–256, got "0"'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG: expected a number of 0–1, got "2"'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: expected one of "trace"|"debug"|"info"|"warn"|"error"|"silent", got "loud"'],
] as const)
  test(message, () => assert.throws(() => readConfig(env), { message }))

for (const [operator, expected] of [
  [{ plans: [{ id: 'free', name: 'FREE', requestsPerMonth: 1, keys: 0 }] }, /plans\.0\.keys: expected number to be >0, got 0$/],
  [{ billing: { currency: 'XYZ' } }, /billing\.currency: expected an ISO 4217 code such as USD, got "XYZ"$/],
  [{ billing: { currency: 'KWD' } }, /billing\.currency: expected a currency with hundredths, got "KWD"$/],
  [{ billing: { tax: { name: 'VAT', percent: 20.005 } } }, /percent: expected at most two digits behind the point, got 20\.005$/],
  [
    { billing: { stripe: { secretKey: 'x'.repeat(20), webhookSecret: 'x'.repeat(20), apiOrigin: 'here' } } },
    /apiOrigin: expected an address such as https:\/\/\S+, got "here"$/,
  ],
  [{ mirrorFrom: { url: 'here' } }, /mirrorFrom\.url: expected an address such as https:\/\/\S+, got "here"$/],
  [
    { updates: { mirror: 'ftp://here' } },
    /updates\.mirror: expected a folder, or an address such as https:\/\/\S+, got "ftp:\/\/here"$/,
  ],
  [{ mirrorFrom: {} }, /mirrorFrom\.url: expected an address such as/],
  [{ point: { latitude: 50.1 } }, /point: expected latitude and longitude together$/],
] as const)
  test(`${JSON.stringify(operator)} stops the start with what was expected`, () =>
    assert.throws(() => readOperator(operator), expected))

test('blanks are no value, and numbers are decimal digits', () => {
  const { port, metrics, host } = readConfig({ PORT: ' ', HOST: ' ', METRICS_PORT: '\t' })
  assert.deepEqual({ port, metrics, host }, { port: 3000, metrics: undefined, host: '127.0.0.1' })
  assert.equal(readConfig({ PORT: ' 8080 ' }).port, 8080)
  for (const PORT of ['0x50', '8e1', '+80', '80.0'])
    assert.throws(() => readConfig({ PORT }), /^ConfigError: PORT: expected a whole/)
})

test('a file that is not there stops the start with what was expected', () =>
  assert.throws(() => readConfig({ OCTET_CONFIG: join(folder, 'missing.yaml') }), {
    message: /^OCTET_CONFIG: expected a file in YAML or JSON, cannot read .*missing\.yaml: ENOENT/,
  }))
