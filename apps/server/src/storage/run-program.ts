import { spawn } from 'node:child_process'

export const PLAIN_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

/** Who a program runs as, and what it reads. */
type RunOptions = {
  readonly owner: { readonly uid: number; readonly gid: number } | undefined
  readonly input?: string
}

/** Runs a program of PostgreSQL to its end. Throws with what it has said when it fails. */
export function runProgram(program: string, words: readonly string[], { owner, input = '' }: RunOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd: '/', env: PLAIN_ENVIRONMENT, stdio: 'pipe', ...owner })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text = (text + String(chunk)).slice(-2_000)))
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${text}`))))
    child.stdin.on('error', () => {}) // it has ended before, and says so
    child.stdin.end(input)
  })
}
