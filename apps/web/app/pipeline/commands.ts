import type { PipelineInput } from '@octet/tools/pipeline/pipeline.ts'
import { toShellWord } from '../tool/shell-word.ts'
import { keepOrigin } from '../ui/fill-origin.ts'

type SavedStep = PipelineInput['steps'][number]

/** The pipeline as a command, for `fillOrigin`. A value that the short form cannot carry makes it a file. */
export function toCommand({ steps }: PipelineInput): string {
  const words = steps.map(toWord)
  return words.every((word) => word !== undefined)
    ? keepOrigin(`octet pipeline ${words.map(quoteWord).join(' ')} < input.txt`)
    : 'octet pipeline pipeline.json < input.txt'
}

/** The pipeline as a call; `$ORIGIN` stands for the site's address. */
export function toApiCall(pipeline: PipelineInput): string {
  const body = keepOrigin(toShellWord(JSON.stringify({ ...pipeline, text: '…' })))
  return `curl $ORIGIN/v1/pipeline \\\n  -H 'content-type: application/json' \\\n  -d ${body}`
}

/** `tool`, `tool/each` or `tool:name=value;name=value`; undefined when a value holds what would separate options. */
function toWord({ tool, options = {}, eachLine = false }: SavedStep): string | undefined {
  const pairs = Object.entries(options).map(([name, value]) => [name, toText(value)] as const)
  if (pairs.some(([, value]) => /;\w+=|[\r\n]/.test(value))) return undefined
  const written = pairs.map(([name, value]) => `${name}=${value}`).join(';')
  return `${tool}${eachLine ? '/each' : ''}${written && `:${written}`}`
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const quoteWord = (word: string): string => (/^[\w./:=,@%+-]+$/.test(word) ? word : toShellWord(word))
