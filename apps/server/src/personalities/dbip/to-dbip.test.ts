import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOGON, FULL, UNKNOWN, withFlag } from '../testing/made-up-records.ts'
import { toDbip } from './to-dbip.ts'

test('dbip: without a key it ends with the town', () => {
  assert.deepEqual(Object.entries(toDbip(FULL, { isKeyed: false })), [
    ['ipAddress', '192.0.2.7'],
    ['continentCode', 'EU'],
    ['continentName', 'Europe'],
    ['countryCode', 'GB'],
    ['countryName', 'United Kingdom'],
    ['stateProv', 'Scotland'],
    ['city', 'Thurso'],
  ])
})

test('dbip: with a key, offsets are hours and the prefix has no plus', () => {
  const { isEuMember, currencyCode, phonePrefix, zipCode, latitude, gmtOffset, timeZone, weatherCode, asNumber, isp } = toDbip(
    FULL,
    { isKeyed: true },
  )
  assert.deepEqual(
    [isEuMember, currencyCode, phonePrefix, zipCode, latitude, gmtOffset, timeZone, weatherCode, asNumber, isp],
    [false, 'GBP', '44', 'KW14', 58.59333, 1.5, 'Europe/London', 'UKXX0143', 64_500, 'North Access'],
  )
  assert.equal(toDbip(withFlag('is_vpn'), { isKeyed: true })['isProxy'], true)
})

test('dbip: what is not known is left out, and what is set aside lies nowhere', () => {
  assert.deepEqual(toDbip(UNKNOWN, { isKeyed: true }), { ipAddress: UNKNOWN.ip })
  assert.deepEqual(toDbip(BOGON, { isKeyed: true }), { ipAddress: '10.0.0.1', countryCode: 'ZZ' })
})
