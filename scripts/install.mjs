// Runs on whatever Node the machine has (20 or newer), before anything is installed: only built-in modules here.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const stamp = new URL('node_modules/.octet-installed', root)
const wanted = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex')

const { npm_lifecycle_event: event, npm_config_omit: omitted, NODE_ENV: mode } = process.env
if (event === 'postinstall') {
  // Who runs `npm ci` needs no second one; without the packages for development it was not all of it.
  if (!omitted && mode !== 'production') keepStamp()
} else if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) install()

function install() {
  const started = Date.now()
  console.log('Installing packages (once, about a minute) …')
  // Node and the database need theirs. Who ignores all scripts does not come here: then npm leaves `prestart` out, too.
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts=false', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('npm ci failed. Octet needs npm 10 or newer and its package registry; the reason stands above.')
    process.exit(status ?? 1)
  }
  keepStamp()
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s`)
}

function keepStamp() {
  mkdirSync(new URL('node_modules/', root), { recursive: true })
  writeFileSync(stamp, wanted)
}
