import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/** The server that commands ask where no setting names another, and the key for it. */
export type SavedLogin = { readonly server: string; readonly key?: string | undefined }

/** The file of `octet login`, in the folder of a person's settings; undefined where there is none, as for a service. */
export function findLoginFile(env: Env): string | undefined {
  const home = env['HOME'] || env['USERPROFILE']
  const folder = env['XDG_CONFIG_HOME'] || (home ? join(home, '.config') : undefined)
  return folder === undefined ? undefined : join(folder, 'octet', 'login.json')
}

/**
 * What `octet login` has saved; a file that is damaged counts for none, and is written anew by the next login. Every command
 * reads it, so it is read by hand, without a library of schemas to load.
 */
export function readSavedLogin(file: string | undefined): SavedLogin | undefined {
  if (file === undefined) return undefined
  try {
    const { server, key }: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'))
    return typeof server === 'string' && (key === undefined || typeof key === 'string') ? { server, key } : undefined
  } catch {
    return undefined
  }
}

/** Keeps a login where its owner alone may read it. */
export async function saveLogin(file: string, login: SavedLogin): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  await writeFile(fresh, `${JSON.stringify(login)}\n`, { mode: 0o600 })
  await rename(fresh, file)
}

/** Whether there was one. */
export async function forgetLogin(file: string | undefined): Promise<boolean> {
  if (file === undefined || !existsSync(file)) return false
  await rm(file)
  return true
}
