import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse as parseYaml } from 'yaml'
import * as z from 'zod'
import { environmentSchema, operatorSchema } from './config.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

type Node = {
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly additionalProperties?: Node | boolean
  readonly default?: unknown
}

/** Every setting below a part of the operator's file, with its default where there is a plain one. */
function listSettings(node: Node, path = ''): { path: string; name: string; usual: unknown }[] {
  const inside = Object.entries(node.properties ?? {}).flatMap(([name, part]) => [
    { path: `${path}${name}`, name, usual: typeof part.default === 'object' ? undefined : part.default },
    ...listSettings(part, `${path}${name}.`),
  ])
  return node.items ? [...inside, ...listSettings(node.items, path)] : inside
}

const settings = listSettings(z.toJSONSchema(operatorSchema, { io: 'input', unrepresentable: 'any' }) as Node)
const text = globSync('docs/*.md', { cwd: ROOT }).map(read).join('\n')

test('every setting of the operator’s file is described', () => {
  assert.ok(settings.length > 80, String(settings.length))
  const missing = settings.filter(({ name }) => !new RegExp(`(?<!\\w)${name}\\b(?=[\`:,. }]|=)`).test(text))
  assert.deepEqual(
    missing.map(({ path }) => path),
    [],
  )
})

test('a default is named as it is', () => {
  const plain = settings.filter(({ usual }) => ['number', 'string'].includes(typeof usual))
  assert.ok(plain.length > 10, String(plain.length))
  const wrong = plain.filter(({ name, usual }) => {
    return !new RegExp(`\\b${name}: "?${String(usual)}\\b|\\b${name}: .*# .*\\b${String(usual)} unless given`).test(text)
  })
  assert.deepEqual(
    wrong.map(({ path, usual }) => `${path}: ${String(usual)}`),
    [],
  )
})

test('every setting of the environment is described', () => {
  const words = text + read('README.md') + read('apps/web/README.md')
  const ofCommands = [...read('apps/cli/src/config.ts').matchAll(/env\['([A-Z_]+)'\]/g)].map(([, name = '']) => name)
  assert.ok(ofCommands.length > 5)
  const names = [...Object.keys(environmentSchema.shape), ...ofCommands]
  assert.deepEqual(
    names.filter((name) => !words.includes(`\`${name}\``)),
    [],
  )
})

const parts = Object.keys(operatorSchema.shape)
/** With the pages of the site that tell of a setting. */
const everywhere = [
  text,
  ...['README.md', 'README.zh.md', 'deploy/README.md', ...globSync('apps/web/app/docs/guides/*.ts', { cwd: ROOT })].map(read),
].join('\n')

test('no other part of the operator’s file is described than there is', () => {
  const rows = read('docs/operator-file.md').matchAll(/^\| ([^|]+) \|/gm)
  const named = [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  assert.deepEqual(named.toSorted(), parts.toSorted())
})

test('a setting that is named with its part is there', () => {
  const paths = new Set(settings.map(({ path }) => path))
  const named = [...everywhere.matchAll(/`(\w+)((?:\.[a-z]\w*)+)(?=[`:,])/g)].filter(([, part = '']) => parts.includes(part))
  assert.ok(named.length > 5, String(named.length))
  assert.deepEqual(
    named.map(([, part, rest]) => `${part}${rest}`).filter((path) => !paths.has(path)),
    [],
  )
})

test('an example of the operator’s file is taken as it stands, with a secret where it leaves one out', () => {
  const blocks = [
    ...globSync('docs/*.md', { cwd: ROOT })
      .map(read)
      .join('\n')
      .matchAll(/^```ya?ml\n([^]*?)^```/gm),
  ]
  const files = blocks.map(([, block = '']) => block).filter((block) => parts.some((part) => block.startsWith(`${part}:`)))
  assert.ok(files.length > 1, String(files.length))
  for (const file of [...files, read('deploy/octet.yaml')]) {
    const { error } = operatorSchema.safeParse(parseYaml(file.replaceAll('…', 'x'.repeat(20))))
    assert.deepEqual(error?.issues ?? [], [], file)
  }
})

test('no other setting of the environment is described than one that is read', () => {
  const known = new Set([
    ...Object.keys(environmentSchema.shape),
    ...[...read('apps/cli/src/config.ts').matchAll(/env\['([A-Z_]+)'\]/g)].map(([, name = '']) => name),
  ])
  for (const file of ['README.md', 'README.zh.md']) {
    const cells = [...read(file).matchAll(/^\| ([^|]*`[A-Z_]+`[^|]*) \|/gm)].map(([, cell = '']) => cell)
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name))
    assert.ok(named.length > 10, file)
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
    )
  }
  const own = [...everywhere.matchAll(/\bOCTET_[A-Z_]+\b/g)].map(([name]) => name)
  assert.deepEqual(
    own.filter((name) => !known.has(name)),
    [],
  )
})
