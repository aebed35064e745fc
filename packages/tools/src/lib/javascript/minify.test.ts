import assert from 'node:assert/strict'
import { test } from 'node:test'
import vm from 'node:vm'
import { minifyScript } from './minify.ts'

const STYLE = { shortensNames: true, dropsConsole: false }

for (const [title, text, style, written] of [
  [
    'names of the top level stay',
    'const total = 1; function add(first) { return first + total }',
    {},
    'const total=1;function add(t){return t+1}',
  ],
  [
    'so they do in a module',
    'import a from "a"; const kept = a; export { kept as b }',
    {},
    'import a from"a";const kept=a;export{kept as b};',
  ],
  ['licences stay, comments go', '/*! keep */ /* go */ a() // go', {}, '/*! keep */a();'],
  ['local names stay as they are, if asked', '(function (long) { return long + 1 })(x)', { shortensNames: false }, 'x;'],
  ['console goes, if asked', 'console.log(1); go()', { dropsConsole: true }, 'go();'],
  ['await on its own', 'const a = await b()', {}, 'const a=await b();'],
  ['return on its own', 'return  1', {}, 'return 1;'],
] as const)
  test(title, async () => assert.equal(await minifyScript(text, { ...STYLE, ...style }), written))

test('a minified script does what it did', async () => {
  const text = `
    var out = []
    class Stack { #items = []; push(item) { this.#items.push(item); return this } get size() { return this.#items.length } }
    for (const [key, value] of Object.entries({ a: 1, b: 2 })) out.push(\`\${key}=\${value ?? 0}\`)
    out.push(new Stack().push(1).push(2).size, [3, 1, 2].toSorted((one, other) => one - other).join())
    switch (out.length) { case 4: out.push('four'); break; default: out.push('other') }
  `
  const run = (code: string) => {
    const context = vm.createContext({})
    vm.runInContext(code, context)
    return JSON.stringify((context as { out: unknown }).out)
  }
  const minified = await minifyScript(text, STYLE)
  assert.ok(minified.length < text.length * 0.8)
  assert.equal(run(minified), run(text))
  assert.equal(run(minified), '["a=1","b=2",2,"1,2,3","four"]')
})

for (const [text, line, column] of [
  ['let x = ;', 1, 9],
  ['a()\nlet y: number = 1', 2, 6],
  ['interface A', 1, 11], // which Terser alone would read for ever
] as const)
  test(`“${text.replaceAll('\n', '⏎')}” is refused at ${line}:${column}`, async () => {
    await assert.rejects(minifyScript(text, STYLE), (error: { key: string; details: Record<string, unknown> }) => {
      assert.deepEqual([error.key, error.details.line, error.details.column], ['syntax_error', line, column])
      return true
    })
  })

test('a script nested deeper than the stack is refused in words', async () => {
  await assert.rejects(minifyScript(`${'['.repeat(50_000)}${']'.repeat(50_000)}`, STYLE), { key: 'too_large' })
})
