import { join, resolve } from 'node:path'

/** Where the build goes: `apps/web/dist`, or the folder that `OCTET_WEB_DIST` names. */
export const DIST = process.env.OCTET_WEB_DIST ? resolve(process.env.OCTET_WEB_DIST) : join(import.meta.dirname, '../dist')
