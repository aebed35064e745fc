/** Words of the embeddable widget. */
export const embedText = {
  title: { en: 'Tool', zh: '工具' },
  description: { en: 'A tool from {brand}, to embed in another page.', zh: '{brand} 的单个工具，可嵌入其他网页。' },
  openWhole: { en: 'Open in {brand}', zh: '在 {brand} 中打开' },
  embedTool: { en: 'Embed “{tool}”', zh: '嵌入“{tool}”' },
  help: {
    en: 'Add one line to your page. The frame grows with its content and cannot read anything on your page.',
    zh: '把这一行代码放进您的网页即可。框架会随内容自动调整高度，且无法读取您页面上的任何内容。',
  },
  script: { en: 'Script', zh: '脚本' },
  frame: { en: 'Plain frame', zh: '纯 iframe' },
  frameHelp: { en: 'Without a script; the height is fixed.', zh: '无需脚本，高度固定。' },
  policyHelp: {
    en: 'With a Content-Security-Policy, allow {origin} in frame-src, and in script-src for the script.',
    zh: '若您的网页设有内容安全策略（CSP），请在 frame-src 中允许 {origin}；使用脚本时 script-src 也要允许。',
  },
  language: { en: 'Language', zh: '语言' },
  theme: { en: 'Colours', zh: '配色' },
  themeAuto: { en: 'Same as the visitor’s', zh: '跟随访客系统' },
  themeLight: { en: 'Light', zh: '浅色' },
  themeDark: { en: 'Dark', zh: '深色' },
} as const
