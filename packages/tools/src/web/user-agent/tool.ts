import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { findAndroidModel, findApp } from './apps.ts'
import { splitHints, type ClientHints } from './client-hints.ts'
import { findMachine, findMaker } from './devices.ts'
import { findFrozenVersion } from './frozen.ts'
import { findRobot, hasContact } from './robots.ts'

const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

/** What the parser tells apart, in words. */
const DEVICES: Readonly<Record<string, Text>> = {
  desktop: { en: 'desktop', zh: '桌面设备' },
  mobile: { en: 'mobile', zh: '手机' },
  tablet: { en: 'tablet', zh: '平板' },
  tv: { en: 'TV', zh: '电视' },
  console: { en: 'game console', zh: '游戏机' },
  vr: { en: 'VR headset', zh: 'VR 头显' },
  bot: { en: 'robot', zh: '爬虫' },
}

export default defineTool({
  id: 'user-agent',
  route: '/web/user-agent',
  group: 'web',
  rank: 50,
  icon: 'Browser',
  title: { en: 'User agent parser', zh: 'User-Agent 解析' },
  summary: {
    en: 'Browser, engine, system and device of a User-Agent header; robots and tools too',
    zh: '从 User-Agent 中识别浏览器、内核、系统和设备，也能识别爬虫与命令行工具',
  },
  about: {
    en: 'Anyone can set this header: it is a claim, not proof. Today’s browsers freeze parts of it (Windows 11 says Windows 10, macOS stays at 10.15.7); the client hints that they send beside it (Sec-CH-UA…) say more and are read when they are pasted, too.',
    zh: '该请求头可随意设置，仅供参考，不能作为证明。现代浏览器固定了其中一部分（Windows 11 仍写 Windows 10，macOS 停留在 10.15.7）；一并粘贴客户端提示（Sec-CH-UA…）即可读出其中更准确的信息。',
  },
  keywords: ['user-agent', 'ua', 'browser', 'crawler', 'bot', '浏览器标识', '爬虫', '设备识别', 'my browser', 'what browser'],
  input: z.object({
    text: z
      .string()
      .max(4096)
      .meta({
        label: { en: 'User-Agent', zh: 'User-Agent' },
        help: {
          en: 'Client hints (Sec-CH-UA: …) on lines of their own, too',
          zh: '客户端提示（Sec-CH-UA: …）可另起一行一并粘贴',
        },
        widget: 'text',
        main: true,
        placeholder: { en: 'Mozilla/5.0 (…)', zh: 'Mozilla/5.0 (…)' },
      }),
  }),
  output: z.object({
    text: shown('In short', '概要'),
    browser: shown('Browser', '浏览器'),
    browserVersion: shown('Browser version', '浏览器版本'),
    engine: shown('Engine', '内核'),
    system: shown('System', '操作系统'),
    systemVersion: shown('System version', '系统版本'),
    device: z.string().meta({ label: { en: 'Device', zh: '设备类型' }, options: DEVICES }),
    vendor: shown('Maker', '厂商'),
    model: shown('Model', '型号'),
    isBot: z.boolean().meta({ label: { en: 'Robot or tool', zh: '爬虫或工具' } }),
    hints: z
      .array(z.object({ name: shown('Client hint', '客户端提示'), value: shown('Value', '值') }))
      .optional()
      .meta({ label: { en: 'Client hints', zh: '客户端提示' }, widget: 'table' }),
  }),
  accepts: { 'user-agent': { text: '' } },
  examples: [
    {
      name: { en: 'Chrome on Windows', zh: 'Windows 上的 Chrome' },
      input: {
        text: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      },
    },
    {
      name: { en: 'Safari on iPhone', zh: 'iPhone 上的 Safari' },
      input: {
        text: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      },
    },
    { name: { en: 'curl', zh: 'curl' }, input: { text: 'curl/8.9.1' } },
    {
      name: { en: 'With client hints: Windows 11', zh: '结合客户端提示：Windows 11' },
      input: {
        text: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\nSec-CH-UA-Platform: "Windows"\nSec-CH-UA-Platform-Version: "15.0.0"',
      },
    },
  ],
  async run({ text }, { lang }) {
    const { header, hints } = splitHints(text)
    if (header === '' && !hints)
      throw new AppError('bad_input', {
        field: 'text',
        expected: { en: 'a User-Agent header', zh: 'User-Agent 请求头' },
        got: '',
      })
    const said = header === '' ? NOTHING : await readHeader(header, lang)
    const { rows, ...better }: Partial<ClientHints> = hints ?? {}
    const { shortVersion, ...told } = { ...said, ...better }
    const vendor = told.vendor || findMaker(told.model)
    return {
      text: [
        `${told.browser} ${told.browserVersion}`.trim(),
        `${told.system} ${better.systemVersion ?? shortVersion}`.trim(),
        DEVICES[told.device]?.[lang],
      ]
        .filter(Boolean)
        .join(', '),
      ...told,
      vendor,
      ...(rows ? { hints: [...rows] } : {}),
    }
  },
})

/** Before anything is known. */
const NOTHING = {
  browser: '',
  browserVersion: '',
  engine: '',
  system: '',
  systemVersion: '',
  shortVersion: '',
  device: '',
  vendor: '',
  model: '',
  isBot: false,
}

async function readHeader(header: string, lang: Lang): Promise<typeof NOTHING> {
  const { default: bowser } = await import('bowser')
  const { browser, engine, os, platform } = bowser.parse(header)
  const isMozilla = /^(?:mozilla|opera)\//i.test(header)
  // The machine of Android's apps says nothing of a browser or of the size of the device.
  const isApp = /^dalvik\//i.test(header)
  const robot = findRobot(header)
  const machine = findMachine(header)
  const own = isMozilla ? toBrowser(browser) : (findTool(header) ?? toBrowser(browser))
  const { name, version } = robot ?? findApp(header) ?? own
  const isRobot = robot !== undefined || hasContact(header)
  const isBot = isRobot || platform.type === 'bot' || (!isMozilla && !isApp) || /slurp|headless/i.test(header)
  const frozen = machine.system === undefined ? findFrozenVersion(header)?.[lang] : undefined
  const systemVersion = machine.system === undefined ? (os.versionName ?? os.version ?? '') : (machine.systemVersion ?? '')
  const model = machine.model ?? (platform.model || findAndroidModel(header))
  return {
    browser: name,
    browserVersion: version,
    engine: toEngine(header, engine),
    system: machine.system ?? os.name ?? '',
    systemVersion:
      frozen ??
      (machine.system === undefined && os.versionName && os.version ? `${os.versionName} (${os.version})` : systemVersion),
    shortVersion: frozen?.replace(/[ （(]+NT.*/, '') ?? systemVersion,
    device: isRobot ? 'bot' : isApp ? '' : (machine.device ?? platform.type ?? ''),
    vendor: machine.vendor ?? (toMaker(platform.vendor) || findMaker(model)),
    model,
    isBot,
  }
}

/** What the parser says, which names a brand for a maker. */
const toMaker = (vendor: string | undefined): string => (vendor === undefined || vendor === 'Nexus' ? '' : vendor)

type Named = { readonly name: string; readonly version: string }

/** What the parser says; the first word of every header is no browser. */
function toBrowser({ name = '', version = '' }: { name?: string | undefined; version?: string | undefined }): Named {
  return name === 'Mozilla' ? { name: '', version: '' } : { name, version }
}

/** A program that names itself first; a library of Python stands behind the language. */
function findTool(header: string): Named | undefined {
  const [, name, version = ''] = /^(?:Python\/[\d.]+ (?=\w+\/))?([\w.+-]+)(?:\/v?(\d[\w.]*))?(?=$|[\s;(])/i.exec(header) ?? []
  return name === undefined || (version === '' && name !== header) ? undefined : { name, version }
}

/** Edge has had the engines of others since its version 79, on telephones before; Internet Explorer before 8 names none. */
function toEngine(
  header: string,
  { name = '', version = '' }: { name?: string | undefined; version?: string | undefined },
): string {
  if (name === 'EdgeHTML' && /EdgiOS\//.test(header)) return `WebKit ${/AppleWebKit\/([\d.]+)/.exec(header)?.[1] ?? ''}`.trim()
  if (name === 'EdgeHTML' && !/ Edge\//.test(header)) return 'Blink'
  if (name === '' && /\bMSIE \d/.test(header)) return 'Trident'
  return [name, version].filter(Boolean).join(' ')
}
