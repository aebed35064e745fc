import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAsn1 } from './asn1.ts'
import { readReal } from './asn1-real.ts'

const toBytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const toDecimal = (form: number, number: string) => Uint8Array.of(form, ...Buffer.from(number))

for (const [name, hex, text, also] of [
  ['zero', '', '0', undefined],
  ['base 2', '80 FB 05', '0.15625', '5 × 2^-5'],
  ['base 2, negative', 'C0 00 0D', '-13', undefined],
  ['base 8', '90 FE 0A', '0.15625', '10 × 8^-2'],
  ['base 16 with a scale', 'AC FE 05', '0.15625', '5 × 2^3 × 16^-2'],
  ['an exponent of two octets', '81 FC 00 01', '5.562684646268003e-309', '1 × 2^-1024'],
  ['an exponent of three octets', '82 00 00 03 01', '8', '1 × 2^3'],
  ['an exponent that says its length', '83 04 00 00 00 02 03', '12', '3 × 2^2'],
  ['π', '80 D0 03 24 3F 6A 88 85 A3', '3.141592653589793', '884279719003555 × 2^-48'],
  ['the least double', '81 FB CE 01', '5e-324', '1 × 2^-1074'],
  ['less than it', '81 FB CD 01', '1 × 2^-1075', undefined],
  ['more digits than a double has', '80 01 01 00 00 00 00 00 00 01', '72057594037927937 × 2^1', undefined],
  ['plus infinity', '40', 'PLUS-INFINITY', undefined],
  ['minus infinity', '41', 'MINUS-INFINITY', undefined],
  ['no number', '42', 'NOT-A-NUMBER', undefined],
  ['minus zero', '43', '-0', undefined],
  ['a special value that is none', '44', '44', undefined],
  ['a reserved base', 'B0 00 01', 'b0 00 01', undefined],
  ['no mantissa', '80 00', '80 00', undefined],
] as const)
  test(`REAL, ${name}`, () => {
    const { text: found, also: foundAlso } = readReal(toBytes(hex))
    assert.deepEqual([found.toLowerCase(), foundAlso], [text.toLowerCase(), also])
  })

for (const [form, number, text] of [
  [1, ' +4902', '+4902'],
  [2, '-3,14', '-3.14'],
  [3, '15625.E-5', '15625.E-5'],
] as const)
  test(`REAL in decimal, NR${form}`, () => assert.deepEqual(readReal(toDecimal(form, number)), { text, also: `NR${form}` }))

test('REAL in decimal of another form is bytes', () => {
  for (const bytes of [toDecimal(1, '1.5'), toDecimal(4, '1'), toDecimal(3, '1')]) assert.match(readReal(bytes).text, /^0\d 3/)
})

test('a REAL in a structure is a number', () => {
  const [part] = readAsn1(toBytes('30 05 09 03 80 FB 05')).parts
  assert.partialDeepStrictEqual(part, { parts: [{ type: 'REAL', value: 'REAL 0.15625', also: '5 × 2^-5' }] })
})
