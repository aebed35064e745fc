import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Matrix } from './draw.ts'

/** The modules of a QR code (ISO/IEC 18004) at a level of correction: `L`, `M`, `Q`, `H`. Throws `too_large`. */
export async function makeMatrix(text: string, level: string): Promise<{ matrix: Matrix; version: number }> {
  const { default: encoder } = await import('qrcode/lib/core/qrcode.js')
  try {
    // Always bytes: the library's kanji and Latin-1 guesses would change what readers see.
    const data = /^[\dA-Z $%*+\-./:]+$/.test(text) ? text : [{ data: new TextEncoder().encode(text), mode: 'byte' as const }]
    const { version, modules } = encoder.create(data, { errorCorrectionLevel: level })
    return { version, matrix: { size: modules.size, isDark: (x, y) => modules.data[y * modules.size + x] === 1 } }
  } catch (cause) {
    const sizeBytes = new TextEncoder().encode(text).length
    throw new AppError(
      'too_large',
      {
        field: 'text',
        limit: {
          en: `what level ${level} holds (L: 2953 bytes, 4296 of 0–9 A–Z $%*+-./: or 7089 digits)`,
          zh: `${level} 级容量（L 级为 2953 字节，仅含 0–9 A–Z $%*+-./: 时为 4296 个字符，纯数字时为 7089 位）`,
        },
        got: counted(sizeBytes, 'bytes'),
      },
      { cause },
    )
  }
}
