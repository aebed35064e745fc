import { AppError } from '@octet/core/errors.ts'
import { BITS, parseAddress, type Address } from '@octet/core/ip/address.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { parseNetmask } from '../netmask.ts'

/**
 * An address with its prefix: `192.0.2.77/26`, `192.0.2.77/255.255.255.192`, `192.0.2.77 255.255.255.192`; alone it takes
 * the given mask, else it is a network of one. Throws `bad_address`, and `bad_input` for a mask with gaps and for
 * anything behind it.
 */
export function readNetwork(text: string, mask = ''): { address: Address; prefix: number } {
  const [base = '', own = '', ...rest] = toHalfWidth(text)
    .trim()
    .split(/\s*\/\s*|\s+/)
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
    field: 'mask',
    expected: {
      en: 'a mask whose ones are all in front (see /ziwangfys for others)',
      zh: '1 全部在前的掩码（其他掩码请用 /ziwangfys）',
    },
    got: `${spelling} (${form})`,
  })
}
