import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import cron from '../cron/tool.ts'
import time from './tool.ts'
import { toZoneName, ZONES_WITH_NAMES } from './zone-name.ts'

for (const [text, zone] of [
  ['Beijing', 'Asia/Shanghai'],
  ['北京', 'Asia/Shanghai'],
  [' new york ', 'America/New_York'],
  ['NEW_YORK', 'America/New_York'],
  ['Port-au-Prince', 'America/Port-au-Prince'],
  ['SF', 'America/Los_Angeles'],
  ['India', 'Asia/Kolkata'],
  ['新西兰', 'Pacific/Auckland'],
  ['San Francisco', 'America/Los_Angeles'],
  // Engines list these by names that they had before.
  ['Kolkata', 'Asia/Kolkata'],
  ['Kyiv', 'Europe/Kyiv'],
  ['Ho Chi Minh City', 'Asia/Ho_Chi_Minh'],
  ['Kathmandu', 'Asia/Kathmandu'],
  ['Yangon', 'Asia/Yangon'],
  ['Buenos Aires', 'America/Argentina/Buenos_Aires'],
  ['成都', 'Asia/Shanghai'],
  ['伊斯坦布尔', 'Europe/Istanbul'],
  ['伦敦', 'Europe/London'],
  ['JST', 'Asia/Tokyo'],
  ['UTC+8', '+08:00'],
  ['GMT-0330', '-03:30'],
  ['＋８', '+08:00'],
  ['+05:30', '+05:30'],
  ['东八区', '+08:00'],
  ['西十一区', '-11:00'],
  ['Europe/Oslo', 'Europe/Oslo'],
  ['UTC', 'UTC'],
  ['CST', 'CST'],
  ['Mars/X', 'Mars/X'],
  ['+99', '+99'],
] as const)
  test(`${text} is the zone ${zone}`, () => assert.equal(toZoneName(text), zone))

test('every zone that a name leads to is one', () => {
  const zones = new Set(Intl.supportedValuesOf('timeZone'))
  for (const name of [
    'beijing',
    '香港',
    '澳门',
    '台北',
    '首尔',
    'sgt',
    '曼谷',
    '吉隆坡',
    '雅加达',
    '马尼拉',
    '河内',
    '印度',
    '迪拜',
    'msk',
    '巴黎',
  ])
    assert.ok(zones.has(toZoneName(name)) || /Calcutta|Kolkata|Saigon|Ho_Chi_Minh/.test(toZoneName(name)), name)
})

test('an engine takes every zone that has names of its own here', () => {
  for (const zone of ZONES_WITH_NAMES) assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: zone }), zone)
})

test('a city does where a zone is asked for, and the answer names the zone', async () => {
  const told = (await answerTool(time, { text: '1700000000', zone: '纽约', zones: 'Beijing, UTC+9' }, createTestHost())) as {
    text: string
    zones: { zone: string; offset: string }[]
  }
  assert.equal(told.text, '2023-11-14T17:13:20-05:00')
  assert.deepEqual(
    told.zones.map(({ zone, offset }) => [zone, offset]),
    [
      ['Asia/Shanghai', '+08:00'],
      ['+09:00', '+09:00'],
    ],
  )
  const { runs } = (await answerTool(cron, { text: '0 9 * * *', zone: '北京', count: 1 }, createTestHost())) as {
    runs: { utc: string }[]
  }
  assert.equal(runs[0]?.utc, '2026-01-03T01:00:00.000Z')
  for (const tool of [time, cron])
    await assert.rejects(answerTool(tool, { text: tool === cron ? '* * * * *' : '0', zone: 'CST' }, createTestHost()), /CST/)
})
