import type { Pacer } from '../../lib/pacer.ts'
import { readType7 } from './cisco.ts'
import { ALONE, CLEAR, MARKED, type FormId, type Pattern } from './forms.ts'
import { readFortinet } from './fortinet.ts'
import { readJunos9 } from './junos.ts'
import { readVpnClient } from './vpn-client.ts'

export type Secret = {
  /** Of the line, from 1. */
  readonly line: number
  /** Where it stands in that line. */
  readonly start: number
  readonly end: number
  /** The command in front of it, below the headings that it belongs to. */
  readonly setting: string
  readonly form: FormId
  readonly value: string
  /** What it says, where that can be read. */
  readonly plain: string | undefined
}

/** Of a setting that is shown. */
const MAX_SETTING = 120
/** How deep headings are followed. */
const MAX_DEPTH = 8
/** Of a line that is looked at, in UTF-16 units: commands are shorter. */
export const MAX_LINE = 10_000

type Found = { readonly start: number; readonly end: number; readonly form: FormId; readonly value: string }

/** The passwords of a configuration in their order, or the one that stands alone. */
export async function findSecrets(lines: readonly string[], breathe: Pacer): Promise<Secret[]> {
  const [first = '', ...more] = lines.filter((line) => line.trim() !== '')
  if (more.length === 0 && !/\s/.test(first.trim())) return findAlone(lines)
  const headings = new Headings()
  const secrets: Secret[] = []
  for (const [index, whole] of lines.entries()) {
    const line = whole.slice(0, MAX_LINE)
    if (line.trim() === '') continue
    const above = headings.enter(line)
    for (const found of findInLine(line)) {
      const read = await readPlain(found)
      if (!read) continue
      const setting = [...above, toSetting(line.slice(0, found.start))].filter(Boolean).join(' › ')
      secrets.push({ ...found, ...read, line: index + 1, setting: setting.slice(-MAX_SETTING) })
    }
    await breathe()
  }
  return secrets
}

/** The first form that a text without a command has, where nothing but the text tells. */
async function findAlone(lines: readonly string[]): Promise<Secret[]> {
  const index = lines.findIndex((line) => line.trim() !== '')
  const line = lines[index] ?? ''
  const from = line.length - line.trimStart().length
  for (const { form, start, end, value } of [...MARKED, ...ALONE].flatMap((pattern) => match(line.trim(), pattern))) {
    const read = await readPlain({ form, value })
    if (read && read.form !== 'fortinetOther')
      return [{ ...read, value, start: from + start, end: from + end, line: index + 1, setting: '' }]
  }
  return []
}

/** What stands in one line, from the left; no part of it is taken twice. */
function findInLine(line: string): Found[] {
  const taken: Found[] = []
  for (const found of [...MARKED, ...CLEAR].flatMap((pattern) => match(line, pattern)))
    if (!taken.some(({ start, end }) => found.start < end && start < found.end)) taken.push(found)
  return taken.sort((a, b) => a.start - b.start)
}

/** All that a pattern finds, without the quotes around it. */
function match(line: string, { form, pattern }: Pattern): Found[] {
  return [...line.matchAll(pattern)].map(({ groups, indices }) => {
    const value = groups?.['value'] ?? ''
    const [start, end] = indices?.groups?.['value'] ?? [0, 0]
    return /^".+"$/.test(value)
      ? { form, start: start + 1, end: end - 1, value: value.slice(1, -1) }
      : { form, start, end, value }
  })
}

/** The form that it has in truth, and what it says; undefined where it only looks like one. */
async function readPlain({
  form,
  value,
}: Pick<Found, 'form' | 'value'>): Promise<{ form: FormId; plain: string | undefined } | undefined> {
  switch (form) {
    case 'clear':
      return { form, plain: value }
    case 'cisco7':
    case 'junos9':
    case 'vpnClient': {
      const plain = { cisco7: readType7, junos9: readJunos9, vpnClient: readVpnClient }[form](value)
      return plain === undefined ? undefined : { form, plain }
    }
    case 'fortinet': {
      const plain = await readFortinet(value).catch(() => undefined)
      return { form: plain === undefined ? 'fortinetOther' : form, plain }
    }
    default:
      return { form, plain: undefined }
  }
}

/** What a line stands below: the lines before it that are less indented, as IOS, FortiOS and Junos have them, or the menu of RouterOS. */
class Headings {
  readonly #open: { readonly indent: number; readonly text: string }[] = []

  enter(line: string): string[] {
    const indent = line.startsWith('/') ? -1 : line.length - line.trimStart().length
    while ((this.#open.at(-1)?.indent ?? -2) >= indent) this.#open.pop()
    const above = this.#open.map(({ text }) => text)
    if (this.#open.length < MAX_DEPTH) this.#open.push({ indent, text: line.trim().replace(/ *\{$/, '') })
    return above
  }
}

/** A command without what only opens the password behind it. */
const toSetting = (text: string): string => text.trim().replace(/[\s"'=]+$/, '')
