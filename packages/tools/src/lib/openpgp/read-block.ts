import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Block } from './armor.ts'
import { readPackets, type Packet } from './packets.ts'

export const DAMAGED: Text = { en: 'it is damaged or cut off', zh: '数据已损坏或不完整' }

/** The packets of a block. Throws `unsupported_value` for one that is damaged, `too_large`. */
export async function readBlock(block: Pick<Block, 'label' | 'bytes'>): Promise<Packet[]> {
  try {
    return await readPackets(block.bytes)
  } catch (error) {
    throw error instanceof RangeError ? toDamaged(block, error) : error
  }
}

/** The error for a block that cannot be read. */
export function toDamaged({ label }: Pick<Block, 'label'>, cause?: unknown): AppError {
  return new AppError('unsupported_value', { got: label ? `PGP ${label}` : 'OpenPGP', reason: DAMAGED }, { cause })
}
