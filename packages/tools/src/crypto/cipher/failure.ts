import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

/** The ciphertext cannot have come from this mode: its length does not fit. */
export function badLength(got: number, blockBytes: number): AppError {
  return fail('bad_length', {
    en: `the ciphertext has ${countOf(got, 'byte')}, not a multiple of ${blockBytes}: part of it is missing, the encoding is wrong, or a stream mode was used`,
    zh: `密文长 ${got} 字节，不是 ${blockBytes} 的倍数：可能不完整、编码选错，或实际使用了流模式`,
  })
}

/** The ciphertext is shorter than its salt, IV or tag. */
export function tooShort(got: number, needed: number): AppError {
  return fail('bad_length', {
    en: `the ciphertext has ${countOf(got, 'byte')}, but salt, IV and tag alone take ${needed}`,
    zh: `密文只有 ${got} 字节，而盐、IV 与标签就需要 ${needed} 字节`,
  })
}

/** The padding is not what the chosen scheme writes. */
export function badPadding(scheme: string, lastByte: number): AppError {
  const byte = lastByte.toString(16).padStart(2, '0')
  return fail('bad_padding', {
    en: `the last block does not end in ${scheme} padding (last byte 0x${byte}): key, IV, mode or padding differ from those used to encrypt`,
    zh: `最后一个分组不是 ${scheme} 填充（末字节 0x${byte}）：密钥、IV、模式或填充与加密时不同`,
  })
}

/** The authentication tag is not the one of this content. */
export function wrongTag(): AppError {
  return fail('wrong_tag', {
    en: 'the authentication tag does not match: key, nonce, additional data or the ciphertext itself differ',
    zh: '认证标签不符：密钥、随机数、附加数据或密文本身有变动',
  })
}

/** A key, IV or salt of a wrong length. */
export function wrongSize(options: {
  field: string
  allowed: readonly number[]
  got: number
  hint?: Text | undefined
}): AppError {
  const { field, allowed, got, hint } = options
  const list = allowed.length > 3 ? `${allowed[0]}–${allowed.at(-1)}` : allowed.join(', ')
  return new AppError('bad_input', {
    field,
    expected: { en: `${list} bytes${hint ? ` (${hint.en})` : ''}`, zh: `${list} 字节${hint ? `（${hint.zh}）` : ''}` },
    got: { en: countOf(got, 'byte'), zh: `${got} 字节` },
  })
}

function fail(cause: 'bad_length' | 'bad_padding' | 'wrong_tag', reason: Text): AppError {
  return new AppError('wrong_key', { reason, cause })
}
