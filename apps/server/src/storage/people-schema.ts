import type { ColumnType, Generated } from 'kysely'

/** A column the database fills when it is left out. */
type Time = ColumnType<Date, Date | undefined, Date>

/** Tables of `migrations/0003-people.sql`. */
export type PeopleTables = {
  passkeys: {
    id: string
    account_id: string
    public_key: Buffer
    counter: ColumnType<number, number | undefined, number>
    transports: string[]
    name: string
    created_at: Time
    last_used_at: Date | null
  }
  challenges: { hash: Buffer; account_id: string | null; expires_at: Date }
  operator_links: { hash: Buffer; expires_at: Date }
  messages: {
    id: Generated<number>
    account_id: string | null
    category: 'custom' | 'support' | 'feedback'
    name: string
    email: string
    text: string
    lang: 'en' | 'zh'
    state: Generated<'open' | 'done'>
    created_at: Time
  }
  tool_switches: { tool_id: string; is_off: boolean; changed_at: Time }
}
