import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryCodes, findCountry } from './countries.ts'

test('every country has two codes of its own, a continent and a region', () => {
  const countries = countryCodes.map((code) => findCountry(code)!)
  assert.equal(countries.length, 250, '249 of ISO 3166-1 and Kosovo')
  assert.equal(new Set(countries.map(({ code3 }) => code3)).size, 250)
  for (const { code, code3 } of countries) assert.match(`${code} ${code3}`, /^[A-Z]{2} [A-Z]{3}$/)
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  for (const code of countryCodes) assert.ok(names.of(code), `${code} has a name`)
})

test('a code in small letters is found, another one is not', () => {
  assert.deepEqual(findCountry('de'), { code: 'DE', code3: 'DEU', continent: 'EU', region: { en: 'Western Europe', zh: '西欧' } })
  assert.equal(findCountry('ZZ'), undefined)
})
