import type { ErrorDetails } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'

const ENTER: Text = { en: 'enter', zh: '输入' }
const CHOOSE: Text = { en: 'choose', zh: '选择' }

/** The field that an issue finds empty, as the details of `missing_input`; undefined where something came, and it is wrong. */
export function findMissing(issue: z.core.$ZodIssue, input: unknown, schema: z.ZodType): ErrorDetails | undefined {
  const name = issue.path.join('.')
  const field = issue.path.reduce<z.ZodType | undefined>(stepInto, schema)
  if (name === '' || !field || !isEmpty(issue, getAt(issue.path, input), field)) return undefined
  return { field: name, label: field.meta()?.label ?? name, act: isChoice(field) ? CHOOSE : ENTER }
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
