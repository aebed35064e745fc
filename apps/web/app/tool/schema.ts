import type { Text } from '@octet/core/text.ts'
import type { FieldMeta, Widget } from '@octet/core/tool.ts'
import { toUnitText } from './unit-words.ts'

/** JSON Schema with the words of `.meta()` on it, as `toJsonSchema` writes it. */
export type Schema = FieldMeta & {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly (string | number)[]
  readonly const?: unknown
  readonly default?: unknown
  readonly pageDefault?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly description?: string
}

/** How a field is drawn: the tool's word for it, or what its type says. */
export type Control = Exclude<Widget, 'table' | 'image' | 'html'> | 'number' | 'toggle' | 'lines' | 'json'

export type Option = { readonly value: string | number; readonly label: Text }

/** One input of a tool, ready to be drawn. */
export type Field = {
  readonly name: string
  readonly control: Control
  readonly label: Text
  readonly help: Text | undefined
  readonly placeholder: Text | undefined
  readonly options: readonly Option[]
  readonly when: Readonly<Record<string, readonly (string | number | boolean)[]>>
  readonly emptyWhen: Field['when'] | undefined
  readonly unit: Text | undefined
  readonly language: string
  readonly isAdvanced: boolean
  readonly isSecret: boolean
  readonly isRequired: boolean
  readonly isMain: boolean
  readonly isWanted: boolean
  readonly defaultValue: unknown
  readonly schema: Schema
}

const MAX_SEGMENTS = 5

/** The fields of an input schema in its order; the main one is marked. */
export function toFields(schema: unknown): Field[] {
  const { properties = {}, required = [] } = schema as Schema
  const fields = Object.entries(properties).map(([name, property]) => toField(name, property, required.includes(name)))
  const main = fields.find(({ schema }) => schema.main) ?? fields.find(({ control }) => isTextControl(control)) ?? fields[0]
  return fields.map((field) => ({ ...field, isMain: field === main }))
}

function toField(name: string, property: Schema, isListedRequired: boolean): Field {
  const schema = joinConstants(unwrap(property))
  return {
    name,
    control: toControl(schema),
    label: schema.label ?? toWords(name),
    help: schema.help,
    placeholder: schema.placeholder,
    options: (schema.enum ?? []).map((value) => ({ value, label: schema.options?.[String(value)] ?? toPlainText(value) })),
    when: schema.when ?? {},
    emptyWhen: schema.emptyWhen,
    unit: schema.unit === undefined ? undefined : toUnitText(schema.unit),
    language: schema.language ?? '',
    isAdvanced: schema.advanced ?? false,
    isSecret: schema.secret ?? schema.widget === 'secret',
    isRequired: isListedRequired && schema.default === undefined,
    isMain: false,
    isWanted: schema.wanted ?? false,
    defaultValue: schema.pageDefault ?? schema.default,
    schema,
  }
}

/** A schema that may also be null is drawn like the one without it; the words of the outer one win. */
export function unwrap(schema: Schema): Schema {
  const { type } = schema
  if (typeof type === 'object') return { ...schema, type: type.find((name) => name !== 'null') ?? 'null' }
  const rest = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (rest?.length !== 1 || !rest[0]) return schema
  const { anyOf: _, ...outer } = schema
  return { ...unwrap(rest[0]), ...outer }
}

/** A choice among single values is one among a list of them: `z.union([z.literal(128), z.literal(256)])`. */
function joinConstants(schema: Schema): Schema {
  const constants = schema.anyOf?.flatMap(({ const: value }) =>
    typeof value === 'string' || typeof value === 'number' ? [value] : [],
  )
  return constants?.length && constants.length === schema.anyOf?.length ? { ...schema, enum: constants } : schema
}

function toControl(schema: Schema): Control {
  const { widget } = schema
  if (widget === 'select' || widget === 'segments') return schema.enum ? widget : 'line'
  if (widget && widget !== 'table' && widget !== 'image' && widget !== 'html') return widget
  if (schema.enum) return schema.enum.length > MAX_SEGMENTS ? 'select' : 'segments'
  if (schema.format === 'binary') return 'file'
  switch (schema.type) {
    case 'boolean':
      return 'toggle'
    case 'number':
    case 'integer':
      return 'number'
    case 'string':
      return 'line'
    case 'array':
      return schema.items?.type === 'string' && !schema.items.enum ? 'lines' : 'json'
    default:
      return 'json'
  }
}

/** Whether a field is typed or pasted into. */
const isTextControl = (control: Control): boolean => ['line', 'text', 'code', 'lines'].includes(control)

/** Whether a field takes more than a line, so that it stands in a pane of its own. */
export const isPaneControl = (control: Control): boolean => ['text', 'code', 'file', 'lines', 'json'].includes(control)

const toPlainText = (value: unknown): Text => ({ en: String(value), zh: String(value) })

/** A name of a program as words: `start_ip` → `Start ip`. */
export function toWords(name: string): Text {
  const words = name.replaceAll(/[_-]/g, ' ').replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
  return toPlainText(words.charAt(0).toUpperCase() + words.slice(1))
}

/** The main field of an output: the one that goes on to the next tool. */
export function findMainOutput(schema: unknown): string | undefined {
  const { properties = {} } = schema as Schema
  return findMarkedOutput(schema) ?? Object.entries(properties).find(([, inner]) => unwrap(inner).type === 'string')?.[0]
}

/** The field that says itself that it is the result. */
export const findMarkedOutput = (schema: unknown): string | undefined =>
  Object.entries((schema as Schema).properties ?? {}).find(([, { main }]) => main)?.[0]
