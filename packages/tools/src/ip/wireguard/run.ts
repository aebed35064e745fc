import type { BaseHost } from '@octet/core/host.ts'
import { checkConfigs, type Checked } from './check.ts'
import type { WireguardInput } from './input.ts'
import { makeConfigs, type MadeConfigs } from './make.ts'

export type WireguardOutput = { text: string; notes?: string[] } & Partial<MadeConfigs> & Partial<Checked>

/** Makes files of WireGuard, or says what is wrong with some. Throws `bad_input`, `too_large`. */
export async function runWireguard(input: WireguardInput, host: BaseHost): Promise<WireguardOutput> {
  return input.action === 'check' ? checkConfigs(input.config, host.lang) : makeConfigs(input, host)
}
