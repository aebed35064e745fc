import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'
import { findProgram } from './peers.ts'

export type BindZone = {
  readonly name: string
  readonly lines: readonly string[]
  readonly denial?: 'nsec' | 'nsec3' | 'opt-out' | 'unsigned'
  readonly breaks?: (signed: string) => string
}
export type Bind = AsyncDisposable & {
  readonly port: number
  /** DS of the root's key, as text. */
  readonly anchor: string
  /** What `dig` prints for a question. */
  dig(...words: readonly string[]): string
  /** What BIND's own validator says of a name: its first comment line. */
  delv(name: string, type: string): string
}

/** A `named` that serves a signed tree, children signed before their parents; zones are listed from the root down. */
export async function startBind(zones: readonly BindZone[]): Promise<Bind> {
  const folder = mkdtempSync(join(tmpdir(), 'octet-bind-'))
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(findProgram(program)!, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const port = await findFreePort()
  const dsOf = new Map<string, string>()
  for (const zone of zones.toReversed()) signZone(zone, folder, run, dsOf)
  const served = zones.map(
    ({ name, denial }, index) =>
      `zone "${name}" { type primary; file "zone${index}${denial === 'unsigned' ? '' : '.signed'}"; };`,
  )
  writeFileSync(
    join(folder, 'named.conf'),
    `options { directory "${folder}"; pid-file none; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; recursion no; dnssec-validation no; minimal-responses no; };\ncontrols { };\n${served.join('\n')}\n`,
  )
  for (const [index, { name }] of zones.entries())
    writeFileSync(
      join(folder, `zone${index}${zones[index]!.denial === 'unsigned' ? '' : '.signed'}`),
      readFileSync(join(folder, `${toFile(name)}${zones[index]!.denial === 'unsigned' ? '' : '.signed'}`)),
    )
  const named = spawn(findProgram('named')!, ['-g', '-c', join(folder, 'named.conf')], { stdio: 'ignore' })
  const anchor = dsOf.get('.')!
  const key = /DNSKEY\s+(257 3 \d+) (.*)/.exec(readFileSync(join(folder, run('bash', '-c', 'ls K.+*.key').trim()), 'utf8'))!
  writeFileSync(join(folder, 'anchor'), `trust-anchors { . static-key ${key[1]} "${key[2]!.replaceAll(' ', '')}"; };\n`)
  const dig = (...words: readonly string[]) => run('dig', '@127.0.0.1', '-p', String(port), '+time=15', '+tries=3', ...words)
  await until(() => {
    try {
      return dig('.', 'SOA', '+short', '+time=1', '+tries=1') !== ''
    } catch {
      return false // not up yet
    }
  }, 'named answers')
  return {
    port,
    anchor,
    dig,
    delv: (name, type) => {
      try {
        return run('delv', '@127.0.0.1', '-p', String(port), '-a', join(folder, 'anchor'), '+root=.', name, type).split('\n')[0]!
      } catch (error) {
        return String((error as { stdout?: string }).stdout).split('\n')[0]!
      }
    },
    async [Symbol.asyncDispose]() {
      named.kill('SIGKILL')
      if (named.exitCode === null && named.signalCode === null) await once(named, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

function signZone(
  { name, lines, denial = 'nsec', breaks }: BindZone,
  folder: string,
  run: (program: string, ...args: readonly string[]) => string,
  dsOf: Map<string, string>,
): void {
  const file = join(folder, toFile(name))
  const delegated = [...dsOf].filter(([child]) => toParentName(child) === name).map(([child, ds]) => `${child} IN DS ${ds}`)
  const text = ['$TTL 300', `@ IN SOA ns.test. h.test. 1 3600 600 86400 60`, '@ IN NS ns.test.', ...lines, ...delegated]
  if (denial === 'unsigned') return writeFileSync(file, `${text.join('\n')}\n`)
  const key = run('dnssec-keygen', '-a', 'ECDSAP256SHA256', '-f', 'KSK', name).trim()
  writeFileSync(file, `${text.join('\n')}\n$INCLUDE ${key}.key\n`)
  run(
    'dnssec-signzone',
    '-z',
    ...(denial === 'nsec' ? [] : ['-3', '-', '-H', '0']),
    ...(denial === 'opt-out' ? ['-A'] : []),
    '-o',
    name,
    '-f',
    `${file}.signed`,
    file,
    key,
  )
  if (breaks) writeFileSync(`${file}.signed`, breaks(readFileSync(`${file}.signed`, 'utf8')))
  dsOf.set(
    name,
    run('dnssec-dsfromkey', '-2', `${key}.key`)
      .trim()
      .split(/\s+DS\s+/)[1]!,
  )
}

function toParentName(name: string): string | undefined {
  return name === '.' ? undefined : name.slice(name.indexOf('.') + 1) || '.'
}

function toFile(name: string): string {
  return name === '.' ? 'root' : name.replaceAll('.', '_')
}
