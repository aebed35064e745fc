import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { toGeoip } from './geoip/to-geoip.ts'
import { toIp2location } from './ip2location/personality.ts'
import { toIpdata } from './ipdata/personality.ts'
import { toClassic, toTier } from './ipinfo/to-ipinfo.ts'
import { toIpregistry } from './ipregistry/to-ipregistry.ts'
import { BOGON, FULL, UNKNOWN, withFlag } from './testing/made-up-records.ts'

const FLAGS = ['is_vpn', 'is_tor', 'is_data_center', 'is_proxy', 'is_relay', 'is_hosting'] as const
const ipdata = (record: IpRecord) =>
  toIpdata(record, { credits: undefined, services: { config: { publicOrigin: 'https://o.example' } } })
const trueOf = (form: object = {}): string[] => Object.keys(form).filter((name) => form[name as keyof typeof form] === true)

test('each flag stands where each service has it, and nowhere else', () => {
  const seen = FLAGS.map((flag) => {
    const record = withFlag(flag)
    const { privacy } = toClassic(record) as { privacy: { service: string } }
    const tier = toTier(record) as { anonymous: { name?: string } }
    const geoip = toGeoip({ en: record, zh: record }, 'insights', undefined) as Record<'traits' | 'anonymizer', object>
    const { security } = toIpregistry(record) as { security: object }
    const { threat } = ipdata(record) as { threat: object }
    const { proxy } = toIp2location(record) as { proxy: object }
    return [
      flag,
      [...trueOf(privacy), privacy.service],
      [...trueOf(tier.anonymous), tier.anonymous.name ?? '-', ...trueOf(tier)],
      trueOf(geoip.traits),
      trueOf(geoip.anonymizer),
      trueOf(security),
      trueOf(threat),
      trueOf(proxy),
    ]
  })
  const any = ['is_anonymous', 'is_anycast']
  assert.deepEqual(seen, [
    [
      'is_vpn',
      ['vpn', 'North Ltd'],
      ['is_vpn', 'North Ltd', ...any],
      ['is_anycast', 'is_anonymous', 'is_anonymous_vpn'],
      ['is_anonymous', 'is_anonymous_vpn'],
      ['is_vpn', 'is_anonymous'],
      ['is_vpn', 'is_anonymous'],
      ['is_vpn'],
    ],
    [
      'is_tor',
      ['tor', 'Tor'],
      ['is_tor', 'Tor', ...any],
      ['is_anycast', 'is_anonymous', 'is_tor_exit_node'],
      ['is_anonymous', 'is_tor_exit_node'],
      ['is_tor', 'is_tor_exit', 'is_anonymous'],
      ['is_tor', 'is_anonymous'],
      ['is_tor'],
    ],
    [
      'is_data_center',
      [''],
      ['-', 'is_anycast'],
      ['is_anycast'],
      [],
      ['is_cloud_provider'],
      ['is_datacenter'],
      ['is_data_center'],
    ],
    [
      'is_proxy',
      ['proxy', 'North Ltd'],
      ['is_proxy', 'North Ltd', ...any],
      ['is_anycast', 'is_anonymous', 'is_public_proxy'],
      ['is_anonymous', 'is_public_proxy'],
      ['is_proxy', 'is_anonymous'],
      ['is_proxy', 'is_anonymous'],
      ['is_public_proxy'],
    ],
    [
      'is_relay',
      ['relay', 'iCloud Private Relay'],
      ['is_relay', 'iCloud Private Relay', ...any],
      ['is_anycast', 'is_anonymous'],
      ['is_anonymous'],
      ['is_relay', 'is_anonymous'],
      ['is_icloud_relay', 'is_anonymous'],
      ['is_consumer_privacy_network'],
    ],
    [
      'is_hosting',
      ['hosting', ''],
      ['-', 'is_anycast', 'is_hosting'],
      ['is_anycast', 'is_hosting_provider'],
      ['is_hosting_provider'],
      ['is_cloud_provider'],
      ['is_datacenter'],
      [],
    ],
  ])
})

test('ipdata: flags of a country as a picture and as letters, parts without a source left out', () => {
  const { time_zone: zone, threat, ...rest } = ipdata(FULL)
  const { abbr, ...zoned } = zone as Record<string, unknown>
  assert.equal(typeof abbr, 'string')
  assert.deepEqual(zoned, { name: 'Europe/London', offset: '+0130', is_dst: true, current_time: '2026-06-01T12:00:00+01:30' })
  assert.deepEqual(trueOf(threat as object), [])
  assert.deepEqual(rest, {
    ip: '192.0.2.7',
    is_eu: false,
    city: 'Thurso',
    region: 'Scotland',
    region_code: 'SCT',
    country_name: 'United Kingdom',
    country_code: 'GB',
    continent_name: 'Europe',
    continent_code: 'EU',
    latitude: 58.59333,
    longitude: -3.5,
    postal: 'KW14',
    calling_code: '44',
    flag: 'https://o.example/flags/gb.svg',
    emoji_flag: '🇬🇧',
    emoji_unicode: 'U+1F1EC U+1F1E7',
    asn: { asn: 'AS64500', name: 'NORTH-AS', domain: 'north.example', route: '192.0.2.0/24', type: 'isp' },
    company: { name: 'North Ltd', domain: 'north.example', network: '192.0.2.0/24', type: 'isp' },
    currency: { name: 'Pound Sterling', code: 'GBP', symbol: '£' },
  })
  const unknown = ipdata(UNKNOWN)
  assert.deepEqual(
    [unknown['asn'], unknown['company'], unknown['flag'], unknown['emoji_flag']],
    [undefined, undefined, null, null],
  )
  const credits = { quota: 100, remaining: 40 }
  assert.equal(toIpdata(FULL, { credits, services: { config: { publicOrigin: '' } } })['count'], '60')
})

test('ip2location: “-” and 0 for what is not known at the top, its words for kinds of networks', () => {
  assert.deepEqual(toIp2location(UNKNOWN), {
    ip: '192.0.2.7',
    country_code: '-',
    country_name: '-',
    region_name: '-',
    city_name: '-',
    latitude: 0,
    longitude: 0,
    zip_code: '-',
    time_zone: '-',
    asn: '-',
    as: '-',
    is_proxy: false,
    proxy: { is_vpn: false, is_tor: false, is_data_center: false, is_public_proxy: false, is_consumer_privacy_network: false },
  })
  const { proxy: _, ...full } = toIp2location(FULL)
  assert.deepEqual(full, {
    ip: '192.0.2.7',
    country_code: 'GB',
    country_name: 'United Kingdom',
    region_name: 'Scotland',
    city_name: 'Thurso',
    latitude: 58.59333,
    longitude: -3.5,
    zip_code: 'KW14',
    time_zone: '+01:30',
    asn: '64500',
    as: 'NORTH-AS',
    is_proxy: false,
    isp: 'North Access',
    domain: 'north.example',
    idd_code: '44',
    weather_station_code: 'UKXX0143',
    weather_station_name: 'Thurso',
    elevation: 12,
    usage_type: 'ISP',
    continent: { name: 'Europe', code: 'EU' },
    country: {
      name: 'United Kingdom',
      capital: 'London',
      currency: { code: 'GBP', name: 'Pound Sterling', symbol: '£' },
      idd_code: '44',
    },
    region: { name: 'Scotland', code: 'GB-SCT' },
    city: { name: 'Thurso' },
  })
  assert.deepEqual([toIp2location(BOGON)['usage_type'], toIp2location(withFlag('is_relay'))['is_proxy']], ['RSV', true])
})
