import { keepOrigin } from '../ui/fill-origin.ts'
import type { Input } from './form.ts'
import type { Field } from './schema.ts'
import { toShellWord } from './shell-word.ts'

export type Snippet = { readonly id: string; readonly label: string; readonly code: string }

const MAX_VALUE_CHARS = 80

/** How the same run is written outside the page. `$ORIGIN` stands for the site's address. */
export function toSnippets(id: string, fields: readonly Field[], example: Input): Snippet[] {
  const input = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, shorten(value)]))
  const json = keepOrigin(JSON.stringify(input))
  return [
    {
      id: 'curl',
      label: 'curl',
      code: `curl $ORIGIN/v1/tools/${id} \\\n  -H 'content-type: application/json' \\\n  -d ${toShellWord(json)}`,
    },
    {
      id: 'cli',
      label: 'CLI',
      code: keepOrigin(
        ['octet tool', id, ...Object.entries(input).map(([name, value]) => toFlag(name, value, fields))].join(' '),
      ),
    },
    {
      id: 'js',
      label: 'JavaScript',
      code: `const answer = await fetch('$ORIGIN/v1/tools/${id}', {\n  method: 'POST',\n  headers: { 'content-type': 'application/json' },\n  body: JSON.stringify(${json}),\n})\nconst { code, msg, data } = await answer.json()`,
    },
  ]
}

function shorten(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && '$file' in value) return '…'
  return typeof value === 'string' && value.length > MAX_VALUE_CHARS ? `${value.slice(0, MAX_VALUE_CHARS)}…` : value
}

function toFlag(name: string, value: unknown, fields: readonly Field[]): string {
  const field = fields.find((field) => field.name === name)
  if (field?.control === 'toggle') return value ? `--${name}` : `--no-${name}`
  return `--${name} ${typeof value === 'number' ? value : toShellWord(typeof value === 'string' ? value : JSON.stringify(value))}`
}
