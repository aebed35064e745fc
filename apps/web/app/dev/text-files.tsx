import { useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'
import { unwrap, type Schema } from '../tool/schema.ts'
import { TextFile } from './text-file.tsx'

type Props = {
  /** Of the tool's output: it has the labels. */
  readonly schema: Schema
  readonly result: Readonly<Record<string, unknown>>
  /** Fields of the result in the order they are shown, each with the name of its file. */
  readonly files: Readonly<Record<string, string>>
}

/** The texts of a result that are files, each with buttons that copy and save it. */
export function TextFiles({ schema: { properties = {} }, result, files }: Props) {
  const t = useText()
  return Object.entries(files).map(([name, fileName]) => {
    const text = result[name]
    const label = t(unwrap(properties[name] ?? {}).label ?? toolText.output)
    return typeof text === 'string' && <TextFile key={name} label={label} text={text} fileName={fileName} />
  })
}

/** What is left of a result without those texts. */
export function withoutFiles<T extends object>(result: T, files: Readonly<Record<string, string>>): Partial<T> {
  return Object.fromEntries(Object.entries(result).filter(([name]) => !Object.hasOwn(files, name))) as Partial<T>
}
