import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOGON, FULL, UNKNOWN } from '../testing/made-up-records.ts'
import { toIpregistry } from './to-ipregistry.ts'

test('ipregistry: every part, null for what is not known, offsets in seconds', () => {
  const { location, time_zone: zone, connection, company, type } = toIpregistry(FULL)
  const { abbreviation, name, ...rest } = zone as Record<string, unknown>
  assert.deepEqual([typeof abbreviation, typeof name], ['string', 'string'])
  assert.deepEqual(
    [rest, type, company],
    [
      {
        id: 'Europe/London',
        current_time: '2026-06-01T12:00:00+01:30',
        offset: 5_400,
        in_daylight_saving: true,
      },
      'IPv4',
      { domain: 'north.example', name: 'North Ltd', type: 'isp' },
    ],
  )
  assert.deepEqual(connection, {
    asn: 64_500,
    domain: 'north.example',
    organization: 'North Ltd',
    route: '192.0.2.0/24',
    type: 'isp',
  })
  assert.deepEqual(location, {
    continent: { code: 'EU', name: 'Europe' },
    country: {
      area: null,
      borders: [],
      calling_code: '44',
      capital: 'London',
      code: 'GB',
      name: 'United Kingdom',
      population: null,
      population_density: null,
      flag: {
        emoji: '🇬🇧',
        emoji_unicode: 'U+1F1EC U+1F1E7',
        emojitwo: null,
        noto: null,
        twemoji: null,
        wikimedia: null,
      },
      languages: [],
      tld: '.uk',
    },
    region: { code: 'GB-SCT', name: 'Scotland' },
    city: 'Thurso',
    postal: 'KW14',
    latitude: 58.59333,
    longitude: -3.5,
    language: { code: null, name: null, native: null },
    in_eu: false,
  })
  const zoneOf = (offset: string | null) =>
    (toIpregistry({ ...UNKNOWN, time_zone: { ...UNKNOWN.time_zone, offset } }) as { time_zone: { offset: number | null } })
      .time_zone.offset
  assert.deepEqual(['-03:30', '+00:00', null].map(zoneOf), [-12_600, 0, null])
  const french = toIpregistry({ ...FULL, ip: '2001:db8::1', country_code: 'FR', is_eu: true })
  const place = french['location'] as { country: { tld: string }; in_eu: boolean }
  assert.deepEqual([french['type'], place.country.tld, place.in_eu], ['IPv6', '.fr', true])
  const bogon = toIpregistry(BOGON) as { security: object; location: { country: { tld: unknown; calling_code: unknown } } }
  assert.deepEqual(
    [
      Object.entries(bogon.security).flatMap(([name, is]) => (is ? [name] : [])),
      bogon.location.country.tld,
      bogon.location.country.calling_code,
    ],
    [['is_bogon'], null, null],
  )
})
