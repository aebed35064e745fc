import { AppError } from '@octet/core/errors.ts'

type Tree = { readonly [name: string]: unknown }

/** Keeps the named fields, or all but the named ones. Names are dotted for a part. Throws `unknown_field`. */
export function selectFields(
  record: Tree,
  { fields, exclude }: { fields?: string | undefined; exclude?: string | undefined },
): Tree {
  const kept = fields
    ? toNames(fields).reduce<Tree>((sofar, name) => putField(sofar, toPath(name), getField(record, name)), {})
    : record
  return exclude ? toNames(exclude).reduce((sofar, name) => dropField(sofar, toPath(name)), kept) : kept
}

/**
 * The value of one field, dotted for a part; `null` for any part of what is empty, and for a value that is not missing.
 * Throws `unknown_field` and lists the names there are.
 */
export function getField(record: Tree, name: string): unknown {
  let value: unknown = record
  for (const part of toPath(name)) {
    if (value === null || (value === record['missing'] && !Object.hasOwn(record['missing'] as Tree, part))) return null
    if (typeof value !== 'object' || !Object.hasOwn(value as Tree, part))
      throw new AppError('unknown_field', { got: name, expected: Object.keys(record).join(', ') })
    value = (value as Tree)[part]
  }
  return value
}

/** `missing` is a map by dotted names, with those of this address only. */
function toPath(name: string): string[] {
  return name.startsWith('missing.') ? ['missing', name.slice('missing.'.length)] : name.split('.')
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
