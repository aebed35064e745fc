type Tree = Readonly<Record<string, unknown>>
type Selection = { readonly fields?: string | undefined; readonly excludes?: string | undefined }

/** What `geo` stands for in the flat form. */
const GEO = [
  'country_code2',
  'country_code3',
  'country_name',
  'state_prov',
  'state_code',
  'district',
  'city',
  'zipcode',
  'latitude',
  'longitude',
]

/** The named fields, or all, but the excluded ones; `ip` is always there. Names of no field are passed over. */
export function select(form: Tree, { fields = '', excludes = '' }: Selection): Tree {
  const names = toNames(fields).flatMap((name) => (name === 'geo' ? [name, ...GEO] : [name]))
  const kept = names.length === 0 || names.includes('*') ? form : keep(form, names)
  return { ip: form['ip'], ...drop(kept, toNames(excludes)) }
}

const toNames = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

function keep(form: Tree, names: readonly string[]): Tree {
  return mapParts(form, names, (value, below) => (below.length === 0 ? value : keep(value as Tree, below)), false)
}

function drop(form: Tree, names: readonly string[]): Tree {
  return mapParts(form, names, (value, below) => (below.length === 0 ? undefined : drop(value as Tree, below)), true)
}

/** Every field with what is named of it: undefined drops it. `others` says whether those that are not named stay. */
function mapParts(
  form: Tree,
  names: readonly string[],
  toPart: (value: unknown, below: readonly string[]) => unknown,
  others: boolean,
): Tree {
  const parts = Object.entries(form).map(([name, value]) => {
    if (names.includes(name)) return [name, toPart(value, [])] as const
    const below = names.filter((one) => one.startsWith(`${name}.`)).map((one) => one.slice(name.length + 1))
    const isTree = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (below.length > 0 && isTree) return [name, toPart(value, below)] as const
    return [name, others ? value : undefined] as const
  })
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined))
}
