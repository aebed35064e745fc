import type { Lang } from '@octet/core/text.ts'
import { sayLeftOut } from './say-left-out.ts'
import { readTextFile } from '../read-text-file.ts'
import { toVisibleFields, type Input } from './form.ts'
import { isPaneControl, type Field } from './schema.ts'
import type { ToolState } from './view.ts'

type Taker = Pick<ToolState, 'fields' | 'input' | 'setInput' | 'lang'>

/** Puts dropped files into a tool: as they are, or as the texts in them. */
export async function takeFiles(files: readonly File[], onto: string | undefined, tool: Taker): Promise<void> {
  const found = findTakers(tool, onto).slice(0, files.length)
  sayLeftOut(files, found.length)
  const values = await Promise.all(found.map((field, index) => readValue(files[index] as File, field, tool.lang)))
  tool.setInput(Object.fromEntries(found.map(({ name }, index) => [name, values[index]])))
}

/**
 * The fields that take files, the first one first: the one they were dropped on, and those behind it. What is not dropped on a
 * field of its own goes to the field for files, else to the main one.
 */
function findTakers({ fields, input }: { readonly fields: readonly Field[]; readonly input: Input }, onto?: string): Field[] {
  const visible = toVisibleFields(fields, input)
  const aimed = visible.find(({ name, isMain }) => name === onto && !isMain)
  const first = aimed ?? visible.find(({ control }) => control === 'file') ?? fields.find(({ isMain }) => isMain)
  if (!first) return []
  if (first.control === 'file') return visible.slice(visible.indexOf(first)).filter(({ control }) => control === 'file')
  const behind = visible.slice(visible.indexOf(first) + 1)
  return [first, ...behind.filter(({ control, isAdvanced }) => isPaneControl(control) && control !== 'file' && !isAdvanced)]
}

async function readValue(file: File, { control }: Field, lang: Lang): Promise<unknown> {
  if (control === 'file') return file
  const text = await readTextFile(file, lang)
  return control === 'lines' ? text.split('\n') : text
}
