import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPlace, findTime, toNumbers, toValueText } from './exif-values.ts'
import type { TiffEntry } from './read-tiff.ts'

const entry = (tag: number, value: TiffEntry['value'], more: Partial<TiffEntry> = {}): TiffEntry => ({
  part: 'exif',
  tag,
  type: value instanceof Uint8Array ? 2 : 5,
  count: value.length,
  value,
  isLittle: false,
  ...more,
})
const ascii = (text: string) => new TextEncoder().encode(`${text}\0`)

const ROWS: readonly (readonly [string, TiffEntry, string])[] = [
  ['a long exposure', entry(0x829a, [[25, 10]]), '2.5 s'],
  ['a short exposure', entry(0x829a, [[1, 8000]]), '1/8000 s'],
  ['no divisor', entry(0x9206, [[1, 0]]), 'infinity'],
  ['exposure compensation', entry(0x9204, [[1, 3]], { type: 10 }), '+0.33 EV'],
  [
    'a lens that opens alike',
    entry(0xa432, [
      [50, 1],
      [50, 1],
      [18, 10],
      [18, 10],
    ]),
    '50 mm f/1.8',
  ],
  [
    'a lens that tells no aperture',
    entry(0xa432, [
      [24, 1],
      [70, 1],
      [0, 0],
      [0, 0],
    ]),
    '24–70 mm',
  ],
  ['a flash', entry(0x9209, [0x19], { type: 3 }), 'Fired, automatic'],
  ['a flash whose light came back', entry(0x9209, [0x1f], { type: 3 }), 'Fired, automatic, light came back'],
  ['an exposure as a power of two', entry(0x9201, [[432, 100]]), '4.32 Tv (1/20 s)'],
  [
    'an angle in fractions of minutes',
    entry(
      2,
      [
        [54, 1],
        [5938, 100],
        [0, 1],
      ],
      { part: 'gps' },
    ),
    '54° 59′ 22.8″',
  ],
  [
    'an angle whose seconds round up',
    entry(
      2,
      [
        [29, 1],
        [59, 1],
        [59_999, 1_000],
      ],
      { part: 'gps' },
    ),
    '30° 0′ 0″',
  ],
  ['a unit by its letter', entry(12, ascii('K'), { part: 'gps' }), 'km/h'],
  ['a side by its letter', entry(3, ascii('W'), { part: 'gps' }), 'West'],
  ['a letter of no meaning', entry(16, ascii('X'), { part: 'gps' }), 'X'],
  ['no flash built in', entry(0x9209, [0x20], { type: 3 }), 'None built in'],
  ['Chinese in GBK', entry(0x010e, Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3, 0)), '你好'],
  [
    'a comment in UTF-16',
    entry(0x9286, Uint8Array.of(...new TextEncoder().encode('UNICODE\0'), 0, 0x68, 0, 0x69), { type: 7 }),
    'hi',
  ],
  [
    'a comment in the other order',
    entry(0x9286, Uint8Array.of(...new TextEncoder().encode('UNICODE\0'), 0x68, 0, 0x69, 0), { type: 7 }),
    'hi',
  ],
  ['a title of Windows', entry(0x9c9b, Uint8Array.of(0x60, 0x4f, 0, 0), { type: 1 }), '你'],
  ['what makers keep to themselves', entry(0x927c, new Uint8Array(2048), { type: 7 }), '2.0 KiB, in the maker’s own format'],
  ['a day', entry(0x9003, ascii('2024:05:01 12:34:56')), '2024-05-01 12:34:56'],
]
for (const [name, given, expected] of ROWS) test(`${name}: ${expected}`, () => assert.equal(toValueText(given, 'en'), expected))

test('of millions of bytes only the first are numbers', () => assert.equal(toNumbers(new Uint8Array(5_000_000)).length, 17))

test('a place needs both angles, their signs and a globe', () => {
  const gps = (tag: number, value: TiffEntry['value']) => entry(tag, value, { part: 'gps' })
  const whole = [
    gps(1, ascii('N')),
    gps(2, [
      [30, 1],
      [30, 1],
      [0, 1],
    ]),
    gps(3, ascii('W')),
    gps(4, [
      [120, 1],
      [0, 1],
      [36, 1],
    ]),
  ]
  assert.deepEqual(findPlace(whole), { latitude: 30.5, longitude: -120.01 })
  for (const left of [1, 2, 3, 4]) assert.equal(findPlace(whole.filter(({ tag }) => tag !== left)), undefined)
  assert.equal(
    findPlace([
      ...whole.slice(0, 1),
      gps(2, [
        [91, 1],
        [0, 1],
        [0, 1],
      ]),
      ...whole.slice(2),
    ]),
    undefined,
  )
})

test('the time is that of taking, with what is known of its zone', () => {
  const taken = entry(0x9003, ascii('2024:05:01 12:34:56'))
  const changed = entry(0x0132, ascii('2025:01:01 00:00:00'), { part: 'image' })
  assert.equal(findTime([changed, taken]), '2024-05-01T12:34:56')
  assert.equal(findTime([changed]), '2025-01-01T00:00:00')
  assert.equal(findTime([taken, entry(0x9011, ascii('-03:30'))]), '2024-05-01T12:34:56-03:30')
  assert.equal(findTime([entry(0x9003, ascii('0000:00:00 00:00:00')), entry(0x9003, ascii('    :  :     :  :  '))]), undefined)
})
