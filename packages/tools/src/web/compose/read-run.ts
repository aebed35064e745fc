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
  /** What the shell would fill in; a dollar that it hands on is written twice in all words, as Compose wants it. */
  readonly variables: readonly string[]
  readonly notes: readonly Text[]
}

const FORMAT = 'docker run'
const PROGRAM = /^(?:docker|podman|nerdctl)(?:\.exe)?$/
/** Around code in Markdown. */
const FENCE = /^[ \t]*(?:```|~~~)/
/** How PowerShell names what others call `$NAME`; not behind a dollar that is one. */
const ENVIRONMENT = /(?<!\$)\$env:(\w+)/gi
const PROMPT = /^[ \t]*(?:[$#>%] )?/
/** What may stand before the program. */
const BEFORE = /^(?:sudo|-\w+)$/
const BEGIN = /^[ \t]*(?:[$#>%] )?(?:sudo[ \t]+(?:-\w+[ \t]+)*)?(?:docker|podman|nerdctl)(?:\.exe)?[ \t]/

/** The commands of a text, each from where its line begins to where the next one does. Throws `bad_input` where none is a run. */
export function readRuns(text: string): Run[] {
  const straight = straighten(text)
  const runs = splitCommands(straight.text).flatMap(readLine)
  if (runs.length === 0)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'a command such as docker run -p 8080:80 nginx', zh: '形如 docker run -p 8080:80 nginx 的命令' },
      got: text.trim().slice(0, 80),
    })
  return runs.map((run, index) => (index === 0 ? { ...run, notes: [...straight.notes, ...run.notes] } : run))
}

/** The text from each line that begins a command to the next. */
function splitCommands(text: string): string[] {
  const commands: string[] = []
  let isOpen = false
  for (const line of text.split('\n').filter((one) => !FENCE.test(one))) {
    if (BEGIN.test(line) && !isOpen) commands.push(line)
    else if (commands.length > 0) commands[commands.length - 1] += `\n${line}`
    isOpen = /[\\`^][ \t\r]*$/.test(line.slice(-100))
  }
  return commands
}

/** The runs of a line whose commands stand behind each other: `docker network create a && docker run b`. */
function readLine(text: string): Run[] {
  const runs: Run[] = []
  const shell = guessShell(text)
  const next = /[ \t]*(?:&&?|\|\|?|;)\s*/y
  for (let rest = text.replace(PROMPT, ''); rest !== '';) {
    const { words, variables, end } = splitWords(rest, shell, { format: FORMAT, dollar: '$$' })
    const run = readRun(shell === 'powershell' ? words.map((word) => word.replaceAll(ENVIRONMENT, '$${$1}')) : words, variables)
    if (run) runs.push(run)
    next.lastIndex = end
    rest = next.test(rest) ? rest.slice(next.lastIndex) : ''
  }
  return runs
}

/** Undefined for another command than a run. */
function readRun(words: readonly string[], variables: readonly string[]): Run | undefined {
  const start = words.findIndex((word) => PROGRAM.test(word))
  if (start === -1 || !words.slice(0, start).every((word) => BEFORE.test(word))) return undefined
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
      got: words.slice(start).join(' ').slice(0, 80),
    })
  return { options, image, command: rest, variables, notes: reader.notes }
}

class FlagReader {
  readonly notes: Text[] = []
  readonly #found: { name: string; value: string }[] = []
  readonly #words: readonly string[]
  #at = 0

  constructor(words: readonly string[]) {
    this.#words = words
  }

  /** What stands behind the flags. */
  get rest(): readonly string[] {
    return this.#words.slice(this.#at)
  }

  read(): Run['options'] {
    for (let word = this.#words[this.#at]; word?.startsWith('-') && word !== '-'; word = this.#words[this.#at]) {
      this.#at++
      if (word === '--') break
      if (word.startsWith('--')) this.#readLong(word.slice(2))
      else this.#readShort(word.slice(1))
    }
    return this.#found
  }

  #readLong(word: string): void {
    const [, written = '', value] = /^([^=]*)(?:=([^]*))?$/.exec(word) ?? []
    const name = findOwn(ALIASES, written) ?? written
    const flag = findOwn(FLAGS, name)
    if (!flag) return this.#noteUnknown(`--${written}`)
    const isSwitch = flag.as === 'true' || BARE.has(name)
    this.#found.push({ name, value: value ?? (isSwitch ? 'true' : this.#takeValue(`--${written}`)) })
  }

  /** `-it`, `-it=false`, `-p8080:80`, `-p 8080:80`, `-p=8080:80`: switches, the last one perhaps with a value. */
  #readShort(letters: string): void {
    for (let at = 0; at < letters.length; at++) {
      const letter = letters[at] ?? ''
      const name = findOwn(SHORT, letter)
      if (name === undefined) {
        this.#noteUnknown(`-${letter}`)
        continue
      }
      const joined = letters.slice(at + 1)
      const isSwitch = FLAGS[name]?.as === 'true' || BARE.has(name)
      if (isSwitch && !joined.startsWith('=')) {
        this.#found.push({ name, value: 'true' })
        continue
      }
      this.#found.push({ name, value: joined.replace(/^=/, '') || this.#takeValue(`-${letter}`) })
      return
    }
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
