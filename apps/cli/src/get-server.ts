import { UsageError } from './command.ts'
import type { CliConfig } from './config.ts'

/** The server that commands ask which this machine cannot answer itself. Throws {@link UsageError} without one. */
export function getServer({ server }: CliConfig): string {
  if (server !== undefined) return server
  throw new UsageError({
    en: 'expected the address of a server, from octet login or in OCTET_SERVER, such as OCTET_SERVER=http://127.0.0.1:3000',
    zh: '请用 octet login 或 OCTET_SERVER 给出服务器地址，如 OCTET_SERVER=http://127.0.0.1:3000',
  })
}
