import { UsageError } from './command.ts'
import type { CliConfig } from './config.ts'

/** The key by which a server knows whose figures to give. Throws {@link UsageError} without one. */
export function getKey({ key }: CliConfig): string {
  if (key !== undefined) return key
  throw new UsageError({
    en: 'expected a key, from octet login or in OCTET_KEY, got none',
    zh: '请用 octet login 或 OCTET_KEY 给出密钥',
  })
}
