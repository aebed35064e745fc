import type { Text } from '@octet/core/text.ts'
import { hasVariables, quoteWord } from './quote-word.ts'
import { isMap, toTexts, type Part, type PartMap } from './read-compose.ts'
import { RunWriter } from './run-writer.ts'
import { Shared, type Command } from './shared.ts'

/** What says nothing that a container could be told, or is read with the services. */
const SILENT = /^(?:x-.*|version|name|services|networks|volumes|secrets|configs)$/s
/** Longest command that stays on one line. */
const LINE_WIDTH = 80

const FILLED_IN: Text = {
  en: 'variables behind $ are filled in by the shell; the file .env is not read',
  zh: '$ 后的变量由 shell 代入，不会读取 .env 文件',
}

/** Writes the services of a file as commands for a POSIX shell: networks and volumes first, and none before those it depends on. */
export function toCommands(file: PartMap, services: PartMap): { readonly text: string; readonly notes: readonly Text[] } {
  const notes = new Map<string, Text>()
  const note = (text: Text): void => void notes.set(text.en, text)
  const shared = new Shared(file, services, note)
  const runs = sortByDependence(services).flatMap((name) => new RunWriter(name, services, { shared, note }).write())
  const commands = [...shared.writeBefore(), ...runs]
  if (commands.flat(2).some(hasVariables)) note(FILLED_IN)
  if (file.has('services'))
    for (const key of file.keys())
      if (!SILENT.test(key)) note({ en: `${key.slice(0, 60)} was left out`, zh: `${key.slice(0, 60)} 已略去` })
  return { text: `${commands.map(toLines).join('\n')}\n`, notes: [...notes.values()] }
}

/** A command, with a line for each flag if it is long. */
function toLines(command: Command): string {
  const parts = command.map((words) => words.map(quoteWord).join(' '))
  const line = parts.join(' ')
  return line.length <= LINE_WIDTH ? line : parts.join(' \\\n  ')
}

/** The services, each behind those that it waits for; in the order of the file where they wait for each other. */
function sortByDependence(services: PartMap): string[] {
  const sorted = new Set<string>()
  const begun = new Set<string>()
  // Without recursion, since thousands may wait in a row.
  const left = [...services.keys()].reverse()
  for (let name = left.at(-1); name !== undefined; name = left.at(-1)) {
    if (begun.has(name)) {
      left.pop()
      sorted.add(name)
      continue
    }
    begun.add(name)
    const others = listDependences(services.get(name)).filter((other) => services.has(other) && !begun.has(other))
    left.push(...others.reverse())
  }
  return [...sorted]
}

function listDependences(service: Part | undefined): string[] {
  const depends = isMap(service) ? service.get('depends_on') : undefined
  return isMap(depends) ? [...depends.keys()] : toTexts(depends)
}
