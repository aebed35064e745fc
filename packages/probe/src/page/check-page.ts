import type { PagePicture, PageReport } from '@octet/core/probe/page.ts'
import { toErrorMessage } from '@octet/core/errors.ts'
import { toCheck, type Check } from '../check.ts'
import type { RobotsAnswer } from './read-robots.ts'
import { findMeta, PICTURE_TAGS, type Head } from './read-head.ts'
import { parseJson } from './structured.ts'

/** Columns of a result page that show a title and a description, Chinese signs counted twice. */
const [TITLE_COLUMNS, DESCRIPTION_COLUMNS] = [65, 160]
/** Below the first a picture is left out, from the second on it is shown across the card (Meta, X). */
const [LEAST_PIXELS, LARGE_PIXELS] = [200, 600]
/** The most that X takes; others take 8 MB. */
const MOST_PICTURE_BYTES = 5_000_000
const REQUIRED = ['og:title', 'og:type', 'og:image', 'og:url'] as const

/** What was read of a page, for the checks. */
type ReadPage = {
  readonly report: Omit<PageReport, 'checks'>
  readonly head: Head
  readonly isHtml: boolean
  readonly robotsFile: RobotsAnswer
}

/** What those who share and list pages would stumble over. */
export function checkPage(page: ReadPage): Check[] {
  const { report, isHtml } = page
  if (report.status >= 400)
    return [toCheck('status', 'bad', `the page answers with ${report.status}`, `页面返回 ${report.status}`), checkRobots(page)]
  if (!isHtml) return [toCheck('type', 'bad', 'this is not an HTML page', '这不是 HTML 页面'), checkRobots(page)]
  return [
    checkTitle(page),
    checkDescription(page),
    checkOpenGraph(page),
    checkPicture(report.card.picture, findMeta(page.head, PICTURE_TAGS)),
    checkTwitter(page),
    checkCanonical(page),
    checkIndexing(page),
    checkRobots(page),
    checkCharset(page),
    checkLanguage(page),
    checkViewport(page),
    checkIcon(report.icon),
    ...checkAlternates(page),
    ...checkStructured(page),
  ]
}

/** How wide a text is in a list of results. */
const toColumns = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (/[\u1100-\u115f\u2e80-\uffdc]/.test(sign) ? 2 : 1), 0)

function checkTitle({ report: { title }, head: { titles } }: ReadPage): Check {
  if (!title) return toCheck('title', 'bad', 'no title', '缺少标题（title）')
  if (titles > 1)
    return toCheck('title', 'notice', `${titles} titles, of which the first counts`, `有 ${titles} 个 title，以第一个为准`)
  const columns = toColumns(title)
  return columns > TITLE_COLUMNS
    ? toCheck(
        'title',
        'notice',
        `a title of ${columns} columns, which lists of results cut at about ${TITLE_COLUMNS}`,
        `标题宽 ${columns} 列，搜索结果约在 ${TITLE_COLUMNS} 列处截断`,
      )
    : toCheck('title', 'good', 'a title that is shown whole', '标题可完整显示')
}

function checkDescription({ report: { description } }: ReadPage): Check {
  if (!description)
    return toCheck(
      'description',
      'notice',
      'no meta description: search engines choose a piece of the page',
      '缺少 meta description：搜索引擎会自行摘取正文',
    )
  const columns = toColumns(description)
  return columns > DESCRIPTION_COLUMNS
    ? toCheck(
        'description',
        'notice',
        `a description of ${columns} columns, which is cut at about ${DESCRIPTION_COLUMNS}`,
        `描述宽 ${columns} 列，约在 ${DESCRIPTION_COLUMNS} 列处截断`,
      )
    : toCheck('description', 'good', 'a description that is shown whole', '描述可完整显示')
}

/** The four that the protocol asks for (ogp.me, “Basic Metadata”). */
function checkOpenGraph({ head }: ReadPage): Check {
  const missing = REQUIRED.filter((name) => findMeta(head, [name]) === undefined)
  if (missing.length === REQUIRED.length)
    return toCheck(
      'open-graph',
      'bad',
      'no Open Graph tags: whoever shares the page shows what they guess',
      '缺少 Open Graph 标签：分享时各平台只能猜测',
    )
  if (missing.length > 0)
    return toCheck('open-graph', 'notice', `Open Graph without ${missing.join(', ')}`, `Open Graph 缺少 ${missing.join('、')}`)
  return toCheck('open-graph', 'good', 'all Open Graph tags that are asked for', 'Open Graph 必需标签齐全')
}

function checkPicture(picture: PagePicture | null, written: string | undefined): Check {
  if (!picture) return toCheck('picture', 'notice', 'no picture to share', '没有分享配图')
  const { type, width, height, sizeBytes, problem } = picture
  if (problem) return toCheck('picture', 'bad', `the picture cannot be had: ${problem.en}`, `配图无法获取：${problem.zh}`)
  if (written && !/^https?:\/\//i.test(written))
    return toCheck(
      'picture',
      'bad',
      'the picture has a relative address, which many who share it do not complete',
      '配图使用相对地址，许多平台不会补全',
    )
  if (type === 'image/svg+xml' || type === 'image/x-icon' || type === 'image/bmp')
    return toCheck(
      'picture',
      'bad',
      `${type} is not shown by those who share pages; use PNG, JPEG or WebP`,
      `分享平台不显示 ${type}，请用 PNG、JPEG 或 WebP`,
    )
  if (sizeBytes === null || sizeBytes > MOST_PICTURE_BYTES)
    return toCheck(
      'picture',
      'notice',
      'a large file: X takes 5 MB at most, and messengers give up earlier',
      '文件过大：X 最多接受 5 MB，聊天软件更早放弃',
    )
  if (width === null || height === null)
    return toCheck('picture', 'notice', 'a picture whose size cannot be read', '读不出配图的尺寸')
  const size = `${width} × ${height}`
  if (width < LEAST_PIXELS || height < LEAST_PIXELS)
    return toCheck(
      'picture',
      'bad',
      `${size} is too small to be shown: ${LEAST_PIXELS} × ${LEAST_PIXELS} at least`,
      `${size} 太小，不会显示：至少 ${LEAST_PIXELS} × ${LEAST_PIXELS}`,
    )
  if (width < LARGE_PIXELS)
    return toCheck(
      'picture',
      'notice',
      `${size} is shown small; 1200 × 630 fills the card`,
      `${size} 只会显示为小图；1200 × 630 可铺满卡片`,
    )
  return toCheck('picture', 'good', `a picture of ${size}`, `配图 ${size}`)
}

function checkTwitter({ head }: ReadPage): Check {
  const kind = findMeta(head, ['twitter:card'])
  if (kind === undefined)
    return toCheck(
      'x-card',
      'notice',
      'no twitter:card: X decides by itself how the link looks',
      '缺少 twitter:card：X 自行决定链接样式',
    )
  return /^(summary|summary_large_image|app|player)$/.test(kind)
    ? toCheck('x-card', 'good', `a card for X: ${kind}`, `X 卡片：${kind}`)
    : toCheck(
        'x-card',
        'bad',
        `twitter:card says “${kind.slice(0, 40)}”, expected summary or summary_large_image`,
        `twitter:card 为“${kind.slice(0, 40)}”，应为 summary 或 summary_large_image`,
      )
}

/** RFC 6596. */
function checkCanonical({ report: { canonical, url }, head }: ReadPage): Check {
  const count = head.links.filter(({ rel }) => rel.includes('canonical')).length
  if (canonical === null)
    return toCheck(
      'canonical',
      'notice',
      'no canonical URL: copies of the page may be listed instead',
      '缺少 canonical：搜索引擎可能收录其副本',
    )
  if (count > 1)
    return toCheck('canonical', 'bad', `${count} canonical URLs: none of them counts`, `有 ${count} 个 canonical：均不生效`)
  const named = URL.parse(canonical)
  if (!named) return toCheck('canonical', 'bad', 'a canonical URL that cannot be read', 'canonical 不是有效网址')
  const [from, to] = [new URL(url), named]
  for (const one of [from, to]) one.hash = ''
  if (from.href === to.href) return toCheck('canonical', 'good', 'the page is its own canonical URL', 'canonical 即本页')
  return toCheck(
    'canonical',
    'notice',
    `another page is listed in place of this one: ${to.href.slice(0, 200)}`,
    `收录时以另一页代替本页：${to.href.slice(0, 200)}`,
  )
}

function checkIndexing({ report: { robots } }: ReadPage): Check {
  const isHidden = robots.directives.some((directive) => /(^|:\s*)(noindex|none)$/i.test(directive))
  const blocked = robots.crawlers.filter(({ purpose, isAllowed }) => purpose === 'search' && isAllowed === false)
  if (isHidden && blocked.length > 0)
    return toCheck(
      'indexing',
      'bad',
      'noindex, which those whom robots.txt keeps away never read: they may list the address all the same',
      'noindex 与 robots.txt 冲突：被禁止抓取的引擎读不到 noindex，仍可能收录网址',
    )
  if (isHidden) return toCheck('indexing', 'notice', 'noindex: search engines leave the page out', 'noindex：搜索引擎不收录此页')
  const all = robots.crawlers.filter(({ purpose }) => purpose === 'search').length
  if (blocked.length === all)
    return toCheck('indexing', 'bad', 'no search engine may fetch the page', '所有搜索引擎均不得抓取此页')
  if (blocked.length > 0) {
    const names = blocked.map(({ name }) => name)
    return toCheck('indexing', 'notice', `may not be fetched by ${names.join(', ')}`, `不允许 ${names.join('、')} 抓取`)
  }
  return toCheck('indexing', 'good', 'search engines may list the page', '搜索引擎可以收录')
}

function checkRobots({ robotsFile: { status, file, isPage, problem } }: ReadPage): Check {
  if (problem)
    return toCheck(
      'robots',
      'notice',
      `robots.txt: ${toErrorMessage(problem, 'en')}`,
      `robots.txt：${toErrorMessage(problem, 'zh')}`,
    )
  if (isPage)
    return toCheck(
      'robots',
      'notice',
      'in place of robots.txt comes a page, which is read as no rules',
      'robots.txt 返回的是网页，等于没有规则',
    )
  if (status !== null && status >= 500)
    return toCheck(
      'robots',
      'bad',
      `robots.txt answers with ${status}: crawlers stay away as long as it does`,
      `robots.txt 返回 ${status}：在此期间爬虫会停止抓取`,
    )
  if (!file) return toCheck('robots', 'good', 'no robots.txt: everything may be fetched', '没有 robots.txt：全部允许抓取')
  if (file.lost.length > 0) {
    const lines = file.lost.slice(0, 5).join(', ')
    return toCheck(
      'robots',
      'notice',
      `rules of robots.txt that begin with neither / nor * fit nothing: line ${lines}`,
      `robots.txt 中不以 / 或 * 开头的规则不会匹配：第 ${lines} 行`,
    )
  }
  return toCheck('robots', 'good', 'a robots.txt that can be read', 'robots.txt 可正常读取')
}

function checkCharset({ report: { charset } }: ReadPage): Check {
  if (charset === null)
    return toCheck('charset', 'notice', 'no encoding is named: readers guess it', '未声明编码：只能由读者猜测')
  return /^utf-?8$/i.test(charset)
    ? toCheck('charset', 'good', 'UTF-8', 'UTF-8')
    : toCheck('charset', 'notice', `${charset}: HTML asks for UTF-8`, `${charset}：HTML 标准要求 UTF-8`)
}

/** RFC 5646. */
function checkLanguage({ report: { language } }: ReadPage): Check {
  if (language === null)
    return toCheck(
      'language',
      'notice',
      'no lang on <html>: screen readers and translators guess it',
      '<html> 缺少 lang：读屏与翻译工具只能猜测',
    )
  return isLanguage(language)
    ? toCheck('language', 'good', `the language is named: ${language}`, `已声明语言：${language}`)
    : toCheck(
        'language',
        'bad',
        `lang says “${language.slice(0, 40)}”, which is no language tag`,
        `lang 为“${language.slice(0, 40)}”，不是有效的语言标签`,
      )
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

function checkViewport({ head }: ReadPage): Check {
  return findMeta(head, ['viewport']) === undefined
    ? toCheck('viewport', 'notice', 'no viewport: phones show the page small', '缺少 viewport：手机上会缩小显示')
    : toCheck('viewport', 'good', 'made for phones, too', '已适配手机视口')
}

function checkIcon(icon: PagePicture | null): Check {
  if (!icon || icon.problem)
    return toCheck(
      'icon',
      'notice',
      `no icon${icon?.problem ? `: ${icon.problem.en}` : ''}`,
      `没有图标${icon?.problem ? `：${icon.problem.zh}` : ''}`,
    )
  return toCheck('icon', 'good', 'an icon', '有图标')
}

/** What `hreflang` may say, besides `x-default`. */
function checkAlternates({ report: { alternates, url } }: ReadPage): Check[] {
  if (alternates.length === 0) return []
  const wrong = alternates.filter(({ language }) => !/^x-default$/i.test(language) && !isLanguage(language))
  if (wrong.length > 0) {
    const names = wrong.slice(0, 5).map(({ language }) => language)
    return [
      toCheck(
        'alternates',
        'bad',
        `hreflang with what is no language: ${names.join(', ')}`,
        `hreflang 含无效语言：${names.join('、')}`,
      ),
    ]
  }
  return alternates.some((alternate) => URL.parse(alternate.url)?.href === url)
    ? [
        toCheck(
          'alternates',
          'good',
          `${alternates.length} other languages, and itself among them`,
          `${alternates.length} 个语言版本，含本页`,
        ),
      ]
    : [
        toCheck(
          'alternates',
          'notice',
          'the page is not among its own languages (hreflang): the others are left out then',
          'hreflang 未包含本页：其余版本可能被忽略',
        ),
      ]
}

function checkStructured({ head, report: { structured } }: ReadPage): Check[] {
  if (head.jsonLd.length === 0) return []
  const broken = head.jsonLd.filter((text) => parseJson(text) === undefined).length
  return broken > 0
    ? [
        toCheck(
          'structured',
          'bad',
          `${broken} of ${head.jsonLd.length} pieces of JSON-LD cannot be read`,
          `${head.jsonLd.length} 段 JSON-LD 中有 ${broken} 段无法解析`,
        ),
      ]
    : [
        toCheck(
          'structured',
          'good',
          `JSON-LD: ${structured.join(', ') || 'no type'}`,
          `JSON-LD：${structured.join('、') || '未声明类型'}`,
        ),
      ]
}
