import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { buildDatabase } from '@octet/data/build.ts'
import { makeFolder } from '@octet/data/testing/folder.ts'
import { MANIFEST, PREVIOUS_MANIFEST } from '@octet/ipdb/data-folder.ts'
import { writeSmallDatabase } from '@octet/ipdb/testing/small-database.ts'
import { makeBasis, makeLayer, type TestRange } from '@octet/data/testing/small-sources.ts'

/** What commands answer from the data of this machine, with no server at all. */
const MAIN = join(import.meta.dirname, '../../bin/octet.mjs')
const folder = await makeFolder()
after(() => folder[Symbol.asyncDispose]())

const range = <Value>(first: bigint, count: bigint, value: Value): TestRange<Value> => ({
  first,
  last: first + count - 1n,
  value,
})
const place = (country: string, city: string) => ({ country, region: 'Upper', city, latitude: 1, longitude: 2, radiusKm: 20 })
const START4 = 0x0100_0000n
const START6 = 0x2600_0000n << 96n

before(async () => {
  const sources = [
    ...makeBasis(),
    makeLayer('asn', 'nets', {
      4: [range(START4, 768n, { asn: 64_496, name: 'Wide' })],
      6: [range(START6, 1n << 80n, { asn: 64_496, name: 'Wide' })],
    }),
    makeLayer('location', 'places', {
      4: [range(START4, 256n, place('AA', 'North')), range(START4 + 256n, 512n, place('BB', 'South'))],
    }),
  ]
  await buildDatabase({ varFolder: folder.path, sources })
})

const env = { OCTET_VAR: folder.path, OCTET_SERVER: '', LC_ALL: 'C.UTF-8' }

async function octet(words: readonly string[], input = '', varFolder = folder.path) {
  // As from a shell, where a command that reads the data begins anew with large pages.
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { ...process.env, GLIBC_TUNABLES: undefined, ...env, OCTET_VAR: varFolder },
  })
  child.stdin.on('error', () => {}) // it may have ended before it reads
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, err }
}

test('ranges of a country, an AS and an organisation, in every form a server has', async () => {
  const good = (out: string) => ({ code: 0, out, err: '' })
  assert.deepEqual(await octet(['ranges', 'country', 'bb']), good('1.0.1.0/24\n1.0.2.0/24\n'))
  assert.deepEqual(
    await octet(['ranges', 'org', 'wide', '--format', 'json']),
    good('{"owner":"wide","asns":[64496],"networks":["1.0.0.0/23","1.0.2.0/24","2600::/48"]}\n'),
  )
  assert.deepEqual(
    await octet(['ranges', 'asn', 'AS64496', '--format', 'nginx', '--family', 'ipv4']),
    good('deny 1.0.0.0/23;\ndeny 1.0.2.0/24;\n'),
  )
})

for (const [what, words, code, message] of [
  ['an owner of nothing', ['country', 'CC'], 1, /^octet ranges: “CC” cannot be processed: the data has no ranges for it\n/],
  [
    'a country that is none',
    ['country', 'Germany'],
    1,
    /^octet ranges: owner: expected a country code of two letters, got Germany\n/,
  ],
  ['a form that is none', ['country', 'BB', '--format', 'pf'], 2, /^octet ranges: --format: expected one of text, .*cisco\n/],
] as const)
  test(`ranges: ${what} is told`, async () => {
    const { err, ...rest } = await octet(['ranges', ...words])
    assert.deepEqual(rest, { code, out: '' })
    assert.match(err, message)
  })

test('summarize counts addresses, what is not public and what is none', async () => {
  const { code, out } = await octet(['summarize'], '1.0.0.1 1.0.1.1\n1.0.1.2,10.0.0.1 x 1.0.1.2\n')
  assert.equal(code, 0)
  assert.match(out, /^4 addresses \(4 IPv4, 0 IPv6\), 1 not public, 1 unreadable\ncountries\n +2 {2}BB\n +1 {2}AA\n/)
})

test('batch reads what is piped in', async () => {
  const { code, out } = await octet(['batch'], '1.0.0.1\n1.0.1.1\n')
  assert.deepEqual([code, out.split('\n').map((line) => line.slice(0, 10))], [0, ['ip,country', '1.0.0.1,AA', '1.0.1.1,BB', '']])
})

test('lookup takes the number of a network; of several, one that nobody has is named and the others answered', async () => {
  const { code, out } = await octet(['lookup', 'AS64496', '--field', 'num_ips'])
  assert.deepEqual([code, out], [0, '768\n'])
  const several = await octet(['lookup', 'AS64511', 'AS99999999999', '1.0.0.1', '--field', 'country_code'])
  assert.deepEqual([several.code, several.out], [1, 'AA\n'])
  assert.match(
    several.err,
    /^octet lookup: The data has no network “AS64511”\noctet lookup: asn: expected an AS number .*got AS99999999999\n$/,
  )
})

test('a model asks for networks, ranges and summaries without a server', async () => {
  const client = new Client({ name: 'test', version: '1' })
  const options = { command: process.execPath, args: [MAIN, 'mcp'], env: { ...getDefaultEnvironment(), ...env } }
  const transport = new StdioClientTransport({ ...options, stderr: 'pipe' })
  await client.connect(transport as Parameters<Client['connect']>[0], { timeout: 600_000 })
  try {
    const ask = async (name: string, input: object) => {
      const { content } = await client.callTool({ name, arguments: { ...input } }, undefined, { timeout: 600_000 })
      return JSON.parse((content as { text: string }[])[0]!.text) as unknown
    }
    assert.deepEqual(await ask('list_ranges', { by: 'country', owner: 'BB' }), {
      owner: 'BB',
      total: 2,
      networks: ['1.0.1.0/24', '1.0.2.0/24'],
    })
    const { unique, countries } = (await ask('summarize_ips', { ips: ['1.0.0.1', '1.0.0.2'] })) as Record<string, unknown>
    assert.deepEqual([unique, countries], [2, [{ name: 'AA', count: 2 }]])
    assert.equal(((await ask('lookup_asn', { asn: 'AS64496' })) as { name: string }).name, 'Wide')
  } finally {
    await client.close()
  }
})

test('octet lookup names a damaged file, and uses the build before where there is one', async () => {
  await using own = await makeFolder()
  const data = join(own.path, 'data')
  await writeSmallDatabase(data, { v4: [0, 256], v6: [0n] }, 'new')
  await truncate(join(data, 'octet-new.ipdb'), 5_000)
  const alone = await octet(['lookup', '8.8.8.8'], '', own.path)
  assert.deepEqual([alone.code, alone.out], [1, ''])
  assert.match(
    alone.err,
    /^octet lookup: \S+octet-new\.ipdb is damaged: expected \d+ bytes, got 5000\noctet data build makes it anew\n$/,
  )
  await rename(join(data, MANIFEST), join(data, 'aside'))
  await writeSmallDatabase(data, { v4: [0, 256], v6: [0n] }, 'old')
  await rename(join(data, MANIFEST), join(data, PREVIOUS_MANIFEST))
  await rename(join(data, 'aside'), join(data, MANIFEST))
  const fallen = await octet(['lookup', '8.8.8.8', '--field', 'build'], '', own.path)
  assert.deepEqual([fallen.code, fallen.out], [0, 'old\n'])
  assert.match(fallen.err, /^octet: \S+octet-new\.ipdb is damaged: .*; the build before is used\n$/)
})
