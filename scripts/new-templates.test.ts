import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEMPLATES } from './new-templates.ts'

const refused: [string, string, RegExp][] = [
  ['tool', 'nowhere/roman', /the group one of /],
  ['tool', 'convert/Roman', /<group>\/<id>/],
  ['endpoint', 'lookup', /<area>\/<verb>, got “lookup”/],
  ['endpoint', 'geo/../lookup', /<area>\/<verb>/],
  ['kind', 'a/b', /kebab-case/],
  ['source', '../list', /kebab-case/],
]
for (const [kind, path, words] of refused)
  test(`no new ${kind} is written at ${path}`, () => {
    assert.throws(() => TEMPLATES[kind]!(path), words)
  })

test('what is new has an example that fails until it is filled in', () => {
  for (const [kind, path] of [
    ['tool', 'convert/roman'],
    ['endpoint', 'area/verb'],
    ['source', 'my-list'],
  ] as const)
    assert.match(Object.values(TEMPLATES[kind]!(path).files).join(''), /fill in what should come out/, kind)
})
