import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import type { Envelope } from '@octet/core/envelope.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Config } from '../config.ts'
import type { DataState } from '../domain/ip-service.ts'

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
/** Files read at once, each with its packed forms: fewer than a process may have open anywhere. */
const AT_ONCE = 32
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
  readonly br?: Buffer
  readonly gz?: Buffer
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

/** The built site in memory; undefined when it has not been built. */
export async function loadSite({ publicOrigin, webFolder }: Config): Promise<Site | undefined> {
  const server = join(webFolder, 'server')
  const entry = join(server, 'entry.js')
  if (!existsSync(entry)) return undefined
  const readJson = async <T>(name: string): Promise<T> => JSON.parse(await readFile(join(server, name), 'utf8')) as T
  const [files, module, csp, prerendered, sitemap] = await Promise.all([
    loadFiles(join(webFolder, 'client')),
    import(pathToFileURL(entry).href) as Promise<{ render: Render }>,
    readJson<{ policy: string }>('csp.json'),
    readJson<Record<string, string>>('prerendered.json'),
    readJson<{ paths: string[] }>('sitemap.json'),
  ])
  for (const [path, name] of Object.entries(prerendered)) {
    const file = files.get(`/${name}`)
    files.delete(`/${name}`)
    if (file) files.set(path, toPage(file.body.toString('utf8').replaceAll(ORIGIN_PLACE, publicOrigin)))
  }
  return { files, render: module.render, csp: csp.policy, paths: sitemap.paths }
}

/** A page with the public origin in it; packed when it is first asked for, since most never are. */
function toPage(html: string): StaticFile {
  const body = Buffer.from(html)
  let br: Buffer | undefined
  let gz: Buffer | undefined
  return {
    body,
    get br() {
      return (br ??= brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }))
    },
    get gz() {
      return (gz ??= gzipSync(body))
    },
    type: TYPES['.html'] ?? '',
    etag: toEtag(body),
    isHashed: false,
  }
}

function toEtag(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

async function loadFiles(folder: string): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
  for (let from = 0; from < paths.length; from += AT_ONCE)
    await Promise.all(
      paths.slice(from, from + AT_ONCE).map(async (path) => {
        const url = path.slice(folder.length).replaceAll('\\', '/')
        files.set(url, await loadFile(path, /^\/assets\/.*-[\w-]{8,}\.\w+$/.test(url)))
      }),
    )
  return files
}

async function loadFile(path: string, isHashed: boolean): Promise<StaticFile> {
  const [body, br, gz] = await Promise.all([readFile(path), readIfThere(`${path}.br`), readIfThere(`${path}.gz`)])
  const facts = { type: TYPES[extname(path)] ?? 'application/octet-stream', etag: toEtag(body), isHashed }
  return br && gz ? toPacked({ ...facts, br, gz }) : { ...facts, body }
}

const readIfThere = (path: string): Promise<Buffer | undefined> => readFile(path).catch(() => undefined)

/** A packed file is kept packed; nearly everybody takes it so, and who does not waits for it to be unpacked. */
function toPacked(file: Omit<StaticFile, 'body'> & { readonly gz: Buffer }): StaticFile {
  return {
    ...file,
    get body() {
      return gunzipSync(file.gz)
    },
  }
}
