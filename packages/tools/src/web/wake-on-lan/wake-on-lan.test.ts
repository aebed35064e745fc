import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { promisify } from 'node:util'
import * as z from 'zod'
import { until } from '@octet/core/testing/until.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const host = createTestHost()
const ask = (input: z.input<typeof tool.input>) => answerTool(tool, input, host) as Promise<z.output<typeof tool.output>>
const MAC = '00:00:5e:00:53:af'

test('a packet is six bytes of ones and sixteen times the address', async () => {
  const { text, target } = await ask({ text: '0000.5e00.53af' })
  assert.equal(text, 'ffffffffffff' + '00005e0053af'.repeat(16))
  assert.equal(target, '255.255.255.255:9')
})

for (const [password, digits] of [
  ['0a:0b:0c:0d:0e:0f', '0a0b0c0d0e0f'],
  ['192.0.2.1', 'c0000201'],
  ['DE-AD-BE-EF', 'deadbeef'],
] as const)
  test(`the password ${password} stands behind it`, async () => {
    const { text, commands } = await ask({ text: MAC, password })
    assert.ok(text.endsWith(`00005e0053af${digits}`))
    assert.ok(!commands.includes('wakeonlan'), 'wakeonlan knows no password')
  })

test('a network is its broadcast address, a machine’s own address is warned of', async () => {
  assert.equal((await ask({ text: MAC, network: '192.0.2.77/26', port: 7 })).target, '192.0.2.127:7')
  assert.deepEqual((await ask({ text: MAC, network: '192.0.2.255' })).notes, [])
  assert.match((await ask({ text: MAC, network: '192.0.2.7' })).notes.join(), /answers no ARP/)
})

const SHELLS = { Python: 'python3', Node: 'node', socat: 'socat', PowerShell: 'pwsh' } as const
for (const [system, program] of Object.entries(SHELLS)) {
  const isHere = spawnSync(program, ['--version']).error === undefined
  test(`the command for ${system} sends the packets`, { skip: !isHere && `${program} is not installed` }, async (context) => {
    const socket = createSocket('udp4')
    context.after(() => socket.close())
    const came: string[] = []
    socket.on('message', (message) => came.push(message.toString('hex')))
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { text, commands } = await ask({
      text: `${MAC}\n02-00-5e-00-53-b0`,
      network: '127.0.0.1',
      port: socket.address().port,
      password: '0a:0b:0c:0d:0e:0f',
    })
    const [, command = ''] = commands.split(`# ${system}\n`)
    const [line = ''] = command.split('\n\n')
    const [file, ...args] = system === 'PowerShell' ? ['pwsh', '-Command', line] : ['sh', '-c', line]
    await promisify(execFile)(file!, args, { timeout: 60_000 })
    await until(() => came.length === 2, 'both packets')
    assert.deepEqual(came.toSorted(), text.split('\n').toSorted())
  })
}

test('etherwake takes four bytes of a password as decimals', async () => {
  assert.match(
    (await ask({ text: MAC, password: '192.0.2.1' })).commands,
    /^etherwake -p 192\.0\.2\.1 -i eth0 00:00:5e:00:53:af$/m,
  )
})

const wrong = [
  [{ text: '' }, /12 \(EUI-64: 16\) hexadecimal digits/],
  [{ text: '01:00:5e:00:00:01' }, /one network card.*not multicast, got 01:00:5e:00:00:01$/],
  [{ text: `${MAC}\n02-00-5E-10-00-00-00-01` }, /one network card.*, got 02-00-5E-10-00-00-00-01$/],
  [{ text: MAC, network: '2001:db8::/64' }, /IPv6 has no broadcast/],
  [{ text: MAC, network: 'home' }, /home/],
  [{ text: MAC, password: 'letmein' }, /password of 6 bytes.*7 characters/],
  [{ text: Array.from({ length: 101 }, () => MAC).join('\n') }, /100 lines/],
] as const
for (const [input, message] of wrong)
  test(`refused: ${JSON.stringify(input).slice(0, 60)}`, async () => assert.rejects(ask(input), message))
