import { spawnSync } from 'node:child_process'

/** The version of the `openssl` command, or nothing where there is none. */
export const opensslVersion = spawnSync('openssl', ['version']).stdout?.toString().trim() || undefined

/** Runs `openssl enc` on bytes. */
export function runOpenssl(args: readonly string[], input: Uint8Array): Buffer {
  const { status, stdout, stderr } = spawnSync('openssl', ['enc', ...args], { input })
  if (status !== 0) throw new Error(`openssl enc ${args.join(' ')}: ${stderr.toString()}`)
  return stdout
}

/** The reason to skip a comparison, said in the test's output. */
export const skipReason = opensslVersion ? false : 'the openssl command is absent here: not compared with it'
