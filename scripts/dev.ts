import '../apps/cli/src/env-file.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { prepareData } from './prepare-data.ts'

const ROOT = join(import.meta.dirname, '..')
const API_PORT = '3001'

/** `npm run dev`: the API on 3001, started again when a file changes, and the site with hot reload before it. */
await prepareData(process.env['OCTET_VAR'] || join(ROOT, 'var'))
const children = [
  start(process.execPath, ['--watch', '--watch-preserve-output', join(ROOT, 'scripts/dev-api.ts')], {
    PORT: API_PORT,
    OCTET_PROCESSES: '1',
    LOG_LEVEL: 'warn',
  }),
  start(
    process.execPath,
    [
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      '--configLoader',
      'native',
      '--port',
      process.env['PORT'] ?? '3000',
      '--strictPort',
    ],
    { OCTET_API: `http://127.0.0.1:${API_PORT}` },
    join(ROOT, 'apps/web'),
  ),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => children.forEach((child) => child.kill(signal)))
for (const child of children)
  child.once('exit', (code) => {
    process.exitCode = code ?? 0
    children.forEach((other) => other.kill())
  })

function start(command: string, args: string[], env: Record<string, string>, cwd = ROOT): ChildProcess {
  return spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
}
