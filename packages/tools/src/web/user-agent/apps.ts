/** Browsers and apps that say who they are behind the words of another, by the mark before their version. */
const APPS: readonly (readonly [mark: string, name: string])[] = [
  ['wxwork', 'WeCom'],
  ['MicroMessenger', 'WeChat'],
  ['DingTalk', 'DingTalk'],
  ['AlipayClient', 'Alipay'],
  ['AliApp\\(AP', 'Alipay'],
  ['AliApp\\(TB', 'Taobao'],
  ['Lark', 'Feishu / Lark'],
  ['aweme', 'Douyin'],
  ['NewsArticle', 'Toutiao'],
  ['Weibo \\([^()]*__weibo', 'Weibo'],
  ['musical_ly|trill|BytedanceWebview', 'TikTok'],
  ['(?:Kwai|ksNebula)', 'Kuaishou'],
  ['BiliApp', 'Bilibili'],
  ['QQ(?=/)', 'QQ'],
  ['baiduboxapp', 'Baidu'],
  ['Quark', 'Quark'],
  ['UCBrowser', 'UC Browser'],
  ['HuaweiBrowser', 'Huawei Browser'],
  ['HeyTapBrowser', 'OPPO Browser'],
  ['VivoBrowser', 'vivo Browser'],
  ['(?:QIHU|Qihoo) 360[SE]E', '360 Browser'],
  ['2345Explorer', '2345 Browser'],
  ['SE [\\d.]+X MetaSr', 'Sogou Browser'],
  ['Instagram', 'Instagram'],
  ['FBAV', 'Facebook'],
  ['FBAN/FB(?:IOS|4A)', 'Facebook'],
  ['(?:DuckDuckGo|Ddg)', 'DuckDuckGo'],
  ['OculusBrowser', 'Meta Quest Browser'],
  ['Opera Mini', 'Opera Mini'],
  ['Thunderbird', 'Thunderbird'],
  ['Code(?=\\/[\\d.]+ Chrome)', 'Visual Studio Code'],
  ['Lynx', 'Lynx'],
]

/** Of these what stands behind the mark is not their version, or none does. */
const UNNUMBERED: ReadonlySet<string> = new Set(['(?:QIHU|Qihoo) 360[SE]E', 'SE [\\d.]+X MetaSr', 'FBAN/FB(?:IOS|4A)'])

/** The app that a header names with its version. */
export function findApp(header: string): { name: string; version: string } | undefined {
  for (const [mark, name] of APPS) {
    if (UNNUMBERED.has(mark)) {
      if (new RegExp(String.raw`\b${mark}\b`).test(header)) return { name, version: '' }
      continue
    }
    const [, version] = new RegExp(String.raw`\b(?:${mark})(?:[/ ]|__?)(\d[\d.]*)`, 'i').exec(header) ?? []
    if (version !== undefined) return { name, version }
  }
  return undefined
}

/** The model that Android puts behind its version; `K` is what Chrome writes for all. */
export function findAndroidModel(header: string): string {
  const [, model = ''] =
    /Android [\d.]+; (?:HarmonyOS; )?(?:[a-z]{2}(?:-\w{2,4}){1,2}; )?((?:[^;()]|\([^;()]*\))+?)(?: Build\/[^;()]*)?(?:; wv)?[;)]/i.exec(
      header,
    ) ?? []
  return /^(?:K|Mobile|Tablet|U|wv|rv:.*)$/i.test(model) ? '' : model
}
