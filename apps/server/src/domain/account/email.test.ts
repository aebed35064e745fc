import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEmail } from './email.ts'

for (const [text, email] of [
  ['Ann@Example.ORG', 'ann@example.org'],
  ['  ann@example.org\n', 'ann@example.org'],
  ['ａｎｎ＠example.org', 'ann@example.org'],
  ['a.b+c@sub.example.co.uk', 'a.b+c@sub.example.co.uk'],
  ['name@例子.中国', 'name@例子.中国'],
  [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
] as const)
  test(`${JSON.stringify(text)} is ${email}`, () => assert.equal(parseEmail(text), email))

for (const text of [
  '',
  'ann',
  'ann@',
  '@example.org',
  'ann@example',
  'ann@-example.org',
  'ann@example-.org',
  'ann@example.o',
  'a..n@example.org',
  '.ann@example.org',
  'ann.@example.org',
  'ann@exam..ple.org',
  'ann@example.org, bob@example.org',
  'Ann <ann@example.org>',
  'ann@example.org\nbcc: bob@example.org',
  'an\u0000n@example.org',
  `${'a'.repeat(65)}@example.org`,
  `a@${`${'b'.repeat(60)}.`.repeat(5)}org`,
])
  test(`${JSON.stringify(text.slice(0, 40))} is no address`, () =>
    assert.throws(() => parseEmail(text), { name: 'AppError', key: 'email_wrong' }))
