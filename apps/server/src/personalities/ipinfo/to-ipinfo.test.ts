import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOGON, FULL, UNKNOWN, withFlag } from '../testing/made-up-records.ts'
import { getClassicField, toClassic, toLite, toTier } from './to-ipinfo.ts'

test('ipinfo, classic: all that is known, and no empty part of what is not', () => {
  assert.deepEqual(toClassic(FULL), {
    ip: '192.0.2.7',
    city: 'Thurso',
    region: 'Scotland',
    country: 'GB',
    loc: '58.5933,-3.5000',
    org: 'AS64500 NORTH-AS',
    postal: 'KW14',
    timezone: 'Europe/London',
    asn: { asn: 'AS64500', name: 'NORTH-AS', domain: 'north.example', route: '192.0.2.0/24', type: 'isp' },
    company: { name: 'North Ltd', domain: 'north.example', type: 'isp' },
    privacy: { vpn: false, proxy: false, tor: false, relay: false, hosting: false, service: '' },
  })
  assert.deepEqual(Object.keys(toClassic(UNKNOWN)), ['ip', 'privacy'])
  assert.deepEqual(toClassic(BOGON), { ip: '10.0.0.1', bogon: true })
  assert.equal(toClassic({ ...FULL, ASN: { ...FULL.ASN, asn_name: null } })['org'], 'AS64500')
  assert.deepEqual(getClassicField(FULL, 'geo'), {
    ip: '192.0.2.7',
    city: 'Thurso',
    region: 'Scotland',
    country: 'GB',
    loc: '58.5933,-3.5000',
    postal: 'KW14',
    timezone: 'Europe/London',
  })
})

test('ipinfo, classic: only lists that name the address are evidence, and the newest dates it', () => {
  const { last_seen: never, lists: none } = getClassicField(FULL, 'privacy_extended') as Record<string, unknown>
  assert.deepEqual([never, none], [null, []], 'a source that says “no hosting” is none')
  assert.deepEqual(getClassicField(withFlag('is_vpn'), 'privacy_extended'), {
    vpn: true,
    proxy: false,
    tor: false,
    relay: false,
    hosting: false,
    service: 'North Ltd',
    last_seen: '2026-05-09',
    lists: ['newer', 'older', 'undated'],
  })
})

test('ipinfo, Lite and the tiers', () => {
  const lite = { ip: '192.0.2.7', asn: 'AS64500', as_name: 'NORTH-AS', as_domain: 'north.example' }
  const place = { country_code: 'GB', country: 'United Kingdom', continent_code: 'EU', continent: 'Europe' }
  assert.deepEqual(toLite(FULL), { ...lite, ...place })
  assert.deepEqual([toLite(UNKNOWN), toLite(BOGON)], [{ ip: '192.0.2.7' }, { ip: '10.0.0.1', bogon: true }])
  const tier = {
    ip: '192.0.2.7',
    geo: {
      city: 'Thurso',
      region: 'Scotland',
      region_code: 'SCT',
      country: 'United Kingdom',
      country_code: 'GB',
      continent: 'Europe',
      continent_code: 'EU',
      latitude: 58.59333,
      longitude: -3.5,
      timezone: 'Europe/London',
      postal_code: 'KW14',
      radius: 20,
    },
    as: { asn: 'AS64500', name: 'NORTH-AS', domain: 'north.example', type: 'isp' },
    mobile: {},
    anonymous: { is_proxy: false, is_relay: false, is_tor: false, is_vpn: false },
    is_anonymous: false,
    is_anycast: false,
    is_hosting: false,
    is_mobile: false,
    is_satellite: false,
  }
  assert.deepEqual(toTier(FULL), tier)
  assert.deepEqual([toTier(UNKNOWN)['geo'], toTier(UNKNOWN)['as'], 'bogon' in toTier(UNKNOWN)], [{}, {}, false])
})

test('ipinfo, tiers: a bogon has the parts that clients read without looking', () => {
  const { ip, bogon, geo, as, is_hosting: isHosting } = toTier(BOGON)
  assert.deepEqual({ ip, bogon, geo, as, isHosting }, { ip: '10.0.0.1', bogon: true, geo: {}, as: {}, isHosting: false })
})
