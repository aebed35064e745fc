import { VOID } from './elements.ts'

/** Elements with content, obsolete ones included (HTML §16.2). */
const OPEN =
  'a abbr acronym address applet article aside audio b bdi bdo big blink blockquote body button canvas caption center cite code colgroup data datalist dd del details dfn dialog dir div dl dt em fieldset figcaption figure font footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup html i iframe ins kbd label legend li main map mark marquee math menu meter nav nobr noembed noframes noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section select slot small span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr tt u ul var video'
const NAMES = new Set([...VOID, ...OPEN.split(' ')])

/** Prefixes that word processors leave in HTML. */
const OFFICE = /^(?:o|v|w|m|st1):/

/** So much of a text is looked at. */
const MAX_CHARACTERS = 8192

const TAG = /<([a-z_][\w:.-]*)((?:"[^"]*"|'[^']*'|[^<>"'])*?)(\/?)>/gi

/**
 * Whether markup that begins with the name of an HTML element is XML all the same: a name space, an element that HTML
 * would leave open closed in its own tag (`<b/>`), or names that are mostly none of HTML. What only HTML allows decides first.
 */
export function hasXmlSigns(text: string): boolean {
  const tags = [...text.slice(0, MAX_CHARACTERS).matchAll(TAG)].map(([, name = '', attributes = '', slash]) => ({
    name: name.toLowerCase(),
    attributes,
    isClosed: slash === '/',
  }))
  const root = tags[0]
  if (!root || tags.some(({ name }) => name === 'html' || name === 'svg' || name === 'math')) return false
  const isOpenVoid = tags.some(({ name, isClosed }) => VOID.has(name) && !isClosed && !text.includes(`</${name}>`))
  if (isOpenVoid || tags.some(({ attributes }) => hasBareAttribute(attributes))) return false
  if (/\sxmlns(?::[\w.-]+)?\s*=/.test(root.attributes)) return true
  if (tags.some(({ name }) => name.includes(':') && !OFFICE.test(name))) return true
  if (tags.some(({ name, isClosed }) => isClosed && !VOID.has(name) && !name.includes('-'))) return true
  const names = new Set(tags.map(({ name }) => name))
  const foreign = [...names].filter((name) => !NAMES.has(name) && !/[-:]/.test(name))
  return foreign.length * 2 >= names.size
}

/** Attributes without a value or without quotes, which XML refuses. */
function hasBareAttribute(attributes: string): boolean {
  return attributes.replaceAll(/[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*')/g, '').trim() !== ''
}
