import { toJsonSchema } from '@octet/core/field.ts'
import type { FieldMeta, AnyTool } from '@octet/core/tool.ts'
import { findMainField } from '../pipeline/main-field.ts'

/** A way to use a tool: its input, in which a text is to be put into some fields. */
export type TextCase = {
  readonly tool: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly fields: readonly string[]
  /** What the field had in the example. */
  readonly ordinary: string
  readonly maxLength: number
  /** It comes from an example; other choices read the text in the same way, mostly. */
  readonly isExample: boolean
}

type Property = FieldMeta & { readonly type?: string; readonly enum?: readonly unknown[]; readonly maxLength?: number }

/** Texts of fewer characters than this never take long. */
const SHORT = 50_000
const MAX_LENGTH = 2 ** 20

/**
 * Every way to use a tool on a long text that its examples and its choices show: each example, each value of a choice,
 * and each further field for a long text, alone and beside the main one. None for a tool without such fields.
 */
export function findTextCases(tool: AnyTool): TextCase[] {
  const properties = (toJsonSchema(tool.input).properties ?? {}) as Readonly<Record<string, Property>>
  const main = findMainField(properties)
  const isLong = ([, { type, maxLength = Infinity }]: [string, Property]) => type === 'string' && maxLength >= SHORT
  const long = Object.entries(properties).filter(isLong)
  const inputs = [
    ...tool.examples.map(({ input }) => ({ input: input as Record<string, unknown>, isExample: true })),
    ...toChoices(tool, properties).map((input) => ({ input, isExample: false })),
  ]
  const cases = inputs.flatMap(({ input, isExample }) =>
    long.flatMap(([field, { maxLength = MAX_LENGTH }]) => {
      const ordinary = input[field]
      if (field !== main && (typeof ordinary !== 'string' || ordinary === '')) return []
      const shared = {
        tool: tool.id,
        input,
        isExample,
        ordinary: typeof ordinary === 'string' && ordinary ? ordinary : 'text',
        maxLength: Math.min(maxLength, MAX_LENGTH),
      }
      const alone = { ...shared, name: toName(input, [field]), fields: [field] }
      return field === main || main === undefined
        ? [alone]
        : [alone, { ...shared, name: toName(input, [main, field]), fields: [main, field] }]
    }),
  )
  return [...new Map(cases.toReversed().map((each) => [each.name, each])).values()].reverse()
}

/** Each value of a choice, set in the first example that shows the field. */
function toChoices(tool: AnyTool, properties: Readonly<Record<string, Property>>): Record<string, unknown>[] {
  return Object.entries(properties).flatMap(([field, { enum: values = [], when = {} }]) => {
    const example = tool.examples.find(({ input }) =>
      Object.entries(when).every(([other, wanted]) =>
        wanted.includes((tool.input.parse(input) as Record<string, never>)[other]!),
      ),
    )
    return example ? values.map((value) => ({ ...(example.input as object), [field]: value })) : []
  })
}

function toName(input: Readonly<Record<string, unknown>>, fields: readonly string[]): string {
  const options = Object.entries(input)
    .filter(([field, value]) => !fields.includes(field) && typeof value !== 'object' && String(value).length <= 20)
    .map(([field, value]) => `${field}=${String(value)}`)
  return `${fields.join('+')}${options.length > 0 ? ` (${options.join(' ')})` : ''}`
}
