import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Lang } from '@octet/core/text.ts'
import { CSV_COLUMNS, CSV_HEADER, toCsvField } from './csv-fields.ts'
import { CsvKernel } from './csv-kernel.ts'
import { openDatabase, type Ipdb } from './open.ts'
import { makeFolder, writeSmallDatabase } from './testing/small-database.ts'

const ROWS = {
  v4: [0, 1 << 8, 2 << 8, 3 << 8, 4 << 8, 10 << 24, 11 << 24],
  v6: [0n, 0xffffn << 32n, 0x1_0000n << 32n, 0x2003n << 112n],
}
const LINES = [
  '0.0.0.1',
  '0.0.1.1',
  '0.0.2.2',
  '0.0.4.4',
  '10.1.2.3',
  '255.255.255.255',
  '2a00::1',
  '2A00:0::2',
  '::ffff:0.0.1.7',
  '::',
]
const REFUSED = ['999.1.1.1', '1.2.3', '01.2.3.4', '1.2.3.4.5', '1..2.3', '0x7f.1', '::g', 'a,"b"', ' 1.2.3.4', 'x'.repeat(500)]

const [folder, db] = await (async () => {
  const made = await makeFolder()
  await writeSmallDatabase(made.path, ROWS)
  return [made, await openDatabase(made.path)] as const
})()
test.after(() => folder[Symbol.asyncDispose]())

/** The row as it follows from the record. */
function expectRow(database: Ipdb, line: string, lang: Lang): string {
  const record = database.lookup(line, { lang, now: new Date(0) })
  const { ASN: asn, proxy_data: flags } = record
  const values: Record<(typeof CSV_COLUMNS)[number], string | number | boolean | null> = {
    ip: line,
    country_code: record.country_code,
    country_name: record.country_name,
    country_capital: record.country_capital,
    region_name: record.region_name,
    region_code: record.region_code,
    city_name: record.city_name,
    latitude: record.latitude,
    longitude: record.longitude,
    zip_code: record.zip_code,
    is_eu: record.is_eu,
    calling_code: record.calling_code,
    currency_code: record.currency.code,
    time_zone: record.time_zone.name,
    accuracy_radius: record.accuracy_radius,
    asn: asn.asn,
    asn_name: asn.asn_name,
    domain: asn.domain,
    usage_type: asn.usage_type,
    isp: asn.isp,
    is_proxy: record.is_proxy,
    is_vpn: flags.is_vpn,
    is_tor: flags.is_tor,
    is_data_center: flags.is_data_center,
    is_open_proxy: flags.is_proxy,
    is_relay: flags.is_relay,
    is_hosting: flags.is_hosting,
    error: null,
  }
  return `${CSV_COLUMNS.map((name) => toCsvField(values[name])).join()}\n`
}

function run(text: string, chunkBytes: number, lang: Lang = 'en'): string {
  const kernel = new CsvKernel(db, lang)
  const input = Buffer.from(text)
  const output: Buffer[] = []
  for (let at = 0; at < input.length; at += chunkBytes) output.push(Buffer.from(kernel.push(input.subarray(at, at + chunkBytes))))
  output.push(Buffer.from(kernel.finish()))
  return Buffer.concat(output).toString()
}

for (const lang of ['en', 'zh'] as const)
  test(`rows say what the record says (${lang})`, () =>
    assert.equal(
      run(LINES.map((line) => `${line}\n`).join(''), 1 << 16, lang),
      LINES.map((line) => expectRow(db, line, lang)).join(''),
    ))

test('lines that are no addresses keep their place and name the error', () => {
  const rows = run(`${REFUSED.join('\n')}\n`, 1 << 16)
    .trimEnd()
    .split('\n')
  assert.equal(rows.length, REFUSED.length)
  for (const [at, row] of rows.entries()) {
    assert.ok(row.endsWith(`${','.repeat(CSV_COLUMNS.length - 1)}bad_address`), row)
    assert.ok(row.startsWith(toCsvField(REFUSED[at]!.slice(0, 64))), row)
  }
})

for (const chunkBytes of [1, 2, 7, 64, 100_000])
  test(`the answer does not depend on how the input is cut (${chunkBytes} bytes)`, () => {
    const text = `${[...LINES, ...REFUSED].join('\r\n')}\r\n\r\n\n8.8.8.8\n${'0.0.1.1\n'.repeat(1500)}0.0.2.2`
    assert.equal(run(text, chunkBytes), run(text, 1 << 20))
    assert.equal(run(text, chunkBytes).split('\n').length - 1, LINES.length + REFUSED.length + 1502)
  })

test('a line without an end is refused before it fills the memory', () =>
  assert.throws(() => run('1'.repeat(1 << 20), 1 << 16), /a line is longer/))

test('the header has a name for every column', () => assert.equal(CSV_HEADER.split(',').length, CSV_COLUMNS.length))

test('a name that a spreadsheet would run gets an apostrophe, a number does not', () => {
  const rows: [string | number | null, string][] = [
    ['=1+1', "'=1+1"],
    ['＝1+1', "'＝1+1"],
    ['-Reserved AS-', "'-Reserved AS-"],
    ['@home, "Inc"', '"\'@home, ""Inc"""'],
    ['+49', '+49'],
    [-33.5, '-33.5'],
    [null, ''],
  ]
  for (const [value, text] of rows) assert.equal(toCsvField(value), text)
})
