import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { expandField, replaceField, splitCron, writeField, type FieldSpec } from './cron-fields.ts'

const [minute, hour, day, month, weekday] = splitCron('* * * * *')!.map(({ spec }) => spec) as [
  FieldSpec,
  FieldSpec,
  FieldSpec,
  FieldSpec,
  FieldSpec,
]
const expand = (text: string, spec: FieldSpec) => {
  const values = expandField(text, spec)
  return values && [...values].sort((a, b) => a - b)
}

const rows: readonly [string, FieldSpec, readonly number[] | undefined][] = [
  ['*/20', minute, [0, 20, 40]],
  ['5/25', minute, [5, 30, 55]],
  ['9-11,14', hour, [9, 10, 11, 14]],
  ['10-16/3', day, [10, 13, 16]],
  ['JAN-mar', month, [1, 2, 3]],
  ['5-7', weekday, [0, 5, 6]],
  ['SUN', weekday, [0]],
  ['L', day, undefined],
  ['15W', day, undefined],
  ['MON#2', weekday, undefined],
  ['60', minute, undefined],
  ['9-5', hour, undefined],
  ['*/0', minute, undefined],
  ['', minute, undefined],
]
for (const [text, spec, values] of rows)
  test(`${spec.name} ${text || 'empty'}: ${values?.join(', ') ?? 'not a set of numbers'}`, () =>
    assert.deepEqual(expand(text, spec), values))

for (const [text, written] of [
  ['0,20,40', '*/20'],
  ['1,2,3,7,9,10', '1-3,7,9,10'],
  ['0-59', '*'],
  ['0,30', '*/30'],
] as const)
  test(`${text} is written ${written}`, () => {
    const values = expandField(text, minute)!
    assert.equal(writeField(values, minute), text === '0,30' ? '0,30' : written)
    assert.deepEqual(expandField(writeField(values, minute), minute), values)
  })

test('numbers come back as they were, whichever way they are written', () =>
  fc.assert(
    fc.property(fc.constantFrom(minute, hour, day, month, weekday), fc.infiniteStream(fc.boolean()), (spec, stream) => {
      const values = new Set<number>()
      for (let value = spec.min; value <= spec.max; value++) if (stream.next().value) values.add(value)
      if (values.size > 0)
        assert.deepEqual(expandField(writeField(values, spec), spec), new Set([...values].sort((a, b) => a - b)))
    }),
  ))

test('five, six and seven fields, and nicknames', () => {
  assert.deepEqual(
    splitCron('0 30 9 * * 1-5 2027')?.map(({ spec }) => spec.name),
    ['second', 'minute', 'hour', 'day', 'month', 'weekday', 'year'],
  )
  assert.equal(
    splitCron('＠Daily ')
      ?.map(({ text }) => text)
      .join(' '),
    '0 0 * * *',
  )
  assert.equal(splitCron('* * *'), undefined)
  assert.equal(splitCron('0 9 * * 1', 'quartz'), undefined)
  assert.equal(replaceField(splitCron('0 9 * * *')!, 4, ' MON - FRI '), '0 9 * * MON-FRI')
})

test('a ? makes it Quartz or AWS, whose week begins with Sunday as 1', () => {
  const quartz = splitCron('0 15 10 ? * 2-6')!
  assert.deepEqual(quartz[5]?.spec, { ...weekday, min: 1, max: 7 })
  assert.deepEqual(expand('2-6', quartz[5]!.spec), [2, 3, 4, 5, 6])
  assert.deepEqual(expand('MON', quartz[5]!.spec), [2])
  assert.equal(splitCron('0 15 10 ? * 2-6', 'unix')?.[5]?.spec.min, 0)
  assert.deepEqual(
    splitCron('cron(0 10 * * ? *)')?.map(({ spec }) => spec.name),
    ['minute', 'hour', 'day', 'month', 'weekday', 'year'],
  )
})
