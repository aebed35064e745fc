import { join, resolve } from 'node:path'
import { findLoginFile, readSavedLogin } from './saved-login.ts'

/** Settings of the command line, read once. */
export type CliConfig = {
  /** Server that is asked for what this machine cannot do itself. */
  readonly server: string | undefined
  readonly key: string | undefined
  /** Where `octet login` keeps both; undefined where there is no home. */
  readonly loginFile: string | undefined
  /** What a monitoring point joins its server with. */
  readonly pointToken: string | undefined
  readonly varFolder: string
  /** The operator's file; see `readProductSettings` and `readUpdateSettings`. */
  readonly operatorFile: string | undefined
  readonly toolFolders: readonly string[]
  readonly lang: 'zh' | 'en'
}

export function readCliConfig(env: Readonly<Record<string, string | undefined>> = process.env): CliConfig {
  return {
    ...toServer(env),
    loginFile: findLoginFile(env),
    pointToken: env['OCTET_POINT_TOKEN'] || undefined,
    varFolder: resolve(env['OCTET_VAR'] || join(import.meta.dirname, '../../../var')),
    operatorFile: env['OCTET_CONFIG']?.trim() || undefined,
    toolFolders: env['OCTET_TOOLS']?.split(':').filter(Boolean) ?? [],
    lang: (env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '').startsWith('zh') ? 'zh' : 'en',
  }
}

/** The server and the key for it. A key that was saved for one server is told no other; an empty setting means none. */
function toServer(env: Readonly<Record<string, string | undefined>>): Pick<CliConfig, 'server' | 'key'> {
  const key = env['OCTET_KEY'] || undefined
  if (env['OCTET_SERVER'] !== undefined) return { server: env['OCTET_SERVER'] || undefined, key }
  const saved = readSavedLogin(findLoginFile(env))
  return { server: saved?.server, key: env['OCTET_KEY'] === undefined ? saved?.key : key }
}
