import { AppError } from '@octet/core/errors.ts'

/** The error for code that is nested deeper than a parser can follow, which is as deep as the engine's stack. */
export function tooDeepCode(): AppError {
  return new AppError('too_large', {
    field: { en: 'Nesting', zh: '嵌套层数' },
    limit: { en: 'what the parser can follow, some thousand levels', zh: '解析器所能处理的上千层' },
    got: { en: 'more', zh: '更多' },
  })
}
