import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS: Readonly<Record<string, string>> = {
  probe: 'packages/probe/src',
  server: 'apps/server/src',
  web: 'apps/web',
  tools: 'packages/tools/src',
  data: 'packages/data/src',
  ipdb: 'packages/ipdb/src',
  core: 'packages/core/src',
}
const text = readFileSync(join(ROOT, 'docs/hardening.md'), 'utf8')
const rows = text
  .split('\n')
  .filter((line) => /^\| [^#|-]/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

/** `file`: words of a test; words of another; `next file`: … */
function parseProofs(cell: string): [path: string, words: string][] {
  return [...cell.matchAll(/`([\w-]+)\/([^`]+)`(?:: (.*?))?(?=; `[\w-]+\/|$)/g)].flatMap(([, home = '', rest = '', words = '']) =>
    words.split('; ').map((word): [string, string] => [join(FOLDERS[home] ?? home, rest), word]),
  )
}

test('the page says where its paths begin', () => {
  for (const [home, folder] of Object.entries(FOLDERS)) assert.ok(text.includes(`\`${home}\` is \`${folder}\``), home)
})

test('the checklist has each of its 74 lines once', () =>
  assert.deepEqual(
    rows.flatMap(([first = '']) => (/^\d+$/.test(first) ? [Number(first)] : [])),
    Array.from({ length: 74 }, (_, index) => index + 1),
  ))

for (const [name = '', ...cells] of rows.filter(([first]) => first !== 'parser'))
  test(`${name}: the tests named for it are there`, () => {
    const proofs = parseProofs(cells.at(-1) ?? '')
    assert.ok(proofs.length > 0, cells.at(-1))
    for (const [path, words] of proofs) {
      assert.ok(existsSync(join(ROOT, path)), path)
      assert.ok(readFileSync(join(ROOT, path), 'utf8').includes(words), `${path} has no “${words}”`)
    }
  })
