import { createClient, type OctetClient } from '@octet/client/client.ts'
import type { CliConfig } from './config.ts'

/** A tool of the server may take 10 s of its own, and one that probes longer; whoever waits at a terminal can end it. */
const PATIENCE_MS = 60_000

type ConnectOptions = Partial<Pick<CliConfig, 'key' | 'lang'>> & { readonly patienceMs?: number }

/** The server at an address, asked as the settings say. */
export function connect(server: string, { key, lang, patienceMs = PATIENCE_MS }: ConnectOptions): OctetClient {
  return createClient({ baseUrl: server, key, lang, timeoutMs: patienceMs })
}
