import * as z from 'zod'
import { AppError } from '@octet/core/errors.ts'
import type { Services } from '../services.ts'
import { writeBackup } from '../storage/backup.ts'
import { restoreBackup } from '../storage/restore.ts'
import { noteHere } from './note-here.ts'

/** `octet backup` and `octet restore`: files of this machine, written and read by the server. */
export const BACKUP_ACTIONS: Readonly<Record<string, (services: Services, input: unknown) => Promise<unknown>>> = {
  async backup({ storage }, input) {
    const { path } = backupInput.parse(input)
    const { sizeBytes, tables } = await writeBackup(getUrl(storage), path)
    await noteHere({ storage }, { action: 'backup', detail: { path } })
    return { path, sizeBytes, rows: countRows(tables) }
  },
  async restore({ storage, log }, input) {
    const { path, force, sendMails } = restoreInput.parse(input)
    const { tables, heldMails } = await restoreBackup(getUrl(storage), path, { isForced: force, sendsMails: sendMails })
    await noteHere({ storage }, { action: 'restore', detail: { path } })
    log.warn({ path }, 'a backup has been restored; restart every server of this database, for they still know what was before')
    return { path, rows: countRows(tables), heldMails }
  },
}

const absolute = z.string().startsWith('/').max(4_000)
const backupInput = z.strictObject({ path: absolute })
const restoreInput = z.strictObject({ path: absolute, force: z.boolean().default(false), sendMails: z.boolean().default(false) })

function getUrl({ url }: Services['storage']): string {
  if (url === undefined) throw new AppError('unavailable', { reason: { en: 'there is no database', zh: '没有可用的数据库' } })
  return url
}

const countRows = (tables: Readonly<Record<string, { readonly rows: number }>>): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
