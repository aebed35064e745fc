import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkMirrorRight } from './mirror-right.ts'

const [OLD, NEW] = ['the-word-of-yesterday', 'the-word-of-tomorrow']
const ask = (token: string | string[], sent: string) =>
  checkMirrorRight({ token, clients: [] }, { address: '192.0.2.1', authorization: `Bearer ${sent}` })

test('while the word is changed the new one and the old one are let in, no other', () => {
  ask([NEW, OLD], OLD)
  ask([NEW, OLD], NEW)
  ask(NEW, NEW)
  for (const [token, sent] of [
    [NEW, OLD],
    [[NEW, OLD], ''],
    [[NEW, OLD], `${NEW},${OLD}`],
    [[NEW, OLD], 'a-word-of-somebody-else'],
  ] as const)
    assert.throws(() => ask(typeof token === 'string' ? token : [...token], sent), { key: 'login_required' })
})
