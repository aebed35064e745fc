import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { DnsFormatError } from './format-error.ts'
import { decodeMessage, encodeMessage, encodeQuery } from './message.ts'
import { compareNames, fromLabels, isWithin, readName, toLabels, writeName } from './names.ts'
import { readRdata, toCanonicalRdata, toRdataText, writeRdata, type RdataFields } from './rdata.ts'
import { findType, TYPES } from './types.ts'

/** Type, its fields, the text that dig prints for it. */
const RECORDS: readonly [string, RdataFields, string][] = [
  ['A', { address: '192.0.2.1' }, '192.0.2.1'],
  ['AAAA', { address: '2001:db8::1' }, '2001:db8::1'],
  ['MB', { name: 'mail.example.' }, 'mail.example.'],
  ['MINFO', { responsible: 'a.example.', errors: 'b.example.' }, 'a.example. b.example.'],
  ['KEY', { flags: 256, protocol: 3, algorithm: 8, key: 'AwEAAQ==' }, '256 3 8 AwEAAQ=='],
  ['RESINFO', { texts: ['qnamemin', 'exterr=15-17'] }, '"qnamemin" "exterr=15-17"'],
  ['DSYNC', { type: 'CDS', scheme: 1, port: 5359, target: 'cds.example.' }, 'CDS 1 5359 cds.example.'],
  ['MX', { preference: 10, exchange: 'mx.example.' }, '10 mx.example.'],
  [
    'SOA',
    {
      primary: 'ns.example.',
      mailbox: String.raw`a\.b.example.`,
      serial: 4294967295,
      refresh: 1,
      retry: 2,
      expire: 3,
      minimum: 4,
    },
    String.raw`ns.example. a\.b.example. 4294967295 1 2 3 4`,
  ],
  ['TXT', { texts: ['v=spf1 -all', 'a "b"'] }, String.raw`"v=spf1 -all" "a \"b\""`],
  ['SRV', { priority: 1, weight: 2, port: 443, target: 'a.example.' }, '1 2 443 a.example.'],
  ['CAA', { flags: 0, tag: 'issue', value: 'ca.example; policy=ev' }, '0 issue "ca.example; policy=ev"'],
  ['URI', { priority: 10, weight: 1, target: 'https://example.com/' }, '10 1 "https://example.com/"'],
  ['DS', { keyTag: 20326, algorithm: 8, digestType: 2, digest: 'AB01' }, '20326 8 2 AB01'],
  ['DNSKEY', { flags: 257, protocol: 3, algorithm: 13, key: 'AQID' }, '257 3 13 AQID'],
  ['TLSA', { usage: 3, selector: 1, matching: 1, data: 'D2AB' }, '3 1 1 D2AB'],
  ['SMIMEA', { usage: 3, selector: 0, matching: 0, data: '00FF' }, '3 0 0 00FF'],
  ['SSHFP', { algorithm: 4, type: 2, fingerprint: '0123' }, '4 2 0123'],
  [
    'NAPTR',
    { order: 1, preference: 2, flags: 'u', service: 'E2U+sip', regexp: '!^.*$!sip:a@b!', replacement: '.' },
    '1 2 "u" "E2U+sip" "!^.*$!sip:a@b!" .',
  ],
  [
    'LOC',
    { place: '42 21 54.000 N 71 6 18.000 W -24.00m 30m 10000m 10m' },
    '42 21 54.000 N 71 6 18.000 W -24.00m 30m 10000m 10m',
  ],
  ['NSEC', { next: 'b.example.', types: ['A', 'MX', 'RRSIG', 'NSEC', 'TYPE1234'] }, 'b.example. A MX RRSIG NSEC TYPE1234'],
  [
    'NSEC3',
    { algorithm: 1, flags: 1, iterations: 0, salt: '-', next: '2T7B4G4VSA5SMI47K61MV5BV1A22BOJR', types: ['NS'] },
    '1 1 0 - 2T7B4G4VSA5SMI47K61MV5BV1A22BOJR NS',
  ],
  ['NSEC3PARAM', { algorithm: 1, flags: 0, iterations: 10, salt: 'AABB' }, '1 0 10 AABB'],
  ['AMTRELAY', { precedence: 10, discovery: 1, gatewayType: 3, relay: 'relay.example.' }, '10 1 3 relay.example.'],
  ['IPSECKEY', { precedence: 10, gatewayType: 2, algorithm: 2, gateway: '2001:db8::1', key: 'AQID' }, '10 2 2 2001:db8::1 AQID'],
  ['APL', { prefixes: ['1:192.0.2.0/24', '!2:2001:db8::/32', '1:0.0.0.0/0'] }, '1:192.0.2.0/24 !2:2001:db8::/32 1:0.0.0.0/0'],
  ['HIP', { identity: '2 ABCD AQID rvs.example.' }, '2 ABCD AQID rvs.example.'],
  ['NID', { preference: 10, node: '14:4fff:ff20:ee64' }, '10 14:4fff:ff20:ee64'],
  ['CSYNC', { serial: 66, flags: 3, types: ['A', 'NS', 'AAAA'] }, '66 3 A NS AAAA'],
  ['ZONEMD', { serial: 2018031500, scheme: 1, algorithm: 1, digest: 'FEBE' }, '2018031500 1 1 FEBE'],
  [
    'HTTPS',
    {
      priority: 1,
      target: '.',
      params: [
        { key: 'alpn', value: 'h2,h3' },
        { key: 'port', value: '8443' },
        { key: 'ipv4hint', value: '192.0.2.1,192.0.2.2' },
        { key: 'ipv6hint', value: '2001:db8::1' },
      ],
    },
    '1 . alpn="h2,h3" port=8443 ipv4hint=192.0.2.1,192.0.2.2 ipv6hint=2001:db8::1',
  ],
  [
    'SVCB',
    {
      priority: 16,
      target: 'foo.example.org.',
      params: [
        { key: 'mandatory', value: 'alpn,ipv4hint' },
        { key: 'alpn', value: 'h2' },
        { key: 'ipv4hint', value: '192.0.2.1' },
      ],
    },
    '16 foo.example.org. mandatory=alpn,ipv4hint alpn="h2" ipv4hint=192.0.2.1',
  ],
  [
    'RRSIG',
    {
      covered: 'A',
      algorithm: 13,
      labels: 2,
      originalTtl: 300,
      expiration: '20260201000000',
      inception: '20260101000000',
      keyTag: 1,
      signer: 'example.',
      signature: 'AQID',
    },
    'A 13 2 300 20260201000000 20260101000000 1 example. AQID',
  ],
  ['OPENPGPKEY', { key: 'AQID' }, 'AQID'],
  ['EUI48', { address: '00-00-5e-00-53-2a' }, '00-00-5e-00-53-2a'],
]

for (const [type, fields, text] of RECORDS)
  test(`${type} is read, written and shown`, () => {
    const number = findType(type)!
    const rdata = writeRdata(number, fields)
    assert.deepEqual(readRdata(number, rdata), fields)
    assert.equal(toRdataText(number, rdata), text)
  })

test('values of SVCB are escaped as in a zone file (RFC 9460 appendix A.1)', () => {
  const params = [
    { key: 'alpn', value: String.raw`f\\oo\,bar,h2` },
    { key: 'key667', value: 'he"l\u0001o' },
  ]
  const rdata = writeRdata(TYPES.SVCB, { priority: 1, target: '.', params })
  assert.deepEqual(readRdata(TYPES.SVCB, rdata)!['params'], params)
  assert.equal(toRdataText(TYPES.SVCB, rdata), String.raw`1 . alpn="f\\\\oo\\,bar,h2" key667="he\"l\001o"`)
  assert.ok(Buffer.from(rdata).includes(Buffer.from('\u0008f\\oo,bar\u0002h2')))
})

// RFC 9460 appendix D.2, figures 4 and 9: wire form ↔ text
test('SVCB as in RFC 9460 appendix D.2', () => {
  const port = Buffer.from('001003666f6f076578616d706c6503636f6d000003000200 35'.replace(' ', ''), 'hex')
  assert.equal(toRdataText(TYPES.SVCB, port), '16 foo.example.com. port=53')
  const alpn = Buffer.from(
    '001003666f6f076578616d706c65036f7267000000000400010004000100090268320568332d31390004000 4c0000201'.replace(' ', ''),
    'hex',
  )
  assert.equal(toRdataText(TYPES.SVCB, alpn), '16 foo.example.org. mandatory=alpn,ipv4hint alpn="h2,h3-19" ipv4hint=192.0.2.1')
})

test('ECH of an HTTPS record is Base64, and an empty value stays empty', () => {
  const params = [
    { key: 'no-default-alpn', value: '' },
    { key: 'ech', value: 'AEX+DQ==' },
  ]
  const rdata = writeRdata(TYPES.HTTPS, { priority: 1, target: '.', params })
  assert.deepEqual(readRdata(TYPES.HTTPS, rdata)!['params'], params)
  assert.ok(Buffer.from(rdata).includes(Buffer.from('000500040045fe0d', 'hex')))
  assert.equal(toRdataText(TYPES.HTTPS, rdata), '1 . no-default-alpn ech=AEX+DQ==')
})

/** Lower keys first, no half items, no item without a byte: the record is refused as a whole (RFC 9460 §2.2, §7). */
for (const [fault, hex] of [
  ['keys out of order', '000100000300021F9000010003026832'],
  ['a key twice', '000100000300021F90000300021F90'],
  ['half an address', '00010000040005C000020100'],
  ['no address', '00010000040000'],
  ['a protocol without a name', '0001000001000100'],
  ['a protocol cut short', '000100000100020568'],
  ['a port of three bytes', '00010000030003001F90'],
  ['a value where there is none', '0001000002000100'],
] as const)
  test(`SVCB with ${fault} is shown as bytes`, () => {
    const rdata = Uint8Array.from(Buffer.from(hex, 'hex'))
    assert.equal(toRdataText(TYPES.HTTPS, rdata), String.raw`\# ${rdata.length} ${hex}`)
  })

test('an unknown type is shown as RFC 3597 says', () =>
  assert.equal(toRdataText(65280, Uint8Array.of(10, 0)), String.raw`\# 2 0A00`))

test('a record that is too short is shown as bytes', () =>
  assert.equal(toRdataText(TYPES.A, Uint8Array.of(1)), String.raw`\# 1 01`))

test('canonical form lowers names of old types only', () => {
  const mx = writeRdata(TYPES.MX, { preference: 1, exchange: 'MX.Example.' })
  assert.equal(toRdataText(TYPES.MX, toCanonicalRdata(TYPES.MX, mx)), '1 mx.example.')
  const nsec = writeRdata(TYPES.NSEC, { next: 'B.Example.', types: ['A'] })
  assert.deepEqual(toCanonicalRdata(TYPES.NSEC, nsec), nsec)
})

// RFC 4034 §6.1
test('canonical order of names', () => {
  const sorted = [
    'example.',
    'a.example.',
    'yljkjljk.a.example.',
    'Z.a.example.',
    'zABC.a.EXAMPLE.',
    'z.example.',
    String.raw`\001.z.example.`,
    '*.z.example.',
    String.raw`\200.z.example.`,
  ]
  assert.deepEqual(sorted.toReversed().sort(compareNames), sorted)
})

test('names survive any bytes in their labels', () => {
  const label = fc.uint8Array({ minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.array(label, { maxLength: 8 }), (labels) => {
      const name = fromLabels(labels)
      assert.deepEqual(
        toLabels(name).map((one) => [...one]),
        labels.map((one) => [...one]),
      )
      assert.equal(readName(writeName(name), 0).name, name)
    }),
  )
})

test('an escaped dot does not make a subdomain', () => {
  assert.equal(isWithin(String.raw`a\.example.`, 'example.'), false)
  assert.equal(isWithin('a.EXAMPLE.', 'example.'), true)
})

test('labels have 63 bytes at most, names 255', () => {
  const wire = (...sizes: readonly number[]) =>
    Buffer.concat([...sizes.map((size) => Buffer.alloc(size + 1, size)), Buffer.of(0)])
  assert.equal(readName(wire(63, 63, 63, 61), 0).next, 255)
  for (const bytes of [wire(63, 63, 63, 62), wire(64), wire(63, 63).subarray(0, -2)])
    assert.throws(() => readName(bytes, 0), DnsFormatError)
  const cut = Buffer.of(3, 97, 98)
  assert.throws(() => readName(cut, 0), /beyond the message/)
})

test('a pointer to itself is refused', () => {
  const bytes = Buffer.from('000080000000000100000000c00c00010001000000000004c0000201', 'hex')
  assert.throws(() => decodeMessage(bytes), DnsFormatError)
})

test('any bytes are read or refused, never more', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        decodeMessage(bytes)
      } catch (error) {
        assert.ok(error instanceof DnsFormatError, String(error))
      }
    }),
    { numRuns: 3000 },
  )
})

test('a message with one byte changed is read or refused', () => {
  const records = RECORDS.map(([type, fields]) => ({
    name: 'a.example.',
    type: findType(type)!,
    class: 1,
    ttl: 60,
    rdata: writeRdata(findType(type)!, fields),
  }))
  const flags = { qr: true, aa: true, tc: false, rd: true, ra: true, ad: false, cd: false }
  const bytes = encodeMessage({
    id: 7,
    opcode: 0,
    rcode: 0,
    flags,
    questions: [{ name: 'a.example.', type: 255, class: 1 }],
    answers: records,
    authorities: [],
    additionals: [],
  })
  assert.equal(decodeMessage(bytes).answers.length, records.length)
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
      const changed = bytes.with(at, value)
      try {
        for (const { type, rdata } of decodeMessage(changed).answers) toRdataText(type, rdata)
      } catch (error) {
        assert.ok(error instanceof DnsFormatError, String(error))
      }
    }),
    { numRuns: 3000 },
  )
})

test('a query carries its options', () => {
  const { edns, flags, questions } = decodeMessage(
    encodeQuery({
      id: 1,
      name: 'example.com.',
      type: TYPES.HTTPS,
      flags: { rd: true },
      edns: { udpSizeBytes: 1232, isDnssecOk: true, options: [{ code: 8, data: Uint8Array.of(0, 1, 24, 0, 198, 51, 100) }] },
    }),
  )
  assert.deepEqual(questions, [{ name: 'example.com.', type: 65, class: 1 }])
  assert.equal(flags.rd, true)
  assert.deepEqual(edns, {
    version: 0,
    udpSizeBytes: 1232,
    isDnssecOk: true,
    extendedErrors: [],
    options: [{ code: 8, data: Uint8Array.of(0, 1, 24, 0, 198, 51, 100) }],
    clientSubnet: { subnet: '198.51.100.0', sourcePrefix: 24, scopePrefix: 0 },
  })
})

test('the upper bits of a response code come with EDNS (RFC 6891 §6.1.3)', () => {
  const query = Buffer.from(encodeQuery({ id: 1, name: '.', type: TYPES.A, edns: { udpSizeBytes: 1232, isDnssecOk: false } }))
  const at = query.lastIndexOf(Buffer.of(0, TYPES.OPT)) + 4
  query[at] = 1 // BADVERS
  assert.equal(decodeMessage(query).rcode, 16)
})

test('a client subnet of IPv6 is written as addresses are', () => {
  const data = Uint8Array.of(0, 2, 32, 48, 0x20, 0x01, 0x0d, 0xb8)
  const edns = { udpSizeBytes: 1232, isDnssecOk: false, options: [{ code: 8, data }] }
  assert.deepEqual(decodeMessage(encodeQuery({ id: 1, name: '.', type: TYPES.A, edns })).edns?.clientSubnet, {
    subnet: '2001:db8::',
    sourcePrefix: 32,
    scopePrefix: 48,
  })
})
