import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** The one file that reads the environment in each part; scripts and tests may too. */
const READS_ENVIRONMENT = new Set(['apps/server/src/config.ts', 'apps/cli/src/config.ts'])

const ROOT = join(import.meta.dirname, '..')
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g

/** Everything wrong with the imports of one file. */
export function findFaults(file: string, text: string): string[] {
  const [root = '', name = ''] = file.split('/')
  const home = `${root}/${name}`
  const allowed = MAY_IMPORT[home] ?? []
  const isTest = /\.(test|testing)\.tsx?$|\/(testing|bench|e2e|fixtures)\/|\/bench\.ts$/.test(file)
  const faults: string[] = []
  for (const match of text.matchAll(IMPORT)) {
    const target = match[1] ?? match[2] ?? match[3] ?? ''
    const part = /^@octet\/([\w-]+)/.exec(target)?.[1]
    if (part && part !== name && !allowed.includes(part)) faults.push(`${file}: ${home} may not import @octet/${part}`)
    if (target.startsWith('.') && leavesHome(file, target)) faults.push(`${file}: “${target}” leaves ${home}`)
    if (isPure(file) && !isTest && target.startsWith('node:')) faults.push(`${file}: a pure package may not import ${target}`)
    if (target.startsWith('.') && !/\.(tsx?|json|css|mjs|js|svg|woff2)(\?\w+)?$/.test(target) && !file.includes('apps/web'))
      faults.push(`${file}: “${target}” has no ending`)
  }
  if (!isTest && !READS_ENVIRONMENT.has(file) && /\bprocess\.env\b/.test(text) && !file.startsWith('apps/web/'))
    faults.push(`${file}: only config.ts reads the environment`)
  return faults
}

function isPure(file: string): boolean {
  return /^packages\/(core|tools)\/src\//.test(file) && file !== 'packages/tools/src/registry.ts'
}

function leavesHome(file: string, target: string): boolean {
  const [root, name] = file.split('/')
  const path = join(file, '..', target).replaceAll('\\', '/')
  return !path.startsWith(`${root}/${name}/`)
}

if (import.meta.main) {
  const files = globSync('{packages,apps}/*/{src,app,vite,e2e,build}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: (path) => /node_modules|\/dist\b/.test(String(path)),
  })
  const faults = files.flatMap((file) => findFaults(file.replaceAll('\\', '/'), readFileSync(join(ROOT, file), 'utf8')))
  for (const fault of faults) console.error(fault)
  console.log(`${files.length} files, ${faults.length} faults`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
