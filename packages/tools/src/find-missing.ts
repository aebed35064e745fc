import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'

const ENTER: Text = { en: 'enter', zh: '输入' }
const CHOOSE: Text = { en: 'choose', zh: '选择' }

/** The error for a field that an issue finds empty; undefined where something came, and it is wrong. */
export function findMissing(issue: z.core.$ZodIssue, input: unknown, schema: z.ZodType): AppError | undefined {
  const name = issue.path.join('.')
  const field = issue.path.reduce<z.ZodType | undefined>(stepInto, schema)
  if (name === '' || !field || !isEmpty(issue, getAt(issue.path, input), field)) return undefined
  const { label = name, missing } = field.meta() ?? {}
  if (missing) return new AppError(missing)
  return new AppError('missing_input', { field: name, label, act: isChoice(field) ? CHOOSE : ENTER })
}

/** What stands at a path of an input. */
export const getAt = (path: readonly PropertyKey[], input: unknown): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input)

/** A field that may be left out can still be refused, where one of two is needed: those words stay. */
const isEmpty = (issue: z.core.$ZodIssue, value: unknown, field: z.ZodType): boolean =>
  value === undefined ? !field.safeParse(undefined).success : value === '' && issue.code === 'too_small'

function stepInto(schema: z.ZodType | undefined, key: PropertyKey): z.ZodType | undefined {
  const inner = schema && unwrap(schema)
  if (inner instanceof z.ZodObject) return inner.shape[String(key)] as z.ZodType | undefined
  return inner instanceof z.ZodArray ? (inner.element as z.ZodType) : undefined
}

const isChoice = (field: z.ZodType): boolean => {
  const inner = unwrap(field)
  return field.meta()?.widget === 'file' || inner instanceof z.ZodEnum || inner instanceof z.ZodBoolean
}

/** The schema inside of what makes it optional or gives it a default. */
function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return unwrap(schema.unwrap() as z.ZodType)
  return schema
}
