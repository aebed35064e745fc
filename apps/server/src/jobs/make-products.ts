import type { Logger } from 'pino'
import { readManifest } from '@octet/data/manifest.ts'
import { ProductStore, type Wanted } from '@octet/data/products/product-store.ts'
import { startMaker } from '@octet/data/products/start-maker.ts'
import type { Aside } from '@octet/data/run-aside.ts'
import type { Config } from '../config.ts'
import { repeat } from './repeat.ts'

const PERIOD_MS = 1_000

/**
 * Makes database files that are wanted, in a process of its own, one after the other. After a new build those of the
 * operator's list are wanted, and those that somebody fetched of the build before.
 */
export function startProductJob({ config, log }: { config: Config; log: Logger }): AsyncDisposable {
  const { varFolder, operator } = config
  const { prepare, keepBuilds, compatibleNames } = operator.databases
  const store = new ProductStore(varFolder)
  let maker: Aside | undefined
  let seenBuild: string | undefined

  async function look(): Promise<void> {
    const build = (await readManifest(varFolder))?.build
    if (build === undefined) return
    if (build !== seenBuild) {
      seenBuild = build
      await wantAfterBuild(build)
    }
    if (maker || (await store.listWanted()).length === 0) return
    maker = startMaker({ varFolder, brand: operator.brand.name, hasCompatibleNames: compatibleNames, keepBuilds })
    void maker.ended.then((fault) => {
      maker = undefined
      if (fault !== undefined && !isStopped) log.error({ fault }, 'database files could not be made')
    })
  }

  async function wantAfterBuild(build: string): Promise<void> {
    const [before] = (await store.listBuilds()).filter((kept) => kept < build)
    const listed = prepare.map((text) => {
      const [product, format] = text.split('/')
      return { product, format } as Wanted
    })
    const used = before === undefined ? [] : await store.list(before)
    const ready = await store.list(build)
    for (const wanted of [...listed, ...used])
      if (!ready.some(({ product, format }) => product === wanted.product && format === wanted.format)) await store.want(wanted)
  }

  let isStopped = false
  const { stop } = repeat(look, {
    everyMs: PERIOD_MS,
    onError: (error) => log.error({ err: error }, 'wanted database files cannot be looked up'),
  })
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true
      await stop()
      maker?.child.kill()
      await maker?.ended
    },
  }
}
