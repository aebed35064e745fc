import '../apps/cli/src/env-file.ts'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { readConfig, ConfigError } from '../apps/server/src/config.ts'
import { describeMail } from '../apps/server/src/describe-optional.ts'
import { refuseClosedFolder } from '../apps/server/src/refuse-closed-folder.ts'
import { readManifest } from '../packages/data/src/manifest.ts'
import { describePeers } from './peers.ts'

const ROOT = join(import.meta.dirname, '..')

/** `npm run doctor`: what this machine has and lacks, a line each; exit code 1 when something keeps Octet from starting. */
async function main(): Promise<void> {
  let isGood = true
  const say = (isFine: boolean, text: string, isFatal = false) => {
    console.log(`${isFine ? '✔' : isFatal ? '✖' : '–'} ${text}`)
    if (!isFine && isFatal) isGood = false
  }
  const version = Number(process.versions.node.split('.')[0])
  say(version >= 24, `Node ${process.versions.node} runs the scripts (24 comes with npm ci)`, true)
  try {
    const config = readConfig(process.env)
    await refuseClosedFolder(config.varFolder)
    say(true, `settings are good; var folder ${config.varFolder}`)
    for (const line of describeMail(config)) say(false, line)
    const manifest = await readManifest(config.varFolder).catch((error: Error) => say(false, `address data: ${error.message}`))
    if (manifest)
      say(true, `address data ${manifest.build}, ${(manifest.rows.v4 + manifest.rows.v6).toLocaleString('en')} ranges`)
    else say(false, 'address data is not built yet: npm start or npm run data build')
    const place = `port ${config.port} on ${config.host}`
    if (await isPortFree(config.port, config.host)) say(true, `${place} is free`)
    else if (await isOctetThere(config.port, config.host)) say(true, `${place} is Octet's: it is running`)
    else say(false, `${place} is taken by another program: set PORT`)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    say(false, error.message, true)
  }
  say(existsSync(join(ROOT, 'apps/web/dist/server/entry.js')), 'the site is built (else: npm run build)')
  for (const line of await describePeers()) console.log(line)
  process.exitCode = isGood ? 0 : 1
}

/** Whether the program behind a port answers as a server of ours does. */
async function isOctetThere(port: number, host: string): Promise<boolean> {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/livez`
  try {
    const answer = (await (await fetch(url, { signal: AbortSignal.timeout(2_000) })).json()) as { data?: { state?: string } }
    return answer.data?.state === 'live'
  } catch {
    return false
  }
}

function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

await main()
