import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import type { Envelope } from '@octet/core/envelope.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Config } from '../config.ts'
import type { DataState } from '../domain/ip-service.ts'
import type { Part, SiteEntry, SiteMemory } from './site-memory.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}
/** Files whose name changes with their content. */
const HASHED = /^\/assets\/.*-[\w-]{8,}\.\w+$/
/** Stands in prerendered pages where the public origin belongs. */
const ORIGIN_PLACE = 'https://octet.invalid'
/** What the page renderer of `apps/web` is told about the request. */
type RenderContext = {
  readonly self: IpRecord | null
  readonly loggedIn: boolean
  readonly dataState: DataState
  readonly origin: string
  readonly runTool: (id: string, input: Readonly<Record<string, unknown>>) => Promise<Envelope<unknown>>
}

type Render = (request: Request, context: RenderContext) => Promise<Response>
/** A file or prerendered page. */
export type StaticFile = {
  readonly body: Buffer
  readonly br?: Buffer | undefined
  readonly gz?: Buffer | undefined
  readonly type: string
  readonly etag: string
  readonly isHashed: boolean
}

/** What `apps/web/build.ts` has made. */
export type Site = {
  /** By path: files as they are named, prerendered pages by the path of the page. */
  readonly files: ReadonlyMap<string, StaticFile>
  readonly render: Render
  readonly csp: string
  readonly paths: readonly string[]
}

/** The built site of one thread; undefined when it has not been built. */
export async function loadSite(memory: SiteMemory | undefined, { publicOrigin, webFolder }: Config): Promise<Site | undefined> {
  const server = join(webFolder, 'server')
  const entry = join(server, 'entry.js')
  if (!memory || !existsSync(entry)) return undefined
  const readJson = async <T>(name: string): Promise<T> => JSON.parse(await readFile(join(server, name), 'utf8')) as T
  const [module, csp, prerendered, sitemap] = await Promise.all([
    import(pathToFileURL(entry).href) as Promise<{ render: Render }>,
    readJson<{ policy: string }>('csp.json'),
    readJson<Record<string, string>>('prerendered.json'),
    readJson<{ paths: string[] }>('sitemap.json'),
  ])
  const files = new Map(memory.entries.map((each) => [each.url, new BuiltFile(each, memory.bytes) as StaticFile]))
  for (const [path, name] of Object.entries(prerendered)) {
    const file = files.get(`/${name}`)
    files.delete(`/${name}`)
    if (file) files.set(path, new Page(file, publicOrigin))
  }
  return { files, render: module.render, csp: csp.policy, paths: sitemap.paths }
}

/** A file as it lies in memory. Where it is packed nearly everybody takes it so, and who does not waits for it to be unpacked. */
class BuiltFile implements StaticFile {
  readonly type: string
  readonly isHashed: boolean
  readonly #entry: SiteEntry
  readonly #memory: SharedArrayBuffer
  #etag: string | undefined

  constructor(entry: SiteEntry, memory: SharedArrayBuffer) {
    this.#entry = entry
    this.#memory = memory
    this.type = TYPES[extname(entry.url)] ?? 'application/octet-stream'
    this.isHashed = HASHED.test(entry.url)
  }

  get body(): Buffer {
    return 'body' in this.#entry ? this.#copy(this.#entry.body) : gunzipSync(this.#copy(this.#entry.gz))
  }

  get br(): Buffer | undefined {
    return 'br' in this.#entry ? this.#copy(this.#entry.br) : undefined
  }

  get gz(): Buffer | undefined {
    return 'gz' in this.#entry ? this.#copy(this.#entry.gz) : undefined
  }

  get etag(): string {
    return (this.#etag ??= toEtag(this.body))
  }

  /** A copy, since Fastify takes a buffer over shared memory for an object and writes it as JSON. */
  #copy({ from, bytes }: Part): Buffer {
    return Buffer.from(new Uint8Array(this.#memory, from, bytes))
  }
}

/** A page with the public origin in it; made and packed when it is first asked for, since most never are. */
class Page implements StaticFile {
  readonly type = TYPES['.html'] ?? ''
  readonly isHashed = false
  readonly #file: StaticFile
  readonly #publicOrigin: string
  #br: Buffer | undefined
  #gz: Buffer | undefined
  #etag: string | undefined

  constructor(file: StaticFile, publicOrigin: string) {
    this.#file = file
    this.#publicOrigin = publicOrigin
  }

  get body(): Buffer {
    return Buffer.from(this.#file.body.toString('utf8').replaceAll(ORIGIN_PLACE, this.#publicOrigin))
  }

  get br(): Buffer {
    return (this.#br ??= brotliCompressSync(this.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }))
  }

  get gz(): Buffer {
    return (this.#gz ??= gzipSync(this.body))
  }

  get etag(): string {
    return (this.#etag ??= toEtag(this.body))
  }
}

function toEtag(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
