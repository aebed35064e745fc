import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectKinds } from './detect-kinds.ts'
import { loadKinds } from './registry.ts'

const kinds = await loadKinds()
const find = (text: string) => {
  const [first] = detectKinds(kinds, text)
  return first && [first.kind.id, first.text]
}

for (const [typed, kind, meant] of [
  ['１９２。０。２。１', 'ip', '192.0.2.1'],
  ['http：//example.com／a', 'url', 'http://example.com/a'],
  ['１９２．０．２．１，１９８．５１．１００．２', 'ip-list', '192.0.2.1,198.51.100.2'],
] as const)
  test(`${typed}, typed with an input method on, is ${meant}`, () => assert.deepEqual(find(typed), [kind, meant]))

test('what is recognised as it came stays as it came', () => {
  assert.deepEqual(find('沪ＩＣＰ备09012345号'), ['icp', undefined])
  assert.deepEqual(find(' 192.0.2.1 '), ['ip', undefined])
})

for (const [text, kind, meant] of [
  ['mailto:ann@example.com?subject=Tea', 'email', 'ann@example.com'],
  ['tel:+8613800138000', 'phone', '+8613800138000'],
  ['dig @192.0.2.53 example.com MX', 'dns-command', 'example.com'],
  ['nc -vz 2001:db8::1 443', 'port-command', '[2001:db8::1]:443'],
] as const)
  test(`of “${text}”, ${meant} is meant`, () => assert.deepEqual(find(text), [kind, meant]))

test('a Chinese sentence is no host name', () => assert.equal(find('今天很好。我们走吧'), undefined))

test('a run that ends in something else is told at once, since pages do so as one pastes', () => {
  for (const run of [' ', '\n', '\r\n', '\t', '=', '-', 'a', '1', '"', '<', '{', 'a,', 'a: ', '1.']) {
    const before = process.cpuUsage()
    find(`a${run.repeat(64_000 / run.length)}b`)
    const { user } = process.cpuUsage(before)
    assert.ok(user < 500_000, `${JSON.stringify(run)}: ${user} µs`)
  }
})
