/** Robots whose names do not end as those of most do. */
const NAMES = [
  'Googlebot-(?:Image|Video|News)',
  'Sogou (?:web|inst|News|Pic|Video) spider',
  'AdsBot-Google(?:-Mobile)?',
  'Mediapartners-Google',
  'Google-[A-Z][\\w-]+',
  'GoogleAgent-\\w+',
  'Google (?:Web Preview|Favicon)',
  'GoogleImageProxy',
  'APIs-Google',
  'FeedFetcher-Google',
  'GoogleOther(?:-Image|-Video)?',
  'Chrome-Lighthouse',
  'ChatGPT-User',
  'Claude-(?:User|Web|SearchBot)',
  'Perplexity-User',
  'MistralAI-User',
  'anthropic-ai',
  'cohere-ai',
  'meta-external(?:agent|fetcher)',
  'meta-webindexer',
  'facebookexternalhit',
  'facebookcatalog',
  'Slackbot-LinkExpanding',
  'Yahoo! Slurp',
  'ia_archiver',
  'Pinterest(?:bot)?',
  'BingPreview',
  'SkypeUriPreview',
  'Manus-User',
  'Playwright',
  'Selenium',
  'PTST',
  'GTmetrix',
  'ThousandEyes',
  'DatadogSynthetics',
  'NewRelicSynthetics',
  'HTTrack',
  'Nikto',
  'OpenVAS',
  'zgrab',
  'acunetix(?:-product)?',
  'Netcraft(?:SurveyAgent| (?:Web|SSL) Server Survey)',
  'Siteimprove',
  'Dotcom-Monitor',
  'Checkly',
  'Hardenize',
  'BrandVerity',
  'AppInsights',
  'Datanyze',
]

/** A word that ends in bot, spider or crawler, or one to three that stand before one of these; Cubot makes telephones. */
const ENDING = String.raw`(?!CUBOT)(?:[A-Za-z\d][\w.-]*?|(?:(?!\d[\d.]* )[A-Za-z\d][\w.-]* ){1,3})(?:bot|spider|crawler)(?![A-Za-z])`

const ROBOT = new RegExp(String.raw`(?<![\w-])(${NAMES.join('|')}|${ENDING})(?:[/ ]v?(\d[\w.]*))?`, 'i')

/** What stands behind «compatible» in the headers of browsers; robots have put their names there since. */
const BROWSERS = 'MSIE|Konqueror|iCab|Netscape|NetFront|Opera|AOL|Windows|Linux|X11|U;'
const COMPATIBLE = new RegExp(
  String.raw`\bcompatible; *(?!${BROWSERS})([A-Za-z][\w.!-]*(?: [A-Za-z][\w!-]*){0,2})(?:\/v?(\d[\w.]*))?`,
  'i',
)

/** The robot that a header names, as it writes it, with its version. */
export function findRobot(header: string): { name: string; version: string } | undefined {
  // Addresses speak of robots, too: «+http://www.google.com/bot.html».
  const words = header.replaceAll(/\+?https?:\/\/[^\s;)]*|\+?[^\s;()]+@[^\s;)]*/gi, ' ')
  const [, name, version = ''] = ROBOT.exec(words) ?? COMPATIBLE.exec(words) ?? []
  return name === undefined ? undefined : { name, version }
}

/** Whether a header gives an address behind a plus sign, by which operators of robots say where to read of them. */
export const hasContact = (header: string): boolean => /\+ ?(?:https?:\/\/|www\.)|\+\S+@\S+\.\w/i.test(header)
