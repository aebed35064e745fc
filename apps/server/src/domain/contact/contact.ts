import type { Lang } from '@octet/core/text.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { keepOperators } from '../../storage/queries/accounts.ts'
import { insertMessage } from '../../storage/queries/messages.ts'
import { parseEmail } from '../account/email.ts'
import { addMail } from '../mail/outbox.ts'

/** SPEC §3: what a message is about. */
export const CATEGORIES = ['custom', 'support', 'feedback'] as const
export type Category = (typeof CATEGORIES)[number]

export type Message = {
  readonly accountId: string | null
  readonly category: Category
  readonly name: string
  readonly email: string
  readonly text: string
  readonly lang: Lang
}

export type ContactOptions = {
  readonly database: Database
  readonly publicOrigin: string
  readonly brand: string
  /** Addresses that the operator has published in the configuration; messages go there, too. */
  readonly operatorMails: readonly string[]
}

/** Messages to the operator: kept, and mailed to the operators of this installation. */
export class Contact {
  readonly #options: ContactOptions

  constructor(options: ContactOptions) {
    this.#options = options
  }

  /** Keeps a message and orders the mails in the same transaction. Throws `email_wrong`. */
  async send(message: Message): Promise<void> {
    const email = parseEmail(message.email)
    await this.#options.database.transact(async (queries) => {
      const { accountId, category, name, text, lang } = message
      await insertMessage(queries, { account_id: accountId, category, name, email, text, lang })
      await this.#tellOperators(queries, `${category}\n${name} <${email}>\n\n${text}`)
    })
  }

  async #tellOperators(queries: Queries, quote: string): Promise<void> {
    const { brand, publicOrigin, operatorMails } = this.#options
    const operators = await keepOperators(queries)
    const known = new Set(operators.map((operator) => operator.email))
    const others = operatorMails.filter((email) => !known.has(email))
    const receivers = [...operators, ...others.map((email) => ({ id: null, email, lang: 'en' as const }))]
    for (const { id, email, lang } of receivers)
      await addMail(queries, {
        accountId: id,
        recipient: email,
        kind: 'message',
        lang,
        brand,
        quote,
        link: `${publicOrigin}${lang === 'zh' ? '/zh' : ''}/admin`,
      })
  }
}
