import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createGuard } from '../guard/guard.ts'
import { createFetcher } from '../http/fetch.ts'

const NAMES: Readonly<Record<string, string>> = {
  'whois.root.example': '127.0.0.1',
  'whois.registry.example': '127.0.0.2',
  'whois.registrar.example': '127.0.0.3',
  'whois.third.example': '127.0.0.4',
  'whois.evil.example': '10.0.0.1',
  'rdap.example.com': '127.0.0.1',
}
/** Lets whois tests reach loopback by the names above, and nothing else. */
export const guard = createGuard({ allowTargets: ['127.0.0.0/8'], resolver: async (name) => (NAMES[name] ? [NAMES[name]] : []) })

/** A whois server of a test: what it says to a line is up to the test. */
export async function listen(handle: (socket: Socket, line: Promise<string>) => void, { host = '127.0.0.1', port = 0 } = {}) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    handle(
      socket,
      once(socket, 'data').then(([chunk]) => String(chunk)),
    )
  }).listen(port, host)
  await once(server, 'listening')
  const close = async () => void (server.close(), sockets.forEach((socket) => socket.destroy()))
  return { port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: close }
}

/** An RDAP server of a test, and a fetcher that may reach it. */
export async function serveRdap(listener: RequestListener) {
  const server = createHttpServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fetcher = createFetcher({ guard, extraPorts: [port] })
  return {
    base: `http://rdap.example.com:${port}/`,
    fetcher,
    [Symbol.asyncDispose]: async () => void (server.closeAllConnections(), server.close()),
  }
}

/** What the registry of example.com says, as registries of .com do. */
export const REGISTRY = `Domain Name: EXAMPLE.COM
Registrar WHOIS Server: whois.registrar.example
Registrar: Example Registrar, Inc.
Registrar IANA ID: 376
Updated Date: 2025-08-14T07:01:39Z
Creation Date: 1995-08-14T04:00:00Z
Registry Expiry Date: 2027-08-13T04:00:00Z
Domain Status: clientDeleteProhibited https://icann.org/epp#clientDeleteProhibited
Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
Name Server: A.IANA-SERVERS.NET
Name Server: B.IANA-SERVERS.NET
DNSSEC: signedDelegation
>>> Last update of whois database: 2026-01-01T00:00:00Z <<<
`
