import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@octet/core/errors.ts'
import { findDataFolder } from '@octet/ipdb/data-folder.ts'
import { openPublished, type Ipdb } from '@octet/ipdb/open.ts'
import { readManifestFile, type UsedSource } from '@octet/ipdb/manifest.ts'
import type { IpService } from './ip-service.ts'

/** An old build stays open so long after its last use; it holds as much memory as the one being served. */
const IDLE_MS = 600_000
const MANIFEST_NAME = /^manifest(\.[\w-]+)?\.json$/

/** The builds that are kept beside the one being served, for answers as of a day. One of them is open at a time. */
export class Builds {
  readonly #varFolder: string
  readonly #ip: IpService
  #open: { readonly name: string; readonly database: Promise<Ipdb> } | undefined
  #timer: NodeJS.Timeout | undefined
  #sources: { readonly build: string; readonly sources: Promise<readonly UsedSource[]> } | undefined

  constructor(varFolder: string, ip: IpService) {
    this.#varFolder = varFolder
    this.#ip = ip
  }

  /**
   * Lookups in the newest kept build of a day (YYYY-MM-DD, UTC) or before; in what is served when no day is given. A build
   * that is newer than that has been rolled back, and answers nothing.
   *
   * @throws {AppError} `build_not_kept` when all kept builds are younger
   */
  async at(day: string | undefined): Promise<IpService> {
    if (day === undefined) return this.#ip
    const { build: served } = this.#ip.state
    const kept = (await this.#list()).filter(({ build }) => served === null || build <= served)
    const found = kept.find(({ date }) => date.slice(0, 10) <= day)
    if (!found) throw new AppError('build_not_kept', { got: day, oldest: kept.at(-1)?.date.slice(0, 10) ?? '–' })
    if (found.build === served) return this.#ip
    return this.#ip.withDatabase(await this.#getOpen(found))
  }

  /** The sources of a build, for their titles and addresses; none when its manifest has gone. */
  sources(build: string): Promise<readonly UsedSource[]> {
    if (this.#sources?.build !== build)
      this.#sources = {
        build,
        sources: this.#list().then((kept) => kept.find((manifest) => manifest.build === build)?.sources ?? []),
      }
    return this.#sources.sources
  }

  /** Days of the kept builds, the newest first. */
  async #list() {
    const folder = await findDataFolder(this.#varFolder)
    const names = (await readdir(folder).catch(() => [])).filter((name) => MANIFEST_NAME.test(name))
    const manifests = await Promise.all(
      names.map(async (name) => {
        const manifest = await readManifestFile(folder, name).catch(() => undefined)
        return manifest ? [{ ...manifest, name, folder }] : []
      }),
    )
    return manifests.flat().sort((a, b) => (a.date < b.date ? 1 : -1))
  }

  async #getOpen({ folder, name, build }: { folder: string; name: string; build: string }): Promise<Ipdb> {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.#open = undefined), IDLE_MS).unref()
    if (this.#open?.name !== join(folder, build))
      this.#open = { name: join(folder, build), database: openPublished(folder, name) }
    const { database } = this.#open
    return database.catch((error: unknown) => {
      this.#open = undefined
      throw error
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer)
    this.#open = undefined
  }
}
