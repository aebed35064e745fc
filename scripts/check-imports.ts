import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCircles } from './find-circles.ts'

/** Who may import whom (DESIGN: imports point down; nobody imports an app). */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'packages/core': [],
  'packages/tools': ['core'],
  'packages/ipdb': ['core'],
  'packages/probe': ['core'],
  'packages/client': ['core'],
  'packages/data': ['core', 'ipdb'],
  'apps/server': ['core', 'tools', 'ipdb', 'probe', 'client', 'data'],
  'apps/web': ['core', 'tools', 'client'],
  'apps/cli': ['core', 'tools', 'client', 'ipdb', 'probe', 'data'],
}

/** What only builds the site may know more than the site: it leaves a file behind, no code. */
const BUILD = { folder: 'apps/web/vite/', mayImport: ['data'] }

/** Folders of the server that know only some others: rules know no edge, no settings and nothing that runs them. */
const MAY_KNOW: Readonly<Record<string, readonly string[]>> = {
  'apps/server/src/domain': ['domain', 'storage'],
  'apps/server/src/storage': ['storage', 'domain'],
}

/** Where the server may write SQL; what else wants rows calls a query by its name. */
const WRITES_SQL = 'apps/server/src/storage'
const SQL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/

/** The one file that reads the environment in each part, and what begins a program in another one; scripts and tests may too. */
const READS_ENVIRONMENT = new Set(['apps/server/src/config.ts', 'apps/cli/src/config.ts', 'packages/ipdb/src/start-tuned.ts'])

const ROOT = join(import.meta.dirname, '..')
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g

/** Everything wrong with the imports of one file. */
export function findFaults(file: string, text: string): string[] {
  const [root = '', name = ''] = file.split('/')
  const home = `${root}/${name}`
  const allowed = [...(MAY_IMPORT[home] ?? []), ...(file.startsWith(BUILD.folder) ? BUILD.mayImport : [])]
  const isTest = /\.(test|testing)\.tsx?$|\/(testing|bench|e2e|fixtures)\/|\/bench\.ts$/.test(file)
  const faults: string[] = []
  for (const target of listImports(text)) {
    const part = /^@octet\/([\w-]+)/.exec(target)?.[1]
    if (part && part !== name && !allowed.includes(part)) faults.push(`${file}: ${home} may not import @octet/${part}`)
    if (target.startsWith('.') && leavesHome(file, target)) faults.push(`${file}: “${target}” leaves ${home}`)
    if (!isTest && knowsTooMuch(file, target)) faults.push(`${file}: ${toFolder(file)} may not know “${target}”`)
    if (isPure(file) && !isTest && target.startsWith('node:')) faults.push(`${file}: a pure package may not import ${target}`)
    if (target.startsWith('.') && !/\.(tsx?|json|css|mjs|js|svg|woff2)(\?\w+)?$/.test(target) && !file.includes('apps/web'))
      faults.push(`${file}: “${target}” has no ending`)
  }
  if (!isTest && home === 'apps/server' && toFolder(file) !== WRITES_SQL && writesSql(text))
    faults.push(`${file}: queries stand in ${WRITES_SQL}`)
  if (!isTest && !READS_ENVIRONMENT.has(file) && /\bprocess\.env\b/.test(text) && !file.startsWith('apps/web/'))
    faults.push(`${file}: only config.ts reads the environment`)
  return faults
}

/** What finds tools in folders, and what the build of the site replaces by what it gives. */
const FOR_NODE = new Set([
  'packages/tools/src/registry.ts',
  'packages/tools/src/lookup/phone/packed-places.ts',
  'packages/tools/src/lookup/phone/world-names.ts',
])

function isPure(file: string): boolean {
  return /^packages\/(core|tools)\/src\//.test(file) && !FOR_NODE.has(file)
}

function leavesHome(file: string, target: string): boolean {
  const [root, name] = file.split('/')
  return !toPath(file, target).startsWith(`${root}/${name}/`)
}

function knowsTooMuch(file: string, target: string): boolean {
  const known = MAY_KNOW[toFolder(file)]
  if (!known) return false
  if (!target.startsWith('.')) return target === 'fastify'
  return !known.some((name) => toPath(file, target).startsWith(`apps/server/src/${name}/`))
}

function writesSql(text: string): boolean {
  return listImports(text).some((target) => /^(?:kysely|pg)(?:\/|$)/.test(target)) || SQL.test(text)
}

/** Package, `src` and the folder in it. */
function toFolder(file: string): string {
  return file.split('/').slice(0, 4).join('/')
}

function toPath(file: string, target: string): string {
  return join(file, '..', target.replace(/\?\w+$/, '')).replaceAll('\\', '/')
}

/** What a file imports, types and what it loads later among it. */
function listImports(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

if (import.meta.main) {
  const files = globSync('{packages,apps}/*/{src,app,vite,e2e,build}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: (path) => /node_modules|\/dist\b/.test(String(path)),
  })
  const texts = files.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(ROOT, path), 'utf8')] as const)
  const imports = new Map(
    texts.map(([file, text]) => [
      file,
      listImports(text).flatMap((target) => (target.startsWith('.') ? [toPath(file, target)] : [])),
    ]),
  )
  const circles = findCircles(imports).map((circle) => `a circle of imports: ${[...circle, circle[0]].join(' → ')}`)
  const faults = [...texts.flatMap(([file, text]) => findFaults(file, text)), ...circles]
  for (const fault of faults) console.error(fault)
  console.log(`${files.length} files, ${faults.length} faults`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
