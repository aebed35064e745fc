import type { Generated } from 'kysely'

/** Tables of `migrations/0017-availability.sql`. */
export type StatusTables = {
  beats: { is_only: Generated<boolean>; since: Date; at: Date; before: Date }
  lapses: {
    id: Generated<number>
    part: string | null
    state: 'failing' | 'stopped' | 'unchecked'
    began_at: Date
    ended_at: Date
  }
}
