import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toMinutes, toZoneFacts } from './zone-facts.ts'

const find = (name: string, offset: string) => toZoneFacts({ name, offset, current_time: null })

test('clocks are put forward where another part of the year is behind, in either half of the world', () => {
  const rows: [string, string, boolean][] = [
    ['America/Los_Angeles', '-07:00', true],
    ['America/Los_Angeles', '-08:00', false],
    ['Australia/Sydney', '+11:00', true],
    ['Australia/Sydney', '+10:00', false],
    ['Australia/Lord_Howe', '+11:00', true],
    ['Asia/Shanghai', '+08:00', false],
    ['Europe/London', '+00:00', false],
    ['America/St_Johns', '-03:30', false],
  ]
  for (const [name, offset, expected] of rows) assert.equal(find(name, offset).isDaylightSaving, expected, `${name} ${offset}`)
})

test('a zone has English names, and nothing is said where there is none', () => {
  const { name, abbreviation } = find('Asia/Shanghai', '+08:00')
  assert.deepEqual([name, abbreviation], ['China Standard Time', 'GMT+8'])
  assert.deepEqual(toZoneFacts({ name: null, offset: null, current_time: null }), {
    abbreviation: null,
    name: null,
    isDaylightSaving: false,
    savingMinutes: 0,
    hasDaylightSaving: false,
  })
})

test('how far the clocks are put forward, and whether they are at another time of the year', () => {
  const of = (name: string, offset: string) => [find(name, offset).savingMinutes, find(name, offset).hasDaylightSaving]
  assert.deepEqual(of('Australia/Lord_Howe', '+11:00'), [30, true])
  assert.deepEqual(of('America/New_York', '-05:00'), [0, true])
  assert.deepEqual(of('Asia/Shanghai', '+08:00'), [0, false])
})

test('offsets in minutes', () => assert.deepEqual(['+05:30', '-03:30', ''].map(toMinutes), [330, -210, 0]))
