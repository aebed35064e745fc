import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress, brotliDecompressSync } from 'node:zlib'
import type { Envelope } from '@octet/core/envelope.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { PRODUCT_NAME } from '@octet/core/product-name.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Config } from '../config.ts'
import type { DataState } from '../domain/ip-service.ts'
import { putBrand, putBrandIntoPage } from './put-brand.ts'
import { MadeFile } from './made-file.ts'
import { packWell, type Packed } from './packed-body.ts'
import { findEncoding } from './find-encoding.ts'
import type { SiteEntry, SiteMemory } from './site-memory.ts'
import { toEtag, type StaticFile } from './static-file.ts'

const unpack = promisify(brotliDecompress)

/** Packed with Brotli. Larger files are few and for one page; packed anew for each who takes gzip alone, they take no memory. */
const MAX_GZIPPED_BYTES = 100_000

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
const HTML = TYPES['.html'] ?? ''
/** Files whose name changes with their content, if it is not the whole name (`toChunkName` of `apps/web/vite.config.ts`). */
const HASHED = /^\/assets\//
/** Files of symbols that have the same names in every build. */
const SPRITE = /^(\/assets\/(?:icons|world))-[\da-f]{8}\.svg$/
const toSprite = (path: string): string => SPRITE.exec(path)?.[1] ?? ''
/** Stands in prerendered pages where the public origin belongs. */
const ORIGIN_PLACE = 'https://octet.invalid'
/** What the page renderer of `apps/web` is told about the request. */
type RenderContext = {
  readonly self: IpRecord | null
  readonly loggedIn: boolean
  readonly dataState: DataState
  readonly origin: string
  readonly brand: string
  readonly runTool: (id: string, input: Readonly<Record<string, unknown>>) => Promise<Envelope<unknown>>
}

type Render = (request: Request, context: RenderContext) => Promise<Response>
type Entry = { readonly render: Render; readonly offline: { renderShell(lang: Lang, brand: string): string } }
/** What `apps/web/build.ts` has made. */
export type Site = {
  /** By path: files as they are named, prerendered pages by the path of the page. */
  readonly files: ReadonlyMap<string, StaticFile>
  /** Pages of an older build that are still open ask for icons by the name of its sprite: what stands in for it in this build. */
  findSuccessor(path: string): StaticFile | undefined
  readonly render: Render
  readonly csp: string
  readonly paths: readonly string[]
}

/** The built site of one thread; undefined when it has not been built. */
export async function loadSite(memory: SiteMemory | undefined, config: Config): Promise<Site | undefined> {
  const { publicOrigin, webFolder } = config
  const brand = config.operator.brand.name
  const server = join(webFolder, 'server')
  const entry = join(server, 'entry.js')
  if (!memory || !existsSync(entry)) return undefined
  const readJson = async <T>(name: string): Promise<T> => JSON.parse(await readFile(join(server, name), 'utf8')) as T
  const [module, csp, prerendered, sitemap] = await Promise.all([
    import(pathToFileURL(entry).href) as Promise<Entry>,
    readJson<{ policy: string }>('csp.json'),
    readJson<Record<string, string>>('prerendered.json'),
    readJson<{ paths: string[] }>('sitemap.json'),
  ])
  const files = new Map(memory.entries.map((each) => [each.url, new BuiltFile(each, memory.bytes) as StaticFile]))
  const fill = (html: string) => putBrandIntoPage(html, brand).replaceAll(ORIGIN_PLACE, publicOrigin)
  for (const [path, name] of Object.entries(prerendered)) {
    const file = files.get(`/${name}`)
    files.delete(`/${name}`)
    if (file) files.set(path, new MadeFile(HTML, () => fill(file.body.toString('utf8'))))
  }
  if (brand !== PRODUCT_NAME) putBrand(files, { brand, renderShell: module.offline.renderShell })
  const sprites = new Map(memory.entries.map((each) => [toSprite(each.url), new BuiltFile(each, memory.bytes, false)]))
  sprites.delete('')
  return {
    files,
    findSuccessor: (path) => sprites.get(toSprite(path)),
    render: module.render,
    csp: csp.policy,
    paths: sitemap.paths,
  }
}

/** A file as it lies in memory. Where it is packed nearly everybody takes it so, and who does not waits for it to be unpacked. */
class BuiltFile implements StaticFile {
  readonly type: string
  readonly isHashed: boolean
  readonly #entry: SiteEntry
  readonly #memory: SharedArrayBuffer
  #gzipped: Promise<Buffer> | undefined
  #etag: string | undefined

  constructor(entry: SiteEntry, memory: SharedArrayBuffer, isHashed = HASHED.test(entry.url)) {
    this.#entry = entry
    this.#memory = memory
    this.type = TYPES[extname(entry.url)] ?? 'application/octet-stream'
    this.isHashed = isHashed
  }

  get body(): Buffer {
    return 'br' in this.#entry ? brotliDecompressSync(this.#kept) : this.#kept
  }

  async pack(accepted: string | undefined): Promise<Packed> {
    const encoding = 'br' in this.#entry ? findEncoding(accepted) : undefined
    if (encoding === 'br') return { body: this.#kept, encoding }
    if (encoding === 'gzip') return { body: await this.#gzip(), encoding }
    return { body: this.body }
  }

  /** Browsers take gzip alone from sites without TLS. */
  #gzip(): Promise<Buffer> {
    if (this.#kept.length > MAX_GZIPPED_BYTES) return toGzipped(this.#kept)
    return (this.#gzipped ??= toGzipped(this.#kept))
  }

  get etag(): string {
    return (this.#etag ??= toEtag(this.#kept))
  }

  /** A copy, since Fastify takes a buffer over shared memory for an object and writes it as JSON. */
  get #kept(): Buffer {
    const { from, bytes } = 'br' in this.#entry ? this.#entry.br : this.#entry.body
    return Buffer.from(new Uint8Array(this.#memory, from, bytes))
  }
}

const toGzipped = async (br: Buffer): Promise<Buffer> => packWell(await unpack(br), 'gzip')
