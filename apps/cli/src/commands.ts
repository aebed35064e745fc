import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command, CommandCard } from './command.ts'

/** The folder is the list of commands: a card tells of each without loading what it needs. */
const FOLDER = join(import.meta.dirname, 'commands')
const ENDING = '.card.ts'

export function listCommands(): string[] {
  const cards = readdirSync(FOLDER).filter((name) => name.endsWith(ENDING))
  return cards.map((name) => name.slice(0, -ENDING.length)).sort()
}

export async function loadCard(name: string): Promise<CommandCard> {
  const module: { default: CommandCard } = await import(`./commands/${name}.card.ts`)
  return module.default
}

export async function loadCommand(name: string): Promise<Command> {
  const module: { default: Command } = await import(`./commands/${name}.ts`)
  return module.default
}
