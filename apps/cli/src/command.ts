import type { Text } from '@octet/core/text.ts'
import type { CliConfig } from './config.ts'

/** What a command is given: words after its name, the settings, and the streams. */
export type CommandContext = {
  readonly words: readonly string[]
  readonly config: CliConfig
  readonly stdin: NodeJS.ReadStream
  /** Writes a result; waits while the reader is slow. */
  print(text: string | Uint8Array): Promise<void>
  /** Writes a remark that is not part of the result. */
  remark(text: string): void
}

/** What is said of a command, which is loaded without it: `commands/<name>.card.ts`, which imports next to nothing. */
export type CommandCard = {
  readonly summary: Text
  /** How it is called, a line each; lines with words in both languages. */
  readonly usage: readonly (string | Text)[]
}

/** What a command does, and all that it needs for it: `commands/<name>.ts`. */
export type Command = {
  /** Gives the exit code where it is not 0 although the command was carried out. */
  run(context: CommandContext): Promise<number | void>
}

export function defineCard(card: CommandCard): CommandCard {
  return card
}

export function defineCommand(command: Command): Command {
  return command
}

/** A call that cannot be understood: exit code 2, with the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly words: Text

  constructor(words: string | Text, options?: ErrorOptions) {
    const both = typeof words === 'string' ? { en: words, zh: words } : words
    super(both.en, options)
    this.words = both
  }
}

/** Refuses words that a command has no use for: who writes two tools must not find one of them switched. Throws {@link UsageError}. */
export function refuseSurplus([word]: readonly string[]): void {
  if (word !== undefined) throw new UsageError({ en: `did not expect “${word}”`, zh: `多余的参数“${word}”` })
}
