import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCountryWords } from './country-words.ts'
import { loadRegistry } from './registry.ts'

test('a country is named in the language, what is none stays', () => {
  assert.equal(toCountryWords('United States', 'en'), 'United States')
  assert.equal(toCountryWords('United States', 'zh'), '美国')
  assert.equal(toCountryWords('Private', 'zh'), 'Private')
})

test('nearly every block of the list has a country with a Chinese name', async () => {
  const names = Object.values(await loadRegistry()).map((entry) => entry.split('\n').at(-1) ?? '')
  const unnamed = names.filter((name) => toCountryWords(name, 'zh') === name)
  assert.ok(unnamed.length < names.length / 100, `${unnamed.length} of ${names.length}`)
})
