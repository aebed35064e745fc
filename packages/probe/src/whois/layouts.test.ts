import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findReferral, parseWhois } from './parse-whois.ts'
import { isReserved } from './reserved.ts'
import { isWithheld } from './withheld.ts'

/** Answers of invented objects, laid out as the registries lay out theirs, each with what is to be read in it. */
const FOLDER = join(import.meta.dirname, 'fixtures')

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.txt')))
  test(`the layout of ${file.slice(0, -4)}`, () => {
    const { kind, ...expected } = JSON.parse(readFileSync(join(FOLDER, file.replace('.txt', '.json')), 'utf8'))
    const { statuses, ...parsed } = parseWhois(readFileSync(join(FOLDER, file), 'utf8'), kind)
    assert.deepEqual({ ...parsed, ...(statuses && { statuses: statuses.map(({ code }) => code) }) }, expected)
  })

for (const [registry, text] of [
  ['.de', 'Domain: example.de\nStatus: free\n'],
  ['.uk', '\n    No match for "example.co.uk".\n\n    This domain name has not been registered.\n'],
  ['.nl', 'example.nl is free\n'],
  ['.eu', 'Domain: example.eu\nScript: LATIN\n\nStatus: AVAILABLE\n'],
  ['.pl', '\nNo information available about domain name example.pl in the Registry NASK database.\n'],
  ['.jp', 'No match!!\n\nWith JPRS WHOIS, you can query the following domain name information\n'],
  ['.kr', 'The requested domain was not found in the Registry or Registrar\u2019s WHOIS Server.\n'],
  ['.se', 'domain "example.se" not found.\n'],
  ['.cz', '%ERROR:101: no entries found\n%\n% No entries found.\n'],
  ['.vn', 'Domain not exist\n'],
  ['.cl', 'example.cl: no existe\n'],
  ['.sh', 'Domain "example.sh" - Available\n'],
  ['.coop', 'No domain records were found to match "example.coop"\n'],
  ['.kr, in Korean', '상기 도메인이름은 등록되어 있지 않습니다.\n'],
])
  test(`a name that is free in ${registry} is told as such`, () =>
    assert.deepEqual(parseWhois(text!, 'domain').isRegistered, false))

for (const status of ['connect', 'failed', 'serverHold', 'redemptionPeriod', 'QUARANTINE', 'clientTransferProhibited'])
  test(`a name of which nothing but “${status}” is told is registered`, () =>
    assert.equal(
      parseWhois(`% What is not registered here is not found.\n\nDomain: example.de\nStatus: ${status}\n`, 'domain').isRegistered,
      true,
    ))

for (const status of ['invalid', 'free', 'AVAILABLE', 'NOT AVAILABLE', 'reserved'])
  test(`a name of which nothing but “${status}” is told is not`, () =>
    assert.notEqual(parseWhois(`Domain: example.de\nStatus: ${status}\n`, 'domain').isRegistered, true))

for (const [text, isKept] of [
  ['This name is reserved by the Registry in accordance with ICANN Policy.\n', true],
  ['The domain label has been blocked by a list of protected marks\n', true],
  ['Reserved Domain Name\n', true],
  ['example.xyz is reserved and not available for registration\n', true],
  ['    This domain cannot be registered because it contravenes the naming rules.\n', true],
  ['Domain: example.eu\nScript: LATIN\n\nStatus: NOT AVAILABLE\n', true],
  ['该域名为保留域名\n', true],
  ['Domain not found.\nCopyright, all rights reserved by the registry. Automated access is prohibited.\n', false],
  ['Access to domain data is restricted; all rights reserved by the registry.\n', false],
  ['No match\n', false],
] as const)
  test(`“${text.trim().slice(0, 40)}” ${isKept ? 'keeps a name from everybody' : 'keeps no name'}`, () =>
    assert.equal(isReserved(text), isKept))

for (const name of ['例子公司', 'Privat GmbH', 'None Such Ltd', 'Data Systems'])
  test(`“${name}” is the name of somebody`, () => assert.equal(isWithheld(name), false))

for (const [what, part] of [
  ['empty lines', '\n'],
  ['comments that say nothing', '%\n'],
  ['blanks', ' '],
] as const)
  test(`a text of ${what} takes no longer than one of words`, () => {
    const measure = (text: string) => {
      const before = process.cpuUsage()
      for (const kind of ['domain', 'ip'] as const) parseWhois(text, kind)
      findReferral(text)
      return process.cpuUsage(before).user / 1000
    }
    const fill = (unit: string) => unit.repeat(48_000 / unit.length)
    const words = measure(fill('owner is not told here\n'))
    const ms = measure(fill(part))
    assert.ok(ms < 20 * words + 500, `${ms} ms, ${words} ms for words`) // 20 s where it grew with the square
  })
