import { getField, toFieldPath } from '@octet/core/ip/record-field.ts'

type Tree = { readonly [name: string]: unknown }
type Selection = { readonly fields?: string | undefined; readonly exclude?: string | undefined }

/** Keeps the named fields, or all but the named ones. Names are dotted for a part. Throws `unknown_field`. */
export function selectFields(record: Tree, { fields, exclude }: Selection): Tree {
  const kept = fields
    ? toNames(fields).reduce<Tree>((sofar, name) => putField(sofar, toFieldPath(name), getField(record, name)), {})
    : record
  return exclude ? toNames(exclude).reduce((sofar, name) => dropField(sofar, toFieldPath(name)), kept) : kept
}

/**
 * The part of a record that a table shows: without how each value was found, unless fields are asked for by name.
 * Throws `unknown_field`.
 */
export function selectColumns(record: object, selection: Selection): Tree {
  if (selection.fields) return selectFields({ ...record }, selection)
  const { sources: _sources, missing: _missing, special: _special, ...rest } = record as Record<string, unknown>
  return selectFields(rest, selection)
}

function toNames(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

function putField(tree: Tree, [head = '', ...rest]: readonly string[], value: unknown): Tree {
  const below = (tree[head] ?? {}) as Tree
  return { ...tree, [head]: rest.length > 0 ? putField(below, rest, value) : value }
}

function dropField(tree: Tree, [head = '', ...rest]: readonly string[]): Tree {
  if (!Object.hasOwn(tree, head)) return tree
  const { [head]: value, ...others } = tree
  if (rest.length === 0) return others
  return typeof value === 'object' && value !== null ? { ...tree, [head]: dropField(value as Tree, rest) } : tree
}
