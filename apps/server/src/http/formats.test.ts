import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsvLine, toFormat } from './formats.ts'

const value = { ip: '192.0.2.1', ASN: { asn: 64496, isp: null }, is_eu: false, list: ['a', 'b'], none: [] }

test('csv: dotted names, empty for null', () =>
  assert.equal(toFormat(value, 'csv'), 'ip,ASN.asn,ASN.isp,is_eu,list,none\r\n192.0.2.1,64496,,false,a b,\r\n'))
test('xml: nested, lists repeated, text escaped', () =>
  assert.equal(
    toFormat({ a: '<&>', l: [1, 2], o: { x: null } }, 'xml'),
    '<?xml version="1.0" encoding="UTF-8"?>\n<response>\n  <a>&lt;&amp;&gt;</a>\n  <l>1</l>\n  <l>2</l>\n  <o>\n    <x/>\n  </o>\n</response>\n',
  ))
test('yaml', () => assert.equal(toFormat({ a: null, b: { c: 'x' } }, 'yaml'), 'a: null\nb:\n  c: x\n'))
test('text', () => assert.equal(toFormat({ a: 1, b: { c: 'x' } }, 'text'), 'a: 1\nb.c: x\n'))

const cells: [unknown, string][] = [
  ['=1+1', "'=1+1"],
  ['@x', "'@x"],
  ['-x', "'-x"],
  ['-12.5', '-12.5'],
  ['+86', '+86'],
  ['+08:00', '+08:00'],
  [-3, '-3'],
  ['a"b', '"a""b"'],
  ['a,b', '"a,b"'],
  ['a\nb', '"a\nb"'],
  ['＝1+1', "'＝1+1"],
  ['\n=1+1', '"\'\n=1+1"'],
]
for (const [cell, text] of cells) test(`csv cell ${JSON.stringify(cell)}`, () => assert.equal(toCsvLine([cell]), `${text}\r\n`))
