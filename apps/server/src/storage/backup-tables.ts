import type { Client } from 'pg'

/** A table as a backup holds it. Columns that the database computes are left out. */
export type BackupTable = { readonly name: string; readonly columns: readonly string[] }

/** All tables but that of the migrations, those that are referred to before those that refer. */
export async function listTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(array_agg(distinct f.relname::text), '{}') from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    order by c.relname`)
  const sorted: BackupTable[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ needs }) => needs.every((name) => !waiting.has(name)))
    if (!next)
      throw new Error(`expected tables that do not refer to each other in a circle, got ${[...waiting.keys()].join(', ')}`)
    waiting.delete(next.name)
    sorted.push({ name: next.name, columns: next.columns })
  }
  return sorted
}

/** The migrations that have been applied, by name. */
export async function listMigrations(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations order by name')
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
