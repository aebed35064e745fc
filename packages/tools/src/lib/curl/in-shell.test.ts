import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { LANGUAGES } from './languages.ts'
import { quoteShell } from './quote.ts'
import { parseRequest } from './parse-request.ts'

/** Stand in for the programs, and for what a command could run: they say what they are called with, each word in brackets. */
const STAND_INS =
  'say() { printf "[%s]" "$@"; echo; }; curl() { say "$@"; }; wget() { say "$@"; }; http() { say "$@"; }; run() { echo RUN; }\n'
const PROGRAMS = ['curl', 'wget', 'httpie'] as const

async function call(har: object, program: (typeof PROGRAMS)[number]) {
  const { request, notes } = parseRequest(JSON.stringify(har), 'auto')
  const { code } = (await LANGUAGES[program].load())(request)
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', STAND_INS + code], { encoding: 'utf8', env: { PATH: '' }, cwd: '/' })
  assert.equal(stderr, '', code)
  return { said: stdout, notes: notes.map(({ en }) => en) }
}

const url = 'http://a.example/'
const HOSTILE = [
  '$(run)',
  '`run`',
  '; run',
  "'; run; '",
  '"; run; "',
  '\nrun\n',
  '--output=/x',
  '-K/x',
  '@/etc/passwd',
  '\\',
  '$HOME',
]
/** Options of curl whose next word is their value, whatever it begins with. */
const WITH_VALUE = /\[--(?:data-raw|form-string|form|header|request)\]\[[^\]]*\]/g
for (const program of PROGRAMS)
  test(`${program}: nothing in an archive of another is a command, nor an option of the program`, async () => {
    for (const text of HOSTILE) {
      const headers = [
        { name: 'X-A', value: text },
        { name: text, value: 'x' },
      ]
      const params = [
        { name: text, value: text },
        { name: 'b', value: text, contentType: text },
      ]
      const requests = [
        { method: 'POST', url, headers, postData: { mimeType: 'text/plain', text } },
        { method: 'PUT', url: `${url}?${text}`, headers },
        { method: 'POST', url, headers, postData: { mimeType: 'multipart/form-data', params } },
      ]
      for (const request of requests) {
        const { said } = await call(request, program)
        assert.doesNotMatch(said, /^RUN$/m, text)
        const options = said.split('[--]')[0]!.replaceAll(WITH_VALUE, '')
        assert.doesNotMatch(options, /\[(?:--output=|-K)/, `${text}: ${said}`)
      }
    }
  })

test('curl reads no file for the name of a header, nor a second one for a type', async () => {
  const params = [{ name: 'f', fileName: 'up.txt', contentType: 'text/plain,/etc/passwd' }]
  const headers = [
    { name: '@/etc/passwd', value: '' },
    { name: 'X-B', value: 'a\r\nX-C: d' },
  ]
  const { said, notes } = await call(
    { method: 'POST', url, headers, postData: { mimeType: 'multipart/form-data', params } },
    'curl',
  )
  assert.equal(said, '[http://a.example/][--form][f=@"up.txt";filename="up.txt"]\n')
  assert.deepEqual(notes, [
    'headers with characters that none may have are left out: @/etc/passwd, X-B',
    'types that are none are left out, of the fields f',
  ])
})

test('HTTPie takes a field that begins with a dash as one, not as an option', async () => {
  const params = [{ name: '--output', value: '/x', contentType: 'text/plain' }]
  const { said } = await call({ method: 'POST', url, postData: { mimeType: 'multipart/form-data', params } }, 'httpie')
  assert.equal(said, '[--ignore-stdin][--multipart][POST][http://a.example/][--][--output=/x]\n')
})

for (const method of ['--output=/x', '$(run)', 'a(b)'])
  test(`${method} is no method`, () => {
    const har = JSON.stringify({ method, url })
    assert.throws(() => parseRequest(har, 'auto'), { key: 'unsupported_value', message: /a method such as GET/ })
  })

test('a word that zsh would take for the place of a program is quoted', () => assert.equal(quoteShell('=run'), "'=run'"))
