import { AppError } from '@octet/core/errors.ts'
import { BITS, parseAddress, type Address } from '@octet/core/ip/address.ts'
import { parseNetmask } from '../netmask.ts'

/**
 * An address with its prefix: `192.0.2.77/26`, `192.0.2.77/255.255.255.192`, `192.0.2.77 255.255.255.192`; alone it takes
 * the given mask, else it is a network of one. Throws `bad_address`, and `bad_input` for a mask with gaps.
 */
export function readNetwork(text: string, mask = ''): { address: Address; prefix: number } {
  const [base = '', own = ''] = text.trim().split(/\s*\/\s*|\s+/, 2)
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
