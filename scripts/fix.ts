import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** `npm run fix`: everything that can be put right by a program. */
for (const [program, ...args] of [
  ['oxlint', '--fix'],
  ['oxfmt', '.'],
]) {
  const { status } = spawnSync(join(import.meta.dirname, '../node_modules/.bin', program ?? ''), args, { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
