import { AppError } from '@octet/core/errors.ts'
import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import * as z from 'zod'

/** The input of tools that ask a server by a name: which address is asked, where that is not what DNS says. */
export const connectToField = z
  .string()
  .max(60)
  .default('')
  .meta({
    label: { en: 'Connect to', zh: '连接到' },
    placeholder: { en: 'an IP address; else what DNS says', zh: 'IP 地址；留空按 DNS 解析' },
    help: {
      en: 'Asks this address for the name, as before its DNS is changed (curl --connect-to)',
      zh: '直接向此地址询问该域名，可用于切换 DNS 之前验证（curl --connect-to）',
    },
    advanced: true,
  })

/**
 * As probes take it; nothing where it is empty.
 *
 * @throws {AppError} `bad_input` for what is no address
 */
export function toConnectTo(text: string): { connectTo?: string } {
  const typed = text.trim().replace(/^\[(.*)\]$/, '$1')
  if (typed === '') return {}
  const address = findAddress(typed)
  if (address) return { connectTo: formatAddress(address) }
  const expected = { en: 'an IP address', zh: 'IP 地址' }
  throw new AppError('bad_input', { field: 'connectTo', expected, got: typed.slice(0, 60) })
}
