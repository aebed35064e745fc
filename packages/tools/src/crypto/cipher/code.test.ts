import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { JAVA_ONCE } from '../../testing/java-once.ts'
import aes from '../aes/tool.ts'
import type { CipherOutput } from './fields.ts'

const folder = await mkdtemp(join(tmpdir(), 'cipher-'))
after(() => rm(folder, { recursive: true }))

const ask = async (input: object) => (await answerTool(aes, { code: true, ...input }, createTestHost())) as CipherOutput
const start = (command: string, words: readonly string[]) => spawnSync(command, words, { encoding: 'utf8' })
const absent = (name: string, words: readonly string[]) =>
  start(name, words).status === 0 ? false : `${name} is absent here: not compared with it`

const KEY = '00112233445566778899aabbccddeeff'
const IV = 'f0e0d0c0b0a090807060504030201000'
const cases: [title: string, input: Record<string, unknown>, languages: number][] = [
  ['CBC', { key: KEY, iv: IV }, 3],
  ['CBC with the IV in front, hex', { key: KEY + KEY, iv: IV, ivPlace: 'first', cipherFormat: 'hex' }, 3],
  ['CBC with a passphrase and salt', { keySource: 'pbkdf2', key: 'secret', salt: '0102030405060708' }, 3],
  ['CBC padded with zeros', { key: KEY, iv: IV, padding: 'zero' }, 3],
  ['ECB', { mode: 'ecb', key: KEY.slice(0, 32) }, 3],
  ['CTR, Base64url', { mode: 'ctr', key: KEY, iv: IV, cipherFormat: 'base64url' }, 3],
  ['CFB', { mode: 'cfb', key: KEY, iv: IV }, 3],
  ['CFB8', { mode: 'cfb8', key: KEY, iv: IV }, 3],
  ['CFB1, which only Node has', { mode: 'cfb1', key: KEY, iv: IV }, 0],
  ['OFB', { mode: 'ofb', key: KEY, iv: IV }, 3],
  ['GCM with additional data', { mode: 'gcm', key: KEY, iv: IV.slice(0, 24), aad: 'head' }, 3],
  [
    'GCM, a short tag in front',
    { mode: 'gcm', key: KEY, iv: IV.slice(0, 24), tagPlace: 'first', tagBytes: 8, ivPlace: 'last' },
    2,
  ],
  ['CCM', { mode: 'ccm', key: KEY, iv: IV.slice(0, 24), aad: 'head', tagBytes: 12 }, 2],
  ['ChaCha20-Poly1305', { mode: 'chacha20-poly1305', key: KEY + KEY, iv: IV.slice(0, 24), aad: 'x' }, 3],
]
const TEXT = 'The «same» bytes 中文 😀 "q" \\ $x'

type Piece = { readonly title: string; readonly code: string; readonly text: string }
const pieces = new Map<string, Piece[]>()

for (const [title, given, languages] of cases)
  test(`code: ${title}`, async () => {
    const input = { keyFormat: given['keySource'] ? 'text' : 'hex', ivFormat: 'hex', keyBits: 128, ...given }
    const sealed = await ask({ ...input, text: TEXT })
    assert.equal(sealed.snippets?.length ?? 0, languages)
    const opened = await ask({ ...input, text: sealed.text, direction: 'decrypt', iv: given['iv'] ?? '' })
    assert.equal(opened.text, TEXT)
    for (const output of [sealed, opened])
      for (const { language, code } of output.snippets ?? []) {
        const [name = ''] = language.split(' ')
        pieces.set(name, [...(pieces.get(name) ?? []), { title, code, text: output.text }])
      }
  })

/** All pieces in one process, an answer per line. */
function compare(wanted: readonly Piece[], command: string, words: readonly string[]): void {
  const { status, stdout, stderr } = start(command, words)
  assert.equal(status, 0, stderr)
  const lines = stdout.trim().split('\n')
  for (const [at, { title, code, text }] of wanted.entries()) assert.equal(lines[at], text, `${title}\n${code}`)
}

test('code: Node.js prints the very results', async () => {
  const wanted = pieces.get('Node.js') ?? []
  assert.ok(wanted.length > 20)
  const files = wanted.map((_, at) => join(folder, `${at}.mjs`))
  await Promise.all(wanted.map(({ code }, at) => writeFile(files[at]!, code)))
  compare(wanted, process.execPath, ['--input-type=module', '-e', files.map((file) => `await import('${file}')`).join('\n')])
})

test('code: Python prints the very results', { skip: absent('/usr/bin/python3', ['-c', 'import cryptography']) }, async () => {
  const wanted = pieces.get('Python') ?? []
  assert.ok(wanted.length > 20)
  const file = join(folder, 'all.py')
  await writeFile(file, wanted.map(({ code }) => `exec(${JSON.stringify(code)})`).join('\n'))
  compare(wanted, '/usr/bin/python3', ['-W', 'ignore', file])
})

test('code: Java prints the very results', { skip: absent('java', ['-version']) }, async () => {
  const wanted = pieces.get('Java') ?? []
  assert.ok(wanted.length > 20)
  const heads = (wanted[0]?.code ?? '').split('\n\n')[0] ?? ''
  const classes = wanted.map(({ code }, at) => code.split('\n\n')[1]?.replace('class Main', `class Main${at}`) ?? '')
  const calls = wanted.map((_, at) => `    Main${at}.main(words);`).join('\n')
  const main = `class All {\n  public static void main(String[] words) throws Exception {\n${calls}\n  }\n}`
  const file = join(folder, 'All.java')
  await writeFile(file, [heads, main, ...classes].join('\n\n'))
  compare(wanted, 'java', [...JAVA_ONCE, file])
})

test('code: none for other ciphers and long contents', async () => {
  assert.equal((await ask({ mode: 'siv', key: KEY + KEY, keyFormat: 'hex', text: 'a' })).snippets, undefined)
  assert.equal((await ask({ key: KEY, keyFormat: 'hex', iv: IV, text: 'a'.repeat(5000) })).snippets, undefined)
})
