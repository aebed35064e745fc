import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail server (RFC 5321) that refuses the first messages, for now if not told otherwise, and takes the others. */
export async function startMailServer({
  refusals = 0,
  refusal = '451 not now',
  refusedReceivers = {},
  before = async () => {},
  features = [],
  logIn = '235 well',
  port = 0,
}: {
  refusals?: number
  refusal?: string
  /** What it says to receivers that it does not take. */
  refusedReceivers?: Readonly<Record<string, string>>
  before?: (socket: Socket) => Promise<void>
  /** Extensions that it names when greeted, such as `AUTH PLAIN`. */
  features?: readonly string[]
  /** What it says to a password. */
  logIn?: string
  port?: number
}) {
  const taken: { to: string; text: string }[] = []
  let attempts = 0
  const server = createServer((socket) => {
    let to: string[] = []
    let text: string[] | undefined
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    createInterface({ input: socket }).on('line', async (line) => {
      if (text && line !== '.') return void text.push(line)
      if (text) {
        const isTaken = ++attempts > refusals
        if (isTaken) taken.push({ to: to.join(), text: text.join('\n') })
        text = undefined
        to = []
        await before(socket)
        return void socket.write(isTaken ? '250 taken\r\n' : `${refusal}\r\n`)
      }
      if (/^AUTH/i.test(line)) return void socket.write(`${logIn}\r\n`)
      if (/^EHLO/i.test(line)) return void socket.write(toGreeting(features))
      const refused = /^RCPT TO:<(.*)>/i.exec(line)?.[1] ?? ''
      if (Object.hasOwn(refusedReceivers, refused)) return void socket.write(`${refusedReceivers[refused]}\r\n`)
      if (/^RCPT TO/i.test(line)) to.push(line.replace(/^.*<|>.*$/g, ''))
      if (/^DATA/i.test(line)) text = []
      socket.write(/^DATA/i.test(line) ? '354 go on\r\n' : '250 well\r\n')
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { taken, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.dispose]: () => server.close() }
}

/** RFC 5321 §4.1.1.1: the last line has a blank after the code, those before it a hyphen. */
function toGreeting(features: readonly string[]): string {
  const lines = ['well', ...features]
  return lines.map((line, index) => `250${index < lines.length - 1 ? '-' : ' '}${line}\r\n`).join('')
}
