import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { lockBuild } from '@octet/data/build-lock.ts'
import { RULES } from '@octet/data/rules.ts'

/** Where the tests of the repository have their data. */
const VAR_FOLDER = join(import.meta.dirname, '../../../var')
const folder = await mkdtemp(join(tmpdir(), 'octet-'))
after(() => rm(folder, { recursive: true }))

type Outcome = { code: number | null; out: string; err: string }

function octet(
  words: readonly string[],
  { input = '', env = {}, cwd }: { input?: string | Uint8Array; env?: Record<string, string | undefined>; cwd?: string } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../bin/octet.mjs'), ...words], {
      env: { ...process.env, LC_ALL: 'C.UTF-8', OCTET_VAR: join(folder, 'var'), XDG_CONFIG_HOME: join(folder, 'config'), ...env },
      cwd,
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (text) => (out += text))
    child.stderr.on('data', (text) => (err += text))
    child.on('exit', (code) => resolve({ code, out, err }))
    child.stdin.on('error', () => {}) // a command that takes no input may have ended
    child.stdin.end(input)
  })
}

/** Data of which only the head is there. */
async function writeManifest(varFolder: string, rules: number | undefined): Promise<void> {
  const file = { name: 'octet-20260101T000000Z.ipdb', sizeBytes: 1, sha256: '0'.repeat(64) }
  const head = { format: 1, build: '20260101T000000Z', date: '', rules, files: [file], sources: [], rows: { v4: 0, v6: 0 } }
  await mkdir(join(varFolder, 'data'), { recursive: true })
  await writeFile(join(varFolder, 'data', 'manifest.json'), JSON.stringify(head))
}

const rows: [string, readonly string[], string, string][] = [
  ['a text without a name is the main field', ['tool', 'case', 'Straße'], '', 'STRASSE\n'],
  ['what is piped in is the main field', ['tool', 'case'], 'straße\n', 'STRASSE\n'],
  ['after -- all is text', ['tool', 'case', '--to', 'upper', '--', '--to', '--json', '--help'], '', '--TO --JSON --HELP\n'],
  ['-- alone is a text', ['tool', 'case', '--'], '', '--\n'],
  ['the tool is found by its route, too', ['tool', '/convert/daxiaoxie', 'a'], '', 'A\n'],
]
for (const [name, words, input, out] of rows)
  test(name, async () => assert.deepEqual(await octet(words, { input }), { code: 0, out, err: '' }))

test('bytes that are piped in and are no text go whole into the field for files', async () => {
  const bytes = Uint8Array.from({ length: 4_096 }, (_, at) => at)
  const { out } = await octet(['tool', 'hash'], { input: bytes })
  assert.equal(out, `${createHash('md5').update(bytes).digest('hex')}\n`)
  const zeros = new Uint8Array(10)
  assert.equal((await octet(['tool', 'base64'], { input: zeros })).out, 'AAAAAAAAAAAAAA==\n')
})

test('bytes that are no text are refused where a tool takes only text', async () => {
  const { code, out, err } = await octet(['tool', 'case'], { input: Uint8Array.of(0xd6, 0xd0) })
  assert.deepEqual([code, out], [2, ''])
  assert.match(err, /^octet tool: expected text in UTF-8 from the pipe/)
})

test('settings of the server come from the file .env, too, behind those of the environment', async () => {
  const [of, other] = ['of-file', 'other'].map((name) => join(folder, name)) as [string, string]
  await writeFile(join(folder, '.env'), `OCTET_VAR=${of}\n`)
  const asked = (env: Record<string, string | undefined>) => octet(['correction', 'list'], { env, cwd: folder })
  assert.match((await asked({ OCTET_VAR: undefined })).err, new RegExp(of))
  assert.match((await asked({ OCTET_VAR: other })).err, new RegExp(other))
})

for (const words of [['build'], ['update'], ['mirror', 'http://127.0.0.1:9'], ['make', 'lite/mmdb']])
  test(`data ${words[0]} reads the operator’s file first, and says what is wrong with it`, async () => {
    const path = join(folder, 'octet.yaml')
    await writeFile(path, 'updates: { keepBuilds: 1 }\ndatabases: { keepBuilds: 0 }\n')
    const { code, err } = await octet(['data', ...words], { env: { OCTET_CONFIG: path } })
    assert.equal(code, 1)
    assert.match(err, /^octet data: Not available now: OCTET_CONFIG: (?:updates|databases)\.keepBuilds: [^\n]+\n$/)
  })

for (const words of [
  ['user', 'disable', '--email', 'a@example.org', 'b@example.org'],
  ['key', 'add', 'b@example.org', '--email', 'a@example.org'],
  ['operator', 'off', 'ping', 'b@example.org'],
  ['operator', 'messages', 'b@example.org'],
  ['operator', 'mails', 'b@example.org'],
  ['point', 'remove', '00000000-0000-4000-8000-000000000000', 'b@example.org'],
  ['point', 'list', 'b@example.org'],
  ['correction', 'list', 'b@example.org'],
  ['correction', 'accept', '00000000-0000-4000-8000-000000000000', 'b@example.org'],
])
  test(`a word that is one too many is refused: octet ${words.join(' ')}`, async () => {
    const { code, err } = await octet(words)
    assert.deepEqual([code, err.split('\n')[0]], [2, `octet ${words[0]}: did not expect “b@example.org”`])
  })

test('a folder .env, as Python makes them, is no file of settings', async () => {
  const project = join(folder, 'project')
  await mkdir(join(project, '.env'), { recursive: true })
  assert.deepEqual(await octet(['tool', 'case', 'a'], { cwd: project }), { code: 0, out: 'A\n', err: '' })
})

test('a pattern that runs away is ended, one that does not gives its matches', async () => {
  const words = ['tool', 'regex', '--engine', 'javascript', '--pattern', '^(a+)+$']
  const { code, err } = await octet([...words, `${'a'.repeat(40)}!`])
  assert.equal(code, 1)
  assert.match(err, /Stopped after 2000 ms: the pattern tries too many ways/)
  assert.match((await octet(['tool', 'regex', '--engine', 'javascript', '--pattern', '(?<=a)b', 'ab b'])).out, /^b\n/)
  assert.match((await octet(['tool', 'regex', '--engine', 'javascript', '--pattern', '(b', 'ab'])).err, /Unterminated group/)
})

test('several files are named by naming the option again', async () => {
  const files = ['a.bin', 'b.bin'].map((name) => join(folder, name))
  await Promise.all(files.map((file, at) => writeFile(file, `${at}`)))
  const { code, out } = await octet([
    'tool',
    'hash',
    '--algorithm',
    'md5',
    ...files.flatMap((file) => ['--files', file]),
    '--json',
  ])
  assert.equal(code, 0)
  assert.equal(JSON.parse(out).text, 'cfcd208495d565ef66e7dff9f98764da  a.bin\nc4ca4238a0b923820dcc509a6f75849b  b.bin')
  assert.match((await octet(['tool', 'hash', '--files', join(folder, 'none')])).err, /none/)
})

test('--save writes the result to a file and says so; behind -- it is text', async () => {
  const path = join(folder, 'saved.txt')
  const { code, out, err } = await octet(['tool', 'case', '--to', 'upper', '--save', path, 'straße'])
  assert.deepEqual([code, out, await readFile(path, 'utf8')], [0, '', 'STRASSE\n'])
  assert.match(err, /saved: .*saved\.txt \(8 B\)/)
  assert.match((await octet(['tool', 'case', 'a', '--save'])).err, /--save wants the path of a file/)
  assert.equal((await octet(['tool', 'case', '--to', 'upper', '--', '--save', 'x'])).out, '--SAVE X\n')
})

test('@file reads a file', async () => {
  const file = join(folder, 'a.txt')
  await writeFile(file, 'from a file')
  assert.equal((await octet(['tool', 'case', `@${file}`])).out, 'FROM A FILE\n')
})

test('--json prints the whole result', async () =>
  assert.equal(JSON.parse((await octet(['tool', 'case', 'a', '--json'])).out).text, 'A'))

test('--json gives bytes as Base64, as the server does', async () => {
  const { code, out } = await octet(['tool', 'base64-file', 'AP8=', '--direction', 'decode', '--json'])
  assert.deepEqual([code, (JSON.parse(out) as { file: unknown }).file], [0, 'AP8='])
})

test('an unknown command, tool or option is exit code 2 and says what there is', async () => {
  for (const [words, message] of [
    [['nothing'], /expected one of .*tool/],
    [['tool', 'nothing'], /no tool “nothing”/],
    [['tool', 'case', '--wrong', '1'], /no option --wrong; there are --/],
  ] as const) {
    const { code, err } = await octet(words)
    assert.equal(code, 2)
    assert.match(err, message)
  }
})

test('a wrong value is exit code 1 with what was expected and what came, in Chinese when the locale is', async () => {
  const { code, err } = await octet(['tool', 'case', 'a', '--to', 'sideways'], { env: { LC_ALL: 'zh_CN.UTF-8' } })
  assert.equal(code, 1)
  assert.match(err, /to：应为 .*，收到“sideways”/)
})

test('a tool that needs the data says how to get it', async () => {
  const { code, err } = await octet(['tool', 'ip', '192.0.2.1'])
  assert.equal(code, 1)
  assert.match(err, /octet data build/)
})

test('help lists the commands, and the fields of a tool with what they are for and how it is called', async () => {
  assert.match((await octet(['help'])).out, /lookup\s+Look up addresses/)
  const { out } = await octet(['tool', 'mail', '--help'])
  assert.match(out, /^ {2}--sender <string> {2,}Sending server\n {2,}An IP address, to see /m)
  assert.match(out, /^ {2}octet tool mail example\.com --sender 192\.0\.2\.1 {2}# May this server send\?$/m)
  assert.match((await octet(['tool', 'case', '--help'])).out, /^ {2}octet tool case --mode numbers 12000\.01 {2}# /m)
})

test('data: status says what is not there, and errors say what was expected', async () => {
  const { out } = await octet(['data', 'status'])
  assert.match(out, /^no data yet/)
  assert.match(out, /x4bnet-vpn +– +not loaded +MIT, daily/)
  assert.match(out, /bgptools-anycast +– +off/)
  const chinese = (await octet(['data', 'status'], { env: { LC_ALL: 'zh_CN.UTF-8' } })).out
  assert.match(chinese, /^尚无数据：/)
  assert.match(chinese, /x4bnet-vpn +– +未加载 {2}MIT，每日\n/)
  const built = join(folder, 'built')
  await writeManifest(built, RULES)
  for (const [words, code, message] of [
    [['data', 'sideways'], 2, /expected one of status, build, update, rollback, mirror, diff, make, got “sideways”/],
    [['data', 'build', '--mirror', '/x'], 2, /--mirror does not belong to build/],
    [['data', 'update', '--mirrors', '/x'], 2, /--mirrors/],
    [['data', 'update', '--only', 'tor-exits', '--mirror', folder], 1, /no source can be reached/],
    [
      ['data', 'update', '--mirror', join(folder, 'none')],
      1,
      /mirror: expected a folder that is there, or an address, got .*none/,
    ],
    [['data', 'update', '--only', 'nobody'], 1, /only: expected sources that are fetched \(.*tor-exits.*\), got nobody/],
    [['data', 'rollback'], 1, /There is no build before 20260101T000000Z/],
    [['data', 'diff'], 1, /A comparison needs two kept builds/],
    [['data', 'diff', '20260101T000000Z', '20260102T000000Z'], 1, /two kept builds, got 20260101T000000Z/],
    [['data', 'diff', 'one'], 2, /expected two builds or none/],
    [['data', 'mirror', 'nowhere'], 2, /expected the address of an instance, got “nowhere”/],
    [['data', 'make', 'lite/exe'], 2, /got “lite\/exe”/],
    [['download', 'nothing'], 2, /expected one of geolocation, privacy, asn, lite, got “nothing”/],
    [['download', 'lite'], 2, /expected OCTET_SERVER/],
  ] as const) {
    const outcome = await octet(words, { env: { OCTET_VAR: built } })
    assert.equal(outcome.code, code)
    assert.match(outcome.err, message)
  }
})

test('data: how many sources an update refused stands in its last line', async () => {
  const lists = join(folder, 'mirror/raw.githubusercontent.com/alireza-rezaee/tor-nodes/main')
  await mkdir(lists, { recursive: true })
  await writeFile(join(lists, 'latest.exits.csv'), '<!DOCTYPE html><title>502</title>')
  const words = ['data', 'update', '--only', 'tor-exits', '--mirror', join(folder, 'mirror')]
  const refusing = join(folder, 'refusing')
  await writeManifest(refusing, RULES)
  const { code, out } = await octet(words, { env: { OCTET_VAR: refusing } })
  assert.deepEqual([code, out.split('\n').at(-2)], [0, 'nothing has changed; refused: 1, whose last good files stay'])
  assert.match(out, /tor-exits +refused .*a web page \(HTML\)/)
})

test('data: who builds while another does is told so in one line', async () => {
  const of = join(folder, 'locked')
  await using _lock = await lockBuild(join(of, 'data'))
  const { code, err } = await octet(['data', 'build'], { env: { OCTET_VAR: of } })
  assert.equal(code, 1)
  assert.match(err, new RegExp(`process ${process.pid} is already building in [^\n]+\n$`))
  assert.doesNotMatch(err, / at /)
})

test('data: status says when the rules of this version are newer than the data', async () => {
  const of = join(folder, 'old')
  const status = async (rules: number | undefined) => {
    await writeManifest(of, rules)
    return (await octet(['data', 'status'], { env: { OCTET_VAR: of } })).out
  }
  assert.match(await status(undefined), /^build 20260101T000000Z, .*\nrules or packages older than those of this version made it/)
  assert.doesNotMatch(await status(RULES), /older than/)
})

test('download: a file that is here as the server has it is not fetched again', async () => {
  const bytes = Buffer.from('the file')
  let gets = 0
  await using server = createServer(({ method }, answer) => {
    if (method === 'GET') gets++
    answer.writeHead(200, {
      'content-length': bytes.length,
      'content-disposition': 'attachment; filename="octet-lite-20260101.mmdb"',
      'x-checksum-sha256': createHash('sha256').update(bytes).digest('hex'),
    })
    answer.end(method === 'GET' ? bytes : undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const env = { OCTET_SERVER: `http://127.0.0.1:${(server.address() as { port: number }).port}` }
  const into = join(folder, 'octet-lite-20260101.mmdb')
  const fetchIt = async () => {
    const { code, out, err } = await octet(['download', 'lite', '--to', folder], { env })
    return [code, out, /unchanged/.test(err), gets]
  }
  assert.deepEqual(await fetchIt(), [0, `${into}\n`, false, 1])
  assert.deepEqual(await fetchIt(), [0, `${into}\n`, true, 1])
  await writeFile(into, 'another')
  assert.deepEqual(await fetchIt(), [0, `${into}\n`, false, 2])
  assert.deepEqual(await readFile(into), bytes)
  await rm(into)
  await mkdir(into)
  const { code, err } = await octet(['download', 'lite', '--to', folder], { env })
  assert.equal(code, 1)
  assert.match(err, /expected a file, got .*octet-lite-20260101\.mmdb/)
  await rm(into, { recursive: true })
})

test('--stream tells the first value and the last whole, and between them of a long list what changed', async () => {
  const tools = join(folder, 'tools')
  await mkdir(join(tools, 'text/watch'), { recursive: true })
  await writeFile(
    join(tools, 'text/watch/tool.ts'),
    `import { defineTool } from '${import.meta.resolve('@octet/core/tool.ts')}'
import * as z from '${import.meta.resolve('zod')}'
const row = z.object({ name: z.string(), state: z.string() })
export default defineTool({
  id: 'watch', route: '/text/watch', group: 'text', icon: 'Eye',
  title: { en: 'Watch', zh: '监视' }, summary: { en: 'Watch names', zh: '监视名称' }, keywords: [],
  input: z.object({ text: z.string().meta({ main: true }) }),
  output: z.object({ isComplete: z.boolean(), rows: z.array(row).meta({ streamKey: 'name' }) }),
  examples: [],
  async *run({ text }) {
    let rows = text.split(',').map((name) => ({ name, state: 'waiting' }))
    yield { isComplete: false, rows }
    for (const { name } of rows) {
      rows = rows.map((row) => (row.name === name ? { name, state: 'up' } : row))
      yield { isComplete: false, rows }
    }
    yield { isComplete: true, rows }
  },
})
`,
  )
  const { code, out, err } = await octet(['tool', 'watch', '--stream', 'a,b'], { env: { OCTET_TOOLS: tools } })
  assert.deepEqual([code, err], [0, ''])
  const row = (name: string, state: string) => ({ name, state })
  const changesOnly = { rows: 'name' }
  assert.deepEqual(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    [
      { isComplete: false, rows: [row('a', 'waiting'), row('b', 'waiting')] },
      { isComplete: false, rows: [row('a', 'up')], changesOnly },
      { isComplete: false, rows: [row('b', 'up')], changesOnly },
      { isComplete: true, rows: [row('a', 'up'), row('b', 'up')] },
    ],
  )
})

test('a word that is not known leads to the command or tool that is meant', async () => {
  for (const [words, message] of [
    [['tool', 'md5', 'a'], /no tool “md5”; perhaps\n {2}octet tool hash /],
    [['tool', '时间戳'], /no tool “时间戳”; perhaps\n {2}octet tool time /],
    [['tool', 'qzqzqz'], /no tool “qzqzqz”\n/],
    [['lookpu', '192.0.2.1'], /no command “lookpu”; perhaps lookup\n/],
    [['log'], /no command “log”; perhaps login or logout\n/],
    [['nope'], /expected one of agent, .*got “nope”/],
    [['qzqzqz'], /expected one of agent, .*got “qzqzqz”/],
  ] as const) {
    const { code, err } = await octet(words)
    assert.equal(code, 2)
    assert.match(err, message)
  }
})

for (const name of ['agent', 'backup', 'batch', 'lookup', 'measure', 'summarize'])
  test(`octet ${name}: an unknown option ends with 2 and the usage, in either language`, async () => {
    const { code, err } = await octet([name, '--nosuch'], { env: { LC_ALL: 'zh_CN.UTF-8' } })
    assert.equal(code, 2)
    assert.match(err, new RegExp(`^octet ${name}: 没有选项 --nosuch\\n  .*octet ${name}`))
    assert.ok(!/\.ts:\d|node:/.test(err))
  })

test('octet tool lists the tools, octet tool --help says how one is called', async () => {
  assert.match((await octet(['tool'])).out, /^my-ip +My IP address\n/)
  const { code, out } = await octet(['tool', '--help'])
  assert.deepEqual([code, /octet tool <id> --help/.test(out)], [0, true])
})

test('a server that does not run is no misuse: 1, and no usage', async () => {
  const { code, err } = await octet(['user', 'add', '--email', 'a@example.org'])
  assert.equal(code, 1)
  assert.match(err, /^octet user: expected a running server \(npm start\) that has written \S+operator\.json, found none\n$/)
})

for (const [words, said] of [
  [['lookup', '--field'], /^octet lookup: --field needs a value\n/],
  [['backup', 'a', 'b'], /expected one file, got 2/],
  [['tool', 'hash', '--file', '/nosuch/file'], /there is no file \/nosuch\/file\n/],
] as const)
  test(`octet ${words.join(' ')} says what is wrong, with 2`, async () => {
    const { code, err } = await octet(words)
    assert.equal(code, 2)
    assert.match(err, said)
  })

test('octet batch takes the first column of a CSV, and tells of wrong lines in the language of the machine', async () => {
  const env = { OCTET_VAR: VAR_FOLDER, LC_ALL: '', LC_MESSAGES: '', LANG: 'zh_CN.UTF-8' }
  const { out, err } = await octet(['batch'], { input: '"8.8.8.8","a, b"\nx;1\n', env })
  assert.match(out, /\n8\.8\.8\.8,US,[^\n]*,\nx,,[^\n]*,bad_address\n$/)
  assert.equal(err, '1 行不是地址，见 error\n')
})

test('octet batch reads files one after the other, and passes over what only names their column', async () => {
  const env = { OCTET_VAR: VAR_FOLDER }
  const [first, second] = ['a.csv', 'b.txt'].map((name) => join(folder, name)) as [string, string]
  await writeFile(first, '\ufeffip,name\r\n8.8.8.8,n\r\n')
  await writeFile(second, '1.1.1.1\nip\n')
  const { out, err } = await octet(['batch', first, '-', second, '--ndjson'], { input: 'Address\n9.9.9.9\n', env })
  assert.deepEqual(
    out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { ip: string }).ip),
    ['8.8.8.8', '9.9.9.9', '1.1.1.1', 'ip'],
  )
  assert.match(err, /^1 line is no address/)
  const missing = await octet(['batch', join(folder, 'none.txt')], { env })
  assert.deepEqual([missing.code, /there is no such file \(open .*none\.txt\)/.test(missing.err)], [1, true])
})

test('octet batch writes no formula into its CSV, and numbers as they are', async () => {
  const { out } = await octet(['batch'], {
    input: '=HYPERLINK("http://x.example")\n-1.5\n-x\n1.1.1.1\n',
    env: { OCTET_VAR: VAR_FOLDER },
  })
  assert.match(out, /\n"'=HYPERLINK\(""http:\/\/x\.example""\)",,.*\n-1\.5,,.*\n'-x,,.*\n1\.1\.1\.1,AU,[^\n]*,-3\d/)
})

test('octet lookup --field gives a part of what the address lacks as nothing', async () => {
  const env = { OCTET_VAR: VAR_FOLDER }
  assert.deepEqual(await octet(['lookup', '8.8.8.8', '--field', 'special.block'], { env }), { code: 0, out: '\n', err: '' })
})

test('octet lookup of two addresses gives a YAML document for each, which YAML 1.1 reads alike', async () => {
  const { out } = await octet(['lookup', '8.8.8.8', '192.0.2.1'], { env: { OCTET_VAR: VAR_FOLDER } })
  const documents = parseAllDocuments(out, { version: '1.1' }).map((document) => document.toJS() as Record<string, unknown>)
  assert.deepEqual(
    documents.map(({ ip }) => ip),
    ['8.8.8.8', '192.0.2.1'],
  )
  assert.match(out, /date: "\d{4}-\d\d-\d\d"/)
})

test('octet lookup answers all but the wrong ones, which it names', async () => {
  const words = ['lookup', '8.8.8.8', 'x', '10.0.0.0/8', '1.1.1.1', '--field', 'ip']
  const { code, out, err } = await octet(words, { env: { OCTET_VAR: VAR_FOLDER } })
  assert.deepEqual([code, out], [1, '8.8.8.8\n1.1.1.1\n'])
  assert.match(err, /^octet lookup: [^\n]+“x”\noctet lookup: [^\n]+“10\.0\.0\.0\/8”\n$/)
})

test('octet lookup stops at what is wrong with all of them', async () => {
  const words = ['lookup', '8.8.8.8', '1.1.1.1', '--field', 'nothing']
  const { code, out, err } = await octet(words, { env: { OCTET_VAR: VAR_FOLDER } })
  assert.deepEqual([code, out, err.match(/octet lookup: /g)?.length], [1, '', 1])
})

test('a step of a pipeline that would never end is stopped', async () => {
  const words = ['pipeline', 'regex:pattern=(a+)+$;engine=javascript']
  const { code, err } = await octet(words, { input: `${'a'.repeat(40)}!` })
  assert.deepEqual([code, /catastrophic backtracking/.test(err)], [1, true])
})

test('a log with thousands of addresses goes through a pipeline', async () => {
  const input = Array.from({ length: 6_000 }, (_, at) => `8.${at >> 8}.${at & 255}.8 GET /`).join('\n')
  const words = ['pipeline', 'extract', 'ip-batch', 'group:by=record.country_code']
  const { code, out, err } = await octet(words, { input, env: { OCTET_VAR: VAR_FOLDER } })
  assert.equal(code, 0, err)
  assert.match(out, /^US,\d{4}$/m)
})

test('a saved pipeline that is not there, or is none', async () => {
  const missing = await octet(['pipeline', join(folder, 'none.json')])
  assert.deepEqual([missing.code, /there is no such file \(open .*none\.json\)/.test(missing.err)], [1, true])
  await writeFile(join(folder, 'broken.json'), 'steps')
  const broken = await octet(['pipeline', join(folder, 'broken.json')])
  assert.deepEqual([broken.code, /expected a saved pipeline as JSON, got "steps"/.test(broken.err)], [2, true])
})

test('a list of the server with nothing in it says so', async () => {
  const env = { OCTET_VAR: join(folder, 'empty') }
  const socket = join(folder, 'empty.sock')
  await mkdir(env.OCTET_VAR)
  await writeFile(join(env.OCTET_VAR, 'operator.json'), JSON.stringify({ socket }))
  await using server = createServer((_, answer) => answer.end('{"code":200,"msg":"","data":[]}')).listen(socket)
  await once(server, 'listening')
  for (const words of [
    ['operator', 'messages'],
    ['operator', 'mails'],
    ['correction', 'list'],
    ['point', 'list'],
  ])
    assert.deepEqual(await octet(words, { env }), { code: 0, out: 'none\n', err: '' })
})

test('a backup that is not where this command looks is no backup', async () => {
  const env = { OCTET_VAR: join(folder, 'private') }
  const socket = join(folder, 'private.sock')
  const file = join(folder, 'a.backup')
  await mkdir(env.OCTET_VAR)
  await writeFile(join(env.OCTET_VAR, 'operator.json'), JSON.stringify({ socket }))
  const said = '{"code":200,"msg":"","data":{"sizeBytes":5,"rows":2}}'
  await using server = createServer((_, answer) => answer.end(said)).listen(socket)
  await once(server, 'listening')
  const words = `octet backup: the server has written ${file} (5 bytes), which this command does not find: the server has a folder of its own there, as /tmp under systemd. Name a file below ${env.OCTET_VAR}\n`
  assert.deepEqual(await octet(['backup', file], { env }), { code: 1, out: '', err: words })
  await writeFile(file, 'an older one')
  assert.deepEqual(await octet(['backup', file], { env }), { code: 1, out: '', err: words })
  await writeFile(file, 'whole')
  assert.deepEqual(await octet(['backup', file], { env }), { code: 0, out: `${file} 2 rows 5 bytes\n`, err: '' })
})

test('--version, -h and help of one command', async () => {
  assert.match((await octet(['--version'])).out, /^\d+\.\d+\.\d+\n$/)
  for (const words of [
    ['lookup', '-h'],
    ['help', 'lookup'],
  ])
    assert.match((await octet(words)).out, /^ {2}octet lookup </)
})
