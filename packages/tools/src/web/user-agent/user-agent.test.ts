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
  assert.equal((await run(header)).text, 'Chrome 140.0.0.0, Windows 10 or 11, desktop')
  const { text, systemVersion } = await run(header, 'zh')
  assert.equal(text, 'Chrome 140.0.0.0, Windows 10 或 11, 桌面设备')
  assert.equal(systemVersion, '10 或 11（NT 10.0）')
})

test('a version that browsers say of all later systems is told as such, of older browsers as it stands', async () => {
  const chrome = (machine: string, version: number) =>
    `Mozilla/5.0 (${machine}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`
  const mac = 'Macintosh; Intel Mac OS X 10_15_7'
  for (const [header, version] of [
    [chrome('Windows NT 10.0; Win64; x64', 140), '10 or 11 (NT 10.0)'],
    [chrome('Windows NT 10.0; Win64; x64', 80), '10 (NT 10.0)'],
    [chrome('Windows NT 6.1; Win64; x64', 109), '7 (NT 6.1)'],
    [chrome(mac, 140), '10.15.7 or later'],
    [chrome(mac, 80), 'Catalina (10.15.7)'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', '10.15.7 or later'],
    [`Mozilla/5.0 (${mac}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Safari/605.1.15`, '10.15.7 or later'],
  ] as const)
    assert.equal((await run(header)).systemVersion, version, header)
})

test('the app of Facebook is known without its version, too', async () => {
  const header =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBDV/iPhone14,5]'
  assert.equal((await run(header)).browser, 'Facebook')
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

const webKit = (inside: string, rest = '') => `Mozilla/5.0 (${inside}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`.trim()
for (const [text, name] of [
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot 2.0'],
  ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 'YandexBot 3.0'],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'AhrefsBot 7.0'],
  ['Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)', 'Sogou web spider 4.0'],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)', 'ClaudeBot 1.0'],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
    'Claude-User 1.0',
  ],
  [webKit('Linux; Android 5.0', 'Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)'), 'Bytespider'],
  [
    webKit('Linux; Android 7.0;', 'Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)'),
    'PetalBot',
  ],
  [
    webKit(
      'Macintosh; Intel Mac OS X 10_15_5',
      'Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    ),
    'Applebot 0.1',
  ],
  ['Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)', 'Google-InspectionTool 1.0'],
  ['Googlebot-Image/1.0', 'Googlebot-Image 1.0'],
  ['Mediapartners-Google', 'Mediapartners-Google'],
  ['TelegramBot (like TwitterBot)', 'TelegramBot'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'facebookexternalhit 1.1'],
] as const)
  test(`${name} is a robot`, async () => {
    const { browser, browserVersion, device, isBot } = await run(text)
    assert.deepEqual([`${browser} ${browserVersion}`.trim(), device, isBot], [name, 'bot', true])
  })

for (const [text, name] of [
  ['Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.example/bots)', 'YandexImages 3.0'],
  ['Mozilla/5.0 (compatible; heritrix/3.1.1 +http://archive.example)', 'heritrix 3.1.1'],
  ['Mozilla/5.0 (compatible; Attracta)', 'Attracta'],
  ['Mozilla/5.0 (compatible; UrlSuMa.de crawler)', 'UrlSuMa.de crawler'],
  ['Screaming Frog SEO Spider/21.4', 'Screaming Frog SEO Spider 21.4'],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:15.0) Any Bot', 'Any Bot'],
  ['Mozilla/5.0 (compatible; 007ab Crawler; https://crawler.example/)', '007ab Crawler'],
  [webKit('X11; Linux x86_64', 'Chrome/99.0.1.2 Safari/537.36 (Checkly, https://checks.example)'), 'Checkly'],
  ['Mozilla/5.0 zgrab/0.x', 'zgrab 0.x'],
  ['Mozilla/5.0 (Windows; U; Windows NT 5.1; en-US) Speedy Spider (http://www.example.com/)', 'Speedy Spider'],
  [webKit('Windows NT 6.1', 'Chrome/21.0.1180.89 Safari/537.1; 360Spider'), '360Spider'],
  [webKit('iPhone; CPU iPhone OS 11_0 like Mac OS X', 'Mobile Safari/537.36; Bytespider;bytespider@a.example'), 'Bytespider'],
  [webKit('Windows NT 6.1', 'BingPreview/1.0b'), 'BingPreview 1.0b'],
  [webKit('X11; Linux x86_64', 'Chrome/99.0.1.2 Safari/537.36 (+https://checks.example/)'), 'Chrome 99.0.1.2'],
] as const)
  test(`${text} is the robot ${name}`, async () => {
    const { browser, browserVersion, device, isBot } = await run(text)
    assert.deepEqual([`${browser} ${browserVersion}`.trim(), device, isBot], [name, 'bot', true])
  })

for (const text of ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)', 'Mozilla/5.0 (compatible; Konqueror/4.5; FreeBSD)'])
  test(`${text} is no robot`, async () => assert.equal((await run(text)).isBot, false))

type Whole = Answer & { engine: string; vendor: string; model: string }
for (const [text, expected] of [
  [
    webKit(
      'Linux; Android 12; HarmonyOS; NOH-AN00; HMSCore 6.11.0.302',
      'Chrome/99.0.4844.88 HuaweiBrowser/14.0.2.310 Mobile Safari/537.36',
    ),
    { browser: 'Huawei Browser', system: 'HarmonyOS', systemVersion: '', device: 'mobile', model: 'NOH-AN00' },
  ],
  [
    webKit('Tablet; OpenHarmony 5.0', 'Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 HuaweiBrowser/5.0.4.300'),
    { system: 'HarmonyOS', systemVersion: '5.0', device: 'tablet' },
  ],
  [
    webKit('iPhone; CPU iPhone OS 17_5 like Mac OS X', 'EdgiOS/125.0.2535.87 Version/17.0 Mobile/15E148 Safari/604.1'),
    { browser: 'Microsoft Edge', engine: 'WebKit 537.36' },
  ],
  [
    webKit('Linux; Android 13; Pixel 7', 'Chrome/120.0.0.0 Mobile Safari/537.36 EdgA/120.0.2210.150'),
    { engine: 'Blink', vendor: 'Google' },
  ],
  [webKit('Windows NT 10.0; Win64; x64', 'Chrome/42.0.2311.135 Safari/537.36 Edge/12.246'), { engine: 'EdgeHTML 12.246' }],
  [
    webKit(
      'Linux; Android 13; V2218A; wv',
      'Version/4.0 Chrome/109.0 MQQBrowser/6.2 TBS/046715 Mobile Safari/537.36 QQ/8.9.80.12440 NetType/WIFI',
    ),
    { browser: 'QQ', browserVersion: '8.9.80.12440', vendor: 'vivo' },
  ],
  [
    webKit('Windows NT 10.0; WOW64', 'Chrome/86.0.4240.198 Safari/537.36 QIHU 360SE'),
    { browser: '360 Browser', browserVersion: '' },
  ],
  [
    webKit('Windows NT 10.0', 'Chrome/94.0.4606.71 Safari/537.36 SE 2.X MetaSr 1.0'),
    { browser: 'Sogou Browser', browserVersion: '' },
  ],
  [
    webKit('PlayStation; PlayStation 5/2.26', 'Version/13.0 Safari/605.1.15'),
    { system: 'PlayStation 5', systemVersion: '2.26', device: 'console' },
  ],
  [
    webKit('Windows NT 10.0; Win64; x64; Xbox; Xbox One', 'Chrome/48.0.2564.82 Safari/537.36 Edge/20.02'),
    { system: 'Xbox', device: 'console', model: 'Xbox One' },
  ],
  [
    webKit('Nintendo Switch; WifiWebAuthApplet', 'NF/6.0.1.15.4 NintendoBrowser/5.1.0.20393'),
    { system: 'Nintendo Switch', device: 'console' },
  ],
  [
    webKit('Linux; Android 11; BRAVIA 4K VH2 Build/RTT1', 'Chrome/112.0.0.0 Safari/537.36'),
    { device: 'tv', vendor: 'Sony', model: 'BRAVIA 4K VH2' },
  ],
  [
    webKit('Linux; Android 10; Quest 2', 'OculusBrowser/30.1.0.2 Chrome/118.0.0.0 VR Safari/537.36'),
    { browserVersion: '30.1.0.2', device: 'vr' },
  ],
  ['Mozilla/5.0 (X11; FreeBSD amd64; rv:120.0) Gecko/20100101 Firefox/120.0', { system: 'FreeBSD', device: 'desktop' }],
  [webKit('X11; CrOS x86_64 14541.0.0', 'Chrome/130.0.0.0 Safari/537.36'), { system: 'Chrome OS', device: 'desktop' }],
  ['Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1)', { engine: 'Trident' }],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 321.0.0.29.84 (iPhone14,5)',
    { browser: 'Instagram', browserVersion: '321.0.0.29.84' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Thunderbird/128.4.0',
    { browser: 'Thunderbird', browserVersion: '128.4.0' },
  ],
  ['Python/3.11 aiohttp/3.9.1', { browser: 'aiohttp', browserVersion: '3.9.1', isBot: true }],
  [
    webKit('Linux; Android 9; CUBOT_X19', 'Chrome/120.0.0.0 Mobile Safari/537.36'),
    { vendor: 'Cubot', device: 'mobile', isBot: false },
  ],
  [
    webKit('Linux; Android 6.0; Nexus 5 Build/MRA58N', 'Chrome/58.0.3029.110 Mobile Safari/537.36'),
    { vendor: 'LG', model: 'Nexus 5' },
  ],
  [webKit('Linux; Android 8.0; Nexus 6P', 'Chrome/90.0.4430.91 Mobile Safari/537.36'), { vendor: 'Huawei', model: 'Nexus 6P' }],
  [webKit('Linux; Android 7.1; Nexus 7', 'Chrome/90.0.4430.91 Safari/537.36'), { vendor: 'ASUS', device: 'tablet' }],
  [
    webKit('Linux; Android 11; moto g power (2022)', 'Chrome/130.0.0.0 Mobile Safari/537.36'),
    { vendor: 'Motorola', model: 'moto g power (2022)' },
  ],
  [
    webKit('Linux; Android 10; moto g(7) play Build/QPY30; wv', 'Version/4.0 Chrome/119.0.0.0 Mobile Safari/537.36'),
    { vendor: 'Motorola', model: 'moto g(7) play' },
  ],
  [webKit('Linux; Android 11; KFTUWI', 'Chrome/130.0.0.0 Safari/537.36'), { vendor: 'Amazon', model: 'KFTUWI' }],
  [webKit('Linux; Android 14; SM-S928B', 'Chrome/130.0.0.0 Mobile Safari/537.36'), { vendor: 'Samsung', model: 'SM-S928B' }],
] as const)
  test(`${text.slice(0, 90)} is ${Object.values(expected).join(', ')}`, async () => {
    const answer = (await run(text)) as Whole
    const shown = Object.fromEntries(Object.keys(expected).map((key) => [key, answer[key as keyof Whole]]))
    assert.deepEqual(shown, expected)
  })

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

for (const [title, text, short] of [
  [
    'Windows 11',
    `${CHROME}\r\nSec-CH-UA-Platform: "Windows"\r\nSec-CH-UA-Platform-Version: "15.0.0"`,
    'Chrome 140.0.0.0, Windows 11, desktop',
  ],
  [
    'Windows 10',
    `User-Agent: ${CHROME}\nsec-ch-ua-platform: "Windows"\nsec-ch-ua-platform-version: "10.0.0"`,
    'Chrome 140.0.0.0, Windows 10, desktop',
  ],
  [
    'the full version of the brand that is meant',
    `sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24", "Microsoft Edge";v="140"\nsec-ch-ua-full-version-list: "Chromium";v="140.0.1.2", "Not=A?Brand";v="24.0.0.0", "Microsoft Edge";v="140.0.3.4"\nsec-ch-ua-mobile: ?0\nsec-ch-ua-platform: "macOS"\nsec-ch-ua-platform-version: "15.5.0"`,
    'Microsoft Edge 140.0.3.4, macOS 15.5.0, desktop',
  ],
  [
    'the system and model that the header hides',
    `${ANDROID}\nSec-CH-UA-Platform: "Android"\nSec-CH-UA-Platform-Version: "16.0.0"\nSec-CH-UA-Model: "Pixel 9"\nSec-CH-UA-Mobile: ?1`,
    'Chrome 140.0.0.0, Android 16, mobile',
  ],
] as const)
  test(`client hints tell ${title}`, async () => assert.equal((await run(text)).text, short))

test('hints are listed as they were sent, and a model has its maker', async () => {
  const answer = (await run(`${ANDROID}\nSec-CH-UA-Model: "Pixel 9"`)) as Answer & {
    model: string
    vendor: string
    hints: object[]
  }
  assert.deepEqual(
    [answer.model, answer.vendor, answer.hints],
    ['Pixel 9', 'Google', [{ name: 'sec-ch-ua-model', value: '"Pixel 9"' }]],
  )
})

test('an engine without a brand of its own is a browser, too', async () =>
  assert.equal((await run('Sec-CH-UA: "Not;A=Brand";v="8", "Chromium";v="140"')).text, 'Chromium 140'))
