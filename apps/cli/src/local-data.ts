import { isAppError } from '@octet/core/errors.ts'
import type { IpCapability } from '@octet/core/host.ts'
import { openDatabase, type Ipdb } from '@octet/ipdb/open.ts'
import type { Lang } from '@octet/core/text.ts'

export type LocalData = AsyncDisposable & { readonly ip: IpCapability; readonly database: Ipdb }

/** The address data of this machine, when it has been built. */
export async function openLocalData(varFolder: string, lang: Lang): Promise<LocalData | undefined> {
  const database = await openDatabase(varFolder).catch((error: unknown) => {
    if (isAppError(error) && error.key === 'data_missing') return undefined
    throw error
  })
  if (!database) return undefined
  return {
    database,
    ip: {
      lookup: (address) => database.lookup(address, { lang, now: new Date() }),
      async resolve(name) {
        const { createGuard } = await import('@octet/probe/guard/guard.ts')
        return createGuard().resolve(name)
      },
      ranges: (wanted) => database.ranges(wanted),
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
