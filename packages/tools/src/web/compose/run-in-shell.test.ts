import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import type * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

/** Stands in for docker and for what a command could run: says what it was called with, each word in brackets. */
const STAND_INS = 'docker() { printf "[%s]" docker "$@"; echo; }; run() { echo RUN; }\n'

/** What a shell calls for a file, a line for each call. */
async function call(file: string): Promise<string[]> {
  const host = createTestHost()
  const { text } = (await answerTool(tool, { text: file, to: 'commands' }, host)) as z.output<typeof tool.output>
  const env = { PATH: '', PWD: '/here', HOME: '/home', SET: 'own' }
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', STAND_INS + text], { encoding: 'utf8', env, cwd: '/' })
  assert.equal(stderr, '', text)
  return stdout.trimEnd().split('\n')
}

for (const [image, words] of [
  ['--privileged', '[--][--privileged]'],
  ['-v/:/host', '[--][-v/:/host]'],
  ['${NONE:--v/:/host}', '[--][-v/:/host]'],
  ['$NONE--privileged', '[--][--privileged]'],
  ['${NONE}${SET+-x}', '[--][-x]'],
  ['$SET:1', '[own:1]'],
  ['$$-x', '[$-x]'],
  ['nginx:1.29', '[nginx:1.29]'],
  ["a'; run; '", "[a'; run; ']"],
  ['a\nrun', '[a\nrun]'],
] as const)
  test(`the image ${image} is no flag and no command`, async () => {
    const said = await call(`services:\n  a:\n    image: ${JSON.stringify(image)}\n`)
    assert.equal(said.join('\n'), `[docker][run][-d][--name][a]${words}`)
  })

test('neither is a folder to build in, nor the name of a network or a volume', async () => {
  const file = `name: "-x"
services:
  "-s":
    build: "--file=/etc/passwd"
    networks: ["-n"]
    volumes: ["data:/data"]
networks:
  "-n": {name: "--driver=x; run"}
volumes:
  data: {name: "--opt=y", driver: local}
`
  assert.deepEqual(await call(file), [
    '[docker][network][create][--][--driver=x; run]',
    '[docker][volume][create][--driver][local][--][--opt=y]',
    '[docker][build][-t][-s][--][--file=/etc/passwd]',
    '[docker][run][-d][--name][-s][--network][--driver=x; run][-v][--opt=y:/data][--][-s]',
  ])
})

/** Everything else that a file says stands behind a flag, as one word. */
const HOSTILE = ['$(run)', '`run`', '; run', '"; run; "', "'; run; '", '--privileged', '\nrun', '$SET$(run)', '${NONE:-$(run)}']
test('no value of a service is a command, nor more than a word', async () => {
  for (const hostile of HOSTILE) {
    const value = JSON.stringify(hostile)
    const keys = ['hostname', 'user', 'working_dir', 'container_name', 'network_mode', 'pid', 'platform', 'entrypoint', 'restart']
    const lists = ['environment', 'ports', 'volumes', 'dns', 'cap_add', 'devices', 'labels', 'command', 'env_file', 'tmpfs']
    const file = `services:\n  a:\n    image: img\n${[...keys, ...lists].map((key) => `    ${key}: ${keys.includes(key) ? value : `[${value}]`}\n`).join('')}`
    const words = (await call(file)).join('\n')
    assert.doesNotMatch(words, /^RUN$/m, hostile)
    assert.equal(words.split('[img]').length, 2, `${hostile}: ${words}`)
    for (const [, before] of words.matchAll(/(\[[^\]]*\])\[--privileged\]/g)) assert.match(before!, /^\[-|^\[img\]/, words)
  }
})
