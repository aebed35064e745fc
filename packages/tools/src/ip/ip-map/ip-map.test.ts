import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Host } from '@octet/core/host.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import ipMap from './tool.ts'

type Output = {
  found: number
  placed: number
  unplaced: string[]
  points: { radius_km: number | null; count: number; addresses: string[] }[]
}

const PLACES: Readonly<Record<string, readonly [latitude: number, radiusKm: number | null]>> = {
  '8.8.8.8': [37, null],
  '8.8.8.9': [37, 20],
  '8.8.8.10': [37, 50],
  '2001:4860::8': [50, 5],
}

async function draw(text: string): Promise<Output> {
  const lookup = (address: string) => {
    const [latitude = null, accuracy_radius = null] = PLACES[address] ?? []
    return {
      latitude,
      longitude: latitude,
      accuracy_radius,
      city_name: null,
      region_name: null,
      country_name: null,
      country_code: null,
    }
  }
  return (await answerTool(ipMap, { text }, createTestHost({ ip: { lookup } } as unknown as Partial<Host>))) as Output
}

test('addresses at one place are one point, each counted once, with the widest of their circles', async () => {
  const { points, found, placed } = await draw('8.8.8.8 8.8.8.8 8.8.8.9\n8.8.8.10 and 2001:4860:0:0::8')
  assert.deepEqual(
    points.map(({ count, radius_km }) => [count, radius_km]),
    [
      [3, 50],
      [1, 5],
    ],
  )
  assert.deepEqual([found, placed], [4, 4])
})

test('addresses without a place are named', async () => {
  const { found, placed, unplaced } = await draw('8.8.8.8, 10.0.0.1, ::ffff:10.0.0.2, 100.64.0.1')
  assert.deepEqual([found, placed, unplaced], [4, 1, ['10.0.0.1', '::ffff:10.0.0.2', '100.64.0.1']])
})

test('a text without an address is an empty map', async () => {
  assert.deepEqual(await draw('12:30 v1.2.3'), { found: 0, placed: 0, points: [], unplaced: [] })
})

test('more addresses than fit are refused with their number', async () => {
  const text = Array.from({ length: 2001 }, (_, index) => `9.9.${index >> 8}.${index & 255}`).join(' ')
  await assert.rejects(draw(text), { key: 'too_large', message: /2000 addresses.*2001/ })
})
