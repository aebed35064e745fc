import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './peers.ts'

type Setup = {
  /** What stands in its configuration behind the lines that every one has: first the rest of `server:`, then other clauses. */
  readonly config: (folder: string) => string
  /** Files beside it, by name. */
  readonly files?: Readonly<Record<string, string>>
}

/** Starts unbound in a folder of its own, which goes with it. It answers a little later. */
export function startUnbound({ config, files = {} }: Setup): AsyncDisposable {
  const folder = mkdtempSync(join(tmpdir(), 'octet-unbound-'))
  const path = join(folder, 'unbound.conf')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(path, `${toCommon(folder)}${config(folder)}`)
  const child = spawn(findProgram('unbound')!, ['-d', '-c', path], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

const toCommon = (folder: string): string => `server:
  directory: "${folder}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
  do-daemonize: no
  module-config: "iterator"
`
