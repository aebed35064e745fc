import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { TLSSocket, type TlsOptions, createSecureContext } from 'node:tls'

export type SmtpOptions = {
  readonly greeting?: string
  /** Features of EHLO before TLS, and inside it. */
  readonly features?: readonly string[]
  readonly secureFeatures?: readonly string[]
  /** What STARTTLS is answered. */
  readonly ready?: string
  readonly tls?: TlsOptions
  readonly host?: string
  readonly port?: number
}

export type SmtpTestServer = AsyncDisposable & { readonly port: number; readonly heard: readonly string[] }

const DEFAULTS = {
  greeting: '220-mx.example.com ESMTP\r\n220 no spam',
  features: ['SIZE 1000', 'STARTTLS'],
  secureFeatures: ['SIZE 1000', '8BITMIME', 'AUTH PLAIN LOGIN'],
  ready: '220 go ahead',
}

/** A mail server that takes no mail: it says hello, and goes over to TLS where it offers that. */
export async function startSmtpServer(options: SmtpOptions = {}): Promise<SmtpTestServer> {
  const { host = '127.0.0.1', port = 0, tls, ...rest } = options
  const said = { ...DEFAULTS, ...rest }
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const serve = (socket: Socket, features: readonly string[], isSecure: boolean) => {
    const answer = (line: string): string => {
      heard.push(line)
      if (line.startsWith('EHLO ')) return ['250-mx.example.com', ...features.map((one) => `250-${one}`), '250 HELP'].join('\r\n')
      if (line === 'STARTTLS' && !isSecure) return said.ready
      return line === 'QUIT' ? '221 bye' : '502 no'
    }
    const hear = (chunk: Buffer) => {
      for (const line of chunk.toString('latin1').split('\r\n').filter(Boolean)) {
        const words = answer(line)
        socket.write(`${words}\r\n`)
        if (line === 'QUIT') socket.end()
        if (line !== 'STARTTLS' || !words.startsWith('220')) continue
        socket.off('data', hear)
        const secureContext = createSecureContext(tls)
        const secured = new TLSSocket(socket, { ...tls, isServer: true, secureContext })
        secured.on('error', () => {})
        serve(secured, said.secureFeatures, true)
      }
    }
    socket.on('error', () => {}).on('data', hear)
  }
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    serve(socket, said.features, false)
    socket.write(`${said.greeting}\r\n`)
    if (!said.greeting.startsWith('220')) socket.end()
  })
  await once(server.listen(port, host), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
