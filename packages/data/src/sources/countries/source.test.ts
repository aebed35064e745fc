import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findContinent } from '@octet/core/continent.ts'
import { countryCodes } from '@octet/core/geo/countries.ts'
import { findFiles } from '../../find-sources.ts'
import source from './source.ts'

const facts = await Array.fromAsync(await source.parse((await findFiles(source, '/none'))!))
const of = (code: string) => facts.find((country) => country.code === code)!

test('there is a row for each country of ISO 3166-1, and each lies on a continent', () => {
  assert.deepEqual(facts.map(({ code }) => code).sort(), [...countryCodes].sort())
  assert.deepEqual(
    facts.filter(({ code }) => findContinent(code) === undefined),
    [],
  )
})

test('names are words in both languages, and a capital is named in both or in none', () => {
  const han = /^[\p{Script=Han}·-]+(（[\p{Script=Han}]+）[\p{Script=Han}]*)?$/u
  for (const { code, name, capital, currency } of facts) {
    assert.match(name.zh, han, code)
    assert.notEqual(name.en, code)
    if (capital) assert.match(capital.zh, han, code)
    if (currency) assert.ok(currency.name.en !== currency.code && /\p{Script=Han}/u.test(currency.name.zh), code)
  }
  const without = facts.filter(({ capital }) => capital === null).map(({ code }) => code)
  assert.deepEqual(without, ['AQ', 'BV', 'HM', 'UM'])
})

test('calling codes are those of E.164: one to three digits, in North America those of an area behind the 1', () => {
  for (const { code, callingCode } of facts) assert.match(callingCode!, /^\+(1(\d{3})?|[2-9]\d{0,2})$/, code)
  assert.equal(facts.filter(({ callingCode }) => callingCode!.startsWith('+1')).length, 26)
  const shared = Map.groupBy(facts, ({ callingCode }) => callingCode)
  const lists = [...shared.values()].filter((list) => list.length > 1).map((list) => list.map(({ code }) => code).join(' '))
  assert.deepEqual(lists.sort(), [
    'AQ NF',
    'AU CC CX HM',
    'AX FI',
    'BL GP MF',
    'BQ CW',
    'BV NO SJ',
    'CA UM US',
    'EH MA',
    'FK GS',
    'GB GG IM JE',
    'IT VA',
    'KZ RU',
    'NZ PN',
    'RE TF YT',
  ])
})

test('what has changed of late, or is easily taken for something else, is as it is now', () => {
  const currencies = { BG: 'EUR', CW: 'XCG', HR: 'EUR', MR: 'MRU', SL: 'SLE', ST: 'STN', SX: 'XCG', VE: 'VES', ZW: 'ZWG' }
  for (const [code, currency] of Object.entries(currencies)) assert.equal(of(code).currency?.code, currency, code)
  const capitals = { BI: 'Gitega', HK: 'Hong Kong', KZ: 'Astana', MO: 'Macao', SZ: 'Mbabane', TZ: 'Dodoma' }
  for (const [code, capital] of Object.entries(capitals)) assert.equal(of(code).capital?.en, capital, code)
  assert.deepEqual([of('XK').callingCode, of('VA').callingCode, of('CW').callingCode], ['+383', '+39', '+599'])
})

test('the European Union is its members and the territories in which its law applies', () => {
  const inside = facts.filter(({ isEu }) => isEu).map(({ code }) => code)
  assert.equal(inside.length, 27 + 7)
  for (const code of ['AX', 'GF', 'GP', 'MF', 'MQ', 'RE', 'YT']) assert.ok(of(code).isEu, code)
  for (const code of ['AW', 'BL', 'CH', 'FO', 'GB', 'GL', 'NC', 'NO', 'PM', 'XK']) assert.ok(!of(code).isEu, code)
})
