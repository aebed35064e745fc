// Runs on whatever Node the machine has (20 or newer), before anything is installed: only built-in modules here.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const stamp = new URL('node_modules/.octet-installed', root)
const wanted = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex')

const { npm_lifecycle_event: event, npm_config_omit: omitted, NODE_ENV: mode } = process.env
if (event === 'postinstall') {
  // Who runs `npm ci` needs no second one; without the packages for development it was not all of it.
  if (!omitted && mode !== 'production') keepStamp()
} else {
  const left = listPlaces().filter((place) => existsSync(toAside(place)))
  // An installation that was broken off has no stamp; one that has it was broken off while it cleared up.
  left.forEach(existsSync(stamp) ? dropAside : putBack)
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) install()
}

function install() {
  const started = Date.now()
  console.log('Installing packages (once, about a minute) …')
  // `npm ci` deletes before it fetches; without its registry nothing would be left to start with.
  const kept = listPlaces().filter((place) => existsSync(place) && putAside(place))
  // Node and the database need theirs. Who ignores all scripts does not come here: then npm leaves `prestart` out, too.
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts=false', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    for (const place of kept) putBack(place)
    console.error('npm ci failed. Octet needs npm 10 or newer and its package registry; the reason stands above.')
    if (kept.length > 0)
      console.error('The packages from before are back: the version of Octet that they belong to starts with them.')
    process.exit(status ?? 1)
  }
  keepStamp()
  for (const place of kept) dropAside(place)
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s`)
}

function keepStamp() {
  mkdirSync(new URL('node_modules/', root), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** The folders that `npm ci` empties: that of the root and those of the workspaces. */
function listPlaces() {
  const areas = ['packages/', 'apps/'].map((name) => new URL(name, root)).filter((area) => existsSync(area))
  const homes = areas.flatMap((area) => readdirSync(area).map((name) => new URL(`${name}/`, area)))
  return [root, ...homes].map((home) => new URL('node_modules', home))
}

function toAside(place) {
  return new URL(`${place.href}.before`)
}

/** False for a folder that cannot be moved, such as a volume: there `npm ci` does as it does. */
function putAside(place) {
  try {
    renameSync(place, toAside(place))
    return true
  } catch {
    return false
  }
}

function putBack(place) {
  rmSync(place, { recursive: true, force: true })
  renameSync(toAside(place), place)
}

function dropAside(place) {
  rmSync(toAside(place), { recursive: true, force: true })
}
