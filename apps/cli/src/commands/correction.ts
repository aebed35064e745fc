import { parseArgs } from 'node:util'
import { askServer } from '../ask-server.ts'
import { defineCommand, refuseSurplus, UsageError } from '../command.ts'

type Ticket = {
  readonly id: string
  readonly network: string
  readonly state: string
  readonly claim: Readonly<Record<string, string>>
  readonly before: Readonly<Record<string, unknown>>
  readonly evidence?: string
  readonly email?: string | null
}

export default defineCommand({
  async run({ words, config, print }) {
    const { verb, id, more, flags } = readWords(words)
    refuseSurplus(verb === 'list' && id !== undefined ? [id] : more)
    if (verb === 'list') {
      const tickets = await askServer<Ticket[]>(
        config,
        'correction list',
        flags.state === undefined ? {} : { state: flags.state },
      )
      await print(tickets.length === 0 ? 'none\n' : tickets.map(toText).join(''))
      return
    }
    if (!id || (verb !== 'accept' && verb !== 'decline'))
      throw new UsageError({ en: 'expected list, accept <id> or decline <id>', zh: '应为 list、accept <id> 或 decline <id>' })
    const note = flags.note === undefined ? {} : { note: flags.note }
    const ticket = await askServer<Ticket>(config, `correction ${verb}`, { id, ...note })
    await print(`${ticket.network} ${ticket.state}${verb === 'accept' ? '; octet data build puts it into the data' : ''}\n`)
  },
})

function readWords(words: readonly string[]) {
  try {
    const options = { state: { type: 'string' }, note: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    const [verb, id, ...more] = positionals
    return { verb, id, more, flags: values }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function toText({ id, network, claim, before, evidence, email }: Ticket): string {
  const said = [before['city_name'], before['region_name'], before['country_code']].filter(Boolean).join(', ')
  const lines = [
    `${id}  ${network}`,
    `  now    ${said || '–'} (${String(before['source'] ?? '–')})`,
    `  claim  ${Object.values(claim).reverse().join(', ')}`,
  ]
  if (evidence) lines.push(`  why    ${evidence.replaceAll(/\s+/g, ' ')}`)
  if (email) lines.push(`  from   ${email}`)
  return `${lines.join('\n')}\n`
}
