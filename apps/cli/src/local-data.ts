import { isAppError } from '@octet/core/errors.ts'
import type { IpCapability } from '@octet/core/host.ts'
import { AskedDatabase } from '@octet/ipdb/asked-database.ts'
import type { Ipdb } from '@octet/ipdb/ipdb.ts'
import type { CliConfig } from './config.ts'

export type LocalData = AsyncDisposable & {
  readonly ip: IpCapability
  /** All of it in memory; a lookup needs less, and `ip` reads less for it. */
  whole(): Promise<Ipdb>
}

/** The address data of this machine, when it has been built. Says on stderr when the newest is damaged. */
export async function openLocalData({ varFolder, lang }: Pick<CliConfig, 'varFolder' | 'lang'>): Promise<LocalData | undefined> {
  const onFallback = ({ message }: Error) =>
    console.error(`octet: ${message}; ${{ en: 'the build before is used', zh: '改用上一次构建' }[lang]}`)
  const data = await AskedDatabase.open(varFolder, { onFallback }).catch((error: unknown) => {
    if (isAppError(error) && error.key === 'data_missing') return undefined
    throw error
  })
  if (!data) return undefined
  return {
    whole: () => data.whole(),
    ip: {
      lookup: (address) => data.lookup(address, { lang, now: new Date() }),
      async resolve(name) {
        const { createGuard } = await import('@octet/probe/guard/guard.ts')
        return createGuard().resolve(name)
      },
      ranges: async (wanted) => (await data.whole()).ranges(wanted),
    },
    [Symbol.asyncDispose]: () => data[Symbol.asyncDispose](),
  }
}
