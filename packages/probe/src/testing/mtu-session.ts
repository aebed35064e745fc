import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { readSegmentSizes, toPacketBytes } from '../tcp/segment-sizes.ts'

/** Runs inside a namespace: a visitor from another one connects, and the sizes of the connection are printed as JSON. */
const [own = '', peer = '', place = ''] = process.argv.slice(2)
const server = createServer().listen(0, own)
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const visit = `require('node:net').connect({ port: ${port}, host: '${own}', localAddress: '${peer}' })`
const visitor = spawn('ip', ['netns', 'exec', place, process.execPath, '-e', visit], { stdio: 'inherit' })
const [socket] = (await once(server, 'connection')) as [Socket]
const { localAddress, localPort, remoteAddress, remotePort } = socket
const sizes = await readSegmentSizes({
  localAddress: localAddress!,
  localPort: localPort!,
  remoteAddress: remoteAddress!,
  remotePort: remotePort!,
})
visitor.kill('SIGKILL')
socket.destroy()
server.close()
if (!sizes) throw new Error('expected ss to show the connection')
console.log(JSON.stringify({ packetBytes: toPacketBytes(sizes), hasTimestamps: sizes.hasTimestamps, pmtu: sizes.pmtu }))
