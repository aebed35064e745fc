import { readFile, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ConfigError } from '../apps/server/src/config.ts'
import { DIST } from '../apps/web/build/dist.ts'
import { canBuild, toFingerprint } from './fingerprint.ts'
import { lockWhenFree } from './lock-when-free.ts'
import { Progress } from './progress.ts'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(DIST, 'built-from')
/** What the built site depends on. */
const INPUTS = [
  'apps/web',
  'packages/core/src',
  'packages/tools/src',
  'packages/data/src/places',
  'package-lock.json',
  ...(process.env['OCTET_TOOLS']?.split(':').filter(Boolean) ?? []),
]

/** Builds the site when its sources have changed since the last build. Another process that builds it is waited for. */
export async function prepareWeb({ force = false } = {}): Promise<void> {
  if (!force && (await isBuilt())) return
  if (!canBuild()) throw new ConfigError('the site is not built, and what builds it is not installed: npm ci, then npm run build')
  await using _lock = await lockWhenFree(DIST).catch(refuseClosed)
  if (!force && (await isBuilt())) return
  const wanted = toFingerprint(INPUTS)
  const progress = new Progress('Building the site')
  await run(process.execPath, [join(ROOT, 'apps/web/build.ts')])
  await writeFile(STAMP, wanted)
  progress.end()
}

/** Who runs the program need not be who may write it: then the owner builds. */
export function refuseClosed(cause: NodeJS.ErrnoException): never {
  if (!/^(?:EACCES|EPERM|EROFS)$/.test(cause.code ?? '')) throw cause
  throw new ConfigError(
    `the site is not built from the program as it is now, and this user may not write ${DIST}: let its owner say npm run build`,
    { cause },
  )
}

async function isBuilt(): Promise<boolean> {
  const built = await readFile(STAMP, 'utf8').catch(() => '')
  return built !== '' && (built === toFingerprint(INPUTS) || !canBuild())
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.on('data', (text: Buffer) => process.stdout.write(text))
    child
      .on('error', reject)
      .on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`building the site failed (exit ${code})`))))
  })
}
