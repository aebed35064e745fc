import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { connect } from 'node:net'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'

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
  await until(() => {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`)
    return canConnect(port)
  }, 'redis-server listens')
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
}
