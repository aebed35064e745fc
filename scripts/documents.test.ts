import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/*.md', '{apps,packages}/*/README{,.zh}.md'], { cwd: ROOT })
/** What `find` sees in a document and `isThere` does not, a line each. */
const listMissing = (find: RegExp, isThere: (word: string, path: string) => boolean) =>
  documents.flatMap((path) =>
    [...read(path).matchAll(find)].flatMap(([, word = '']) => (isThere(word, path) ? [] : [`${path}: ${word}`])),
  )

test('every link of a document leads to a file, and to a heading where it names one', () => {
  assert.ok(documents.length > 60)
  const isThere = (target: string, from: string) => {
    const [file = '', heading] = target.split('#')
    const path = file ? join(dirname(from), file) : from
    return existsSync(join(ROOT, path)) && (heading === undefined || listAnchors(path).includes(heading))
  }
  assert.deepEqual(listMissing(/\]\((?!https?:|mailto:)([^)\s]+)\)/g, isThere), [])
})

/** As sites that show Markdown make them of headings. */
function listAnchors(path: string): string[] {
  const headings = [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text.toLowerCase())
  return headings.map((text) => text.replaceAll(/[^\p{L}\p{N}\s-]/gu, '').replaceAll(' ', '-'))
}

test('every command of a document exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
  assert.deepEqual(
    listMissing(/\bnpm run ([a-z][\w-]*)/g, (name) => name in scripts),
    [],
  )
  const commands = globSync('apps/cli/src/commands/*.ts', { cwd: ROOT }).map((path) => basename(path, '.ts'))
  assert.deepEqual(
    listMissing(/(?:npm run octet -- |`octet |^octet )([a-z][a-z-]*)/gm, (name) => commands.includes(name)),
    [],
  )
  const trials = globSync('scripts/trials/*.ts', { cwd: ROOT }).map((path) => basename(path, '.ts'))
  assert.deepEqual(
    listMissing(/\bnpm run trial ([a-z][\w-]*)/g, (name) => trials.includes(name)),
    [],
  )
})

/** Each document for visitors and operators that there is in Chinese, by its English one. */
const inChinese = documents.filter((path) => path.endsWith('.zh.md'))

test('documents for operators are there in Chinese', () => {
  const told = ['backup', 'capacity', 'dns-leak', 'embedding', 'monitoring-points', 'operator-file', 'plans-and-payment']
  for (const path of [
    'README.zh.md',
    'deploy/README.zh.md',
    'packages/client/README.zh.md',
    ...told.map((name) => `docs/${name}.zh.md`),
  ])
    assert.ok(inChinese.includes(path), path)
})

for (const path of inChinese)
  test(`${path} names the same commands, settings and links as the English document, and both lead to each other`, () => {
    const english = path.replace('.zh.md', '.md')
    assert.deepEqual(listNames(path), listNames(english))
    for (const [from, to] of [
      [path, english],
      [english, path],
    ] as const)
      assert.ok(read(from).includes(`](${basename(to)})`), `${from} has no link to ${to}`)
  })

/** Commands, what stands in code, and links, those to a document in the language of the one that is read as to the English one. */
function listNames(path: string): string[] {
  const text = read(path)
  const commands = [...text.matchAll(/^(?:npm|curl|octet|dig) [^#\n]*/gm)].map(([line]) => line.trim())
  const inside = [...text.matchAll(/`([^`\n]+)`|\]\(([^)\s]+)\)/g)].map(
    ([, code, link]) => code ?? link!.replace('.zh.md', '.md'),
  )
  return [...commands, ...inside].filter((name) => name !== basename(path).replace('.zh.md', '.md')).sort()
}

/** Folders that every part may have; the README of each says what else there is. */
const USUAL = new Set(['testing', 'bench'])

for (const [readme, folder] of [
  ['apps/server/README.md', 'apps/server/src'],
  ['apps/web/README.md', 'apps/web/app'],
  ['packages/data/README.md', 'packages/data/src'],
  ['packages/ipdb/README.md', 'packages/ipdb/src'],
  ['packages/probe/README.md', 'packages/probe/src'],
] as const)
  test(`${readme} names every folder`, () => {
    const folders = globSync(`${folder}/*/`, { cwd: ROOT }).map((path) => basename(path))
    const text = read(readme)
    assert.ok(folders.length > 3)
    assert.deepEqual(
      folders.filter((name) => !USUAL.has(name) && !new RegExp(`[\`/]${name}/`).test(text)),
      [],
    )
  })
