import type { Schema } from './schema.ts'

/** Attributes of a number input that its schema asks for. Bounds that only say «safe integer» are no help to anyone. */
export function toExpectedNumber({ type, minimum, maximum, exclusiveMinimum }: Schema): {
  min?: number
  max?: number
  step: number | 'any'
} {
  return {
    ...(isBound(minimum)
      ? { min: minimum }
      : isBound(exclusiveMinimum) && type === 'integer'
        ? { min: exclusiveMinimum + 1 }
        : {}),
    ...(isBound(maximum) ? { max: maximum } : {}),
    step: type === 'integer' ? 1 : 'any',
  }
}

const isBound = (value: number | undefined): value is number => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER
