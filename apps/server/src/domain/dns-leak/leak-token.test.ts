import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTicket, isLiveToken, issueTicket, LEAK_LIFE_MS } from './leak-token.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)
const { token, id, expiresAt } = issueTicket('secret', NOW)

test('a token is one label, and the id holds more than it', () => {
  assert.match(token, /^[\da-v]{32}$/)
  assert.match(id, /^[\da-v]{58}$/)
  assert.equal(expiresAt.getTime(), after(LEAK_LIFE_MS).getTime())
  assert.deepEqual(findTicket(id, 'secret', NOW), { token, id, expiresAt })
  assert.notEqual(issueTicket('secret', NOW).token, token)
})

for (const [title, given, secret, now, isLive] of [
  ['lives', token, 'secret', NOW, true],
  ['lives to the end of its time', token, 'secret', after(LEAK_LIFE_MS - 1), true],
  ['ends', token, 'secret', after(LEAK_LIFE_MS), false],
  ['of a clock a little ahead lives', token, 'secret', after(-30_000), true],
  ['of tomorrow does not', token, 'secret', after(-86_400_000), false],
  ['of another installation does not', token, 'other', NOW, false],
  ['with another letter does not', token.replace(/^./, (first) => (first === '0' ? '1' : '0')), 'secret', NOW, false],
  ['with another mark does not', token.replace(/.$/, (last) => (last === '0' ? '1' : '0')), 'secret', NOW, false],
  ['that is none does not', 'www', 'secret', NOW, false],
] as const)
  test(`a token ${title}`, () => assert.equal(isLiveToken(given, secret, now), isLive))

test('who only knows the name cannot read', () => {
  const other = issueTicket('secret', NOW).id
  for (const wrong of [token, token + other.slice(-26), `${token}${'0'.repeat(26)}`, `${token}${'é'.repeat(26)}`])
    assert.equal(findTicket(wrong, 'secret', NOW), undefined)
})
