import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { promisify } from 'node:util'
import * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const host = createTestHost()
const ask = (input: z.input<typeof tool.input>) => answerTool(tool, input, host) as Promise<z.output<typeof tool.output>>
const MAC = '00:00:5e:00:53:af'

test('a packet is six bytes of ones and sixteen times the address', async () => {
  const { text, target, rows } = await ask({ text: '0000.5e00.53af' })
  assert.equal(text, 'ffffffffffff' + '00005e0053af'.repeat(16))
  assert.equal(target, '255.255.255.255:9')
  assert.deepEqual(rows, [{ mac: MAC, bytes: 102, base64: Buffer.from(text, 'hex').toString('base64') }])
})

for (const [password, digits] of [
  ['0a:0b:0c:0d:0e:0f', '0a0b0c0d0e0f'],
  ['192.0.2.1', 'c0000201'],
  ['DE-AD-BE-EF', 'deadbeef'],
] as const)
  test(`the password ${password} stands behind it`, async () => {
    const { text, commands } = await ask({ text: MAC, password })
    assert.ok(text.endsWith(`00005e0053af${digits}`))
    assert.ok(!commands.some(({ system }) => system === 'wakeonlan'), 'wakeonlan knows no password')
  })

test('a network is its broadcast address, a machine’s own address is warned of', async () => {
  assert.equal((await ask({ text: MAC, network: '192.0.2.77/26', port: 7 })).target, '192.0.2.127:7')
  assert.deepEqual((await ask({ text: MAC, network: '192.0.2.255' })).notes, [])
  assert.match((await ask({ text: MAC, network: '192.0.2.7' })).notes.join(), /answers no ARP/)
})

const SHELLS = { Python: 'python3', Node: 'node', socat: 'socat', PowerShell: 'pwsh' } as const
for (const [system, program] of Object.entries(SHELLS)) {
  const isHere = spawnSync(program, ['--version']).error === undefined
  test(`the command for ${system} sends the packet`, { skip: !isHere && `${program} is not installed` }, async (context) => {
    const socket = createSocket('udp4')
    context.after(() => socket.close())
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { text, commands } = await ask({
      text: MAC,
      network: '127.0.0.1',
      port: socket.address().port,
      password: '0a:0b:0c:0d:0e:0f',
    })
    const command = commands.find((row) => row.system === system)?.command ?? ''
    const came = once(socket, 'message')
    const [file, ...args] = system === 'PowerShell' ? ['pwsh', '-Command', command] : ['sh', '-c', command]
    await promisify(execFile)(file!, args, { timeout: 60_000 })
    const [message] = (await came) as [Buffer]
    assert.equal(message.toString('hex'), text)
  })
}

const wrong = [
  [{ text: '' }, /12 \(EUI-64: 16\) hexadecimal digits/],
  [{ text: '01:00:5e:00:00:01' }, /one network card.*none of a group/],
  [{ text: '02-00-5e-10-00-00-00-01' }, /one network card/],
  [{ text: MAC, network: '2001:db8::/64' }, /IPv6 has no broadcast/],
  [{ text: MAC, network: 'home' }, /home/],
  [{ text: MAC, password: 'letmein' }, /password of 6 bytes.*7 characters/],
  [{ text: Array.from({ length: 101 }, () => MAC).join('\n') }, /100 lines/],
] as const
for (const [input, message] of wrong)
  test(`refused: ${JSON.stringify(input).slice(0, 60)}`, async () => assert.rejects(ask(input), message))
