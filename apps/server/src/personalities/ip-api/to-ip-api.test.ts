import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { BOGON, FULL, UNKNOWN, withFlag } from '../testing/made-up-records.ts'
import { readFields, toFailed, toIpApi } from './to-ip-api.ts'

const ALL = readFields('66846719')

test('ip-api: without a word the fields that it gives by itself, in its order', () => {
  assert.deepEqual(Object.entries(toIpApi(FULL, readFields(undefined))), [
    ['status', 'success'],
    ['country', 'United Kingdom'],
    ['countryCode', 'GB'],
    ['region', 'SCT'],
    ['regionName', 'Scotland'],
    ['city', 'Thurso'],
    ['zip', 'KW14'],
    ['lat', 58.59333],
    ['lon', -3.5],
    ['timezone', 'Europe/London'],
    ['isp', 'North Access'],
    ['org', 'North Ltd'],
    ['as', 'AS64500 NORTH-AS'],
    ['query', '192.0.2.7'],
  ])
})

test('ip-api: all fields by their number, and none is empty in a way that it is not there', () => {
  const { reverse, offset, currency, asname, continentCode } = toIpApi(FULL, ALL, 'a.example')
  assert.deepEqual([reverse, offset, currency, asname, continentCode], ['a.example', 5_400, 'GBP', 'NORTH-AS', 'EU'])
  const unknown = toIpApi(UNKNOWN, ALL)
  assert.equal(Object.keys(unknown).length, 24)
  assert.deepEqual([unknown.country, unknown.lat, unknown.as, unknown.proxy, unknown.offset], ['', 0, '', false, 0])
})

test('ip-api: fields by names; names that there are not are passed over', () => {
  assert.deepEqual(toIpApi(FULL, readFields('query, countryCode,nothing')), { countryCode: 'GB', query: '192.0.2.7' })
  assert.deepEqual(toIpApi(FULL, readFields('8194')), { countryCode: 'GB', query: '192.0.2.7' })
  assert.deepEqual(toIpApi(FULL, readFields('nothing')), {})
})

test('ip-api: proxy is a VPN, an exit of Tor or a proxy; a relay is none', () => {
  const of = (flag: keyof IpRecord['proxy_data']) => {
    const { proxy, hosting } = toIpApi(withFlag(flag), ALL)
    return [proxy, hosting]
  }
  assert.deepEqual((['is_vpn', 'is_tor', 'is_proxy'] as const).map(of), [
    [true, false],
    [true, false],
    [true, false],
  ])
  assert.deepEqual((['is_hosting', 'is_data_center', 'is_relay'] as const).map(of), [
    [false, true],
    [false, true],
    [false, false],
  ])
})

test('ip-api: what is set aside fails with what it is', () => {
  assert.deepEqual(toIpApi(BOGON, readFields('')), { status: 'fail', message: 'private range', query: '10.0.0.1' })
  const loopback = { ...BOGON, special: { ...BOGON.special!, rfc: 'RFC 1122' } }
  assert.equal(toIpApi(loopback, ALL).message, 'reserved range')
  assert.deepEqual(toFailed('x', 'invalid query', readFields('status,query')), { status: 'fail', query: 'x' })
})
