import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const has = (command: string, args: readonly string[]) => spawnSync(command, args).error === undefined

/** The reasons to skip a comparison, said in the test's output. */
export const noOpenssl = has('openssl', ['version']) ? false : 'the openssl command is absent here: not compared with it'
export const noSshKeygen = has('ssh-keygen', ['-?']) ? false : 'the ssh-keygen command is absent here: not compared with it'
export const noPuttygen = has('puttygen', ['--version']) ? false : 'the puttygen command is absent here: not compared with it'
export const noOathtool = has('oathtool', ['--version']) ? false : 'the oathtool command is absent here: not compared with it'
export const noPython = has('python3', ['--version']) ? false : 'the python3 command is absent here: not compared with it'

const MAX_OUTPUT_BYTES = 1 << 26

/** Runs a command with files beside it, which only their owner may read, as ssh-keygen wants it. */
export function runBeside(
  files: Readonly<Record<string, string | Uint8Array>>,
  command: string,
  args: readonly string[],
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'octet-keys-'))
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content, { mode: 0o600 })
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr.toString()}`)
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}
