import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '@octet/core/testing/until.ts'
import type { Text } from '@octet/core/text.ts'
import type { Guide, GuideSample, Program } from '../app/docs/guide.ts'
import { asn } from '../app/docs/guides/asn.ts'
import { batch } from '../app/docs/guides/batch.ts'
import { clients } from '../app/docs/guides/clients.ts'
import { databases } from '../app/docs/guides/databases.ts'
import { geolocation } from '../app/docs/guides/geolocation.ts'
import { mcp } from '../app/docs/guides/mcp.ts'
import { nginx } from '../app/docs/guides/nginx.ts'
import { privacy } from '../app/docs/guides/privacy.ts'
import { hasAddressData, startRealApi, type RealApi } from './real-api.ts'

/** Every sample of the guides is run against the product, where its program is on this machine. */
const GUIDES = [geolocation, privacy, asn, batch, databases, clients, nginx, mcp]
const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

let api: RealApi
let key: string
const folder = await mkdtemp(join(tmpdir(), 'octet-guides-'))
before(async () => {
  if (!hasAddressData) return
  api = await startRealApi()
  key = await openKey()
})
after(async () => {
  await api?.close()
  await rm(folder, { recursive: true, force: true })
})

/** A key, made as the operator makes one. */
async function openKey(): Promise<string> {
  const octet = (...words: string[]) =>
    run(process.execPath, [join(ROOT, 'apps/cli/bin/octet.mjs'), ...words], { env: { ...process.env, OCTET_VAR: api.varFolder } })
  await octet('user', 'add', '--email', 'guide@example.org')
  const { stdout } = await octet('key', 'add', '--email', 'guide@example.org', '--scopes', 'geo,privacy,asn,download')
  const found = /oct_live_\w+/.exec(stdout)?.[0]
  assert.ok(found, stdout)
  // Another program has made it: the server hears of it within a second.
  const look = () => fetch(`${api.origin}/v1/ip/192.0.2.1`, { headers: { authorization: `Bearer ${found}` } })
  await until(async () => (await look()).status === 200, 'the key is known')
  return found
}

const PROGRAMS: Partial<Record<Program, readonly [command: string, ...words: string[]]>> = {
  curl: ['curl', '--version'],
  python: ['python3', '--version'],
  go: ['go', 'version'],
  nginx: ['nginx', '-v'],
  mmdblookup: ['mmdblookup', '--version'],
  node: [process.execPath, '--version'],
  clickhouse: ['clickhouse', '--version'],
  geoipupdate: ['geoipupdate', '-V'],
}

/** A bare PATH leaves out where the system keeps servers. */
const ENVIRONMENT = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }

/** Where Debian puts libraries of Go; a module would be fetched. */
const GO_LIBRARIES = '/usr/share/gocode'

function isHere({ program, library }: GuideSample): boolean {
  if (program === 'json' || program === 'shell') return true
  if (program === 'go' && library && !existsSync(join(GO_LIBRARIES, 'src', library))) return false
  const [command, ...words] = program === 'python' && library ? ['python3', '-c', `import ${library}`] : PROGRAMS[program]!
  try {
    execFileSync(command, words, { stdio: 'ignore', env: ENVIRONMENT })
    return true
  } catch {
    return false
  }
}

/** Runs a sample; resolves with what it printed, rejects when it failed. */
async function runSample({ program, library, code }: GuideSample): Promise<string> {
  // A shell has the key in its variable, as who copies a sample would: one in single quotes would stay as it is.
  const isShell = ['curl', 'mmdblookup', 'shell'].includes(program)
  const placed = code.replaceAll('$ORIGIN', api.origin)
  const text = isShell ? placed : placed.replaceAll('$KEY', key)
  const own = { ...ENVIRONMENT, KEY: key }
  const env = program === 'go' && library ? { ...own, GO111MODULE: 'off', GOPATH: GO_LIBRARIES } : own
  const start = async (command: string, words: readonly string[], cwd = folder) =>
    (await run(command, [...words], { cwd, timeout: 240_000, maxBuffer: 64 * 1024 * 1024, env })).stdout
  switch (program) {
    case 'json':
      return JSON.stringify(JSON.parse(text))
    case 'curl':
    case 'mmdblookup':
      return start('bash', ['-euc', `${text}\necho`])
    case 'node':
      // What a sample imports is found from the folder of the product, as a link into it would be.
      return start(process.execPath, ['--input-type=module', '-e', text], library ? ROOT : folder)
    case 'python':
      return start('python3', ['-c', text])
    case 'go': {
      await writeFile(join(folder, 'main.go'), text)
      return start('go', ['run', 'main.go'])
    }
    case 'nginx': {
      const config = `pid ${folder}/nginx.pid;\nevents {}\nhttp { server { listen 127.0.0.1:1;\n${text}\n} }\n`
      await writeFile(join(folder, 'nginx.conf'), config)
      await start('nginx', ['-t', '-c', join(folder, 'nginx.conf'), '-g', `error_log ${folder}/error.log;`])
      return 'ok'
    }
    case 'shell': {
      const main = `${process.execPath} ${join(ROOT, 'apps/cli/bin/octet.mjs')}`
      return start('bash', [
        '-euc',
        `export OCTET_VAR=${api.varFolder} NODE_NO_WARNINGS=1\n${text.replaceAll(/\boctet /g, `${main} `)}`,
      ])
    }
    case 'geoipupdate': {
      const config = join(folder, 'GeoIP.conf')
      await writeFile(config, text.replace(/EditionIDs .*/, 'EditionIDs Octet-Country'))
      await start('geoipupdate', ['-f', config, '-d', folder])
      return 'updated'
    }
    case 'clickhouse':
      return start('clickhouse', ['local', '--query', text])
  }
}

for (const guide of GUIDES)
  for (const part of guide.parts)
    for (const sample of part.samples) {
      const skip = !hasAddressData
        ? 'no address data in var'
        : isHere(sample)
          ? false
          : `${[sample.program, sample.library].filter(Boolean).join(' with ')} is not installed`
      test(`docs/${guide.id}: ${part.id}, ${sample.label.en} (${sample.program})`, { skip }, async () => {
        const printed = await runSample(sample)
        // What is fetched into a file prints nothing; that it did not fail is the test.
        if (!/-[fSsO]*O/.test(sample.code)) assert.notEqual(printed.trim(), '')
      })
    }

/** What is said in prose: a paragraph, or one note. */
const toProse = (guide: Guide): Text[] => guide.parts.flatMap(({ words, notes = [] }) => [words, ...notes])
const toCells = (guide: Guide): Text[] =>
  guide.parts
    .flatMap(({ table }) => (table ? [...table.head, ...table.rows.flat()] : []))
    .filter((cell) => typeof cell !== 'string')

test('guides are whole in both languages', () => {
  for (const guide of GUIDES)
    for (const text of [guide.title, guide.description, ...guide.parts.map(({ title }) => title), ...toProse(guide)]) {
      assert.ok(text.en.length > 1 && text.zh.length > 1)
      assert.match(text.zh, /[\u4e00-\u9fff]|^[\w\s.]+$/)
    }
})

/** Four lines of a wide screen. */
const MAX_PROSE = 420

test('no part of a guide is a wall of text', () => {
  for (const guide of GUIDES)
    for (const { en } of toProse(guide))
      assert.ok(en.length <= MAX_PROSE, `${guide.id}: ${en.length} characters, ${en.slice(0, 60)}…`)
})

test('each row of a table in a guide has a cell for each of its columns', () => {
  for (const { parts } of GUIDES)
    for (const { table } of parts) for (const row of table?.rows ?? []) assert.equal(row.length, table!.head.length)
})

test('a table in a guide has its words in both languages', () => {
  const cells = GUIDES.flatMap(toCells)
  assert.ok(cells.length > 0)
  for (const { en, zh } of cells) {
    assert.ok(en && zh)
    // A name stays as it is; a sentence does not.
    if (/ [a-z]+ [a-z]+/.test(en)) assert.match(zh, /[\u4e00-\u9fff]/)
  }
})
