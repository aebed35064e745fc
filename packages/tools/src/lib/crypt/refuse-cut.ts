import { AppError } from '@octet/core/errors.ts'

/** Refuses a password of which an algorithm would read only the beginning: up to a NUL character, or so many bytes. */
export function refuseCut(password: string, { program, mostBytes }: { program: string; mostBytes: number }): void {
  // Most programs take it for the end of the password.
  if (password.includes('\0'))
    throw new AppError('bad_input', {
      field: 'password',
      expected: {
        en: `no NUL character, at which ${program} would stop`,
        zh: `不含 NUL 字符，${program} 读到该字符即停止`,
      },
      got: `U+0000 @${password.indexOf('\0') + 1}`,
    })
  const got = new TextEncoder().encode(password).length
  if (got > mostBytes)
    throw new AppError('bad_input', {
      field: 'password',
      expected: {
        en: `at most ${mostBytes} bytes, since ${program} reads no more`,
        zh: `最多 ${mostBytes} 字节，${program} 不读取更多内容`,
      },
      got: { en: `${got} bytes`, zh: `${got} 字节` },
    })
}
