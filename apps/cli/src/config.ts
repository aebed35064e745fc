import { join, resolve } from 'node:path'

/** Settings of the command line, read once. */
export type CliConfig = {
  /** Server that is asked for what this machine cannot do itself. */
  readonly server: string | undefined
  readonly key: string | undefined
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
    server: env['OCTET_SERVER'] || undefined,
    key: env['OCTET_KEY'] || undefined,
    pointToken: env['OCTET_POINT_TOKEN'] || undefined,
    varFolder: resolve(env['OCTET_VAR'] || join(import.meta.dirname, '../../../var')),
    operatorFile: env['OCTET_CONFIG']?.trim() || undefined,
    toolFolders: env['OCTET_TOOLS']?.split(':').filter(Boolean) ?? [],
    lang: (env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '').startsWith('zh') ? 'zh' : 'en',
  }
}
