import { isIP } from 'node:net'
import type { Logger } from 'pino'
import type { Database } from '../../../storage/database.ts'
import type { BillingConfig } from '../billing-schema.ts'
import type { Provider } from '../provider.ts'
import { SandboxProvider } from './sandbox.ts'

type Parts = {
  readonly database: Database
  readonly config: BillingConfig
  readonly publicOrigin: string
  readonly log: Logger
}

/**
 * The providers of the operator's file, whose libraries are loaded for that; the sandbox when there is none and this is no
 * public place.
 */
export async function createProviders({ database, config, publicOrigin, log }: Parts): Promise<Provider[]> {
  const real: Provider[] = [
    ...(config.stripe ? [new (await import('./stripe.ts')).StripeProvider(config.stripe)] : []),
    ...(config.alipay ? [new (await import('./alipay.ts')).AlipayProvider(config.alipay)] : []),
  ]
  if (real.length > 0) return real
  if (isLoopback(publicOrigin) || config.sandboxOnPublicOrigin) return [new SandboxProvider(database)]
  log.info('no payment provider is set up, and the sandbox is refused on a public origin: only the free plan can be chosen')
  return []
}

/** Whether an origin can only be reached from this machine. */
export function isLoopback(origin: string): boolean {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
