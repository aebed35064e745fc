import type { Capabilities, Host, Need } from '@octet/core/host.ts'
import type { Lang } from '@octet/core/text.ts'

/** What this machine can give a tool: everything, if the address data is here. */
export type LocalHost = AsyncDisposable & {
  /** Needs that cannot be met here. */
  findMissing(needs: readonly Need[]): Promise<Need[]>
  toHost(needs: readonly Need[], options: { signal: AbortSignal }): Promise<Host>
}

/** Only for tools that ask other servers: to load it takes longer than all that the others need. */
async function openProbe() {
  const [{ createProbe }, { createGuard }] = await Promise.all([
    import('@octet/probe/create-probe.ts'),
    import('@octet/probe/guard/guard.ts'),
  ])
  return createProbe({ guard: createGuard() })
}

/** Opens what a tool needs when it needs it. */
export function createLocalHost({ varFolder, lang }: { varFolder: string; lang: Lang }): LocalHost {
  const stack = new AsyncDisposableStack()
  const open: { [N in Need]?: Promise<Capabilities[N] | undefined> } = {}

  async function give<N extends Need>(need: N): Promise<Capabilities[N] | undefined> {
    open[need] ??= openNeed(need) as (typeof open)[N]
    return open[need] as Promise<Capabilities[N] | undefined>
  }

  async function openNeed(need: Need): Promise<Capabilities[Need] | undefined> {
    if (need === 'probe') return stack.use(await openProbe())
    const { openLocalData } = await import('./local-data.ts')
    const data = await openLocalData({ varFolder, lang })
    return data && stack.use(data).ip
  }

  return {
    async findMissing(needs) {
      const given = await Promise.all(needs.map(give))
      return needs.filter((_need, index) => given[index] === undefined)
    },
    async toHost(needs, { signal }) {
      const given = await Promise.all(needs.map(async (need) => [need, await give(need)]))
      return {
        ...Object.fromEntries(given),
        lang,
        signal,
        now: () => new Date(),
        random: (sizeBytes: number) => crypto.getRandomValues(new Uint8Array(sizeBytes)),
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
