import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from './command.ts'
import { readMeasureWords } from './measure-words.ts'

const rows: [string, object][] = [
  ['ping example.com', { type: 'ping', targets: ['example.com'], measurementOptions: {} }],
  [
    'ping a.example b.example from New York --packets 4 -4',
    { targets: ['a.example', 'b.example'], locations: 'New York', measurementOptions: { packets: 4, family: 4 } },
  ],
  ['ping example.com --from Germany*2,Tokyo -F tag:home', { locations: 'Germany*2,Tokyo, tag:home' }],
  ['ping example.com --from 德国＊2、东京', { locations: '德国＊2、东京' }],
  ['ping example.com -F world -L 9', { locations: 'world', limit: 9 }],
  ['mtr example.com --protocol TCP --port 443 -6', { measurementOptions: { protocol: 'tcp', port: 443, family: 6 } }],
  [
    'dns example.com @192.0.2.53 --type mx',
    { targets: ['example.com'], measurementOptions: { recordType: 'MX', resolver: '192.0.2.53' } },
  ],
  ['dns example.com --resolver 192.0.2.53', { measurementOptions: { resolver: '192.0.2.53' } }],
  ['http example.com --method get', { targets: ['example.com'], measurementOptions: { method: 'GET' } }],
  [
    'http example.com --path /a?b=c --port 8443 --protocol http',
    { targets: ['http://example.com:8443/a?b=c'], measurementOptions: {} },
  ],
  ['http http://example.com/x --path y', { targets: ['http://example.com/y'] }],
  ['tls example.com --port 993', { type: 'tls', measurementOptions: { port: 993 } }],
]
for (const [words, expected] of rows)
  test(`octet measure ${words}`, () => assert.partialDeepStrictEqual(readMeasureWords(words.split(' ')).input, expected))

test('how many points there are without --limit, the server says', () =>
  assert.equal(readMeasureWords(['ping', 'example.com', '-F', 'DE, JP']).input?.limit, undefined))

const ID = 'eed1b3a7e0f04e3f9b1cc8b4a1d2e3f4'
test('octet measure with the id of an earlier measurement', () =>
  assert.deepEqual(readMeasureWords([ID, '--json']), { id: ID, isJson: true, isStream: false }))

const wrong: [string, RegExp, RegExp][] = [
  ['', /expected what to measure: ping, /, /应给出测量类型/],
  ['pong a', /expected one of ping, .* got “pong”/, /收到“pong”/],
  ['ping', /expected a host, an address or a URL/, /应给出主机名/],
  ['dns @192.0.2.53', /expected a host/, /应给出主机名/],
  ['ping a from', /expected a place behind from/, /from 之后应给出地点/],
  ['ping a --type MX', /--type does not belong to ping/, /ping 没有选项 --type/],
  ['dns a --port 53', /--port does not belong to dns/, /dns 没有选项 --port/],
  ['ping a --packets 17', /--packets: expected .*16, got 17/, /--packets：应为.*16，收到 17/],
  ['ping a --packets 0x3', /--packets: expected .*, got 0x3/, /收到“0x3”/],
  ['ping a --protocol udp', /--protocol: expected .*icmp.*, got udp/, /收到“udp”/],
  ['http a --protocol ftp', /--protocol: expected http or https, got ftp/, /收到“ftp”/],
  ['http a --port 0', /--port: expected 1–65535, got 0/, /收到 0/],
  ['ping a --limit 501', /--limit: expected 1–500, got 501/, /收到 501/],
  ['ping a -4 -6', /expected -4 or -6, got both/, /只能选择其一/],
  [`${ID} example.com`, /did not expect “example\.com”/, /多余的参数“example\.com”/],
  [`${ID} --limit 3`, /did not expect “--limit”/, /多余的参数“--limit”/],
  ['ping a --json --stream', /expected --json or --stream/, /只能选择其一/],
]
for (const [words, en, zh] of wrong)
  test(`octet measure ${words} is refused before anything is sent`, () =>
    assert.throws(
      () => readMeasureWords(words.split(' ').filter(Boolean)),
      (error) => error instanceof UsageError && en.test(error.words.en) && zh.test(error.words.zh),
    ))
