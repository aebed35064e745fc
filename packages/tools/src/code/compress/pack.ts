import { AppError } from '@octet/core/errors.ts'
import type { Bytes } from '../../lib/bytes.ts'
import type { Format } from './formats.ts'
import { packLz4 } from './lz4.ts'

/** Compresses bytes; level 0 (stored) to 9 (smallest). gzip gets neither name nor time, so that equal contents stay equal. */
export async function pack(bytes: Bytes, format: Format | 'auto', level: number): Promise<{ bytes: Bytes; format: Format }> {
  const { deflate, deflateRaw, gzip } = await import('pako')
  if (format === 'auto' || format === 'gzip') return { bytes: gzip(bytes, { level }), format: 'gzip' }
  if (format === 'zlib') return { bytes: deflate(bytes, { level }), format }
  if (format === 'deflate') return { bytes: deflateRaw(bytes, { level }), format }
  if (format === 'lz4') return { bytes: await packLz4(bytes, level), format }
  const reason = {
    en: 'this format can only be unpacked here; compress with gzip, zlib, Deflate or LZ4',
    zh: '此格式仅支持解压；压缩可选 gzip、zlib、Deflate 或 LZ4',
  }
  throw new AppError('unsupported_value', { got: format, reason })
}
