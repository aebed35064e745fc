import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const PROGRAMS = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/usr/bin/valkey-server']

/** The Redis or Valkey of this machine; undefined where there is none. */
export function findRedisServer(): string | undefined {
  return PROGRAMS.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** A Redis of the test's own on a loopback port, in memory only; disposing ends it by its pid. */
export async function startRedis(program: string, wanted?: number): Promise<AsyncDisposable & { url: string; port: number }> {
  const port = wanted ?? (await findFreePort())
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp']
  const child = spawn(program, args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  for (let tries = 0; !(await canConnect(port)); tries++) {
    if (tries > 100 || child.exitCode !== null) throw new Error('redis-server did not start')
    await sleep(50)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
}
