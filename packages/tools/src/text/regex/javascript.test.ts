import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { JAVA_ONCE } from '../../testing/java-once.ts'
import { createJavaScriptRegex, readGroupNames } from './javascript.ts'
import { toSnippets } from './snippets.ts'

const flags = { ignoreCase: false, multiline: false, dotAll: false, unicode: true, sets: false }
const breathe = () => undefined

for (const [pattern, text, expected] of [
  ['(?<=\\$)\\d+(?!%)', 'a $12 $9% 7', ['12']],
  ['(?<!\\w)(\\w)\\w*\\1(?!\\w)', 'abba abc dad', ['abba', 'dad']],
  ['(?<q>["\']).*?\\k<q>', `say "it's" now`, ['"it\'s"']],
  ['.', '😀', ['😀']],
  ['', 'ab', ['', '', '']],
] as const)
  test(`JavaScript finds ${pattern || 'nothing at every place'}`, async () => {
    const found = await createJavaScriptRegex(pattern, flags).findAll(text, breathe)
    assert.deepEqual(
      found.map(({ match }) => match),
      expected,
    )
  })

test('groups have their names, or their numbers; those that did not take part are null', async () => {
  const [found] = await createJavaScriptRegex('(?<a>x)|(?:y)([(](?=z))', flags).findAll('y(z', breathe)
  assert.deepEqual(found?.groups, [
    { name: 'a', value: null },
    { name: '2', value: '(' },
  ])
  assert.deepEqual(readGroupNames('(\\()[(](?:a)(?<n>b)(?=c)(?<!d)(e)'), ['1', 'n', '3'])
})

test('classes are sets with the flag v', async () => {
  const regex = createJavaScriptRegex('[[\\(]&&[\\(\\)]](?<n>[\\w--[a-y]]+)', { ...flags, sets: true })
  const [found] = await regex.findAll('a(z9a', breathe)
  assert.deepEqual([found?.match, found?.groups], ['(z9', [{ name: 'n', value: 'z9' }]])
})

test('replacements know $`, $1 and names', async () => {
  const regex = createJavaScriptRegex('(?<n>\\d)', flags)
  assert.equal(regex.replace('a1b2', [], '[$`|$<n>|$$]'), 'a[a|1|$]b[a1b|2|$]')
})

for (const [pattern, column] of [
  ['a(b', 2],
  ['ab)', 3],
  ['a[b', 2],
  ['(?<1>a)', 3],
  ['a{2,1}', 6],
  ['ab**', 4],
  ['a\\q', 2],
  ['x[z-a]', 5],
  ['(?<a>x)(?<a>y)', 12],
] as const)
  test(`${pattern} is refused with its place`, () =>
    assert.throws(() => createJavaScriptRegex(pattern, flags), {
      key: 'syntax_error',
      message: new RegExp(`column ${column}:`),
    }))

const folder = await mkdtemp(join(tmpdir(), 'regex-'))
after(() => rm(folder, { recursive: true }))

/** Runs a snippet with `text` set and prints what it does, or nothing where there is no such program. */
async function runSnippet(language: string, code: string, text: string, isReplaced: boolean): Promise<string | undefined> {
  const quoted = JSON.stringify(text)
  const show = { JavaScript: 'console.log(result)', Python: 'print(result)', Java: 'System.out.println(result);' }[language] ?? ''
  const tail = isReplaced ? show : ''
  if (language === 'JavaScript') return run(process.execPath, ['-e', `const text = ${quoted}\n${code}\n${tail}`])
  if (language === 'Python') return run('python3', ['-c', `text = ${quoted}\n${code}\n${tail}`])
  const [head, body] = code.split('\n\n')
  const file = join(folder, 'Try.java')
  await writeFile(
    file,
    `${head}\nclass Try { public static void main(String[] words) { String text = ${quoted};\n${body}\n${tail} } }`,
  )
  return run('java', [...JAVA_ONCE, file])
}

function run(command: string, words: readonly string[]): string | undefined {
  const { error, status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8' })
  // Look-behind of any length comes to Python with a library.
  if (error || stderr.includes("No module named 'regex'")) return undefined
  assert.equal(status, 0, stderr)
  return stdout.trim()
}

const SAMPLE = 'a "1" \\ $2, B-3 é4'
for (const [pattern, replacement] of [
  ['(?<l>[a-z])\\W+(\\d)', '<$<l>\\$2$$|$&>'],
  ['(?<=[(?<é])(?<n>\\d)', '"$1"'],
] as const)
  test(`the code for ${pattern} gives the same in every language`, async (context) => {
    const input = { ...flags, ignoreCase: true, engine: 'javascript', pattern, replacement } as const
    const regex = createJavaScriptRegex(pattern, input)
    const found = await regex.findAll(SAMPLE, breathe)
    for (const replace of [false, true])
      for (const { language, code } of toSnippets({ ...input, replace })) {
        // A compiler takes its time: once is enough.
        if (language === 'Java' && !replace) continue
        const out = await runSnippet(language, code, SAMPLE, replace)
        if (out === undefined) context.diagnostic(`not compared with ${language}: it is absent here`)
        else if (replace) assert.equal(out, regex.replace(SAMPLE, found, replacement), `${language}: ${code}`)
        else assert.equal(out.split('\n').length, found.length, `${language}: ${code}`)
      }
  })
