import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { TEMPLATES } from './new-templates.ts'

const OXFMT = join(import.meta.dirname, '../node_modules/.bin/oxfmt')
const PATHS = [
  ['tool', 'convert/roman'],
  ['endpoint', 'area/verb'],
  ['kind', 'isbn'],
  ['source', 'my-list'],
] as const

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
  for (const [kind, path] of PATHS.filter(([kind]) => kind !== 'kind'))
    assert.match(Object.values(TEMPLATES[kind]!(path).files).join(''), /fill in what should come out/, kind)
})

for (const [kind, path] of PATHS)
  test(`a new ${kind} is formatted as the check wants it`, () => {
    for (const [file, text] of Object.entries(TEMPLATES[kind]!(path).files))
      assert.equal(text, execFileSync(OXFMT, [`--stdin-filepath=${file}`], { input: text, encoding: 'utf8' }))
  })
