import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DIST } from '../../apps/web/build/dist.ts'
import type { BenchRow } from '../../packages/core/src/bench.ts'
import { createCertificate, type TestCertificate } from '../../packages/probe/src/testing/certificate.ts'
import { prepareWeb } from '../prepare-web.ts'
import { startAlone } from './alone.ts'

/**
 * The engine of the HTTP Observatory (MPL-2.0) brings two hundred packages that no other command wants, so it is no
 * dependency: the trial installs it beside the system's temporary files, at this version, when it first runs.
 */
const PACKAGE = '@mdn/mdn-http-observatory'
const VERSION = '1.4.8'
const FOLDER = join(tmpdir(), `octet-observatory-${VERSION}`)
const ENGINE = join(FOLDER, 'node_modules', PACKAGE)

const LEAST_SCORE = 130
/** Beside the pages of the sitemap: answers with data, the back office and the account (sent home), a frame for other sites. */
const MORE_PATHS = ['/zh', '/ipdizhi?ip=8.8.8.8', '/asn/13335', '/account/dashboard', '/admin', '/embed/json', '/zh/embed/json']

/** What the engine says of one page: tests by name, each with what it adds to or takes from 100. */
type Scan = {
  readonly path: string
  readonly score: number
  readonly grade: string
  readonly tests: Readonly<Record<string, { readonly pass: boolean; readonly result: string; readonly scoreModifier: number }>>
  readonly error?: string
}

/**
 * Scores every page as Mozilla's HTTP Observatory does, over HTTPS with a certificate of the trial that the engine is made
 * to trust. No name is asked and nothing leaves the machine.
 */
export async function run(): Promise<BenchRow[]> {
  await installEngine()
  if (!process.env['OCTET_WEB_DIST']) await prepareWeb()
  const certificate = createCertificate({ names: ['DNS:localhost'] })
  if (!certificate) throw new Error('expected openssl for a certificate of the trial, found none')
  const port = { product: 0 }
  await using front = await startFront(certificate, () => port.product)
  await using product = await startAlone({
    operator: { limits: { unitsPerSecond: 1e6, burst: 1e6 }, nameServers: ['127.0.0.1:9'] },
    env: { OCTET_WEB_DIST: DIST, PUBLIC_ORIGIN: `https://localhost:${front.port}` },
  })
  port.product = product.port
  const { paths }: { paths: string[] } = JSON.parse(await readFile(join(DIST, 'server/sitemap.json'), 'utf8'))
  const scans = await scanAll({ host: `localhost:${front.port}`, paths: [...paths, ...MORE_PATHS], certificate })
  for (const { path, score, grade, tests, error } of scans.filter(({ score }) => !(score >= LEAST_SCORE)))
    console.log(`  ${path}: ${error ?? `${score} ${grade} ${describeLosses(tests)}`}`)
  return toRows(scans)
}

async function installEngine(): Promise<void> {
  if (existsSync(join(ENGINE, 'conf/hsts-preload.json'))) return
  console.log(`  installing ${PACKAGE}@${VERSION} into ${FOLDER} …`)
  await promisify(execFile)('npm', ['install', '--ignore-scripts', '--prefix', FOLDER, `${PACKAGE}@${VERSION}`])
  // Its install script would fetch the list of preloaded hosts, in which no host of a trial can be.
  await mkdir(join(ENGINE, 'conf'), { recursive: true })
  await writeFile(join(ENGINE, 'conf/hsts-preload.json'), '{}')
}

/** TLS before the product, as the operator's balancer has it. */
async function startFront(certificate: TestCertificate, toPort: () => number) {
  const server = createServer(certificate, (asked, reply) => {
    const { method, url, headers } = asked
    const inner = request({ host: '127.0.0.1', port: toPort(), method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    inner.on('error', () => reply.destroy())
    asked.pipe(inner)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Scanning = { readonly host: string; readonly paths: readonly string[]; readonly certificate: TestCertificate }

/** Runs the engine in a process of its own, which alone trusts the trial's certificate. */
async function scanAll({ host, paths, certificate }: Scanning): Promise<Scan[]> {
  const folder = await mkdtemp(join(tmpdir(), 'octet-scan-'))
  try {
    const trusted = join(folder, 'trusted.pem')
    await writeFile(trusted, certificate.cert)
    const code = `const { scan } = await import(${JSON.stringify(join(ENGINE, 'src/index.js'))})
      for (const path of ${JSON.stringify(paths)}) {
        const { scan: { score, grade }, tests, error } = await scan(${JSON.stringify(host)} + path)
          .catch(({ message: error }) => ({ scan: { score: 0, grade: '' }, tests: {}, error }))
        console.log(JSON.stringify({ path, score, grade, tests, error }))
      }`
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: trusted }
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
      env,
      maxBuffer: 256 * 1024 * 1024,
    })
    return stdout
      .trim()
      .split('\n')
      .map((line): Scan => JSON.parse(line))
  } finally {
    await rm(folder, { recursive: true })
  }
}

function describeLosses(tests: Scan['tests']): string {
  return Object.entries(tests)
    .filter(([, { pass, scoreModifier }]) => !pass || scoreModifier < 0)
    .map(([name, { result }]) => `${name}: ${result}`)
    .join(', ')
}

function toRows(scans: readonly Scan[]): BenchRow[] {
  const worst = scans.reduce((found, scan) => (scan.score < found.score ? scan : found))
  const failed = scans.flatMap(({ tests }) => Object.values(tests).filter(({ pass }) => !pass)).length
  return [
    {
      name: `HTTP Observatory ${VERSION}, lowest of ${scans.length} pages (${worst.path})`,
      value: worst.score,
      unit: 'points',
      budget: { text: `≥ ${LEAST_SCORE}`, isMet: worst.score >= LEAST_SCORE },
    },
    { name: 'its tests that a page fails', value: failed, unit: 'tests', budget: { text: '0', isMet: failed === 0 } },
  ]
}
