import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Client } from 'pg'

/** What becomes of a commit whose connection is cut: it never arrives, or its answer does not. */
export type Cut = 'lost' | 'written'

export type CommitCutter = AsyncDisposable & {
  readonly url: string
  /** Cuts the connection of the next commit that comes this way; from then on nobody is let through until `mend`. */
  cutNext(cut: Cut): void
  /** Cuts what is open at this moment. */
  cut(): void
  mend(): void
  /** Whether a connection has been cut since the last word. */
  readonly isCut: boolean
}

/** A way to a database, on the loopback, that can be cut in the moment of a commit (PostgreSQL, message formats: Query). */
export async function cutCommits(url: string): Promise<CommitCutter> {
  const { host, port } = new Client({ connectionString: url })
  const there = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const open = new Set<Socket>()
  let next: Cut | undefined
  let isCut = false
  const cutAll = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  const server = createServer((here) => {
    if (isCut) return void here.destroy()
    const behind = connect(there)
    for (const socket of [here, behind]) {
      open.add(socket)
      socket.on('error', () => {}).on('close', () => open.delete(socket))
    }
    here.on('close', () => behind.end()).on('end', () => behind.end())
    behind.on('close', () => here.destroy())
    let isAnswerLost = false
    here.on('data', (bytes: Buffer) => {
      const isCommit = bytes[0] === 0x51 && bytes.toString('latin1', 5).startsWith('commit\0')
      if (isCommit && next === 'lost') return cutAll()
      isAnswerLost ||= isCommit && next === 'written'
      behind.write(bytes)
    })
    behind.on('data', (bytes: Buffer) => {
      if (isAnswerLost) cutAll()
      else here.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = new URL(url)
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: own.href,
    cutNext(cut) {
      next = cut
      isCut = false
    },
    cut: cutAll,
    mend() {
      next = undefined
      isCut = false
    },
    get isCut() {
      return isCut
    },
    async [Symbol.asyncDispose]() {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}
