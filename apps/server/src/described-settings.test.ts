import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
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
