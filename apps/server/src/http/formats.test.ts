import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode } from '@toon-format/toon'
import { toFormat } from './formats.ts'

const value = { ip: '192.0.2.1', ASN: { asn: 64496, isp: null }, is_eu: false, list: ['a', 'b'], none: [] }

test('csv: dotted names, empty for null', () =>
  assert.equal(toFormat(value, 'csv'), 'ip,ASN.asn,ASN.isp,is_eu,list,none\r\n192.0.2.1,64496,,false,a b,\r\n'))
test('xml: nested, lists repeated, text escaped', () =>
  assert.equal(
    toFormat({ a: '<&>', l: [1, 2], o: { x: null } }, 'xml'),
    '<?xml version="1.0" encoding="UTF-8"?>\n<response>\n  <a>&lt;&amp;&gt;</a>\n  <l>1</l>\n  <l>2</l>\n  <o>\n    <x/>\n  </o>\n</response>\n',
  ))
test('yaml', () => assert.equal(toFormat({ a: null, b: { c: 'x' } }, 'yaml'), 'a: null\nb:\n  c: x\n'))
test('toon: rows of the same keys are a table, and read back as they were', () => {
  const value = {
    ip: '192.0.2.1',
    zip_code: '010',
    latitude: null,
    sources: [
      { id: 'a', fields: 2 },
      { id: 'b, c', fields: 3 },
    ],
  }
  const written = toFormat(value, 'toon')
  assert.equal(written, 'ip: 192.0.2.1\nzip_code: "010"\nlatitude: null\nsources[2]{id,fields}:\n  a,2\n  "b, c",3\n')
  assert.deepEqual(decode(written), value)
})
test('yaml: what readers of YAML 1.1 take for a truth value, a number or a date is quoted', () =>
  assert.equal(
    toFormat({ country_code: 'NO', offset: '+11:00', date: '2026-06-05', zip_code: '010', NO: 1 }, 'yaml'),
    'country_code: "NO"\noffset: "+11:00"\ndate: "2026-06-05"\nzip_code: "010"\n"NO": 1\n',
  ))
test('yaml: what cannot be printed, or ends a line of YAML 1.1, is escaped', () =>
  assert.equal(
    toFormat({ a: '\u2028b', c: '\x7f', d: 'e\n', f: '\ufeff' }, 'yaml'),
    String.raw`a: "\u2028b"` + '\n' + String.raw`c: "\u007f"` + '\nd: |\n  e\n' + String.raw`f: "\ufeff"` + '\n',
  ))
test('text', () => assert.equal(toFormat({ a: 1, b: { c: 'x' } }, 'text'), 'a: 1\nb.c: x\n'))
