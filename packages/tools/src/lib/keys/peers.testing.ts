import { spawnSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Whether a command is here, without starting it. */
const has = (command: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** The reasons to skip a comparison, said in the test's output. */
export const noOpenssl = has('openssl') ? false : 'the openssl command is absent here: not compared with it'
export const noSshKeygen = has('ssh-keygen') ? false : 'the ssh-keygen command is absent here: not compared with it'
export const noPuttygen = has('puttygen') ? false : 'the puttygen command is absent here: not compared with it'
export const noOathtool = has('oathtool') ? false : 'the oathtool command is absent here: not compared with it'
export const noNamed = has('named-compilezone') ? false : 'named-compilezone of BIND is absent here: not compared with it'
export const noKeytool = has('keytool') ? false : 'the keytool command is absent here: not compared with it'
export const noGpg = has('gpg') ? false : 'the gpg command is absent here: not compared with it'
export const noWg = has('wg') ? false : 'the wg command is absent here: not compared with it'
export const noPython = has('python3') ? false : 'the python3 command is absent here: not compared with it'

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

/** GnuPG with keys of its own in a new folder, with the files in it; ends what it started. */
export function startGpg() {
  const home = mkdtempSync(join(tmpdir(), 'octet-gpg-'))
  const [gpg, gpgconf] = ['gpg', 'gpgconf']
  const asked = [
    '--batch',
    '--quiet',
    '--no-tty',
    '--pinentry-mode',
    'loopback',
    '--passphrase',
    '',
    '--yes',
    '--trust-model',
    'always',
  ]
  return {
    toPath: (name: string) => join(home, name),
    run: (...args: readonly string[]): string => {
      const { status, stdout, stderr } = spawnSync(gpg, ['--homedir', home, ...asked, ...args], { cwd: home })
      if (status !== 0) throw new Error(`gpg ${args.join(' ')}: ${stderr.toString()}`)
      return stdout.toString()
    },
    [Symbol.dispose]: () => {
      spawnSync(gpgconf, ['--homedir', home, '--kill', 'all'])
      rmSync(home, { recursive: true, force: true })
    },
  }
}
