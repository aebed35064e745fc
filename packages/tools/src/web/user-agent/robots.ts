/** Robots whose names do not end as those of most do. */
const NAMES = [
  'Googlebot-(?:Image|Video|News)',
  'Sogou (?:web|inst|News|Pic|Video) spider',
  'AdsBot-Google(?:-Mobile)?',
  'Mediapartners-Google',
  'APIs-Google',
  'FeedFetcher-Google',
  'Google-InspectionTool',
  'Google-Read-Aloud',
  'Google-Extended',
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
]

/** A word that ends in bot, spider or crawler; Cubot makes telephones. */
const ENDING = String.raw`(?!CUBOT)[A-Za-z][\w.-]*?(?:bot|spider|crawler)(?![A-Za-z])`

const ROBOT = new RegExp(String.raw`(?<![\w-])(${NAMES.join('|')}|${ENDING})(?:[/ ]v?(\d[\d.]*))?`, 'i')

/** The robot that a header names, as it writes it, with its version. */
export function findRobot(header: string): { name: string; version: string } | undefined {
  // Addresses speak of robots, too: «+http://www.google.com/bot.html».
  const words = header.replaceAll(/\+?https?:\/\/[^\s;)]*|\+?\S+@[^\s;)]*/gi, ' ')
  const [, name, version = ''] = ROBOT.exec(words) ?? []
  return name === undefined ? undefined : { name, version }
}
