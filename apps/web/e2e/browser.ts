import { spawnSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core'
import { sendOnce } from './send-once.ts'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const

const LEAVE_OFF = '--disable-features='
/**
 * What the browser leaves off: all that Playwright has it leave off, of which the last such flag counts, and to give each
 * document of a page a frame of its own inside the browser, which takes an eighth of a load and which no page sees.
 */
const LEFT_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'RenderDocument',
]

/** For pages that live for seconds: to optimise their code takes longer than it saves. */
const SHORT_LIVED = '--js-flags=--no-opt --no-maglev'
/** For pages that nobody looks at: they are laid out and painted as ever, but no memory is left to fill with their pixels. */
const UNSEEN = '--force-gpu-mem-available-mb=0'
/** Pages of one context share a process: to start one takes as long as a page. */
const SHARED = '--renderer-process-limit=1'
/** What most tests give their browser. */
export const FOR_TESTS = [SHORT_LIVED, UNSEEN, SHARED]

/** What a few browsers share with their pages at most. */
const SHARED_BYTES = 1024 ** 3

/** Whoever visits. The service worker, which fetches all files of the build once a page is used, is for the tests of it alone. */
export const VISITOR = {
  viewport: { width: 1280, height: 900 },
  reducedMotion: 'reduce',
  serviceWorkers: 'block',
} as const satisfies BrowserContextOptions

/** For whatever a page is waited for: only what never comes takes so long, however slow the machine. */
const PATIENCE_MS = 120_000

/** A browser for the tests; see {@link findChromium}. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...FLAGS, `${LEAVE_OFF}${LEFT_OFF.join()}`, ...flags],
    // Else what the processes share are files on the disk.
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    chromiumSandbox: false,
    timeout: PATIENCE_MS,
  })
  sendOnce(browser)
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS))
  return browser
}

/**
 * The one named by `CHROMIUM`, the one inside the package `@sparticuz/chromium` where it runs, else Debian's. The first
 * draws without a window around the page, which is less than half of the work, and is the same everywhere.
 */
export async function findChromium(): Promise<string> {
  const { CHROMIUM: given } = process.env
  if (given && existsSync(given)) return given
  const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
  const { default: packed } = await import('@sparticuz/chromium')
  if (!installed) return packed.executablePath()
  const path =
    process.platform === 'linux' && process.arch === 'x64' ? await packed.executablePath().catch(() => undefined) : undefined
  return path !== undefined && canRun(path) ? path : installed
}

/** Containers often have 64 MiB of it, with which pages crash. */
function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > SHARED_BYTES
}

/** Whether a browser starts here: the packed one uses libraries that come with others. */
function canRun(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: PATIENCE_MS }).status === 0
}
