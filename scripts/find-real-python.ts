import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from './peers.ts'

/** How a script begins. */
const SHEBANG = '#!'

/**
 * Folder of Python itself where `python3` is a script in its place, as version managers put one there: each start of that takes
 * ten times as long. Undefined where it is a program, or there is none.
 */
export async function findRealPython(): Promise<string | undefined> {
  const path = await findProgram('python3')
  if (path === undefined || !(await isScript(path))) return undefined
  const asked = await promisify(execFile)(path, ['-c', 'import sys; print(sys.executable)']).catch(() => undefined)
  return asked?.stdout.trim() ? dirname(asked.stdout.trim()) : undefined
}

async function isScript(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SHEBANG.length))
  return buffer.toString('latin1', 0, bytesRead) === SHEBANG
}
