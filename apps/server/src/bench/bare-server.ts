import { createServer, type AddressInfo } from 'node:net'

/** As long as the answer to a lookup with its head. */
const BODY = Buffer.alloc(1_900, 'x')
const ANSWER = Buffer.concat([
  Buffer.from(`HTTP/1.1 200 OK\r\nx-filler: ${'y'.repeat(900)}\r\ncontent-length: 1900\r\n\r\n`),
  BODY,
])
const REQUEST_END = '\r\n\r\n'

/** The least that a Node server can do for a request: see where it ends and send bytes that are there. Prints its port. */
const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    const text = chunk.toString('latin1')
    for (let at = text.indexOf(REQUEST_END); at >= 0; at = text.indexOf(REQUEST_END, at + 4)) socket.write(ANSWER)
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
