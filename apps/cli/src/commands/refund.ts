import { parseArgs } from 'node:util'
import { askServer } from '../ask-server.ts'
import { defineCommand, UsageError } from '../command.ts'

type Given = { readonly invoice: string; readonly amount: number; readonly currency: string; readonly provider: string }

/** Most calls to a payment provider end within seconds. */
const LIMIT_MS = 60_000

export default defineCommand({
  async run({ words, config, print }) {
    const { invoice, amount, reason } = readWords(words)
    const given = await askServer<Given>(
      config,
      'refund',
      { invoice, ...(amount !== undefined && { amount }), ...(reason !== undefined && { reason }) },
      { limitMs: LIMIT_MS },
    )
    await print(`${given.invoice} ${given.amount} ${given.currency} ${given.provider}\n`)
  },
})

type Wanted = { readonly invoice: string; readonly amount: number | undefined; readonly reason: string | undefined }

function readWords(words: readonly string[]): Wanted {
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { amount: { type: 'string' }, reason: { type: 'string' } },
    })
    const [invoice, ...more] = positionals
    if (invoice === undefined || more.length > 0)
      throw new UsageError({
        en: `expected one invoice, got ${positionals.length}`,
        zh: `应给出一张账单，收到 ${positionals.length} 张`,
      })
    if (values.amount !== undefined && !/^[1-9]\d{0,11}$/.test(values.amount))
      throw new UsageError({
        en: `expected --amount as a whole number, such as 1250 for 12.50, got ${values.amount}`,
        zh: `--amount 应为整数，如 12.50 写作 1250，收到 ${values.amount}`,
      })
    const { amount, reason } = values
    return { invoice, amount: amount === undefined ? undefined : Number(amount), reason }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message)
  }
}
