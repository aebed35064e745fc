import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FULL, UNKNOWN } from '../testing/made-up-records.ts'
import { select } from './select.ts'
import { toFlat, toNested } from './to-ipgeolocation.ts'

const ASKED = { hostname: null, origin: 'https://o.example' }
const flat = toFlat(FULL, ASKED)
const nested = toNested(FULL, ASKED, 3)

test('ipgeolocation: the flat form has numbers of places as texts, and codes of two and three letters', () => {
  const { ip, country_code2, country_code3, state_code, latitude, calling_code, country_tld, languages, asn } = flat
  assert.deepEqual(
    [ip, country_code2, country_code3, state_code, latitude, calling_code, country_tld, languages, asn],
    ['192.0.2.7', 'GB', 'GBR', 'GB-SCT', '58.59333', '+44', '.uk', 'en', 'AS64500'],
  )
  assert.equal(flat['country_flag'], 'https://o.example/flags/gb.svg')
  assert.ok(!('domain' in flat))
  assert.equal(toFlat(FULL, { ...ASKED, hostname: 'a.example' })['domain'], 'a.example')
})

test('ipgeolocation: the offset is that without, and that with the clocks put forward', () => {
  const time = '2026-06-01T12:00:00-04:00'
  const zone = { name: 'America/New_York', offset: '-04:00', current_time: time }
  assert.deepEqual(toFlat({ ...FULL, time_zone: zone }, ASKED)['time_zone'], {
    name: 'America/New_York',
    offset: -5,
    offset_with_dst: -4,
    current_time: '2026-06-01 12:00:00.000-0400',
    current_time_unix: Date.parse(time) / 1_000,
    is_dst: true,
    dst_savings: 1,
    dst_exists: true,
  })
})

test('ipgeolocation: versions 2 and 3 have the network in places of their own', () => {
  assert.deepEqual(Object.keys(toNested(FULL, ASKED, 2)), ['ip', 'location', 'country_metadata', 'network', 'currency'])
  assert.deepEqual(Object.keys(nested), ['ip', 'location', 'country_metadata', 'currency', 'asn', 'time_zone'])
  assert.deepEqual(nested['country_metadata'], { calling_code: '+44', tld: '.uk', languages: ['en'] })
})

test('ipgeolocation: nothing known is empty texts, and never null', () => {
  for (const form of [toFlat(UNKNOWN, ASKED), toNested(UNKNOWN, ASKED, 2), toNested(UNKNOWN, ASKED, 3)])
    assert.ok(!JSON.stringify(form).includes('null'))
})

test('ipgeolocation: named and excluded fields, also parts of a part; the address stays', () => {
  assert.deepEqual(select(flat, { fields: 'city,nothing' }), { ip: '192.0.2.7', city: 'Thurso' })
  assert.deepEqual(Object.keys(select(flat, { fields: 'geo,currency' })).at(-1), 'currency')
  assert.equal(select(flat, { fields: 'geo' })['country_code3'], 'GBR')
  assert.deepEqual(select(flat, { fields: '*' }), flat)
  assert.deepEqual(select(nested, { fields: 'location.city,asn' }), {
    ip: '192.0.2.7',
    location: { city: 'Thurso' },
    asn: nested['asn'],
  })
  const without = select(nested, { excludes: 'ip,location,time_zone.name' }) as { time_zone: object }
  assert.deepEqual(Object.keys(without), ['ip', 'country_metadata', 'currency', 'asn', 'time_zone'])
  assert.ok(!('name' in without.time_zone))
})
