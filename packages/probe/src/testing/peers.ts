import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of a program on this machine; undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** A reason to skip a test that needs programs which are not here; false when all are. */
export function skipWithout(...names: readonly string[]): string | false {
  const missing = names.filter((name) => !findProgram(name))
  return missing.length > 0 ? `not installed: ${missing.join(', ')}` : false
}

/** A reason to skip a test that needs root; false for root. */
export function skipUnlessRoot(): string | false {
  return process.getuid?.() === 0 ? false : 'needs root for network namespaces'
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
