import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type Answer = {
  text: string
  systemVersion: string
  browser: string
  browserVersion: string
  system: string
  device: string
  isBot: boolean
}
const run = async (text: string, lang: 'en' | 'zh' = 'en') =>
  (await answerTool(tool, { text }, { ...createTestHost(), lang })) as Answer

for (const [text, browser, system, device, isBot] of [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Microsoft Edge',
    'Windows',
    'desktop',
    false,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux', 'desktop', false],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
    'mobile',
    false,
  ],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot', '', 'bot', true],
  ['curl/8.9.1', 'curl', '', '', true],
] as const)
  test(`${browser} is known`, async () => {
    const answer = await run(text)
    assert.deepEqual([answer.browser, answer.system, answer.device, answer.isBot], [browser, system, device, isBot])
  })

test('system and device are said in the words of the language', async () => {
  const header = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  assert.equal((await run(header)).text, 'Chrome 140.0.0.0, Windows 10, desktop')
  const { text, systemVersion } = await run(header, 'zh')
  assert.equal(text, 'Chrome 140.0.0.0, Windows 10, 桌面设备')
  assert.equal(systemVersion, '10 (NT 10.0)')
})

test('an empty header is refused', async () => assert.rejects(run(' '), { name: 'AppError' }))

for (const [text, name, version] of [
  ['curl/8.5.0', 'curl', '8.5.0'],
  ['Wget/1.21.4', 'Wget', '1.21.4'],
  ['python-requests/2.32.3', 'python-requests', '2.32.3'],
  ['Go-http-client/2.0', 'Go-http-client', '2.0'],
] as const)
  test(`${text} has its version`, async () => {
    const { browser, browserVersion, isBot } = await run(text)
    assert.deepEqual([browser.toLowerCase(), browserVersion, isBot], [name.toLowerCase(), version, true])
  })

const android = (rest: string) => `Mozilla/5.0 (Linux; ${rest}`
for (const [text, name, version, model] of [
  [
    android(
      'U; Android 12; zh-CN; V2055A Build/SP1A.210812.003) AppleWebKit/537.36 Version/4.0 Chrome/100.0 UCBrowser/15.5.8 Mobile Safari/537.36',
    ),
    'UC Browser',
    '15.5.8',
    'V2055A',
  ],
  [
    android('Android 10; HarmonyOS; NOH-AN00) AppleWebKit/537.36 Chrome/99.0 HuaweiBrowser/13.0.4 Mobile Safari/537.36'),
    'Huawei Browser',
    '13.0.4',
    'NOH-AN00',
  ],
  [android('Android 14; SM-S918B) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'), 'Chrome', '120.0', 'SM-S918B'],
  [android('Android 10; K) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'), 'Chrome', '120.0', ''],
  [
    android(
      'Android 13; 22081212C Build/TKQ1.220829.002; wv) AppleWebKit/537.36 Version/4.0 Chrome/111.0 Mobile Safari/537.36 MMWEBID/1 MicroMessenger/8.0.40',
    ),
    'WeChat',
    '8.0.40',
    '22081212C',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/20G75 AliApp(DingTalk/7.0.50)',
    'DingTalk',
    '7.0.50',
    'iPhone',
  ],
  ['Dalvik/2.1.0 (Linux; U; Android 13; M2102J20SG Build/TKQ1.221114.001)', 'Dalvik', '2.1.0', 'M2102J20SG'],
] as const)
  test(`${name} ${version} on ${model || 'an unnamed model'}`, async () => {
    const { browser, browserVersion, model: shown, isBot } = (await run(text)) as Answer & { model: string }
    assert.deepEqual([browser, browserVersion, shown, isBot], [name, version, model, false])
  })
