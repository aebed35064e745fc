import type { Text } from '@octet/core/text.ts'
import { AppError } from '@octet/core/errors.ts'
import { straighten } from '../../lib/shell/straighten.ts'
import { guessShell, splitWords } from '../../lib/shell/words.ts'
import { findOwn } from '../../lib/find-own.ts'
import { ALIASES, BARE, FLAGS, SHORT } from './flags.ts'

/** One `docker run`: its flags in their order by their long names, the image, and what is run in it. */
export type Run = {
  readonly options: readonly { readonly name: string; readonly value: string }[]
  readonly image: string
  readonly command: readonly string[]
  /** Whether the shell would fill in variables, which Compose does, too. */
  readonly hasVariables: boolean
  readonly notes: readonly Text[]
}

const FORMAT = 'docker run'
const PROGRAM = /^(?:docker|podman|nerdctl)(?:\.exe)?$/
const BEGIN = /^[ \t]*(?:[$#>%] )?(?:sudo[ \t]+)?(?:docker|podman|nerdctl)(?:\.exe)?[ \t]/

/** The commands of a text, each from where its line begins to where the next one does. Throws `bad_input` where none is a run. */
export function readRuns(text: string): Run[] {
  const straight = straighten(text)
  const runs = splitCommands(straight.text).flatMap((command) => readRun(command) ?? [])
  if (runs.length === 0)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'a command such as docker run -p 8080:80 nginx', zh: '形如 docker run -p 8080:80 nginx 的命令' },
      got: text.trim().slice(0, 80),
    })
  return runs.map((run, index) => (index === 0 ? { ...run, notes: [...straight.notes, ...run.notes] } : run))
}

function splitCommands(text: string): string[] {
  const commands: string[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    if (BEGIN.test(line) && !isOpen) commands.push(line)
    else if (commands.length > 0) commands[commands.length - 1] += `\n${line}`
    isOpen = /[\\`^][ \t\r]*$/.test(line.slice(-100))
  }
  return commands
}

/** Undefined for another command than a run. */
function readRun(text: string): Run | undefined {
  const command = text.replace(/^[ \t]*(?:[$#>%] )?(?:sudo[ \t]+)?/, '')
  const { words, notes } = splitWords(command, guessShell(command), FORMAT)
  const start = words.findIndex((word) => PROGRAM.test(word))
  const verb = words.findIndex((word, at) => at > start && (word === 'run' || word === 'create'))
  // Between the program and its verb stand `container` and settings of the client alone.
  const isRun =
    verb !== -1 &&
    words
      .slice(start + 1, verb)
      .every((word, at, all) => word === 'container' || word.startsWith('-') || all[at - 1]?.startsWith('-'))
  if (!isRun) return undefined
  const reader = new FlagReader(words.slice(verb + 1))
  const options = reader.read()
  const [image, ...rest] = reader.rest
  if (image === undefined)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'an image behind the flags', zh: '选项之后应有镜像名' },
      got: command.slice(0, 80),
    })
  return { options, image, command: rest, hasVariables: notes.length > 0, notes: reader.notes }
}

class FlagReader {
  readonly notes: Text[] = []
  readonly #words: readonly string[]
  #at = 0

  constructor(words: readonly string[]) {
    this.#words = words
  }

  /** What stands behind the flags. */
  get rest(): readonly string[] {
    return this.#words.slice(this.#at)
  }

  read(): { name: string; value: string }[] {
    const found: { name: string; value: string }[] = []
    for (let word = this.#words[this.#at]; word?.startsWith('-') && word !== '-'; word = this.#words[this.#at]) {
      this.#at++
      if (word === '--') break
      found.push(...(word.startsWith('--') ? this.#readLong(word.slice(2)) : this.#readShort(word.slice(1))))
    }
    return found
  }

  #readLong(word: string): { name: string; value: string }[] {
    const [, written = '', value] = /^([^=]*)(?:=([^]*))?$/.exec(word) ?? []
    const name = findOwn(ALIASES, written) ?? written
    const flag = findOwn(FLAGS, name)
    if (!flag) {
      this.#noteUnknown(`--${written}`)
      return []
    }
    const isSwitch = flag.as === 'true' || BARE.has(name)
    return [{ name, value: value ?? (isSwitch ? 'true' : this.#takeValue(`--${written}`)) }]
  }

  /** `-it`, `-p8080:80`, `-p 8080:80`, `-p=8080:80`: switches, the last one perhaps with a value. */
  #readShort(letters: string): { name: string; value: string }[] {
    const found: { name: string; value: string }[] = []
    for (let at = 0; at < letters.length; at++) {
      const letter = letters[at] ?? ''
      const name = findOwn(SHORT, letter)
      if (name === undefined) {
        this.#noteUnknown(`-${letter}`)
        continue
      }
      if (FLAGS[name]?.as === 'true' || BARE.has(name)) {
        found.push({ name, value: 'true' })
        continue
      }
      const joined = letters.slice(at + 1).replace(/^=/, '')
      return [...found, { name, value: joined || this.#takeValue(`-${letter}`) }]
    }
    return found
  }

  #takeValue(flag: string): string {
    const value = this.#words[this.#at]
    if (value === undefined)
      throw new AppError('bad_input', {
        field: 'text',
        expected: { en: `a value behind ${flag}`, zh: `${flag} 之后应有值` },
        got: flag,
      })
    this.#at++
    return value
  }

  #noteUnknown(flag: string): void {
    const shown = flag.slice(0, 60)
    this.notes.push({
      en: `${shown} is not known and was left out, as a flag without a value`,
      zh: `不认识 ${shown}，已按不带值的选项略去`,
    })
  }
}
