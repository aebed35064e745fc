import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { FULL, UNKNOWN, withFlag } from '../testing/made-up-records.ts'
import { toGeoip } from './to-geoip.ts'

test('GeoIP: each edition, and nothing of what is not known', () => {
  const zh: IpRecord = { ...FULL, country_name: '英国', region_name: '苏格兰', city_name: 'Thurso' }
  const { continent, country, ...rest } = toGeoip({ en: FULL, zh }, 'insights', 9) as Record<string, { names: object }>
  assert.deepEqual(rest, {
    city: { names: { en: 'Thurso' } },
    location: { accuracy_radius: 20, latitude: 58.59333, longitude: -3.5, time_zone: 'Europe/London' },
    postal: { code: 'KW14' },
    subdivisions: [{ iso_code: 'SCT', names: { en: 'Scotland', 'zh-CN': '苏格兰' } }],
    traits: {
      ip_address: '192.0.2.7',
      network: '192.0.2.0/24',
      autonomous_system_number: 64_500,
      autonomous_system_organization: 'NORTH-AS',
      domain: 'north.example',
      isp: 'North Access',
      organization: 'North Ltd',
    },
    maxmind: { queries_remaining: 9 },
  })
  assert.deepEqual([Object.keys(continent!.names).length, Object.keys(country!.names).length], [8, 8])
  const traits = { ip_address: '192.0.2.7', network: '192.0.2.0/24' }
  assert.deepEqual(toGeoip({ en: FULL, zh }, 'country', undefined), { continent, country, traits })
  assert.deepEqual(toGeoip({ en: UNKNOWN, zh: UNKNOWN }, 'city', undefined), { traits: { ip_address: '192.0.2.7' } })
  const { location } = toGeoip({ en: { ...FULL, latitude: null, longitude: null }, zh }, 'city', undefined) as {
    location: object
  }
  assert.deepEqual(location, { time_zone: 'Europe/London' }, 'no radius around nowhere')
  const { anonymizer } = toGeoip({ en: withFlag('is_tor'), zh }, 'insights', undefined) as { anonymizer: object }
  assert.deepEqual(anonymizer, {
    is_anonymous: true,
    is_tor_exit_node: true,
    network_last_seen: '2026-05-09',
    provider_name: 'Tor',
  })
})

test('GeoIP says whose network it is where its kind leaves no doubt', () => {
  const of = (usage: string | null, flags: Partial<IpRecord['proxy_data']> = {}): unknown => {
    const record: IpRecord = { ...FULL, ASN: { ...FULL.ASN, usage_type: usage }, proxy_data: { ...FULL.proxy_data, ...flags } }
    return (toGeoip({ en: record, zh: record }, 'insights', undefined) as { traits: { user_type?: string } }).traits.user_type
  }
  assert.deepEqual(
    ['isp', null, 'business', 'education', 'government', 'hosting'].map((usage) => of(usage)),
    [undefined, undefined, 'business', 'college', 'government', 'hosting'],
  )
  assert.deepEqual(
    [of('isp', { is_hosting: true }), of('isp', { is_relay: true, is_hosting: true })],
    ['hosting', 'consumer_privacy_network'],
  )
})
