import { AppError } from '@octet/core/errors.ts'
import { BITS, parseAddress, type Address } from '@octet/core/ip/address.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { parseNetmask } from '../../lib/netmask.ts'

/** Characters of what a system prints that are looked through. */
const MAX_PRINTED = 4_000
/** A line of `ip address` or `ifconfig`, and two lines of Windows' `ipconfig`. */
const INTERFACES = [
  /\binet6? +(?:addr: *)?([\da-f:.]+)(?:%\S+)?(?:\/(\d+)|.*?\b(?:netmask|mask:|prefixlen) *(\S+))?/i,
  /\bIPv4[^:\n]*: *([\d.]+)[^:]*(?:Mask|掩码)[^:\n]*: *([\d.]+)/i,
]

/**
 * An address with its prefix: `192.0.2.77/26`, `192.0.2.77/255.255.255.192`, `192.0.2.77 255.255.255.192`, or the first one
 * of what a system prints of its interfaces; alone it takes the given mask, else it is a network of one. Throws
 * `bad_address`, and `bad_input` for a mask with gaps and for anything behind it.
 */
export function readNetwork(text: string, mask = ''): { address: Address; prefix: number } {
  const [base = '', own = '', ...rest] = toWords(toHalfWidth(text).trim())
  if (rest.length > 0)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'an address and one prefix or mask', zh: '一个地址加一个前缀长度或掩码' },
      got: text.trim().slice(0, 80),
    })
  const address = parseAddress(base)
  const spelling = own || mask.trim()
  if (!spelling) return { address, prefix: BITS[address.version] }
  const { prefix, form } = parseNetmask(spelling, address.version)
  if (prefix !== undefined) return { address, prefix }
  throw new AppError('bad_input', {
    field: own ? 'text' : 'mask',
    expected: {
      en: 'a mask with contiguous ones (see /ziwangfys for others)',
      zh: '1 连续的掩码（其他掩码请用 /ziwangfys）',
    },
    got: `${spelling} (${form})`,
  })
}

function toWords(text: string): string[] {
  const head = text.slice(0, MAX_PRINTED)
  const printed = INTERFACES.map((pattern) => pattern.exec(head)).find((found) => found !== null)
  return printed ? printed.slice(1).filter((word) => word !== undefined) : text.split(/\s*\/\s*|\s+/)
}
