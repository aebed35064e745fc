import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { DER, writeDer, writeInteger, writeOid } from '../../lib/der.ts'
import { runBinaryData } from './binary-data.ts'
import type { Format } from './formats.ts'

type Asked = { format?: Format; direction?: 'read' | 'write' }

const run = (text: string, asked: Asked = {}) =>
  runBinaryData({ text, direction: 'auto', format: 'auto', written: 'base16', ...asked }, 'en')
const read = (text: string, format?: Format) => run(text, { direction: 'read', ...(format && { format }) })

/** Examples of RFC 8949, Appendix A. */
const CBOR_EXAMPLES: readonly [hex: string, notation: string][] = [
  ['00', '0'],
  ['17', '23'],
  ['1818', '24'],
  ['1a000f4240', '1000000'],
  ['1bffffffffffffffff', '18446744073709551615'],
  ['3bffffffffffffffff', '-18446744073709551616'],
  ['3903e7', '-1000'],
  ['f90000', '0.0'],
  ['f98000', '-0.0'],
  ['f93c00', '1.0'],
  ['fb3ff199999999999a', '1.1'],
  ['f97bff', '65504.0'],
  ['fa47c35000', '100000.0'],
  ['fa7f7fffff', '3.4028234663852886e+38'],
  ['fb7e37e43c8800759c', '1.0e+300'],
  ['f90001', '5.960464477539063e-8'],
  ['f90400', '0.00006103515625'],
  ['fbc010666666666666', '-4.1'],
  ['f97c00', 'Infinity'],
  ['f97e00', 'NaN'],
  ['fa7f800000', 'Infinity'],
  ['f4', 'false'],
  ['f6', 'null'],
  ['f7', 'undefined'],
  ['f0', 'simple(16)'],
  ['f8ff', 'simple(255)'],
  ['c074323031332d30332d32315432303a30343a30305a', '0("2013-03-21T20:04:00Z")'],
  ['c11a514b67b0', '1(1363896240) / 2013-03-21T20:04:00Z /'],
  ['c249010000000000000000', "2(h'010000000000000000') / 18446744073709551616 /"],
  ['c349010000000000000000', "3(h'010000000000000000') / -18446744073709551617 /"],
  ['d818456449455446', "24(h'6449455446')"],
  ['40', "h''"],
  ['4401020304', "h'01020304'"],
  ['62225c', String.raw`"\"\\"`],
  ['63e6b0b4', '"水"'],
  ['80', '[]'],
  ['8301820203820405', '[1, [2, 3], [4, 5]]'],
  ['a201020304', '{1: 2, 3: 4}'],
  ['a26161016162820203', '{"a": 1, "b": [2, 3]}'],
  ['5f42010243030405ff', "(_ h'0102', h'030405')"],
  ['7f657374726561646d696e67ff', '(_ "strea", "ming")'],
  ['9fff', '[_ ]'],
  ['9f018202039f0405ffff', '[_ 1, [2, 3], [_ 4, 5]]'],
  ['bf61610161629f0203ffff', '{_ "a": 1, "b": [_ 2, 3]}'],
]

for (const [hex, notation] of CBOR_EXAMPLES)
  test(`CBOR ${hex} is ${notation}`, async () => {
    const { text, format, notes } = await read(hex, 'cbor')
    assert.deepEqual({ text, format, notes }, { text: notation, format: 'cbor', notes: [] })
  })

test('CBOR becomes JSON with digits kept, bytes in Base64 for URLs and keys in their notation', async () => {
  const { json } = await read('a501c24901000000000000000061624301fffe6363c3a9f5186480f6f7')
  assert.deepEqual(JSON.parse(json!.replace('18446744073709551616', '"18446744073709551616"')), {
    1: '18446744073709551616',
    b: 'Af_-',
    cé: true,
    100: [],
    null: null,
  })
})

test('numbers of CBOR that are too large to be written in decimal stay bytes', async () => {
  const { text, json } = await read(`c25a00010000${'ff'.repeat(65_536)}`, 'cbor')
  assert.match(text, /^2\(h'ffff.*'\)$/)
  assert.match(json ?? '', /^"_{4}/)
})

test('tags of UUIDs, addresses and days say what they stand for', async () => {
  const { rows } = await read(
    '84d82550f81d4fae7dec11d0a76500a0c91e6bf6d83444c0000201d8365020010db8000000000000000000000001d864194e20',
    'cbor',
  )
  assert.deepEqual(
    rows.flatMap(({ also }) => also ?? []),
    ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', '192.0.2.1', '2001:db8::1', '2024-10-04'],
  )
})

/** First bytes of MessagePack's specification, each with a value behind it. */
const MSGPACK_EXAMPLES: readonly [hex: string, type: string, notation: string][] = [
  ['7f', 'positive fixint', '127'],
  ['e0', 'negative fixint', '-32'],
  ['c0', 'nil', 'null'],
  ['c3', 'true', 'true'],
  ['c40201ff', 'bin 8', "h'01ff'"],
  ['c5000101', 'bin 16', "h'01'"],
  ['c70105aa', 'ext 8, type 5', "ext(5, h'aa')"],
  ['d501aabb', 'fixext 2, type 1', "ext(1, h'aabb')"],
  ['ca3fc00000', 'float 32', '1.5'],
  ['cb3ff199999999999a', 'float 64', '1.1'],
  ['cfffffffffffffffff', 'uint 64', '18446744073709551615'],
  ['d38000000000000000', 'int 64', '-9223372036854775808'],
  ['d0df', 'int 8', '-33'],
  ['a3e6b0b4', 'fixstr', '"水"'],
  ['d90161', 'str 8', '"a"'],
  ['dc000201c2', 'array 16', '[1, false]'],
  ['de0001a16101', 'map 16', '{"a": 1}'],
  ['8201a1620380', 'fixmap', '{1: "b", 3: {}}'],
  ['d6ff514b67b0', 'fixext 4, timestamp', "ext(-1, h'514b67b0') / 2013-03-21T20:04:00Z /"],
  ['d7ff77359400514b67b0', 'fixext 8, timestamp', "ext(-1, h'77359400514b67b0') / 2013-03-21T20:04:00.5Z /"],
  ['c70cff1dcd6500fffffffffffffffe', 'ext 8, timestamp', "ext(-1, h'1dcd6500fffffffffffffffe') / 1969-12-31T23:59:58.5Z /"],
]

for (const [hex, type, notation] of MSGPACK_EXAMPLES)
  test(`MessagePack ${hex} is a ${type}`, async () => {
    const { text, rows, notes } = await read(hex, 'msgpack')
    assert.deepEqual({ text, type: rows[0]?.type, notes }, { text: notation, type, notes: [] })
  })

test('JSON survives CBOR and MessagePack as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue({ stringUnit: 'binary' }),
      fc.constantFrom<Format>('cbor', 'msgpack'),
      async (value, format) => {
        const text = JSON.stringify(value)
        const { text: hex, notes } = await run(text, { direction: 'write', format })
        const { json } = await read(hex, format)
        assert.deepEqual([JSON.parse(json!), notes], [JSON.parse(text), []])
      },
    ),
  )
})

test('CBOR takes the shortest head and float', async () => {
  const { text } = await run('[0, 24, 65536, -1, 1.5, 65504.0, 100000.5, 0.1, 5.960464477539063e-8, -0, 18446744073709551616]')
  assert.equal(text, '8b0018181a0001000020f93e00f97bfffa47c35040fb3fb999999999999af90001f98000c249010000000000000000')
})

test('digits that no double holds are told, and what has no place is refused', async () => {
  const { notes } = await run('[0.12345678901234567890123]')
  assert.deepEqual(notes, ['1 number rounded to 64 bits of floating point, such as 0.12345678901234567890123'])
  await assert.rejects(run('{"a": 1, "a": 2}'), /“a” cannot be processed: this key stands twice/)
  await assert.rejects(run('[1e999]'), /64 bits of floating point/)
  await assert.rejects(run('[18446744073709551616]', { format: 'msgpack' }), /at most 64 bits/)
  await assert.rejects(run('{}', { format: 'bson' }), /only CBOR and MessagePack are written/)
})

test('BSON becomes Extended JSON', async () => {
  const document =
    '940000000161000000000000000840096200a062807b83010000' +
    '0763005f5e10000102030405060708' +
    '0564000300000000010203' +
    '1065002a000000126600ffffffffffffffff' +
    '136700 010000000000000000000000000040b0' +
    '11680002000000 00f15365' +
    '0b69005e6124006900 0a6a00 7f6b00 036c0005000000 00 046d000c000000 103000 01000000 00 00'
  const bytes = document.replaceAll(' ', '')
  const size = (bytes.length / 2).toString(16).padStart(2, '0')
  const { text, format } = await read(size + bytes.slice(2))
  assert.equal(format, 'bson')
  assert.deepEqual(JSON.parse(text), {
    a: 3,
    b: { $date: '2022-09-26T20:32:34.976Z' },
    c: { $oid: '5f5e10000102030405060708' },
    d: { $binary: { base64: 'AQID', subType: '00' } },
    e: 42,
    f: -1,
    g: { $numberDecimal: '-1' },
    h: { $timestamp: { t: 1_700_000_000, i: 2 } },
    i: { $regularExpression: { pattern: '^a$', options: 'i' } },
    j: null,
    k: { $maxKey: 1 },
    l: {},
    m: [1],
  })
})

test('Protobuf shows fields, texts, messages and groups, and what numbers may mean', async () => {
  const { text, format, rows } = await read(
    '0896011206e6b0b420 c3a9 1a0308ac02 23 0801 24 2d0000c03f 31000000000000f83f 3a0301ffff'.replaceAll(' ', ''),
  )
  assert.equal(format, 'protobuf')
  assert.equal(
    text,
    [
      '1: 150',
      '2: "水 é"',
      '3 {',
      '  1: 300',
      '}',
      '4 {',
      '  1: 1',
      '}',
      '5: 0x3fc00000',
      '6: 0x3ff8000000000000',
      String.raw`7: "\001\377\377"`,
    ].join('\n'),
  )
  assert.deepEqual(
    rows.flatMap(({ also }) => also ?? []),
    ['sint64 75', 'sint64 150', 'bool true', 'float 1.5, int32 1069547520', 'double 1.5, int64 4609434218613702656'],
  )
})

test('packed numbers and the frame of gRPC are recognised', async () => {
  const { rows, notes } = await read('00000000080a068e029ea705ff', 'protobuf')
  assert.equal(rows[0]?.type, 'bytes')
  assert.deepEqual(notes, ['The five bytes of a gRPC frame come first.'])
  assert.equal((await read('22068e02039ea705')).rows[0]?.also, 'packed 270, 3, 86942')
})

test('ASN.1 has names, times, bits, tags and what strings hold', async () => {
  const inner = writeDer(DER.sequence, writeInteger(1n), writeOid('1.2.3.4.5'))
  const bytes = writeDer(
    DER.sequence,
    writeInteger(0x7fff_ffff_ffffn),
    writeOid('1.2.840.113549.1.1.11'),
    writeDer(DER.nothing),
    writeDer(0x17, Buffer.from('241004120000Z')),
    writeDer(DER.bits, Uint8Array.of(5, 0xa0)),
    writeDer(0xa0, writeInteger(2n)),
    writeDer(0x80, Buffer.from('abc')),
    writeDer(0x0c, Buffer.from('水é!')),
    writeDer(DER.octets, inner),
    writeDer(1, Uint8Array.of(0xff)),
  )
  const { text, format } = await read(Buffer.from(bytes).toString('hex'))
  assert.equal(format, 'asn1')
  assert.equal(
    text,
    [
      'SEQUENCE {',
      '  INTEGER 140737488355327',
      '  OBJECT IDENTIFIER 1.2.840.113549.1.1.11 sha256WithRSAEncryption',
      '  NULL',
      '  UTCTime 2024-10-04T12:00:00Z',
      "  BIT STRING '101'B",
      '  [0] {',
      '    INTEGER 2',
      '  }',
      '  [0] "abc"',
      '  UTF8String "水é!"',
      '  OCTET STRING, holds {',
      '    SEQUENCE {',
      '      INTEGER 1',
      '      OBJECT IDENTIFIER 1.2.3.4.5',
      '    }',
      '  }',
      '  BOOLEAN TRUE',
      '}',
    ].join('\n'),
  )
})

test('ASN.1 writes large numbers and identifiers as bytes, with their bits', async () => {
  const readOne = async (der: Uint8Array) => (await read(Buffer.from(der).toString('hex'), 'asn1')).rows[0]
  const { value, also } = (await readOne(writeInteger(2n ** 127n - 1n)))!
  assert.deepEqual([value, also], ['7f ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff', '127 bit'])
  assert.equal((await readOne(writeInteger(2n ** 64n)))?.also, '65 bit')
  assert.equal((await readOne(writeDer(DER.integer, Uint8Array.of(0xfe, ...new Uint8Array(9)))))?.also, '73 bit')
  assert.equal((await readOne(writeDer(DER.integer, Uint8Array.of(0x80, 0))))?.value, '-32768')
  assert.match((await readOne(writeDer(DER.oid, new Uint8Array(100_000).fill(0xff))))?.value ?? '', /^ff ff .*…$/)
})

test('BER of open length reads to its two zeros', async () => {
  const { text } = await read('30800201050000', 'asn1')
  assert.equal(text, 'SEQUENCE {\n  INTEGER 5\n}')
})

test('what came before a fault is shown where the format was chosen', async () => {
  const { text, notes } = await read('8301820203', 'cbor')
  assert.equal(text, '[1, [2, 3]]')
  assert.deepEqual(notes, ['At byte 5: expected 1 byte, got 0 bytes. What came before is shown.'])
})

for (const [format, hex] of [
  ['cbor', '1c'],
  ['cbor', 'ff'],
  ['cbor', 'f818'],
  ['cbor', '5f6161ff'],
  ['msgpack', 'c1'],
  ['bson', '0400000000'],
  ['protobuf', '00'],
  ['protobuf', '0c'],
  ['asn1', '0480'],
  ['asn1', '0fff'],
] as const)
  test(`${format} ${hex} is refused with its place`, async () => {
    const told = await read(hex, format).then(
      ({ notes }) => notes.join(),
      (error: Error) => error.message,
    )
    assert.match(told, /at byte \d/i)
  })

test('levels without end are cut off, in every format', async () => {
  for (const [format, hex] of [
    ['cbor', '81'.repeat(100_000)],
    ['cbor', 'c1'.repeat(100_000)],
    ['msgpack', '91'.repeat(100_000)],
    ['asn1', '3080'.repeat(100_000)],
    ['protobuf', '0b'.repeat(100_000)],
  ] as const) {
    const { notes, rows } = await read(hex, format)
    assert.match(notes[0]!, /at most 100 levels/)
    assert.ok(rows.length <= 101)
  }
})

test('no bytes break a reader', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 60 }),
      fc.constantFrom<Format>('asn1', 'cbor', 'msgpack', 'bson', 'protobuf'),
      async (bytes, format) => {
        const told = await read(Buffer.from(bytes).toString('hex'), format).then(
          () => 'read',
          (error: Error) => error.name,
        )
        assert.match(told, /^(read|AppError)$/)
      },
    ),
    { numRuns: 500 },
  )
})

test('bytes of no format are told so', async () => {
  await assert.rejects(read('fffffefdfcfbfa'), /expected ASN\.1 .* data that reads to its last byte.* got ff ff fe fd fc fb fa …/)
  await assert.rejects(read(''), /got nothing/)
})

test('what reads as two formats says so', async () => {
  const { format, notes } = await read('80')
  assert.equal(format, 'cbor')
  assert.deepEqual(notes, ['It reads as MessagePack too.'])
})
