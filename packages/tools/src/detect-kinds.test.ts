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

test('a Chinese sentence is no host name', () => assert.equal(find('今天很好。我们走吧'), undefined))
