import { AppError } from '@octet/core/errors.ts'

export const MAX_CSS_DEPTH = 200

export function tooDeepCss(depth: number): AppError {
  return new AppError('too_large', {
    field: { en: 'Nesting', zh: '嵌套层数' },
    limit: { en: `${MAX_CSS_DEPTH} levels`, zh: `${MAX_CSS_DEPTH} 层` },
    got: `${depth}+`,
  })
}
